"""PING for people: the chart, the cards, prompts and told lines, drawn from a view."""

from __future__ import annotations

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import (
    Board,
    Cell,
    Cue,
    Half,
    Mark,
    Picture,
    Piece,
    Tally,
    Told,
    Tone,
    Zone,
    shared,
)
from quarterdeck.engine.state import Event, unpack
from quarterdeck.engine.words import Words
from quarterdeck.games.ping import memory
from quarterdeck.games.ping import state as st

size, whereabouts = interpret(memory.size), interpret(memory.whereabouts)
facing_secret, may_be_lying = interpret(memory.facing_secret), interpret(memory.may_be_lying)

say = Words(__package__)
say.know(*st.ACTION_NAMES)

LETTERS = st.LETTERS
SYMBOLS = ("move1", "move2", "move3", "ping", "listen", "torpedo", "gun", "encrypt", "dive")
TAGS: dict[int, tuple[str, Tone]] = {
    st.QUIET: ("QUIET", "calm"),
    st.PLAIN: ("", "plain"),
    st.LOUD: ("LOUD", "danger"),
}
say.know(*(tag for tag, _ in TAGS.values() if tag))
EFFECTS = say.know(
    "Take one step. Played face down.",
    "Take two steps. Played face down.",
    "Take three steps, then reveal your square.",
    "Reveal your square. Your adversary reveals theirs at the start and at the end of their next "
    "turn.",
    "Your adversary reveals their square now unless their last action was QUIET, and at the end of "
    "their next turn unless that one is.",
    "Reveal your square, then fire along its row or column, from the next square to the edge.",
    "Reveal your square, then hit an adversary who is on it or on a square joined to it.",
    "Complete the objective on your square without revealing it. Played face down.",
    "Next turn your adversary's PING, LISTEN, TORPEDO and DECK GUN do nothing to you. Played face "
    "down.",
)


def bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def action_at(card: int, half: int) -> int:
    return int(st.CARDS[card][half])


def action_name(action: int) -> str:
    return say(st.ACTION_NAMES[action])


@shared
def card_name(card: int) -> str:
    return " / ".join(action_name(action_at(card, half)) for half in range(2))


@shared
def card_id(card: int) -> str:
    names = (st.ACTION_NAMES[action_at(card, half)] for half in range(2))
    return "card:" + "-".join(names).lower().replace(" ", "")


def cell(square: int) -> str:
    return f"square:{LETTERS[square]}"


def beam(view: st.State, square: int, direction: int) -> list[int]:
    """The squares a torpedo runs over."""
    return bits(int(st.BEAM[square][direction] & st.CHART[size(view)]))


def player(seat: int) -> str:
    """Stands for a seat's name, which clients fill in."""
    return f"{{{seat}}}"


# The picture ---------------------------------------------------------------------------------


def draw(view: st.State) -> Picture:
    """What a seat (-1: a spectator) sees."""
    seat = view.viewer
    prompt, detail = ask(view, seat)
    return Picture(
        prompt=prompt,
        detail=detail,
        boards=[chart(view, seat)],
        zones=zones(view, seat),
        pieces=submarines(view, seat) + hands(view, seat) + table_cards(view, seat),
        tallies=[tallies(view, seat, other) for other in range(st.SEATS)],
    )


def chart(view: st.State, seat: int) -> Board:
    possible = whereabouts(view, seat) if seat >= 0 and view.turn and not view.over else 0
    side = int(st.CHART_SIDE[size(view)])
    cells = [
        chart_cell(square, tuple(marks(view, seat, square, possible)))
        for square in chart_squares(size(view))
    ]
    columns, rows = list("12345")[:side], ROW_NAMES[:side]
    return Board("grid", say("The chart"), "square", cells, links(size(view)), columns, rows)


@shared
def chart_squares(size: int) -> list[int]:
    return bits(int(st.CHART[size]))


@shared
def chart_cell(square: int, marks: tuple[Mark, ...]) -> Cell:
    return Cell(
        id=cell(square),
        x=square % st.SIDE + 0.5,
        y=square // st.SIDE + 0.5,
        name=LETTERS[square],
        label=LETTERS[square],
        marks=list(marks),
    )


@shared
def links(size: int) -> list[tuple[str, str]]:
    squares = chart_squares(size)
    return [
        (cell(square), cell(int(other)))
        for square in squares
        for other in st.NEIGHBOUR[square]
        if other > square and other in squares
    ]


ROW_NAMES = ["I", "II", "III", "IV", "V"]
OBJECTIVE_AT: list[int] = st.OBJECTIVE_AT.tolist()


def marks(view: st.State, seat: int, square: int, possible: int) -> list[Mark]:
    found = []
    objective = OBJECTIVE_AT[square]
    if objective >= 0:
        done = seat >= 0 and bool(view.completed[seat] >> objective & 1)
        label = objective_label(view, seat, objective, done)
        found.append(Mark("symbol", label, symbol="objective", filled=done))
    known = possible == 1 << square  # then the submarine is drawn there
    if possible >> square & 1 and not known:
        other = 1 - seat
        found.append(Mark("hatch", say("{who} may be here", who=player(other)), seat=other))
    for other in range(st.SEATS):
        if other != seat and view.sighted[other] == square and not view.over:
            found.append(sighting(other, view.turn - view.sighted_turn[other], known))
    return found


def objective_label(view: st.State, seat: int, objective: int, done: bool) -> str:
    label = say("an objective, completed") if done else say("an objective")
    for other in range(st.SEATS):
        if other != seat and view.reported[other] >> objective & 1:
            label = say("{objective}, reported by {who}", objective=label, who=player(other))
    return label


@shared
def sighting(other: int, age: int, known: bool) -> Mark:
    """Where the other was last revealed, so many turns ago."""
    who = player(other)
    if age:
        ago = "" if known else say("{turns} ago", turns=age)
        label = say.count(
            "{who} was revealed here, {n} turn ago",
            "{who} was revealed here, {n} turns ago",
            age,
            who=who,
        )
    else:
        ago = "" if known else say("now")
        label = say("{who} was revealed here, now", who=who)
    return Mark("ring", label, text=ago, seat=other, fade=min(1.0, age / 8))


def zones(view: st.State, seat: int) -> list[Zone]:
    return [
        *(hand_zone(other, other == seat) for other in range(st.SEATS)),
        Zone("lying", say("To be taken") if view.over else taker(view), "table"),
        Zone("played", say("Being played"), "table"),
    ]


@shared
def hand_zone(seat: int, mine: bool) -> Zone:
    label = say.to(mine, "Your hand", "{who}'s hand", who=player(seat))
    return Zone(f"hand:{seat}", label, "hand", seat=seat)


def taker(view: st.State) -> str:
    taker = view.actor if view.turn else view.first
    return say.to(
        view.viewer == taker,
        "You take this at the end of the turn",
        "{who} takes this at the end of the turn",
        who=player(taker),
    )


def submarines(view: st.State, seat: int) -> list[Piece]:
    squares = list(view.location)
    if seat >= 0 and not view.over and view.turn:
        found = bits(whereabouts(view, seat))
        squares[1 - seat] = found[0] if len(found) == 1 else st.OFF_GRID
    return [
        Piece(
            f"sub:{other}",
            cell(square),
            "token",
            say.to(other == seat, "your submarine", "{who}'s submarine", who=player(other)),
            symbol="submarine",
            seat=other,
        )
        for other, square in enumerate(squares)
        if square >= 0
    ]


@shared
def face(card: int, at: str, turned: bool = False, badge: str = "") -> Piece:
    halves = []
    for half in range(2):
        action = action_at(card, half)
        tag, tone = TAGS[int(st.TAG[action])]
        tag = say(tag) if tag else ""
        halves.append(Half(action_name(action), SYMBOLS[action], tag, tone, say(EFFECTS[action])))
    label = card_name(card)
    if turned:
        label = say("{card}, disabled", card=label)
    badges = [badge] if badge else []
    return Piece(card_id(card), at, "card", label, halves=halves, turned=turned, badges=badges)


@shared
def backs(at: str, count: int, turned: int = 0) -> list[Piece]:
    return [
        Piece(
            f"{at}:back:{i}",
            at,
            "card",
            say("a card, face down, disabled") if i < turned else say("a card, face down"),
            turned=i < turned,
        )
        for i in range(count)
    ]


def hands(view: st.State, seat: int) -> list[Piece]:
    pieces = []
    for owner in range(st.SEATS):
        if owner == seat or view.over:
            pieces += [
                face(card, f"hand:{owner}", bool(view.disabled[owner] >> card & 1))
                for card in bits(view.hand[owner])
            ]
        elif seat >= 0:
            pieces += adversary_hand(view, seat)
        else:
            pieces += backs(f"hand:{owner}", int(st.HAND[size(view)]), view.damaged[owner])
    return pieces


def adversary_hand(view: st.State, seat: int) -> list[Piece]:
    """Cards known to be theirs lie face up; which are disabled is shown only where certain."""
    at, known = f"hand:{1 - seat}", bits(view.theirs[seat])
    unsure, lying = facing_secret(view, seat), may_be_lying(view, seat)
    unknown = max(0, int(st.HAND[size(view)]) - len(known))
    suspects = sum(not view.fresh[seat] >> card & 1 for card in known)
    damaged = view.damaged[1 - seat]
    pieces = []
    for card in known:
        badge = on_table(lying == 1 << card) if lying >> card & 1 else ""
        fresh = view.fresh[seat] >> card & 1
        turned = not unsure and not fresh and damaged == suspects + unknown
        pieces.append(face(card, at, bool(turned), badge))
    surely = max(0, damaged - suspects)
    return pieces + backs(at, unknown, min(unknown, surely))


def on_table(surely: bool) -> str:
    """Of a card that is or may be the one lying face down."""
    return say("on the table") if surely else say("or on the table")


def table_cards(view: st.State, seat: int) -> list[Piece]:
    pieces = []
    if view.lying >= 0:
        pieces.append(face(view.lying, "lying", badge=used_for(view.lying_as)))
    else:
        badge = used_for(view.lying_as) if view.lying_as >= st.REPAIR else say("face down")
        label = say("a card, face down")
        pieces.append(Piece("lying:back:0", "lying", "card", label, badges=[badge]))
    if view.played >= 0:
        pieces.append(face(view.played, "played", badge=used_for(view.played_as)))
    return pieces


def used_for(action: int) -> str:
    if action == st.REPAIR:
        return say("a repair")
    if action == st.SET_UP:
        return say("set-up card")
    return say("for {action}", action=action_name(action))


def tallies(view: st.State, seat: int, who: int) -> list[Tally]:
    own = who == seat or bool(view.over)
    done = len(bits(view.completed[who] if own else view.reported[who]))
    label = say("objectives completed") if own else say("objectives reported openly")
    every = int(st.ALL_OBJECTIVES[size(view)]).bit_count()
    hand = int(st.HAND[size(view)])
    return [
        Tally(label, "objective", done, every),
        Tally(say("cards disabled"), "damage", view.damaged[who], hand),
    ]


# Prompts, labels and targets -----------------------------------------------------------------


def ask(view: st.State, seat: int) -> tuple[str, str]:
    """The prompt and its detail."""
    if view.over:
        return "", ""
    if seat != view.actor:
        return watching(view, seat)
    if view.question == st.CHOOSE_START:
        return say("Choose your starting square"), say("Your adversary will not see it.")
    if view.question == st.TAKE_STEP:
        return steps_left(view.played_as, view.steps_left), after_steps(view)
    if view.question == st.AIM:
        return say("TORPEDO: choose a direction"), say("It runs to the edge of the chart.")
    if view.question == st.START_TURN and can_report(view):
        return say("Report from here first, or play a card"), duties(view)
    return say("Play a card"), duties(view)


def watching(view: st.State, seat: int) -> tuple[str, str]:
    """What somebody else is asked."""
    who = player(view.actor)
    if view.question == st.CHOOSE_START:
        return say("{who} chooses a starting square", who=who), after_choosing(view, seat)
    prompt = say("{who} is to play", who=who)
    if view.tiny:
        return prompt, say("They play their card and take the one on the table.")
    return prompt, say("They play one of three cards and take the one on the table.")


def steps_left(action: int, steps: int) -> str:
    name = action_name(action)
    if steps == 1:
        return say("{action}: one step to take", action=name)
    return say("{action}: {steps} steps to take", action=name, steps=steps)


def after_choosing(view: st.State, seat: int) -> str:
    """What follows once the actor has chosen a starting square."""
    if seat < 0:
        return say("Neither player sees the other's choice.")
    if seat == view.first:
        return say("Then you have the first turn. You will not see their choice.")
    return say("Then you choose yours. Neither player sees the other's choice.")


def after_steps(view: st.State) -> str:
    """Will the square be revealed once the steps are taken?"""
    loud = view.played_as == st.MOVE_3
    heard = view.listened and st.TAG[view.played_as] != st.QUIET
    if loud or view.pinged or heard:
        return say("Only the square where you end will be revealed.")
    return say("Nobody sees where.")


def can_report(view: st.State) -> bool:
    objective = int(st.OBJECTIVE_AT[view.location[view.actor]])
    return objective >= 0 and not view.completed[view.actor] >> objective & 1


def duties(view: st.State) -> str:
    """What will have to be revealed this turn."""
    if view.pinged:
        return say("You were pinged: your square is revealed again at the end of this turn.")
    if view.listened:
        return say(
            "Your adversary listens: your square is revealed after any action that is not QUIET."
        )
    if view.damaged[view.actor]:
        return say("Playing a disabled card repairs it. A hit before all are repaired sinks you.")
    return say(
        "Use either half of it. Your adversary takes the card at the end of their next turn."
    )


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb == "station":
        return say("Start at {square}", square=LETTERS[number])
    if verb == "report":
        here = LETTERS[view.location[view.actor]]
        if view.pinged:
            return say("Report from {square}: your square is known already", square=here)
        return say("Report from {square}: this reveals your square", square=here)
    if verb in ("move", "use"):
        half = st.MOVEMENT if verb == "move" else st.UTILITY
        name = action_name(action_at(number, half))
        return say("{action} (card {card})", action=name, card=card_name(number))
    if verb == "repair":
        return say("Repair, playing {card}", card=card_name(number))
    square = LETTERS[int(st.NEIGHBOUR[view.location[view.actor]][number])]
    if verb == "step":
        return say(STEP[number], square=square)
    return say(FIRE[number])


STEP = say.know(
    *("Step north to {square}", "Step east to {square}"),
    *("Step south to {square}", "Step west to {square}"),
)
FIRE = say.know("Fire north", "Fire east", "Fire south", "Fire west")
"""[direction]"""


def targets(view: st.State, action: int) -> list[str]:
    verb, number = st.ACTIONS.parse(action)
    if verb == "station":
        return [cell(number)]
    if verb == "move":
        return [f"{card_id(number)}/{st.MOVEMENT}"]
    if verb == "use":
        return [f"{card_id(number)}/{st.UTILITY}"]
    if verb == "repair":
        return [card_id(number)]
    here = view.location[view.actor]
    if verb == "step":
        return [cell(int(st.NEIGHBOUR[here][number]))]
    if verb == "fire":
        return [cell(square) for square in beam(view, here, number)]
    return []


# Told lines ----------------------------------------------------------------------------------

STEPPED = say.know(
    *("You step north to **{square}**.", "You step east to **{square}**."),
    *("You step south to **{square}**.", "You step west to **{square}**."),
)
YOU_FIRED = say.know(
    *("You fire a **torpedo** north from {square}.", "You fire a **torpedo** east from {square}."),
    *("You fire a **torpedo** south from {square}.", "You fire a **torpedo** west from {square}."),
)
FIRED = say.know(
    "{who} fires a **torpedo** north from {square}.",
    "{who} fires a **torpedo** east from {square}.",
    "{who} fires a **torpedo** south from {square}.",
    "{who} fires a **torpedo** west from {square}.",
)
"""[direction]"""


def tell(view: st.State, event: Event) -> Told | None:
    """One event as a line for the viewer."""
    kind = st.EVENTS[event.kind]
    if kind == "ended":
        return Told(ended(view, event), None)
    return Told(told(view, event, kind), event.who, cues(view, event, kind))


def cues(view: st.State, event: Event, kind: str) -> list[Cue]:
    who, at = event.who, cell(event.a) if 0 <= event.a < st.SQUARES else ""
    if kind == "revealed":
        return [Cue("pulse", at, seat=who, moment="ring-ping")]
    if kind == "fired":
        line_of_fire = beam(view, event.a, event.b)
        far = line_of_fire[0] if event.b in (st.NORTH, st.WEST) else line_of_fire[-1]
        return [Cue("run", at, cell(far), who, "shot-torpedo")]
    if kind == "hit":
        return [Cue("strike", place_of(view, who), seat=who, moment="burst-hit")]
    if kind == "unharmed":
        return [Cue("pulse", place_of(view, who), seat=who, moment="burst-miss")]
    if kind == "reported":
        return [Cue("done", at, seat=who, moment="capture-lighthouse")]
    if kind == "encrypted":
        return [Cue("done", at, seat=who, moment="reveal-encrypt")]
    if kind == "played":
        return [Cue("carry", f"hand:{who}", "played", who)]
    if kind == "took":
        return [Cue("carry", "lying", f"hand:{who}", who)]
    return []


def place_of(view: st.State, seat: int) -> str:
    """The player's square, as far as the viewer knows it; otherwise their hand stands for them."""
    square = view.location[seat]
    return cell(square) if square != st.OFF_GRID else f"hand:{seat}"


def told(view: st.State, event: Event, kind: str) -> str:
    me, who = view.viewer == event.who, player(event.who)
    square = LETTERS[event.a] if 0 <= event.a < st.SQUARES else ""
    if kind == "goes-first":
        return say.to(me, "You go first.", "{who} goes first.", who=who)
    if kind == "dealt":
        return say("You are dealt {card}.", card=card_name(event.a))
    if kind == "stationed":
        if me:
            return say("You start at **{square}**.", square=square)
        return say("{who} has chosen a starting square.", who=who)
    if kind == "played":
        return played(event, me, who)
    if kind == "stepped":
        return say(STEPPED[event.b], square=square)
    if kind == "revealed":
        return say.to(
            me,
            "You are revealed at **{square}**.",
            "{who} is revealed at **{square}**.",
            who=who,
            square=square,
        )
    if kind == "silent":
        return say.to(me, "You give nothing away.", "{who} gives nothing away.", who=who)
    if kind == "fired":
        return say((YOU_FIRED if me else FIRED)[event.b], who=who, square=square)
    if kind == "unharmed":
        return say.to(me, "You take no damage.", "{who} takes no damage.", who=who)
    if kind == "hit":
        if view.over:
            return say.to(me, "You are **hit**.", "{who} is **hit**.", who=who)
        return say.to(
            me,
            "You are **hit**: two cards are disabled.",
            "{who} is **hit**: two cards are disabled.",
            who=who,
        )
    if kind == "disabled":
        return say("You lose the use of {card} until repaired.", card=card_name(event.a))
    if kind == "reported":
        return say.to(
            me,
            "You **report**: objective **{square}** is complete.",
            "{who} **reports**: objective **{square}** is complete.",
            who=who,
            square=square,
        )
    if kind == "encrypted":
        return encrypted(square, bool(event.b))
    return took(event, me, who)


def played(event: Event, me: bool, who: str) -> str:
    if event.b == st.REPAIR:
        if not me:
            return say("{who} is **repairing**.", who=who)
        if event.a < 0:
            return say("You **repair**.")
        return say("You **repair**, playing {card}.", card=card_name(event.a))
    if event.b == st.UNKNOWN:
        return say("{who} plays a card face down.", who=who)
    said = {"who": who, "action": action_name(event.b), "card": card_name(event.a)}
    if st.FACE_UP[event.b]:
        return say.to(
            me, "You play **{action}** ({card}).", "{who} plays **{action}** ({card}).", **said
        )
    return say.to(
        me,
        "You play **{action}** ({card}), face down.",
        "{who} plays **{action}** ({card}), face down.",
        **said,
    )


def encrypted(square: str, complete: bool) -> str:
    if complete:
        return say("You send an encrypted report from {square}: objective complete.", square=square)
    return say(
        "You send an encrypted report from {square}: there is nothing to complete.", square=square
    )


def took(event: Event, me: bool, who: str) -> str:
    if event.a < 0:
        if event.b == st.SET_UP:
            return say.to(me, "You take the set-up card.", "{who} takes the set-up card.", who=who)
        return say.to(
            me, "You take the card from the table.", "{who} takes the card from the table.", who=who
        )
    card = card_name(event.a)
    if me and event.b < st.REPAIR and not st.FACE_UP[event.b]:
        action = action_name(event.b)
        return say("You take {card}: it was played for **{action}**.", card=card, action=action)
    return say.to(me, "You take {card}.", "{who} takes {card}.", who=who, card=card)


def ending(view: st.State) -> str:
    return ended(view, next(e for e in map(unpack, view.event) if e.kind == st.ENDED))


def ended(view: st.State, event: Event) -> str:
    if event.who < 0:
        return say("A **draw**: the last turn is over and nobody has completed more objectives.")
    me, who = view.viewer == event.who, player(event.who)
    how = how_won(view, event)
    return say.to(me, "You **win**: {how}.", "{who} **wins**: {how}.", who=who, how=how)


def how_won(view: st.State, event: Event) -> str:
    if event.a == st.BY_SINKING:
        loser = 1 - event.who
        return say.to(view.viewer == loser, "you are sunk", "{who} is sunk", who=player(loser))
    if event.a == st.BY_LENGTH:
        return say("more objectives completed when the last turn was over")
    if view.tiny:
        return say("both objectives are complete")
    return say("all five objectives are complete")

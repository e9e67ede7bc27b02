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
from quarterdeck.games.ping import memory
from quarterdeck.games.ping import state as st

size, whereabouts = interpret(memory.size), interpret(memory.whereabouts)
facing_secret, may_be_lying = interpret(memory.facing_secret), interpret(memory.may_be_lying)

LETTERS = st.LETTERS
SYMBOLS = ("move1", "move2", "move3", "ping", "listen", "torpedo", "gun", "encrypt", "dive")
TAGS: dict[int, tuple[str, Tone]] = {
    st.QUIET: ("QUIET", "calm"),
    st.PLAIN: ("", "plain"),
    st.LOUD: ("LOUD", "danger"),
}
EFFECTS = (
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


@shared
def card_name(card: int) -> str:
    return " / ".join(st.ACTION_NAMES[action_at(card, half)] for half in range(2))


def card_id(card: int) -> str:
    return "card:" + card_name(card).lower().replace(" / ", "-").replace(" ", "")


def cell(square: int) -> str:
    return f"square:{LETTERS[square]}"


def beam(view: st.State, square: int, direction: int) -> list[int]:
    """The squares a torpedo runs over."""
    return bits(int(st.BEAM[square][direction] & st.CHART[size(view)]))


def name(view: st.State, seat: int) -> str:
    return "You" if view.viewer == seat else f"{{{seat}}}"


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
    return Board("grid", "The chart", "square", cells, links(size(view)), columns, rows)


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
        label = "an objective, completed" if done else "an objective"
        for other in range(st.SEATS):
            if other != seat and view.reported[other] >> objective & 1:
                label += f", reported by {{{other}}}"
        found.append(Mark("symbol", label, symbol="objective", filled=done))
    known = possible == 1 << square  # then the submarine is drawn there
    if possible >> square & 1 and not known:
        found.append(Mark("hatch", f"{{{1 - seat}}} may be here", seat=1 - seat))
    for other in range(st.SEATS):
        if other != seat and view.sighted[other] == square and not view.over:
            age = view.turn - view.sighted_turn[other]
            ago = "" if known else f"{age} ago" if age else "now"
            when = "now" if not age else "1 turn ago" if age == 1 else f"{age} turns ago"
            label = f"{{{other}}} was revealed here, {when}"
            found.append(Mark("ring", label, text=ago, seat=other, fade=min(1.0, age / 8)))
    return found


def zones(view: st.State, seat: int) -> list[Zone]:
    hands = [
        Zone(
            f"hand:{other}",
            "Your hand" if other == seat else f"{{{other}}}'s hand",
            "hand",
            seat=other,
        )
        for other in range(st.SEATS)
    ]
    return [
        *hands,
        Zone("lying", "To be taken" if view.over else taker(view), "table"),
        Zone("played", "Being played", "table"),
    ]


def taker(view: st.State) -> str:
    taker = view.actor if view.turn else view.first
    who = "You take" if view.viewer == taker else f"{{{taker}}} takes"
    return f"{who} this at the end of the turn"


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
            "your submarine" if other == seat else f"{{{other}}}'s submarine",
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
        halves.append(Half(st.ACTION_NAMES[action], SYMBOLS[action], tag, tone, EFFECTS[action]))
    label = card_name(card) + (", disabled" if turned else "")
    badges = [badge] if badge else []
    return Piece(card_id(card), at, "card", label, halves=halves, turned=turned, badges=badges)


@shared
def backs(at: str, count: int, turned: int = 0) -> list[Piece]:
    return [
        Piece(
            f"{at}:back:{i}",
            at,
            "card",
            "a card, face down, disabled" if i < turned else "a card, face down",
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


ON_TABLE, OR_ON_TABLE = "on the table", "or on the table"


def adversary_hand(view: st.State, seat: int) -> list[Piece]:
    """Cards known to be theirs lie face up; which are disabled is shown only where certain."""
    at, known = f"hand:{1 - seat}", bits(view.theirs[seat])
    unsure, lying = facing_secret(view, seat), may_be_lying(view, seat)
    unknown = max(0, int(st.HAND[size(view)]) - len(known))
    suspects = sum(not view.fresh[seat] >> card & 1 for card in known)
    damaged = view.damaged[1 - seat]
    pieces = []
    for card in known:
        badge = "" if not lying >> card & 1 else ON_TABLE if lying == 1 << card else OR_ON_TABLE
        fresh = view.fresh[seat] >> card & 1
        turned = not unsure and not fresh and damaged == suspects + unknown
        pieces.append(face(card, at, bool(turned), badge))
    surely = max(0, damaged - suspects)
    return pieces + backs(at, unknown, min(unknown, surely))


def table_cards(view: st.State, seat: int) -> list[Piece]:
    pieces = []
    if view.lying >= 0:
        pieces.append(face(view.lying, "lying", badge=used_for(view.lying_as)))
    else:
        badge = used_for(view.lying_as) if view.lying_as >= st.REPAIR else "face down"
        pieces.append(Piece("lying:back:0", "lying", "card", "a card, face down", badges=[badge]))
    if view.played >= 0:
        pieces.append(face(view.played, "played", badge=used_for(view.played_as)))
    return pieces


def used_for(action: int) -> str:
    if action == st.REPAIR:
        return "a repair"
    if action == st.SET_UP:
        return "set-up card"
    return f"for {st.ACTION_NAMES[action]}"


def tallies(view: st.State, seat: int, who: int) -> list[Tally]:
    own = who == seat or bool(view.over)
    done = len(bits(view.completed[who] if own else view.reported[who]))
    label = "objectives completed" if own else "objectives reported openly"
    every = int(st.ALL_OBJECTIVES[size(view)]).bit_count()
    found = [Tally(label, "objective", done, every)]
    if view.damaged[who]:
        hand = int(st.HAND[size(view)])
        found.append(Tally("cards disabled", "damage", view.damaged[who], hand))
    return found


# Prompts, labels and targets -----------------------------------------------------------------


def ask(view: st.State, seat: int) -> tuple[str, str]:
    """The prompt and its detail."""
    if view.over:
        return "", ""
    if seat != view.actor:
        who = f"{{{view.actor}}}"
        if view.question == st.CHOOSE_START:
            return f"{who} chooses a starting square", after_choosing(view, seat)
        which = "their card" if view.tiny else "one of three cards"
        return f"{who} is to play", f"They play {which} and take the one on the table."
    if view.question == st.CHOOSE_START:
        return "Choose your starting square", "Your adversary will not see it."
    if view.question == st.TAKE_STEP:
        more = "one step" if view.steps_left == 1 else f"{view.steps_left} steps"
        return f"{st.ACTION_NAMES[view.played_as]}: {more} to take", after_steps(view)
    if view.question == st.AIM:
        return "TORPEDO: choose a direction", "It runs to the edge of the chart."
    if view.question == st.START_TURN and can_report(view):
        return "Report from here first, or play a card", duties(view)
    return "Play a card", duties(view)


def after_choosing(view: st.State, seat: int) -> str:
    """What follows once the actor has chosen a starting square."""
    if seat < 0:
        return "Neither player sees the other's choice."
    if seat == view.first:
        return "Then you have the first turn. You will not see their choice."
    return "Then you choose yours. Neither player sees the other's choice."


def after_steps(view: st.State) -> str:
    """Will the square be revealed once the steps are taken?"""
    loud = view.played_as == st.MOVE_3
    heard = view.listened and st.TAG[view.played_as] != st.QUIET
    if loud or view.pinged or heard:
        return "Only the square where you end will be revealed."
    return "Nobody sees where."


def can_report(view: st.State) -> bool:
    objective = int(st.OBJECTIVE_AT[view.location[view.actor]])
    return objective >= 0 and not view.completed[view.actor] >> objective & 1


def duties(view: st.State) -> str:
    """What will have to be revealed this turn."""
    if view.pinged:
        return "You were pinged: your square is revealed again at the end of this turn."
    if view.listened:
        return "Your adversary listens: your square is revealed after any action that is not QUIET."
    if view.damaged[view.actor]:
        return "Playing a disabled card repairs it. A hit before all are repaired sinks you."
    return "Use either half of it. Your adversary takes the card at the end of their next turn."


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb == "station":
        return f"Start at {LETTERS[number]}"
    if verb == "report":
        already = "your square is known already" if view.pinged else "this reveals your square"
        return f"Report from {LETTERS[view.location[view.actor]]}: {already}"
    if verb in ("move", "use"):
        half = st.MOVEMENT if verb == "move" else st.UTILITY
        return f"{st.ACTION_NAMES[action_at(number, half)]} (card {card_name(number)})"
    if verb == "repair":
        return f"Repair, playing {card_name(number)}"
    square = LETTERS[int(st.NEIGHBOUR[view.location[view.actor]][number])]
    if verb == "step":
        return f"Step {st.DIRECTIONS[number]} to {square}"
    return f"Fire {st.DIRECTIONS[number]}"


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


def tell(view: st.State, event: Event) -> Told | None:
    """One event as a line for the viewer."""
    me = view.viewer == event.who
    who = name(view, event.who) if event.who >= 0 else ""
    kind = st.EVENTS[event.kind]
    square = LETTERS[event.a] if 0 <= event.a < st.SQUARES else ""
    at = cell(event.a) if square else ""

    def line(yours: str, others: str, *cues: Cue) -> Told:
        return Told(f"You {yours}" if me else f"{who} {others}", event.who, list(cues))

    if kind == "goes-first":
        return line("go first.", "goes first.")
    if kind == "dealt":
        return line(f"are dealt {card_name(event.a)}.", "")
    if kind == "stationed":
        return line(f"start at **{square}**.", "has chosen a starting square.")
    if kind == "played":
        return played(event, me, who)
    if kind == "stepped":
        return line(f"step {st.DIRECTIONS[event.b]} to **{square}**.", "")
    if kind == "revealed":
        pulse = Cue("pulse", at, seat=event.who)
        return line(f"are revealed at **{square}**.", f"is revealed at **{square}**.", pulse)
    if kind == "silent":
        return line("give nothing away.", "gives nothing away.")
    if kind == "fired":
        line_of_fire = beam(view, event.a, event.b)
        far = line_of_fire[0] if event.b in (st.NORTH, st.WEST) else line_of_fire[-1]
        run = Cue("run", at, cell(far), seat=event.who)
        way = f"{st.DIRECTIONS[event.b]} from {square}."
        return line(f"fire a **torpedo** {way}", f"fires a **torpedo** {way}", run)
    if kind == "unharmed":
        return line("take no damage.", "takes no damage.")
    if kind == "hit":
        then = "." if view.over else ": two cards are disabled."
        return line(f"are **hit**{then}", f"is **hit**{then}")
    if kind == "disabled":
        return line(f"lose the use of {card_name(event.a)} until repaired.", "")
    if kind == "reported":
        cue = Cue("done", at, seat=event.who)
        return line(
            f"**report**: objective **{square}** is complete.",
            f"**reports**: objective **{square}** is complete.",
            cue,
        )
    if kind == "encrypted":
        done = "objective complete." if event.b else "there is nothing to complete."
        return line(f"send an encrypted report from {square}: {done}", "")
    if kind == "took":
        return took(event, me, who)
    return Told(ended(view, event), None)


def played(event: Event, me: bool, who: str) -> Told:
    cue = Cue("carry", f"hand:{event.who}", "played", event.who)
    if event.b == st.REPAIR:
        card = f", playing {card_name(event.a)}" if event.a >= 0 else ""
        text = f"You **repair**{card}." if me else f"{who} is **repairing**."
    elif event.b == st.UNKNOWN:
        text = f"{who} plays a card face down."
    else:
        down = "" if st.FACE_UP[event.b] else ", face down"
        verb = "play" if me else "plays"
        text = f"{who} {verb} **{st.ACTION_NAMES[event.b]}** ({card_name(event.a)}){down}."
    return Told(text, event.who, [cue])


def took(event: Event, me: bool, who: str) -> Told:
    cue = Cue("carry", "lying", f"hand:{event.who}", event.who)
    verb = "take" if me else "takes"
    if event.a < 0:
        card = "the set-up card" if event.b == st.SET_UP else "the card from the table"
        return Told(f"{who} {verb} {card}.", event.who, [cue])
    text = f"{who} {verb} {card_name(event.a)}"
    if me and event.b < st.REPAIR and not st.FACE_UP[event.b]:
        text += f": it was played for **{st.ACTION_NAMES[event.b]}**"
    return Told(text + ".", event.who, [cue])


def ending(view: st.State) -> str:
    return ended(view, next(e for e in map(unpack, view.event) if e.kind == st.ENDED))


def ended(view: st.State, event: Event) -> str:
    if event.who < 0:
        return "A **draw**: the last turn is over and nobody has completed more objectives."
    loser = "you are" if view.viewer == 1 - event.who else f"{{{1 - event.who}}} is"
    how = {
        st.BY_OBJECTIVES: f"{'both' if view.tiny else 'all five'} objectives are complete",
        st.BY_SINKING: f"{loser} sunk",
        st.BY_LENGTH: "more objectives completed when the last turn was over",
    }[event.a]
    verb = "win" if view.viewer == event.who else "wins"
    return f"{name(view, event.who)} **{verb}**: {how}."

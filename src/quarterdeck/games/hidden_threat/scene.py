"""Hidden Threat for people: two grids of cards, hands and piles, prompts and told lines."""

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
    Zone,
    shared,
)
from quarterdeck.engine.state import Event, unpack
from quarterdeck.games.hidden_threat import fleet
from quarterdeck.games.hidden_threat import state as st

hits_on = interpret(fleet.hits_on)
can_damage = interpret(fleet.can_damage)
places_for = interpret(fleet.targets)
stuck_kinds = interpret(fleet.stuck_kinds)
which_game = interpret(fleet.which_game)

SHIP_SYMBOLS = ("carrier", "battleship", "destroyer", "submarine", "pt-boat")
CARD_SYMBOLS = ("white", "red-1", "red-2", "red-4", "shield", "two", "draw")
USE_SYMBOLS = ("white", "red-1", "red-2", "red-4", "shield", "discard", "two", "repair", "draw")
CARD_IDS = ("white", "red1", "red2", "red4", "shield", "discard-two", "repair-draw")
HALVES = (
    (0,),
    (1,),
    (2,),
    (3,),
    (4,),
    (st.DISCARD_WHITES, st.PLAY_TWO),
    (st.REPAIR, st.DRAW_THREE),
)
EFFECTS = (
    "Turn up a face-down enemy card. Damages only a Submarine, unless your Destroyer is in play.",
    *(f"{pegs} on a face-up enemy ship, or on a ship that a search turns up."
      for pegs in ("One hit", "Two hits", "Four hits")),
    "Protect one of your face-up ships: two hits are needed to destroy the shield first.",
    "Discard one or more white peg cards; you draw more cards at the end of the turn.",
    "Play two more cards this turn.",
    "Remove one peg card from under one of your ships, then play another card.",
    "Draw three cards, then play one of those three.",
)  # fmt: skip
BEGINNERS_WHITE = "Turn up a face-down enemy card. It does no damage."
POWERS = (
    "reloads to seven cards",
    "adds a hit to each red peg card",
    "lets white pegs do damage",
    "is damaged by white pegs only",
    "removes a peg card each turn",
)


def bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def place_name(place: int) -> str:
    return "ABC"[place // st.COLUMNS] + str(place % st.COLUMNS + 1)


def cell(side: int, place: int) -> str:
    return f"grid{side}:{place_name(place)}"


def name(view: st.State, seat: int) -> str:
    return "You" if view.viewer == seat else f"{{{seat}}}"


def whose(view: st.State, seat: int) -> str:
    return "your" if view.viewer == seat else f"{{{seat}}}'s"


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def counted(count: int, things: str) -> str:
    return f"{count} {things}" if count != 1 else f"1 {things.removesuffix('s')}"


# The picture ---------------------------------------------------------------------------------


def draw(view: st.State) -> Picture:
    """What a seat (-1: a spectator) sees: the enemy's grid first, then its own."""
    seat, me = view.viewer, max(view.viewer, 0)
    prompt, detail = ask(view, seat)
    return Picture(
        prompt=prompt,
        detail=detail,
        boards=[grid(view, side) for side in (1 - me, me)],
        zones=[zone for side in (me, 1 - me) for zone in zones(view, side)],
        pieces=[piece for side in (1 - me, me) for piece in pieces(view, seat, side)],
        tallies=[tallies(view, who) for who in range(st.SEATS)],
    )


def grid(view: st.State, side: int) -> Board:
    own, down = whose(view, side), view.face_down[side]
    ships = {place: ship for ship, place in enumerate(view.place[side])}
    cells = []
    for place in bits(int(st.EVERY_PLACE[which_game(view)])):
        if down >> place & 1:
            cells.append(hidden_card(side, own, place, bool(view.over)))
        elif place in ships:
            on = marks(view, side, ships[place])
            cells.append(card_place(side, own, place, "shallow", tuple(on)))
        else:
            cells.append(missed_card(side, own, place))
    return Board(f"grid{side}", capital(f"{own} fleet"), "square", cells)


@shared
def card_place(side: int, whose: str, place: int, terrain: str, marks: tuple[Mark, ...]) -> Cell:
    name = place_name(place)
    x, y = place % st.COLUMNS + 0.5, place // st.COLUMNS + 0.5
    label = f"{name} in {whose} grid"
    return Cell(cell(side, place), x, y, name, label, terrain=terrain, marks=list(marks))


@shared
def hidden_card(side: int, whose: str, place: int, over: bool) -> Cell:
    mark = Mark("text", "face down", text="" if over else "?", seat=side, fade=0.2)
    return card_place(side, whose, place, "deep", (mark,))


@shared
def missed_card(side: int, whose: str, place: int) -> Cell:
    mark = Mark("text", "a miss", text="miss", seat=side, fade=0.6)
    return card_place(side, whose, place, "shallow", (mark,))


def marks(view: st.State, side: int, ship: int) -> list[Mark]:
    """What lies with a ship that was found."""
    if view.sunk[side] >> ship & 1:
        return [Mark("text", "sunk", text="sunk", seat=side)]
    found = []
    for peg in range(st.PEGS):
        for _ in range(view.under[side][ship][peg]):
            found.append(Mark("symbol", f"{st.CARD_NAMES[peg]} card", symbol=CARD_SYMBOLS[peg]))
    for on in view.on_shield[side][ship][: view.shields[side][ship]]:
        label = "a shield" + (f" with a {st.CARD_NAMES[on]} card on it" if on >= 0 else "")
        symbol = "shield-hit" if on >= 0 else "shield"
        found.append(Mark("symbol", label, symbol=symbol, filled=on < 0))
    hits, needed = hits_on(view, side, ship), int(st.HITS[ship])
    count = f"{hits} of {needed} hits"
    found.append(Mark("text", count, text=count, seat=side))
    return found


def zones(view: st.State, side: int) -> list[Zone]:
    own = capital(whose(view, side))
    yours = side == view.viewer
    found = [
        Zone(f"hand:{side}", f"{own} hand", "hand", side, None if yours else view.hand_size[side]),
        Zone(f"pile:{side}", f"{own} pile", "pile", side, view.pile_size[side]),
        Zone(f"discard:{side}", f"{own} discard", "supply", side),
    ]
    if view.depth and view.actor == side:
        found.append(Zone("playing", "In play", "table", side))
    return found


def pieces(view: st.State, seat: int, side: int) -> list[Piece]:
    found = []
    for ship in range(st.SHIPS):
        if view.place[side][ship] >= 0:
            found.append(token(view, side, ship))
    shown = side == seat or bool(view.over)
    for kind in range(st.KINDS):
        held = view.hand[side][kind] if shown else view.surely[side][kind]
        if held:
            badges = [f"×{held}"] if held > 1 else []
            found.append(face(view, side, kind, badges if shown else [*badges, "certain"]))
        if view.discard[side][kind]:
            count = view.discard[side][kind]
            label, at = f"{count} of {st.CARD_NAMES[kind]}", f"discard:{side}"
            found.append(Piece(f"{at}:{CARD_IDS[kind]}", at, "token", label,
                               symbol=CARD_SYMBOLS[kind], badges=[f"×{count}"]))  # fmt: skip
    if view.actor == side:
        for i, use in enumerate(view.power[: view.depth]):
            more = view.owed[i]
            badge = [f"{counted(more, 'plays')} left"] if more else []
            found.append(Piece(f"power:{i}", "playing", "card", st.USE_NAMES[use],
                               halves=[half(view, use)], badges=badge))  # fmt: skip
    return found


def token(view: st.State, side: int, ship: int) -> Piece:
    """A ship that was found; once it is sunk, its wreck."""
    sunk = view.sunk[side] >> ship & 1
    label = f"{whose(view, side)} {st.SHIP_NAMES[ship]}"
    if view.up[side] >> ship & 1 and not view.beginner:
        label += f", which {POWERS[ship]}"
    at, kind = cell(side, view.place[side][ship]), SHIP_SYMBOLS[ship]
    symbol = f"wreck-{kind}" if sunk else kind
    return Piece(f"ship:{side}:{kind}", at, "token", label, symbol=symbol, seat=side)


def card_id(side: int, kind: int) -> str:
    return f"card:{side}:{CARD_IDS[kind]}"


def face(view: st.State, side: int, kind: int, badges: list[str]) -> Piece:
    halves = [half(view, use) for use in HALVES[kind]]
    label = st.CARD_NAMES[kind]
    return Piece(card_id(side, kind), f"hand:{side}", "card", label, halves=halves, badges=badges)


def half(view: st.State, use: int) -> Half:
    effect = BEGINNERS_WHITE if view.beginner and use == st.WHITE else EFFECTS[use]
    return Half(st.USE_NAMES[use], USE_SYMBOLS[use], text=effect)


def tallies(view: st.State, who: int) -> list[Tally]:
    ships = int(st.ALL_SHIPS[which_game(view)]).bit_count()
    return [Tally("enemy ships sunk", "sunk", view.sunk[1 - who].bit_count(), ships)]


# Prompts, labels and targets -----------------------------------------------------------------


THEN_DRAW = "Then you draw back up."
TO_PLAY = (
    "Search with white, hit with red, or use a power card.",
    "Search with white or hit with red.",
)
"""[beginner]"""


def ask(view: st.State, seat: int) -> tuple[str, str]:
    """The prompt and its detail."""
    if view.over:
        return "", ""
    if seat != view.actor:
        return f"{{{view.actor}}} is to play", "They play a card, then draw back up."
    if view.question == st.AIM:
        return f"{st.USE_NAMES[view.chosen]}: choose where it goes", aiming(view)
    if view.question == st.COVER:
        return "Shield: choose a ship to protect", "Two hits will destroy the shield."
    if view.question == st.DISCARD:
        return "How many white peg cards do you discard?", plays_owed(view) or THEN_DRAW
    if view.question == st.REMOVE_PEG:
        if view.chosen == st.NONE:
            return "Your PT Boat removes a peg card: choose which", "Then you play a card."
        return "Repair: choose the peg card to remove", "Then you play another card."
    if view.question == st.PLAY_DRAWN:
        return "Play one of the three cards you drew", "The others stay in your hand."
    if view.question == st.PLAY_MORE:
        return "Play another card", plays_owed(view)
    if not playable(view):
        return "You cannot play any card: discard one", THEN_DRAW
    return "Play a card", f"{TO_PLAY[view.beginner]} {THEN_DRAW}"


def plays_owed(view: st.State) -> str:
    owed = sum(view.owed[: view.depth])
    return f"{counted(owed, 'plays')} still to make before you draw back up." if owed else ""


def aiming(view: st.State) -> str:
    """What the chosen peg card can do."""
    foe, places = 1 - view.actor, places_for(view, view.chosen)
    ships = [ship for ship in bits(view.up[foe]) if places >> view.place[foe][ship] & 1]
    harmed = [ship for ship in ships if does_harm(view, ship)]
    ways = ["turn up a face-down card"] if view.face_down[foe] else []
    if harmed:
        ways.append("hit the Submarine" if harmed == [st.SUBMARINE] else "hit a face-up ship")
    text = f"{capital(', or '.join(ways))}." if ways else ""
    warning = "Only white pegs damage the Submarine." if harmed != ships else ""
    return f"{text} {warning}".strip()


def does_harm(view: st.State, ship: int) -> bool:
    """Does the chosen peg card, played on this enemy ship, damage it or its shield?"""
    shielded = bool(view.shields[1 - view.actor][ship])
    return shielded or bool(can_damage(view, view.actor, ship, view.chosen))


def playable(view: st.State) -> bool:
    """Does the actor hold more than whites and shields that cannot be played?"""
    stuck = stuck_kinds(view, view.actor)
    hand = view.hand[view.actor]
    left = sum(hand) - (hand[st.WHITE] if stuck & st.NO_WHITES else 0)
    return left - (hand[st.SHIELD] if stuck & st.NO_SHIELDS else 0) > 0


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb == "play":
        name = st.USE_NAMES[number]  # the name of a power already says what is done
        return name if number > st.USE_SHIELD else f"Play {name}"
    if verb == "aim":
        return aim_label(view, number)
    if verb == "cover":
        return f"Shield the {st.SHIP_NAMES[number]}"
    if verb == "remove":
        ship, peg = divmod(number, st.PEGS)
        return f"Remove a {st.CARD_NAMES[peg]} card from the {st.SHIP_NAMES[ship]}"
    if verb == "discard":
        return f"Discard {counted(number + 1, 'white peg cards')}"
    return f"Discard a {st.CARD_NAMES[number]} card"


def aim_label(view: st.State, place: int) -> str:
    foe, name = 1 - view.actor, place_name(place)
    for ship in bits(view.up[foe]):
        if view.place[foe][ship] == place:
            there = f"{st.SHIP_NAMES[ship]} at {name}"
            if not does_harm(view, ship):
                return f"Waste it on the {there}: no damage"
            return f"Hit the {'shield of the ' if view.shields[foe][ship] else ''}{there}"
    return f"Search {name}"


def targets(view: st.State, action: int) -> list[str]:
    verb, number = st.ACTIONS.parse(action)
    me = view.actor
    if verb == "play":
        kind = int(st.CARD_FOR[number])
        whole = card_id(me, kind)
        return [f"{whole}/{HALVES[kind].index(number)}"] if len(HALVES[kind]) > 1 else [whole]
    if verb == "aim":
        return [cell(1 - me, number)]
    if verb == "cover":
        return [cell(me, view.place[me][number])]
    if verb == "remove":
        return [cell(me, view.place[me][number // st.PEGS])]
    return [card_id(me, number)] if verb == "give-up" else []


# Told lines ----------------------------------------------------------------------------------


def tell(view: st.State, event: Event) -> Told | None:
    """One event as a line for the viewer."""
    kind, me = st.EVENTS[event.kind], view.viewer == event.who
    if kind == "ended":
        return Told(ended(view, event), event.who if event.who >= 0 else None)
    who, foe = name(view, event.who), 1 - event.who
    own, theirs = whose(view, event.who), whose(view, foe)
    cues: list[Cue] = []

    def line(yours: str, others: str) -> Told:
        return Told(f"{who} {yours if me else others}", event.who, cues)

    if kind in ("hit", "hit-shield", "wasted"):
        peg, ship = st.CARD_NAMES[event.a], st.SHIP_NAMES[event.b]
        cues.append(Cue("strike", cell(foe, view.place[foe][event.b]), seat=event.who))
        if kind == "hit":
            end = f"{theirs} **{ship}** with a {peg}: {event.c} of {st.HITS[event.b]} hits."
            return line(f"hit {end}", f"hits {end}")
        if kind == "wasted":
            end = f"a {peg} on {theirs} **{ship}**: only white pegs damage it."
            return line(f"waste {end}", f"wastes {end}")
        return line(f"hit the shield of {theirs} {ship}.", f"hits the shield of {theirs} {ship}.")
    if kind == "searched":
        found = f"**{st.SHIP_NAMES[event.c]}**" if event.c >= 0 else "a miss"
        end = f"{place_name(event.b)} with a {st.CARD_NAMES[event.a]}: {found}."
        cues.append(Cue("pulse", cell(foe, event.b), seat=event.who))
        return line(f"search {end}", f"searches {end}")
    if kind == "sunk":
        cues.append(Cue("done", cell(event.who, view.place[event.who][event.a]), seat=event.who))
        return Told(f"{capital(own)} **{st.SHIP_NAMES[event.a]} is sunk**.", event.who, cues)
    if kind == "shield-gone":
        return Told(f"The shield of {own} {st.SHIP_NAMES[event.a]} is gone.", event.who)
    if kind == "removed":
        by = "the PT Boat removes" if event.c else "a repair removes"
        text = f"{by} a {st.CARD_NAMES[event.b]} from {own} {st.SHIP_NAMES[event.a]}."
        return Told(capital(text), event.who)
    if kind == "drew":
        packed = event.a | event.b << 12 | event.c << 24
        cards = [(packed >> 4 * k & 15, st.CARD_NAMES[k]) for k in range(st.KINDS)]
        return line("draw " + ", ".join(f"{n} × {c}" for n, c in cards if n) + ".", "")
    if kind == "drew-unseen":
        return line("", f"draws {counted(event.a, 'cards')}.")
    return line(*plain_words(event, kind, own))


def plain_words(event: Event, kind: str, own: str) -> tuple[str, str]:
    """What a player did, as told to that player and to others."""
    if kind == "goes-first":
        return "go first.", "goes first."
    if kind == "reshuffled":
        return "shuffle the discard pile.", f"shuffles the discard pile of {event.a} cards."
    if kind == "whites-gone":
        end = f"{counted(event.a, 'white peg cards')} in play along with the Destroyer."
        return f"lose {end}", f"loses {end}"
    if kind == "covered":
        end = f"a **shield** on {own} {st.SHIP_NAMES[event.a]}."
        return f"place {end}", end.replace("a **shield**", "places a **shield**").replace(
            own, "the"
        )
    if kind == "discarded":
        end = f"{counted(event.a, 'white peg cards')}."
        return f"discard {end}", f"discards {end}"
    if kind == "power":
        return f"play **{st.USE_NAMES[event.a]}**.", f"plays **{st.USE_NAMES[event.a]}**."
    if kind == "gave-up":
        end = f"a {st.CARD_NAMES[event.a]}: no card can be played."
        return f"discard {end}", f"discards {end}"
    end = "play none of the three cards." if event.a else "play no more cards."
    return f"can {end}", f"can {end}"


def ending(view: st.State) -> str:
    return ended(view, next(e for e in map(unpack, view.event) if e.kind == st.ENDED))


def ended(view: st.State, event: Event) -> str:
    if event.who < 0:
        return "A **draw**: the last turn is over and nobody is ahead."
    every = "both" if view.tiny else "all five"
    how = (f"{every} enemy ships are sunk", "more ships sunk when the last turn was over",
           "more hits when the last turn was over")[event.a]  # fmt: skip
    verb = "win" if view.viewer == event.who else "wins"
    return f"{name(view, event.who)} **{verb}**: {how}."

"""Zerpang! as a picture: the board and its pawns, Home Bases, piles, players and the fight."""

from __future__ import annotations

from math import sqrt

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import (
    Board,
    Cell,
    Contest,
    Mark,
    Piece,
    Side,
    Tally,
    Zone,
)
from quarterdeck.games.zerpang import board, combat
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.classes import ninja
from quarterdeck.games.zerpang.words import (
    CLASS_SYMBOLS,
    COORDINATES,
    PLATES,
    ROWS,
    SPECIAL,
    capital,
    cell,
    does,
    keeper,
    kind,
    owner,
    pawn,
    piece_name,
    some,
    whose,
    you,
)

owned_at = interpret(board.owned_at)
stands_on = interpret(ninja.stands_on)
rating = interpret(combat.rating)
XS, HOUSES = list(tb.X_SPACES), list(tb.HOUSE_SPACES)
TRIANGLES = (0b010101, 0b101010)
ahead = interpret(combat.ahead)

TERRAINS = ("sea", "treasure", "x", "house", "gate", "zone-even")
SYMBOLS = {tb.TREASURE: "treasure", tb.X_MARK: "x", tb.GREAT_HOUSE: "house"}
SPOKEN = {tb.TREASURE: "the treasure", tb.X_MARK: "an X", tb.GREAT_HOUSE: "a Great House"}
NAMES = {**SPECIAL, **{zone[0]: f"Z{i}" for i, zone in enumerate(tb.ZONE_SPACES)}}
"""Drawn on the board: what wins, and each zone once, in its middle."""

GOALS = (
    "Great Houses of a triangle",
    "Xs of a triangle",
    "pieces with two rings",
    "pieces uploaded",
    "pieces on a line",
    "captives that count",
    "sixths of the time Elves need",
)

# The board -----------------------------------------------------------------------------------


def island(view: st.State) -> Board:
    cells = [
        Cell(
            cell(space),
            *spot(space),
            name=NAMES.get(space, ""),
            label=spoken(view, space),
            terrain=terrain(view, space),
            marks=marks(view, space),
        )
        for space in range(tb.SPACES)
    ]
    return Board("island", "The island", "hex", cells, rows=list(ROWS))


def spot(space: int) -> tuple[float, float]:
    """A space's middle, in cell widths."""
    q, r = tb.COORDINATES[space]
    return q + r / 2 + tb.RADIUS + 0.5, (r + tb.RADIUS) * sqrt(3) / 2 + 1 / sqrt(3)


def terrain(view: st.State, space: int) -> str:
    """Neighbouring zones touch, so they are told apart as even and odd; a Gate that nobody keeps
    is open sea."""
    if tb.TERRAIN[space] == tb.ZONE:
        return "zone-odd" if tb.ZONE_OF[space] % 2 else "zone-even"
    if tb.TERRAIN[space] == tb.GATE and keeper(view, space) == tb.NONE:
        return "sea"
    return TERRAINS[tb.TERRAIN[space]]


def spoken(view: st.State, space: int) -> str:
    code, ground, seat = COORDINATES[space], tb.TERRAIN[space], keeper(view, space)
    if ground in SPOKEN:
        return f"{SPECIAL[space]}, {SPOKEN[ground]}, {code}"
    if ground == tb.ZONE:
        return f"{code}, zone Z{tb.ZONE_OF[space]}"
    return code if seat == tb.NONE else f"{code}, {whose(view, seat)} Gate"


def marks(view: st.State, space: int) -> list[Mark]:
    """What a space is, where no piece covers it; a ring lying there; where the mover came from."""
    found, seat = [], keeper(view, space)
    if view.at[space] == tb.NONE and tb.TERRAIN[space] in SYMBOLS:
        found.append(Mark("symbol", "", symbol=SYMBOLS[tb.TERRAIN[space]]))
    if view.at[space] == tb.NONE and seat != tb.NONE:
        found.append(Mark("symbol", "", symbol="gate", seat=seat))
    if view.lying[space]:
        found.append(Mark("symbol", "an Infection Ring", symbol="ring", filled=True))
    if space in view.origin:
        mover = owner(view.chosen)
        found.append(Mark("hatch", "where the move began", seat=mover))
    return found


def pawns(view: st.State) -> list[Piece]:
    """The pieces on the board, and those the Aliens hold."""
    found = []
    for piece in range(view.seats * tb.PIECES_EACH):
        place = view.place[piece]
        if 0 <= place < tb.SPACES:
            found.append(token(view, piece, cell(place)))
        elif place == tb.ABDUCTED:
            alien = next(s for s in range(view.seats) if view.role[s] == tb.ALIEN)
            found.append(token(view, piece, f"home:{alien}"))
    return found


def token(view: st.State, piece: int, at: str) -> Piece:
    badges = states_of(view, piece)
    label = ", ".join([piece_name(view, piece), *badges])
    return Piece(pawn(piece), at, "token", label, plate(view, owner(piece)), owner(piece),
                 badges=badges)  # fmt: skip


def plate(view: st.State, seat: int) -> str:
    """The symbol of a seat's pieces: the class's mark on the seat's shape."""
    return f"{CLASS_SYMBOLS[view.role[seat]]}-{PLATES[seat]}"


def states_of(view: st.State, piece: int) -> list[str]:
    """What is worth knowing about a piece beside where it is."""
    found = []
    if piece in (view.aggressor, view.defender):
        found.append("attacks" if piece == view.aggressor else "defends")
    if view.rings[piece]:
        found.append(some(view.rings[piece], "ring"))
    if view.disoriented[piece]:
        found.append("dizzy")
    if view.place[piece] == tb.ABDUCTED:
        found.append("captive")
    return found


# Home Bases and piles ------------------------------------------------------------------------


def base(view: st.State, seat: int) -> Zone:
    """A Home Base, named by who lives there and as what."""
    return Zone(f"home:{seat}", f"{you(view, seat)} · {kind(view, seat)}", "supply", seat)


def at_home(view: st.State) -> list[Piece]:
    """Pieces waiting in their Home Bases, those with as many rings together; and the cloud."""
    found = []
    for seat in range(view.seats):
        if view.role[seat] in (tb.NONE, tb.ELF):
            continue
        at, own = f"home:{seat}", range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH)
        waiting = [view.rings[piece] for piece in own if view.place[piece] == tb.AT_HOME]
        for rings in sorted(set(waiting)):
            badges = [f"×{waiting.count(rings)}", *([some(rings, "ring")] if rings else [])]
            label = f"{waiting.count(rings)} at home" + (f", {badges[1]} each" if rings else "")
            found.append(Piece(f"{at}:{rings}", at, "token", label, plate(view, seat), seat,
                               badges=badges))  # fmt: skip
        uploaded = owned_at(view, seat, tb.UPLOADED)
        if uploaded:
            label = f"{uploaded} uploaded, {some(view.cloud, 'cloud point')} left this round"
            found.append(Piece("cloud", at, "token", label, "cloud", seat,
                               badges=[f"×{uploaded}", f"{view.cloud} left"]))  # fmt: skip
    return found


# Players -------------------------------------------------------------------------------------


def tallies(view: st.State, who: int) -> list[Tally]:
    role = view.role[who]
    if role == tb.NONE:
        return []
    count, needed = progress(view, who)
    label = f"{tb.CLASS_NAMES[role]}: {goal_name(view, role)}"
    return [Tally(label, CLASS_SYMBOLS[role], count, needed)]


def goal_name(view: st.State, role: int) -> str:
    if role == tb.ELF and view.patience:
        return "times the deck ran out"
    return GOALS[role].removesuffix(" of a triangle") if view.seats == 2 else GOALS[role]


def progress(view: st.State, seat: int) -> tuple[int, int]:
    """How far a seat has come, and how far it must."""
    role = view.role[seat]
    if role in (tb.NINJA, tb.PIRATE):
        held = stands_on(view, seat, HOUSES if role == tb.NINJA else XS)
        if view.seats == 2:
            return held.bit_count(), 6
        return max((held & corners).bit_count() for corners in TRIANGLES), 3
    if role == tb.GUNSLINGER:
        houses, xs = stands_on(view, seat, HOUSES), stands_on(view, seat, XS)
        lines = [1 << i | 1 << i + tb.LINES for i in range(tb.LINES)]
        return max((houses & line).bit_count() + (xs & line).bit_count() for line in lines), 4
    if role == tb.ZOMBIE:
        own = range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH)
        swarm = [p for p in own if view.rings[p] >= 2 and 0 <= view.place[p] < tb.SPACES]
        return min(len(swarm), 3), 3
    if role == tb.ROBOT:
        return owned_at(view, seat, tb.UPLOADED), tb.PIECES_EACH
    if role == tb.ALIEN:
        return captives_that_count(view), 4
    if view.patience:
        return min(view.exhausted, view.patience), view.patience
    return min(6 * view.turn // st.ELF_LIMIT, 6), 6


def captives_that_count(view: st.State) -> int:
    """Of the four an Alien needs, one must be of each opponent."""
    taken = [
        owned_at(view, seat, tb.ABDUCTED)
        for seat in range(view.seats)
        if view.role[seat] not in (tb.ALIEN, tb.ELF)
    ]
    owners, any_of = sum(count > 0 for count in taken), max(0, 4 - len(taken))
    return min(owners, 4) + min(sum(taken) - owners, any_of)


# The fight -----------------------------------------------------------------------------------


def fight(view: st.State) -> Contest | None:
    """Both ratings and how they came about."""
    if view.defender == tb.NONE:
        return None
    sides = [side(view, which) for which in (st.AGGRESSOR, st.DEFENDER)]
    return Contest("The fight", sides, standing(view))


def fighter(view: st.State, which: int) -> int:
    return view.defender if which == st.DEFENDER else view.aggressor


def side(view: st.State, which: int) -> Side:
    piece = fighter(view, which)
    seat, place = owner(piece), view.place[piece]
    on_gate = 0 <= place < tb.SPACES and keeper(view, place) == seat
    home = combat.GATE_BONUS if on_gate else 0
    doubled = view.gain[which] if view.resourceful >> which & 1 else 0
    parts = [
        (troops(view, which), view.base[which] - home),
        ("own Gate", home),
        ("cards and points", view.points[which]),
        ("Resourcefulness", doubled),
    ]
    label = f"{capital(piece_name(view, piece))} {('attacks', 'defends')[which]}"
    return Side(label, rating(view, which), seat, [parts[0], *(p for p in parts[1:] if p[1])])


def troops(view: st.State, which: int) -> str:
    """What the pieces of a side are called in its reckoning."""
    if view.honor:
        return "the fighter alone"
    if view.cannoneer >> which & 1:
        return "all pieces (Cannoneer)"
    zombie = view.role[owner(fighter(view, which))] == tb.ZOMBIE
    return "connected pieces and rings" if zombie else "connected pieces"


def standing(view: st.State) -> str:
    """Who is ahead, and what else holds."""
    seat = owner(fighter(view, ahead(view)))
    texts = [does(view, seat, "are ahead", "is ahead")]
    if rating(view, st.AGGRESSOR) == rating(view, st.DEFENDER):
        zombies = view.role[seat] == tb.ZOMBIE
        texts[0] += f": ties go to the {'Zombies' if zombies else 'Defender'}"
    if view.honor:
        texts.append("**Honor Bound**: one against one, nobody assists")
    for piece in (view.aggressor, view.defender):
        if view.disoriented[piece]:
            texts.append(capital(f"{piece_name(view, piece)} is dizzy and counts 0"))
    return ". ".join(texts) + "."

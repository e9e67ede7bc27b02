"""The board and the pieces on it, and the Home Bases around it."""

from __future__ import annotations

from math import sqrt

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import Board, Cell, Mark, Piece, Zone, shared
from quarterdeck.games.zerpang import board
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.words import (
    CLASS_SYMBOLS,
    COORDINATES,
    PLATES,
    ROWS,
    SPECIAL,
    cell,
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

TERRAINS = ("sea", "treasure", "x", "house", "gate", "zone-even")
SYMBOLS = {tb.TREASURE: "treasure", tb.X_MARK: "x", tb.GREAT_HOUSE: "house"}
SPOKEN = {tb.TREASURE: "the treasure", tb.X_MARK: "an X", tb.GREAT_HOUSE: "a Great House"}
NAMES = {**SPECIAL, **{zone[0]: f"Z{i}" for i, zone in enumerate(tb.ZONE_SPACES)}}
"""Written on the board: the spaces that win, and each zone once, in its middle."""

# The board -----------------------------------------------------------------------------------


def island(view: st.State) -> Board:
    gates = {space: keeper(view, space) for gates in tb.GATE_SPACES for space in gates}
    theirs = {seat: whose(view, seat) for seat in set(gates.values())}
    began = set(view.origin)
    cells = []
    for space, (on, ring) in enumerate(zip(view.at, view.lying, strict=True)):
        seat = gates.get(space, tb.NONE)
        mover = owner(view.chosen) if space in began else tb.NONE
        marks = marks_on(space, seat, on != tb.NONE, bool(ring), mover)
        cells.append(ground(space, seat, theirs.get(seat, ""), marks))
    return Board("island", "The island", "hex", cells, rows=list(ROWS))


def spot(space: int) -> tuple[float, float]:
    """A space's middle, in cell widths."""
    q, r = tb.COORDINATES[space]
    return q + r / 2 + tb.RADIUS + 0.5, (r + tb.RADIUS) * sqrt(3) / 2 + 1 / sqrt(3)


@shared
def ground(space: int, seat: int, whose: str, marks: tuple[Mark, ...]) -> Cell:
    """A space; `seat` is whose Gate it is."""
    return Cell(
        cell(space),
        *spot(space),
        name=NAMES.get(space, ""),
        label=spoken(space, seat, whose),
        terrain=terrain(space, seat),
        marks=list(marks),
    )


def terrain(space: int, seat: int) -> str:
    """Even and odd zones look different, because neighbours touch; an unused Gate is open sea."""
    if tb.TERRAIN[space] == tb.ZONE:
        return "zone-odd" if tb.ZONE_OF[space] % 2 else "zone-even"
    if tb.TERRAIN[space] == tb.GATE and seat == tb.NONE:
        return "sea"
    return TERRAINS[tb.TERRAIN[space]]


def spoken(space: int, seat: int, whose: str) -> str:
    code, ground = COORDINATES[space], tb.TERRAIN[space]
    if ground in SPOKEN:
        return f"{SPECIAL[space]}, {SPOKEN[ground]}, {code}"
    if ground == tb.ZONE:
        return f"{code}, zone Z{tb.ZONE_OF[space]}"
    return code if seat == tb.NONE else f"{code}, {whose} Gate"


@shared
def marks_on(space: int, seat: int, covered: bool, ring: bool, mover: int) -> tuple[Mark, ...]:
    """What a space is, unless a piece covers it; a ring lying there; where a move began."""
    found = []
    if not covered and tb.TERRAIN[space] in SYMBOLS:
        found.append(Mark("symbol", "", symbol=SYMBOLS[tb.TERRAIN[space]]))
    if not covered and seat != tb.NONE:
        found.append(Mark("symbol", "", symbol="gate", seat=seat))
    if ring:
        found.append(Mark("symbol", "an Infection Ring", symbol="ring", filled=True))
    if mover != tb.NONE:
        found.append(Mark("hatch", "where the move began", seat=mover))
    return tuple(found)


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
    """What is worth knowing about a piece besides where it is."""
    found = []
    if piece in (view.aggressor, view.defender):
        found.append("attacks" if piece == view.aggressor else "defends")
    if view.rings[piece]:
        found.append(some(view.rings[piece], "ring"))
    if view.disoriented[piece]:
        found.append("disoriented")
    if view.place[piece] == tb.ABDUCTED:
        found.append("captive")
    return found


# Home Bases and piles ------------------------------------------------------------------------


def base(view: st.State, seat: int) -> Zone:
    """A Home Base, named after its player and class."""
    return Zone(f"home:{seat}", f"{you(view, seat)} · {kind(view, seat)}", "supply", seat)


def at_home(view: st.State) -> list[Piece]:
    """Pieces waiting in their Home Bases, grouped by their rings; and the cloud."""
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

"""The board and the pieces on it, and the Home Bases around it."""

from __future__ import annotations

from math import sqrt

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import Board, Cell, Mark, Piece, Zone, shared
from quarterdeck.games.zerpang import board
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.names import (
    CLASS_SYMBOLS,
    COORDINATES,
    PLATES,
    ROWS,
    SPECIAL,
    cell,
    keeper,
    kind,
    name,
    number_of_rings,
    owner,
    pawn,
    piece_name,
)
from quarterdeck.games.zerpang.words import say

owned_at = interpret(board.owned_at)

TERRAINS = ("sea", "treasure", "x", "house", "gate", "zone-even")
SYMBOLS = {tb.TREASURE: "treasure", tb.X_MARK: "x", tb.GREAT_HOUSE: "house"}
SPOKEN = {
    tb.TREASURE: "{name}, the treasure, {space}",
    tb.X_MARK: "{name}, an X, {space}",
    tb.GREAT_HOUSE: "{name}, a Great House, {space}",
}
say.know(*SPOKEN.values())
NAMES = {**SPECIAL, **{zone[0]: f"Z{i}" for i, zone in enumerate(tb.ZONE_SPACES)}}
"""Written on the board: the spaces that win, and each zone once, in its middle."""

# The board -----------------------------------------------------------------------------------


def island(view: st.State) -> Board:
    gates = {space: keeper(view, space) for gates in tb.GATE_SPACES for space in gates}
    began = set(view.origin)
    cells = []
    for space, (on, ring) in enumerate(zip(view.at, view.lying, strict=True)):
        seat = gates.get(space, tb.NONE)
        mover = owner(view.chosen) if space in began else tb.NONE
        marks = marks_on(space, seat, on != tb.NONE, bool(ring), mover)
        cells.append(ground(space, seat, seat == view.viewer, marks))
    return Board("island", say("The island"), "hex", cells, rows=list(ROWS))


def spot(space: int) -> tuple[float, float]:
    """A space's middle, in cell widths."""
    q, r = tb.COORDINATES[space]
    return q + r / 2 + tb.RADIUS + 0.5, (r + tb.RADIUS) * sqrt(3) / 2 + 1 / sqrt(3)


@shared
def ground(space: int, seat: int, mine: bool, marks: tuple[Mark, ...]) -> Cell:
    """A space; `seat` is whose Gate it is, `mine` whether that is who looks."""
    return Cell(
        cell(space),
        *spot(space),
        name=NAMES.get(space, ""),
        label=spoken(space, seat, mine),
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


def spoken(space: int, seat: int, mine: bool) -> str:
    code, ground = COORDINATES[space], tb.TERRAIN[space]
    if ground in SPOKEN:
        return say(SPOKEN[ground], name=SPECIAL[space], space=code)
    if ground == tb.ZONE:
        return say("{space}, zone {zone}", space=code, zone=f"Z{tb.ZONE_OF[space]}")
    if seat == tb.NONE:
        return code
    return say.to(mine, "{space}, your Gate", "{space}, {who}'s Gate", space=code, who=name(seat))


@shared
def marks_on(space: int, seat: int, covered: bool, ring: bool, mover: int) -> tuple[Mark, ...]:
    """What a space is, unless a piece covers it; a ring lying there; where a move began."""
    found = []
    if not covered and tb.TERRAIN[space] in SYMBOLS:
        found.append(Mark("symbol", "", symbol=SYMBOLS[tb.TERRAIN[space]]))
    if not covered and seat != tb.NONE:
        found.append(Mark("symbol", "", symbol=f"gate-{PLATES[seat]}", seat=seat))
    if ring:
        found.append(Mark("symbol", say("an Infection Ring"), symbol="ring", filled=True))
    if mover != tb.NONE:
        found.append(Mark("hatch", say("where the move began"), seat=mover))
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
    return Piece(pawn(piece), at, "token", label, figure(view, owner(piece)), owner(piece),
                 badges=badges)  # fmt: skip


def figure(view: st.State, seat: int) -> str:
    """The symbol of a seat's pieces; clients put it on a plate in the seat's shape and colour."""
    return f"figure-{CLASS_SYMBOLS[view.role[seat]]}"


def states_of(view: st.State, piece: int) -> list[str]:
    """What is worth knowing about a piece besides where it is."""
    found = []
    if piece in (view.aggressor, view.defender):
        found.append(say("attacks") if piece == view.aggressor else say("defends"))
    if view.rings[piece]:
        found.append(number_of_rings(view.rings[piece]))
    if view.disoriented[piece]:
        found.append(say("disoriented"))
    if view.place[piece] == tb.ABDUCTED:
        found.append(say("captive"))
    return found


# Home Bases and piles ------------------------------------------------------------------------


def base(view: st.State, seat: int) -> Zone:
    """A Home Base, named after its player and class."""
    who = say("You") if seat == view.viewer else name(seat)
    return Zone(f"home:{seat}", f"{who} · {kind(view, seat)}", "supply", seat)


def at_home(view: st.State) -> list[Piece]:
    """Pieces waiting in their Home Bases, each player's as one; and the cloud."""
    found = []
    for seat in range(view.seats):
        if view.role[seat] in (tb.NONE, tb.ELF):
            continue
        at, own = f"home:{seat}", range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH)
        waiting = [view.rings[piece] for piece in own if view.place[piece] == tb.AT_HOME]
        if waiting:
            rings = [number_of_rings(sum(waiting))] if any(waiting) else []
            badges = [f"×{len(waiting)}", *rings]
            found.append(Piece(f"{at}:waiting", at, "token", who_waits(waiting), figure(view, seat),
                               seat, badges=badges))  # fmt: skip
        uploaded = owned_at(view, seat, tb.UPLOADED)
        if uploaded:
            left = say.count("{n} cloud point", "{n} cloud points", view.cloud)
            label = say("{n} uploaded, {points} left this round", n=uploaded, points=left)
            badges = [f"×{uploaded}", say("{n} left", n=view.cloud)]
            found.append(Piece("cloud", at, "token", label, "cloud", seat, badges=badges))
    return found


def who_waits(waiting: list[int]) -> str:
    """ "4 at home; 2 at home, 1 ring each": the pieces in a Home Base by their rings."""
    return "; ".join(alike(waiting.count(rings), rings) for rings in sorted(set(waiting)))


def alike(count: int, rings: int) -> str:
    if rings:
        return say("{n} at home, {rings} each", n=count, rings=number_of_rings(rings))
    return say("{n} at home", n=count)

"""The Ninja: Leap Across the Heavens, I Was Not Here to Fight, Dojo Domination."""

from typing import Any

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import may_enter, on_board, on_own_gate, transfer
from quarterdeck.games.zerpang.state import State

ALL_SIX = 0b111111


@rule
def list_leapers(s: State, actions: Row, count: int) -> int:
    """Pieces on their own Gates may leap."""
    for piece in range(s.actor * tb.PIECES_EACH, (s.actor + 1) * tb.PIECES_EACH):
        if on_board(s, piece) and on_own_gate(s, piece):
            actions[count] = st.DO_PIECE + piece
            count += 1
    return count


@rule
def list_landings(s: State, actions: Row) -> int:
    """A leap lands on any open space but a Great House."""
    count = 0
    for space in range(tb.SPACES):
        if tb.TERRAIN[space] != tb.GREAT_HOUSE and may_enter(s, s.actor, space):
            actions[count] = st.DO_SPACE + space
            count += 1
    return count


@rule
def leap(s: State) -> None:
    """The piece lands, and is disoriented until the Ninja's next turn."""
    start = s.place[s.chosen]
    transfer(s, s.chosen, s.target)
    s.disoriented[s.chosen] = 1
    emit(s, ALL, st.LEAPT, s.active, s.chosen, start, s.target)


@rule
def may_be_elsewhere(s: State, seat: int) -> bool:
    """A Ninja may say so who has played no card in this Combat Phase."""
    return s.role[seat] == tb.NINJA and not s.played >> seat & 1


@rule
def stands_on(s: State, seat: int, spaces: Any) -> int:
    """On which of six spaces the seat has a piece, a bit each."""
    mask = 0
    for i in range(6):
        piece = s.at[spaces[i]]
        if piece != tb.NONE and piece // tb.PIECES_EACH == seat:
            mask |= 1 << i
    return mask


@rule
def makes_triangle(s: State, mask: int) -> bool:
    """Every other one of six; with two players, all six."""
    if s.seats == 2:
        return mask == ALL_SIX
    return mask & 0b010101 == 0b010101 or mask & 0b101010 == 0b101010


@rule
def dominates_dojo(s: State, seat: int) -> bool:
    """A Ninja wins with three pieces in Great Houses, in a triangle."""
    return makes_triangle(s, stands_on(s, seat, tb.HOUSES))

"""The Elves: no pieces, no fights; they win by waiting."""

from quarterdeck.engine.rule import rule
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import seat_of
from quarterdeck.games.zerpang.state import State


@rule
def outlast(s: State) -> bool:
    """Have the Elves waited three hours, a minute per turn?"""
    by_turns = not s.patience and not s.live
    return by_turns and s.turn >= st.ELF_LIMIT and seat_of(s, tb.ELF) != tb.NONE


@rule
def outdraw(s: State) -> bool:
    """With the option `patience`: has the deck run out often enough?"""
    return s.patience > 0 and s.exhausted >= s.patience

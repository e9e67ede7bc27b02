"""The Gunslinger: Quick Draw, Extra Sleeves, Into the Sunset. (Sets are in paying.py.)"""

from quarterdeck.engine.rule import rule
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import owned_on_board
from quarterdeck.games.zerpang.classes.ninja import stands_on
from quarterdeck.games.zerpang.state import State


@rule
def hand_limit(s: State, seat: int) -> int:
    """Four cards (or five, by option) and one for every piece on the board."""
    return s.limit + owned_on_board(s, seat)


@rule
def rides_into_sunset(s: State, seat: int) -> bool:
    """A Gunslinger wins with a straight line: Great House, X, X, Great House."""
    line = stands_on(s, seat, tb.HOUSES) & stands_on(s, seat, tb.XS)
    for i in range(tb.LINES):
        if line >> i & 1 and line >> i + tb.LINES & 1:
            return True
    return False

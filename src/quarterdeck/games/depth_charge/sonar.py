"""Sonar: what a sounding charge hears. Each large table is read by just one rule, here."""

from quarterdeck.engine.rule import count_bits, rule
from quarterdeck.games.depth_charge import state as st
from quarterdeck.games.depth_charge.state import State


@rule
def size(s: State) -> int:
    """Which row of a lookup that has one for each size of the game."""
    return st.TINY if s.tiny else st.FULL


@rule
def frame(owner: int, square: int) -> int:
    """A square in an owner's frame, in which the owner's half is 32 to 63; also converts back."""
    return square if owner == st.NORTH else st.SQUARES - 1 - square


@rule
def behind(charge: int, square: int) -> int:
    """The squares that an obstacle on this one silences."""
    return st.BEHIND[charge][square]


@rule
def before(charge: int, bit: int) -> int:
    """The squares where a mine silences this one."""
    return st.BEFORE[charge][bit]


@rule
def ring(charge: int, distance: int) -> int:
    """The squares at a distance."""
    return st.RING[charge][distance]


@rule
def silenced(s: State, owner: int, charge: int, mines: int) -> int:
    """The squares of a half that cannot be heard, behind islands or these mines
    (DEPTH-CHARGE-25 to DEPTH-CHARGE-27). The charge square itself never blocks."""
    found = 0
    left = s.land[owner] | mines
    while left:
        bit = left & -left
        left ^= bit
        found |= behind(charge, st.HALF + count_bits(bit - 1))
    left = s.land[1 - owner]
    while left:
        bit = left & -left
        left ^= bit
        found |= behind(charge, st.HALF - 1 - count_bits(bit - 1))
    return found


@rule
def pings(s: State, owner: int, charge: int, mines: int) -> int:
    """The report: the distances of all mines heard, a bit each, so each once."""
    report = 0
    heard = mines & ~silenced(s, owner, charge, mines)
    while heard:
        bit = heard & -heard
        heard ^= bit
        report |= 1 << st.DISTANCE[charge][count_bits(bit - 1)]
    return report

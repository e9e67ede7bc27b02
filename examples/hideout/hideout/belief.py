"""What the seeker may believe: any possible hut. The hider knows all there is."""

from hideout.state import HIDER, NONE, SEEK, SEEKER, State
from quarterdeck.engine.record import Row
from quarterdeck.engine.rule import any_bit, rule


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Put the hider into one of the huts where he may be."""
    if seat == SEEKER and s.step == SEEK:
        s.hut[HIDER] = any_bit(rng, s.possible)


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Is the hider where he may be?"""
    if view.step != SEEK:
        return s.hut[HIDER] == NONE
    if seat == HIDER:
        return s.hut[HIDER] == view.hut[HIDER]
    return view.possible >> s.hut[HIDER] & 1 == 1

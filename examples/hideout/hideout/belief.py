"""What the seeker may believe: any possible hut. The hider knows all there is."""

from hideout.state import HIDER, NONE, SEEK, SEEKER, State
from quarterdeck.engine.rule import any_bit, rule
from quarterdeck.engine.state import Row


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Put the hider into one of the huts where he may be."""
    if seat == SEEKER and s.question == SEEK:
        s.hut[HIDER] = any_bit(rng, s.possible)


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Is the hider where he may be?"""
    if view.question != SEEK:
        return s.hut[HIDER] == NONE
    if seat == HIDER:
        return s.hut[HIDER] == view.hut[HIDER]
    return view.possible >> s.hut[HIDER] & 1 == 1

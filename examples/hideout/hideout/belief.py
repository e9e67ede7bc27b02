"""What the seeker may believe: any possible hut. The hider knows all there is."""

from hideout import state as st
from hideout.state import State
from quarterdeck.engine.rule import any_bit, rule
from quarterdeck.engine.state import Row


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Put the hider into one of the huts where he may be."""
    if seat == st.SEEKER and s.question == st.SEEK:
        s.hut[st.HIDER] = any_bit(rng, s.possible)


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Is the hider where he may be, and nothing half-chosen that the seat does not see?"""
    if s.row != view.row:
        return False
    if view.question != st.SEEK:
        return s.hut[st.HIDER] == st.NONE
    if seat == st.HIDER:
        return s.hut[st.HIDER] == view.hut[st.HIDER]
    return view.possible >> s.hut[st.HIDER] & 1 == 1

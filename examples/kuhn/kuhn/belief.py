"""What a player may believe: the other holds any card that is not in sight."""

from kuhn import state as st
from kuhn.rules import unseen
from kuhn.state import State
from quarterdeck.engine.rule import any_bit, rule
from quarterdeck.engine.state import Row


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Give the other a card."""
    if s.card[1 - seat] == st.NONE:
        s.card[1 - seat] = any_bit(rng, unseen(s))


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Is the other's card one that may be there, and one's own as it was seen?"""
    other = 1 - seat
    if s.card[seat] != view.card[seat]:
        return False
    if view.card[other] != st.NONE:
        return s.card[other] == view.card[other]
    return s.card[other] != st.NONE and unseen(view) >> s.card[other] & 1 == 1

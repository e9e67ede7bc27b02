"""What anybody who counts cards knows about a hand.

All plays and discards are public, so everybody knows which cards are in the hand or the draw pile.
When the pile is empty and the discard is reshuffled, they are all in the hand; and a player who
cannot play is known to hold only whites or shields that could not be played.
"""

from quarterdeck.engine.rule import rule
from quarterdeck.games.hidden_threat import state as st
from quarterdeck.games.hidden_threat.state import State


@rule
def is_stuck(stuck: int, kind: int) -> bool:
    """Is this kind of card in a set of unplayable kinds?"""
    return (kind == st.WHITE and stuck & st.NO_WHITES != 0) or (
        kind == st.SHIELD and stuck & st.NO_SHIELDS != 0
    )


@rule
def learn_drawn(s: State, seat: int, count: int) -> None:
    """Each of the cards drawn may be of any kind."""
    for stuck in range(st.STUCK_SETS):
        s.at_most[seat][stuck] += count


@rule
def learn_spent(s: State, seat: int, kind: int, was_drawn: bool) -> None:
    """A card left the hand; one of three just drawn is not one that was known before."""
    for stuck in range(st.STUCK_SETS):
        if not is_stuck(stuck, kind):
            s.at_most[seat][stuck] -= 1
    if s.surely[seat][kind] > 0 and not was_drawn:
        s.surely[seat][kind] -= 1


@rule
def learn_reshuffle(s: State, seat: int, drawn: int) -> None:
    """The pile is empty: what is neither discarded nor on the table is in the hand."""
    s.drawn_before = drawn
    for kind in range(st.KINDS):
        s.surely[seat][kind] = s.hand[seat][kind]
    for stuck in range(st.STUCK_SETS):
        outside = s.hand_size[seat]
        if stuck & st.NO_WHITES:
            outside -= s.hand[seat][st.WHITE]
        if stuck & st.NO_SHIELDS:
            outside -= s.hand[seat][st.SHIELD]
        s.at_most[seat][stuck] = outside


@rule
def learn_stuck(s: State, seat: int, stuck: int) -> None:
    """Nothing in the hand could be played: it holds these kinds only."""
    for wider in range(st.STUCK_SETS):
        if wider & stuck == stuck:
            s.at_most[seat][wider] = 0


@rule
def learn_drawn_stuck(s: State, seat: int, stuck: int) -> None:
    """None of the cards just drawn could be played."""
    for wider in range(st.STUCK_SETS):
        if wider & stuck == stuck:
            s.at_most[seat][wider] -= s.drawn_size - s.drawn_before

"""Six cards, two of each rank:

    0 1  jacks
    2 3  queens
    4 5  kings

rank = card // 2.
"""

from quarterdeck.engine.game import Actions
from quarterdeck.engine.state import Grid, Header, Row, everyone, i1, i2, judged, state

SEATS = 2
CARDS = 6
RANKS = 3
NONE = -1

ANTE = 1
RAISE_BY = (2, 4)  # by round
MOST_RAISES = 2  # in a round
ROUNDS = 2
LONGEST = 4  # a round: check, raise, raise, call
MOST_PAID = ANTE + MOST_RAISES * sum(RAISE_BY)

ACTIONS = Actions()
FOLD = ACTIONS.verb("fold")
CALL = ACTIONS.verb("call")
RAISE = ACTIONS.verb("raise")

EVENTS = ("dealt", "folded", "called", "raised", "turned", "shown")
DEALT, FOLDED, CALLED, RAISED, TURNED, SHOWN = range(6)  # a card, nothing, chips, chips, card, card


@state(events=4)
class State(Header):
    card: Row = judged(i1, SEATS, blank=NONE)
    """Each player's own, until the showdown; after a fold for ever."""
    public: int = everyone(i1, blank=NONE)
    """The card that both share, turned over between the rounds."""
    paid: Row = everyone(i1, SEATS)
    """What each has put into the pot."""
    round: int = everyone(i1)
    decisions: int = everyone(i1)
    """In this round."""
    raises: int = everyone(i1)
    """In this round."""
    betting: Grid = everyone(i1, ROUNDS, LONGEST, blank=NONE, memory=True)
    """What was done, by round: the rules do not need it, players remember it."""
    score: Row = everyone(i2, SEATS)
    """Chips won or lost."""

"""Three cards, one for each player and one that nobody sees: 0 jack, 1 queen, 2 king."""

from quarterdeck.engine.game import Actions
from quarterdeck.engine.state import Header, Row, everyone, i1, i2, judged, state

SEATS = 2
CARDS = 3
LONGEST = 3
NONE = -1

ACTIONS = Actions()
PASS = ACTIONS.verb("pass")
BET = ACTIONS.verb("bet")

EVENTS = ("dealt", "passed", "bet", "shown")
DEALT, PASSED, BETTED, SHOWN = range(4)  # a card or NONE; nothing; nothing; a card


@state(events=4)
class State(Header):
    card: Row = judged(i1, SEATS, blank=NONE)
    """Each player's own, until the showdown; after a fold for ever."""
    paid: Row = everyone(i1, SEATS)
    """What each has put into the pot."""
    betting: Row = everyone(i1, LONGEST, blank=NONE, memory=True)
    """What was done, in order."""
    score: Row = everyone(i2, SEATS)
    """Chips won or lost."""

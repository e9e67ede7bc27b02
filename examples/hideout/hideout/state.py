"""Four huts in two rows:

    0 1
    2 3

hut = 2 * row + column.
"""

from quarterdeck.engine.game import Actions
from quarterdeck.engine.state import Header, Row, everyone, i1, judged, option, own, state

HIDER, SEEKER = range(2)
HUTS = 4
NONE = -1

CHOOSE_ROW, CHOOSE_COLUMN, SEEK = range(3)

ACTIONS = Actions()
ROW = ACTIONS.verb("row", 2)
COLUMN = ACTIONS.verb("column", 2)
GUESS = ACTIONS.verb("guess", HUTS)

EVENTS = ("burnt", "hidden", "guessed")  # hut; hut or NONE; hut, whether in the right row
BURNT, HIDDEN, GUESSED = range(3)


@state(events=3)
class State(Header):
    guesses: int = option(i1, 2, 1, 3, "how many huts may be searched")

    burnt: int = everyone(i1)
    """The hut that nobody can hide in: chance decides."""
    row: int = judged(i1, blank=NONE)
    """Half-chosen: the hider's alone."""
    hut: Row = own(i1, 2, blank=NONE)
    """hut[HIDER]: where the hider is."""
    searched: int = everyone(i1)
    """A bit for each hut."""
    possible: int = everyone(i1, memory=True)
    """Huts where the hider may be, as far as the seeker can tell: both can work that out."""

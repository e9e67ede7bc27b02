"""Two seas of at most ten by ten cells: cell = 10 * row + column, however wide the sea is."""

from quarterdeck.engine.game import Actions
from quarterdeck.engine.state import Grid, Header, Row, everyone, i1, i2, option, own, state

SEATS = 2
SIDE = 10
CELLS = SIDE * SIDE
SIZES = (2, 3, 3, 4, 5)
SHIPS = len(SIZES)
NONE = -1

PLACE, SHOOT = range(2)

ACTIONS = Actions()
ACROSS = ACTIONS.verb("across", CELLS)
DOWN = ACTIONS.verb("down", CELLS)
SHOT = ACTIONS.verb("shot", CELLS)

UNKNOWN, WATER, HIT, SUNK = range(4)
"""What is known of a cell, and the answers to a shot."""

EVENTS = ("placed", "fired")  # ship, action or NONE; cell, answer
PLACED, FIRED = range(2)


@state(events=2)
class State(Header):
    width: int = option(i1, 10, 2, 10, "columns of a sea")
    height: int = option(i1, 10, 2, 10, "rows of a sea")
    ships: int = option(i1, 5, 1, 5, "ships of each player: the first of 2, 3, 3, 4 and 5 cells")
    shots: int = option(i1, 50, 1, 100, "shots of each player")
    repeats: int = option(i1, 1, 0, 1, "may a cell be shot at again?")

    ship: Grid = own(i1, SEATS, CELLS, blank=NONE)
    """The ship in each cell of a seat's sea."""
    left: Grid = own(i1, SEATS, SHIPS)
    """Cells of a seat's ships that have not been hit."""
    known: Grid = everyone(i1, SEATS, CELLS)
    """The last answer for each cell of a seat's sea."""
    sunk: Row = everyone(i1, SEATS)
    """How many ships each has lost."""
    target: Grid = everyone(i1, SEATS, CELLS, blank=NONE, memory=True)
    """The cells of a seat's sea that were shot at, in order,"""
    answer: Grid = everyone(i1, SEATS, CELLS, memory=True)
    """and what was said."""
    score: Row = everyone(i2, SEATS)
    """Ships sunk less ships lost."""

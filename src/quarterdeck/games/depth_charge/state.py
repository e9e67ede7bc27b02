"""Depth Charge's state, constants and tables: the lake, what each action is, who may see what.

    8  56 57 58 59 60 61 62 63      Squares in the order a1, b1 ... h8. South's half is 0 to 31,
    7  48 49 50 51 52 53 54 55      North's 32 to 63; South starts on a1, North on h8.
    .
    1   0  1  2  3  4  5  6  7      In its owner's *frame* every half looks like North's: South's is
        a  b  c  d  e  f  g  h      turned round (63 - square). Mask bit i is square 32 + i there.

A half has 32 squares, but bit 31 is its owner's starting corner, where neither mine nor island may
be: so masks keep within 31 bits.

A tiny game has only the squares c4 to f5, and land all around: see `TINY`.
"""

from quarterdeck.engine.game import Actions
from quarterdeck.engine.state import (
    Grid,
    Header,
    Row,
    everyone,
    i1,
    i4,
    lookup,
    nobody,
    option,
    own,
    state,
)

SEATS = 2
SOUTH, NORTH = range(SEATS)

FULL, TINY = range(2)
"""Lookups with two rows are for the game as printed, and for a tiny one that can be solved."""

# The lake ------------------------------------------------------------------------------------

SIDE = 8
SQUARES = SIDE * SIDE
HALF = SQUARES // 2
NO_SQUARE = -1
CORNER = HALF - 1
"""The bit of the owner's starting corner."""
WATER = ((range(SIDE), range(SIDE)), (range(2, 6), range(3, 5)))
"""[FULL or TINY]: the columns and rows of the lake."""
_TINY_HALF = [
    bit
    for bit in range(CORNER)
    if bit % SIDE in WATER[TINY][0] and (HALF + bit) // SIDE in WATER[TINY][1]
]
"""Its last square is the owner's starting corner."""
MINE_SQUARES = lookup([(1 << CORNER) - 1, sum(1 << bit for bit in _TINY_HALF[:-1])])
"""[FULL or TINY]: where a mine may lie: not on the owner's starting corner."""
LAND = lookup([0, (1 << CORNER) - 1 - sum(1 << bit for bit in _TINY_HALF)])
"""[FULL or TINY]: what is land from the start. No ping between two squares of a tiny lake passes
over any of it."""
START = lookup([[0, SQUARES - 1], [HALF - 1 - _TINY_HALF[-1], HALF + _TINY_HALF[-1]]])
"""[FULL or TINY][seat]"""

DIRECTIONS = (
    *("north", "east", "south", "west"),
    *("north-east", "south-east", "south-west", "north-west"),
)
"""A boat sails the first four ways; charges are dropped in all eight."""
WAYS, SAILING_WAYS = 8, 4
NO_WAY = -1
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


def square_name(square: int) -> str:
    return "abcdefgh"[square % SIDE] + str(square // SIDE + 1)


def _neighbour(square: int, way: int) -> int:
    row, column = square // SIDE + _STEPS[way][0], square % SIDE + _STEPS[way][1]
    return row * SIDE + column if row in range(SIDE) and column in range(SIDE) else NO_SQUARE


NEIGHBOUR = lookup([[_neighbour(square, way) for way in range(WAYS)] for square in range(SQUARES)])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def ping_path(charge: int, mine: int) -> list[int]:
    """The squares a ping enters on its way to a mine, the mine's own last: straight or diagonal if
    possible, else the longer way first, then across."""
    row, column = divmod(charge, SIDE)
    up, across = mine // SIDE - row, mine % SIDE - column
    if abs(up) == abs(across):
        legs = [(abs(up), _sign(up), _sign(across))]
    else:
        legs = sorted([(abs(up), _sign(up), 0), (abs(across), 0, _sign(across))], reverse=True)
    path = []
    for length, by_row, by_column in legs:
        for _ in range(length):
            row, column = row + by_row, column + by_column
            path.append(row * SIDE + column)
    return path


# Pings in the frame of the player who reports: [charge square][...], masks of that half. The paths
# from one square form a tree: the path to any square on a path is a prefix of it.
_PATHS = [[ping_path(charge, HALF + bit) for bit in range(CORNER)] for charge in range(SQUARES)]

MOST_DISTANCE = 13
"""Seven squares one way and six the other."""
DISTANCE = lookup([[len(path) for path in paths] for paths in _PATHS])
"""[charge][bit]: the squares counted to that mine."""
RING = lookup(
    [
        [
            sum(1 << bit for bit, path in enumerate(paths) if len(path) == distance)
            for distance in range(MOST_DISTANCE + 1)
        ]
        for paths in _PATHS
    ]
)
"""[charge][distance]: the squares at that distance."""
BEHIND = lookup(
    [
        [
            sum(1 << bit for bit, path in enumerate(paths) if square in path[:-1])
            for square in range(SQUARES)
        ]
        for paths in _PATHS
    ]
)
"""[charge][any square]: the squares that an obstacle there silences."""
BEFORE = lookup(
    [
        [sum(1 << q - HALF for q in path[:-1] if HALF <= q < SQUARES - 1) for path in paths]
        for paths in _PATHS
    ]
)
"""[charge][bit]: the squares where a mine silences that one."""

INLAND = sum(
    1 << bit
    for bit in range(CORNER)
    if 0 < bit % SIDE < SIDE - 1 and (HALF + bit) // SIDE < SIDE - 1
)
"""Where an island may be: not along the shore."""

# Questions, actions, events ------------------------------------------------------------------

MOST_MINES, MOST_ISLANDS = 7, 3
TINY_MINES = 1
MOST_TURNS = 200
MOST_STEPS = 3
MISSES_TO_LOSE = 2

PLACE_ISLAND, LAY_MINE, START_TURN, SAIL_ON, TURN_DONE = range(5)
"""`Header.question`; TURN_DONE is never asked: `act` passes the turn at once."""

ACTIONS = Actions()
# islands and mines by bit, in the owner's frame
DO_ISLAND = ACTIONS.verb("island", HALF)
DO_MINE = ACTIONS.verb("mine", HALF)
DO_STEP = ACTIONS.verb("sail", SAILING_WAYS)
DO_STOP = ACTIONS.verb("stop")
DO_SOUND = ACTIONS.verb("sound", WAYS)
DO_DROP = ACTIONS.verb("drop", WAYS)

EVENTS = (
    "island",  # whose half, square
    "laid",  # who, square: told only to that player
    "ready",  # who has laid all mines: told to the others
    "sailed",  # who, square, direction
    "stopped",  # who, square
    "sounded",  # who, square, the report's distances 0 to 6, and 7 to 13, a bit each
    "hit",  # who, square
    "missed",  # who, square, how many misses that makes
    "struck",  # who, square: sailed onto a mine
    "ended",  # who won or NOBODY, how
)
(ISLAND, LAID, READY, SAILED, STOPPED, SOUNDED, HIT, MISSED, STRUCK, ENDED) = range(10)
PART_BITS = 7
"""A report is told in two parts: an event's numbers have thirteen bits."""

NOBODY = -1
BY_CLEARING, BY_MISSES, BY_MINE, BY_LENGTH = range(1, 5)

# A turn's charge is remembered as one number: kind, square, distances reported.
NOTHING, SOUNDING, BLAST, DUD = range(4)
KIND_MASK, SQUARE_BIT, SQUARE_MASK, REPORT_BIT = 3, 2, 63, 8


@state(events=9)  # most: seven mines laid, one by one, and that they are laid: 8
class State(Header):
    """Masks are of one seat's half, in its frame; -1 means none."""

    mines: int = option(i1, 5, 3, MOST_MINES, "mines each (the rulebook says 5 to 7)")
    islands: int = option(i1, 2, 0, MOST_ISLANDS, "islands each")
    drift: int = option(i1, 0, 0, 1, "islands are placed at random")
    tiny: int = option(
        i1,
        0,
        0,
        12,
        "for study: turns of a tiny game, small enough to be solved (0: the real game)",
    )

    boat: Row = everyone(i1, SEATS, blank=NO_SQUARE)
    """Each boat's square: 0 is a1."""
    land: Row = everyone(i4, SEATS)
    """[half]: its islands."""
    mined: Row = own(i4, SEATS)
    """[owner]: the mines not destroyed."""
    left: Row = everyone(i1, SEATS)
    """How many mines are left: that much is public."""
    misses: Row = everyone(i1, SEATS)
    """Depth charges that hit nothing."""
    steps: int = everyone(i1)
    """How far the actor has sailed this turn,"""
    heading: int = everyone(i1, blank=NO_WAY)
    """and which way the last step went: back again would enter a square twice."""
    ending: int = everyone(i1)
    """How the game ended; 0: it has not."""

    # Memory: what a careful player writes down. All of it is public. It never affects the rules.
    clear: Row = everyone(i4, SEATS, memory=True)
    """[owner]: squares known to hold none of the mines left: sailed over, charged, or stopped on by
    the owner, who may not stop on a mine."""
    destroyed: Row = everyone(i4, SEATS, memory=True)
    """[owner]: where mines were destroyed."""
    log: Row = everyone(i4, MOST_TURNS, memory=True)
    """[turn - 1]: what was dropped, where, and the report. South's turns are the odd ones."""

    trail: Grid = nobody(i4, MOST_MINES, 2)
    """Work space of `imagine`, which may not allocate; blank at all other times."""

"""PING's state, constants and tables: the grid, the cards, what each action is.

A B C D E      25 squares in reading order, no Q; joined along rows and columns.
F G H I J      Objectives: A E M V Z.
K L M N O      Which letter is missing, the lines and the cards are reconstructed (RULES.md):
P R S T U      an owner of the printed game can correct them here, and nowhere else.
V W X Y Z

A tiny game has the 3x3 corner from A to M, four cards and a hand of one: see `TINY`.
"""

from quarterdeck.engine.game import Actions
from quarterdeck.engine.state import (
    Grid,
    Header,
    Row,
    everyone,
    i1,
    i2,
    i4,
    judged,
    lookup,
    option,
    own,
    players,
    state,
)

SEATS = 2

FULL, TINY = range(2)
"""Lookups with two rows are for the game as printed, and for a tiny one that can be solved."""
STARTERS = lookup([SEATS, 1])
"""[FULL or TINY]: from how many Player 1 is chosen."""

# The grid ------------------------------------------------------------------------------------

LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZ"
SIDE = 5
SQUARES = SIDE * SIDE
OFF_GRID = -1
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = ("north", "east", "south", "west")

OBJECTIVES = "AEMVZ"
ALL_OBJECTIVES = lookup([0b11111, 0b00101])
"""[FULL or TINY]: what wins. Two objectives lie in a tiny game's corner, A and M."""
# What a player may have encrypted, unknown to the other, is a set of objectives. A set of such sets
# is a mask of 32 bits. The last bit stays clear: a player who has encrypted all has won.
NOTHING = 1
"""The set of sets that holds only the empty set."""
LACKING = lookup([sum(1 << e for e in range(31) if not e >> o & 1) for o in range(len(OBJECTIVES))])
"""The sets without this objective."""
NOT_WON = lookup(
    [
        [sum(1 << e for e in range(31) if (e | done) & every != every) for done in range(32)]
        for every in (int(objectives) for objectives in ALL_OBJECTIVES)
    ]
)
"""[FULL or TINY][reported]: the sets that, with these objectives reported, are not all."""


def _neighbour(square: int, direction: int) -> int:
    row, column = divmod(square, SIDE)
    row += (-1, 0, 1, 0)[direction]
    column += (0, 1, 0, -1)[direction]
    return row * SIDE + column if row in range(SIDE) and column in range(SIDE) else OFF_GRID


def _beam(square: int, direction: int) -> int:
    """The squares from the next one to the edge, a bit each."""
    beam = 0
    while (square := _neighbour(square, direction)) != OFF_GRID:
        beam |= 1 << square
    return beam


def _reach(square: int, steps: int) -> int:
    squares = {square}
    for _ in range(steps):
        squares = {_neighbour(q, d) for q in squares for d in range(4)} - {OFF_GRID}
    return sum(1 << q for q in squares)


NEIGHBOUR = lookup([[_neighbour(q, d) for d in range(4)] for q in range(SQUARES)])
BEAM = lookup([[_beam(q, d) for d in range(4)] for q in range(SQUARES)])
AROUND = lookup(
    [
        (1 << q) + sum(1 << _neighbour(q, d) for d in range(4) if _neighbour(q, d) != OFF_GRID)
        for q in range(SQUARES)
    ]
)
REACH = lookup([[_reach(q, steps) for q in range(SQUARES)] for steps in range(4)])
"""[steps][square]: the squares that many steps away."""
OBJECTIVE_AT = lookup([OBJECTIVES.find(letter) for letter in LETTERS])
SQUARE_OF = lookup([LETTERS.index(letter) for letter in OBJECTIVES])
OBJECTIVE_SQUARES = sum(1 << LETTERS.index(letter) for letter in OBJECTIVES)

CHART = lookup([(1 << SQUARES) - 1, sum(1 << LETTERS.index(letter) for letter in "ABCFGHKLM")])
"""[FULL or TINY]: the squares there are."""
CHART_SIDE = lookup([SIDE, 3])
FIRST_COLUMN = sum(1 << (row * SIDE) for row in range(SIDE))
LAST_COLUMN = FIRST_COLUMN << (SIDE - 1)

# The cards -----------------------------------------------------------------------------------

MOVE_1, MOVE_2, MOVE_3, PING, LISTEN, TORPEDO, DECK_GUN, ENCRYPT, DIVE = range(9)
REPAIR = 9
"""A disabled card was played: no action."""
SET_UP = 10
"""The card that lay there at the start: nobody played it."""
UNKNOWN = -1

ACTION_NAMES = (
    *("MOVE 1", "MOVE 2", "MOVE 3", "PING", "LISTEN", "TORPEDO", "DECK GUN", "ENCRYPT", "DIVE"),
)
QUIET, PLAIN, LOUD = range(3)
TAG = lookup([QUIET, PLAIN, LOUD, LOUD, QUIET, LOUD, LOUD, PLAIN, QUIET])
FACE_UP = lookup([0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0])
STEPS = lookup([1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0])
SECRET_ACTIONS = lookup([MOVE_1, MOVE_2, ENCRYPT, DIVE])
"""What a card played face down may have been used for."""

MOVEMENT, UTILITY = range(2)
CARDS = lookup(
    [
        *((MOVE_1, action) for action in (PING, TORPEDO, DECK_GUN, ENCRYPT)),
        *((MOVE_2, action) for action in (PING, LISTEN, TORPEDO, DECK_GUN, ENCRYPT, DIVE)),
        *((MOVE_3, action) for action in (PING, LISTEN, TORPEDO, DECK_GUN, ENCRYPT, DIVE)),
    ]
)
CARD_COUNT = 16
ALL_CARDS = lookup([(1 << CARD_COUNT) - 1, 0b1111])
"""[FULL or TINY]: the cards that are dealt from; a tiny game's are those with MOVE 1."""
HAND = lookup([3, 1])
"""[FULL or TINY]"""
DAMAGE = 2
"""How many cards a hit disables; with no more than that enabled, it sinks."""
NO_CARD = -1

# Questions, actions, events ------------------------------------------------------------------

CHOOSE_START, START_TURN, TAKE_STEP, AIM, RESOLVE = range(5)
"""`Header.question`; RESOLVE is never asked: `act` carries it out at once."""

ACTIONS = Actions()
STATION = ACTIONS.verb("station", SQUARES)
DO_REPORT = ACTIONS.verb("report")
# these three in a row: see rules.action_of
DO_MOVE = ACTIONS.verb("move", CARD_COUNT)
DO_USE = ACTIONS.verb("use", CARD_COUNT)
DO_REPAIR = ACTIONS.verb("repair", CARD_COUNT)
DO_STEP = ACTIONS.verb("step", 4)
DO_FIRE = ACTIONS.verb("fire", 4)

EVENTS = (
    "goes-first",  # who
    "dealt",  # who, card
    "stationed",  # who, square or OFF_GRID
    "played",  # who, card or NO_CARD, action or UNKNOWN
    "stepped",  # who, square, direction
    "revealed",  # who, square
    "silent",  # who: answers LISTEN with nothing
    "fired",  # who, square, direction
    "unharmed",  # who: was shot at
    "hit",  # who
    "disabled",  # who, card
    "reported",  # who, square
    "encrypted",  # who, square, whether that completed an objective
    "took",  # who, card or NO_CARD, action it had been played as, or UNKNOWN
    "ended",  # who won or NOBODY, how
)
(GOES_FIRST, DEALT, STATIONED, PLAYED, STEPPED, REVEALED, SILENT, FIRED) = range(8)
(UNHARMED, WAS_HIT, DISABLED, REPORTED, ENCRYPTED, TOOK, ENDED) = range(8, 15)

NOBODY = -1
BY_OBJECTIVES, BY_SINKING, BY_LENGTH = range(3)


@state(events=12)  # most: a report and a torpedo that hits on the last turn, 11
class State(Header):
    """Cards and squares are bits of masks; -1 means none. `1 - actor` played the lying card."""

    limit: int = option(i2, 100, 20, 100, "turn limit, both players' turns together")
    tiny: int = option(
        i1,
        0,
        0,
        12,
        "for study: turns of a tiny game, small enough to be solved (0: the real game)",
    )

    first: int = everyone(i1)
    """Who is Player 1."""
    location: Row = own(i1, SEATS, blank=OFF_GRID)
    hand: Row = own(i4, SEATS)
    disabled: Row = own(i4, SEATS)
    """Of the hand, the cards turned sideways."""
    damaged: Row = everyone(i1, SEATS)
    """How many are disabled: that much is public."""
    completed: Row = own(i1, SEATS)
    """Objectives, a bit each."""
    reported: Row = everyone(i1, SEATS)
    """Of those, the ones reported openly."""

    lying: int = judged(i1, blank=NO_CARD)
    """The card the actor will take at the end of this turn. The set-up card is not there: it is
    drawn when Player 1 takes it."""
    lying_as: int = judged(i1, blank=UNKNOWN)
    """The action it was played for, REPAIR or SET_UP."""
    face_up: int = everyone(i1)
    """Is the lying card face up?"""
    played: int = judged(i1, blank=NO_CARD)
    """The card the actor is playing this turn."""
    played_as: int = judged(i1, blank=UNKNOWN)
    steps_left: int = judged(i1)
    pinged: int = everyone(i1)
    """The actor must reveal at the end of this turn."""
    listened: int = players(i1)
    """The actor must reveal at the end of this turn unless the action is QUIET."""

    # Memory: what players would remember. It never affects the rules above. Each player can work
    # all of it out from what was told; only spectators cannot.
    sighted: Row = everyone(i1, SEATS, blank=OFF_GRID, memory=True)
    """Where each was last revealed,"""
    sighted_turn: Row = everyone(i2, SEATS, memory=True)
    """and when."""
    shown: int = everyone(i1, blank=OFF_GRID, memory=True)
    """Where its player was revealed after playing the lying card."""
    overheard: int = players(i1, memory=True)
    """Was the lying card played under LISTEN? Then `shown` tells whether the action was QUIET."""
    possible: Row = players(i4, SEATS, memory=True)
    """Squares where the adversary may be; if the lying card is face down, before it was played: its
    action is not known yet."""
    secrets_anywhere: Row = players(i4, SEATS, memory=True)
    """The sets of objectives he may have encrypted, a bit for each; 0: it depends on his square.
    It rarely does, so usually nothing is kept for each square."""
    secrets: Grid = players(i4, SEATS, SQUARES, memory=True)
    """[seat][square]: where it does, the sets for each possible square."""
    theirs: Row = players(i4, SEATS, memory=True)
    """Cards the seat knows to be with the adversary: in hand, or lying face down."""
    fresh: Row = players(i4, SEATS, memory=True)
    """Of those, the ones he took since he was last hit: certainly not disabled."""
    given: Row = players(i1, SEATS, blank=NO_CARD, memory=True)
    """The card he took last: certainly not the one lying face down."""

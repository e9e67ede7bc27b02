"""Hidden Threat's state, constants and tables: the ships, the cards, what each action is.

A1 A2 A3 A4    A grid: twelve coordinate cards, face down; place = 4 * row + column.
B1 B2 B3 B4    Five are ships, seven are misses, and nobody knows which: what lies there is
C1 C2 C3 C4    drawn when it is turned up.

A seat's own cards are its *hand*, its draw *pile*, its *discard*, and what lies on the table:
its peg cards under the other's ships and on the other's shields, its shields on its own ships,
and power cards still being carried out. Together they are always the whole deck.

A tiny game has only A1 and A2, two ships, four cards and a hand of two: see `TINY`.
"""

from math import comb

from quarterdeck.engine.game import Actions
from quarterdeck.engine.state import (
    Grid,
    Header,
    Row,
    everyone,
    i1,
    i2,
    judged,
    lookup,
    option,
    own,
    state,
)

SEATS = 2
NONE = -1

FULL, BEGINNER, TINY = range(3)
"""Lookups with three rows are for the game as printed, for beginners, and for a tiny one that can
be solved."""
STARTERS = lookup([SEATS, SEATS, 1])
"""[which game]: from how many the first player is chosen."""

# The grids -----------------------------------------------------------------------------------

ROWS, COLUMNS = 3, 4
PLACES = ROWS * COLUMNS
EVERY_PLACE = lookup([(1 << PLACES) - 1, (1 << PLACES) - 1, 0b11])
"""[which game]: the places there are."""
NOWHERE = -1

CARRIER, BATTLESHIP, DESTROYER, SUBMARINE, PT_BOAT = range(5)
SHIP_NAMES = ("Aircraft Carrier", "Battleship", "Destroyer", "Submarine", "PT Boat")
SHIPS = len(SHIP_NAMES)
ALL_SHIPS = lookup([0b11111, 0b11111, 1 << DESTROYER | 1 << PT_BOAT])
"""[which game]: the ships there are."""
MISS = -1
"""What lies at a place where there is no ship."""
HITS = lookup([5, 4, 3, 3, 2])
"""How many hits sink each ship."""

# The cards -----------------------------------------------------------------------------------

WHITE, RED_1, RED_2, RED_4, SHIELD, WHITES_OR_TWO, REPAIR_OR_DRAW = range(7)
KINDS = 7
PEGS = 4
"""The first four kinds are peg cards."""
CARD_NAMES = (
    *("White peg", "Red 1-peg", "Red 2-peg", "Red 4-peg", "Shield"),
    *("Discard white pegs / Play 2 cards", "Repair, then play / Draw 3, then play"),
)
PEGS_ON = lookup([1, 1, 2, 4])
"""How many hits a peg card counts by itself."""
DECK = lookup([[10, 6, 3, 1, 2, 2, 2], [10, 6, 3, 1, 0, 0, 0], [1, 1, 0, 1, 1, 0, 0]])
"""[which game]: how many of each kind a deck of destruction holds. In a tiny game the Red 4-peg
never stays in play, whatever it hits: so there is always a card to draw."""
DECK_SIZE = lookup([26, 20, 4])
STRENGTH = 2
"""Hits that destroy a shield. At most one peg card ever lies on it: the next one destroys it."""
MOST_SHIELDS = 2
"""On one ship: a deck has no more."""
HAND = lookup([5, 5, 2])
"""[which game]"""
CARRIER_HAND = 7
DRAWN = 3

# What a card can be played for: the first five uses are the kinds of the same number.
USE_SHIELD, DISCARD_WHITES, PLAY_TWO, REPAIR, DRAW_THREE = range(4, 9)
USES = 9
USE_NAMES = (
    *("White peg", "Red 1-peg", "Red 2-peg", "Red 4-peg", "Shield"),
    *("Discard white pegs", "Play 2 cards", "Repair, then play", "Draw 3, then play"),
)
CARD_FOR = lookup(
    [0, 1, 2, 3, SHIELD, WHITES_OR_TWO, WHITES_OR_TWO, REPAIR_OR_DRAW, REPAIR_OR_DRAW]
)

CHOICES = lookup([[comb(n, k) for k in range(15)] for n in range(15)])
"""[n][k]: in how many ways k of n cards can be chosen; no group of cards is larger."""

# Only whites and shields can be unplayable. A set of those kinds is a mask.
NO_WHITES, NO_SHIELDS = 1, 2
STUCK_SETS = 4

# Questions, actions, events ------------------------------------------------------------------

PLAY, PLAY_MORE, PLAY_DRAWN, REMOVE_PEG, AIM, COVER, DISCARD, RESOLVE = range(8)
"""`Header.question`: the turn's play; one that a power allows; one of three cards drawn; which peg
card to remove; where a peg card goes; which ship a shield covers; how many whites to discard.
RESOLVE is never asked: `act` carries it out at once."""

ACTIONS = Actions()
DO_PLAY = ACTIONS.verb("play", USES)
DO_AIM = ACTIONS.verb("aim", PLACES)
DO_COVER = ACTIONS.verb("cover", SHIPS)
DO_REMOVE = ACTIONS.verb("remove", SHIPS * PEGS)
DO_DISCARD = ACTIONS.verb("discard", 10)
DO_GIVE_UP = ACTIONS.verb("give-up", SHIELD + 1)

EVENTS = (
    "goes-first",  # who
    "drew",  # who, the cards: four bits a kind (ten at most), three kinds a number
    "drew-unseen",  # who, how many
    "reshuffled",  # who, how many
    "searched",  # who, with which peg card, place, ship or MISS
    "hit",  # who, with which peg card, ship, hits on it now
    "hit-shield",  # who, with which peg card, ship
    "wasted",  # who, which peg card, ship
    "shield-gone",  # whose, ship
    "sunk",  # whose, ship
    "whites-gone",  # whose, how many: their Destroyer is sunk
    "covered",  # who, ship
    "removed",  # who, ship, peg card, whether by the PT Boat
    "discarded",  # who, how many whites
    "power",  # who, use
    "gave-up",  # who, kind
    "lapsed",  # who, whether it was one of three cards drawn
    "ended",  # who won or NOBODY, how
)
(GOES_FIRST, DREW, DREW_UNSEEN, RESHUFFLED, SEARCHED, WAS_HIT, HIT_SHIELD, WASTED) = range(8)
(SHIELD_GONE, SUNK, WHITES_GONE, COVERED, REMOVED, DISCARDED, POWER) = range(8, 15)
(GAVE_UP, LAPSED, ENDED) = range(15, 18)

NOBODY = -1
BY_SINKING, BY_SHIPS, BY_HITS, BY_NOTHING = range(4)


# Most events: the PT Boat (1; a play is a fence), then a search that turns up a Battleship, which
# destroys two shields and sinks four ships, a Destroyer among them (8), hits, destroys and sinks
# (4); plays that lapse, a shuffle, cards drawn (5), the end (1).
@state(events=24)
class State(Header):
    """Ships and places are bits of masks, cards are counts by kind; -1 means none."""

    beginner: int = option(i1, 0, 0, 1, "beginner game: no power cards, no ship powers")
    limit: int = option(i2, 300, 40, 300, "turn limit, both players' turns together")
    tiny: int = option(
        i1,
        0,
        0,
        12,
        "for study: turns of a tiny game, small enough to be solved (0: the real game)",
    )

    # The fleets: [whose][ship]
    face_down: Row = everyone(i2, SEATS)
    """Places whose card has not been turned up."""
    up: Row = everyone(i1, SEATS)
    """Ships that are face up and not sunk."""
    sunk: Row = everyone(i1, SEATS)
    place: Grid = everyone(i1, SEATS, SHIPS, blank=NOWHERE)
    """Where a ship lies or lay."""
    under: list[Grid] = everyone(i1, SEATS, SHIPS, PEGS)
    """The other's peg cards under a ship, by kind."""
    shields: Grid = everyone(i1, SEATS, SHIPS)
    on_shield: list[Grid] = everyone(i1, SEATS, SHIPS, MOST_SHIELDS, blank=NONE)
    """The peg card on each shield, the oldest shield first."""

    # The decks: [whose][kind]
    hand: Grid = own(i1, SEATS, KINDS)
    pile: Grid = own(i1, SEATS, KINDS)
    """What remains to be drawn. Nobody knows the order, so it has none."""
    discard: Grid = everyone(i1, SEATS, KINDS)
    hand_size: Row = everyone(i1, SEATS)
    pile_size: Row = everyone(i1, SEATS)

    # The play being made
    chosen: int = everyone(i1, blank=NONE)
    """What the card being played is for."""
    depth: int = everyone(i1)
    """How many power cards are being carried out, the last on top; a deck has four."""
    power: Row = everyone(i1, 4, blank=NONE)
    """What each was played for,"""
    owed: Row = everyone(i1, 4)
    """and how many plays it still allows."""
    drawn_size: int = everyone(i1)
    drawn: Row = judged(i1, KINDS)
    """The cards just drawn, one of which must be played; only the actor sees them."""

    # Memory: what anybody who counts cards knows about a hand. It never affects the rules above.
    surely: Grid = everyone(i1, SEATS, KINDS, memory=True)
    """Cards that must be in the hand: all of it was known when the discard was last reshuffled."""
    at_most: Grid = everyone(i1, SEATS, STUCK_SETS, memory=True)
    """[whose][set of kinds]: at most this many cards of the hand are not in the set."""
    drawn_before: int = everyone(i1, memory=True)
    """Of the cards just drawn, those that came before a reshuffle."""

"""Zerpang!'s board, classes and cards, as tables.

The board is a hexagon of 91 spaces, five from the middle to the rim, numbered row by row:

              G5  .   H0  H0  .   G0               0 ..  5
            .   Z5  Z5  .   Z0  Z0  .              6 .. 12
          H5  Z5  Z5  Z5  Z0  Z0  Z0  H1          13 .. 20
        H5  .   Z5  Z5  .   Z0  Z0  .   H1        21 .. 29
      .   Z4  Z4  .   X5  X0  .   Z1  Z1  .       30 .. 39
    G4  Z4  Z4  Z4  X4  T   X1  Z1  Z1  Z1  G1    40 .. 50      T: the treasure, 45
      .   Z4  Z4  .   X3  X2  .   Z1  Z1  .       51 .. 60      X: around it
        H4  .   Z3  Z3  .   Z2  Z2  .   H2        61 .. 69      G: Great Houses
          H4  Z3  Z3  Z3  Z2  Z2  Z2  H2          70 .. 77      H: Gates, two per Home Base
            .   Z3  Z3  .   Z2  Z2  .             78 .. 84      Z: Resource Zones
              G3  .   H3  H3  .   G2              85 .. 90

Coordinates are axial, (q, r); r grows downward. Whatever is numbered 0..5 turns clockwise by 60
degrees from one number to the next.
"""

from quarterdeck.engine.state import lookup

NONE = -1
SEATS = 6
HOME_BASES = 6
PIECES_EACH = 6
PIECES = SEATS * PIECES_EACH
"""A piece's number: 6 * seat + which of the seat's six."""

# The board -----------------------------------------------------------------------------------

RADIUS = 5
COORDINATES = tuple(
    (q, r)
    for r in range(-RADIUS, RADIUS + 1)
    for q in range(-RADIUS, RADIUS + 1)
    if abs(q + r) <= RADIUS
)
"""[space]: (q, r)."""
SPACES = len(COORDINATES)
DIRECTIONS = 6
OFFSETS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
DIRECTION_NAMES = ("up right", "right", "down right", "down left", "left", "up left")


def _space(q: int, r: int) -> int:
    return COORDINATES.index((q, r)) if (q, r) in COORDINATES else NONE


def _turned(q: int, r: int, times: int) -> int:
    """The space reached from (q, r) by this many clockwise turns of 60 degrees."""
    for _ in range(times):
        q, r = -r, q + r
    return _space(q, r)


NEXT = lookup([[_space(q + dq, r + dr) for dq, dr in OFFSETS] for q, r in COORDINATES])
"""[space][direction]: the neighbour, NONE beyond the edge."""

TREASURE_SPACE = _space(0, 0)
X_SPACES = tuple(_turned(1, -1, i) for i in range(6))
HOUSE_SPACES = tuple(_turned(5, -5, i) for i in range(6))
GATE_SPACES = tuple((_turned(2, -5, i), _turned(3, -5, i)) for i in range(HOME_BASES))
_FLOWER = ((3, -3), (3, -4), (4, -4), (4, -3), (3, -2), (2, -2), (2, -3))
ZONE_SPACES = tuple(tuple(_turned(q, r, i) for q, r in _FLOWER) for i in range(6))

XS = lookup(X_SPACES)
HOUSES = lookup(HOUSE_SPACES)
GATES = lookup(GATE_SPACES)
"""[home][0 or 1]"""

NEUTRAL, TREASURE, X_MARK, GREAT_HOUSE, GATE, ZONE = range(6)


def _terrain(space: int) -> int:
    if space == TREASURE_SPACE:
        return TREASURE
    if space in X_SPACES:
        return X_MARK
    if space in HOUSE_SPACES:
        return GREAT_HOUSE
    if any(space in pair for pair in GATE_SPACES):
        return GATE
    return ZONE if any(space in zone for zone in ZONE_SPACES) else NEUTRAL


TERRAIN = lookup([_terrain(space) for space in range(SPACES)])


def _which(space: int, groups: tuple[tuple[int, ...], ...]) -> int:
    return next((i for i, group in enumerate(groups) if space in group), NONE)


ZONE_OF = lookup([_which(space, ZONE_SPACES) for space in range(SPACES)])
"""[space]: which Resource Zone, or NONE."""
HOME_OF_GATE = lookup([_which(space, GATE_SPACES) for space in range(SPACES)])
"""[space]: the Home Base whose Gate this is, or NONE."""

LINES = 3
"""A straight line across the board: Great Houses and Xs i and i + 3."""

DEFAULT_HOMES = ((), (), (0, 3), (0, 2, 4), (0, 1, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5))
HOMES = lookup([[*row, *[NONE] * (SEATS - len(row))] for row in DEFAULT_HOMES])
"""[players][seat]: the Home Base, where they are not chosen."""

# Where a piece is: a space, or one of these
AT_HOME = -1
UPLOADED = SPACES
ABDUCTED = SPACES + 1

RING_SUPPLY = 12

# Classes -------------------------------------------------------------------------------------

NINJA, PIRATE, ZOMBIE, ROBOT, GUNSLINGER, ALIEN, ELF = range(7)
CLASSES = 7
CLASS_NAMES = ("Ninja", "Pirate", "Zombie", "Robot", "Gunslinger", "Alien", "Elf")

# Cards ---------------------------------------------------------------------------------------

KINDS = 14
ONE_POINT, TWO_POINTS = 12, 13
SPECIALTIES = 12
CLOUD_POINT = 14
"""Pays like a one-point card without being a card."""
PILLAGE, NINJUTSU, EITHER = range(3)

PILLAGE_WEAPONS = ("Gunpowder", "Sabre of Yarrr")
NINJUTSU_WEAPONS = ("Killing Katana", "Wailing Wakazashi", "Shrieking Shuriken")
"""There is one card of each pairing. They differ in nothing but their names, so they are one kind:
a hand offers equal cards once."""

# kind: copies, Pillage side, value, Ninjutsu side, value
CARDS = (
    (4, "Jury Rig", 1, "Roll with the Punch", 1),
    (4, "Foreign Training", 4, "Amazing Disguise", 4),
    (4, "Treasure Everywhere", 1, "Fortune's Favor", 1),
    (4, "New Crew", 2, "Deployment", 2),
    (4, "Full Sails", 1, "Geta of Speed", 1),
    (4, "Tactically Advance Backwards", 3, "Smoke Bomb", 3),
    (6, "Gunpowder or Sabre of Yarrr", 1, "Katana, Wakazashi or Shuriken", 1),
    (4, "Blockade", 4, "Mystic Binding", 4),
    (4, "Plunder", 2, "Resourcefulness", 2),
    (4, "Cannoneer", 1, "Honor Bound", 2),
    (4, "Flanking Maneuver", 4, "They're Everywhere", 2),
    (4, "Keel Haul", 3, "Self Sacrifice", 4),
    (29, "1 point", 1, "1 point", 1),
    (20, "2 points", 2, "2 points", 2),
)
(JURY_RIG, TRAINING, FORTUNE, NEW_CREW, FULL_SAILS, SMOKE_BOMB) = range(6)
(WEAPON, BLOCKADE_BINDING, PLUNDER_RESOURCE, CANNON_HONOR, FLANKING, KEEL_SACRIFICE) = range(6, 12)
"""Kinds of Specialty cards, each named after one of its sides or both."""

COPIES = lookup([card[0] for card in CARDS])
DECK_SIZE = 99
PILLAGE_NAMES = tuple(card[1] for card in CARDS)
NINJUTSU_NAMES = tuple(card[3] for card in CARDS)

_VALUES = (
    [card[2] for card in CARDS] + [1],
    [card[4] for card in CARDS] + [1],
    [max(card[2], card[4]) for card in CARDS] + [1],
)
VALUE = lookup(_VALUES)
"""[PILLAGE, NINJUTSU or EITHER (the better)][kind]: what it pays; last, a cloud point."""
READS_AS = lookup([[card[2] == v or card[4] == v for v in range(5)] for card in CARDS])
"""[kind][value]: can a Gunslinger read the card as this value?"""
PLAIN_VALUE = lookup([card[2] if card[2] == card[4] else 0 for card in CARDS])
"""[kind]: the value where both sides have the same."""
PAY_ORDER = lookup([sorted(range(15), key=lambda kind: -row[kind]) for row in _VALUES])
"""[side][position]: kinds from the highest value down; so paid, no card is superfluous."""

VALUE_SIDE = lookup([NINJUTSU, PILLAGE, EITHER, EITHER, EITHER, EITHER, EITHER])
"""[class]: the side on which it reads a card's value."""

# Kinds whose effect in a Draw Phase is locked until the holder's next turn: `State.locked`.
LOCKABLE = 3
LOCK = lookup([NONE, NONE, 0, NONE, NONE, NONE, NONE, 1, 2, NONE, NONE, NONE, NONE, NONE])
"""[kind]: its place in `locked`, or NONE."""
LOCKED_KIND = lookup([FORTUNE, BLOCKADE_BINDING, PLUNDER_RESOURCE])

# Effects: what a specialty card can do. Sides that do the same are one effect.
(SAVE, FORTUNE_DRAW, CREW, FLEE, SAILS, GETA, GUNPOWDER, KATANA, BLOCKADE, BINDING) = range(10)
(PLUNDER, RESOURCEFUL, CANNONEER, HONOR, FLANK, EVERYWHERE, KEEL, SACRIFICE) = range(10, 18)
EFFECTS = 18

# effect: kind of card, side, and when it may be played
AT_ENTRANCE, AT_MOVEMENT, IN_COMBAT, AT_RESOLUTION, AT_DRAW, AT_OTHERS_DRAW, AT_END, AS_ANSWER = (
    range(8)
)
EFFECT_TABLE = (
    (JURY_RIG, EITHER, AT_RESOLUTION),
    (FORTUNE, EITHER, AT_DRAW),
    (NEW_CREW, EITHER, AT_ENTRANCE),
    (SMOKE_BOMB, EITHER, IN_COMBAT),
    (FULL_SAILS, PILLAGE, AT_MOVEMENT),
    (FULL_SAILS, NINJUTSU, AT_MOVEMENT),
    (WEAPON, PILLAGE, IN_COMBAT),
    (WEAPON, NINJUTSU, IN_COMBAT),
    (BLOCKADE_BINDING, PILLAGE, AT_OTHERS_DRAW),
    (BLOCKADE_BINDING, NINJUTSU, AS_ANSWER),
    (PLUNDER_RESOURCE, PILLAGE, AT_DRAW),
    (PLUNDER_RESOURCE, NINJUTSU, IN_COMBAT),
    (CANNON_HONOR, PILLAGE, IN_COMBAT),
    (CANNON_HONOR, NINJUTSU, IN_COMBAT),
    (FLANKING, PILLAGE, AT_MOVEMENT),
    (FLANKING, NINJUTSU, AT_MOVEMENT),
    (KEEL_SACRIFICE, PILLAGE, AT_END),
    (KEEL_SACRIFICE, NINJUTSU, IN_COMBAT),
)
EFFECT_KIND = lookup([row[0] for row in EFFECT_TABLE])
EFFECT_SIDE = lookup([row[1] for row in EFFECT_TABLE])
EFFECT_TIME = lookup([row[2] for row in EFFECT_TABLE])
WEAPON_BONUS = lookup([2, 3])
"""[PILLAGE or NINJUTSU]"""

# Sets a Gunslinger pays with, highest total first: [set][0..2]: values of its cards (0: none).
SETS = 10
_SETS = ((4, 4, 4), (2, 3, 4), (3, 3, 3), (1, 2, 3), (2, 2, 2), (4, 4, 0), (3, 3, 0), (1, 1, 1),
         (2, 2, 0), (1, 1, 0))  # fmt: skip
SET_CARDS = lookup(_SETS)
SET_SIZE = lookup([3 if row[2] else 2 for row in _SETS])
SET_TOTAL = lookup([2 * sum(row) if row[2] else sum(row) for row in _SETS])
SET_PAIR = lookup([2 * row[0] if row[0] == row[1] == row[2] else 0 for row in _SETS])
"""[set]: what it would be worth as a pair: a triple may not be paid where the pair is enough."""
SET_NAMES = ("three 4s", "straight 2-3-4", "three 3s", "straight 1-2-3", "three 2s", "two 4s",
             "two 3s", "three 1s", "two 2s", "two 1s")  # fmt: skip

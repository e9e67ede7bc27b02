"""Pocket Sub's state, constants and tables: the tiles, the layouts, what each action is.

     2   1        A tile has six edge regions and a centre, numbered as printed. It lies at a place
   3   6   0      (A, B, C... along the rows of the layout), and `rotation` says by how many sixths
     4   5        it is turned, counter-clockwise. A region is 7 * place + its number on the tile.

A region keeps its number when its tile turns, and so does every piece on it: a whirlpool changes
only the neighbours across the tile's edges. Sets of regions are masks of 56 bits.
"""

from quarterdeck.engine.game import Actions
from quarterdeck.engine.state import (
    Grid,
    Header,
    Row,
    everyone,
    i1,
    i8,
    lookup,
    option,
    state,
)

SEATS = 4
SUBS = 3
NONE = -1
NOWHERE = -1

# The sea -------------------------------------------------------------------------------------

SIDES = 6
CENTRE = 6
"""A tile's central region; the edge regions are 0 to 5."""
REGIONS_A_TILE = 7
PLACES = 8
REGIONS = PLACES * REGIONS_A_TILE
EDGES = 0b0111111
BESIDE = lookup([1 << CENTRE | 1 << (e + 1) % 6 | 1 << (e + 5) % 6 for e in range(SIDES)])
"""An edge region's three neighbours on its own tile."""
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Where side 0 to 5 leads, in axial coordinates: E, NE, NW, W, SW, SE; a tile stands on a point."""

# No source shows the tiles and layouts: these are our reconstruction, chosen so that every sentence
# and example of the rulebook holds. Only the numbers of tiles, subs and mines are known. An owner
# of the printed game can correct them here and in RULES.md, and nowhere else.

TILES = {
    # name: centre, rocky edges, icons (for how many players the tile is used)
    "D1": ("deep", (0, 1), (2, 3, 4)),
    "D2": ("deep", (0, 1), (2, 3, 4)),
    "D3": ("deep", (0, 1), (3, 4)),
    "D4": ("deep", (0, 3), (2, 3, 4)),
    "D5": ("deep", (0, 3), (2, 3, 4)),
    "D6": ("deep", (0, 3), (3, 4)),
    "S1": ("shallow", (0, 3), (2, 4)),
    "S2": ("shallow", (0, 3), (4,)),
}
TILE_NAMES = tuple(TILES)

LAYOUTS = {
    # players: tile, where (q, r), rotation; in the order of the places
    2: (
        *(("D1", (0, -1), 4), ("D4", (1, -1), 0)),
        ("S1", (0, 0), 0),
        *(("D5", (-1, 1), 0), ("D2", (0, 1), 1)),
    ),
    3: (
        *(("D1", (0, 0), 2), ("D4", (1, 0), 0), ("D2", (2, 0), 0)),
        *(("D6", (0, 1), 2), ("D5", (1, 1), 1)),
        ("D3", (0, 2), 4),
    ),
    4: (
        *(("D1", (0, 0), 2), ("D3", (1, 0), 1), ("D2", (2, 0), 0)),
        *(("S1", (0, 1), 1), ("S2", (1, 1), 2)),
        *(("D5", (-1, 2), 1), ("D6", (0, 2), 0), ("D4", (1, 2), 2)),
    ),
}

Axial = tuple[int, int]
FLEETS: dict[int, dict[str, tuple[Axial, list[tuple[Axial, int]]]]] = {
    # players: for each colour the tile of its command centre; its subs: tile, side
    2: {
        "Red": ((0, -1), [((0, -1), 1), ((1, -1), 2), ((-1, 1), 2)]),
        "Blue": ((0, 1), [((0, 1), 4), ((-1, 1), 5), ((1, -1), 5)]),
    },
    3: {
        "Red": ((0, 0), [((0, 0), 1), ((0, 0), 4), ((1, 0), 2)]),
        "White": ((2, 0), [((2, 0), 5), ((2, 0), 2), ((1, 1), 0)]),
        "Blue": ((0, 2), [((0, 2), 3), ((0, 2), 0), ((0, 1), 4)]),
    },
    4: {
        "Red": ((0, 0), [((0, 0), 0), ((0, 0), 1)]),
        "White": ((2, 0), [((2, 0), 3), ((2, 0), 2)]),
        "Blue": ((1, 2), [((1, 2), 1), ((1, 2), 3)]),
        "Black": ((-1, 2), [((-1, 2), 2), ((-1, 2), 0)]),
    },
}
"""The seats, clockwise. With four, every other seat is a team."""


def _padded(row: list[int], size: int) -> list[int]:
    return row + [NOWHERE] * (size - len(row))


def _place(players: int, at: Axial) -> int:
    """The place at these coordinates; NOWHERE: open sea."""
    coordinates = [where for _, where, _ in LAYOUTS[players]]
    return coordinates.index(at) if at in coordinates else NOWHERE


def _across(players: int, place: int) -> list[int]:
    """A place's neighbours, by side; a place that is not used has none."""
    if place >= len(LAYOUTS[players]):
        return [NOWHERE] * SIDES
    q, r = LAYOUTS[players][place][1]
    return [_place(players, (q + dq, r + dr)) for dq, dr in DIRECTIONS]


def _region(players: int, at: Axial, side: int) -> int:
    """The region at a side of the tile, by its printed number."""
    place = _place(players, at)
    return place * REGIONS_A_TILE + (side - LAYOUTS[players][place][2]) % SIDES


def _fleet(players: int, seat: int) -> list[int]:
    """Where a seat's subs begin."""
    fleets = list(FLEETS[players].values())
    subs = fleets[seat][1] if seat < players else []
    return _padded([_region(players, at, side) for at, side in subs], SUBS)


_PLAYERS = tuple(LAYOUTS)
FEWEST = _PLAYERS[0]
"""The tables below begin with this many players."""
PLACE_COUNT = lookup([len(LAYOUTS[n]) for n in _PLAYERS])
FLEET_SIZE = lookup([len(FLEETS[n]["Red"][1]) for n in _PLAYERS])
DEEP_CENTRE = lookup([centre == "deep" for centre, _, _ in TILES.values()])
ROCKS = lookup([sum(1 << edge for edge in rocky) for _, rocky, _ in TILES.values()])
"""A tile's rocky edges, as a mask."""
LAID_TILE = lookup(
    [_padded([TILE_NAMES.index(t) for t, _, _ in LAYOUTS[n]], PLACES) for n in _PLAYERS]
)
LAID_ROTATION = lookup([_padded([k for _, _, k in LAYOUTS[n]], PLACES) for n in _PLAYERS])
ACROSS = lookup([[_across(n, place) for place in range(PLACES)] for n in _PLAYERS])
"""[players][place][side]: the place there, or NOWHERE."""
CENTRE_AT = lookup(
    [
        _padded([_place(n, at) * REGIONS_A_TILE + CENTRE for at, _ in FLEETS[n].values()], SEATS)
        for n in _PLAYERS
    ]
)
SUB_AT = lookup([[_fleet(n, seat) for seat in range(SEATS)] for n in _PLAYERS])

# Sailing and mining --------------------------------------------------------------------------

POINTS = 3
MINES = 12
"""A player's supply. A destroyed mine returns to it, so what is not on the board is left."""

# The Captain's expansion ---------------------------------------------------------------------

INTELLIGENCE, MAP, CURRENT = range(3)
TOKEN_NAMES = ("Intelligence Report", "Map", "Strong Current")
TOKENS = 3
ALL_TOKENS = (1 << TOKENS) - 1
CLOCKWISE, COUNTER_CLOCKWISE = range(2)
WHIRLPOOLS = 2
SIXTHS = lookup([5, 1])
"""By how much a whirlpool turns a tile: a sixth clockwise is five counter-clockwise."""

# Questions, actions, events ------------------------------------------------------------------

PLACE_CENTRE, PLACE_SUB, PLACE_WHIRLPOOL, BEGIN, SAIL, LAY, TURN_ENDS = range(7)
"""`Header.question`: set-up; the turn's tokens and its sub; a step; the mine. TURN_ENDS is never
asked: `act` passes the turn at once."""

ACTIONS = Actions()
DO_TOKEN = ACTIONS.verb("token", TOKENS)
DO_SUB = ACTIONS.verb("sub", SUBS)
DO_SAIL = ACTIONS.verb("sail", REGIONS)
DO_LAY = ACTIONS.verb("lay", REGIONS)
DO_PLACE = ACTIONS.verb("place", REGIONS)
DO_WHIRLPOOL = ACTIONS.verb("whirlpool", WHIRLPOOLS * PLACES)

EVENTS = (
    "goes-first",  # who
    "tile",  # place, tile, rotation
    "centre",  # who, region
    "sub",  # who, region
    "whirlpool",  # who, direction, place
    "token",  # who, token
    "sailed",  # who, from, to, points left
    "sunk",  # whose, region, how
    "mine-gone",  # whose, region
    "mined",  # who, region, mines left
    "sheltered",  # who, region: no mine could be laid, but a command centre protects the sub
    "out",  # who
    "turned",  # direction, place
    "ended",  # a winner
)
(GOES_FIRST, TILE, CENTRE_PLACED, SUB_PLACED, WHIRLPOOL_PLACED, TOKEN_USED, SAILED) = range(7)
(SUNK, MINE_GONE, MINED, SHELTERED, OUT, TURNED, ENDED) = range(7, 14)

# How a sub is lost: the two ways by mines are neighbours, and so are the two by collisions.
# AFLOAT: it is not lost; VICTORIOUS: it sinks another and sails on.
VICTORIOUS, AFLOAT = -2, -1
IN_ENEMY_CENTRE, BY_HERO, BY_MINE, OWN_MINE, BY_SUB, OWN_SUB, STUCK, NO_MINE = range(8)


# Most events: two tokens (with an Intelligence Report nothing is sunk on the way), four steps,
# three enemies sunk and one of their players out, a mine, the sub itself and its player gone, its
# mine laid, two tiles turned.
@state(events=16)
class State(Header):
    """Regions are numbers or bits of masks, seats are colours; -1 means none or nowhere."""

    standard: int = option(i1, 0, 0, 1, "standard set-up: random sea, players place their pieces")
    captain: int = option(i1, 0, 0, 1, "Captain's expansion: whirlpools and one-use tokens")
    unlimited: int = option(i1, 0, 0, 1, "unlimited mines, not twelve each")

    first: int = everyone(i1)
    """The first player, who wears the captain's hat."""

    # The sea, by place
    tile: Row = everyone(i1, PLACES, blank=NONE)
    rotation: Row = everyone(i1, PLACES)
    whirlpool: Row = everyone(i1, WHIRLPOOLS, blank=NOWHERE)
    """The place where the clockwise one lies, and the other."""
    rocky: int = everyone(i8)
    deep: int = everyone(i8)
    """The terrain, as masks; the rest is shallow."""

    # The pieces, by seat
    centre: Row = everyone(i1, SEATS, blank=NOWHERE)
    sub: Grid = everyone(i1, SEATS, SUBS, blank=NOWHERE)
    afloat: Row = everyone(i1, SEATS)
    """How many subs a player has left."""
    mines: Row = everyone(i8, SEATS)
    """The regions with this player's mines."""
    tokens: Row = everyone(i1, SEATS)
    """Tokens not yet used."""

    # The turn being played
    using: int = everyone(i1)
    """Tokens used this turn."""
    moving: int = everyone(i1, blank=NONE)
    """Which sub moves,"""
    start: int = everyone(i1, blank=NOWHERE)
    """where it began,"""
    at: int = everyone(i1, blank=NOWHERE)
    """where it is, or was lost,"""
    visited: int = everyone(i8)
    """and all regions it has been in, these two included."""
    points: int = everyone(i1)
    """Movement points left."""
    choices: int = everyone(i8)
    """The regions that may be chosen now: to place a piece, for a step, for the mine."""

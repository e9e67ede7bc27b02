"""Where Pocket Sub's regions lie on the drawn chart, and what they are called.

A tile is a hexagon that stands on a point: a large centre and six trapezoids around it. Lengths are
in cell widths, from the top left corner of the chart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from quarterdeck.engine.words import Words
from quarterdeck.games.pocket_sub import state as st

say = Words(__package__)

WIDTH = 3.2
"""A tile's width, from side to side."""
RADIUS = WIDTH / math.sqrt(3)
INNER = 0.55
"""The central region's size, as a share of the tile's."""
RIM = 0.98
"""Tiles are drawn slightly smaller than they are, so that their borders show."""

LETTERS = "ABCDEFGH"
COMPASS = say.know("E", "NE", "NW", "W", "SW", "SE")
BEARINGS = say.know("east", "north-east", "north-west", "west", "south-west", "south-east")

Point = tuple[float, float]


def cell(region: int) -> str:
    """A region's id: it stays the same when the tile turns, and so do the pieces on it."""
    place, number = divmod(region, st.REGIONS_A_TILE)
    return f"{LETTERS[place]}{'c' if number == st.CENTRE else number}"


def side(rotation: Sequence[int], region: int) -> int:
    """The side of its tile on which an edge region lies."""
    place, number = divmod(region, st.REGIONS_A_TILE)
    return (number + rotation[place]) % st.SIDES


def is_centre(region: int) -> bool:
    return region % st.REGIONS_A_TILE == st.CENTRE


def name(rotation: Sequence[int], region: int) -> str:
    """What people call a region: "B" for a centre, "B NE" for an edge."""
    letter = LETTERS[region // st.REGIONS_A_TILE]
    return letter if is_centre(region) else f"{letter} {say(COMPASS[side(rotation, region)])}"


@cache
def middles(players: int) -> list[Point]:
    """The middle of each place."""
    spots = [(WIDTH * (q + r / 2), 1.5 * RADIUS * r) for _, (q, r), _ in st.LAYOUTS[players]]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    return [(x - left + WIDTH / 2, y - top + RADIUS) for x, y in spots]


def spot(players: int, rotation: Sequence[int], region: int) -> Point:
    """The middle of a region."""
    middle = middles(players)[region // st.REGIONS_A_TILE]
    if is_centre(region):
        return _rounded(middle)
    return _toward(middle, side(rotation, region) * 60, (1 + INNER) / 2 * WIDTH / 2)


def outline(players: int, rotation: Sequence[int], region: int) -> list[Point]:
    """The corners of a region."""
    middle = middles(players)[region // st.REGIONS_A_TILE]
    if is_centre(region):
        return [_toward(middle, 60 * i + 30, INNER * RADIUS) for i in range(st.SIDES)]
    angle = side(rotation, region) * 60
    outer = [_toward(middle, angle + turn, RIM * RADIUS) for turn in (-30, 30)]
    return [*outer, *(_toward(middle, angle + turn, INNER * RADIUS) for turn in (30, -30))]


def _toward(middle: Point, angle: float, distance: float) -> Point:
    """The point at an angle (counter-clockwise from the east) and distance; y grows downward."""
    turn = math.radians(angle)
    return _rounded((middle[0] + distance * math.cos(turn), middle[1] - distance * math.sin(turn)))


def _rounded(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)

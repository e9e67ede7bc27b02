"""Colours, and for every colour a shape or texture too.

Seats, terrains and what may be done have the colours of the game's theme by night. Its symbols and
terrains get their signs in order of appearance; this module knows none.
"""

from __future__ import annotations

from rich.style import Style

from quarterdeck.engine.glossary import glossary
from quarterdeck.engine.look import theme
from quarterdeck.engine.paint import SEATS
from quarterdeck.engine.words import ENGLISH, language

NIGHT, PANEL, RULE = "#0a1a24", "#0d212d", "#1d3d4d"
CHART, CELL, EDGE = "#0f2c3a", "#153c4e", "#2f667e"
WORN_PAPER, INK = "#a9a599", "#1c2b33"
BRASS, LIT = "#d9a441", "#27505c"
TEXT, SOFT, FAINT = "#e6eef0", "#9fb6c0", "#6f8b98"
DANGER, CALM, GREEN = "#b33714", "#1c6f55", "#63c7a0"

PAPER, CORAL, SKY, _, VIOLET, YELLOW = SEATS
OTHER_SEATS = (CORAL, SKY, "#2fbf95", VIOLET, YELLOW)
"""A lighter green than that of the pictures: here it must be read as text."""
SHAPES = "■●◆▲⬢★"
SHAPE_NAMES = ("square", "disc", "diamond", "triangle", "hexagon", "star")
HATCHES = "░╱·╲┊"
SURE = "▓"
SYMBOLS = (("▲", "△"), ("✦", "✧"), ("▼", "▽"), ("◉", "○"), ("✖", "·"), ("✚", "+"), ("▰", "▱"))
TEXTURES = ("~", ".", "^", "=", ":", "-")
TINGE = 0.25
"""How much of a terrain's colour a cell has: words on it stay as legible as on any other."""
TONES = {"plain": (WORN_PAPER, INK), "danger": (DANGER, "#ffffff"), "calm": (CALM, "#ffffff")}


def style(colour: str = "", ground: str = "", bold: bool = False, italic: bool = False) -> Style:
    return Style(color=colour or None, bgcolor=ground or None, bold=bold, italic=italic)


def mix(one: str, other: str, share: float) -> str:
    """A colour between two: `share` 0 is the first, 1 the second."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


def opaque(colour: str) -> str:
    """A colour of a theme without its transparency; "" if there is nothing to see."""
    return colour[:7] if colour.startswith("#") and len(colour) in (7, 9) else ""


class Look:
    """The signs of one match for one viewer; they stay the same throughout."""

    def __init__(self, viewer: int, package: str = "") -> None:
        self.viewer = viewer
        self._package = package
        self._theme = theme(package).night if package else {}
        self.legal = self._themed("--legal") or BRASS
        self._symbols: dict[str, tuple[str, str]] = {}
        self._terrains: dict[str, str] = {}

    def _themed(self, *names: str) -> str:
        """The first of these colours that the game's theme has."""
        return next(filter(None, (opaque(self._theme.get(name, "")) for name in names)), "")

    def _order(self, seat: int) -> int:
        """The viewer comes first, then the others by seat."""
        return 0 if seat == self.viewer else seat + (seat < self.viewer)

    def colour(self, seat: int | None) -> str:
        if seat is None:
            return self.legal
        order = self._order(seat)
        if own := self._themed(f"--seat-{order}"):
            return own
        return OTHER_SEATS[(order - 1) % len(OTHER_SEATS)] if order else PAPER

    def shape(self, seat: int | None) -> str:
        return " " if seat is None else SHAPES[self._order(seat) % len(SHAPES)]

    def hatch(self, seat: int | None, sure: bool = False) -> str:
        if sure:
            return SURE
        return HATCHES[0 if seat is None else (self._order(seat) - 1) % len(HATCHES)]

    def symbol(self, name: str, filled: bool = True) -> str:
        """One sign for a thing of any seat ("gate-disc"): here it has the seat's colour."""
        thing, _, variant = name.rpartition("-")
        name = thing if variant in SHAPE_NAMES else name
        if name not in self._symbols:
            self._symbols[name] = SYMBOLS[len(self._symbols) % len(SYMBOLS)]
        return self._symbols[name][0 if filled else 1]

    def texture(self, terrain: str) -> str:
        """Open sea has no texture; every other terrain has its own."""
        if terrain == "sea":
            return " "
        if terrain not in self._terrains:
            self._terrains[terrain] = TEXTURES[len(self._terrains) % len(TEXTURES)]
        return self._terrains[terrain]

    def ground(self, terrain: str) -> str:
        """The colour of a cell: dark, with a tinge of what the game's theme says."""
        own = self._themed(f"--cell-{terrain}", f"--cell-{terrain.partition('-')[0]}")
        if own:
            return mix(NIGHT, own, TINGE)
        return CELL if self.texture(terrain) == " " else mix(CELL, NIGHT, 0.35)

    def word(self, key: str, plain: str) -> str:
        """What a symbol or terrain is called: in English its name is a word, in other languages the
        game's glossary knows one."""
        if language.get() == ENGLISH or not self._package:
            return plain
        kind = glossary(self._package).find(key)
        return kind.name if kind and kind.name else plain

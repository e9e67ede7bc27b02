"""A grid of characters that knows which target is where, and the widget that shows it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
# indexed by the sum of the directions of the lines that meet here
LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
ROUND = {"┌": "╭", "┐": "╮", "└": "╰", "┘": "╯"}


class Spot(NamedTuple):
    """Where a target of actions is drawn."""

    place: Region
    target: str


class Canvas:
    """Characters with styles; later drawing covers earlier; lines of the same weight join."""

    def __init__(self, width: int, height: int, ground: Style) -> None:
        self.size = Size(width, height)
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[ground] * width for _ in range(height)]
        self._lines: dict[tuple[int, int, bool], int] = {}
        self.spots: list[Spot] = []

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write text from (x, y) to the right; what does not fit is cut off."""
        if not 0 <= y < self.size.height:
            return
        chars, styles = self._chars[y], self._styles[y]
        below = blended = Style()
        for char in text:
            wide = 1 if char.isascii() else cell_len(char)
            if x >= 0 and x + wide <= self.size.width:
                if styles[x] is not below:  # neighbours mostly share a style: blend it once
                    below, blended = styles[x], styles[x] + style
                chars[x], styles[x] = char, blended
                if wide == 2:
                    chars[x + 1] = ""
            x += wide

    def fill(self, place: Region, char: str, style: Style) -> None:
        for y in range(place.y, place.bottom):
            self.put(place.x, y, char * place.width, style)

    def box(self, place: Region, style: Style, heavy: bool = False, rounded: bool = False) -> None:
        x, y, right, bottom = place.x, place.y, place.right - 1, place.bottom - 1
        steps = [(i, j, LEFT | RIGHT) for i in range(x + 1, right) for j in (y, bottom)]
        steps += [(i, j, UP | DOWN) for i in (x, right) for j in range(y + 1, bottom)]
        steps += [(x, y, DOWN | RIGHT), (right, y, DOWN | LEFT)]
        steps += [(x, bottom, UP | RIGHT), (right, bottom, UP | LEFT)]
        for i, j, ways in steps:
            ways |= self._lines.get((i, j, heavy), 0)
            self._lines[i, j, heavy] = ways
            char = (HEAVY if heavy else LIGHT)[ways]
            self.put(i, j, ROUND.get(char, char) if rounded else char, style)

    def line(self, start: tuple[int, int], end: tuple[int, int], style: Style) -> None:
        """Draw a dotted line."""
        (x, y), (to_x, to_y) = start, end
        steps = max(abs(to_x - x), abs(to_y - y), 1)
        for i in range(0, steps + 1, 2 if y == to_y else 1):
            self.put(
                round(x + (to_x - x) * i / steps), round(y + (to_y - y) * i / steps), "·", style
            )

    def spot(self, place: Region, target: str) -> None:
        self.spots.append(Spot(place, target))

    def at(self, x: int, y: int) -> list[str]:
        """The targets at (x, y), smallest first."""
        found = [spot for spot in self.spots if spot.place.contains(x, y)]
        return [spot.target for spot in sorted(found, key=lambda spot: spot.place.area)]

    def paste(self, other: Canvas, x: int, y: int) -> None:
        for j, row in enumerate(other._chars):
            for i, char in enumerate(row):
                if x + i < self.size.width and y + j < self.size.height:
                    self._chars[y + j][x + i] = char
                    self._styles[y + j][x + i] = other._styles[j][i]
        for place, target in other.spots:
            self.spot(place.translate((x, y)), target)

    def strip(self, y: int) -> Strip:
        if not 0 <= y < self.size.height:
            return Strip([])
        row = zip(self._chars[y], self._styles[y], strict=True)
        return Strip(Segment.simplify(Segment(char, style) for char, style in row if char))

    def text(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self._chars)


class CanvasView(Widget):
    """Shows a canvas and reports what was clicked or pointed at."""

    class Touched(Message):
        """The mouse is over these targets, smallest first; `pressed`: they were clicked."""

        def __init__(self, targets: list[str], pressed: bool) -> None:
            self.targets, self.pressed = targets, pressed
            super().__init__()

    DEFAULT_CSS = "CanvasView { width: auto; height: auto; }"

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.canvas = Canvas(0, 0, Style())
        self._under_mouse: list[str] = []

    def show(self, canvas: Canvas) -> None:
        resized = canvas.size != self.canvas.size
        self.canvas = canvas
        self.refresh(layout=resized)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.canvas.size.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.canvas.size.height

    def render_line(self, y: int) -> Strip:
        return self.canvas.strip(y).adjust_cell_length(self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        self._touch(self.canvas.at(event.x, event.y), pressed=True)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        targets = self.canvas.at(event.x, event.y)
        if targets != self._under_mouse:
            self._under_mouse = targets
            self._touch(targets, pressed=False)

    def _touch(self, targets: Iterable[str], pressed: bool) -> None:
        if found := list(targets):
            self.post_message(self.Touched(found, pressed))

"""Boards in characters: squares share their edges, hexagons and free cells are boxes.

A board is drawn at the largest size that fits, or at the smallest and scrolled. If boxes do not
fit, cells take one line each, without outlines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from textual.geometry import Region, Size

from quarterdeck.engine.scene import Board, Cell, Piece, Scene
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.canvas import Canvas
from quarterdeck.terminal.cell import bare, face, frame, key_hint
from quarterdeck.terminal.chart import Chart
from quarterdeck.terminal.keys import Lights
from quarterdeck.terminal.look import Look, style

SIZES = ((14, 6), (12, 5), (11, 4), (9, 4), (8, 3), (7, 3), (6, 2), (5, 2), (4, 2))
"""Outer width and height of a cell, largest first; a box with its own edges needs one more."""

BARE = tuple((width, 0) for width in range(6, 1, -1))
"""The same for cells without an outline."""
VAST = 60
"""A board with more cells than this leaves less room beside it."""

GAP = 2


def is_vast(scene: Scene) -> bool:
    return any(len(board.cells) > VAST and board.shape != "square" for board in scene.boards)


def draw(scene: Scene, look: Look, lights: Lights, room: Size) -> Canvas:
    """Draw all boards of a scene, side by side or one below the other, whichever fits."""
    titled = len(scene.boards) > 1
    if not titled and any(_outlined(board) for board in scene.boards):
        return _draw_all(scene, look, lights, [Chart(board, room) for board in scene.boards], 1)
    sizes = SIZES if any(board.shape == "square" for board in scene.boards) else SIZES + BARE
    for size in sizes:
        sheets = [Sheet(board, size, titled) for board in scene.boards]
        for columns in (len(sheets), 1):
            whole = _arrange([sheet.size for sheet in sheets], columns)
            if whole.width <= room.width and whole.height <= room.height:
                return _draw_all(scene, look, lights, sheets, columns)
    smallest = [Sheet(board, sizes[-1], titled) for board in scene.boards]
    return _draw_all(scene, look, lights, smallest, 1)


def _outlined(board: Board) -> bool:
    return bool(board.cells) and all(cell.outline for cell in board.cells)


def _arrange(sizes: list[Size], columns: int) -> Size:
    """The size of all boards in one row, or in one column."""
    widths, heights = [size.width for size in sizes], [size.height for size in sizes]
    if not sizes:
        return Size(0, 0)
    if columns > 1:
        return Size(sum(widths) + GAP * (len(sizes) - 1), max(heights))
    return Size(max(widths), sum(heights))


def _draw_all(
    scene: Scene, look: Look, lights: Lights, sheets: Sequence[Sheet | Chart], columns: int
) -> Canvas:
    whole = _arrange([sheet.size for sheet in sheets], columns)
    canvas = Canvas(whole.width, whole.height, style(lk.TEXT, lk.PANEL))
    standing: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        standing.setdefault(piece.at, []).append(piece)
    x = y = 0
    for sheet in sheets:
        canvas.paste(sheet.draw(look, lights, standing), x, y)
        x, y = (x + sheet.size.width + GAP, 0) if columns > 1 else (0, y + sheet.size.height)
    return canvas


class Sheet:
    """One board laid out at one size of cell."""

    def __init__(self, board: Board, size: tuple[int, int], titled: bool) -> None:
        self.board = board
        self.title = board.label if titled else ""
        self.square, self.bare = board.shape == "square", size in BARE
        self.margin_x = max((len(name) + 1 for name in board.rows), default=0)
        self.margin_y = bool(self.title) + bool(board.columns)
        width, height = size if self.square else (size[0] + 1, size[1] + 1)
        self.box = Size(width + 1, height + 1) if self.square else Size(width, height)
        centres = tuple((cell.x, cell.y) for cell in board.cells)
        self.step: tuple[float, float] = (width, height)
        if not self.square:  # an even step keeps rows that are shifted by half a cell aligned
            scale = spread(centres, width, height)
            self.step = (2 * ceil(width * scale / 2), height * scale)
        low_x, low_y = (min((c[i] for c in centres), default=0.5) for i in (0, 1))
        self.places = {
            cell.id: Region(
                self.margin_x + round((cell.x - low_x) * self.step[0]),
                self.margin_y + round((cell.y - low_y) * self.step[1]),
                *self.box,
            )
            for cell in board.cells
        }
        right = max((place.right for place in self.places.values()), default=0)
        bottom = max((place.bottom for place in self.places.values()), default=0)
        self.size = Size(right, bottom)

    def draw(self, look: Look, lights: Lights, standing: dict[str, list[Piece]]) -> Canvas:
        canvas = Canvas(*self.size, style(lk.TEXT, lk.PANEL))
        self._labels(canvas)
        if not self.square:
            self._links(canvas)
        # lit cells are outlined last, so that no neighbour's edge covers them
        for cell in sorted(self.board.cells, key=lambda cell: self._weight(cell, lights)):
            if not self.bare:
                frame(canvas, self.places[cell.id], cell, lights, look, rounded=not self.square)
        for cell in self.board.cells:
            place, pieces = self.places[cell.id], standing.get(cell.id, [])
            if self.bare:
                bare(canvas, place, cell, pieces, lights, look)
            else:
                face(canvas, place.shrink((1, 1, 1, 1)), cell, pieces, lights, look)
                key_hint(canvas, place, cell, lights, look)
            canvas.spot(place, cell.id)
            for piece in pieces:
                canvas.spot(place, piece.id)
        return canvas

    def _weight(self, cell: Cell, lights: Lights) -> int:
        return 2 * (cell.id in (lights.flashes or {})) + lights.lit(cell.id)

    def _labels(self, canvas: Canvas) -> None:
        """The title, and the names of columns and rows beside their first cells."""
        faint = style(lk.FAINT, italic=True)
        canvas.put(self.margin_x, 0, self.title, style(lk.TEXT, bold=True))
        lefts = sorted({place.x for place in self.places.values()})
        tops = sorted({place.y for place in self.places.values()})
        for name, x in zip(self.board.columns, lefts, strict=False):
            canvas.put(x + (self.box.width - len(name)) // 2, self.margin_y - 1, name, faint)
        for name, y in zip(self.board.rows, tops, strict=False):
            x = self.margin_x - 1 - len(name)
            canvas.put(x, y + self.box.height // 2, name, faint)

    def _links(self, canvas: Canvas) -> None:
        for one, other in self.board.links:
            if one in self.places and other in self.places:
                ends = [self.places[cell].center for cell in (one, other)]
                start, end = ((int(x), int(y)) for x, y in ends)
                canvas.line(start, end, style(lk.EDGE))


@lru_cache(maxsize=64)
def spread(centres: tuple[tuple[float, float], ...], width: int, height: int) -> float:
    """The factor by which boxes must be moved apart so that no two overlap."""
    needed = 1.0
    for i, (x, y) in enumerate(centres):
        for other_x, other_y in centres[:i]:
            across, down = abs(x - other_x) * width, abs(y - other_y) * height
            apart = min(width / across if across else 1e9, height / down if down else 1e9)
            needed = max(needed, min(apart, 4.0))
    return needed


def legend(scene: Scene, look: Look) -> list[tuple[str, str, str]]:
    """What the signs on the boards mean: sign, colour, meaning."""
    found: dict[str, tuple[str, str]] = {}

    def note(sign: str, colour: str, words: str) -> None:
        signs, first = found.get(words, ("", colour))
        if sign not in signs:
            found[words] = (f"{signs} {sign}".strip(), first)

    for cell in (cell for board in scene.boards for cell in board.cells):
        if cell.terrain != "sea":  # "zone-even" and "zone-odd" are both "zone"
            plain = cell.terrain.partition("-")[0]
            word = look.word(f"terrain:{cell.terrain}", plain)
            note(look.texture(cell.terrain) * 2, lk.SOFT, word)
        for mark in cell.marks:
            colour = look.colour(mark.seat)
            if mark.kind == "symbol":
                word = look.word(f"symbol:{mark.symbol}", mark.symbol.replace("-", " "))
                note(look.symbol(mark.symbol, False), colour, word)
            elif mark.kind == "hatch":
                note(look.hatch(mark.seat, mark.filled) * 2, colour, mark.label)
    return [(signs, colour, words) for words, (signs, colour) in found.items()]

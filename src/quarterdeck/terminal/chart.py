"""A board of freely outlined cells as a map, as large as fits."""

from __future__ import annotations

from itertools import pairwise

from textual.geometry import Region, Size

from quarterdeck.engine.scene import Board, Cell, Piece
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.canvas import Canvas
from quarterdeck.terminal.cell import bare, paint
from quarterdeck.terminal.keys import Lights
from quarterdeck.terminal.look import Look, style

ASPECT, STRETCH = 2.0, 2.6
"""Height of a character in widths, and the most a map is stretched if there is room."""
LEAST, MOST = 1.7, 5.0
"""Smallest and largest scale, in rows per cell: a smaller map has no room for pieces."""
WORDS = 7
"""Most columns for a cell's text."""


class Chart:
    """A map of one board, scaled to fit; if even the smallest does not, it is scrolled."""

    def __init__(self, board: Board, room: Size) -> None:
        self.board = board
        corners = [corner for cell in board.cells for corner in cell.outline]
        self.left, self.top = (min(corner[i] for corner in corners) for i in (0, 1))
        width, height = (max(corner[i] for corner in corners) for i in (0, 1))
        width, height = width - self.left, height - self.top
        self.down = max(LEAST, min(MOST, room.height / height, room.width / width / ASPECT))
        self.across = min(self.down * STRETCH, max(self.down * ASPECT, room.width / width))
        self.size = Size(round(width * self.across), round(height * self.down))

    def draw(self, look: Look, lights: Lights, standing: dict[str, list[Piece]]) -> Canvas:
        canvas = Canvas(*self.size, style(lk.TEXT, lk.PANEL))
        areas = [(cell, self._rows(cell)) for cell in self.board.cells]
        for cell, rows in areas:
            for row in rows:
                paint(canvas, row, cell, lights, look)
                canvas.spot(row, cell.id)
        for cell, rows in areas:  # after painting all cells, which may cover a narrow neighbour
            pieces, place = standing.get(cell.id, []), self._middle(cell, rows)
            bare(canvas, place, cell, pieces, lights, look)
            for piece in pieces:
                canvas.spot(place, piece.id)
        return canvas

    def _rows(self, cell: Cell) -> list[Region]:
        """The inside of the outline (which is convex), row by row; the last column stays free to
        separate neighbours."""
        corners = [
            ((x - self.left) * self.across, (y - self.top) * self.down) for x, y in cell.outline
        ]
        found = []
        for y in range(self.size.height):
            crossed = [
                x + (to_x - x) * (y + 0.5 - from_y) / (to_y - from_y)
                for (x, from_y), (to_x, to_y) in pairwise([*corners, corners[0]])
                if min(from_y, to_y) <= y + 0.5 < max(from_y, to_y)
            ]
            left, right = round(min(crossed, default=0)), round(max(crossed, default=0)) - 1
            if left < right:
                found.append(Region(left, y, right - left, 1))
        return found

    def _middle(self, cell: Cell, rows: list[Region]) -> Region:
        """Where the text goes."""
        x, y = (cell.x - self.left) * self.across, (cell.y - self.top) * self.down
        sliver = Region(int(x), int(y), 1, 1)
        row = min(rows, key=lambda row: abs(row.y + 0.5 - y), default=sliver)
        width = min(WORDS, row.width)
        left = min(max(row.x, round(x - (width + 1) / 2)), row.right - width)
        return Region(left, row.y, width, 1)

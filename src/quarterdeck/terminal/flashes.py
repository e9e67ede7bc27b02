"""Which cells flash when lines are told: where a pulse, strike or run was."""

from __future__ import annotations

from quarterdeck.engine.scene import Cell, Cue, Scene, Told

WIDTH = 0.4
"""A cell whose centre is nearer than this to a course is on it."""


def flashing(scene: Scene, lines: list[Told]) -> dict[str, int | None]:
    """The flashing cells, each with the seat whose colour it flashes in; later lines win."""
    cells = {cell.id: cell for board in scene.boards for cell in board.cells}
    found: dict[str, int | None] = {}
    for cue in (cue for line in lines for cue in line.cues):
        if cue.at in cells:
            found |= dict.fromkeys(_touched(cue, cells), cue.seat)
    return found


def _touched(cue: Cue, cells: dict[str, Cell]) -> list[str]:
    if cue.kind != "run" or cue.to not in cells:
        return [cue.at]
    start, end = cells[cue.at], cells[cue.to]
    return [cell.id for cell in cells.values() if _distance(cell, start, end) < WIDTH]


def _distance(cell: Cell, start: Cell, end: Cell) -> float:
    """The distance from a cell's centre to the line between two others."""
    along_x, along_y = end.x - start.x, end.y - start.y
    length = along_x**2 + along_y**2
    share = ((cell.x - start.x) * along_x + (cell.y - start.y) * along_y) / length if length else 0
    share = min(1.0, max(0.0, share))
    off_x, off_y = cell.x - start.x - share * along_x, cell.y - start.y - share * along_y
    return float((off_x**2 + off_y**2) ** 0.5)

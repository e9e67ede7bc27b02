"""Arrow keys on a board: they move from the highlighted action to the next in that direction."""

from __future__ import annotations

from quarterdeck.engine.scene import Action, Scene

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def places(scene: Scene) -> dict[int, tuple[float, float]] | None:
    """The centre of each action's cells; None unless all actions have cells on one board."""
    for board in scene.boards:
        at = {cell.id: (cell.x, cell.y) for cell in board.cells}
        found = {action.id: _middle(action, at) for action in scene.actions}
        if found and all(found.values()):
            return {action: place for action, place in found.items() if place}
    return None


def _middle(action: Action, at: dict[str, tuple[float, float]]) -> tuple[float, float] | None:
    if not action.targets or any(target not in at for target in action.targets):
        return None
    xs, ys = zip(*(at[target] for target in action.targets), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def towards(places: dict[int, tuple[float, float]], start: int, way: str) -> int | None:
    """The nearest action in that direction; sideways distance counts double."""
    x, y = places[start]
    right, down = WAYS[way]
    best, least = None, float("inf")
    for action, (other_x, other_y) in places.items():
        ahead = (other_x - x) * right + (other_y - y) * down
        aside = abs((other_x - x) * down) + abs((other_y - y) * right)
        if ahead > 0 and ahead + 2 * aside < least:
            best, least = action, ahead + 2 * aside
    return best

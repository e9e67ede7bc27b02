"""Keys for actions (the cell's own letter, else a number or letter), and which targets light up."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

from quarterdeck.engine.scene import Action, Scene

NUMBERS = "1234567890"


def assign(scene: Scene) -> dict[int, str]:
    """The key of each action by its id; when keys run out, the rest have none."""
    names = {
        c.id: c.name.lower() for board in scene.boards for c in board.cells if key_like(c.name)
    }
    keys: dict[int, str] = {}
    for action in scene.actions:
        name = names.get(action.targets[0], "") if len(action.targets) == 1 else ""
        if name and name not in keys.values():
            keys[action.id] = name
    taken = set(keys.values()) | set(names.values())
    free = iter(key for key in NUMBERS + ascii_lowercase if key not in taken)
    for action in scene.actions:
        if action.id not in keys and (key := next(free, "")):
            keys[action.id] = key
    return keys


def key_like(name: str) -> bool:
    return len(name) == 1 and name.isascii() and name.isalnum()


@dataclass(frozen=True)
class Lights:
    """The targets of legal actions with their keys, and those of the highlighted action."""

    keys: dict[str, list[str]]
    """By target, the keys of its actions."""
    chosen: frozenset[str] = frozenset()
    flashes: dict[str, int | None] | None = None
    """Cells where something just happened, with the seat that did it."""

    def lit(self, target: str) -> bool:
        return target in self.keys

    def key(self, target: str) -> str:
        """The key of a target; empty if it has several."""
        keys = self.keys.get(target, [])
        return keys[0] if len(keys) == 1 else ""


def lights(
    scene: Scene, keys: dict[int, str], chosen: Action | None, flashes: dict[str, int | None]
) -> Lights:
    found: dict[str, list[str]] = {}
    for action in scene.actions:
        for target in action.targets:
            found.setdefault(target, []).append(keys.get(action.id, ""))
    return Lights(found, frozenset(chosen.targets if chosen else ()), flashes)

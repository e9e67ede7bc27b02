"""Which key does what: a cell's own letter where it has one, else numbers; and what lights up."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

from quarterdeck.engine.scene import Action, Scene

NUMBERS = "1234567890"


def assign(scene: Scene) -> dict[int, str]:
    """The key of each action, by action id; those beyond the last key have none."""
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
    """What may be clicked, under which keys, and what the highlighted action would touch."""

    keys: dict[str, list[str]]
    """Target to the keys of its actions."""
    chosen: frozenset[str] = frozenset()
    flashes: dict[str, int | None] | None = None
    """Cells where something just happened, and by whose doing."""

    def lit(self, target: str) -> bool:
        return target in self.keys

    def key(self, target: str) -> str:
        """The one key for a target, or nothing where there are several."""
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

"""The example game, and copies of it with one thing broken."""

import importlib
import itertools
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from quarterdeck.engine.game import Game
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.state import Header, from_plain, to_plain

EXAMPLE = Path(__file__).parents[2] / "examples" / "hideout" / "hideout"

_numbers = itertools.count()


Changes = dict[str, list[tuple[str, str]] | str | None]
"""By file: text replaced by other text, a new file, or None for one that is taken away."""


CHARMS: Changes = {
    "state.py": [
        ("@state(events=3)", "@state(events=6)"),
        ('"burnt", "hidden", "guessed")', '"burnt", "hidden", "guessed", "charm")'),
        ("BURNT, HIDDEN, GUESSED = range(3)", "BURNT, HIDDEN, GUESSED, CHARM = range(4)"),
        ("    searched: int", "    charm: Row = own(i1, 2)\n    searched: int"),
    ],
    "rules.py": [
        ("    s.burnt = roll(s, st.HUTS)\n",
         "    s.burnt = roll(s, st.HUTS)\n"
         "    for seat in range(2):\n"
         "        s.charm[seat] = 1 + roll(s, 6)\n"
         "        emit(s, 1 << seat, st.CHARM, seat, s.charm[seat], 0, 0)\n"),
    ],
    "belief.py": [
        ("import any_bit,", "import any_bit, below,"),
        ("    if seat == st.SEEKER and",
         "    s.charm[1 - seat] = 1 + below(rng, 6)\n    if seat == st.SEEKER and"),
        ("    if view.question != st.SEEK:\n",
         "    if s.charm[1 - seat] < 1 or s.charm[1 - seat] > 6:\n        return False\n"
         "    if view.question != st.SEEK:\n"),
    ],
    "scene.py": [
        ('    if kind == "hidden":\n',
         '    if kind == "charm":\n        return Told(f"Your charm: {event.a}.")\n'
         '    if kind == "hidden":\n'),
    ],
}  # fmt: skip
"""Hideout with something that only chance hides: each is dealt a number that does nothing."""


def charmed(changes: Changes | None = None) -> Changes:
    """Hideout with charms, and these changes to it."""
    more = changes or {}
    return {
        file: [*CHARMS.get(file, ()), *more.get(file, ())] for file in CHARMS.keys() | more.keys()
    }


def hideout(folder: Path, changes: Changes | None = None, compiled: bool = False) -> Game:
    """A copy of the example game with something changed, loaded.

    Unless `compiled`, its rules are interpreted wherever compiled ones are asked for: compiling
    them takes longer than a thousand games.
    """
    name = copied(folder, changes)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        game = importlib.import_module(name).GAME
        game.load()
        if not compiled:
            game._loaded["compiled"] = Uncompiled(game)
        return game
    finally:
        sys.path.remove(str(folder))


class Uncompiled(Rules):
    """Interpreted rules that take arrays, as compiled ones do."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, compiled=False)
        self.compiled = True  # as far as callers can tell

    def bind(self, function: Any) -> Any:
        return _on_arrays(super().bind(function), self.state)


def _on_arrays(function: Callable[..., Any], state: type[Header]) -> Callable[..., Any]:
    """Interpreted code for arrays: they are copied into lists, and what it wrote is copied back."""

    def run(*arguments: Any) -> Any:
        lists = [_listed(value, state) for value in arguments]
        result = function(*lists)
        for array, values in zip(arguments, lists, strict=True):
            if isinstance(array, np.ndarray):
                array[:] = from_plain(state, *values) if array.dtype == state.dtype else values
        return result

    return run


def _listed(value: Any, state: type[Header]) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    return [to_plain(state, value)] if value.dtype == state.dtype else value.tolist()


def copied(folder: Path, changes: Changes | None = None) -> str:
    """The name of a package in this folder: the example game with something changed."""
    name = f"hideout_{next(_numbers)}"
    package = folder / name
    shutil.copytree(EXAMPLE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in package.glob("*.py"):
        path.write_text(path.read_text().replace("hideout.state", f"{name}.state")
                        .replace("from hideout import", f"from {name} import"))  # fmt: skip
    for file, change in (changes or {}).items():
        _change(package / file, change)
    return name


def _change(path: Path, change: list[tuple[str, str]] | str | None) -> None:
    if change is None:
        path.unlink()
    elif isinstance(change, str):
        path.write_text(change)
    else:
        text = path.read_text()
        for old, new in change:
            assert old in text, f"{path.name} no longer says {old!r}"
            text = text.replace(old, new)
        path.write_text(text)

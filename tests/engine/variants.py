"""The example game, and copies of it with one thing broken."""

import importlib
import itertools
import shutil
import sys
from pathlib import Path

from quarterdeck.engine.game import Game

EXAMPLE = Path(__file__).parents[2] / "examples" / "hideout" / "hideout"

_numbers = itertools.count()


def hideout(folder: Path, changes: dict[str, list[tuple[str, str]]] | None = None) -> Game:
    """A copy of the example game with lines replaced: {file: [(old, new), ...]}."""
    name = f"hideout_{next(_numbers)}"
    package = folder / name
    shutil.copytree(EXAMPLE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in package.glob("*.py"):
        path.write_text(path.read_text().replace("hideout.state", f"{name}.state")
                        .replace("from hideout import", f"from {name} import"))  # fmt: skip
    for file, replacements in (changes or {}).items():
        text = (package / file).read_text()
        for old, new in replacements:
            assert old in text, f"{file} no longer says {old!r}"
            text = text.replace(old, new)
        (package / file).write_text(text)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        game = importlib.import_module(name).GAME
        game.load()
        game.module("scene")
        return game
    finally:
        sys.path.remove(str(folder))

"""The games of this repository. Others may be installed, too: their tests are their own."""

import importlib
import os
import sys
from pathlib import Path

from quarterdeck.engine.game import Game, listing

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"

OURS = [game for game in listing() if game.package.startswith("quarterdeck.games.")]


def example(name: str) -> Game:
    """A game from the examples, which are not installed."""
    if str(EXAMPLES / name) not in sys.path:
        sys.path.append(str(EXAMPLES / name))
    return importlib.import_module(name).GAME


def installed(folder: Path, *names: str) -> dict[str, str]:
    """An environment in which examples are installed, as if by `pip install`."""
    for name in names:
        info = folder / f"{name}-0.1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
        (info / "entry_points.txt").write_text(f"[quarterdeck.games]\n{name} = {name}\n")
    places = (folder, *(EXAMPLES / name for name in names), ROOT / "src")
    return {"PYTHONPATH": os.pathsep.join(map(str, places))}

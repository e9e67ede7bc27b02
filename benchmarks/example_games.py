"""The example games, found without being installed."""

import importlib
import sys
from pathlib import Path

from quarterdeck.engine.game import Game

FOLDER = Path(__file__).parent.parent / "examples"


def example(name: str) -> Game:
    """The game in examples/NAME."""
    sys.path.append(str(FOLDER / name))
    return importlib.import_module(name).GAME

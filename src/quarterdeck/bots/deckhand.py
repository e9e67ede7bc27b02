"""The deckhand: plays by the game's rule of thumb and never looks ahead."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.bots.base import Bot
from quarterdeck.engine.game import Game

# the game's own functions, bound by `Rules.bind`
legal: Any
prefer: Any


def glance(views: Any, actions: Any, dice: Any) -> int:
    """The action that the game's rule of thumb prefers."""
    return prefer(views[0], actions, legal(views[0], actions), dice)


class Deckhand(Bot):
    """Plays by the game's rule of thumb, without looking ahead."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        if "glance" not in self.rules.extras:
            self.rules.extras["glance"] = self.rules.bind(glance)

    def decide(self, view: np.ndarray[Any, Any], seat: int) -> int:
        return int(self.rules.extras["glance"](view, self.rules.room(), self.dice))

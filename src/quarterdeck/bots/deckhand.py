"""The deckhand: does what the game's policy calls sensible, without a thought for what follows."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.bots.base import Bot
from quarterdeck.engine.game import Game

# the game's own, bound by Rules
legal: Any
prefer: Any


def glance(views: Any, actions: Any, dice: Any) -> int:
    """What a sensible player would do at first sight."""
    return prefer(views[0], actions, legal(views[0], actions), dice)


class Deckhand(Bot):
    """Takes what looks sensible at first sight, by the game's own rule of thumb."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        if "glance" not in self.rules.extras:
            self.rules.extras["glance"] = self.rules.bind(glance)

    def decide(self, view: np.ndarray[Any, Any], seat: int) -> int:
        return int(self.rules.extras["glance"](view, self.rules.room(), self.dice))

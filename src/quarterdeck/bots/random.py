"""The random bot: the baseline for all others."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.bots.base import Bot
from quarterdeck.engine.rule import below


class Random(Bot):
    """Takes a random legal action, all equally likely."""

    def decide(self, view: np.ndarray[Any, Any], seat: int) -> int:
        actions = self.rules.room()
        count = self.rules.legal(view, 0, actions)
        return int(actions[below(self.dice, count)])

"""A bot that plays a strategy from a file, which `quarterdeck solve` writes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from quarterdeck.bots.base import Bot
from quarterdeck.engine.game import Game
from quarterdeck.engine.rule import next_word
from quarterdeck.solve.strategy import BadStrategy, Strategy


class Solved(Bot):
    """Plays by a table."""

    def __init__(self, game: Game, seed: int, strategy: Strategy) -> None:
        super().__init__(game, seed)
        strategy.check(game)
        self.strategy = strategy

    def chances(self, view: np.ndarray[Any, Any], seat: int) -> dict[int, float]:
        """How likely it takes each action."""
        self.check(view, seat)
        chances = self.strategy.at(view, self.rules.state)
        if not chances:
            raise BadStrategy(
                f"this strategy does not cover these options; it is for {self.strategy.options}."
            )
        return chances

    def decide(self, view: np.ndarray[Any, Any], seat: int) -> int:
        chances = self.chances(view, seat)
        left = math.ldexp(next_word(self.dice), -32)
        for action, chance in chances.items():
            left -= chance
            if left < 0:
                return action
        return action

"""The stopgap: plays for any bot as long as the game is not compiled, on interpreted rules.

They are a hundred times as slow, so it does what is affordable: it takes a sure win, otherwise what
the game's rule of thumb says, and in a game that has none, what does best in a few random games.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from quarterdeck.bots.base import Bot
from quarterdeck.engine.game import Game
from quarterdeck.engine.position import Position
from quarterdeck.engine.rule import below, interpret

SECONDS = 0.5
"""Time limit of a decision, about."""
WIN_CHECKS = 2
"""An action that wins at once in this many imagined worlds counts as a sure win."""
_below = interpret(below)


class Stopgap(Bot):
    """Plays by interpreted rules, as well as it can in half a second."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed, compiled=False)
        self.dice = self.dice.tolist()
        self._has_policy = game.hooks.policy.prefer is not None

    def decide(self, view: np.ndarray[Any, Any], seat: int) -> int:
        until = time.perf_counter() + SECONDS
        known = Position(self.rules, view)
        legal = known.legal()
        if len(legal) == 1:
            return legal[0]
        worlds = [known.imagined(seat, self.dice) for _ in range(WIN_CHECKS)]
        for action in legal:
            if all(_wins(world.after(action), seat) for world in worlds):
                return action
            if time.perf_counter() > until:
                break
        return self._by_thumb(view) if self._has_policy else self._by_trying(known, legal, until)

    def _by_thumb(self, view: np.ndarray[Any, Any]) -> int:
        states, room = self.rules.working(view), self.rules.room()
        count = self.rules.legal(states, 0, room)
        return int(self.rules.functions["prefer"](states[0], room, count, self.dice))

    def _by_trying(self, known: Position, legal: list[int], until: float) -> int:
        """The action that did best when all were tried in the same worlds, at random from then on;
        any, if there was no time for a single one."""
        seat = known.actor
        scores = {action: _below(self.dice, 1000) / 1000 for action in legal}
        while time.perf_counter() < until:
            world = known.imagined(seat, self.dice)
            tried = {action: self._played_out(world.after(action), seat) for action in legal}
            scores = {action: score + tried[action] for action, score in scores.items()}
        return max(scores, key=lambda action: scores[action])

    def _played_out(self, position: Position, seat: int) -> int:
        states, room = self.rules.working(position.state), self.rules.room()
        while not states[0].over:
            count = self.rules.legal(states, 0, room)
            self.rules.act(states, 0, room[_below(self.dice, count)])
        return int(self.rules.functions["result"](states[0], seat))


def _wins(after: Position, seat: int) -> bool:
    """In a game with scores a win now may be worth less than a later one."""
    return after.over and seat in after.winners and not after.rules.score

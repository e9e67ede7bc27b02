"""The lookout: looks one ply ahead in imagined worlds. It needs only a game's rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.bots.base import Bot
from quarterdeck.engine.game import Game
from quarterdeck.engine.state import new

# the game's own functions, bound by `Rules.bind`
legal: Any
act: Any
choose: Any
imagine: Any
result: Any


def survey(views: Any, scratch: Any, worlds: int, dice: Any, actions: Any, scores: Any) -> int:
    """Score each legal action by the results of random rollouts in imagined worlds.

    All actions are tried in the same worlds, so that luck favours none. `actions` has two rows:
    the legal actions now, and room for the rollouts. Returns how many actions were scored.
    """
    seat = views[0].actor
    count = legal(views[0], actions[0])
    for _ in range(worlds):
        scratch[0] = views[0]
        imagine(scratch[0], seat, dice)
        for k in range(count):
            scratch[1] = scratch[0]
            s = scratch[1]
            act(s, actions[0][k])
            while not s.over:
                act(s, choose(s, actions[1], dice))
            scores[k] += result(s, seat)
    return count


class Lookout(Bot):
    """Tries each action in many worlds that fit its view and takes the one that does best."""

    worlds = 300

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        if "survey" not in self.rules.extras:
            self.rules.extras["survey"] = self.rules.bind(survey)
        self.scratch = new(game.state, 2)

    def decide(self, view: np.ndarray[Any, Any], seat: int) -> int:
        actions = np.zeros((2, self.rules.action_count), np.int16)
        scores = np.zeros(self.rules.action_count, np.int64)
        survey = self.rules.extras["survey"]
        count = survey(view, self.scratch, self.worlds, self.dice, actions, scores)
        return int(actions[0][np.argmax(scores[:count])])

"""Instinct: plays what its network says at once, without looking ahead."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.bots.deckhand import Deckhand
from quarterdeck.bots.network import Mind, Network, activate, blank, find, pick
from quarterdeck.engine.game import Game

# the game's own functions, bound by `Rules.bind`
legal: Any
observe: Any


def consult(views: Any, mind: Mind, actions: Any, dice: Any) -> int:
    """Ask the network about a view: `mind.odds` says how likely it takes each legal action.
    Returns what it takes now."""
    s = views[0]
    count = legal(s, actions)
    blank(mind)
    observe(s, s.actor, mind.seen)
    activate(mind, s.actor)
    return pick(mind, actions, count, dice)


class Instinct(Deckhand):
    """Plays by what it learnt from millions of games, without looking ahead.

    In a game that has not been learnt it plays by the rule of thumb."""

    def __init__(self, game: Game, seed: int, network: Network | None = None) -> None:
        super().__init__(game, seed)
        network = network or find(game)
        self.mind = None
        if network is not None:
            network.check(game)
            self.mind = network.mind(self.rules.observation)
            if "consult" not in self.rules.extras:
                self.rules.extras["consult"] = self.rules.bind(consult)

    def decide(self, view: np.ndarray[Any, Any], seat: int) -> int:
        if self.mind is None:
            return super().decide(view, seat)
        return int(self.rules.extras["consult"](view, self.mind, self.rules.room(), self.dice))

    def chances(self, view: np.ndarray[Any, Any], seat: int) -> dict[int, float]:
        """How likely it takes each action."""
        self.check(view, seat)
        if self.mind is None:
            return {self.decide(view, seat): 1.0}
        actions, dice = self.rules.room(), self.dice.copy()
        self.rules.extras["consult"](view, self.mind, actions, dice)
        odds = self.mind.odds[: self.rules.legal(view, 0, actions)]
        return dict(zip(actions.tolist(), (odds / odds.sum()).tolist(), strict=False))

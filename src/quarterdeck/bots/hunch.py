"""Hunches: what the game's network would do, seen less sharply, and rules of thumb.

People err where actions look alike, and fall back on habits. So of all that scores little less than
the best (`SLACK` in the game's policy) a hunch takes anything, and some decisions are made by the
rule of thumb. What scores clearly worse, and what no player would do (`consider`), is never taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.bots.deckhand import Deckhand
from quarterdeck.bots.instinct import Instinct
from quarterdeck.bots.network import FINE, Mind, activate, blank, pick
from quarterdeck.engine.game import Game
from quarterdeck.engine.rule import below

# the game's own functions, bound by `Rules.bind`
consider: Any
legal: Any
observe: Any


def muse(views: Any, mind: Mind, actions: Any, dice: Any) -> int:
    """What the network takes now, of the actions that are worth considering."""
    s = views[0]
    count = consider(s, actions, legal(s, actions))
    blank(mind)
    observe(s, s.actor, mind.seen)
    activate(mind, s.actor)
    return pick(mind, actions, count, dice)


class Hunch(Instinct):
    """Plays by a blurred network, and by rule of thumb in so many of a hundred decisions."""

    def __init__(self, game: Game, seed: int, habit: int) -> None:
        super().__init__(game, seed)
        self.habit = habit
        if self.mind is not None:
            self.mind.slack[0] = round(FINE * game.hooks.policy.SLACK)
        if "muse" not in self.rules.extras:
            self.rules.extras["muse"] = self.rules.bind(muse)

    def decide(self, view: np.ndarray[Any, Any], seat: int) -> int:
        if self.habit and below(self.dice, 100) < self.habit:
            return Deckhand.decide(self, view, seat)
        return int(self.rules.extras["muse"](view, self.mind, self.rules.room(), self.dice))

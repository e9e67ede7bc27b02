"""What all bots share: a game's rules, dice of their own, and the check that they get a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from quarterdeck.engine.errors import NotTheTruth
from quarterdeck.engine.game import Game
from quarterdeck.engine.position import Position
from quarterdeck.engine.seeds import generators


class Bot(ABC):
    """A player that is a program."""

    def __init__(self, game: Game, seed: int, compiled: bool = True) -> None:
        self.rules = game.load(compiled)
        self.dice: Any = generators(seed, 1)[0]

    def choose(self, view: np.ndarray[Any, Any], seat: int) -> int:
        """Choose an action for the actor from its view (an array of one record)."""
        self.check(view, seat)
        return self.decide(view, seat)

    def check(self, view: np.ndarray[Any, Any], seat: int) -> None:
        """Refuse the truth and other seats' views."""
        if view["viewer"][0] != seat:
            raise NotTheTruth(f"a bot in seat {seat} must be given that seat's view.")

    def warm(self) -> None:
        """Compile what the bot needs: let it make one decision that is a real choice."""
        position = Position.dealt(self.rules.game, seed=0)
        while len(legal := position.legal()) == 1:
            position = position.act(legal[0])
        self.choose(position.view(position.actor), position.actor)

    @abstractmethod
    def decide(self, view: np.ndarray[Any, Any], seat: int) -> int:
        """Choose an action; the view has been checked."""

"""Stepping: one game, decision by decision, as PettingZoo and Gymnasium want to see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from quarterdeck.engine.describe import Description, describe
from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.scene import Scene, named

Array = np.ndarray[Any, Any]

FLOAT32, RAW = "float32", "raw"


class Stepper:
    """A game being played, what each seat observes of it, and the spaces of these."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, int] | None = None,
        dtype: str = FLOAT32,
    ) -> None:
        """`dtype`: observations scaled to at most 1 in size ("float32"), or as the whole numbers
        they are ("raw")."""
        if dtype not in (FLOAT32, RAW):
            raise BadOption(f"dtype is {FLOAT32} or {RAW}, not {dtype!r}.")
        self.game = find(game) if isinstance(game, str) else game
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(dict(options or {}))
        self.dtype = dtype
        self.rules = self.game.load(compiled=True)
        self._scale, self._raw = self.rules.observation.scale, self.rules.observation.dtype

    # What is seen ------------------------------------------------------------------------------

    def observation_space(self) -> spaces.Box:
        low, high = (self._presented(bound) for bound in self.rules.observation.bounds)
        return spaces.Box(low, high, dtype=low.dtype.type)

    def action_space(self) -> spaces.Discrete[np.int64]:
        return spaces.Discrete(self.rules.action_count)

    def describe(self) -> Description:
        """What the numbers mean."""
        return describe(self.game)

    def observation(self, seat: int) -> Array:
        """What a seat sees; only the actor sees its draft."""
        position = self.now if seat == self.now.actor else self.shown
        seen = np.zeros(self.rules.observation_size, np.float32)
        self.rules.observe(position.view(seat), 0, seat, seen)
        return self._presented(seen)

    def _presented(self, numbers: Array) -> Array:
        """Whole numbers in the form that was asked for."""
        if self.dtype == RAW:
            return numbers.astype(self._raw)
        scaled: Array = np.multiply(numbers, self._scale, dtype=np.float32)
        return scaled

    def mask(self, seat: int) -> Array:
        """1 for each action that is open to a seat."""
        mask = np.zeros(self.rules.action_count, np.int8)
        if seat == self.now.actor:
            mask[self.now.legal()] = 1
        return mask

    def text(self, seat: int, names: list[str]) -> str:
        """What a seat sees, in words."""
        return "\n".join(_lines(named(Match.at(self.now).scene(seat), names), names[seat]))

    # What is done ------------------------------------------------------------------------------

    def deal(self, seed: int) -> None:
        """Begin the game that `Match(game, seed=seed)` would."""
        self.now = self.shown = Position.dealt(self.game, self.seats, self.options, seed)

    def act(self, action: Any) -> None:
        """Carry out the actor's action; one that is not open to it is refused."""
        whole = int(action) if isinstance(action, np.integer) else action
        self.now = self.now.act(whole)
        if self.now.fenced or self.now.over:
            self.shown = self.now


def _lines(scene: Scene, name: str) -> list[str]:
    """A scene in words: what lies where, the question, the answers."""
    places = {zone.id: zone.label for zone in scene.zones}
    places |= {cell.id: cell.name for board in scene.boards for cell in board.cells}
    lying: dict[str, list[str]] = {}
    for piece in scene.pieces:
        lying.setdefault(places[piece.at], []).append(piece.label)
    return [
        f"{scene.game}, turn {scene.turn}, as {name} sees it",
        *(f"  {place}: {', '.join(labels)}" for place, labels in lying.items()),
        scene.prompt,
        *(f"  {action.id} {action.label}" for action in scene.actions),
    ]

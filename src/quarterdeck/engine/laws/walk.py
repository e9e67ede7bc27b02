"""What laws look at: a `Walk`, one game played decision by decision, and what is said of it."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quarterdeck.engine import errors, seeds
from quarterdeck.engine.game import Game
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.record import Record

States = np.ndarray[Any, Any]


class Violation(Exception):
    """A law does not hold."""

    def __init__(self, law: str, message: str, record: Record | None = None) -> None:
        super().__init__(f"{law}: {message}")
        self.law, self.message, self.record = law, message, record

    @property
    def length(self) -> int:
        return sum(len(b.actions) for b in self.record.batches) if self.record else 0


@dataclass
class Report:
    """What was checked, how often, and the largest values seen of bounded quantities."""

    game: Game
    checked: Counter[str] = field(default_factory=Counter)
    games: int = 0
    states: int = 0
    longest: int = 0
    most_events: int = 0
    violation: Violation | None = None


@dataclass(frozen=True)
class Setting:
    """Players and options of a game."""

    seats: int
    options: dict[str, int]

    def __str__(self) -> str:
        words = [f"{self.seats} players", *(f"{k} {v}" for k, v in self.options.items())]
        return ", ".join(words)


def settings(game: Game) -> list[Setting]:
    """Every number of players with the options at their defaults and at either end."""
    values = [sorted({o.low, o.default, o.high}) for o in game.options]
    every = _accepted(game, itertools.product(*values))
    if len(every) > 24:  # too many to combine: vary one at a time
        usual = tuple(o.default for o in game.options)
        others = ((*usual[:i], v, *usual[i + 1 :]) for i, row in enumerate(values) for v in row)
        every = _accepted(game, dict.fromkeys([usual, *others]))
    seats = range(game.seats[0], game.seats[1] + 1)
    return [Setting(number, options) for number in seats for options in every]


def _accepted(game: Game, choices: Iterable[tuple[int, ...]]) -> list[dict[str, int]]:
    """Those choices of options that the game does not refuse."""
    found = []
    for choice in choices:
        options = {o.name: v for o, v in zip(game.options, choice, strict=True)}
        with contextlib.suppress(errors.BadOption):
            found.append(game.check_options(options))
    return found


class Walk:
    """One game, the whole truth of it, played decision by decision on compiled rules."""

    def __init__(self, game: Game, setting: Setting, seed: int) -> None:
        self.game, self.setting, self.seed = game, setting, seed
        self.rules = game.load()
        self.random = random.Random(seed)
        self.dice = seeds.generators(seed, 1)[0]
        self.now = Position.dealt(game, setting.seats, setting.options, seed)
        self.before, self.legal_before = self.now, list[int]()
        self.actions: list[int] = []
        self.origin = self.now
        """The position at the fence before the present batch,"""
        self.batch: list[int] = []
        """and the actions since."""
        self.donor = self.now
        """An earlier moment, for its memories."""
        self._views: dict[int, States] = {}
        self._legal: list[int] | None = None

    @property
    def state(self) -> States:
        return self.now.state

    @property
    def over(self) -> bool:
        return self.now.over

    @property
    def actor(self) -> int:
        return self.now.actor

    def legal(self) -> list[int]:
        if self._legal is None:
            self._legal = self.now.legal()
        return self._legal

    def act(self, action: int) -> None:
        self.before, self.legal_before = self.now, self.legal()
        if self.now.fenced:
            self.origin, self.batch = self.before, []
        self.now = self.now.after(action)
        self._views, self._legal = {}, None
        self.actions.append(action)
        self.batch.append(action)

    def view(self, seat: int) -> States:
        """What a seat may know now, made once for all laws: not to be written to."""
        if seat not in self._views:
            self._views[seat] = self.now.view(seat)
        return self._views[seat]

    def imagined(self, seat: int) -> Position:
        """Another truth that the seat cannot tell from this one."""
        return Position(self.rules, self.view(seat)).imagined(seat, self.dice)

    def allows(self, view: States, seat: int, position: Position) -> bool:
        return bool(self.rules.allows(view, 0, seat, position.state, 0))

    def viewers(self) -> list[int]:
        """Who has a view now: between fences, only the actor."""
        return list(range(self.setting.seats)) if self.now.fenced else [self.actor]

    def fail(self, law: str, message: str) -> None:
        raise Violation(law, f"{message} ({self.setting}, after {len(self.actions)} actions)",
                        self.record())  # fmt: skip

    def match(self, actions: int | None = None, compiled: bool = True) -> Match:
        """The game, or its first actions, as a match, as far as that can follow it."""
        match = Match(self.game, self.setting.seats, self.setting.options, self.seed, compiled)
        for action in self.actions[:actions]:
            try:
                match.act(match.actor if match.actor is not None else -1, action)
            except errors.QuarterdeckError:
                break
        return match

    def record(self) -> Record:
        return self.match().record()


def same(one: States, other: States) -> bool:
    return one.tobytes() == other.tobytes()


def differing(one: States, other: States) -> str:
    """The names of the fields that differ."""
    names = one.dtype.names or ()
    return ", ".join(n for n in names if not np.array_equal(one[n], other[n])) or "padding"


def joined(states: Sequence[States]) -> States:
    """Many states as one array. NumPy would compare their types field by field, for each one."""
    return np.frombuffer(b"".join(state.tobytes() for state in states), states[0].dtype)

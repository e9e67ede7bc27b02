"""Position: a game at a moment, the whole truth of it.

A position is never changed: acting gives another one. So copies share it, and keeping many is
cheap. What is shown to people is made from views; who may see a position is the caller's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from quarterdeck.engine import errors, seeds
from quarterdeck.engine.game import Game
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.state import Plain, clone, from_plain, to_plain
from quarterdeck.engine.words import Words

States = np.ndarray[Any, Any]
say = Words(__package__)


class Position:
    """The state of a game, and the rules it runs by."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: Rules, state: States) -> None:
        """`state`: an array of one that nobody else writes to, the truth or a seat's view."""
        self.rules, self.state = rules, state

    @classmethod
    def dealt(
        cls,
        game: Game,
        seats: int | None = None,
        options: dict[str, int] | None = None,
        seed: int | bytes | seeds.Draws | None = None,
        compiled: bool | None = None,
    ) -> Position:
        """A new game; the same seed gives the same deal."""
        if isinstance(seed, seeds.Draws):
            return cls(game.load(compiled), _dealt_by(seed, game, seats, options))
        rules = game.load(compiled)
        states = rules.new(1, seats, options)
        rng = states["rng"][0] if rules.compiled else states[0].rng
        for i, word in enumerate(seeds.generator(seeds.secret(seed))):
            rng[i] = word
        rules.deal(states, 0)
        return cls(rules, rules.stored(states))

    @property
    def over(self) -> bool:
        return bool(self.state["over"][0])

    @property
    def actor(self) -> int:
        """Who is to decide; without meaning when the game is over."""
        return int(self.state["actor"][0])

    @property
    def seats(self) -> int:
        return int(self.state["seats"][0])

    @property
    def fenced(self) -> bool:
        """The last action, or the deal, cannot be taken back."""
        return bool(self.state["fence"][0])

    @property
    def teams(self) -> list[int]:
        """By seat; seats with the same team share the result."""
        return self.state["team"][0][: self.seats].tolist()  # type: ignore[no-any-return]

    @property
    def winners(self) -> list[int]:
        """The seats that won; empty before the end, and in a draw."""
        won = int(self.state["winners"][0])
        return [seat for seat in range(self.seats) if won >> seat & 1]

    def returns(self) -> list[float]:
        """Each seat's reward: its score, or its share of the win; nought before the end."""
        states = self.state if self.rules.compiled else self.rules.working(self.state)
        return [float(self.rules.reward(states, 0, seat)) for seat in range(self.seats)]

    @property
    def events(self) -> list[int]:
        """What has happened since the fence before, packed."""
        return self.state["event"][0][: self.state["event_count"][0]].tolist()  # type: ignore[no-any-return]

    def legal(self) -> list[int]:
        """What the actor may do; nothing when the game is over."""
        if self.over:
            return []
        room = self.rules.room()
        states = self.state if self.rules.compiled else self.rules.working(self.state)
        return [int(action) for action in room[: self.rules.legal(states, 0, room)]]

    def act(self, action: int, draws: seeds.Draws | None = None) -> Position:
        """The position after a legal action. `draws`: where chance comes from, if not from the
        state's own generator."""
        if type(action) is not int or action not in self.legal():
            raise errors.IllegalAction(
                say(
                    "action {action} is not open to seat {seat} now.",
                    action=repr(action),
                    seat=self.actor,
                )
            )
        after = self.after(action)
        if draws is not None and (after.state["rng"] != self.state["rng"]).any():
            after = self._after_by(draws, action)
        if fault := int(after.state["fault"][0]):
            raise errors.BrokenGame(
                say(
                    "{game} exceeded a bound of its own state (fault {fault}); please report the "
                    "record of this game.",
                    game=self.rules.game.title,
                    fault=fault,
                )
            )
        return after

    def after(self, action: int) -> Position:
        """The same, for callers who know the action to be legal and look for faults themselves."""
        states = self.rules.working(self.state)
        self.rules.act(states, 0, action)
        return Position(self.rules, self.rules.stored(states))

    def _after_by(self, draws: seeds.Draws, action: int) -> Position:
        """The same, interpreted, with other draws; few actions draw, so this need not be fast."""
        rules = self.rules.game.load(compiled=False)
        states = rules.working(self.state)
        with _drawing(states[0], draws):
            rules.act(states, 0, action)
        return Position(self.rules, rules.stored(states))

    def expired(self) -> Position:
        """The position once the game's time is up; so rare that it is not worth compiling."""
        expire, plain = self.rules.game.hooks.rules.expire, self.plain()
        plain.event_count, plain.fence = 0, 1
        if expire:
            interpret(expire)(plain)
        return Position(self.rules, from_plain(self.rules.state, plain))

    def view(self, seat: int) -> States:
        """What a seat (-1: a spectator) may know: an array of one that is the caller's own."""
        states = self.rules.working(self.state)
        self.rules.conceal(states, 0, seat)
        return self.rules.stored(states)

    def imagined(self, seat: int, dice: Any) -> Position:
        """A position that all the seat knows allows, made from its view alone."""
        known = clone(self.state) if self.state["viewer"][0] == seat else self.view(seat)
        states = self.rules.working(known)
        self.rules.imagine(states, 0, seat, dice)
        return Position(self.rules, self.rules.stored(states))

    def plain(self) -> Plain:
        """The state as Python integers and lists, to be read. Compiled rules leave its indices
        unchecked: scenes are drawn faster, and the laws draw them by interpreted rules, too."""
        return to_plain(self.rules.state, self.state, checked=not self.rules.compiled)


def _dealt_by(
    draws: seeds.Draws, game: Game, seats: int | None, options: dict[str, int] | None
) -> States:
    """A new game dealt by interpreted rules; its own generator is never set."""
    rules = game.load(compiled=False)
    states = rules.new(1, seats, options)
    with _drawing(states[0], draws):
        rules.deal(states, 0)
    return rules.stored(states)


@contextmanager
def _drawing(plain: Plain, draws: seeds.Draws) -> Iterator[None]:
    own = plain.rng
    plain.__dict__["rng"] = draws
    yield
    plain.__dict__["rng"] = own

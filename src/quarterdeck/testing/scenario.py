"""Scenarios: a match set up by hand, played and read in a player's words.

    class Table(Scenario):
        def search(self, hut: str) -> Table:
            return self.act("guess", "ABCD".index(hut))

    game = Table.deal(GAME, ["hider", "seeker"])
    state = game.blank()
    ...
    assert game.set_to(state).search("B").winner == "seeker"

A state that somebody's memory contradicts is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Self

import pytest

from quarterdeck.engine.game import Game
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.scene import Scene
from quarterdeck.engine.state import SPECTATOR, Event, Plain, events_of, from_plain, to_plain


class Scenario:
    """A match, its seats by name. `spectator` is who only looks on.

    A game adds how it is played and read: methods that call `act`, `offer` and `fact`.
    """

    def __init__(self, match: Match, players: Sequence[str]) -> None:
        assert len(players) == match.seats, f"{match.seats} play, not {len(players)}"
        self.match, self.game, self.players = match, match.game, list(players)

    @classmethod
    def deal(
        cls,
        game: Game,
        players: Sequence[str],
        seed: int = 1,
        compiled: bool = True,
        **options: int,
    ) -> Self:
        """A game just dealt."""
        return cls(Match(game, len(players), options, seed, compiled), players)

    # Setting up --------------------------------------------------------------------------------

    def blank(self, *kept: str) -> Any:
        """A state to fill in: as this match has them, its seats, options and chances, and the
        fields named; everything else at its blank value."""
        state, dealt = Plain(self.game.state), self.match.position.plain()
        options = (option.name for option in self.game.options)
        for name in ("seats", "team", "rng", *options, *kept):
            state.__dict__[name] = getattr(dealt, name)
        state.fence = 1
        return state

    def set_to(self, state: Plain) -> Self:
        """Begin from this state, if all that everybody knows allows it."""
        truth, rules = from_plain(self.game.state, state), self.game.load()
        for seat, player in enumerate(self.players):
            view = Position(rules, truth).view(seat)
            assert rules.allows(view, 0, seat, truth, 0), f"{player} would know better"
        self.match = Match.at(Position(self.match.rules, truth))
        return self

    # Playing -----------------------------------------------------------------------------------

    def act(self, verb: str, number: int = 0) -> Self:
        """One decision of whoever is asked."""
        assert self.match.actor is not None, "the game is over"
        self.match.act(self.match.actor, self.game.actions.verbs[verb].start + number)
        return self

    @property
    def offers(self) -> set[str]:
        """What whoever is asked may do."""
        return {self.offer(*self.game.actions.parse(action)) for action in self.match.legal()}

    def offer(self, verb: str, number: int) -> str:
        """An action in words."""
        return f"{verb} {number}"

    # The truth ---------------------------------------------------------------------------------

    @property
    def truth(self) -> Any:
        return self._plain(self.match.truth)

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def to_play(self) -> str:
        """Who is asked."""
        assert self.match.actor is not None, "the game is over"
        return self.players[self.match.actor]

    @property
    def winners(self) -> list[str]:
        return [self.players[seat] for seat in self.match.winners]

    @property
    def winner(self) -> str:
        """Who won, `nobody` in a draw, or nothing while the game goes on."""
        return " and ".join(self.winners or ["nobody"]) if self.over else ""

    # What a player knows -----------------------------------------------------------------------

    def seat(self, player: str) -> int | None:
        return None if player == "spectator" else self.players.index(player)

    def view(self, player: str) -> Any:
        """What a player may know."""
        return self._plain(self.match.view(self.seat(player)))

    def scene(self, player: str) -> Scene:
        return self.match.scene(self.seat(player))

    def log(self, player: str) -> list[str]:
        """The lines a player reads, with `{0}` for the name of seat 0 and so on."""
        return [line.text for line in self.match.told(self.seat(player))]

    def told(self, player: str) -> list[str]:
        """What a player was told since the match was set, as facts."""
        return [self.fact(event) for event in self.events(player)]

    def fact(self, event: Event) -> str:
        """An event in plain words, so that scenarios do not depend on how the log is worded."""
        return f"{self.game.event_names[event.kind]} {event.who} {event.a} {event.b} {event.c}"

    def events(self, player: str) -> list[Event]:
        """What a player was told since the match was set, as the rules put it."""
        seat = self.seat(player)
        viewer = SPECTATOR if seat is None else seat
        return [e for fence in self.match.fences[1:] for e in events_of(fence.view(viewer))]

    def imagined(self, player: str, times: int = 1, seed: int = 1) -> Iterator[Any]:
        """Whole states that a player thinks possible."""
        rules, seat = self.game.load(), self.players.index(player)
        known, dice = Position(rules, self.match.view(seat)), rules.dice(seed)
        for _ in range(times):
            yield self._plain(known.imagined(seat, dice).state)

    def _plain(self, state: Any) -> Any:
        return to_plain(self.game.state, state)


def both_ways(make: Callable[..., Any]) -> Any:
    """A fixture that is `make`, told by `compiled` how the rules run: with
    `table = both_ways(position)` in a conftest.py, a test calls `table(hut="D")`."""

    @pytest.fixture
    def made(compiled: bool) -> Callable[..., Any]:
        return partial(make, compiled=compiled)

    return made

"""The four levels people play against; they have the same names in every game.

All are the same search with different limits. The lower two also make human mistakes: they play by
rules of thumb, consider only a few hidden worlds, and misjudge unclear positions; they do see a
certain win or loss. The admiral thinks with what its game's network learnt, where that has been
measured to be stronger: with two players. docs/strength.md says how they do against each other.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from quarterdeck.bots.network import find
from quarterdeck.bots.search import Estimate, Searcher, States
from quarterdeck.engine.game import Game

PAIR = 2


class Level(Searcher):
    """A game's policy may set its own simulation counts (`SIMULATIONS`)."""

    learnt = False
    """Does it think with the game's network, if the game's tuning says so (`Tuning.instinct`)?"""

    def __init__(
        self,
        game: Game,
        seed: int,
        simulations: int | None = None,
        instinct: int | None = None,
        **limits: Any,
    ) -> None:
        """`instinct`: think with the game's network instead of its policy (1), or do not (0)."""
        policy = game.hooks.policy
        usual = policy.SIMULATIONS.get(type(self).__name__.lower())
        advised = policy.SEARCH.get("instinct", 0) if self.learnt and instinct != 0 else 0
        network = find(game) if instinct or advised else None
        super().__init__(game, seed, simulations or advised or usual, network=network, **limits)


class Cadet(Level):
    """For beginners: plays by rules of thumb, makes a few guesses and misjudges them."""

    simulations = 40
    guesses = 3
    misjudges = 1.2
    habit = 50


class Mate(Level):
    """Knows the game: looks a little ahead and sometimes misjudges what it sees."""

    simulations = 60
    misjudges = 0.3


class Captain(Level):
    """Plays well: tries hundreds of continuations per decision."""

    simulations = 500


class Admiral(Level):
    """Plays as well as it can within two seconds on two cores."""

    simulations = 200_000
    learnt = True
    seconds = 2.0
    threads = 2

    def __init__(self, game: Game, seed: int, *limits: Any, **more: Any) -> None:
        super().__init__(game, seed, *limits, **more)
        self._rulebook = partial(Admiral, game, seed, *limits, **{**more, "instinct": 0})
        self._other: Admiral | None = None

    def decide(self, view: States, seat: int) -> int:
        other = self._among_many(view)
        return other.decide(view, seat) if other else super().decide(view, seat)

    def hints(self, view: States, seat: int) -> list[Estimate]:
        other = self._among_many(view)
        return other.hints(view, seat) if other else super().hints(view, seat)

    def chance(self, view: States, seat: int) -> float:
        other = self._among_many(view)
        return other.chance(view, seat) if other else super().chance(view, seat)

    def _among_many(self, view: States) -> Admiral | None:
        """Who thinks instead where more than two play: the networks' strength among many has not
        been shown (docs/strength.md)."""
        if not self.tuning.instinct or view["seats"][0] <= PAIR:
            return None
        self._other = self._other or self._rulebook()
        self._other.seconds = self.seconds
        return self._other

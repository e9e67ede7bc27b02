"""The four levels people play against, the same names in every game.

They are one search with different limits. The lower two also err as people do: they go by rules of
thumb, take a few guesses about what is hidden for all there is, and misjudge what is unclear; a win
or a loss that is certain they see. How they fare against each other: docs/strength.md.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.bots.search import Searcher
from quarterdeck.engine.game import Game


class Level(Searcher):
    """Where simulations are dear, or few tell as much, a game's policy says how many each gets."""

    def __init__(
        self, game: Game, seed: int, simulations: int | None = None, **limits: Any
    ) -> None:
        own = game.hooks.policy.SIMULATIONS
        super().__init__(game, seed, simulations or own.get(type(self).__name__.lower()), **limits)


class Cadet(Level):
    """A beginner's match: goes by rules of thumb, or guesses what is hidden and misjudges it."""

    simulations = 40
    guesses = 3
    misjudges = 1.2
    habit = 50


class Mate(Level):
    """Knows the game: looks a little ahead, and sometimes misjudges what it sees."""

    simulations = 60
    misjudges = 0.3


class Captain(Level):
    """Plays well: weighs hundreds of ways the game may go."""

    simulations = 500


class Admiral(Level):
    """Plays as well as it can in two seconds on two cores."""

    simulations = 200_000
    seconds = 2.0
    threads = 2

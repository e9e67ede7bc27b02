"""The four levels people play against; they have the same names in every game.

Where a game has learnt how to play, cadet, mate and captain play by hunches (hunch.py) and the
admiral searches with the network, if that has been measured to be stronger. In other games all
four are the same search by the game's policy with different limits; there the lower two imagine few
worlds and misjudge unclear positions. All see a win at hand.
docs/strength.md says how they do against each other.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.bots.hunch import Hunch
from quarterdeck.bots.network import find
from quarterdeck.bots.search import Searcher, States
from quarterdeck.engine.game import Game


class Level(Searcher):
    """A game's policy may set its own simulation counts (`SIMULATIONS`) and habits (`HABITS`)."""

    learnt = False
    """Does it search with the game's network, if the game says so (`NETWORK_SIMULATIONS`)?"""
    habits: int | None = None
    """Percentage of decisions that it leaves to the rule of thumb, where it plays by hunches; None:
    it never does."""

    def __init__(
        self,
        game: Game,
        seed: int,
        simulations: int | None = None,
        instinct: int | None = None,
        **limits: Any,
    ) -> None:
        """`instinct`: think with the game's network instead of its policy (1), or do not (0). A
        level that is told how to search plays by no hunches."""
        policy, name = game.hooks.policy, type(self).__name__.lower()
        advised = policy.NETWORK_SIMULATIONS if self.learnt and instinct != 0 else 0
        network = find(game) if instinct or advised else None
        count = simulations or advised or policy.SIMULATIONS.get(name)
        super().__init__(game, seed, count, network=network, **limits)
        self.hunch: Hunch | None = None
        told = simulations is not None or instinct is not None
        if self.habits is not None and not told and policy.prefer and find(game):
            self.hunch = Hunch(game, seed, policy.HABITS.get(name, self.habits))
            self.hunch.dice = self.dice

    def ponder(self, view: States, seat: int) -> int:
        return self.hunch.decide(view, seat) if self.hunch else super().ponder(view, seat)

    def warm(self) -> None:
        """Both ways: an analysis searches, too."""
        if hunch := self.hunch:
            usual = hunch.habit
            for hunch.habit in (100, 0):
                super().warm()
            hunch.habit = usual
        self.hunch = None
        super().warm()
        self.hunch = hunch


class Cadet(Level):
    """For beginners: plays by rules of thumb and makes mistakes."""

    habits = 85
    simulations = 40
    guesses = 3
    misjudges = 1.2
    habit = 50


class Mate(Level):
    """Knows the game, but often plays by rules of thumb and misjudges positions."""

    habits = 25
    simulations = 60
    misjudges = 0.3


class Captain(Level):
    """Plays well and makes small mistakes."""

    habits = 0
    simulations = 500


class Admiral(Level):
    """Plays as well as it can within two seconds on two cores."""

    simulations = 200_000
    learnt = True
    seconds = 2.0
    threads = 2

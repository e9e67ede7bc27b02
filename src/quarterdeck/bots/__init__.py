"""Bots: they get a view, never the truth, and return an action. None of them knows a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.bots.base import Bot
from quarterdeck.bots.deckhand import Deckhand
from quarterdeck.bots.levels import Admiral, Cadet, Captain, Mate
from quarterdeck.bots.lookout import Lookout
from quarterdeck.bots.random import Random
from quarterdeck.bots.search import Advice, Searcher
from quarterdeck.engine.contract import LEVELS
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game

__all__ = [
    "LEVELS",
    "Advice",
    "Bot",
    "Searcher",
    "UnknownBot",
    "bots",
    "check_limits",
    "make",
    "searches",
]

_BOTS: dict[str, type[Bot]] = {
    "random": Random,
    "deckhand": Deckhand,
    "cadet": Cadet,
    "lookout": Lookout,
    "mate": Mate,
    "captain": Captain,
    "admiral": Admiral,
}


LIMITS = ("simulations", "seconds", "threads")
"""What a bot that searches can be told not to exceed for a decision."""


class UnknownBot(QuarterdeckError):
    code = "unknown-bot"


def bots() -> dict[str, str]:
    """The bots there are, weakest first, and what each does."""
    return {name: (bot.__doc__ or "").partition("\n")[0] for name, bot in _BOTS.items()}


def searches(name: str) -> bool:
    """Does a bot look ahead, within limits?"""
    return issubclass(_BOTS.get(name, Bot), Searcher)


def check_limits(name: str, limits: Mapping[str, float]) -> None:
    """Refuse limits that a bot does not have, or that leave it nothing to think with."""
    if limits and not searches(name):
        raise UnknownBot(f"{name} does not search: it takes no limits.")
    for limit, value in limits.items():
        if limit not in LIMITS or value <= 0:
            raise UnknownBot(
                f"{limit}={value} is no limit of a bot; there are {', '.join(LIMITS)}, "
                "each more than 0."
            )


def make(name: str, game: Game, seed: int, **limits: Any) -> Bot:
    """A bot ready to play a game; the same seed and views give the same actions.

    Those that search take `LIMITS` for a decision.
    """
    if name not in _BOTS:
        raise UnknownBot(f"no bot {name!r} here; there are: {', '.join(_BOTS)}.")
    return _BOTS[name](game, seed, **limits)

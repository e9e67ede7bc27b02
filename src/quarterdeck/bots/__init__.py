"""Bots: each gets a view, never the truth, and returns an action. None is written for one game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.bots.base import Bot
from quarterdeck.bots.deckhand import Deckhand
from quarterdeck.bots.instinct import Instinct
from quarterdeck.bots.levels import Admiral, Cadet, Captain, Mate
from quarterdeck.bots.lookout import Lookout
from quarterdeck.bots.random import Random
from quarterdeck.bots.search import Estimate, Searcher
from quarterdeck.engine.contract import LEVELS
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game
from quarterdeck.engine.words import Words

__all__ = [
    "LEVELS",
    "Bot",
    "Estimate",
    "Searcher",
    "UnknownBot",
    "bots",
    "check_limits",
    "make",
    "searches",
    "title",
]

say = Words(__package__)
_BOTS: dict[str, type[Bot]] = {
    "random": Random,
    "deckhand": Deckhand,
    "cadet": Cadet,
    "lookout": Lookout,
    "mate": Mate,
    "captain": Captain,
    "instinct": Instinct,
    "admiral": Admiral,
}


LIMITS = ("simulations", "seconds", "threads", "instinct")
"""Limits that a searching bot accepts, each per decision; `instinct=1`: it thinks with the game's
network, `instinct=0`: it does not."""


class UnknownBot(QuarterdeckError):
    code = "unknown-bot"


def bots() -> dict[str, str]:
    """All bots, weakest first, with a line about each."""
    return {name: say(_first_line(bot)) for name, bot in _BOTS.items()}


def title(name: str) -> str:
    """What people call a bot."""
    return say(name.title())


def _first_line(bot: type[Bot]) -> str:
    return (bot.__doc__ or "").partition("\n")[0]


say.know(*(name.title() for name in _BOTS), *map(_first_line, _BOTS.values()))


def searches(name: str) -> bool:
    """Does this bot search, within limits?"""
    return issubclass(_BOTS.get(name, Bot), Searcher)


def check_limits(name: str, limits: Mapping[str, float]) -> None:
    """Refuse unknown limits and limits that are not positive."""
    if limits and not searches(name):
        raise UnknownBot(f"{name} does not search, so it takes no limits.")
    for limit, value in limits.items():
        if limit not in LIMITS or value < 0 or (value == 0 and limit != "instinct"):
            raise UnknownBot(
                f"{limit}={value} is not a valid limit; the limits are {', '.join(LIMITS)}, "
                "each more than 0."
            )


def make(name: str, game: Game, seed: int, **limits: Any) -> Bot:
    """Make a bot for a game; the same seed and views give the same actions.

    `limits`: see `LIMITS`.
    """
    if name not in _BOTS:
        raise UnknownBot(f"there is no bot {name!r}; the bots are: {', '.join(_BOTS)}.")
    return _BOTS[name](game, seed, **limits)

"""Bots: they get a view, never the truth, and return an action. None of them knows a game."""

from __future__ import annotations

from quarterdeck.bots.base import Bot
from quarterdeck.bots.lookout import Lookout
from quarterdeck.bots.random import Random
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game

__all__ = ["Bot", "UnknownBot", "bots", "make"]

_BOTS: dict[str, type[Bot]] = {"random": Random, "lookout": Lookout}


class UnknownBot(QuarterdeckError):
    code = "unknown-bot"


def bots() -> dict[str, str]:
    """The bots there are, weakest first, and what each does."""
    return {name: (bot.__doc__ or "").partition("\n")[0] for name, bot in _BOTS.items()}


def make(name: str, game: Game, seed: int) -> Bot:
    """A bot ready to play a game; the same seed and views give the same actions."""
    if name not in _BOTS:
        raise UnknownBot(f"no bot {name!r} here; there are: {', '.join(_BOTS)}.")
    return _BOTS[name](game, seed)

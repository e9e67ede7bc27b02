"""Bots: they get a view, never the truth, and return an action. None of them knows a game."""

from __future__ import annotations

from typing import Any

from quarterdeck.bots.base import Bot
from quarterdeck.bots.deckhand import Deckhand
from quarterdeck.bots.levels import LEVELS, Admiral, Cadet, Captain, Mate
from quarterdeck.bots.lookout import Lookout
from quarterdeck.bots.random import Random
from quarterdeck.bots.search import Advice, Searcher
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game

__all__ = ["LEVELS", "Advice", "Bot", "Searcher", "UnknownBot", "bots", "make"]

_BOTS: dict[str, type[Bot]] = {
    "random": Random,
    "deckhand": Deckhand,
    "cadet": Cadet,
    "lookout": Lookout,
    "mate": Mate,
    "captain": Captain,
    "admiral": Admiral,
}


class UnknownBot(QuarterdeckError):
    code = "unknown-bot"


def bots() -> dict[str, str]:
    """The bots there are, weakest first, and what each does."""
    return {name: (bot.__doc__ or "").partition("\n")[0] for name, bot in _BOTS.items()}


def make(name: str, game: Game, seed: int, **limits: Any) -> Bot:
    """A bot ready to play a game; the same seed and views give the same actions.

    Limits, for those that search: `simulations` and `seconds` for a decision, `threads`.
    """
    if name not in _BOTS:
        raise UnknownBot(f"no bot {name!r} here; there are: {', '.join(_BOTS)}.")
    return _BOTS[name](game, seed, **limits)

"""Who sits down: a bot of ours by its name, or anybody's by a command line, `exec:COMMAND`."""

from __future__ import annotations

import shlex
from pathlib import PurePath
from typing import Any, Protocol

import numpy as np

from quarterdeck.arena.external import External
from quarterdeck.bots import UnknownBot, bots, make
from quarterdeck.engine.game import Game

EXEC = "exec:"


class Player(Protocol):
    def choose(self, view: np.ndarray[Any, Any], seat: int) -> int: ...


def check(bot: str) -> None:
    """Refuse a bot that cannot be seated."""
    if bot.startswith(EXEC):
        try:
            if shlex.split(bot.removeprefix(EXEC)):
                return
        except ValueError as error:
            raise UnknownBot(f"{bot!r} is not a command line: {error}.") from None
    elif bot in bots():
        return
    known = ", ".join(bots())
    raise UnknownBot(f"no bot {bot!r} here; there are: {known}, or {EXEC}COMMAND for your own.")


def name(bot: str) -> str:
    """What a bot is called in tables: of a command the last word, without its folders."""
    if bot.startswith(EXEC):
        return PurePath(shlex.split(bot.removeprefix(EXEC))[-1]).name
    return bot


def seat(bot: str, game: Game, seed: int, patience: float) -> Player:
    """A bot ready to play one seat of one game."""
    if bot.startswith(EXEC):
        return External(shlex.split(bot.removeprefix(EXEC)), game, seed, patience)
    return make(bot, game, seed)

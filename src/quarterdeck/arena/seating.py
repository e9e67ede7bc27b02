"""Who sits down: a bot of ours by its name, or anybody's by a command line, `exec:COMMAND`.

One of ours that searches may be given other limits: `captain:simulations=500`. None of them looks
at the clock unless told to (`seconds=`): the same seed must give the same games on a busy machine.
"""

from __future__ import annotations

import shlex
from pathlib import PurePath
from typing import Any, Protocol

import numpy as np

from quarterdeck.arena.external import External
from quarterdeck.bots import UnknownBot, bots, check_limits, make, searches
from quarterdeck.engine.game import Game

EXEC = "exec:"
UNHURRIED = 86_400.0
"""Seconds for a decision: as good as no limit."""


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
    elif own(bot)[0] in bots():
        return
    known = ", ".join(bots())
    raise UnknownBot(f"no bot {bot!r} here; there are: {known}, or {EXEC}COMMAND for your own.")


def own(bot: str) -> tuple[str, dict[str, float]]:
    """The name of a bot of ours and the limits it is given: `mate:simulations=50,threads=2`."""
    name, _, rest = bot.partition(":")
    limits: dict[str, float] = {}
    for limit in rest.split(",") if rest else []:
        key, _, value = limit.partition("=")
        try:
            limits[key] = float(value) if key == "seconds" else int(value)
        except ValueError:
            raise UnknownBot(
                f"{limit!r} is no limit; write it as in captain:simulations=500,threads=2."
            ) from None
    if limits or searches(name):
        limits = {"seconds": UNHURRIED, **limits}
        check_limits(name, limits)
    return name, limits


def name(bot: str) -> str:
    """What a bot is called in tables: of a command the last word, without its folders."""
    if bot.startswith(EXEC):
        return PurePath(shlex.split(bot.removeprefix(EXEC))[-1]).name
    return bot


def seat(bot: str, game: Game, seed: int, patience: float) -> Player:
    """A bot ready to play one seat of one game."""
    if bot.startswith(EXEC):
        return External(shlex.split(bot.removeprefix(EXEC)), game, seed, patience)
    name, limits = own(bot)
    return make(name, game, seed, **limits)

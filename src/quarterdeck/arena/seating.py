"""Seats bots: one of ours by its name, a strategy that `quarterdeck solve` found by its file,
`strategy:FILE`, a network that `quarterdeck learn` wrote, `network:FILE`, or any program by its
command line, `exec:COMMAND`.

Our searching bots accept other limits: `captain:simulations=500`. They ignore the clock unless told
otherwise (`seconds=`), so that the same seed gives the same games on a busy machine.
"""

from __future__ import annotations

import shlex
from pathlib import Path, PurePath
from typing import Any, Protocol

import numpy as np

from quarterdeck.arena.external import External
from quarterdeck.bots import UnknownBot, bots, check_limits, make, searches
from quarterdeck.bots.instinct import Instinct
from quarterdeck.bots.network import Network
from quarterdeck.bots.solved import Solved
from quarterdeck.engine.game import Game
from quarterdeck.solve.strategy import Strategy

EXEC, STRATEGY, NETWORK = "exec:", "strategy:", "network:"
UNHURRIED = 86_400.0
"""Seconds for a decision: in effect no limit."""


class Player(Protocol):
    def choose(self, view: np.ndarray[Any, Any], seat: int) -> int: ...


def check(bot: str) -> None:
    """Refuse a bot that does not exist."""
    if bot.startswith(EXEC):
        try:
            if shlex.split(bot.removeprefix(EXEC)):
                return
        except ValueError as error:
            raise UnknownBot(f"{bot!r} is not a command line: {error}.") from None
    elif bot.startswith(STRATEGY):
        Strategy.load(Path(bot.removeprefix(STRATEGY)))
        return
    elif bot.startswith(NETWORK):
        Network.load(Path(bot.removeprefix(NETWORK)))
        return
    elif own(bot)[0] in bots():
        return
    known = ", ".join(bots())
    raise UnknownBot(
        f"there is no bot {bot!r}; the bots are: {known}, {STRATEGY}FILE, {NETWORK}FILE "
        f"and {EXEC}COMMAND."
    )


def own(bot: str) -> tuple[str, dict[str, float]]:
    """Parse the name and limits of one of our bots: `mate:simulations=50,threads=2`."""
    name, _, rest = bot.partition(":")
    limits: dict[str, float] = {}
    for limit in rest.split(",") if rest else []:
        key, _, value = limit.partition("=")
        try:
            limits[key] = float(value) if key == "seconds" else int(value)
        except ValueError:
            raise UnknownBot(
                f"{limit!r} is not a limit; write it as in captain:simulations=500,threads=2."
            ) from None
    if limits or searches(name):
        limits = {"seconds": UNHURRIED, **limits}
        check_limits(name, limits)
    return name, limits


def name(bot: str) -> str:
    """A bot's name in tables; for a command, the file name of its last word."""
    if bot.startswith(EXEC):
        return PurePath(shlex.split(bot.removeprefix(EXEC))[-1]).name
    for kind in (STRATEGY, NETWORK):
        if bot.startswith(kind):
            return PurePath(bot.removeprefix(kind)).name
    return bot


def seat(bot: str, game: Game, seed: int, patience: float) -> Player:
    """Make a bot for one seat of one game."""
    if bot.startswith(EXEC):
        return External(shlex.split(bot.removeprefix(EXEC)), game, seed, patience)
    if bot.startswith(STRATEGY):
        return Solved(game, seed, Strategy.load(Path(bot.removeprefix(STRATEGY))))
    if bot.startswith(NETWORK):
        return Instinct(game, seed, Network.load(Path(bot.removeprefix(NETWORK))))
    name, limits = own(bot)
    return make(name, game, seed, **limits)

"""Compiling all that people need of a game: its rules, what bots do with them, what scenes ask.

It takes up to a minute and holds Python's lock all the time, so a service leaves it to another
process: `python -m quarterdeck.bots.compiling GAME`. The code goes into the cache; a mark beside it
says that it is complete.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from pathlib import Path

from quarterdeck.bots import bots, make
from quarterdeck.engine import cache
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.match import Match

DRAWN = 100
"""Decisions for which the scene is drawn."""
COURTESY = 10
"""How nice the process is to those that people wait for."""


def compile_game(game: Game) -> None:
    """Compile a game, or load from the cache what is there already."""
    game.load(compiled=True).warm()
    for bot in bots():
        make(bot, game, 0).warm()
    match, walker = Match(game, seed=0), make("random", game, 0)
    while match.actor is not None and match.decisions < DRAWN:  # scenes may need compiled code
        match.scene(match.actor)
        match.act(match.actor, walker.choose(match.view(match.actor), match.actor))
    mark = _mark(game)
    if not mark.exists():
        mark.parent.mkdir(exist_ok=True)
        mark.touch()


def is_compiled(game: Game) -> bool:
    """Is all of it in the cache, as the sources are now?"""
    return _mark(game).exists()


def _mark(game: Game) -> Path:
    rules = (f"{game.package}.{name}" for name in (*game.rule_modules, "scene"))
    return cache.find(f"complete/{game.id}-{cache.stamp((__package__, *rules))}")


def command(game: Game) -> list[str]:
    """The command that compiles a game."""
    return [sys.executable, "-m", __name__, game.id]


def compile_meanwhile(game: Game) -> threading.Event:
    """Let a game be played interpreted while another process compiles it; then it is loaded, and
    its matches go over. The event says that this is done, or has failed."""
    game.use_compiled(False)
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(command(game), stdin=nothing, stdout=nothing, stderr=nothing)
    atexit.register(process.kill)
    done = threading.Event()

    def load() -> None:
        if process.wait() == 0:
            game.load(compiled=True).warm()
            game.use_compiled(True)
        done.set()

    threading.Thread(target=load, daemon=True).start()
    return done


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(COURTESY)
    wanted = find(sys.argv[1])
    with cache.locked(cache.folder() / f"{wanted.id}.lock"):  # of several who ask, one compiles
        if not is_compiled(wanted):
            compile_game(wanted)

"""Compiling: games are playable at once, by interpreted rules, and fast as soon as may be.

What is in the cache is loaded from it. What is not is compiled by processes that let everybody else
go first, the games that somebody plays before the others; then matches go over to compiled rules by
themselves. Of several processes that serve together, one compiles a game and the others load it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import threading
from collections.abc import Callable
from typing import TypeVar

from quarterdeck.bots.compiling import command, is_compiled
from quarterdeck.engine.game import Game, find, listing
from quarterdeck.engine.match import Match

log = logging.getLogger(__name__)
T = TypeVar("T")
GIGABYTES = 1.5
"""The machine's memory for each game that is compiled at the same time: it takes half of that, and
people play meanwhile."""


def _most() -> int:
    """How many games the machine's memory allows to be compiled at the same time."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError):  # not a Unix
        return 2
    return max(1, int(memory / (GIGABYTES * 2**30)))


MOST = _most()
AT_ONCE = min(os.cpu_count() or 1, MOST)
"""The same for games that nobody has asked for yet."""


def warm(game: Game, compiled: bool = True) -> None:
    """Load everything a match needs, or compile it, by playing one action."""
    match = Match(game, compiled=compiled)
    if match.actor is not None:
        match.scene(match.actor)
        match.act(match.actor, match.legal()[0])
    match.told(None)
    match.scene(None)


class NotCompiled(Exception):
    """The compiler failed, for this reason."""


class Compiler:
    """Which games are compiled, and the processes that compile the others."""

    def __init__(self) -> None:
        self._surveying: asyncio.Future[set[str]] | None = None
        self._opening: dict[str, asyncio.Lock] = {}
        self.compiled: set[str] = set()
        """Games whose compiled rules are loaded."""
        self._given_up: set[str] = set()
        """Games that cannot be compiled: they stay slow, and nobody need wait for them."""
        self._waiting: dict[str, Game] = {}
        """Games to be compiled, the next one first."""
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._done: dict[str, asyncio.Event] = {}
        for game in listing():
            game.use_compiled(game.loaded)

    async def slow(self) -> set[str]:
        """The games that are being compiled, or have to be first. Found out once, from the cache;
        to load all that is there takes longer."""
        if self._surveying is None:
            self._surveying = asyncio.ensure_future(aside(_not_in_cache))
        return await asyncio.shield(self._surveying) - self.compiled - self._given_up

    async def open(self, game_id: str, wanted: bool = True) -> Game:
        """A game with rules to play it by. `wanted`: somebody is about to."""
        game = find(game_id)
        async with self._opening.setdefault(game_id, asyncio.Lock()):
            if game_id not in self._done:
                await self._open(game)
        if wanted and game_id in self._waiting:
            self._waiting = {game_id: self._waiting.pop(game_id), **self._waiting}
            if len(self._at_work) < MOST:
                self._begin_next()
        return game

    async def _open(self, game: Game) -> None:
        done = asyncio.Event()
        if game.loaded or game.id not in await self.slow():
            await self._load(game)
            done.set()
        else:
            await aside(lambda: warm(game, compiled=False))
            self._waiting[game.id] = game
        self._done[game.id] = done

    async def open_all(self) -> None:
        """Open every game, then compile those that have to be."""
        for game in listing():
            try:
                await self.open(game.id, wanted=False)
            except Exception as error:  # one broken game must not keep the others shut
                log.error("%s cannot be played: %s: %s", game.title, type(error).__name__, error)

    async def compile_all(self) -> None:
        """Until all that can be compiled are."""
        while self._waiting or self._at_work:
            while self._waiting and len(self._at_work) < AT_ONCE:
                self._begin_next()
            await asyncio.wait(self._at_work.values(), return_when=asyncio.FIRST_COMPLETED)

    async def finished(self, game_id: str) -> None:
        """Wait until a game is compiled, or cannot be."""
        await self.open(game_id)
        await self._done[game_id].wait()

    def _begin_next(self) -> None:
        game = self._waiting.pop(next(iter(self._waiting)))
        task = asyncio.create_task(self._compile(game))
        self._at_work[game.id] = task
        task.add_done_callback(lambda _: self._at_work.pop(game.id, None))

    async def _compile(self, game: Game) -> None:
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *command(game), stdin=nothing, stdout=nothing, stderr=pipe
        )
        try:
            _, errors = await process.communicate()
            if process.returncode:
                raise NotCompiled(errors.decode(errors="replace").strip().rpartition("\n")[2])
            await self._load(game)
        except Exception as error:
            self._given_up.add(game.id)
            log.error("%s is not compiled, so it stays slow: %s", game.title, error)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
            self._done[game.id].set()

    async def _load(self, game: Game) -> None:
        await aside(lambda: warm(game))
        game.use_compiled(True)
        self.compiled.add(game.id)

    async def close(self) -> None:
        tasks = list(self._at_work.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for game in listing():
            game.use_compiled(True)


def load_compiled() -> None:
    """Load the rules that are compiled into this process, before it is forked or serves."""
    for game in listing():
        if _in_cache(game):
            with contextlib.suppress(Exception):  # whoever opens it is told
                warm(game)


def compile_missing() -> None:
    """Compile what is not in the cache; whatever cannot be compiled stays slow."""
    nothing = subprocess.DEVNULL
    for game in listing():
        if not _in_cache(game):
            subprocess.run(command(game), stdin=nothing, stdout=nothing, stderr=nothing)


def _not_in_cache() -> set[str]:
    return {game.id for game in listing() if not game.loaded and not _in_cache(game)}


def _in_cache(game: Game) -> bool:
    with contextlib.suppress(Exception):  # a broken game: whoever opens it is told
        return is_compiled(game)
    return False


async def aside(work: Callable[[], T]) -> T:
    """Work in a daemon thread: unlike `to_thread`'s, it does not keep the server from stopping."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(answer: Callable[[], None]) -> None:
        if not done.done():
            answer()

    def run() -> None:
        try:
            found = work()
            answer = lambda: done.set_result(found)  # noqa: E731
        except Exception as error:
            failure = error
            answer = lambda: done.set_exception(failure)  # noqa: E731
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(tell, answer)

    threading.Thread(target=run, daemon=True).start()
    return await done

"""Bots think in worker processes (`python -m quarterdeck.server.bots`), connected by pipes.

A worker is sent a view's bytes and a seat, nothing else, and replies with an action or with hints.
Only a finished game is sent whole, for analysis. A worker that crashes or misses its deadline is
killed and replaced, and the match goes on with a random move. Starting and analysing may take
long; meanwhile a worker says every second that it lives.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import struct
import sys
import threading
import time
from collections.abc import Callable
from typing import IO

import msgspec
import numpy as np

from quarterdeck.bots import Bot, make
from quarterdeck.bots.analysis import SECONDS, Analysis, analyse
from quarterdeck.bots.search import Estimate, Searcher
from quarterdeck.bots.stopgap import Stopgap
from quarterdeck.engine.game import find
from quarterdeck.engine.record import Record
from quarterdeck.server import metrics
from quarterdeck.server.logs import place
from quarterdeck.server.settings import Settings

log = logging.getLogger(__name__)
LENGTH = struct.Struct(">I")
ALIVE = 1.0
"""Seconds between two empty replies of a worker that is still at work."""
EXPERT = "admiral"
"""The bot that gives hints and analyses games."""


class BotFailed(Exception):
    """The bot raised an error; its worker can go on."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    compiled: bool = True
    """Is the game compiled? Until then a stopgap plays."""


class Ready(Asked, frozen=True, tag=True):
    """Load what the bot needs; the reply is empty."""

    game: str
    bot: str

    @property
    def player(self) -> tuple[str, str, bool]:
        """Who is asked: one that has been asked before is ready."""
        return self.game, self.bot, self.compiled


class Choose(Ready, frozen=True, tag=True):
    """Choose an action from this view within so many seconds."""

    match: str
    seat: int
    view: bytes
    seconds: float

    @property
    def asker(self) -> tuple[str, int]:
        """Whom the bot thinks for: one seat of one match."""
        return self.match, self.seat


class Suggest(Choose, frozen=True, tag=True):
    """Say which actions are best, and what to expect of each."""


class AnalyseGame(Ready, frozen=True, tag=True):
    """Analyse a finished game from one seat's point of view."""

    seat: int
    record: bytes
    seconds: float


Request = Ready | Choose | Suggest | AnalyseGame


class Reply(msgspec.Struct, frozen=True):
    action: int = -1
    hints: list[Estimate] = []
    analysis: Analysis | None = None
    error: str = ""


class Worker:
    """One process, asked one request at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._ready: set[tuple[str, str, bool]] = set()
        self.asker: tuple[str, int] | None = None
        """Who asked last: the bot can reuse what it found out then."""

    @classmethod
    async def start(cls) -> Worker:
        arguments = (sys.executable, "-m", "quarterdeck.server.bots")
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe))

    async def ask(self, request: Request, settings: Settings) -> Reply:
        """The bot's reply. The deadline starts when the bot is ready to think."""
        if request.player not in self._ready:
            ready = Ready(request.game, request.bot, compiled=request.compiled)
            reply = await self._exchange(ready, settings.bot_start, settings.bot_silence)
            self._ready.add(request.player)
            if type(request) is Ready:
                return reply
        patience = settings.bot_deadline
        if isinstance(request, Choose):
            self.asker = request.asker
        if isinstance(request, AnalyseGame):
            patience = settings.analysis_deadline
        return await self._exchange(request, patience, settings.bot_silence)

    async def _exchange(self, request: Request, deadline: float, silence: float) -> Reply:
        data = msgspec.msgpack.encode(request)
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        async with asyncio.timeout(deadline):
            stdin.write(LENGTH.pack(len(data)) + data)
            await stdin.drain()
            size = 0
            while not size:
                async with asyncio.timeout(silence):
                    (size,) = LENGTH.unpack(await stdout.readexactly(LENGTH.size))
            reply = msgspec.msgpack.decode(await stdout.readexactly(size), type=Reply)
        if reply.error:
            raise BotFailed(reply.error)
        return reply

    async def stop(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()


class BotPool:
    """Workers, started when first needed."""

    def __init__(self, settings: Settings, workers: int | None = None) -> None:
        self._settings = settings
        self._workers = workers or settings.bot_workers
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._turns = asyncio.Semaphore(self._workers)
        self._wanted = 0
        """Requests in progress or waiting for a worker."""
        self._preparing: set[asyncio.Task[None]] = set()
        self._asking: set[asyncio.Task[Reply | None]] = set()

    async def choose(
        self,
        game: str,
        bot: str,
        match: str,
        seat: int,
        view: bytes,
        legal: Callable[[], list[int]],
        seconds: float | None = None,
    ) -> int:
        """The bot's action; if it fails, which is logged, a random legal one."""
        allowed = self._settings.bot_seconds if seconds is None else seconds
        ready = find(game).compiled
        request = Choose(game, bot, match, seat, view, allowed, compiled=ready)
        if reply := await self._try(request):
            if reply.action in legal():
                return reply.action
            log.error("bot %s chose the illegal action %d in %s", bot, reply.action, game)
        return secrets.choice(legal())

    async def hints(self, game: str, match: str, seat: int, view: bytes) -> list[Estimate]:
        """What the strongest bot would do in this seat, best first; empty if it fails."""
        seconds = self._settings.bot_seconds
        reply = await self._try(Suggest(game, EXPERT, match, seat, view, seconds))
        return reply.hints if reply else []

    async def analyse(self, record: Record, seat: int) -> Analysis | None:
        """A finished game, analysed from one seat's point of view; None if that fails."""
        request = AnalyseGame(record.game, EXPERT, seat, record.to_json(), SECONDS)
        reply = await self._try(request)
        return reply.analysis if reply else None

    async def _try(self, request: Request) -> Reply | None:
        """A worker's reply; None, and a line in the log, if there is none.

        Whoever stops waiting leaves the queue. A worker that has begun finishes: to replace it
        would cost more.
        """
        self._wanted += 1
        try:
            with metrics.waiting_for_bot(type(request).__name__.lower()) as begin:
                await self._turns.acquire()
                begin()
        except BaseException:
            self._wanted -= 1
            raise
        task = asyncio.create_task(self._in_turn(request))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        return await asyncio.shield(task)

    async def _in_turn(self, request: Request) -> Reply | None:
        try:
            return await self._ask(self._hurried(request))
        finally:
            self._turns.release()
            self._wanted -= 1

    def _hurried(self, request: Request) -> Request:
        """Under load bots think less, not later: waiting requests share the time."""
        if not isinstance(request, Choose | AnalyseGame):
            return request
        share = min(1.0, self._workers / self._wanted)
        return msgspec.structs.replace(request, seconds=request.seconds * share)

    async def _ask(self, request: Request) -> Reply | None:
        worker = None
        try:
            worker = self._take_idle(request) or await self._hire()
            reply = await worker.ask(request, self._settings)
            self._idle.append(worker)
            return reply
        except Exception as error:
            why = str(error) if isinstance(error, BotFailed) else type(error).__name__
            log.error("bot %s failed in %s: %s", request.bot, request.game, why)
            if worker and isinstance(error, BotFailed):
                self._idle.append(worker)
            elif worker:
                metrics.WORKER_RESTARTS.inc()
                await self._dismiss(worker)
        except BaseException:  # cancelled: the worker may still be thinking
            if worker:
                await asyncio.shield(self._dismiss(worker))
            raise
        return None

    def _take_idle(self, request: Request) -> Worker | None:
        """An idle worker, preferably the one that served the same seat last."""
        asker = request.asker if isinstance(request, Choose) else None
        worker = next((w for w in self._idle if w.asker == asker), None)
        worker = worker or (self._idle[-1] if self._idle else None)
        if worker:
            self._idle.remove(worker)
        return worker

    def prepare(self, game: str, bot: str) -> None:
        """Start a worker for a bot that will soon be needed, unless one is idle."""
        if not self._idle and len(self._all) < self._workers:
            request = Ready(game, bot, compiled=find(game).compiled)
            task = asyncio.create_task(self._prepare(request))
            self._preparing.add(task)
            task.add_done_callback(self._preparing.discard)

    async def _prepare(self, request: Ready) -> None:
        async with self._turns:
            await self._ask(request)

    async def _hire(self) -> Worker:
        worker = await Worker.start()
        self._all.add(worker)
        return worker

    async def _dismiss(self, worker: Worker) -> None:
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        await worker.stop()

    async def close(self) -> None:
        for task in (*self._preparing, *self._asking):
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)
        for worker in list(self._all):
            await self._dismiss(worker)


# In the worker -----------------------------------------------------------------------------------


class Bots:
    """The bots of this process. One that searches remembers what it found out, so it serves one
    seat of one match: any other asker gets a new bot, which has never seen that seat's cards."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, bool], tuple[tuple[str, int], Bot]] = {}
        self._warm: set[tuple[str, str, bool]] = set()

    def made(self, request: Request) -> Bot:
        game, seed = find(request.game), secrets.randbits(32)
        game.use_compiled(request.compiled)
        bot = make(request.bot, game, seed) if request.compiled else Stopgap(game, seed)
        if request.player not in self._warm:
            bot.warm()  # before the clock runs
            self._warm.add(request.player)
        return bot

    def of(self, request: Choose) -> Bot:
        """The bot that thinks for the asker, and for nobody else."""
        asker, bot = self._kept.get(request.player, (None, None))
        if bot is None or asker != request.asker:
            bot = self.made(request)
            self._kept[request.player] = request.asker, bot
        return bot


def think(request: Request, bots: Bots) -> Reply:
    if isinstance(request, AnalyseGame):
        record, seed = Record.from_json(request.record), secrets.randbits(32)
        return Reply(analysis=analyse(record, request.seat, seed, request.seconds))
    if not isinstance(request, Choose):
        bots.made(request)
        return Reply()
    bot = bots.of(request)
    view = np.frombuffer(request.view, find(request.game).state.dtype).copy()
    if isinstance(bot, Searcher):
        bot.seconds = min(type(bot).seconds, request.seconds)
        if isinstance(request, Suggest):
            return Reply(hints=bot.hints(view, request.seat))
    return Reply(int(bot.choose(view, request.seat)))


class Mouth:
    """What a worker says; while it thinks, every second that it lives."""

    def __init__(self, replies: IO[bytes]) -> None:
        self._replies = replies
        self._speaking = threading.Lock()
        self._thinking = False
        threading.Thread(target=self._say_that_it_lives, daemon=True).start()

    def begin(self) -> None:
        with self._speaking:
            self._thinking = True

    def say(self, data: bytes) -> None:
        with self._speaking:
            self._thinking = False
            self._post(data)

    def _post(self, data: bytes) -> None:
        self._replies.write(LENGTH.pack(len(data)) + data)
        self._replies.flush()

    def _say_that_it_lives(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # the server is gone
            while True:
                time.sleep(ALIVE)
                with self._speaking:
                    if self._thinking:
                        self._post(b"")


def work(requests: IO[bytes], replies: IO[bytes]) -> None:
    """Reply until the pipe is closed, which also happens when the server dies."""
    bots, mouth = Bots(), Mouth(replies)
    while len(header := requests.read(LENGTH.size)) == LENGTH.size:
        data = requests.read(LENGTH.unpack(header)[0])
        mouth.begin()
        try:
            reply = think(msgspec.msgpack.decode(data, type=Request), bots)
        except Exception as error:
            # not what it says: that may quote the view
            reply = Reply(error=f"{type(error).__name__} ({place(error)})")
        mouth.say(msgspec.msgpack.encode(reply))


if __name__ == "__main__":
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints belongs in the log, not in the replies
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        work(sys.stdin.buffer, pipe)

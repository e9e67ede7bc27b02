"""Bots think in worker processes: `python -m quarterdeck.server.bots`, spoken to through pipes.

A worker is sent a view's bytes and a seat, nothing else, and answers with an action or with advice;
only a game that is over is sent as a whole, to be looked back on. A worker that crashes or outlasts
the deadline is killed and replaced, and the match goes on with a random move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import struct
import sys
from collections.abc import Callable
from typing import IO

import msgspec
import numpy as np

from quarterdeck.bots import Bot, make
from quarterdeck.bots.analysis import SECONDS, Analysis, analyse
from quarterdeck.bots.search import Advice, Searcher
from quarterdeck.engine.game import find
from quarterdeck.engine.record import Record
from quarterdeck.server.settings import Settings

log = logging.getLogger(__name__)
LENGTH = struct.Struct(">I")
ADVISER = "admiral"
"""Who gives hints and looks back."""


class BotFailed(Exception):
    """The bot raised an error; its worker is well."""


class Ready(msgspec.Struct, frozen=True, tag=True):
    """Compile what is needed and answer nothing."""

    game: str
    bot: str


class Choose(Ready, frozen=True, tag=True):
    """What does the bot do, seeing this, within so many seconds?"""

    match: str
    seat: int
    view: bytes
    seconds: float

    @property
    def asker(self) -> tuple[str, int]:
        """Whose thoughts these are: one seat of one match."""
        return self.match, self.seat


class Advise(Choose, frozen=True, tag=True):
    """What would it do, and how likely is that to win?"""


class LookBack(Ready, frozen=True, tag=True):
    """How did this game, which is over, look to a seat?"""

    seat: int
    record: bytes
    seconds: float


Question = Ready | Choose | Advise | LookBack


class Answer(msgspec.Struct, frozen=True):
    action: int = -1
    advice: list[Advice] = []
    analysis: Analysis | None = None
    error: str = ""


class Worker:
    """One process, asked one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._ready: set[tuple[str, str]] = set()
        self.asker: tuple[str, int] | None = None
        """Who asked last: the bot may go on from what it thought then."""

    @classmethod
    async def start(cls) -> Worker:
        arguments = (sys.executable, "-m", "quarterdeck.server.bots")
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe))

    async def ask(self, question: Question, settings: Settings) -> Answer:
        """The bot's answer. The deadline starts when the bot is ready to think."""
        bot = (question.game, question.bot)
        if bot not in self._ready:
            answer = await self._exchange(Ready(*bot), settings.bot_start)
            self._ready.add(bot)
            if type(question) is Ready:
                return answer
        patience = settings.bot_deadline
        if isinstance(question, Choose):
            self.asker = question.asker
        if isinstance(question, LookBack):
            patience = settings.look_back_deadline
        return await self._exchange(question, patience)

    async def _exchange(self, question: Question, deadline: float) -> Answer:
        data = msgspec.msgpack.encode(question)
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        async with asyncio.timeout(deadline):
            stdin.write(LENGTH.pack(len(data)) + data)
            await stdin.drain()
            (size,) = LENGTH.unpack(await stdout.readexactly(LENGTH.size))
            answer = msgspec.msgpack.decode(await stdout.readexactly(size), type=Answer)
        if answer.error:
            raise BotFailed(answer.error)
        return answer

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
        """How many questions are being thought about or wait for a worker."""
        self._preparing: set[asyncio.Task[None]] = set()

    async def choose(
        self,
        game: str,
        bot: str,
        match: str,
        seat: int,
        view: bytes,
        legal: Callable[[], list[int]],
        spent: float = 0.0,
    ) -> int:
        """The bot's action; a random legal one when it fails, which is logged.

        `spent`: seconds that earlier decisions of the same turn have taken.
        """
        allowed = self._settings.bot_seconds
        question = Choose(game, bot, match, seat, view, max(allowed - spent, allowed / 10))
        if answer := await self._try(question):
            if answer.action in legal():
                return answer.action
            log.error("bot %s chose the illegal action %d in %s", bot, answer.action, game)
        return secrets.choice(legal())

    async def advise(self, game: str, match: str, seat: int, view: bytes) -> list[Advice]:
        """What the best bot would do in this seat, the best first; nothing when it fails."""
        seconds = self._settings.bot_seconds
        answer = await self._try(Advise(game, ADVISER, match, seat, view, seconds))
        return answer.advice if answer else []

    async def look_back(self, record: Record, seat: int) -> Analysis | None:
        """A game that is over, with the eyes of a seat; None when that fails."""
        question = LookBack(record.game, ADVISER, seat, record.to_json(), SECONDS)
        answer = await self._try(question)
        return answer.analysis if answer else None

    async def _try(self, question: Question) -> Answer | None:
        """A worker's answer; None, and a line in the log, when there is none."""
        self._wanted += 1
        try:
            async with self._turns:
                return await self._ask(self._hurried(question))
        finally:
            self._wanted -= 1

    def _hurried(self, question: Question) -> Question:
        """Under load bots think less, not later: those who wait share the time."""
        if not isinstance(question, Choose | LookBack):
            return question
        share = min(1.0, self._workers / self._wanted)
        return msgspec.structs.replace(question, seconds=question.seconds * share)

    async def _ask(self, question: Question) -> Answer | None:
        worker = None
        try:
            worker = self._take_idle(question) or await self._hire()
            answer = await worker.ask(question, self._settings)
            self._idle.append(worker)
            return answer
        except Exception as error:
            name, where = question.bot, question.game
            log.error("bot %s failed in %s: %s: %s", name, where, type(error).__name__, error)
            if worker and isinstance(error, BotFailed):
                self._idle.append(worker)
            elif worker:
                await self._dismiss(worker)
        except BaseException:  # cancelled: the worker may still be thinking
            if worker:
                await asyncio.shield(self._dismiss(worker))
            raise
        return None

    def _take_idle(self, question: Question) -> Worker | None:
        """An idle worker, if possible the one that thought for the same seat last."""
        asker = question.asker if isinstance(question, Choose) else None
        worker = next((w for w in self._idle if w.asker == asker), None)
        worker = worker or (self._idle[-1] if self._idle else None)
        if worker:
            self._idle.remove(worker)
        return worker

    def prepare(self, game: str, bot: str) -> None:
        """Start a worker for a bot that will be asked soon, unless one is waiting already."""
        if not self._idle and len(self._all) < self._workers:
            task = asyncio.create_task(self._prepare(Ready(game, bot)))
            self._preparing.add(task)
            task.add_done_callback(self._preparing.discard)

    async def _prepare(self, question: Ready) -> None:
        async with self._turns:
            await self._ask(question)

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
        for task in self._preparing:
            task.cancel()
        for worker in list(self._all):
            await self._dismiss(worker)


# In the worker -----------------------------------------------------------------------------------


class Bots:
    """The bots of this process. One that searches remembers what it found out, so it belongs to one
    seat of one match: whoever else asks gets a new one, which has never seen that seat's cards."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], tuple[tuple[str, int], Bot]] = {}
        self._warm: set[tuple[str, str]] = set()

    def made(self, question: Question) -> Bot:
        game, name = question.game, question.bot
        bot = make(name, find(game), secrets.randbits(32))
        if (game, name) not in self._warm:
            bot.warm()  # before the clock runs
            self._warm.add((game, name))
        return bot

    def of(self, question: Choose) -> Bot:
        """The bot that thinks for the asker, and for nobody else."""
        key = question.game, question.bot
        asker, bot = self._kept.get(key, (None, None))
        if bot is None or asker != question.asker:
            bot = self.made(question)
            self._kept[key] = question.asker, bot
        return bot


def think(question: Question, bots: Bots) -> Answer:
    if isinstance(question, LookBack):
        record, seed = Record.from_json(question.record), secrets.randbits(32)
        return Answer(analysis=analyse(record, question.seat, seed, question.seconds))
    if not isinstance(question, Choose):
        bots.made(question)
        return Answer()
    bot = bots.of(question)
    view = np.frombuffer(question.view, find(question.game).state.dtype).copy()
    if isinstance(bot, Searcher):
        bot.seconds = min(type(bot).seconds, question.seconds)
        if isinstance(question, Advise):
            return Answer(advice=bot.advise(view, question.seat))
    return Answer(int(bot.choose(view, question.seat)))


def work(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until the pipe is closed, which also happens when the server dies."""
    bots = Bots()
    while len(header := questions.read(LENGTH.size)) == LENGTH.size:
        data = questions.read(LENGTH.unpack(header)[0])
        try:
            answer = think(msgspec.msgpack.decode(data, type=Question), bots)
        except Exception as error:
            answer = Answer(error=f"{type(error).__name__}: {error}")
        encoded = msgspec.msgpack.encode(answer)
        answers.write(LENGTH.pack(len(encoded)) + encoded)
        answers.flush()


if __name__ == "__main__":
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints belongs in the log, not in the answers
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        work(sys.stdin.buffer, pipe)

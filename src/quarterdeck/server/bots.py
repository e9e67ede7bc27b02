"""Bots think in worker processes: `python -m quarterdeck.server.bots`, spoken to through pipes.

A worker is sent a view's bytes and a seat, nothing else, and answers with an action. One that
crashes or outlasts the deadline is killed and replaced, and the match goes on with a random move.
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
from typing import IO, Any

import msgspec
import numpy as np

from quarterdeck.bots import Bot, make
from quarterdeck.engine.game import find
from quarterdeck.server.settings import Settings

log = logging.getLogger(__name__)
LENGTH = struct.Struct(">I")


class BotFailed(Exception):
    """The bot raised an error; its worker is well."""


class Question(msgspec.Struct, frozen=True):
    game: str
    bot: str
    seat: int
    view: bytes
    """Empty: only get ready."""


class Answer(msgspec.Struct, frozen=True):
    action: int = -1
    error: str = ""


class Worker:
    """One process, asked one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._ready: set[tuple[str, str]] = set()

    @classmethod
    async def start(cls) -> Worker:
        arguments = (sys.executable, "-m", "quarterdeck.server.bots")
        pipe = asyncio.subprocess.PIPE
        return cls(await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe))

    async def ask(self, question: Question, settings: Settings) -> int:
        """The bot's choice. The deadline starts when the bot is ready to think."""
        bot = (question.game, question.bot)
        if bot not in self._ready:
            await self._exchange(msgspec.structs.replace(question, view=b""), settings.bot_start)
            self._ready.add(bot)
        if not question.view:
            return -1
        return await self._exchange(question, settings.bot_deadline)

    async def _exchange(self, question: Question, deadline: float) -> int:
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
        return answer.action

    async def stop(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()


class BotPool:
    """Workers, started when first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._turns = asyncio.Semaphore(settings.bot_workers)
        self._preparing: set[asyncio.Task[None]] = set()

    async def choose(
        self, game: str, bot: str, seat: int, view: bytes, legal: Callable[[], list[int]]
    ) -> int:
        """The bot's action; a random legal one when it fails, which is logged."""
        async with self._turns:
            worker = None
            try:
                worker = self._idle.pop() if self._idle else await self._hire()
                action = await worker.ask(Question(game, bot, seat, view), self._settings)
                self._idle.append(worker)
                if action in legal():
                    return action
                log.error("bot %s chose the illegal action %d in %s", bot, action, game)
            except Exception as error:
                log.error("bot %s failed in %s: %s: %s", bot, game, type(error).__name__, error)
                if worker and isinstance(error, BotFailed):
                    self._idle.append(worker)
                elif worker:
                    await self._dismiss(worker)
            except BaseException:  # cancelled: the worker may still be thinking
                if worker:
                    await asyncio.shield(self._dismiss(worker))
                raise
        return secrets.choice(legal())

    def prepare(self, game: str, bot: str) -> None:
        """Start a worker for a bot that will be asked soon, unless one is waiting already."""
        if not self._idle and len(self._all) < self._settings.bot_workers:
            task = asyncio.create_task(self._prepare(Question(game, bot, 0, b"")))
            self._preparing.add(task)
            task.add_done_callback(self._preparing.discard)

    async def _prepare(self, question: Question) -> None:
        async with self._turns:
            worker = await self._hire()
            try:
                await worker.ask(question, self._settings)
                self._idle.append(worker)
            except Exception as error:
                log.error("bot %s does not start: %s", question.bot, error)
                await self._dismiss(worker)

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


def _think(question: Question, known: dict[tuple[str, str], Bot]) -> int:
    game = find(question.game)
    who = (question.game, question.bot)
    if who not in known:
        known[who] = make(question.bot, game, secrets.randbits(32))
        known[who].warm()  # before the clock runs
    if not question.view:
        return -1
    view = np.frombuffer(question.view, game.state.dtype).copy()
    return int(known[who].choose(view, question.seat))


def work(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until the pipe is closed, which also happens when the server dies."""
    known: dict[tuple[str, str], Any] = {}
    while len(header := questions.read(LENGTH.size)) == LENGTH.size:
        data = questions.read(LENGTH.unpack(header)[0])
        try:
            answer = Answer(_think(msgspec.msgpack.decode(data, type=Question), known))
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

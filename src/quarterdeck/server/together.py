"""Together: one thread works for many; all who come while it works have the next call in common."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
MOST = 100
"""In one call: the first must not wait too long for the last."""


class Together(Generic[Asked, Answer]):
    def __init__(
        self,
        work: Callable[[list[Asked]], list[Answer | Exception]],
        turn: asyncio.Lock | None = None,
    ) -> None:
        """`work` answers each, or says what is wrong with it; `turn` is held while it does so."""
        self._work, self._turn = work, turn or asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "together")
        self._waiting: list[tuple[Asked, asyncio.Future[Answer]]] = []
        self._working: asyncio.Task[None] | None = None

    async def ask(self, asked: Asked) -> Answer:
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, done))
        if self._working is None:
            self._working = asyncio.create_task(self._answer_all())
        return await done

    async def _answer_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                async with self._turn:
                    group, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                    asked = [one for one, _ in group]
                    try:
                        answers = await loop.run_in_executor(self._thread, self._work, asked)
                    except Exception as error:
                        answers = [error for _ in asked]
                for (_, done), answer in zip(group, answers, strict=True):
                    if done.done():
                        continue  # nobody waits for it any more
                    if isinstance(answer, Exception):
                        done.set_exception(answer)
                    else:
                        done.set_result(answer)
        finally:
            self._working = None

    async def close(self) -> None:
        if self._working is not None:
            await self._working
        self._thread.shutdown()

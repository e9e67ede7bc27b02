"""Hints: one at a time for each guest, and only for as long as somebody waits for it.

They are thought out by workers of their own, so that no bot's turn waits for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from quarterdeck.bots.search import Estimate
from quarterdeck.engine.words import Words
from quarterdeck.server.bots import BotPool
from quarterdeck.server.limits import Buckets
from quarterdeck.server.refusals import TooFast
from quarterdeck.server.settings import Settings
from quarterdeck.server.stream import Listener

say = Words(__package__)


class Hints:
    def __init__(self, settings: Settings, advisers: BotPool) -> None:
        self._advisers, self._most = advisers, settings.waiting_hints
        self._asked = Buckets(settings.hints)
        self._tasks: dict[str, tuple[Listener, asyncio.Task[None]]] = {}

    def begin(self, guest: str, listener: Listener, hint: Coroutine[Any, Any, None]) -> None:
        """Start on a hint; refuse it if this guest waits for one, or asks too often."""
        try:
            if guest in self._tasks:
                raise TooFast(say("You will have your hint in a moment; ask for one at a time."))
            if len(self._tasks) >= self._most:
                raise TooFast(say("Many people are waiting for hints; try again in a moment."))
            self._asked.check(guest)
        except TooFast:
            hint.close()
            raise
        task = asyncio.create_task(hint)
        self._tasks[guest] = listener, task
        task.add_done_callback(lambda _: self._tasks.pop(guest, None))

    async def think(self, game: str, match: str, seat: int, view: bytes) -> list[Estimate]:
        return await self._advisers.hints(game, match, seat, view)

    def cancel(self, listener: Listener) -> None:
        """The socket is closed, or what it was shown has changed."""
        for waiting, task in list(self._tasks.values()):
            if waiting is listener:
                task.cancel()

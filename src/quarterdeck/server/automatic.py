"""Automatic moves: which process makes a table's next one, and when it is tried again.

A table may be in several processes. One of them claims the next move, and renews its claim while a
bot thinks; the others look again later, in case it has died.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from quarterdeck.server.refusals import RemovedMatch
from quarterdeck.server.storage import Conflict, Storage, finish

log = logging.getLogger(__name__)
RETRY = 1.0, 60.0
"""Seconds before a move that failed is tried again: at first, at most."""
LOOK_AGAIN = 1.0
"""Seconds after which a process looks whether another has made its move, or has died."""


class AutoMove(NamedTuple):
    """A move the table makes for a seat: a bot's, or to decline where nothing is to be decided."""

    seat: int
    bot: str = ""
    decline: int = -1


class AutomaticMoves:
    """Those of one table in this process."""

    def __init__(
        self,
        match: str,
        storage: Storage,
        process: str,
        seconds: float,
        following: Callable[[], AutoMove | None],
        make: Callable[[AutoMove], Awaitable[None]],
    ) -> None:
        """`seconds`: how long a claim holds; `following`: the move to make now, if there is one."""
        self._match, self._storage, self._process, self.seconds = match, storage, process, seconds
        self._following, self._make = following, make
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._claimed = 0.0
        """Until then, by the monotonic clock, this process makes the next move."""
        self._retired = False

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def holder(self) -> str | None:
        """This process, if it is the one that saves now and goes on with a move."""
        return self._process if self._following() and not self._retired else None

    def wake(self) -> None:
        """Make the moves there are to make, unless another process is about to."""
        if not self.busy and not self._timer and not self._retired and self._following():
            self._task = asyncio.create_task(self._play())

    def claimed(self, until: float) -> None:
        """This process has written last, and has the next move until then."""
        self._claimed = until
        self.stop_waiting()

    def leave_to_others(self) -> None:
        """Another process has written: it goes on, if it can."""
        self._claimed = 0.0
        if self._following():
            self._wait(LOOK_AGAIN)

    def stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def retire(self) -> bool:
        """Leave the moves to other processes; True if this one had claimed the next."""
        self._retired = True
        self.stop_waiting()
        if self._task is not None:
            self._task.cancel()
        return self._claimed > 0.0

    async def close(self) -> None:
        self.retire()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def _wait(self, seconds: float) -> None:
        self.stop_waiting()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._wake_again)

    def _wake_again(self) -> None:
        self._timer = None
        self.wake()

    async def _claim(self) -> bool:
        """Claim the next move; if another process has it, look again later."""
        started = time.monotonic()
        if self._claimed > started + self.seconds / 2:
            return True
        wait = await self._storage.claim(self._match, self._process, self.seconds)
        if wait:
            self._claimed = 0.0
            self._wait(min(wait, LOOK_AGAIN))
            return False
        self._claimed = started + self.seconds
        return True

    async def _renew_claim(self) -> None:
        """While a bot thinks, for ever."""
        while True:
            await asyncio.sleep(self.seconds / 4)
            with contextlib.suppress(Exception):  # a database that is gone comes back
                await finish(self._claim())

    async def _play(self) -> None:
        pause, longest = RETRY
        while move := self._following():
            try:
                if self._retired or not await finish(self._claim()):
                    return
                renewing = asyncio.create_task(self._renew_claim())
                try:
                    await self._make(move)
                finally:
                    renewing.cancel()
                    await asyncio.wait([renewing])
                pause = RETRY[0]
            except Conflict:
                continue  # the log is read again first
            except RemovedMatch:
                return
            except Exception:
                log.exception("a bot's turn failed at table %s", self._match)
                await asyncio.sleep(pause)
                pause = min(pause * 2, longest)

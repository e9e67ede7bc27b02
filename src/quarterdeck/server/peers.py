"""Peers: keeps this process's tables in step with the other processes on the same database.

What one writes, the others hear announced, or find by comparing counts of writes at the next beat.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing

from quarterdeck.server.announcements import Remarked, announcements
from quarterdeck.server.remarks import Remarks
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Storage, finish
from quarterdeck.server.tables import Tables

log = logging.getLogger(__name__)
GATHER = 0.05
"""Seconds in which comings and goings are gathered, to be written and read together."""


class Peers:
    def __init__(
        self, settings: Settings, storage: Storage, tables: Tables, remarks: Remarks
    ) -> None:
        self._settings, self._storage, self._tables = settings, storage, tables
        self._presence, self._remarks = tables.presence, remarks
        self._unsure: set[str] = set()
        """Matches of which other processes may know better who is connected."""

    async def keep_up(self) -> None:
        """All three, for ever."""
        await asyncio.gather(
            self._again(self._hear),
            self._again(self._beat),
            self._again(self._count_heads),
        )

    async def _again(self, chore: Callable[[], Awaitable[None]]) -> None:
        """A database that is gone comes back."""
        while True:
            try:
                await chore()
            except Exception as error:
                log.warning("%s failed: %s: %s", chore.__name__, type(error).__name__, error)
                await asyncio.sleep(self._settings.beat_seconds)

    async def _hear(self) -> None:
        heard = announcements(self._storage.engine.url, self._presence.process)
        async with aclosing(heard):  # type: ignore[type-var]
            async for announced in heard:
                if announced is None:
                    await finish(self._look())
                elif isinstance(announced, Remarked):
                    self._remarks.heard(*announced)
                elif announced.writes is None:
                    self._ask_about([announced.match])
                else:
                    self._tables.hear(announced.match, announced.writes)

    async def _beat(self) -> None:
        await asyncio.sleep(self._settings.beat_seconds)
        await finish(self._presence.beat())
        await finish(self._look())

    async def _look(self) -> None:
        """Compare every table at which somebody is connected with the database."""
        if watched := self._tables.watched():
            for match, writes in (await self._storage.all_writes(watched)).items():
                self._tables.hear(match, writes)
            self._ask_about(watched)
            await self._remarks.read()

    def _ask_about(self, matches: list[str]) -> None:
        self._unsure.update(matches)
        self._presence.changed.set()

    async def _count_heads(self) -> None:
        """Tell the others who is connected here, and hear who is connected to them."""
        await self._presence.changed.wait()
        await asyncio.sleep(GATHER)
        self._presence.changed.clear()
        await finish(self._exchange_heads())

    async def _exchange_heads(self) -> None:
        await self._presence.write()
        unsure, self._unsure = self._unsure, set()
        if asked := [match for match in self._tables.watched() if match in unsure]:
            for match, elsewhere in (await self._presence.elsewhere(asked)).items():
                self._tables.meet(match, elsewhere)

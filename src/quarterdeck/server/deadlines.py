"""Deadlines: carries out what is due at any table, in memory or not, exactly once.

Every process looks at the same rows. Whoever is first to store what comes of a deadline deletes its
row in the same transaction; the others find it gone and change nothing.
"""

from __future__ import annotations

import asyncio
import logging

from quarterdeck.server import clock
from quarterdeck.server.schema import DeadlineRow
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Conflict, Storage
from quarterdeck.server.tables import Tables

log = logging.getLogger(__name__)
AT_ONCE = 8
"""Deadlines carried out at the same time."""
STRANGERS_WAIT = 0.3
"""Seconds in which the process that has the table in memory may act before others load it."""
SEEN_EVERY, SEEN_IDLE = 5.0, 60.0
"""Seconds between two notes that a server is running: with deadlines, and without."""
FAILED = 60.0
"""Seconds until a deadline that could not be carried out is tried again."""


class Deadlines:
    def __init__(self, settings: Settings, storage: Storage, tables: Tables) -> None:
        self._settings, self._storage, self._tables = settings, storage, tables
        self._seen = 0.0

    async def resume(self) -> None:
        """At the start: time in which nobody could play does not count."""
        self._seen = clock.now()
        short, grace = 3 * SEEN_EVERY, self._settings.deadline_grace
        if down := await self._storage.resume(self._seen, short, grace):
            log.info("deadlines are put off by the %.0f s in which no server was running", down)

    async def be_seen(self) -> None:
        """Note that a server is running: every now and then, and when it stops."""
        self._seen = clock.now()
        await self._storage.be_seen(self._seen)

    async def run(self) -> None:
        """Sleep until something is due, and do it, for ever."""
        while True:
            try:
                pause = await self._look()
            except Exception:
                log.exception("the deadlines could not be read")
                pause = self._settings.deadline_poll
            await asyncio.sleep(pause)

    async def _look(self) -> float:
        """Carry out what is due; returns for how many seconds nothing is."""
        now = clock.now()
        rows = await self._storage.next_deadlines(AT_ONCE)
        if not 0 <= now - self._seen < (SEEN_EVERY if rows else SEEN_IDLE):
            await self.be_seen()
        due = [row for row in rows if self._due(row) <= now]
        await asyncio.gather(*(self._carry_out(row) for row in due))
        if due:
            return 0.0
        return min([self._settings.deadline_poll, *(self._due(row) - now for row in rows)])

    def _due(self, row: DeadlineRow) -> float:
        return row.at if self._tables.holds(row.match) else row.at + STRANGERS_WAIT

    async def _carry_out(self, row: DeadlineRow) -> None:
        try:
            table = await self._tables.get(row.match)
            await table.carry_out(row)
        except Conflict:
            await asyncio.sleep(0.01)  # somebody was faster: see what is there now
        except Exception:
            log.exception("the %s deadline of match %s failed", row.kind, row.match)
            now = clock.now()
            await self._storage.postpone(row.match, now, now + FAILED)

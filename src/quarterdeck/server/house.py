"""House: the parts of the service, opened and closed together."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from quarterdeck.server import metrics
from quarterdeck.server.bots import BotPool
from quarterdeck.server.deadlines import Deadlines
from quarterdeck.server.frames import Projector
from quarterdeck.server.guestbook import Guestbook
from quarterdeck.server.guests import Guests
from quarterdeck.server.housekeeping import keep_house
from quarterdeck.server.limits import Limits
from quarterdeck.server.opentables import OpenTables
from quarterdeck.server.peers import Peers
from quarterdeck.server.push import Notices, Vapid
from quarterdeck.server.remarks import Remarks
from quarterdeck.server.riddles import Riddles
from quarterdeck.server.settings import Settings, database_url
from quarterdeck.server.storage import FINISH, Storage
from quarterdeck.server.tables import Tables

FULL_COLLECTIONS = 700, 10, 500
"""With a thousand games in memory a full garbage collection stops everybody for 0.2 s. It is fifty
times as rare as usual: what garbage there is, the others find while it is young."""


class House:
    def __init__(self, settings: Settings, storage: Storage, key: bytes, vapid: Vapid) -> None:
        self.settings = settings
        self.storage = storage
        self.warm = False
        """Can every game be played, be it by interpreted rules?"""
        self.database_asked: tuple[float, asyncio.Future[bool]] | None = None
        """When the database was last asked for a sign of life, and its answer."""
        self.guests = Guests(key)
        self.guestbook = Guestbook(storage)
        self.lobby = OpenTables(settings, storage)
        self.pool = BotPool(settings)
        self.analysts = BotPool(settings, workers=1)
        """Analyses finished games in a worker of its own, so that no bot has to wait for it."""
        self.advisers = BotPool(settings, workers=1)
        """Gives hints, in a worker of its own, too."""
        self.projector = Projector(settings)
        """Draws games that are over."""
        self.notices = Notices(settings, storage, vapid)
        self.tables = Tables(settings, storage, self.pool, self.advisers, self.notices)
        self.remarks = Remarks(settings, storage, self.tables.presence, self.tables)
        self.peers = Peers(settings, storage, self.tables, self.remarks)
        self.deadlines = Deadlines(settings, storage, self.tables)
        self.limits = Limits(settings)
        self.riddles = Riddles()
        metrics.TABLES.set_function(lambda: len(self.tables))

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings) -> AsyncIterator[House]:
        storage = await Storage.open(database_url(settings))
        vapid = Vapid(await storage.keep("vapid-key", Vapid.new_key()), settings.push_contact)
        house = cls(settings, storage, await storage.signing_key(), vapid)
        await house.tables.presence.join()
        await house.deadlines.resume()
        chores = [asyncio.create_task(chore) for chore in house._chores()]
        try:
            with metrics.served(settings):
                yield house
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.wait(chores, timeout=FINISH)
            await house.tables.close()
            with suppress(Exception):  # the database may be gone; the rows of the dead expire
                await house.remarks.close()
                await house.tables.presence.leave()
                await house.deadlines.be_seen()
            await house.notices.close()
            await house.pool.close()
            await house.advisers.close()
            await house.analysts.close()
            await storage.close()

    def _chores(self) -> list[Coroutine[Any, Any, None]]:
        return [
            self.tables.sweep(),
            self.peers.keep_up(),
            self.deadlines.run(),
            keep_house(self.settings, self.storage, self.tables.in_use),
            self._warm(),
        ]

    async def _warm(self) -> None:
        """Open every game while people are still choosing one, then compile what is not yet."""
        await self.tables.compiler.open_all()
        self.warm = True
        await self.tables.compiler.compile_all()
        gc.freeze()  # else every full collection looks at all the compiler's objects, for 0.3 s
        gc.set_threshold(*FULL_COLLECTIONS)

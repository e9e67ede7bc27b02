"""Presence: which processes run on this database, and who is connected to which.

A process renews its row at every beat; the people of one that has stopped doing so are gone.
"""

from __future__ import annotations

import asyncio
import secrets

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from quarterdeck.server.schema import presence, processes
from quarterdeck.server.storage import Storage
from quarterdeck.server.writer import CHANNEL, now

BEATS = 3
"""A process that has missed so many is taken for dead."""
FORGET = 60.0
"""Seconds until the rows of a dead process are removed: until then it may only have been slow."""

Place = tuple[str, int]
"""A match and a seat; -1, -2, ...: spectators."""


class Presence:
    def __init__(self, storage: Storage, beat_seconds: float) -> None:
        self.process = secrets.token_hex(8)
        self._storage, dialect = storage, storage.engine.dialect.name
        self._announces = dialect == "postgresql"
        self._now, self._lifetime = now(dialect), beat_seconds * BEATS
        self._here: set[Place] = set()
        self._stored: set[Place] | None = None
        """None: unknown, so that all is written anew."""
        self.changed = asyncio.Event()

    def came(self, match: str, seat: int) -> None:
        self._here.add((match, seat))
        self.changed.set()

    def went(self, match: str, seat: int) -> None:
        self._here.discard((match, seat))
        self.changed.set()

    async def beat(self) -> None:
        """Say that this process lives. One that is alone and empty need not write that."""
        others = sa.select(sa.func.count()).where(processes.c.id != self.process)
        async with self._storage.engine.connect() as connection:
            alone = not (await connection.execute(others)).scalar_one()
        if self._here or not alone:
            async with self._storage.writing() as connection:
                await self._renew(connection)
                await self._forget_dead(connection)

    async def join(self) -> None:
        async with self._storage.writing() as connection:
            await self._renew(connection)

    async def _renew(self, connection: AsyncConnection) -> None:
        until = self._now + self._lifetime
        mine = processes.update().where(processes.c.id == self.process).values(until=until)
        if (await connection.execute(mine)).rowcount == 0:  # new, or taken for dead
            self._stored = None
            await connection.execute(processes.insert().values(id=self.process, until=until))

    async def _forget_dead(self, connection: AsyncConnection) -> None:
        dead = processes.delete().where(processes.c.until < self._now - FORGET)
        if (await connection.execute(dead)).rowcount:
            left = sa.select(processes.c.id)
            await connection.execute(presence.delete().where(presence.c.process.not_in(left)))

    async def write(self) -> None:
        """Store who has come and gone here since the last time."""
        here, stored = set(self._here), self._stored
        if here == stored:
            return
        async with self._storage.writing() as connection:
            await self._renew(connection)
            mine = presence.delete().where(presence.c.process == self.process)
            if stored is None:
                await connection.execute(mine)
            came, went = here - (stored or set()), (stored or set()) - here
            for match, seat in went:
                gone = mine.where(presence.c.match == match, presence.c.seat == seat)
                await connection.execute(gone)
            rows = [{"match": m, "seat": s, "process": self.process} for m, s in came]
            if rows:
                await connection.execute(presence.insert(), rows)
            if self._announces:
                for match in {match for match, _ in came | went}:
                    await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, match)))
        self._stored = here

    async def elsewhere(self, wanted: list[str]) -> dict[str, list[int]]:
        """Who is connected to other processes at these matches: seats, spectators."""
        alive = sa.select(processes.c.id).where(processes.c.until > self._now)
        query = sa.select(presence.c.match, presence.c.seat).where(
            presence.c.match.in_(wanted),
            presence.c.process != self.process,
            presence.c.process.in_(alive),
        )
        found: dict[str, list[int]] = {match: [] for match in wanted}
        async with self._storage.engine.connect() as connection:
            for match, seat in await connection.execute(query):
                found[match].append(seat)
        return found

    async def leave(self) -> None:
        """This process ends: nobody is connected to it any more."""
        self._here.clear()
        async with self._storage.writing() as connection:
            await connection.execute(presence.delete().where(presence.c.process == self.process))
            await connection.execute(processes.delete().where(processes.c.id == self.process))

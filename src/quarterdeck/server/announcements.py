"""Announcements: how a process hears of what others have written to the same database.

PostgreSQL announces every write as it is committed: its match and the match's count of writes,
nothing else; and it passes remarks on, which are not written at all. SQLite tells for next to
nothing that another connection has written something. An announcement that was lost costs a moment:
tables are compared with the database at every beat, too.

Litestar's channels would announce from a connection of their own, after the commit or for a write
that is rolled back, do not connect again, and know nothing of SQLite.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from quarterdeck.server.writer import CHANNEL

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)
POLL = 0.05
"""Seconds between two looks at SQLite; each takes some microseconds."""
RECONNECT = 0.5
ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""A listener never speaks: only this tells it that the database's machine is gone."""


class Announcement(NamedTuple):
    match: str
    writes: int | None
    """None: not the match was written, but who is connected to it."""


class Remarked(NamedTuple):
    """A reaction or a line of chat: nothing that anybody at the table may not know."""

    match: str
    process: str
    """Where it was said."""
    said: str


Heard = Announcement | Remarked | None


def announcements(url: sa.URL, process: str) -> AsyncIterator[Heard]:
    """What other processes write, and this one; None: anything may have been written."""
    if url.get_backend_name() == "sqlite":
        return _from_sqlite(url.database or ":memory:", process)
    return _from_postgres(url)


async def _from_postgres(url: sa.URL) -> AsyncIterator[Heard]:
    import psycopg
    from psycopg.conninfo import make_conninfo

    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    options: dict[str, Any] = {**ALIVE, "client_encoding": "utf8"}
    address = make_conninfo(plain, application_name="quarterdeck announcements", **options)
    while True:
        try:
            connecting = psycopg.AsyncConnection.connect(address, autocommit=True)
            async with await connecting as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                yield None  # what was written before is not announced again
                async for announcement in _heard(connection):
                    yield announcement
        except psycopg.Error as error:
            log.warning(
                "the connection for announcements was lost: %s", str(error).partition("\n")[0]
            )
            await asyncio.sleep(RECONNECT)


async def _heard(
    connection: psycopg.AsyncConnection[Any],
) -> AsyncIterator[Announcement | Remarked]:
    """What psycopg's `notifies` does, which waits anew for each: under load that took a tenth of a
    process's time."""
    loop, readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(connection.fileno(), readable.set)
    try:
        while True:
            await readable.wait()
            readable.clear()
            connection.pgconn.consume_input()
            while notify := connection.pgconn.notifies():
                yield _parsed(notify.extra.decode())
    finally:
        loop.remove_reader(connection.fileno())


def _parsed(payload: str) -> Announcement | Remarked:
    match, *rest = payload.split(" ", 2)
    if len(rest) == 2:
        return Remarked(match, *rest)
    return Announcement(match, int(rest[0]) if rest else None)


async def _from_sqlite(file: str, process: str) -> AsyncIterator[Heard]:
    connection = sqlite3.connect(file, timeout=0, uri=file.startswith("file:"))
    seen = None
    try:
        while True:
            version = _read(connection, "PRAGMA data_version")
            if version != seen:
                seen = version
                if _read(connection, "SELECT 1 FROM processes WHERE id != ? LIMIT 1", process):
                    yield None
            await asyncio.sleep(POLL)
    finally:
        connection.close()


def _read(connection: sqlite3.Connection, query: str, *values: str) -> list[Any]:
    try:
        return connection.execute(query, values).fetchall()
    except sqlite3.Error:  # the disk is full or gone: the next beat looks again
        return []

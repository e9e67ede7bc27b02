"""OpenTables: tables that anybody may join, where the server's owner allows it.

A table is listed while somebody who sits there is connected, to whichever process, and a seat is
open. So it is withdrawn when its maker leaves, and comes back with them, for a day. All of it is
rows: processes share the lobby.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from quarterdeck.engine.words import Words
from quarterdeck.server import clock
from quarterdeck.server.refusals import NoLobby
from quarterdeck.server.schema import MatchRow, lobby, matches, presence, processes, seats
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Also, Conflict, Storage
from quarterdeck.server.writer import now
from quarterdeck.wire import OpenTable

say = Words(__package__)
SHOWN = 50
"""Tables listed at most."""
LISTED = 24 * 3600.0
"""Seconds after which a table is no longer listed."""
ARRIVING = 15.0
"""Seconds in which whoever made a table need not be connected yet."""


class OpenTables:
    def __init__(self, settings: Settings, storage: Storage) -> None:
        self._settings, self._storage = settings, storage
        self._now = now(storage.engine.dialect.name)

    def check_allowed(self) -> None:
        if not self._settings.lobby:
            raise NoLobby(say("This server has no lobby; send a link instead."))

    async def lists(self, match: str) -> bool:
        """May anybody join this match?"""
        if not self._settings.lobby:
            return False
        async with self._storage.engine.connect() as connection:
            query = sa.select(lobby.c.match).where(lobby.c.match == match, _recent())
            return (await connection.execute(query)).first() is not None

    async def all(self, guest: str | None, game: str | None = None) -> list[OpenTable]:
        """Those that have waited longest first; of one game, or of all."""
        async with self._storage.engine.connect() as connection:
            return await self._read(connection, guest, game)

    def entry(self, alone: bool = False) -> Also:
        """Lists a match that is being made, instead of its maker's last one. `alone`: raises
        Conflict if there is such a table already."""
        self.check_allowed()

        async def store(connection: AsyncConnection, match: MatchRow) -> None:
            if alone:
                await self._take_turns(connection)
                if await self._like(connection, match):
                    raise Conflict
            mine = sa.select(matches.c.id).where(matches.c.owner == match.owner)
            await connection.execute(lobby.delete().where(lobby.c.match.in_(mine)))
            row = {"match": match.id, "game": match.game, "since": clock.now()}
            await connection.execute(lobby.insert().values(row))

        return store

    async def _take_turns(self, connection: AsyncConnection) -> None:
        """Two who ask at the same time must not both wait. SQLite has one writer anyway."""
        if connection.dialect.name == "postgresql":
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(7155127)"))

    async def _like(self, connection: AsyncConnection, match: MatchRow) -> bool:
        count = sa.select(sa.func.count()).where(seats.c.match == match.id)
        size = (await connection.execute(count)).scalar_one()
        found = await self._read(connection, None, match.game)
        return any(fits(table, match.options, size) for table in found)

    async def _read(
        self, connection: AsyncConnection, guest: str | None, game: str | None
    ) -> list[OpenTable]:
        rows = (await connection.execute(self._listing(game))).all()
        return [_table(guest, list(rows)) for _, rows in groupby(rows, lambda row: row.match)]

    def _listing(self, game: str | None) -> sa.Select[Any]:
        alive = sa.select(processes.c.id).where(processes.c.until > self._now)
        attended = sa.exists().where(
            presence.c.match == lobby.c.match, presence.c.seat >= 0, presence.c.process.in_(alive)
        )
        room = sa.exists().where(
            seats.c.match == lobby.c.match, seats.c.bot.is_(None), seats.c.guest.is_(None)
        )
        new = lobby.c.since > clock.now() - ARRIVING
        page = sa.select(lobby, matches.c.options).join(matches, matches.c.id == lobby.c.match)
        page = page.where(_recent(), ~matches.c.over, attended | new, room)
        if game:
            page = page.where(lobby.c.game == game)
        shown = page.order_by(lobby.c.since, lobby.c.match).limit(SHOWN).subquery()
        return (
            sa.select(shown, seats.c.name, seats.c.bot, seats.c.guest)
            .join(seats, seats.c.match == shown.c.match)
            .order_by(shown.c.since, shown.c.match, seats.c.seat)
        )


def _recent() -> sa.ColumnElement[bool]:
    return lobby.c.since > clock.now() - LISTED


def fits(table: OpenTable, options: dict[str, int], size: int) -> bool:
    """Is it the same game with the same options, for as many?"""
    return table.options == options and len(table.players) + table.open == size


def _table(guest: str | None, rows: Sequence[sa.Row[Any]]) -> OpenTable:
    about, sitting = rows[0], [row for row in rows if row.bot or row.guest]
    return OpenTable(
        id=about.match,
        game=about.game,
        options=about.options,
        players=[row.name for row in sitting],
        open=len(rows) - len(sitting),
        since=about.since,
        yours=guest is not None and any(row.guest == guest for row in sitting),
    )

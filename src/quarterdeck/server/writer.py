"""Writer: commits saves. Those that wait for each other share a transaction, and with it the disk.

SQLite has one writer at a time, and those who wait for it poll; so the writers of this process take
turns here instead. Each save is still carried out entirely or not at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quarterdeck.server import clock
from quarterdeck.server.schema import (
    BatchRow,
    DeadlineRow,
    DraftRow,
    Times,
    batches,
    deadlines,
    drafts,
    matches,
    timing,
)
from quarterdeck.server.together import Together

CHANNEL = "quarterdeck"
"""PostgreSQL's channel on which processes hear of each other's writes."""


def now(dialect: str) -> sa.ColumnElement[float]:
    """The database's own time in seconds since 1970: machines' clocks differ."""
    if dialect == "postgresql":
        return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)
    return (sa.func.julianday("now") - 2440587.5) * 86400.0


# Built once: to build a statement costs more than to execute it.
def _count_up(dialect: str) -> sa.Update:
    known = drafts.c.match == sa.bindparam("of"), drafts.c.writes == sa.bindparam("known")
    new: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in DraftRow.__struct_fields__}
    claim = sa.case((sa.bindparam("claims"), now(dialect) + sa.bindparam("seconds")), else_=0.0)
    return drafts.update().where(*known).values(**new, holder=sa.bindparam("by"), until=claim)


_ANNOUNCE = sa.text("SELECT pg_notify(:channel, one) FROM unnest(CAST(:written AS text[])) AS one")
_APPEND = batches.insert()
_ENDED: dict[str, Any] = {"over": True, "winners": sa.bindparam("won_by")}
_END = matches.update().where(matches.c.id == sa.bindparam("of")).values(_ENDED)


class Conflict(Exception):
    """Another writer was first."""


class Save(NamedTuple):
    """Append batches numbered from `first` and replace the draft, together or not at all."""

    match: str
    first: int
    new: list[BatchRow]
    draft: DraftRow
    """`writes` is the count that the caller has read."""
    over: bool
    holder: str | None = None
    """Who makes the automatic move that comes next, for so many seconds."""
    seconds: float = 0.0
    times: Times | None = None
    """Clocks that have changed."""
    due: DeadlineRow | None = None
    """The deadline that is carried out by this; it must still be there."""
    winners: int | None = None
    """Once it is over: a bit for each seat that won. None: it was called off."""


class Writer:
    def __init__(self, engine: sa.Engine, others: AsyncEngine) -> None:
        """`engine` commits saves, `others` everything else."""
        self._engine = engine.execution_options(writes=True)
        self._others = others.execution_options(writes=True)
        self._alone = engine.dialect.name == "sqlite"
        self._count_up = _count_up(engine.dialect.name)
        self._turn = asyncio.Lock()
        self._together = Together(self._outcomes, self._turn)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        if self._alone:
            async with self._turn, self._others.begin() as connection:
                yield connection
        else:
            async with self._others.begin() as connection:
                yield connection

    async def save(self, save: Save) -> None:
        """Return once it is committed; raise `Conflict` if another writer was first."""
        await self._together.ask(save)

    def _outcomes(self, saves: list[Save]) -> list[Exception | None]:
        """Commit them together; if one of them cannot be, each by itself."""
        try:
            self._commit(saves)
        except (Conflict, IntegrityError) as error:
            if len(saves) > 1:
                return [outcome for save in saves for outcome in self._outcomes([save])]
            return [error if isinstance(error, Conflict) else Conflict(str(error))]
        except Exception as error:
            return [error for _ in saves]
        return [None for _ in saves]

    def _commit(self, saves: list[Save]) -> None:
        # two processes that lock the same rows in the same order never deadlock
        saves = sorted(saves, key=lambda save: save.match)
        now = clock.now()
        counted = [_draft_row(save) for save in saves]
        added = [
            {"match": save.match, "seq": seq, "at": now, **msgspec.structs.asdict(batch)}
            for save in saves
            for seq, batch in enumerate(save.new, save.first)
        ]
        ended = [{"of": save.match, "won_by": save.winners} for save in saves if save.over]
        with self._engine.begin() as connection:
            if connection.execute(self._count_up, counted).rowcount != len(saves):
                raise Conflict
            for save in saves:
                if save.due and not _finish(connection, save.due):
                    raise Conflict
                if save.times:
                    keep_time(connection, save.match, save.times)
            if added:
                connection.execute(_APPEND, added)
            if ended:
                connection.execute(_END, ended)
            if not self._alone:
                written = [f"{save.match} {save.draft.writes + 1}" for save in saves]
                connection.execute(_ANNOUNCE, {"channel": CHANNEL, "written": written})

    async def close(self) -> None:
        await self._together.close()


def _draft_row(save: Save) -> dict[str, object]:
    new = msgspec.structs.replace(save.draft, writes=save.draft.writes + 1)
    row = {f"new_{name}": value for name, value in msgspec.structs.asdict(new).items()}
    claim = {"by": save.holder, "claims": save.holder is not None, "seconds": save.seconds}
    return {**row, **claim, "of": save.match, "known": save.draft.writes}


def _finish(connection: sa.Connection, due: DeadlineRow) -> bool:
    """Delete a deadline; False if another process has carried it out, or moved it."""
    same = [deadlines.c[name] == value for name, value in msgspec.structs.asdict(due).items()]
    return bool(connection.execute(deadlines.delete().where(*same)).rowcount == 1)


def keep_time(connection: sa.Connection, match: str, times: Times) -> None:
    """Replace a match's clocks and deadlines."""
    connection.execute(deadlines.delete().where(deadlines.c.match == match))
    if times.rows:
        connection.execute(deadlines.insert(), [msgspec.structs.asdict(row) for row in times.rows])
    if times.value:
        kept = timing.update().where(timing.c.match == match)
        connection.execute(kept.values(value=times.value))

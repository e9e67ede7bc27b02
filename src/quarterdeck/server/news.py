"""News: what others have written to a match, for a table that knows how it stood before.

Every move that is made at another process needs it, so the statement is built once, and those who
ask at the same time share a connection.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from quarterdeck.server.refusals import RemovedMatch
from quarterdeck.server.schema import (
    BatchRow,
    DeadlineRow,
    DraftRow,
    MatchRow,
    SeatRow,
    Stored,
    batches,
    deadlines,
    drafts,
    matches,
    seats,
    timing,
)
from quarterdeck.server.together import Together


class Part(NamedTuple):
    """Where the columns of one table are in a row of the result, and which of them are its key."""

    kind: type[Any]
    names: tuple[str, ...]
    first: int
    key: tuple[int, ...]


def _parts() -> tuple[list[Part], list[sa.Column[Any]]]:
    parts: list[Part] = []
    columns: list[sa.Column[Any]] = []
    for table, kind, key in (
        (matches, MatchRow, ("id",)),
        (drafts, DraftRow, ("match",)),
        (seats, SeatRow, ("seat",)),
        (batches, BatchRow, ("seq",)),
        (deadlines, DeadlineRow, ("kind", "seat")),
    ):
        names, first = kind.__struct_fields__, len(columns)
        wanted = [*names, *(name for name in key if name not in names)]
        columns += [table.c[name] for name in wanted]
        parts.append(Part(kind, names, first, tuple(first + wanted.index(name) for name in key)))
    return parts, [*columns, timing.c.value]


PARTS, COLUMNS = _parts()
NEWS = (
    sa.select(*COLUMNS)
    .join_from(matches, drafts)
    .join(seats, seats.c.match == matches.c.id)
    .outerjoin(
        batches, (batches.c.match == matches.c.id) & (batches.c.seq >= sa.bindparam("since"))
    )
    .outerjoin(timing, timing.c.match == matches.c.id)
    .outerjoin(deadlines, deadlines.c.match == matches.c.id)
    .where(matches.c.id == sa.bindparam("of"))
    .order_by(batches.c.seq, seats.c.seat)
    .set_label_style(sa.LABEL_STYLE_TABLENAME_PLUS_COL)
)


class News:
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        if engine.dialect.name == "postgresql":  # one statement reads one moment
            self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._together = Together(self._read_all)

    async def read(self, match: str, since: int) -> Stored:
        """A dealt match with only its batches from number `since` on, and not what was contributed
        to its seed."""
        return await self._together.ask((match, since))

    def _read_all(self, asked: list[tuple[str, int]]) -> list[Stored | Exception]:
        with self._engine.connect() as connection:
            return [self._read(connection, match, since) for match, since in asked]

    def _read(self, connection: sa.Connection, match: str, since: int) -> Stored | Exception:
        found = connection.execute(NEWS, {"of": match, "since": since}).all()
        if not found:
            return RemovedMatch()
        (about,), (draft,), sitting, log, due = (_rows(found, part) for part in PARTS)
        return Stored(about, sitting, log, draft, found[0][-1], due)

    async def close(self) -> None:
        await self._together.close()


def _rows(found: Sequence[sa.Row[Any]], part: Part) -> list[Any]:
    """Every seat comes with every batch and every deadline: each once."""
    kind, names, first, key = part
    once = {tuple(row[place] for place in key): row for row in found}
    last = first + len(names)
    return [
        kind(**dict(zip(names, row[first:last], strict=True)))
        for key, row in once.items()
        if None not in key
    ]

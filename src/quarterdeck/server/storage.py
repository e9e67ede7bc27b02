"""Storage: matches in the database, and who makes their automatic moves.

The log is append-only, unique by match and number. Every write increments the match's `writes`: a
writer whose count differs has missed another write, changes nothing and gets `Conflict`. On
PostgreSQL the same statement tells all processes when it is committed (`announcements`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import stat
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quarterdeck.engine import fairness
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.record import Record
from quarterdeck.server import clock
from quarterdeck.server.metrics import timed_methods
from quarterdeck.server.news import News
from quarterdeck.server.refusals import RemovedMatch
from quarterdeck.server.schema import (
    BatchRow,
    ContributionRow,
    DeadlineRow,
    DraftRow,
    MatchRow,
    SeatRow,
    Stored,
    SubscriptionRow,
    Times,
    batches,
    contributions,
    deadlines,
    drafts,
    house,
    lobby,
    matches,
    metadata,
    seats,
    subscriptions,
    timing,
)
from quarterdeck.server.settings import Settings, database_url
from quarterdeck.server.writer import CHANNEL, Conflict, Save, Writer, keep_time, now

R = TypeVar("R")
Also = Callable[[AsyncConnection, MatchRow], Awaitable[None]]
FINISH = 5.0
"""The longest to wait for the end of a query when nobody needs its result any more."""
IN_PROGRESS = 2.0
"""Seconds in which a deadline that has passed may just be being carried out."""

__all__ = ["Conflict", "NoDatabase", "Storage", "check"]

log = logging.getLogger(__name__)


class NoDatabase(QuarterdeckError):
    code = "no-database"


Why = Literal["unplayed", "abandoned", "finished"]
"""Why a match is removed: nobody has moved, nobody goes on, or it has been over for long."""


class GameStats(msgspec.Struct):
    """Matches of one game."""

    finished: int = 0
    unfinished: int = 0


class Stats(msgspec.Struct):
    """What is in the database."""

    games: dict[str, GameStats]
    days: dict[int, int]
    """Matches made on a day, counted in days since 1970."""
    batches: int
    guests: int
    bytes: int


_MIGRATING = threading.Lock()
"""Alembic keeps the current migration in globals."""


def _on_sqlite_connect(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we send BEGIN ourselves, so that it covers DDL
    cursor = connection.cursor()
    for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _on_sqlite_begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def keep_private(file: str | None) -> None:
    """Create a database file for its owner's eyes only: it holds the key that signs cookies and the
    seeds of unfinished games. SQLite gives the files beside it the same permissions."""
    if not file or file == ":memory:" or os.name != "posix":
        return
    with contextlib.suppress(FileExistsError, FileNotFoundError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with contextlib.suppress(OSError):
        if (mode := stat.S_IMODE(os.stat(file).st_mode)) & 0o077:
            log.warning(
                "%s has mode %o: others on this machine may read its secrets. Run: chmod 600 %s*",
                file,
                mode,
                file,
            )


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Bring the tables up to a revision."""
    if connection.dialect.name == "postgresql":  # workers that start together take turns
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(7155126)"))
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revisions() -> list[str]:
    """All revisions of the schema, the newest first."""
    return [one.revision for one in ScriptDirectory.from_config(_migrations()).walk_revisions()]


def newest_revision() -> str:
    return revisions()[0]


async def finish(work: Coroutine[Any, Any, R]) -> R:
    """Do it to the end, even if cancelled meanwhile: a connection that was left in the middle of a
    query cannot be used again."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task], timeout=FINISH)
        raise


def _announced(dialect: str) -> sa.ColumnElement[Any]:
    """Returned by an update of `drafts`, it tells all processes which match was written."""
    if dialect == "postgresql":
        written = drafts.c.match + " " + sa.cast(drafts.c.writes, sa.String)
        return sa.func.pg_notify(CHANNEL, written)
    return drafts.c.writes


OPERATIONS = (
    "create load news writes save rewrite sit contribute deal link_rematch count ping old remove "
    "claim"
)


@timed_methods(*OPERATIONS.split(), but=Conflict)
class Storage:
    def __init__(self, engine: AsyncEngine, saving: sa.Engine) -> None:
        self.engine = self._reader = engine
        self._saving = saving
        self._writer, self._news = Writer(saving, engine), News(saving)
        # For several queries of one moment (SQLite's transactions are that), and for one alone.
        self._snapshot = self._quick = engine
        if engine.dialect.name == "postgresql":
            self._snapshot = engine.execution_options(isolation_level="REPEATABLE READ")
            self._quick = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._now = now(engine.dialect.name)
        self._announced = _announced(engine.dialect.name)

    @classmethod
    async def open(cls, url: str) -> Storage:
        """Connect and migrate the schema."""
        careful = not url.startswith("sqlite")  # a server may have gone and come back
        # errors in the log would quote seeds and guests
        common: dict[str, Any] = {"pool_pre_ping": careful, "hide_parameters": True}
        if url.startswith("postgresql"):
            common["client_encoding"] = "utf8"  # whatever the locale in which it was made
        engine = create_async_engine(url, **common)
        saving = sa.create_engine(url.replace("+aiosqlite", "", 1), pool_size=2, **common)
        if engine.dialect.name == "sqlite":
            keep_private(engine.url.database)
            for each in (engine.sync_engine, saving):
                sa.event.listen(each, "connect", _on_sqlite_connect)
                sa.event.listen(each, "begin", _on_sqlite_begin)
        storage = cls(engine, saving)
        try:
            await asyncio.to_thread(_MIGRATING.acquire)
            try:
                async with storage._writer.begin() as connection:
                    await connection.run_sync(migrate)
            finally:
                _MIGRATING.release()
        except BaseException:
            await storage.close()
            raise
        return storage

    async def close(self) -> None:
        await self._writer.close()
        await self._news.close()
        self._saving.dispose()
        await self._reader.dispose()

    async def ping(self) -> None:
        """Does the database answer?"""
        async with self._reader.connect() as connection:
            await connection.execute(sa.select(matches.c.id).limit(1))

    async def signing_key(self) -> bytes:
        """The key that signs cookies: generated once, stored with the data."""
        return await self.keep("signing-key", secrets.token_bytes(32))

    async def keep(self, name: str, value: bytes) -> bytes:
        """Store a value of the house's own, once; returns the one that was stored first."""
        try:
            async with self._writer.begin() as connection:
                await connection.execute(house.insert().values(name=name, value=value))
        except IntegrityError:
            pass  # it is there already
        async with self._reader.connect() as connection:
            query = sa.select(house.c.value).where(house.c.name == name)
            return bytes((await connection.execute(query)).scalar_one())

    async def create(
        self,
        match: MatchRow,
        sitting: list[SeatRow],
        times: Times | None = None,
        waited_for: Sequence[ContributionRow] = (),
        actor: int = 0,
        also: Also | None = None,
    ) -> None:
        """Store a new match; `also` is done in the same transaction."""
        async with self._writer.begin() as connection:
            await connection.execute(matches.insert().values(msgspec.structs.asdict(match)))
            rows = [{"match": match.id, **msgspec.structs.asdict(seat)} for seat in sitting]
            await connection.execute(seats.insert(), rows)
            draft = {"match": match.id, **msgspec.structs.asdict(DraftRow(seat=actor))}
            await connection.execute(drafts.insert().values(draft))
            if times:
                if times.value:
                    await connection.execute(timing.insert().values(match=match.id, value={}))
                await connection.run_sync(keep_time, match.id, times)
            if waited_for:
                rows = [{"match": match.id, **msgspec.structs.asdict(row)} for row in waited_for]
                await connection.execute(contributions.insert(), rows)
            if also:
                await also(connection, match)

    async def load(self, match: str) -> Stored | None:
        """All that is stored of a match at one moment."""
        async with self._snapshot.begin() as connection:

            async def rows(table: sa.Table, kind: type[Any], order: str) -> list[Any]:
                key = table.c.id if table is matches else table.c.match
                columns = [table.c[field.name] for field in msgspec.structs.fields(kind)]
                query = sa.select(*columns).where(key == match).order_by(table.c[order])
                return [kind(**row) for row in (await connection.execute(query)).mappings()]

            about = await rows(matches, MatchRow, "id")
            if not about:
                return None
            log = await rows(batches, BatchRow, "seq")
            (draft,) = await rows(drafts, DraftRow, "match")
            sitting = await rows(seats, SeatRow, "seat")
            due = await rows(deadlines, DeadlineRow, "at")
            query = sa.select(timing.c.value).where(timing.c.match == match)
            kept = (await connection.execute(query)).scalar_one_or_none()
            mixed = await rows(contributions, ContributionRow, "seat")
            return Stored(about[0], sitting, log, draft, kept, due, mixed)

    async def news(self, match: str, since: int) -> Stored:
        """What has been written since a batch; see `News`."""
        return await self._news.read(match, since)

    async def writes(self, match: str) -> int:
        """How many times a match has been written."""
        query = sa.select(drafts.c.writes).where(drafts.c.match == match)
        async with self._quick.connect() as connection:
            writes = (await connection.execute(query)).scalar_one_or_none()
        if writes is None:
            raise RemovedMatch
        return int(writes)

    async def all_writes(self, wanted: list[str]) -> dict[str, int]:
        """The same for many matches."""
        query = sa.select(drafts.c.match, drafts.c.writes).where(drafts.c.match.in_(wanted))
        async with self._quick.connect() as connection:
            return {row.match: row.writes for row in await connection.execute(query)}

    async def _count_up(self, connection: AsyncConnection, match: str) -> None:
        """What changed is not in the log, but others must hear of it."""
        counted = drafts.update().where(drafts.c.match == match)
        await connection.execute(
            counted.values(writes=drafts.c.writes + 1).returning(self._announced)
        )

    async def save(
        self,
        match: str,
        first: int,
        new: list[BatchRow],
        draft: DraftRow,
        over: bool,
        holder: str | None = None,
        seconds: float = 0.0,
        times: Times | None = None,
        due: DeadlineRow | None = None,
        winners: int | None = None,
    ) -> None:
        """Append batches numbered from `first` and replace the draft, together or not at all.

        `draft.writes` is the count the caller read; it is one more afterwards. A `holder` claims
        the automatic move that comes next, for so many seconds. `times`: clocks that have changed.
        `due`: the deadline that is carried out by this; it must still be there. `winners`: once it
        is over, a bit for each seat that won.
        """
        save = Save(match, first, new, draft, over, holder, seconds, times, due, winners)
        await self._writer.save(save)

    async def rewrite(self, stored: Stored, record: Record) -> None:
        """Replace the log of a match by the same game in terms of newer rules."""
        match = stored.match.id
        counted = (drafts.c.match == match) & (drafts.c.writes == stored.draft.writes)
        async with self._writer.begin() as connection:
            draft = {"writes": stored.draft.writes + 1, "actions": record.draft}
            update = drafts.update().where(counted).values(draft)
            if (await connection.execute(update.returning(self._announced))).first() is None:
                raise Conflict
            version = matches.update().where(matches.c.id == match)
            await connection.execute(version.values(version=record.version, deal=record.deal))
            await connection.execute(batches.delete().where(batches.c.match == match))
            now = clock.now()
            for seq, batch in enumerate(record.batches):
                row = {"match": match, "seq": seq, "at": now, "keys": []}
                row |= msgspec.structs.asdict(batch)
                await connection.execute(batches.insert().values(row))

    async def claim(self, match: str, holder: str, seconds: float) -> float:
        """Claim a match's next automatic move; 0 when it is the holder's, otherwise how many
        seconds another process may still keep it."""
        taken = (drafts.c.holder != holder) & (drafts.c.until > self._now)
        left = sa.select(drafts.c.until - self._now).where(drafts.c.match == match, taken)
        async with self._reader.connect() as connection:  # most who ask too late write nothing
            if (wait := (await connection.execute(left)).scalar()) is not None:
                return max(float(wait), 0.01)
        free = (drafts.c.match == match) & sa.not_(sa.func.coalesce(taken, sa.false()))
        claimed = drafts.update().where(free).values(holder=holder, until=self._now + seconds)
        async with self._writer.begin() as connection:
            mine = (await connection.execute(claimed)).rowcount == 1
        return 0.0 if mine else seconds

    async def release(self, held: list[str], holder: str) -> None:
        """Let other processes make these matches' moves at once."""
        mine = drafts.c.match.in_(held) & (drafts.c.holder == holder)
        async with self._writer.begin() as connection:
            await connection.execute(drafts.update().where(mine).values(until=0.0))

    async def set_auto_pass(self, match: str, seat: int, on: bool) -> None:
        row = (seats.c.match == match) & (seats.c.seat == seat)
        async with self._writer.begin() as connection:
            await connection.execute(seats.update().where(row).values(auto_pass=on))
            await self._count_up(connection, match)

    async def sit(
        self, match: str, seat: int, guest: str, name: str, entropy: str | None = None
    ) -> bool:
        """Give an open seat to a guest, who may contribute to the seed at once; False if somebody
        else has taken it."""
        free = (seats.c.match == match) & (seats.c.seat == seat) & seats.c.guest.is_(None)
        async with self._writer.begin() as connection:
            sat = await connection.execute(
                seats.update().where(free).values(guest=guest, name=name)
            )
            if sat.rowcount != 1:
                return False
            if entropy is not None:
                await self._contribute(connection, match, seat, fairness.seal(entropy), entropy)
            await connection.execute(lobby.delete().where(lobby.c.match == match, ~_has_room))
            await self._count_up(connection, match)
            return True

    async def link_rematch(self, match: str, rematch: str) -> str:
        """Set the next match, once; returns the one that was set first."""
        async with self._writer.begin() as connection:
            free = (matches.c.id == match) & matches.c.rematch.is_(None)
            linked = await connection.execute(matches.update().where(free).values(rematch=rematch))
            if linked.rowcount == 1:
                await self._count_up(connection, match)
            query = sa.select(matches.c.rematch).where(matches.c.id == match)
            return str((await connection.execute(query)).scalar_one())

    # Before the deal --------------------------------------------------------------------------

    async def contribute(self, match: str, seat: int, seal: str, entropy: str | None) -> None:
        """Add a seal or what was sealed, each once; nothing happens if it comes too late."""
        async with self._writer.begin() as connection:
            if await self._contribute(connection, match, seat, seal, entropy):
                await self._count_up(connection, match)

    async def _contribute(
        self, connection: AsyncConnection, match: str, seat: int, seal: str, entropy: str | None
    ) -> bool:
        row, missing = contributions, _missing(match, [seat])
        free = row.update().where(missing & row.c.seal.is_(None))
        changed = (await connection.execute(free.values(seal=seal))).rowcount
        if entropy is not None:
            sealed = row.update().where(missing & (row.c.seal == seal))
            opened = await connection.execute(sealed.values(entropy=entropy, final=True))
            changed += opened.rowcount
        return changed > 0

    async def waive(self, match: str, late: list[int], sealed: bool) -> None:
        """Go on without contributions, which are already sealed or not even that."""
        seal = contributions.c.seal
        which = _missing(match, late) & (seal.is_not(None) if sealed else seal.is_(None))
        async with self._writer.begin() as connection:
            waived = contributions.update().where(which).values(final=True)
            if (await connection.execute(waived)).rowcount:
                await self._count_up(connection, match)

    async def excuse(self, match: str, excused: list[int]) -> None:
        """Expect no contributions of these seats any more."""
        row = contributions.update().where(_missing(match, excused))
        async with self._writer.begin() as connection:
            if (await connection.execute(row.values(expected=False, final=True))).rowcount:
                await self._count_up(connection, match)

    async def deal(
        self, match: str, writes: int, version: int, deal: str, times: Times, actor: int
    ) -> None:
        """Store by which rules a match was dealt, the deal's digest, who is to act first and the
        clocks that it starts.

        `writes` is the count that the caller has read.
        """
        known = (drafts.c.match == match) & (drafts.c.writes == writes)
        counted = drafts.update().where(known).values(writes=writes + 1, seat=actor)
        async with self._writer.begin() as connection:
            if (await connection.execute(counted.returning(self._announced))).first() is None:
                raise Conflict
            dealt = matches.update().where(matches.c.id == match)
            await connection.execute(dealt.values(version=version, deal=deal))
            await connection.run_sync(keep_time, match, times)

    # The whole of it --------------------------------------------------------------------------

    async def everything(self, at_once: int) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Every row of every table as it is at this moment, whoever writes meanwhile."""
        async with self._snapshot.begin() as connection:
            for table in metadata.sorted_tables:
                query = sa.select(table).order_by(*table.primary_key.columns)
                rows = await connection.stream(query.execution_options(yield_per=at_once))
                async for row in rows.mappings():
                    yield table.name, dict(row)

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of others: a restore, or who is present."""
        async with self._writer.begin() as connection:
            yield connection

    async def match_ids(self) -> list[str]:
        """Every match, the oldest first."""
        async with self._reader.connect() as connection:
            rows = await connection.execute(sa.select(matches.c.id).order_by(matches.c.created))
            return [row.id for row in rows]

    async def stats(self, since: float) -> Stats:
        """How much there is of what, and the days since a moment."""
        by_game = (
            sa.select(matches.c.game, matches.c.over, sa.func.count().label("n"))
            .group_by(matches.c.game, matches.c.over)
            .order_by(matches.c.game)
        )
        day = sa.cast(matches.c.created, sa.BigInteger) // 86400
        by_day = sa.select(day.label("day"), sa.func.count().label("n")).group_by(day)
        moves = sa.select(sa.func.count()).select_from(batches)
        guests = sa.select(sa.func.count(seats.c.guest.distinct()))
        size = {
            "sqlite": "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
            "postgresql": "SELECT pg_database_size(current_database())",
        }[self._reader.dialect.name]
        async with self._reader.connect() as connection:
            games: dict[str, GameStats] = {}
            for row in await connection.execute(by_game):
                game = games.setdefault(row.game, GameStats())
                if row.over:
                    game.finished = row.n
                else:
                    game.unfinished = row.n
            days = await connection.execute(by_day.where(matches.c.created >= since))
            return Stats(
                games=games,
                days={int(row.day): int(row.n) for row in days},
                batches=int((await connection.execute(moves)).scalar_one()),
                guests=int((await connection.execute(guests)).scalar_one()),
                bytes=int((await connection.execute(sa.text(size))).scalar_one()),
            )

    # Housekeeping -----------------------------------------------------------------------------

    async def old(
        self, why: Why, before: float, after: tuple[float, str], most: int
    ) -> tuple[dict[str, int], tuple[float, str] | None]:
        """Matches last touched before a moment, each with its number of writes.

        Looks at `most` matches from `after` on, in the order in which they were made, and says
        where to look next; None: those were all.
        """
        moved = sa.select(sa.func.max(batches.c.at)).where(batches.c.match == matches.c.id)
        touched = sa.func.coalesce(moved.scalar_subquery(), matches.c.created)
        played = sa.exists().where(batches.c.match == matches.c.id)
        kind = {
            "unplayed": ~matches.c.over & ~played,
            "abandoned": ~matches.c.over & played,
            "finished": matches.c.over,
        }[why]
        place = sa.tuple_(matches.c.created, matches.c.id)
        query = (
            sa.select(matches.c.id, matches.c.created, drafts.c.writes, touched.label("touched"))
            .join(drafts, drafts.c.match == matches.c.id)
            .where(kind, matches.c.created < before, place > sa.tuple_(*after))
            .order_by(matches.c.created, matches.c.id)
            .limit(most)
        )
        async with self._reader.connect() as connection:
            rows = (await connection.execute(query)).all()
        found = {row.id: row.writes for row in rows if row.touched < before}
        return found, (rows[-1].created, rows[-1].id) if len(rows) == most else None

    async def remove(self, found: dict[str, int]) -> int:
        """Remove matches that still have that number of writes; how many there were. With a guest's
        last match go the subscriptions to notices."""
        if not found:
            return 0
        async with self._writer.begin() as connection:
            query = sa.select(drafts.c.match, drafts.c.writes).where(drafts.c.match.in_(found))
            rows = await connection.execute(query.with_for_update())
            gone = [row.match for row in rows if found[row.match] == row.writes]
            left = sa.select(seats.c.guest).where(
                seats.c.match.in_(gone), seats.c.guest.is_not(None)
            )
            guests = set((await connection.execute(left)).scalars())
            links = matches.update().where(matches.c.rematch.in_(gone))
            await connection.execute(links.values(rematch=None))
            for table in reversed(metadata.sorted_tables):
                for column in table.c:
                    if column.references(matches.c.id):
                        await connection.execute(table.delete().where(column.in_(gone)))
            await connection.execute(matches.delete().where(matches.c.id.in_(gone)))
            still = sa.select(seats.c.guest).where(seats.c.guest.in_(guests))
            unheard = subscriptions.c.guest.in_(guests) & subscriptions.c.guest.not_in(still)
            await connection.execute(subscriptions.delete().where(unheard))
        return len(gone)

    async def claim_chore(self, chore: str, seconds: float) -> bool:
        """May this process do a chore now? Only one may, once in so many seconds."""
        now = clock.now()
        async with self._writer.begin() as connection:
            query = sa.select(house.c.value).where(house.c.name == chore)
            last = (await connection.execute(query)).scalar_one_or_none()
            if last is not None and now - float(last) < seconds:
                return False
            value = repr(now).encode()
            if last is not None:
                mine = (house.c.name == chore) & (house.c.value == last)
                claimed = await connection.execute(house.update().where(mine).values(value=value))
                return bool(claimed.rowcount == 1)
            with contextlib.suppress(IntegrityError):
                async with connection.begin_nested():
                    await connection.execute(house.insert().values(name=chore, value=value))
                return True
            return False

    async def count(self, owner: str | None = None, since: float = 0.0) -> int:
        """The number of matches; with an owner, of unfinished ones created since then."""
        query = sa.select(sa.func.count()).select_from(matches)
        if owner is not None:
            query = query.where(matches.c.owner == owner, ~matches.c.over)
            query = query.where(matches.c.created >= since)
        async with self._reader.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    # Deadlines ----------------------------------------------------------------------------------

    async def next_deadlines(self, most: int) -> list[DeadlineRow]:
        """Those that are due first."""
        query = sa.select(deadlines).order_by(deadlines.c.at).limit(most)
        async with self._reader.connect() as connection:
            return [DeadlineRow(**row) for row in (await connection.execute(query)).mappings()]

    async def postpone(self, match: str, before: float, until: float) -> None:
        """Move those of a match's deadlines that lie before one time to another."""
        async with self._writer.begin() as connection:
            late = (deadlines.c.match == match) & (deadlines.c.at < before)
            await self._move(connection, late, sa.literal(until))

    async def be_seen(self, now: float) -> None:
        """Note that a server is running."""
        async with self._writer.begin() as connection:
            seen = house.update().where(house.c.name == _SEEN)
            if (await connection.execute(seen.values(value=_time(now)))).rowcount:
                return
        await self.keep(_SEEN, _time(now))

    async def resume(self, now: float, short: float, grace: float) -> float:
        """A server starts: leave out the time in which none was running, and return how long that
        was. After a stop that was not `short`, and for what has passed anyway, there is a grace.

        Of processes that start together, one does this.
        """
        last = await self.keep(_SEEN, _time(now))
        down = now - float(last)
        async with self._writer.begin() as connection:
            first = (house.c.name == _SEEN) & (house.c.value == last)
            seen = house.update().where(first).values(value=_time(now))
            if (await connection.execute(seen)).rowcount != 1:
                return 0.0
            stopped = down > short
            if stopped:
                await self._move(connection, sa.true(), deadlines.c.at + down)
            late = deadlines.c.at < (now + grace if stopped else now - IN_PROGRESS)
            await self._move(connection, late, sa.literal(now + grace))
        return down if stopped else 0.0

    async def _move(
        self,
        connection: AsyncConnection,
        which: sa.ColumnElement[bool],
        at: sa.ColumnElement[float],
    ) -> None:
        """Move deadlines; whoever has such a match in memory must read it again before writing."""
        affected = drafts.c.match.in_(sa.select(deadlines.c.match).where(which))
        counted = drafts.update().where(affected).values(writes=drafts.c.writes + 1)
        await connection.execute(counted.returning(self._announced))
        await connection.execute(deadlines.update().where(which).values(at=at))

    # Subscriptions ------------------------------------------------------------------------------

    async def subscribe(self, row: SubscriptionRow, most: int) -> None:
        """Store a subscription; a guest's oldest ones make room for it."""
        mine = subscriptions.c.guest == row.guest
        async with self._writer.begin() as connection:
            same = subscriptions.c.endpoint == row.endpoint
            await connection.execute(subscriptions.delete().where(same))
            await connection.execute(subscriptions.insert().values(msgspec.structs.asdict(row)))
            newest = sa.select(subscriptions.c.endpoint).where(mine)
            newest = newest.order_by(subscriptions.c.created.desc()).limit(most)
            old = mine & subscriptions.c.endpoint.not_in(newest)
            await connection.execute(subscriptions.delete().where(old))

    async def unsubscribe(self, endpoint: str, guest: str) -> None:
        mine = (subscriptions.c.endpoint == endpoint) & (subscriptions.c.guest == guest)
        async with self._writer.begin() as connection:
            await connection.execute(subscriptions.delete().where(mine))

    async def subscriptions(self, guest: str) -> list[SubscriptionRow]:
        query = sa.select(subscriptions).where(subscriptions.c.guest == guest)
        async with self._reader.connect() as connection:
            return [SubscriptionRow(**row) for row in (await connection.execute(query)).mappings()]


_has_room = sa.exists().where(
    seats.c.match == lobby.c.match, seats.c.bot.is_(None), seats.c.guest.is_(None)
)


def _missing(match: str, places: list[int]) -> sa.ColumnElement[bool]:
    """Contributions of these seats that are still waited for."""
    row = contributions.c
    return (row.match == match) & row.seat.in_(places) & ~row.final


_SEEN = "last-seen"


def _time(now: float) -> bytes:
    return repr(now).encode()


async def check(settings: Settings) -> None:
    """Open and close the database, so that a mistake is reported before anything starts."""
    await (await opened(settings)).close()


async def opened(settings: Settings, existing: bool = False) -> Storage:
    """The storage, or a sentence why not; `existing`: never make an SQLite file."""
    url = database_url(settings)
    try:
        file = sa.make_url(url).database if existing and url.startswith("sqlite") else None
        if file and not Path(file).is_file():
            raise FileNotFoundError("there is no such file")
        return await Storage.open(url)
    except Exception as error:
        with contextlib.suppress(Exception):
            url = sa.make_url(url).render_as_string(hide_password=True)
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise NoDatabase(f"the database {url} cannot be used: {reason}") from None

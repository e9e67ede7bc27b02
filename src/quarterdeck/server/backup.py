"""Backup: the whole database as one file, restorable into SQLite or PostgreSQL.

The file is gzipped lines of JSON: a header with the schema's revision, a line for each row, and a
last line with the counts, without which the file is incomplete. It holds seeds and the signing key.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.server.schema import matches, metadata
from quarterdeck.server.storage import Storage, migrate, newest_revision, revisions

FORMAT = "quarterdeck-backup"
ROWS = 500
"""Rows read or written at a time."""
Tick = Callable[[int], None]


class BadBackup(QuarterdeckError):
    code = "bad-backup"


class NotEmpty(QuarterdeckError):
    code = "not-empty"


async def backup(storage: Storage, path: Path, tick: Tick = lambda _: None) -> Counter[str]:
    """Write everything, as it was at one moment, to a new file that only its owner can read."""
    if path.exists():
        raise BadBackup(f"{path} exists; choose another name or remove it.")
    part = path.with_name(path.name + ".part")
    counts: Counter[str] = Counter()
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as file:
                header = {"format": FORMAT, "schema": newest_revision(), "at": time.time()}
                file.write(json.dumps(header) + "\n")
                async for table, row in storage.everything(ROWS):
                    file.write(json.dumps([table, _portable(row)]) + "\n")
                    counts[table] += 1
                    tick(1)
                file.write(json.dumps({"rows": counts}) + "\n")
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(part, path)
    except OSError as error:
        raise BadBackup(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)
    return counts


def _portable(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for name, value in row.items()
    }


def _native(row: dict[str, Any], table: sa.Table) -> dict[str, Any]:
    binary = {column.name for column in table.c if isinstance(column.type, sa.LargeBinary)}
    return {
        name: base64.b64decode(value["base64"]) if name in binary and value else value
        for name, value in row.items()
    }


def _lines(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)
    except FileNotFoundError:
        raise BadBackup(f"there is no file {path}.") from None
    except (OSError, EOFError, ValueError) as error:
        raise BadBackup(f"{path} is no backup, or is damaged: {error}.") from None


def check(path: Path) -> tuple[str, Counter[str]]:
    """The schema's revision and the number of rows of a backup, which must be complete."""
    header: Any = None
    last: Any = None
    counts: Counter[str] = Counter()
    for line in _lines(path):
        if header is None:
            header = line
            if not isinstance(header, dict) or header.get("format") != FORMAT:
                raise BadBackup(f"{path} is not a backup of Quarterdeck.")
        elif isinstance(line, list):
            counts[line[0]] += 1
        else:
            last = line
    if last is None or last.get("rows") != dict(counts):
        raise BadBackup(f"{path} is incomplete: make the backup again.")
    if header["schema"] not in revisions():
        raise BadBackup(f"{path} was written by a newer release; restore it with that one.")
    return str(header["schema"]), counts


async def restore(storage: Storage, path: Path, tick: Tick = lambda _: None) -> Counter[str]:
    """Fill an empty database from a backup, all of it or nothing."""
    revision, counts = check(path)
    async with storage.writing() as connection:
        await connection.run_sync(_refuse_unless_empty)
        await connection.run_sync(lambda c: _rebuild(c, revision))
        tables = await connection.run_sync(_reflected)
        waiting: list[dict[str, Any]] = []
        last = ""
        for line in _lines(path):
            if not isinstance(line, list):
                continue
            if waiting and (line[0] != last or len(waiting) >= ROWS):
                await connection.execute(tables[last].insert(), waiting)
                waiting = []
            last = line[0]
            waiting.append(_native(line[1], tables[last]))
            tick(1)
        if waiting:
            await connection.execute(tables[last].insert(), waiting)
        await connection.run_sync(lambda c: migrate(c, "head"))
    return counts


def _refuse_unless_empty(connection: sa.Connection) -> None:
    held = connection.execute(sa.select(sa.func.count()).select_from(matches)).scalar_one()
    if held:
        raise NotEmpty(f"the database already holds {held} matches; restore into an empty one.")


def _rebuild(connection: sa.Connection, revision: str) -> None:
    """The tables as they were when the backup was made."""
    metadata.drop_all(connection)
    connection.execute(sa.text("DROP TABLE alembic_version"))
    migrate(connection, revision)


def _reflected(connection: sa.Connection) -> dict[str, sa.Table]:
    found = sa.MetaData()
    found.reflect(connection)
    return dict(found.tables)

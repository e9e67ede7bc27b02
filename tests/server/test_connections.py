"""One hostile address: connections that say nothing, that do not read, or that are too many."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from quarterdeck.server.connections import open_files
from quarterdeck.server.settings import Settings

from .serving import ME, Guest, serving

REQUEST = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
UPGRADE = (
    b"GET /api/matches/%b/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING = b"\x89\xfd" + b"mask" + bytes(125)


def dial(address: str, first: bytes = b"") -> socket.socket:
    parts = urlsplit(address)
    made = socket.create_connection((parts.hostname, parts.port), timeout=10)
    made.sendall(first)
    return made


@contextmanager
def many(address: str, number: int, first: bytes = b"") -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(dial(address, first)) for _ in range(number)]


def is_closed(connection: socket.socket, within: float = 5.0) -> bool:
    connection.settimeout(within)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
        b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
        REQUEST + b"GET / HTTP/1.1\r\n",
    ],
    ids=["silent", "half a head", "half a body", "half a second request"],
)
def test_a_connection_without_a_whole_request_is_closed(tmp_path: Path, first: bytes) -> None:
    with serving(tmp_path / "q.db", request_seconds=0.3) as address:
        with dial(address, first) as connection:
            assert is_closed(connection)
        with dial(address, REQUEST) as connection:
            assert b"200 OK" in connection.recv(1000)


def test_drops_of_a_request_do_not_keep_a_connection_open(tmp_path: Path) -> None:
    with serving(tmp_path / "q.db", request_seconds=0.4) as address, dial(address) as slow:
        until = time.monotonic() + 3
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < until:
                slow.sendall(b"G" if until - time.monotonic() > 2.9 else b"E")
                time.sleep(0.05)
        assert time.monotonic() < until, "closed although it sent something all the time"


def test_silent_connections_make_room_for_those_who_ask(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with (
        serving(tmp_path / "q.db", connections=40, connections_per_address=30) as address,
        many(address, 60),
    ):
        ann = arrive(address)
        seat = ann.sit(ann.begin(ME, ME)["id"], 0)
        with many(address, 60):
            seat.send(type="resume")
            assert seat.answer()["type"] == "state", "those who play stay"


def test_an_address_never_has_more_than_half_of_all_connections(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "q.db", connections=20, request_seconds=60) as address,
        many(address, 30) as crowd,
    ):
        time.sleep(0.5)
        alive = [one for one in crowd if not is_closed(one, 0.01)]
        assert len(alive) == 10
        assert alive == crowd[-10:], "the longest silent have made room"


def test_connecting_is_rated(tmp_path: Path) -> None:
    with serving(tmp_path / "q.db", connects=(10, 0.001)) as address, many(address, 30) as crowd:
        assert sum(is_closed(one, 0.05) for one in crowd) == 20


@pytest.mark.skipif(os.name != "posix", reason="open files are limited on POSIX")
def test_there_is_always_room_for_other_open_files() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert 16 <= open_files(10**9) <= before[1]
        assert open_files(100) == 100
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# Those who do not read ---------------------------------------------------------------------------


def flood(connection: socket.socket, frames: bytes, seconds: float = 8.0) -> bool:
    """Write and never read; True if the server has closed the connection before the time is up."""
    connection.settimeout(1)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            connection.sendall(frames)
        except TimeoutError:
            continue  # the server does not read either
        except ConnectionError:
            return True
    return False


def upgraded(address: str, match: str) -> socket.socket:
    connection = dial(address)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.sendall(UPGRADE % match.encode())
    assert b"101" in connection.recv(20)
    return connection


def test_who_sends_pings_and_never_reads_is_closed(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db", unread_bytes=100_000) as address:
        match = arrive(address).begin(ME, ME)["id"]
        with upgraded(address, match) as connection:
            assert flood(connection, PING * 500)


def test_too_many_pings_close_a_socket(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    with serving(tmp_path / "q.db", commands=(20, 0.001)) as address:
        match = arrive(address).begin(ME, ME)["id"]
        with upgraded(address, match) as connection:
            connection.sendall(PING * 19)
            assert not is_closed(connection, 0.3)
            connection.sendall(PING * 5)
            assert is_closed(connection)


def test_who_never_reads_is_closed_after_a_while(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db", stalled_seconds=0.5) as address:
        match = arrive(address).begin(ME, ME)["id"]
        message = b'{"type":"resume","cursor":0}'
        frame = b"\x81" + bytes([0x80 | len(message)]) + bytes(4) + message
        with upgraded(address, match) as connection:
            assert flood(connection, frame * 50)


def test_a_message_of_endless_empty_parts_closes_its_socket(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db") as address:
        match = arrive(address).begin(ME, ME)["id"]
        with upgraded(address, match) as connection:
            connection.sendall(b"\x01\x80mask" + b"\x00\x80mask" * 200)
            assert is_closed(connection)


# Two lengths -------------------------------------------------------------------------------------


def test_a_request_with_two_lengths_is_refused(tmp_path: Path) -> None:
    body = b'{"game":"ping","seats":[{"kind":"me"},{"kind":"me"}]}'
    head = (
        b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n" % len(body)
    )
    with (
        serving(tmp_path / "q.db") as address,
        dial(address, head + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)) as connection,
    ):
        assert connection.recv(1000).startswith(b"HTTP/1.1 400")
        assert is_closed(connection)


# A club ------------------------------------------------------------------------------------------


def test_two_hundred_people_behind_one_address_get_seats(tmp_path: Path) -> None:
    """With the limits as they come."""
    usual = Settings()
    limits = {
        name: getattr(usual, name)
        for name in Settings.__struct_fields__
        if isinstance(getattr(usual, name), tuple) and name != "bot_delay"
    }
    with serving(tmp_path / "q.db", **limits) as address, ExitStack() as stack:
        body = {"game": "ping", "seats": [ME, ME], "entropy": "5a" * 16}
        http = stack.enter_context(httpx.Client(base_url=address, timeout=60))
        seated = [stack.enter_context(take_a_seat(http, body)) for _ in range(200)]
        assert all('"type":"state"' in str(seat.recv(60)) for seat in seated)


def take_a_seat(http: httpx.Client, body: dict[str, object]) -> ClientConnection:
    """Somebody new: a page, a match, a socket."""
    http.cookies.clear()
    assert http.get("/").status_code == 200
    made = http.post("/api/matches", json=body)
    assert made.status_code == 201, made.text
    cookie = made.headers["set-cookie"].partition(";")[0]
    address = f"{http.base_url}/api/matches/{made.json()['id']}/socket?seat=0"
    return connect(address.replace("http", "ws", 1), additional_headers={"cookie": cookie})

"""Sockets that move to the process at which their match is at home, and lose nothing on the way."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from quarterdeck.server.app import Server, server
from quarterdeck.server.connections import Config, Socket
from quarterdeck.server.handoff import MOST, POSSIBLE, Handoff, meeting_place
from quarterdeck.server.settings import Settings

from .serving import GENEROUS, ME, PATIENCE, Guest, in_turn, started
from .test_connections import UPGRADE, dial
from .test_processes import RESTARTING, children, spawned

pytestmark = pytest.mark.skipif(not POSSIBLE, reason="descriptors cannot be passed on here")
MANY = 12
"""Matches: as many would hardly ever have both seats at the same process by chance."""
RESUME = b'{"type":"resume","cursor":0}'
FRAME = b"\x81" + bytes([0x80 | len(RESUME)]) + bytes(4) + RESUME


@pytest.fixture
def folder() -> Iterator[Path]:
    with meeting_place() as made:
        assert made is not None
        yield made


def until(holds: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


# Two servers on two ports, so that a test chooses where a socket is opened ------------------------


class Two:
    """One that accepts sockets, and another that may be their home."""

    def __init__(self, here: Server, there: Server, address: str) -> None:
        self.here, self.there, self.address = here, there, address

    def match(self, ann: Guest, home: Server) -> str:
        """A new match that is at home at one of them."""
        while True:
            match: str = ann.begin(ME, ME)["id"]
            handoff = handoff_of(self.here)
            if handoff._homes(match.encode())[0].name == handoff_of(home).name:
                return match


def handoff_of(running: Server) -> Handoff:
    assert isinstance(running.config, Config)
    assert running.config.handoff
    return running.config.handoff


def counted(running: Server) -> int:
    """Connections as the limits count them; each is also one that is open."""
    assert isinstance(running.config, Config)
    guests = running.config.guests
    assert sum(guests._open.values()) == len(guests._home)
    return len(guests._home)


def sockets(running: Server) -> int:
    return sum(isinstance(one, Socket) for one in running.server_state.connections)


@pytest.fixture(params=["asyncio", "uvloop"])
def two(request: pytest.FixtureRequest, folder: Path, tmp_path: Path) -> Iterator[Two]:
    pytest.importorskip(request.param)
    url = f"sqlite:///{tmp_path / 'q.db'}"

    def made(**others: Any) -> Server:
        settings = Settings(
            port=0, database_url=url, **{**GENEROUS, "unread_bytes": 10**8, **others}
        )
        running = server(settings, meeting_place=folder)
        running.config.loop = request.param
        return running

    here, there = made(), made(connects=(1, 0.001))
    with started(here) as address, started(there):
        yield Two(here, there, address)


def test_both_seats_of_a_match_move_to_its_home_and_are_counted_there_alone(
    two: Two, arrive: Callable[[str], Guest]
) -> None:
    ann = arrive(two.address)
    match = two.match(ann, two.there)
    before = counted(two.here)
    seats = in_turn(ann.sit(match, 0), ann.sit(match, 1), ann.sit(match))
    assert (sockets(two.here), sockets(two.there), counted(two.there)) == (0, 3, 3)
    until(lambda: counted(two.here) == before)
    while seats[0].to_act:
        seats[0].act(seats[0].actions()[0]["id"])
    while not seats[1].to_act:
        seats[1].read()
    for seat in seats:
        seat.close()
    until(lambda: counted(two.there) == 0)


def test_a_socket_opened_at_home_stays(two: Two, arrive: Callable[[str], Guest]) -> None:
    ann = arrive(two.address)
    ann.sit(two.match(ann, two.here), 0)
    assert (sockets(two.here), sockets(two.there)) == (1, 0)


@pytest.mark.parametrize("home", ["here", "there"])
def test_frames_that_come_with_the_head_or_right_after_it_are_not_lost(
    two: Two, home: str, arrive: Callable[[str], Guest]
) -> None:
    match = two.match(arrive(two.address), getattr(two, home))
    with dial(two.address, UPGRADE % match.encode() + FRAME * 3 + FRAME[:5]) as client:
        client.sendall(FRAME[5:] + FRAME * 6)
        heard = b""
        while heard.count(b'"type":"state"') < 11:  # one without being asked
            heard += (more := client.recv(65536))
            assert more, "the connection was closed"
    assert heard.startswith(b"HTTP/1.1 101")


def test_the_caller_keeps_the_address_and_the_forwarded_one_is_in_the_head(
    two: Two, arrive: Callable[[str], Guest]
) -> None:
    ann = arrive(two.address)
    match = two.match(ann, two.there)
    seat = ann.open(match, 0, **{"x-forwarded-for": "192.0.2.7"})
    seat.read()
    (taken,) = [one for one in two.there.server_state.connections if isinstance(one, Socket)]
    assert taken.client == seat.socket.local_address[:2]
    assert (b"x-forwarded-for", b"192.0.2.7") in taken.scope["headers"]


def test_a_connection_with_an_answer_still_to_be_sent_stays(
    two: Two, arrive: Callable[[str], Guest]
) -> None:
    """The rest of the answer would be lost."""
    match, answer = two.match(arrive(two.address), two.there), bytes(20_000_000)
    with dial(two.address) as client:
        name, connections = client.getsockname(), two.here.server_state.connections
        until(lambda: any(one.client == name for one in connections))
        (protocol,) = [one for one in connections if one.client == name]
        protocol.loop.call_soon_threadsafe(protocol.transport.write, answer)
        until(lambda: protocol.transport.get_write_buffer_size() > 0)
        client.sendall(UPGRADE % match.encode())
        heard = bytearray()
        while b'"type":"state"' not in heard[len(answer) :]:
            heard += (more := client.recv(1_000_000))
            assert more, "the connection was closed"
    assert heard[: len(answer)] == answer


def test_a_socket_is_handed_over_once_even_if_others_see_another_home(
    two: Two, arrive: Callable[[str], Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = arrive(two.address)
    match, back = two.match(ann, two.there), handoff_of(two.here)
    place = back._folder / back.name
    monkeypatch.setattr(handoff_of(two.there), "_homes", lambda match: [place])
    ann.sit(match, 0)
    assert (sockets(two.here), sockets(two.there)) == (0, 1)


# Who is gone, slow or full -----------------------------------------------------------------------


def target(match: bytes) -> bytes:
    return b"/below/api/matches/%b/socket?seat=1" % match


def at_home(giver: Handoff, name: str) -> bytes:
    """A match whose home is the process of this name."""
    while True:
        match = secrets.token_urlsafe(12).encode()
        if giver._homes(match)[0].name == name:
            return match


@pytest.fixture
def client() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The two ends of a connection."""
    ends = socket.socketpair()
    with ends[0], ends[1]:
        yield ends


@contextlib.contextmanager
def queue(folder: Path, name: str) -> Iterator[socket.socket]:
    """The place at which a process takes connections."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as bound:
        bound.bind(str(folder / name))
        bound.settimeout(1)
        yield bound


def test_homes_are_shared_out_and_one_that_leaves_moves_only_its_own_matches(folder: Path) -> None:
    giver = Handoff(folder)
    names = ["a", "b", "c"]
    for name in names:
        (folder / name).touch()
    matches = [b"%016d" % n for n in range(600)]
    before = {match: giver._homes(match)[0].name for match in matches}
    assert all(150 < n < 250 for n in Counter(before.values()).values())
    (folder / "b").unlink()
    for match, home in before.items():
        assert home == "b" or giver._homes(match)[0].name == home


def test_the_home_of_one_that_was_killed_is_the_next(
    folder: Path, client: tuple[socket.socket, socket.socket]
) -> None:
    giver = Handoff(folder)
    with queue(folder, "alive") as alive:
        with queue(folder, "killed"):
            match = at_home(giver, "killed")
        assert giver.give(target(match), client[0].fileno(), b"head")
        assert alive.recv(100) == b"head"
    assert not (folder / "killed").exists()


def test_what_cannot_be_handed_over_stays(
    folder: Path, client: tuple[socket.socket, socket.socket]
) -> None:
    giver = Handoff(folder)
    fileno = client[0].fileno()
    assert not giver.give(target(b"m" * 16), fileno, b""), "nobody is there"
    with queue(folder, "full"):
        assert not giver.give(target(b"m" * 16), fileno, b"." * (MOST + 1))
        assert not giver.give(b"/api/matches/short/socket", fileno, b"")
        given = 0
        while giver.give(target(b"m" * 16), fileno, b"head"):
            given += 1
            assert given < 10_000
        assert given
    giver._folder = folder / "gone"
    assert not giver.give(target(b"m" * 16), fileno, b"")


def test_one_that_stops_takes_what_is_on_its_way(
    folder: Path, client: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[bytes] = []

    def receive_unlisted(taker: Handoff, receive: Callable[[], bool]) -> bool:
        assert not (folder / taker.name).exists(), "more could come after the last one"
        return receive()

    class Taking(asyncio.Protocol):
        def __init__(self, read: bytes) -> None:
            taken.append(read)

    async def give_and_stop() -> None:
        giver, taker = Handoff(folder), Handoff(folder)
        taker.open(Taking)
        for number in range(5):
            assert giver.give(target(b"m" * 16), client[0].fileno(), b"%d" % number)
        monkeypatch.setattr(taker, "_receive", partial(receive_unlisted, taker, taker._receive))
        await taker.close()
        assert not giver.give(target(b"m" * 16), client[0].fileno(), b"late")

    asyncio.run(give_and_stop())
    assert taken == [b"%d" % number for number in range(5)]


# Processes of one parent -------------------------------------------------------------------------


def homes(database: Path) -> dict[str, set[str]]:
    """The processes at which each match's players are."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT match, process FROM presence").fetchall()
    found: dict[str, set[str]] = {}
    for match, at in rows:
        found.setdefault(match, set()).add(at)
    assert len(rows) <= 2 * len(found)
    return found


class Players:
    """Both seats of many matches, which reconnect as browsers do."""

    def __init__(self, ann: Guest) -> None:
        self.ann = ann
        self.matches = {ann.begin(ME, ME)["id"] for _ in range(MANY)}
        self.seats = {(match, n): ann.sit(match, n) for match in self.matches for n in (0, 1)}
        self.closed: set[int | None] = set()
        """The codes with which sockets were closed."""

    def reconnect(self) -> None:
        for (match, number), old in self.seats.items():
            try:
                old.silent(0.001)
            except ConnectionClosed as closed:
                self.closed.add(closed.rcvd.code if closed.rcvd else None)
                new = self.seats[match, number] = self.ann.sit(match, number)
                assert new.log[: len(old.log)] == old.log

    def wait_until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self.reconnect()

    def move(self) -> None:
        """A turn in every match, of which both seats hear."""
        for match in self.matches:
            while not self._move_in(match):
                self.reconnect()

    def _move_in(self, match: str) -> bool:
        mine, other = in_turn(self.seats[match, 0], self.seats[match, 1])
        try:
            while mine.to_act:
                mine.act(mine.actions()[0]["id"])
            while not other.to_act:
                other.read()
        except ConnectionClosed:
            return False
        return True

    def have_met(self, database: Path) -> bool:
        """Is each match at one process?"""
        with contextlib.closing(sqlite3.connect(database)) as connection:
            rows = connection.execute("SELECT match, seat, process FROM presence").fetchall()
        here = {row for row in rows if row[0] in self.matches}
        seats = {(match, seat) for match, seat, _ in here}
        return seats == self.seats.keys() and len({(m, at) for m, _, at in here}) == MANY


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_players_of_a_match_meet_at_one_process_while_processes_come_and_go(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    database = tmp_path / "q.db"
    with spawned(f"sqlite:///{database}", processes=2) as (address, running):
        players = Players(arrive(address))
        until(lambda: players.have_met(database))
        players.move()

        first = children(running.pid)[0]
        os.kill(first, signal.SIGKILL)
        players.move()
        assert players.closed <= {None}
        until(lambda: len(set(children(running.pid)) - {first}) == 2, PATIENCE)

        players.closed.clear()
        old = set(children(running.pid))
        running.send_signal(signal.SIGHUP)
        players.wait_until(lambda: not old & set(children(running.pid)))
        players.move()
        assert players.closed == {RESTARTING}
        later = Players(arrive(address))
        until(lambda: later.have_met(database))

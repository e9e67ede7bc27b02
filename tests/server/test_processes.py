"""Several processes on one database: what happens at one is heard at all, and happens once."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest
from websockets.exceptions import ConnectionClosed

from quarterdeck.server.bots import BotPool
from quarterdeck.server.processes import Supervisor
from quarterdeck.server.settings import Settings

from .postgres import new_database
from .serving import BOT, FRIEND, GENEROUS, ME, PATIENCE, Guest, Seat, in_turn, process, serving

AT_ONCE = 3.0
"""Seconds within which people at another process hear of something; it takes some milliseconds."""
SELDOM = 600.0
"""Seconds between beats, where announcements alone must do."""
RESTARTING = 1012
"""The code of a closed socket after which clients reconnect at once."""

START = """
import json, sys
from quarterdeck.server import run
run(port=0, **json.loads(sys.argv[1]))
"""


@pytest.fixture
def pair(database_url: str) -> Iterator[tuple[str, str]]:
    """Two servers, which share nothing but the database."""
    # on a busy machine a thread may not get round to renewing its claim for some seconds
    beats = {"beat_seconds": SELDOM, "claim_seconds": 60.0}
    with serving(database_url, **beats) as one, serving(database_url, **beats) as two:
        yield one, two


def spawned(
    database_url: str, errors: IO[str] | None = None, **settings: Any
) -> AbstractContextManager[tuple[str, subprocess.Popen[str]]]:
    """A server, or the parent of several, as a process of its own."""
    chosen = json.dumps({**GENEROUS, "database_url": database_url, **settings})
    return process([sys.executable, "-c", START, chosen], stderr=errors)


def at(address: str, guest: Guest, arrive: Callable[[str], Guest]) -> Guest:
    """The same guest at another process."""
    there = arrive(address)
    there.http.cookies.update(guest.http.cookies)
    return there


def hear(seat: Seat, wanted: Callable[[dict[str, Any]], bool], seconds: float = AT_ONCE) -> None:
    """Read until a message says what is wanted."""
    until = time.monotonic() + seconds
    while not wanted(seat.read(until - time.monotonic())):
        pass


def present(one: Seat, seat: int) -> bool:
    """Is a seat's player connected, as far as one has heard?"""
    heard = [message for raw in one.received if "people" in (message := json.loads(raw))]
    return bool(heard[-1]["people"][seat]["present"])


# What is heard -----------------------------------------------------------------------------------


def test_moves_and_drafts_are_heard_at_the_other_process_at_once(
    pair: tuple[str, str], arrive: Callable[[str], Guest]
) -> None:
    ann = arrive(pair[0])
    match = ann.begin(ME, ME)["id"]
    here = in_turn(ann.sit(match, 0), ann.sit(match, 1))
    elsewhere = at(pair[1], ann, arrive)
    there = [elsewhere.sit(match, seat.state["scene"]["viewer"]) for seat in here]
    watching = elsewhere.sit(match)
    for turn in range(6):  # each side makes its moves at a process of its own
        mine, other = (here[0], there[1]) if here[0].to_act else (there[1], here[0])
        window = there[0] if mine is here[0] else here[1]
        while mine.to_act:
            mine.act(mine.actions()[turn % len(mine.actions())]["id"])
            scene = mine.state["scene"]
            hear(window, lambda m, s=scene: m["type"] == "state" and m["scene"] == s)
        hear(other, lambda m: m["type"] == "state" and m["scene"]["actor"] == m["scene"]["viewer"])
        actor = mine.state["scene"]["actor"]
        hear(watching, lambda m, a=actor: m["type"] == "state" and m["scene"]["actor"] == a)
    for seat in (*here, *there):
        while not seat.silent():
            pass
    assert [seat.log for seat in here] == [seat.log for seat in there]


def test_a_seat_taken_at_one_process_can_be_used_at_the_other(
    pair: tuple[str, str], arrive: Callable[[str], Guest]
) -> None:
    ann, bob = arrive(pair[0]), arrive(pair[1])
    made = ann.begin(ME, FRIEND)
    waiting = ann.open(made["id"], 0)
    bob.join(made["id"], made["seats"][1]["invite"], "Bob")
    hear(waiting, lambda m: m["type"] == "state" and m["people"][1]["name"] == "Bob")
    at(pair[0], bob, arrive).sit(made["id"], 1)
    refused = at(pair[0], ann, arrive).http.post(
        f"/api/matches/{made['id']}/join", json={"invite": made["seats"][1]["invite"]}
    )
    assert refused.json()["code"] == "seat-taken"


def test_who_is_connected_to_the_other_process_is_present(
    pair: tuple[str, str], arrive: Callable[[str], Guest]
) -> None:
    ann, bob = arrive(pair[0]), arrive(pair[1])
    made = ann.begin(ME, FRIEND)
    bob.join(made["id"], made["seats"][1]["invite"])
    mine = ann.sit(made["id"], 0)
    time.sleep(0.3)  # comings and goings are gathered for a moment
    theirs = bob.sit(made["id"], 1)
    assert present(theirs, 0)
    hear(mine, lambda _: present(mine, 1))
    assert ann.http.get(f"/api/matches/{made['id']}").json()["seats"][1]["present"]
    theirs.close()
    hear(mine, lambda _: not present(mine, 1))


def test_auto_pass_resignation_and_rematch_are_heard_at_the_other_process(
    pair: tuple[str, str], database_url: str, arrive: Callable[[str], Guest]
) -> None:
    ann = arrive(pair[0])
    match = ann.begin(ME, ME)["id"]
    first, window = ann.sit(match, 0), at(pair[1], ann, arrive).sit(match, 0)
    second = at(pair[1], ann, arrive).sit(match, 1)
    first.send(type="auto_pass", on=True)
    hear(window, lambda m: m["type"] == "state" and m["auto_pass"])
    assert second.silent(), "what another seat lets pass is nobody else's business"
    with serving(database_url) as third:
        assert at(third, ann, arrive).sit(match, 0).state["auto_pass"]
    second.send(type="resign")
    hear(first, lambda m: "outcome" in m.get("scene", {}))
    rematch = ann.http.post(f"/api/matches/{match}/rematch").json()["id"]
    hear(second, lambda m: m.get("rematch") == rematch)
    other = at(pair[1], ann, arrive)
    assert other.http.post(f"/api/matches/{match}/rematch").json()["id"] == rematch


def test_what_another_process_wrote_meanwhile_refuses_nothing_that_still_stands(
    pair: tuple[str, str], arrive: Callable[[str], Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody turns on auto-pass elsewhere between a player's click and its commit."""
    monkeypatch.setattr("quarterdeck.server.table.Table.hear", lambda *_: None)
    ann, bob = arrive(pair[0]), arrive(pair[1])
    made = ann.begin(ME, FRIEND)
    bob.join(made["id"], made["seats"][1]["invite"], "Bob")
    mine, theirs = in_turn(ann.sit(made["id"], 0), bob.sit(made["id"], 1))
    theirs.send(type="auto_pass", on=True)
    assert theirs.answer()["auto_pass"]
    mine.send(type="act", action=mine.actions()[0]["id"])
    assert mine.answer()["type"] == "state"
    assert mine.state["undo"] or not mine.to_act
    theirs.send(type="undo", cursor=mine.state["cursor"])  # as after a reconnection
    assert [theirs.answer().get("code"), theirs.answer()["type"]] == ["stale", "state"]


# Notices that are lost ---------------------------------------------------------------------------


def test_a_lost_notice_costs_a_beat_but_no_move(
    database_url: str, arrive: Callable[[str], Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: Any) -> AsyncIterator[None]:
        await asyncio.Event().wait()
        yield

    monkeypatch.setattr("quarterdeck.server.peers.announcements", nothing)
    with serving(database_url, beat_seconds=0.3) as one, serving(database_url) as two:
        ann = arrive(two)
        match = ann.begin(ME, ME)["id"]
        mine, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
        watching = at(one, ann, arrive).sit(match)
        mine.act(mine.actions()[0]["id"])
        actor = mine.state["scene"]["actor"]
        hear(watching, lambda m: m["type"] == "state" and m["scene"]["actor"] == actor, 2.0)


def test_nothing_is_lost_when_the_connection_for_notices_is_cut(
    postgres: str, arrive: Callable[[str], Guest]
) -> None:
    import psycopg

    url = new_database(postgres, f"cut{os.getpid()}")
    with serving(url, beat_seconds=SELDOM) as one, serving(url, beat_seconds=SELDOM) as two:
        ann = arrive(one)
        match = ann.begin(ME, ME)["id"]
        mine, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
        watching = at(two, ann, arrive).sit(match)
        cut = (
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE "
            "datname = current_database() AND application_name = 'quarterdeck announcements'"
        )
        with psycopg.connect(url) as connection:
            assert connection.execute(cut).fetchone() == (2,)
        mine.act(mine.actions()[0]["id"])
        actor = mine.state["scene"]["actor"]
        hear(watching, lambda m: m["type"] == "state" and m["scene"]["actor"] == actor, 3.0)


# Automatic moves ---------------------------------------------------------------------------------


def test_only_one_process_thinks_about_a_move(
    pair: tuple[str, str], arrive: Callable[[str], Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: Counter[bytes] = Counter()
    choose = BotPool.choose

    async def counting(self: BotPool, *asked: Any) -> int:
        thought[asked[4]] += 1
        return await choose(self, *asked)

    monkeypatch.setattr(BotPool, "choose", counting)
    ann = arrive(pair[0])
    match = ann.begin(ME, BOT, limit=20)["id"]
    windows = [ann.sit(match, 0), at(pair[1], ann, arrive).sit(match, 0)]
    for turn in range(8):  # now at one process, now at the other
        mine = windows[turn % 2]
        while not mine.to_act and not mine.over:
            mine.read_state()
        if mine.over:
            break
        while mine.to_act:
            mine.act(mine.actions()[0]["id"])
    for window in windows:
        while not (window.to_act or window.over):
            window.read_state()
    assert thought
    assert max(thought.values()) == 1, "two processes thought about the same view"


def test_when_the_process_that_claimed_a_move_is_killed_another_makes_it(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    often = {"claim_seconds": 0.6, "beat_seconds": 0.4}
    slow = spawned(database_url, bot_delay=(60.0, 60.0), **often)
    with slow as (doomed, running), serving(database_url, **often) as other:
        ann = arrive(doomed)
        match = ann.begin(ME, BOT)["id"]
        mine, watching = ann.sit(match, 0), arrive(other).sit(match)
        while mine.to_act:
            mine.act(mine.actions()[0]["id"])
        while watching.state["scene"]["actor"] == 0 or not present(watching, 0):
            watching.read(AT_ONCE)
        assert watching.silent(1.7), "the claim is renewed while its holder lives"
        os.kill(running.pid, signal.SIGKILL)
        hear(watching, lambda _: watching.state["scene"]["actor"] == 0, PATIENCE)
        while present(watching, 0):
            watching.read()


# Several processes behind one address ------------------------------------------------------------


def children(parent: int) -> list[int]:
    """The servers among a parent's processes: forked, or started afresh."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    commands = {int(pid): Path(f"/proc/{pid}/cmdline").read_bytes() for pid in [*found, parent]}
    same = commands.pop(parent)
    return [pid for pid, line in commands.items() if line == same or b"spawn_main" in line]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_processes_share_an_address_restart_one_after_the_other_and_are_replaced(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    log, database = tmp_path / "log", f"sqlite:///{tmp_path / 'q.db'}"
    with log.open("w") as errors, spawned(database, errors, processes=2) as (address, running):
        old = children(running.pid)
        assert len(old) == 2
        ann = arrive(address)
        match = ann.begin(ME, ME)["id"]
        seat = next(seat for n in (0, 1) if (seat := ann.sit(match, n)).to_act)
        running.send_signal(signal.SIGHUP)
        with pytest.raises(ConnectionClosed) as closed:
            seat.read_to_the_end()
        dropped = time.monotonic()
        again = ann.sit(match, seat.state["scene"]["viewer"])
        assert time.monotonic() - dropped < 2.0
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == RESTARTING
        assert again.log == seat.log
        before = children(running.pid)
        assert set(before) != set(old)
        os.kill(before[-1], signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while len(set(children(running.pid)) - {before[-1]}) < 2:
            assert time.monotonic() < until, "nobody takes the place of the dead"
            time.sleep(0.1)
        running.terminate()
        assert running.wait(30) == 0
        assert running.stdout is not None
        assert running.stdout.read() == "", "the address is announced once"
    logged = [json.loads(line) for line in log.read_text().splitlines()]
    requests = {line["process"] for line in logged if line["event"] == "request"}
    assert requests & {*old, *before}, "the children's log is as the parent's"


def test_a_process_that_is_being_started_when_all_are_renewed_is_renewed_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket() as bound:
        parent = Supervisor(Settings(processes=1), bound, lambda address: None)
        one: Any = SimpleNamespace(lives=lambda: True, ready=True)

        def start(prepared: bool = False) -> Any:
            parent._renew_all()  # the signal comes now
            return one

        monkeypatch.setattr(parent, "_start", start)
        parent._replace_dead()
        monkeypatch.setattr(parent, "_start", lambda prepared: "a successor")
        parent._renew_next()
        assert parent._outdated == [one]
        assert parent._successor == "a successor"  # type: ignore[comparison-overlap]

"""Starting and stopping the service as a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from quarterdeck.server import run
from quarterdeck.server.app import NoAddress, address_of, listen
from quarterdeck.server.storage import NoDatabase

from .serving import BOT, ME, Guest, play_out, process

START = "import sys; from quarterdeck.server import run; run(port=0, database_url=sys.argv[1])"


def spawned(database: Path) -> AbstractContextManager[tuple[str, subprocess.Popen[str]]]:
    command = [sys.executable, "-c", START, f"sqlite:///{database}"]
    return process(command, stderr=subprocess.PIPE)


def test_a_killed_server_loses_nothing_that_was_shown(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with spawned(tmp_path / "q.db") as (address, running):
        ann = arrive(address)
        made = ann.begin(ME, BOT)
        seat = ann.sit(made["id"], 0)
        for _ in range(6):
            while not seat.to_act:
                seat.read_state()
            seat.act(seat.actions()[0]["id"])
        os.kill(running.pid, signal.SIGKILL)
        running.wait(30)
    with spawned(tmp_path / "q.db") as (address, running):
        back = arrive(address)
        back.http.cookies.update(ann.http.cookies)
        again = back.sit(made["id"], 0)
        assert again.log[: len(seat.log)] == seat.log
        again.send(type="resign")
        while not again.over:
            again.read_state()


def test_an_interrupt_stops_the_server_quietly(tmp_path: Path) -> None:
    with spawned(tmp_path / "q.db") as (_, running):
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=30)
        assert running.returncode == 0
        assert "Traceback" not in errors


def test_a_bot_plays_in_a_server_of_its_own(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    with spawned(tmp_path / "q.db") as (address, _):
        ann = arrive(address)
        play_out(ann.sit(ann.begin(ME, BOT, limit=20)["id"], 0))


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("sqlite:////nowhere/at/all.db", "unable to open"),
        ("nonsense", "Could not parse"),
        ("weird://x", "dialects"),
        ("postgresql://nobody:hunter2@127.0.0.1:1/x", "refused"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(url: str, says: str) -> None:
    with pytest.raises(NoDatabase) as refused:
        run(database_url=url)
    assert str(refused.value).startswith("the database ")
    assert says.lower() in str(refused.value).lower()
    assert "hunter2" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_damaged_database_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "q.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(NoDatabase, match="not a database"):
        run(database_url=f"sqlite:///{tmp_path / 'q.db'}")


def test_an_address_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NoAddress, match="in use. Choose another"):
            run(port=port, database_url=f"sqlite:///{tmp_path / 'q.db'}")
    with pytest.raises(NoAddress, match="cannot listen on nowhere.invalid"):
        run(host="nowhere.invalid", database_url=f"sqlite:///{tmp_path / 'q.db'}")


def test_a_service_for_the_network_names_an_address_that_others_can_open() -> None:
    with socket.socket() as bound, socket.socket() as own:
        bound.bind(("0.0.0.0", 0))  # nobody listens
        host, port = address_of(bound).removeprefix("http://").split(":")
        assert int(port) == bound.getsockname()[1]
        assert host != "0.0.0.0"
        own.bind((host, 0))  # only an address of this machine can be bound

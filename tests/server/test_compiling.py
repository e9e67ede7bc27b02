"""Games are played while they are still being compiled."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.engine.game import Game, listing
from quarterdeck.server import compiling
from quarterdeck.server.compiling import Compiler
from tests.games import EXAMPLES, OURS, installed

from .serving import ME, Guest, process

START = """
import sys
from quarterdeck.server import run
run(port=0, database_url=sys.argv[1], processes=int(sys.argv[2]))
"""
PATIENCE = 180.0
CAPTAIN = {"kind": "bot", "bot": "captain"}


@pytest.fixture
def unheard_of(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that knows a game whose rules nobody has compiled before."""
    package = shutil.copytree(EXAMPLES / "hideout/hideout", tmp_path / "hideout")
    rules = package / "rules.py"
    rules.write_text(rules.read_text() + f"\nUNHEARD_OF = {time.time_ns()}\n")
    return {**os.environ, "PYTHONPATH": installed(tmp_path, "hideout")["PYTHONPATH"]}


@contextmanager
def guest_at(folder: Path, environment: dict[str, str], processes: int) -> Iterator[Guest]:
    command = [sys.executable, "-c", START, f"sqlite:///{folder / 'q.db'}", str(processes)]
    with process(command, env=environment) as (address, _):
        guest = Guest(address)
        yield guest
        guest.leave()


@pytest.fixture
def guest(tmp_path: Path, unheard_of: dict[str, str]) -> Iterator[Guest]:
    with guest_at(tmp_path, unheard_of, processes=1) as guest:
        yield guest


def on_the_shelf(guest: Guest) -> dict[str, Any]:
    return next(g for g in guest.http.get("/api/games").json() if g["id"] == "hideout")


def test_a_match_begins_interpreted_and_ends_compiled(guest: Guest) -> None:
    seat = guest.sit(guest.begin(ME, CAPTAIN, game="hideout")["id"], 0)
    assert not on_the_shelf(guest)["ready"]
    seat.act(seat.actions()[0]["id"])
    seat.send(type="hint")
    refused = seat.answer()
    assert (refused["type"], refused["code"]) == ("refused", "no-hint")
    assert "getting ready" in refused["message"]

    until = time.monotonic() + PATIENCE
    while not on_the_shelf(guest)["ready"]:
        assert time.monotonic() < until, "it is never compiled"
        time.sleep(0.2)
    seat.send(type="hint")
    assert seat.answer()["type"] == "hinted"
    while not seat.over:
        if seat.to_act:
            seat.act(seat.actions()[0]["id"])
        else:
            seat.read_state()


def test_several_processes_serve_while_a_game_is_compiled(
    tmp_path: Path, unheard_of: dict[str, str]
) -> None:
    with guest_at(tmp_path, unheard_of, processes=2) as guest:
        assert not on_the_shelf(guest)["ready"]
        seat = guest.sit(guest.begin(ME, CAPTAIN, game="hideout")["id"], 0)
        seat.act(seat.actions()[0]["id"])


def test_of_two_who_compile_a_game_at_once_one_waits_for_the_other(
    unheard_of: dict[str, str],
) -> None:
    command = [sys.executable, "-m", "quarterdeck.bots.compiling", "hideout"]
    both = [subprocess.Popen(command, env=unheard_of) for _ in range(2)]
    ended = [os.wait4(one.pid, 0)[1:] for one in both]
    assert [status for status, _ in ended] == [0, 0]
    less, more = sorted(usage.ru_utime + usage.ru_stime for _, usage in ended)
    assert less < more / 2, "both compiled it"


def test_nobody_waits_for_a_game_that_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_not_in_cache", lambda: {"ping"})
    monkeypatch.setattr(sys, "executable", shutil.which("false"))

    async def give_up() -> set[str]:
        compiler = Compiler()
        assert await compiler.slow() == {"ping"}
        await compiler.finished("ping")
        return await compiler.slow()

    monkeypatch.setattr(type(listing()[0]), "loaded", False)
    assert asyncio.run(give_up()) == set()


def test_where_memory_is_short_a_game_that_somebody_plays_is_compiled_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[str] = []
    first = asyncio.Event()

    async def compile_one(self: Compiler, game: Game) -> None:
        compiled.append(game.id)
        if len(compiled) == 1:
            await first.wait()
        self._done[game.id].set()

    monkeypatch.setattr(compiling, "_not_in_cache", lambda: {game.id for game in OURS})
    monkeypatch.setattr(compiling, "MOST", 1)
    monkeypatch.setattr(compiling, "AT_ONCE", 1)
    monkeypatch.setattr(Compiler, "_compile", compile_one)
    monkeypatch.setattr(Game, "loaded", False)

    async def somebody_comes() -> None:
        compiler = Compiler()
        await compiler.open_all()
        others = asyncio.create_task(compiler.compile_all())
        while not compiled:
            await asyncio.sleep(0)
        await compiler.open("zerpang")
        await asyncio.sleep(0.1)
        assert len(compiled) == 1, "two are compiled at the same time"
        first.set()
        await asyncio.wait_for(others, PATIENCE)

    asyncio.run(somebody_comes())
    assert compiled[1] == "zerpang"
    assert sorted(compiled) == sorted(game.id for game in OURS)

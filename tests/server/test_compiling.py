"""Games are played while they are still being compiled."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.engine.game import listing
from quarterdeck.server import compiling
from quarterdeck.server.compiling import Compiler
from tests.games import EXAMPLES, installed

from .serving import ME, Guest, process

START = "import sys; from quarterdeck.server import run; run(port=0, database_url=sys.argv[1])"
PATIENCE = 180.0
CAPTAIN = {"kind": "bot", "bot": "captain"}


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[Guest]:
    """Somebody at a service with a game whose rules nobody has compiled before."""
    package = shutil.copytree(EXAMPLES / "hideout/hideout", tmp_path / "hideout")
    rules = package / "rules.py"
    rules.write_text(rules.read_text() + f"\nUNHEARD_OF = {time.time_ns()}\n")
    path = installed(tmp_path, "hideout")["PYTHONPATH"]
    command = [sys.executable, "-c", START, f"sqlite:///{tmp_path / 'q.db'}"]
    with process(command, env={**os.environ, "PYTHONPATH": path}) as (address, _):
        guest = Guest(address)
        yield guest
        guest.leave()


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


def test_nobody_waits_for_a_game_that_cannot_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_not_in_cache", lambda: {"ping"})
    monkeypatch.setattr(sys, "executable", shutil.which("false"))

    async def give_up() -> set[str]:
        compiler = Compiler(interpret=True)
        assert await compiler.slow() == {"ping"}
        await compiler.finished("ping")
        return await compiler.slow()

    monkeypatch.setattr(type(listing()[0]), "loaded", False)
    assert asyncio.run(give_up()) == set()

"""Names that can be told apart, and files that only their owner can read."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import pytest

from quarterdeck.server.guests import distinct_name, tidy_name
from quarterdeck.server.storage import Storage

from .serving import FRIEND, ME, Guest


@pytest.mark.parametrize(
    "given",
    ["\u3164", "\u2800\u2800", "\u115f\u1160", "\ufe0f", "\u034f", "\u200b\u2066\u202e", "\u0301"],
)
def test_a_name_nobody_can_see_is_replaced(given: str) -> None:
    assert tidy_name(given, "Player", 24) == "Player"


def test_a_name_keeps_what_can_be_read_and_nothing_hidden() -> None:
    assert tidy_name("A\u3164n\u202en", "Player", 24) == "Ann"
    assert tidy_name("Zoe\u0308 of 北海 🚢!", "Player", 24) == "Zoë of 北海 🚢!"
    assert tidy_name("a" + "\u0330" * 20, "Player", 24) == "a\u0330\u0330"


def test_names_that_read_the_same_are_numbered() -> None:
    assert distinct_name("Ann", ["Bob"], 24) == "Ann"
    assert distinct_name("ANN", ["Ann", "ann 2"], 24) == "ANN 3"
    assert distinct_name("\uff21nn", ["Ann"], 24) == "\uff21nn 2"
    assert distinct_name("x" * 24, ["x" * 24], 24) == "x" * 22 + " 2"


def test_no_two_seats_of_a_match_show_the_same_name(ann: Guest, bob: Guest) -> None:
    me = {"kind": "me", "name": "Ann"}
    assert [seat["name"] for seat in ann.begin(me, me)["seats"]] == ["Ann", "Ann 2"]
    impostor = {"kind": "bot", "bot": "mate", "name": "ann"}
    assert ann.begin(me, impostor)["seats"][1]["name"] == "ann 2"
    made = ann.begin(me, FRIEND)
    bob.join(made["id"], made["seats"][1]["invite"], "Ann")
    seats = bob.http.get(f"/api/matches/{made['id']}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "Ann 2"]


def test_a_deeply_nested_body_is_refused_as_malformed(ann: Guest) -> None:
    for body in ("[" * 8000, '{"game":"ping","seats":' + "[" * 4000 + "]" * 4000 + "}"):
        headers = {"content-type": "application/json"}
        answer = ann.http.post("/api/matches", content=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert ann.begin(ME, ME)


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_only_its_owner_can_read_the_database(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "q.db"
    before = os.umask(0)
    try:
        modes = asyncio.run(modes_while_open(file))
    finally:
        os.umask(before)
    assert modes == {"q.db": 0o600, "q.db-wal": 0o600, "q.db-shm": 0o600}
    assert not caplog.records
    file.chmod(0o644)
    asyncio.run(modes_while_open(file))
    assert f"{file} has mode 644" in caplog.text


async def modes_while_open(file: Path) -> dict[str, int]:
    storage = await Storage.open(f"sqlite+aiosqlite:///{file}")
    await storage.signing_key()
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    await storage.close()
    return modes

"""Reactions and chat: everybody at the table hears of them, at any process; nothing is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .serving import BOT, FRIEND, ME, Guest, Seat, serving
from .test_processes import at, hear, pair  # noqa: F401

Arrive = Callable[[str], Guest]


@pytest.fixture
def talkative(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "q.db", chat=True) as address:
        yield address


def sit_together(ann: Guest, bob: Guest) -> tuple[str, Seat, Seat]:
    made = ann.begin(ME, FRIEND)
    bob.join(made["id"], made["seats"][1]["invite"])
    return made["id"], ann.sit(made["id"], 0), bob.sit(made["id"], 1)


def remark(seat: Seat) -> dict[str, Any]:
    while "seat" not in (message := seat.read()):
        pass
    return message


def test_everybody_at_the_table_sees_a_reaction(ann: Guest, bob: Guest) -> None:
    match, one, two = sit_together(ann, bob)
    watching = ann.sit(match)
    two.send(type="react", what="well_played")
    for seat in (one, two, watching):
        assert remark(seat) == {"type": "reacted", "seat": 1, "what": "well_played"}


def test_people_can_greet_each_other_before_the_deal(ann: Guest) -> None:
    made = ann.begin(ME, FRIEND)
    seat = ann.open(made["id"], 0)
    seat.send(type="react", what="hello")
    assert remark(seat)["what"] == "hello"


def test_spectators_unknown_reactions_and_chat_are_refused(ann: Guest) -> None:
    made = ann.begin(ME, BOT)
    watching, seat = ann.sit(made["id"]), ann.sit(made["id"], 0)
    key = watching.send(type="react", what="hello")
    hear(watching, lambda said: said.get("code") == "not-your-seat" and said["key"] == key)
    seat.send(type="react", what="<b>")
    hear(seat, lambda said: said.get("code") == "malformed")
    seat.send(type="chat", text="hello")
    hear(seat, lambda said: said.get("code") == "no-chat")
    assert ann.http.get(f"/api/matches/{made['id']}").json()["chat"] is False


def test_nobody_can_remark_without_end(tmp_path: Path, arrive: Arrive) -> None:
    with serving(tmp_path / "q.db", remarks=(2, 0.001)) as address:
        ann = arrive(address)
        made = ann.begin(ME, BOT)
        seat = ann.sit(made["id"], 0)
        for _ in range(3):
            seat.send(type="react", what="oops")
        assert [remark(seat)["what"] for _ in range(2)] == ["oops", "oops"]
        hear(seat, lambda said: said.get("code") == "slow-down")


def test_where_chat_is_on_people_read_it_on_one_line(talkative: str, arrive: Arrive) -> None:
    _, one, two = sit_together(arrive(talkative), arrive(talkative))
    one.send(type="chat", text="well\n\u202esailed")
    assert remark(two) == {"type": "chatted", "seat": 0, "text": "well sailed"}
    one.send(type="chat", text="x" * 201)
    hear(one, lambda said: said.get("code") == "malformed")


def test_a_remark_is_heard_once_at_the_other_process(
    pair: tuple[str, str],  # noqa: F811
    arrive: Arrive,
) -> None:
    first, second = pair
    ann, bob = arrive(first), arrive(second)
    made = ann.begin(ME, FRIEND)
    bob.join(made["id"], made["seats"][1]["invite"])
    here, there = ann.sit(made["id"], 0), bob.sit(made["id"], 1)
    for what in ("hello", "thanks"):
        here.send(type="react", what=what)
    for seat in (here, there):
        assert [remark(seat)["what"] for _ in range(2)] == ["hello", "thanks"]
        assert seat.silent(0.3)


def test_no_remark_stays_in_the_database(tmp_path: Path, arrive: Arrive) -> None:
    file = tmp_path / "q.db"
    with serving(file, chat=True) as one, serving(file, chat=True) as two:
        ann, bob = arrive(one), arrive(two)
        made = ann.begin(ME, FRIEND)
        bob.join(made["id"], made["seats"][1]["invite"])
        seat, other = ann.sit(made["id"], 0), bob.sit(made["id"], 1)
        seat.send(type="chat", text="a canary")
        assert remark(other)["text"] == "a canary"
        ann.leave()
        bob.leave()
    with sqlite3.connect(file) as database:
        assert "a canary" not in "\n".join(database.iterdump())

"""A lesson over real sockets: deal and answers are always the same, while it lasts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.engine.game import Game, find
from quarterdeck.engine.lesson import Lesson
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from tests.games import OURS

from .serving import BOT, ME, Guest, Seat, serving


def begin(guest: Guest, game: str = "ping") -> tuple[Lesson, dict[str, Any], Seat]:
    made = guest.begin(ME, game=game, terms={"lesson": True}, careful=True)
    return find(game).lesson, made, guest.sit(made["id"], 0)


def follow(seat: Seat, lesson: Lesson, until: int) -> None:
    """Do as the coach says, up to some decision."""
    while (at := seat.state["lesson"]) is not None and at < until:
        if seat.to_act and not seat.state.get("idle"):
            seat.act(lesson.line[at][0])
        else:
            seat.read_state()


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_a_lesson_goes_as_it_is_told_and_the_game_goes_on(ann: Guest, game: Game) -> None:
    lesson, made, seat = begin(ann, game.id)
    follow(seat, lesson, len(lesson.line))
    assert seat.state["lesson"] == len(lesson.line)
    while not seat.to_act:
        seat.read_state()
    seat.act(seat.actions()[0]["id"])
    assert seat.state["lesson"] == len(lesson.line), "it stays finished"
    seat.send(type="resign")
    while not seat.over and game.seats[1] == 2:
        seat.read_state()
    if seat.over:
        record = Record.from_json(ann.http.get(f"/api/matches/{made['id']}/record").content)
        assert int(record.seed, 16) == lesson.seed
        taken = [action for batch in record.batches for action in batch.actions]
        told = [fits[0] for fits in lesson.line]  # whoever resigns takes an unfinished turn along
        assert taken[: len(told)] == told[: len(taken)]
        assert len(taken) >= lesson.steps[-2].at
        assert Match.from_record(record).over


def test_whoever_goes_another_way_plays_on_without_the_script(ann: Guest) -> None:
    lesson, _, seat = begin(ann)
    seat.act(next(a["id"] for a in seat.actions() if a["id"] not in lesson.line[0]))
    assert seat.state["lesson"] is None
    while not seat.to_act:
        seat.read_state()
    assert seat.state["lesson"] is None


def test_a_lesson_goes_on_after_a_restart(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    database = tmp_path / "quarterdeck.db"
    with serving(database) as address:
        ann = arrive(address)
        lesson, made, seat = begin(ann)
        follow(seat, lesson, 8)
        cookies = ann.http.cookies
        ann.leave()
    with serving(database) as address:
        ann = arrive(address)
        ann.http.cookies = cookies
        seat = ann.sit(made["id"], 0)
        assert seat.state["lesson"] == 8
        follow(seat, lesson, len(lesson.line))
        assert seat.state["lesson"] == len(lesson.line)


def test_only_whoever_is_taught_is_told_what_the_coach_says(ann: Guest, bob: Guest) -> None:
    lesson, made, seat = begin(ann)
    bob.begin(ME, BOT)  # so that he is somebody
    watching = bob.sit(made["id"])
    path = f"/api/matches/{made['id']}/lesson"
    assert bob.http.get(path).status_code == 403
    assert "lesson" not in watching.state
    answer = ann.http.get(path)
    assert set(answer.json()) == {"steps", "decisions"}
    assert set(answer.json()["steps"][0]) == {"idea", "heading", "text", "at", "do", "point"}
    assert len(answer.json()["steps"]) == len(lesson.steps)
    seed = lesson.seed.to_bytes(32, "big").hex()
    assert all(seed not in raw for raw in (answer.text, *seat.received, *watching.received))


def test_other_matches_have_no_lesson(ann: Guest) -> None:
    made = ann.begin(ME, BOT)
    assert "lesson" not in ann.sit(made["id"], 0).state
    assert ann.http.get(f"/api/matches/{made['id']}").json()["lesson"] is False
    assert ann.http.get(f"/api/matches/{made['id']}/lesson").status_code == 404


@pytest.mark.parametrize(
    "body", [{"seats": [ME, BOT]}, {"seats": [BOT]}, {"options": {"limit": 20}}]
)
def test_a_lesson_is_for_one_person_and_has_its_own_options(ann: Guest, body: object) -> None:
    asked = {"game": "ping", "seats": [ME], "lesson": True, **body}
    answer = ann.http.post("/api/matches", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-option")


def test_a_rematch_is_a_game_like_any_other(ann: Guest) -> None:
    _, made, seat = begin(ann)
    seat.send(type="resign")
    while not seat.over:
        seat.read_state()
    again = ann.http.post(f"/api/matches/{made['id']}/rematch", json={}).json()["id"]
    assert ann.http.get(f"/api/matches/{again}").json()["lesson"] is False

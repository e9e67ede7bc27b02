"""Games that are over, looked at again: for whom, through whose eyes, and from a file."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from quarterdeck.engine.game import _registry, find
from quarterdeck.engine.match import Match
from quarterdeck.server import frames
from tests.games import example, installed

from .serving import FRIEND, Guest, Seat, play_out, serving


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has a game which keeps its secrets, too."""
    folder = tmp_path_factory.mktemp("replays")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(_registry()[0], "leduc", example("leduc"))
        for name, value in installed(folder, "leduc").items():
            patch.setenv(name, value)
        with serving(folder / "quarterdeck.db", replay_seconds=30.0) as address:
            yield address


def two_players(ann: Guest, bob: Guest, game: str = "ping") -> tuple[str, Seat, Seat]:
    made = ann.begin({"kind": "me", "name": "Ann"}, FRIEND, game=game)
    bob.join(made["id"], made["seats"][1]["invite"], "Bob")
    return made["id"], ann.sit(made["id"], 0), bob.sit(made["id"], 1)


def ask(guest: Guest, match: str, what: str, eyes: object, **others: object) -> Any:
    return guest.http.get(f"/api/matches/{match}/{what}", params={"eyes": eyes, **others})


def scenes(guest: Guest, match: str, eyes: object) -> list[Any]:
    """All of them, one answer after another."""
    found: list[Any] = []
    steps = len(ask(guest, match, "replay", eyes).json()["steps"])
    while len(found) < steps:
        answer = ask(guest, match, "frames", eyes, first=len(found)).json()
        assert answer["first"] == len(found)
        found += answer["scenes"]
    return found


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def without_actions(raw: str) -> str:
    scene = json.loads(raw)["scene"]
    scene.pop("actions", None)
    return json.dumps(scene, sort_keys=True)


def test_a_seat_s_eyes_see_what_the_seat_was_sent_and_nothing_else(
    ann: Guest, bob: Guest, arrive: Callable[[str], Guest]
) -> None:
    match, first, second = two_players(ann, bob)
    play_out(first, second, seed=3)
    stranger = arrive(ann.address)
    for eyes, seat in enumerate((first, second)):
        sent = {without_actions(raw) for raw in seat.received if raw.startswith('{"type":"state"')}
        shown = [json.dumps(scene, sort_keys=True) for scene in scenes(stranger, match, eyes)]
        assert len(shown) > 10
        assert set(shown) <= sent
        told = [
            line
            for step in ask(stranger, match, "replay", eyes).json()["steps"]
            for line in step["told"]
        ]
        assert told == seat.log


def test_a_match_that_is_not_over_is_not_shown_to_anybody(ann: Guest, bob: Guest) -> None:
    match, first, _ = two_players(ann, bob)
    for guest in (ann, bob):
        for eyes in ("all", "spectator", 0, 1):
            for what, others in (("replay", {}), ("frames", {"first": 0})):
                assert refused(ask(guest, match, what, eyes, **others)) == (403, "not-over")
    first.send(type="resign")
    first.read_state()
    assert ask(bob, match, "replay", "all").status_code == 200


def test_where_secrets_are_kept_only_one_s_own_seat_is_shown(
    ann: Guest, bob: Guest, arrive: Callable[[str], Guest]
) -> None:
    match, first, second = two_players(ann, bob, "leduc")
    first.send(type="resign")
    first.read_state()
    second.read_state()
    stranger = arrive(ann.address)
    cards = {piece["id"]: piece["label"] for piece in second.state["scene"]["pieces"]}
    shown = ask(bob, match, "frames", 1, first=0)
    assert shown.status_code == 200, shown.text
    assert {p["id"]: p["label"] for p in shown.json()["scenes"][-1]["pieces"]} == cards
    for guest, eyes in ((ann, 1), (bob, 0), (stranger, 0), (stranger, 1), (ann, "all")):
        for what, others in (("replay", {}), ("frames", {"first": 0})):
            assert refused(ask(guest, match, what, eyes, **others)) == (403, "stays-hidden")
    watched = ask(stranger, match, "frames", "spectator", first=0).text
    assert "a hidden card" in watched
    assert not any(card in watched for card in cards.values() if card != "a hidden card")


def posted(guest: Guest, record: bytes | str, what: str = "", **others: object) -> Any:
    text = record.decode() if isinstance(record, bytes) else record
    return guest.http.post(f"/api/replay{what}", json={"record": text, **others})


def long_game() -> Match:
    match, dice = Match(find("zerpang"), 3, seed=2), random.Random(2)
    while match.actor is not None and match.decisions < 1000:
        match.act(match.actor, dice.choice(match.legal()))
    return match


def test_a_long_record_is_replayed_once_and_drawn_in_small_parts(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, drawn = long_game(), []
    scene, of = frames.Replay.scene, frames.Replay.of
    replayed: list[int] = []
    monkeypatch.setattr(
        frames.Replay,
        "scene",
        lambda self, step, eyes: drawn.append(step) or scene(self, step, eyes),
    )
    monkeypatch.setattr(
        frames.Replay, "of", lambda record, seconds: replayed.append(1) or of(record, seconds)
    )
    record = match.record().to_json()
    steps = posted(ann, record).json()["steps"]
    assert len(steps) == match.seq + 1 > 300
    for first in (0, 200, match.seq):
        drawn.clear()
        answer = posted(ann, record, "/frames", first=first, eyes="1").json()
        assert len(answer["scenes"]) == len(drawn) <= frames.MOST
        assert answer["first"] == first
    assert len(replayed) == 1


@pytest.mark.parametrize(
    ("record", "status", "code"),
    [
        ("", 409, "damaged-record"),
        ("{}", 409, "damaged-record"),
        ('{"game": "nothing", "version": 1, "seats": 2, "options": {}, "seed": "", "batches": []}',
         404, "unknown-game"),
        ('{"game": "ping", "version": 1, "seats": 99, "options": {}, "seed": "", "batches": []}',
         409, "damaged-record"),
        ("x" * 600_000, 413, "too-large"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_record_is_refused_in_a_sentence(
    ann: Guest, record: str, status: int, code: str
) -> None:
    answer = posted(ann, record)
    assert refused(answer) == (status, code)
    assert answer.json()["message"].endswith(".") or code == "damaged-record"


def test_a_record_that_takes_too_long_is_refused(
    tmp_path: Any, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "slow.db", replay_seconds=0.0) as address:
        answer = posted(arrive(address), long_game().record().to_json())
        assert refused(answer) == (400, "too-long")


def test_eyes_that_nobody_has_are_refused(ann: Guest) -> None:
    match = Match(find("ping"), seed=1)
    match.resign(0)
    record = match.record().to_json()
    assert refused(posted(ann, record, eyes="2")) == (400, "unknown-seat")
    assert refused(posted(ann, record, eyes="mine")) == (400, "malformed")
    assert posted(ann, record, "/frames", first=-7).json()["first"] == 0
    assert posted(ann, record, "/frames", first=10**9).json()["first"] == 1


def test_a_record_from_a_file_is_analysed_once_the_game_is_over(ann: Guest) -> None:
    match, dice = Match(find("ping"), options={"tiny": 2}, seed=3), random.Random(3)
    unfinished = match.record().to_json()
    assert refused(posted(ann, unfinished, "/analysis", eyes="0")) == (403, "not-over")
    while match.actor is not None:
        match.act(match.actor, dice.choice(match.legal()))
    record = match.record().to_json()
    found = posted(ann, record, "/analysis", eyes="1").json()
    assert (found["seat"], found["result"]) == (1, 1.0 if 1 in match.winners else 0.5)
    assert found["turns"]
    for nobody in ("2", "all"):
        assert refused(posted(ann, record, "/analysis", eyes=nobody)) == (400, "unknown-seat")

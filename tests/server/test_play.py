"""Whole matches over real sockets: people, bots, friends, take-back, resigning, coming back."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record

from .serving import BOT, FRIEND, ME, Guest, Seat, in_turn, play_out, serving


def two_friends(ann: Guest, bob: Guest) -> tuple[str, Seat, Seat]:
    made = ann.begin({"kind": "me", "name": "Ann"}, FRIEND)
    bob.join(made["id"], made["seats"][1]["invite"], "Bob")
    return made["id"], ann.sit(made["id"], 0), bob.sit(made["id"], 1)


def begin_draft(seat: Seat) -> dict[str, Any]:
    """Play until this seat has done something it can take back (alone at the table)."""
    for _ in range(100):
        while not seat.to_act:
            seat.read_state()
        for action in seat.actions():
            if not action.get("final"):
                return seat.act(action["id"])
        seat.act(seat.actions()[0]["id"])
    raise AssertionError("nothing can be taken back")


@pytest.mark.parametrize("bot", ["random", "lookout"])
def test_a_person_plays_a_bot_to_the_end(ann: Guest, bot: str) -> None:
    made = ann.begin(ME, {"kind": "bot", "bot": bot})
    seat = ann.sit(made["id"], 0)
    assert seat.state["from"] == seat.state["fresh"] == 0
    play_out(seat)
    assert seat.state["scene"]["actor"] is None
    secret = bytes.fromhex(seat.state["secret"])
    assert hashlib.sha256(secret).hexdigest() == seat.state["commitment"]


def test_a_bot_may_begin(ann: Guest) -> None:
    made = ann.begin(BOT, ME)
    seat = ann.sit(made["id"], 1)
    while not seat.to_act:
        seat.read_state()
    play_out(seat)


def test_bots_play_each_other_while_somebody_watches(ann: Guest) -> None:
    made = ann.begin(BOT, BOT, limit=20)
    watching = ann.sit(made["id"])
    while not watching.over:
        watching.read_state()


def test_friends_play_by_invitation(ann: Guest, bob: Guest) -> None:
    _, first, second = two_friends(ann, bob)
    names = [person["name"] for person in second.state["people"]]
    assert names == ["Ann", "Bob"]
    play_out(first, second)
    assert first.state["secret"] == second.state["secret"]
    assert first.state["scene"]["outcome"]["winners"] == second.state["scene"]["outcome"]["winners"]


def test_the_record_can_be_had_after_the_end_and_replays(ann: Guest, bob: Guest) -> None:
    match, first, second = two_friends(ann, bob)
    early = ann.http.get(f"/api/matches/{match}/record")
    assert (early.status_code, early.json()["code"]) == (403, "not-over")
    play_out(first, second)
    record = Record.from_json(ann.http.get(f"/api/matches/{match}/record").content)
    replayed = Match.from_record(record)
    assert replayed.winners == first.state["scene"]["outcome"]["winners"]
    assert record.chance is not None
    assert record.chance.secret == first.state["secret"]


def test_one_person_may_play_both_seats(ann: Guest) -> None:
    made = ann.begin(ME, ME)
    play_out(ann.sit(made["id"], 0), ann.sit(made["id"], 1))


def test_a_draft_is_taken_back_and_nobody_else_watched_it(ann: Guest, bob: Guest) -> None:
    _, *both = two_friends(ann, bob)
    first, second = in_turn(*both)
    first.act(first.actions()[0]["id"])
    second.read_state()
    second.act(second.actions()[0]["id"])
    first.read_state()
    before = first.state
    action = next(a for a in first.actions() if not a.get("final"))
    first.act(action["id"])
    assert first.state["undo"] is True
    log = len(first.log)
    first.send(type="undo")
    first.read_state()
    assert first.state["scene"] == before["scene"]
    assert first.state["undo"] is False
    assert len(first.log) <= log
    assert first.state["fresh"] == 0
    assert second.silent()


def test_what_is_final_cannot_be_taken_back(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    seat, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
    seat.send(type="undo")
    assert seat.answer()["code"] == "nothing-to-take-back"
    seat.act(seat.actions()[0]["id"])
    seat.send(type="undo")
    assert seat.answer()["code"] == "not-your-turn"


def test_a_resignation_counts_even_if_others_have_moved_meanwhile(ann: Guest, bob: Guest) -> None:
    _, *both = two_friends(ann, bob)
    first, second = in_turn(*both)
    before = second.state["cursor"]
    first.act(first.actions()[0]["id"])
    second.read_state()
    assert second.state["cursor"] != before
    second.send(type="resign", cursor=before)
    assert second.answer()["scene"]["outcome"]["text"].endswith("resigned.")


def test_resigning_ends_the_match_for_both(ann: Guest, bob: Guest) -> None:
    match, first, second = two_friends(ann, bob)
    second.send(type="resign")
    second.read_state()
    first.read_state()
    assert first.state["scene"]["outcome"]["winners"] == [0]
    assert first.log[-1]["text"].startswith("Bob")
    assert {person["kind"] for person in first.state["people"]} == {"person"}, "nobody stands in"
    first.send(type="act", action=0)
    assert first.answer()["code"] == "game-over"
    assert ann.http.get(f"/api/matches/{match}").json()["over"] is True


def test_a_rematch_has_the_same_players_one_seat_on(ann: Guest, bob: Guest) -> None:
    match, first, second = two_friends(ann, bob)
    early = ann.http.post(f"/api/matches/{match}/rematch")
    assert early.json()["code"] == "not-over"
    first.send(type="resign")
    first.read_state()
    assert "rematch" not in second.read_state()
    again = ann.http.post(f"/api/matches/{match}/rematch").json()["id"]
    assert second.read_state()["rematch"] == again, "he hears of it where he is"
    assert bob.http.post(f"/api/matches/{match}/rematch").json()["id"] == again
    assert ann.http.get(f"/api/matches/{match}").json()["rematch"] == again
    seats = ann.http.get(f"/api/matches/{again}").json()["seats"]
    assert [(seat["name"], seat["yours"]) for seat in seats] == [("Bob", False), ("Ann", True)]
    players = bob.contribute(again, 0), ann.contribute(again, 1)
    for player in players:
        player.read_state()
    play_out(*players)


def test_strangers_get_no_rematch(ann: Guest, bob: Guest) -> None:
    made = ann.begin(ME, BOT)
    answer = bob.http.post(f"/api/matches/{made['id']}/rematch")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")


def test_people_see_who_is_there(ann: Guest, bob: Guest) -> None:
    made = ann.begin(ME, FRIEND)
    first = ann.open(made["id"], 0)
    assert [p["kind"] for p in first.read()["people"]] == ["person", "open"]
    bob.join(made["id"], made["seats"][1]["invite"], "Bob")
    first.read_state()
    assert first.state["people"][1] == {
        "seat": 1,
        "name": "Bob",
        "kind": "person",
        "present": False,
        "stand_in": False,
    }
    second = bob.sit(made["id"], 1)
    assert first.read()["people"][1]["present"] is True
    second.close()
    assert first.read()["people"][1]["present"] is False


def test_a_dropped_connection_resumes_with_its_draft(ann: Guest) -> None:
    made = ann.begin(ME, BOT)
    seat = ann.sit(made["id"], 0)
    begin_draft(seat)
    seat.close()
    again = ann.sit(made["id"], 0)
    for part in ("scene", "undo", "cursor", "commitment"):
        assert again.state[part] == seat.state[part]
    assert again.log == seat.log
    play_out(again)


def test_resume_is_answered_with_the_whole_state(ann: Guest) -> None:
    seat = ann.sit(ann.begin(ME, ME)["id"], 0)
    before = seat.state
    seat.send(type="resume")
    assert seat.read() == {**before, "from": 0, "fresh": 0}


def test_a_server_restart_loses_nothing(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    database = tmp_path / "quarterdeck.db"
    with serving(database) as address:
        ann = arrive(address)
        made = ann.begin(ME, BOT)
        seat = ann.sit(made["id"], 0)
        begin_draft(seat)
        cookies = ann.http.cookies
    with serving(database) as address:
        back = arrive(address)
        back.http.cookies.update(cookies)
        again = back.sit(made["id"], 0)
        assert again.state["scene"] == seat.state["scene"]
        assert again.state["undo"] is True
        assert again.log == seat.log
        play_out(again)


def test_a_bot_goes_on_after_a_restart(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    database = tmp_path / "quarterdeck.db"
    with serving(database, bot_delay=(60.0, 60.0)) as address:
        ann = arrive(address)
        made = ann.begin(ME, BOT)
        seat = ann.sit(made["id"], 0)
        if seat.to_act:
            seat.act(seat.actions()[0]["id"])
        cookies = ann.http.cookies
    with serving(database) as address:
        back = arrive(address)
        back.http.cookies.update(cookies)
        again = back.sit(made["id"], 0)
        while not again.to_act:
            again.read_state()
        play_out(again)


def test_a_finished_match_can_still_be_looked_at(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    database = tmp_path / "quarterdeck.db"
    with serving(database) as address:
        ann = arrive(address)
        made = ann.begin(ME, BOT)
        seat = ann.sit(made["id"], 0)
        seat.send(type="resign")
        seat.read_state()
    with serving(database) as address:
        watching = arrive(address).sit(made["id"])
        assert watching.over
        assert watching.state["secret"] == seat.state["secret"]


def test_an_idle_table_is_put_away_and_comes_back(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "quarterdeck.db", idle_seconds=0.2) as address:
        ann = arrive(address)
        made = ann.begin(ME, ME)
        seat, other = in_turn(ann.sit(made["id"], 0), ann.sit(made["id"], 1))
        seat.act(seat.actions()[3]["id"])
        seat.close()
        other.close()
        while ann.http.get("/api/health").json()["tables"]:
            pass
        again = ann.sit(made["id"], seat.state["scene"]["viewer"])
        assert again.state["scene"] == seat.state["scene"]
        assert again.state["cursor"] != seat.state["cursor"]


def test_the_pictures_in_the_rules_are_served_and_nothing_beside_them(ann: Guest) -> None:
    rules = ann.http.get("/api/games/ping/rules").text
    names = re.findall(r"\(pictures/([^)]+)\)", rules)
    assert names
    for name in names:
        answer = ann.http.get(f"/api/games/ping/pictures/{name}")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg")
    for wrong in ("none.svg", "..%2FRULES.md", "..%2fsymbols.svg"):
        assert ann.http.get(f"/api/games/ping/pictures/{wrong}").status_code == 404


def test_a_probe_is_answered_with_the_time_before_the_deal_and_after(
    ann: Guest, bob: Guest
) -> None:
    made = ann.begin(ME, FRIEND)
    seat = ann.open(made["id"], 0)
    assert seat.read()["type"] == "gathered"
    seat.socket.send('{"type": "probe"}')
    assert abs(seat.answer()["now"] - time.time()) < 60
    bob.join(made["id"], made["seats"][1]["invite"])
    seat.read_state()
    seat.socket.send('{"type": "probe"}')
    assert seat.answer()["type"] == "alive"


def test_a_route_is_taken_by_one_command_and_taken_back_by_one(ann: Guest) -> None:
    seat = ann.sit(ann.begin(ME, {"kind": "bot", "bot": "random"}, game="zerpang")["id"], 0)
    route = find_route(seat)
    before = seat.state["scene"]
    seat.send(type="act", action=route["id"], then=[*route["then"], 0])
    assert seat.answer()["code"] == "illegal-action"
    seat.send(type="act", action=route["id"], then=route["then"])
    assert seat.read_state()["scene"] != before
    assert seat.state["undo"]
    seat.send(type="undo")
    assert seat.read_state()["scene"] == before


def find_route(seat: Seat) -> dict[str, Any]:
    """Play until several actions that can be taken back are one click."""
    for _ in range(100):
        while not seat.to_act:
            seat.read_state()
        for route in seat.state["scene"].get("routes", []):
            if not route.get("final"):
                return dict(route)
        seat.act(seat.actions()[0]["id"])
    raise AssertionError("no route")

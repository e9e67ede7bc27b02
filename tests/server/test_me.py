"""A guest's own matches, and the way to another browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from quarterdeck.server import clock, guestbook

from .serving import BOT, FRIEND, ME, Guest, serving


def mine(guest: Guest, over: bool = False, **query: Any) -> list[dict[str, Any]]:
    answer = guest.http.get("/api/me/matches", params={"over": over, **query})
    assert answer.status_code == 200, answer.text
    listed: list[dict[str, Any]] = answer.json()["matches"]
    return listed


def begun(ann: Guest, bob: Guest) -> str:
    made = ann.begin({**ME, "name": "Ann"}, FRIEND)
    bob.join(made["id"], made["seats"][1]["invite"], "Bob")
    return str(made["id"])


def test_a_match_is_listed_for_those_who_sit_at_it_and_nobody_else(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    with serving(database_url) as address:
        ann, bob, eve = arrive(address), arrive(address), arrive(address)
        match = begun(ann, bob)
        eve.begin(ME, BOT)
        (listed,) = mine(bob)
        assert (listed["id"], listed["title"], listed["dealt"]) == (match, "PING", True)
        assert [(seat["name"], seat["yours"]) for seat in listed["seats"]] == [
            ("Ann", False),
            ("Bob", True),
        ]
        assert mine(ann)[0]["id"] == match
        assert match not in {one["id"] for one in mine(eve)}
        assert mine(arrive(address)) == []


def test_whose_turn_it_is_follows_the_game(ann: Guest, bob: Guest) -> None:
    match = begun(ann, bob)
    players = ann.sit(match, 0), bob.sit(match, 1)
    first = players[0].state["scene"]["actor"]
    assert mine(ann)[0]["actor"] == first
    while (state := players[first].state)["scene"]["actor"] == first:
        players[first].act(state["scene"]["actions"][0]["id"])
    assert mine(bob)[0]["actor"] == 1 - first


def test_a_match_that_waits_for_a_friend_is_nobodys_turn(ann: Guest) -> None:
    ann.begin(ME, FRIEND)
    (listed,) = mine(ann)
    assert (listed["dealt"], listed["actor"]) == (False, None)
    assert [seat["kind"] for seat in listed["seats"]] == ["person", "open"]


def test_a_finished_match_tells_who_won(database_url: str, arrive: Callable[[str], Guest]) -> None:
    with serving(database_url) as address:
        ann, bob = arrive(address), arrive(address)
        match = begun(ann, bob)
        seat = ann.sit(match, 0)
        assert mine(bob)[0]["winners"] is None
        seat.send(type="resign")
        seat.read_state()
        assert mine(bob) == []
        (listed,) = mine(bob, over=True)
        assert (listed["winners"], listed["actor"], listed["reveals"]) == ([1], None, True)


def test_whoever_has_resigned_is_never_asked_to_move(ann: Guest) -> None:
    match = ann.begin(ME, BOT, BOT, game="pocket_sub")["id"]
    seat = ann.sit(match, 0)
    seat.send(type="resign")
    seat.read_state()
    while mine(ann)[0]["seats"][0]["kind"] != "bot":
        seat.read_state()  # what came first was a bot's move


def test_many_matches_come_in_pages_without_gaps(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guestbook, "PAGE", 2)
    made = [ann.begin(ME, FRIEND)["id"] for _ in range(5)]
    seen, after = [], ""
    while after is not None:
        page = ann.http.get("/api/me/matches", params={"after": after}).json()
        assert len(page["matches"]) <= 2
        seen += [one["id"] for one in page["matches"]]
        after = page["after"]
    assert seen == made[::-1]
    answer = ann.http.get("/api/me/matches", params={"after": "nonsense"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


# Another browser ---------------------------------------------------------------------------------


def sent(guest: Guest) -> str:
    answer = guest.http.post("/api/me/transfer")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def receive(guest: Guest, token: str) -> tuple[int, str]:
    answer = guest.http.post("/api/me/receive", json={"token": token})
    return answer.status_code, answer.json().get("code", "")


def test_another_browser_becomes_the_guest_once(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    with serving(database_url) as address:
        ann, phone, thief = arrive(address), arrive(address), arrive(address)
        match = ann.begin(ME, BOT)["id"]
        token = sent(ann)
        assert receive(phone, token) == (201, "")
        assert [one["id"] for one in mine(phone)] == [match]
        phone.sit(match, 0)
        assert receive(thief, token) == (403, "used-transfer")
        assert mine(thief) == []
        assert mine(ann), "the first browser stays who it was"


def test_a_new_token_voids_the_one_before(ann: Guest, bob: Guest) -> None:
    ann.begin(ME, BOT)
    first, second = sent(ann), sent(ann)
    assert receive(bob, first) == (403, "used-transfer")
    assert receive(bob, second) == (201, "")


def test_a_token_expires(ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    ann.begin(ME, BOT)
    token, now = sent(ann), clock.now
    monkeypatch.setattr(clock, "now", lambda: now() + guestbook.GOOD_FOR + 1)
    assert receive(bob, token) == (403, "used-transfer")


def test_somebody_without_games_has_nothing_to_take_along(ann: Guest) -> None:
    answer = ann.http.post("/api/me/transfer")
    assert (answer.status_code, answer.json()["code"]) == (403, "no-guest")


def test_guessing_tokens_is_slow(tmp_path: Any, arrive: Callable[[str], Guest]) -> None:
    slow = {"creations_per_address": (3.0, 0.0)}
    with serving(tmp_path / "q.db", **slow) as address:
        thief = arrive(address)
        statuses = [receive(thief, f"guess {number}")[0] for number in range(5)]
        assert statuses == [403, 403, 403, 429, 429]


def test_only_the_hash_of_a_token_is_stored(tmp_path: Any, arrive: Callable[[str], Guest]) -> None:
    with serving(tmp_path / "q.db") as address:
        ann = arrive(address)
        ann.begin(ME, BOT)
        token = sent(ann)
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"transfers" in stored
    assert token.encode() not in stored

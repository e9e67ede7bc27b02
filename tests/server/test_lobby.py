"""Open tables, and whoever wants to play anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from quarterdeck.server import clock, opentables

from .serving import FRIEND, ME, Guest, serving

Arrive = Callable[[str], Guest]


@pytest.fixture(scope="module")
def lobby(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("lobby") / "q.db", lobby=True) as address:
        yield address


def listed(guest: Guest) -> dict[str, dict[str, Any]]:
    return {table["id"]: table for table in guest.http.get("/api/lobby").json()["tables"]}


def pair(guest: Guest, **wanted: Any) -> str:
    answer = guest.http.post("/api/lobby", json={"game": "ping", **wanted})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def join(guest: Guest, match: str) -> int:
    return guest.http.post(f"/api/matches/{match}/join", json={"name": "Bob"}).status_code


def test_an_open_table_is_listed_until_it_is_full(lobby: str, arrive: Arrive) -> None:
    ann, bob, eve = arrive(lobby), arrive(lobby), arrive(lobby)
    secret = ann.begin(ME, FRIEND)["id"]
    match = ann.begin({**ME, "name": "Ann"}, FRIEND, terms={"listed": True})["id"]
    table = listed(bob)[match]
    assert (table["title"], table["players"], table["open"]) == ("PING", ["Ann"], 1)
    assert (table["yours"], listed(ann)[match]["yours"]) == (False, True)
    assert secret not in listed(bob)
    assert (join(bob, match), join(eve, match), join(eve, secret)) == (201, 409, 403)
    assert match not in listed(eve)


def test_a_table_is_listed_only_while_somebody_who_sits_there_is_connected(
    lobby: str, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = arrive(lobby), arrive(lobby)
    match = ann.begin(ME, FRIEND, terms={"listed": True})["id"]
    monkeypatch.setattr(opentables, "ARRIVING", 0.0)
    assert match not in listed(bob)
    seat = ann.open(match, 0)
    seat.read()
    bob.open(match).read()
    until = clock.now() + 20
    while match not in listed(bob) and clock.now() < until:
        pass
    assert match in listed(bob)
    seat.close()
    while match in listed(bob) and clock.now() < until:
        pass
    assert match not in listed(bob), "a spectator does not keep it open"


def test_a_guest_has_one_open_table_at_a_time(lobby: str, arrive: Arrive) -> None:
    ann = arrive(lobby)
    first, second = (ann.begin(ME, FRIEND, terms={"listed": True})["id"] for _ in range(2))
    assert first not in listed(ann)
    assert second in listed(ann)


def test_two_who_want_the_same_game_meet_and_others_do_not(lobby: str, arrive: Arrive) -> None:
    ann, bob, cleo, dora = (arrive(lobby) for _ in range(4))
    match = pair(ann, options={"limit": 41}, name="Ann")
    assert pair(ann, options={"limit": 41}) == match, "who asks again goes on waiting"
    assert pair(cleo, options={"limit": 42}) != match
    assert pair(dora, game="pocket_sub", seats=3) != match
    assert pair(bob, options={"limit": 41}) == match
    seats = bob.http.get(f"/api/matches/{match}").json()["seats"]
    assert [(seat["kind"], seat["yours"]) for seat in seats] == [
        ("person", False),
        ("person", True),
    ]


def test_of_many_who_ask_at_once_all_but_one_are_paired(database_url: str, arrive: Arrive) -> None:
    """At two processes that share a database."""
    with serving(database_url, lobby=True) as one, serving(database_url, lobby=True) as two:
        guests = [arrive(address) for address in (one, two, one, two, one)]
        with ThreadPoolExecutor(5) as pool:
            found = list(pool.map(pair, guests))
        assert sorted(found.count(match) for match in set(found)) == [1, 2, 2]


def test_a_server_without_a_lobby_lists_nothing_and_pairs_nobody(
    ann: Guest,
) -> None:
    assert ann.http.get("/api/lobby").json() == {"allowed": False, "tables": []}
    body = {"game": "ping", "seats": [ME, FRIEND], "listed": True}
    for path, asked in (("/api/lobby", {"game": "ping"}), ("/api/matches", body)):
        answer = ann.http.post(path, json=asked)
        assert (answer.status_code, answer.json()["code"]) == (403, "no-lobby")

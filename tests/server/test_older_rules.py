"""Matches played by rules that have changed since: what is kept, and what people are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from quarterdeck.engine.game import find
from quarterdeck.engine.record import Record

from .serving import ME, Guest, in_turn, serving
from .test_storage import begun, change, opened

NOW = find("ping").version


def raise_the_version(database_url: str) -> None:
    """The match was played by a version whose first batch had other consequences."""
    change(database_url, "UPDATE matches SET version = 0")
    change(database_url, "UPDATE batches SET digest = '0123456789abcdef' WHERE seq = 0")


@pytest.fixture
def finished(database_url: str) -> tuple[str, dict[str, str]]:
    """A match of older rules, given up after the first batch; and its owner's cookies."""
    with serving(database_url) as address:
        ann = Guest(address)
        match: str = ann.begin(ME, ME)["id"]
        first, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
        first.act(first.actions()[0]["id"])
        first.send(type="resign")
        first.read_state()
        cookies = dict(ann.http.cookies)
        ann.leave()
    raise_the_version(database_url)
    return match, cookies


def test_a_finished_match_of_older_rules_keeps_its_information_record_and_rematch(
    database_url: str,
    finished: tuple[str, dict[str, str]],
    arrive: Callable[[str], Guest],
) -> None:
    match, cookies = finished
    with serving(database_url) as address:
        ann = arrive(address)
        ann.http.cookies.update(cookies)
        information = ann.http.get(f"/api/matches/{match}").json()
        assert information["over"] is True
        assert information["title"] == "PING"
        assert [seat["yours"] for seat in information["seats"]] == [True, True]
        record = ann.http.get(f"/api/matches/{match}/record")
        assert record.status_code == 200
        assert Record.from_json(record.content).version == 0
        assert Record.from_json(record.content).batches[0].digest == "0123456789abcdef"
        analysis = ann.http.get(f"/api/matches/{match}/analysis", params={"seat": 0})
        assert (analysis.status_code, analysis.json()["code"]) == (409, "wrong-version")
        assert analysis.json()["message"] == (
            f"This match was played by version 0 of PING's rules, and this server's version {NOW} "
            "cannot replay it. Its record can still be downloaded."
        )
        again = ann.http.post(f"/api/matches/{match}/rematch").json()["id"]
        assert ann.contribute(again, 0).read_state()["scene"]["turn"] == 0


def test_at_an_unfinished_match_of_older_rules_people_are_told_what_happened(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    match = begun(database_url)
    raise_the_version(database_url)
    with serving(database_url) as address:
        bob = arrive(address)
        assert bob.http.get(f"/api/matches/{match}").json()["over"] is False
        watching = bob.open(match)
        assert watching.read() == {
            "type": "refused",
            "code": "wrong-version",
            "message": f"This match was played by version 0 of PING's rules, and this server's "
            f"version {NOW} cannot replay it. It cannot go on here; start a new match.",
        }
        with pytest.raises(ConnectionClosed, match="4409"):
            watching.read()


def test_a_finished_match_stays_as_it_was_played_even_where_todays_rules_agree(
    database_url: str, finished: tuple[str, dict[str, str]], arrive: Callable[[str], Guest]
) -> None:
    match, _ = finished
    change(database_url, "UPDATE batches SET digest = NULL")
    with serving(database_url) as address:
        assert arrive(address).sit(match).over

    async def story() -> None:
        async with opened(database_url) as storage:
            stored = await storage.load(match)
            assert stored is not None
            assert stored.match.version == 0

    asyncio.run(story())


def test_a_game_that_is_no_longer_installed_keeps_its_matches(
    database_url: str, finished: tuple[str, dict[str, str]], arrive: Callable[[str], Guest]
) -> None:
    match, _ = finished
    change(database_url, "UPDATE matches SET game = 'gone'")
    with serving(database_url) as address:
        bob = arrive(address)
        information = bob.http.get(f"/api/matches/{match}").json()
        assert (information["title"], information["reveals"]) == ("gone", False)
        assert bob.http.get(f"/api/matches/{match}/record").json()["code"] == "stays-hidden"
        assert bob.open(match).read()["code"] == "unknown-game"

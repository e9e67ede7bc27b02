"""Before the deal: who contributes to the seed, in which order, and what if somebody does not."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.engine import fairness
from quarterdeck.engine.game import find
from quarterdeck.engine.record import Record
from quarterdeck.engine.verify import verify
from quarterdeck.server.schema import ContributionRow, Times
from quarterdeck.server.storage import Conflict

from .serving import BOT, FRIEND, ME, Guest, Seat, play_out, serving
from .test_storage import a_match, change, opened, two_seats

HASTE = {"entropy_seconds": (1.0, 0.5)}
CALM = {"entropy_seconds": (60.0, 60.0)}


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server that waits for everybody."""
    with serving(tmp_path_factory.mktemp("calm") / "quarterdeck.db", **CALM) as address:
        yield address


class Careful:
    """A client that seals its entropy, waits for all seals, and keeps what it needs to check."""

    def __init__(self, guest: Guest, match: str, seat: int, entropy: str = "") -> None:
        self.guest, self.match = guest, match
        self.socket = guest.open(match, seat)
        self.entropy = entropy or secrets.token_hex(16)
        self.commitment = self.told()["commitment"]
        self.seals: list[str] = []

    def told(self) -> dict[str, Any]:
        message = self.socket.answer()
        assert message["type"] == "gathered", message
        return message

    def seal(self) -> dict[str, Any]:
        seal = fairness.seal(self.entropy)
        self.socket.send(type="seal", seal=seal)
        while seal not in str(gathered := self.told()):
            pass
        return gathered

    def reveal(self, gathered: dict[str, Any]) -> None:
        assert gathered["closed"]
        self.seals = [one["seal"] for one in gathered["seals"]]
        self.socket.send(type="entropy", entropy=self.entropy)

    def begin(self) -> Seat:
        gathered = self.seal()
        while not gathered["closed"]:
            gathered = self.told()
        self.reveal(gathered)
        self.socket.read_state()
        return self.socket

    def record(self) -> Record:
        """Of the match, which is resigned if need be."""
        if not self.socket.over:
            self.socket.send(type="resign")
            while not self.socket.over:
                self.socket.read_state()
        return Record.from_json(self.guest.http.get(f"/api/matches/{self.match}/record").content)

    def wrong(self) -> list[str]:
        kept = verify(self.record(), self.commitment, self.entropy, self.seals)
        return [text for good, text in kept if not good]


def move(address: str, *guests: Guest) -> None:
    """The server has another address after a restart."""
    for guest in guests:
        guest.address = address
        guest.http.base_url = address  # type: ignore[assignment]


def invited(ann: Guest, bob: Guest) -> str:
    """A match of two people who have contributed nothing yet."""
    made = ann.begin(ME, FRIEND, careful=True)
    bob.join(made["id"], made["seats"][1]["invite"], careful=True)
    return str(made["id"])


def test_nothing_is_dealt_before_the_only_person_has_contributed(
    calm: str, arrive: Callable[[str], Guest]
) -> None:
    ann = arrive(calm)
    made = ann.begin(ME, BOT, careful=True)
    assert ann.http.get(f"/api/matches/{made['id']}").json()["dealt"] is False
    client = Careful(ann, made["id"], 0)
    assert client.commitment == made["commitment"]
    sealed = client.seal()
    assert (sealed["closed"], sealed["missing"]) == (True, [0])
    assert sealed["seals"] == [{"seat": 0, "seal": fairness.seal(client.entropy)}]
    client.reveal(sealed)
    client.socket.read_state()
    play_out(client.socket)
    assert (
        hashlib.sha256(bytes.fromhex(client.socket.state["secret"])).hexdigest()
        == (made["commitment"])
    )
    assert client.wrong() == []


def test_after_the_deal_nothing_waits_any_more(
    calm: str, arrive: Callable[[str], Guest], caplog: pytest.LogCaptureFixture
) -> None:
    ann = arrive(calm)
    one = Careful(ann, ann.begin(ME, BOT, careful=True)["id"], 0)
    one.reveal(one.seal())
    one.socket.read_state()
    one.socket.close()
    time.sleep(0.3)
    gc.collect()
    assert "destroyed" not in caplog.text, "a task was left behind"


def test_friends_seal_first_and_reveal_when_all_have(
    calm: str, arrive: Callable[[str], Guest]
) -> None:
    ann, bob = arrive(calm), arrive(calm)
    made = ann.begin(ME, FRIEND, careful=True)
    first = Careful(ann, made["id"], 0)
    gathered = first.seal()
    assert (gathered["closed"], gathered["missing"]) == (False, [1])
    assert [one["kind"] for one in gathered["people"]] == ["person", "open"]
    bob.join(made["id"], made["seats"][1]["invite"], "Bob", careful=True)
    assert first.told()["people"][1]["name"] == "Bob"
    second = Careful(bob, made["id"], 1)
    closed = second.seal()
    assert (closed["closed"], closed["missing"]) == (True, [0, 1])
    second.reveal(closed)
    half = second.told()
    assert half["missing"] == [0]
    assert second.entropy not in str(first.told()) + str(half), "not before it is everybody's"
    first.reveal(closed)
    first.socket.read_state()
    second.socket.read_state()
    assert first.wrong() == second.wrong() == []


def test_one_person_in_two_seats_contributes_once(
    calm: str, arrive: Callable[[str], Guest]
) -> None:
    ann = arrive(calm)
    match = ann.begin(ME, ME, careful=True)["id"]
    client = Careful(ann, match, 1)
    client.begin()
    chance = client.record().chance
    assert chance is not None
    assert [one.seat for one in chance.contributions] == [0]
    assert client.wrong() == []


def test_before_the_deal_nothing_else_is_obeyed_and_spectators_only_watch(
    calm: str, arrive: Callable[[str], Guest]
) -> None:
    ann, eve = arrive(calm), arrive(calm)
    match = ann.begin(ME, BOT, careful=True)["id"]
    client, watching = Careful(ann, match, 0), eve.open(match)
    assert watching.read()["type"] == "gathered"
    client.socket.send(type="act", action=0, cursor=0)
    assert client.socket.answer()["code"] == "not-dealt"
    watching.send(type="entropy", entropy="00" * 16)
    assert watching.answer()["code"] == "not-your-turn"
    sealed = client.seal()["seals"]
    client.socket.send(type="seal", seal=fairness.seal("00" * 16))
    assert client.told()["seals"] == sealed, "the first one counts"
    client.socket.send(type="entropy", entropy="00" * 16)
    assert client.socket.answer()["code"] == "wrong-entropy"
    client.socket.send(type="entropy", entropy="short")
    assert client.socket.answer()["code"] == "malformed"
    client.socket.send(type="resume")
    client.reveal(client.told())
    client.socket.read_state()
    assert watching.read_state()["scene"]["viewer"] is None
    client.socket.send(type="seal", seal=fairness.seal("00" * 16))
    assert client.socket.answer()["type"] == "state", "it comes too late, and nothing has changed"
    assert client.wrong() == []


def test_a_client_that_sends_nothing_is_not_waited_for_and_the_record_says_so(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "quarterdeck.db", **HASTE) as address:
        ann, bob = arrive(address), arrive(address)
        match = invited(ann, bob)
        silent = bob.open(match, 1)
        client = Careful(ann, match, 0)
        client.begin()
        silent.read_state()
        chance = client.record().chance
        assert chance is not None
        assert [(one.seat, one.seal is None) for one in chance.contributions] == [
            (0, False),
            (1, True),
        ]
        assert client.wrong() == []
        sentences = [text for _, text in verify(client.record())]
        assert "The client at seat 1 contributed nothing." in sentences


def test_whoever_seals_and_then_withholds_is_left_out_and_knows_it(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "quarterdeck.db", **HASTE) as address:
        ann, bob = arrive(address), arrive(address)
        match = invited(ann, bob)
        gone, client = Careful(ann, match, 0), Careful(bob, match, 1)
        gone.seal()
        gone.socket.close()
        client.begin()
        assert client.wrong() == []
        gone.socket, gone.seals = client.socket, client.seals
        assert gone.wrong() == [
            "Your entropy did not go into the seed: the deal may have been chosen."
        ]


def test_gathering_goes_on_after_a_restart_and_the_deal_is_made_once(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    with serving(database_url, **CALM) as address:
        ann, bob = arrive(address), arrive(address)
        match = invited(ann, bob)
        first, second = Careful(ann, match, 0), Careful(bob, match, 1)
        first.seal()
    with serving(database_url, **CALM) as address:
        move(address, ann, bob)
        again = Careful(ann, match, 0, first.entropy)
        assert again.commitment == first.commitment
        back = Careful(bob, match, 1, second.entropy)
        back.reveal(back.seal())
        again.seals = back.seals
    with serving(database_url, **CALM) as address:
        move(address, ann, bob)
        last = Careful(ann, match, 0, first.entropy)
        last.seals = again.seals
        last.socket.send(type="entropy", entropy=last.entropy)
        scene = last.socket.read_state()["scene"]
    with serving(database_url, **CALM) as address:
        move(address, ann)
        seat = ann.sit(match, 0)
        assert seat.state["scene"] == scene
        last.socket = seat
        assert last.wrong() == []


def test_two_servers_on_one_database_gather_together(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    with serving(database_url, **CALM) as one, serving(database_url, **CALM) as two:
        ann, bob = arrive(one), arrive(two)
        made = ann.begin(ME, FRIEND, careful=True)
        bob.join(made["id"], made["seats"][1]["invite"], careful=True)
        first, second = Careful(ann, made["id"], 0), Careful(bob, made["id"], 1)
        while not all(one["present"] for one in first.socket.read()["people"]):
            pass
        first.seal()
        second.seal()
        while not (gathered := first.told())["closed"]:
            pass
        first.reveal(gathered)
        second.reveal(gathered)
        states = [client.socket.read_state() for client in (first, second)]
        actors = {state["scene"]["actor"] for state in states}
        assert len(actors) == 1
        assert all(one["present"] for state in states for one in state["people"])
        actor, waiting = (first, second) if actors == {0} else (second, first)
        actor.socket.act(actor.socket.actions()[0]["id"])
        waiting.seals = actor.seals = [one["seal"] for one in gathered["seals"]]
        assert actor.wrong() == waiting.wrong() == []


def test_whoever_sits_down_first_contributes_with_the_same_write(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            seats = two_seats()
            seats[1].guest = None
            rows = [ContributionRow(seat=0, expected=False, final=True), ContributionRow(seat=1)]
            await storage.create(a_match(), seats, None, rows)
            assert await storage.sit("match-0", 1, "bob", "Bob", "5a" * 16)
            assert not await storage.sit("match-0", 1, "eve", "Eve", "00" * 16)
            stored = await storage.load("match-0")
            assert stored is not None
            assert stored.dealt
            assert (stored.contributions[1].entropy, stored.draft.writes) == ("5a" * 16, 1)

    asyncio.run(story())


def test_of_several_processes_one_stores_the_deal(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as one, opened(database_url) as other:
            await one.create(a_match(), two_seats(), None, [ContributionRow(seat=0, final=True)])
            deals = [
                storage.deal("match-0", 0, 7, "d", Times(None, []), 0) for storage in (one, other)
            ]
            outcomes = await asyncio.gather(*deals, return_exceptions=True)
            assert sorted(type(outcome) for outcome in outcomes if outcome) == [Conflict]
            stored = await other.load("match-0")
            assert stored is not None
            assert (stored.match.version, stored.match.deal, stored.draft.writes) == (7, "d", 1)

    asyncio.run(story())


def test_spectators_and_players_have_their_own_room_before_the_deal(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    limits = {"spectators_per_match": 1, "sockets_per_seat": 1}
    with serving(tmp_path / "quarterdeck.db", **CALM, **limits) as address:
        ann, eve = arrive(address), arrive(address)
        match = ann.begin(ME, BOT, careful=True)["id"]
        assert eve.open(match).read()["type"] == "gathered"
        assert eve.open(match).read()["code"] == "too-many"
        client = Careful(ann, match, 0)
        assert ann.open(match, 0).read()["code"] == "too-many"
        client.begin()
        assert client.wrong() == []


def test_what_is_not_dealt_yet_is_dealt_by_todays_rules(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    with serving(database_url, **CALM) as address:
        ann = arrive(address)
        match = ann.begin(ME, BOT, careful=True)["id"]
    change(database_url, "UPDATE matches SET version = 99")
    with serving(database_url, **CALM) as address:
        move(address, ann)
        client = Careful(ann, match, 0)
        client.begin()
        assert client.record().version == find("ping").version
        assert client.wrong() == []


def test_a_match_from_before_contributions_is_dealt_from_its_secret(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            row = a_match()
            row.id, row.commitment = "A" * 16, fairness.commitment(row.secret)
            await storage.create(row, two_seats())

    asyncio.run(story())
    with serving(database_url) as address:
        assert arrive(address).http.get(f"/api/matches/{'A' * 16}").json()["dealt"] is True
        state = arrive(address).sit("A" * 16).state
        assert state["commitment"] == fairness.commitment(bytes(range(32)))

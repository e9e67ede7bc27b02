"""Limits to the last one, what a slow socket gets, and which tables make room."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from litestar.exceptions import HTTPException

from quarterdeck.engine.errors import BadOption, DamagedRecord
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.server import limits
from quarterdeck.server.bots import BotPool
from quarterdeck.server.compiling import aside
from quarterdeck.server.guests import hashed, new_guest, new_invite, tidy_name
from quarterdeck.server.limits import Bucket, Buckets, Places
from quarterdeck.server.refusals import INTERNAL, TooFast, TooMany, refusal, sentence
from quarterdeck.server.schema import SeatRow
from quarterdeck.server.settings import Settings, database_url
from quarterdeck.server.storage import Storage
from quarterdeck.server.stream import Listener, Stream
from quarterdeck.server.table import Table
from quarterdeck.server.tables import HouseFull, Tables
from quarterdeck.wire import People

from .serving import BOT, ME, Guest, dealt, serving

# Buckets and places ------------------------------------------------------------------------------


def test_a_bucket_lets_a_burst_through_and_fills_again_at_its_rate() -> None:
    bucket = Bucket(3, 0.01)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    bucket.at -= 250  # so many seconds later: two and a half more
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    bucket.at -= 3600 * 24
    assert [bucket.take() for _ in range(4)] == [True, True, True, False], "never more than a burst"


def test_every_caller_has_a_bucket_of_their_own() -> None:
    buckets = Buckets((1, 0.001))
    assert [buckets.take(who) for who in ("ann", "bob", "ann", "bob")] == [True, True, False, False]
    buckets.check("eve")
    with pytest.raises(TooFast, match="wait a few seconds"):
        buckets.check("eve")


def test_whoever_was_longest_unseen_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    buckets = Buckets((1, 0.001))
    for who in ("ann", "bob", "ann", "eve"):
        buckets.take(who)
    assert not buckets.take("ann"), "seen again after bob"
    assert buckets.take("bob"), "forgotten for eve's sake"


def test_a_place_is_free_again_when_it_is_left() -> None:
    places = Places(2)
    with places.hold("ann"), places.hold("bob"):
        with places.hold("ann"), pytest.raises(TooMany, match="already have 2"):
            places.hold("ann").__enter__()
        with places.hold("ann"):
            assert places._taken == {"ann": 2, "bob": 1}
    assert not places._taken, "who holds none is not remembered"


def test_a_socket_that_does_not_read_is_closed_after_so_many_messages() -> None:
    listener = Listener(0, room=2)
    for _ in range(4):
        listener.send(People([]))
    waiting = [listener.waiting.get_nowait() for _ in range(listener.waiting.qsize())]
    assert [message is None for message in waiting] == [False, False, True]


def test_messages_of_all_sockets_of_a_guest_count_together(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db", commands_per_guest=(3, 0.001)) as address:
        ann = arrive(address)
        match = ann.begin(ME, ME)["id"]
        one, other = ann.sit(match, 0), ann.sit(match, 1)
        for seat in (one, other, one, other):
            seat.send(type="resume")
        answers = [seat.answer()["type"] for seat in (one, other, one, other)]
        assert sorted(answers) == ["refused", "state", "state", "state"]


# Streams -----------------------------------------------------------------------------------------


def test_a_stream_says_from_which_line_on_it_has_changed() -> None:
    match = Match(find("ping"), seed=3)
    actor = match.actor
    assert actor is not None
    streams = {seat: Stream(seat) for seat in (None, 0, 1)}
    for stream in streams.values():
        assert stream.look(match)
        assert not stream.look(match), "nothing new"
        assert stream.first == 0
    before = {seat: (s.cursor, len(s.told)) for seat, s in streams.items()}
    match.act(actor, match.legal()[0])
    for seat, stream in streams.items():
        assert stream.look(match)
        cursor, lines = before[seat]
        assert (stream.cursor, stream.first) == (cursor + 1, lines)
        assert len(stream.told) > lines


def test_undo_is_the_actor_s_and_a_line_taken_back_is_replaced() -> None:
    match = Match(find("ping"), seed=3)
    while match.actor is not None and not match.draft:
        actor = match.actor
        match.act(actor, match.legal()[0])
    mine, others = Stream(actor), Stream(1 - actor)
    mine.look(match)
    others.look(match)
    assert (mine.undo, others.undo) == (True, False)
    lines = len(mine.told)
    match.undo(actor)
    assert mine.look(match)
    assert (mine.undo, len(mine.told), mine.first) == (False, lines - 1, lines - 1)
    assert not others.look(match)


# Tables ------------------------------------------------------------------------------------------


@asynccontextmanager
async def tables(folder: Path, **settings: int) -> AsyncIterator[Tables]:
    chosen = Settings(database_url=f"sqlite:///{folder / 'q.db'}", **settings)
    storage, pool = await Storage.open(database_url(chosen)), BotPool(chosen)
    made = Tables(chosen, storage, pool)
    try:
        yield made
    finally:
        await made.close()
        await pool.close()
        await storage.close()


def two(*guests: str) -> list[SeatRow]:
    return [SeatRow(seat=seat, name=name, guest=name) for seat, name in enumerate(guests)]


def test_tables_without_company_make_room_the_longest_unused_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with tables(tmp_path, tables=3) as house:
            made = [await dealt(house, two("ann", "bob")) for _ in range(3)]
            with pytest.raises(HouseFull, match="All tables are in use"):
                await dealt(house, two("ann", "bob"))
            for table, age in zip(made, (11, 30, 20), strict=True):
                table.used = time.monotonic() - age
            made[1].stream(0).listeners.add(Listener(0, 1))
            fourth = await dealt(house, two("ann", "bob"))
            assert set(house._tables.values()) == {made[0], made[1], fourth}
            assert await house.get(made[0].about.id) is made[0]
            assert time.monotonic() - made[0].used < 5, "asking for a table is using it"
            assert len(house) == 3

    asyncio.run(story())


def test_a_table_that_was_put_away_is_the_same_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with tables(tmp_path, idle_seconds=0) as house:
            table = await dealt(house, two("ann", "bob"), limit=20)
            house.put_to_sleep()
            assert len(house) == 0
            again = await house.get(table.about.id)
            assert isinstance(again, Table)
            assert again is not table
            assert again.match.record() == table.match.record()
            assert again.about == table.about
            assert again.seats == table.seats

    asyncio.run(story())


def test_a_day_old_match_no_longer_counts_against_its_owner(tmp_path: Path) -> None:
    async def story() -> None:
        async with tables(tmp_path, matches_per_guest=1) as house:
            first = await dealt(house, two("ann", "bob"))
            with pytest.raises(TooMany, match="started 1 matches today"):
                await dealt(house, two("ann", "bob"))
            await dealt(house, two("bob", "ann"))
            async with house._storage._writer.begin() as connection:
                sql = "UPDATE matches SET created = created - {} WHERE id = '{}'"
                await connection.exec_driver_sql(sql.format(24 * 3600 - 60, first.about.id))
            with pytest.raises(TooMany):
                await dealt(house, two("ann", "bob"))
            async with house._storage._writer.begin() as connection:
                await connection.exec_driver_sql(sql.format(120, first.about.id))
            await dealt(house, two("ann", "bob"))

    asyncio.run(story())


def test_what_fails_aside_fails_for_whoever_waits() -> None:
    async def story() -> None:
        done: list[int] = []
        await aside(lambda: done.append(1))
        assert done == [1]
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(aside(lambda: done.append(1 // 0)), 5)

    asyncio.run(story())


# Names, cookies and errors -----------------------------------------------------------------------


def test_tokens_cannot_be_guessed_and_only_a_hash_is_kept() -> None:
    assert len({new_invite() for _ in range(50)} | {new_guest() for _ in range(50)}) == 100
    assert len(new_invite()) == 24
    assert len(bytes.fromhex(new_guest())) == 12
    assert hashed("a") != hashed("b")
    assert len(hashed("\ud800")) == 64


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (None, "Player"),
        ("   ", "Player"),
        ("a\u0000b", "ab"),
        ("a \t b", "a b"),
        ("abcdef ", "abcde"),
    ],
)
def test_a_name_is_tidied(given: str | None, shown: str) -> None:
    assert tidy_name(given, "Player", 5) == shown
    assert tidy_name("abcd efg", "Player", 5) == "abcd", "no space at the end of what was cut"


def test_the_cookie_lasts_a_year_and_is_secure_where_the_page_is(ann: Guest) -> None:
    body = {"game": "ping", "seats": [ME, ME]}
    cookie = ann.http.post("/api/matches", json=body).headers["set-cookie"].lower()
    assert "max-age=31536000" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (BadOption("no."), 400, "bad-option"),
        (DamagedRecord("no."), 409, "damaged-record"),
        (TooFast("no."), 429, "slow-down"),
        (HTTPException(status_code=404), 404, "not-found"),
        (HTTPException(status_code=418), 418, "refused"),
        (HTTPException(status_code=500), 500, "internal"),
        (HTTPException(status_code=503), 500, "internal"),
        (ZeroDivisionError("secret"), 500, "internal"),
    ],
)
def test_every_error_has_a_status_and_a_code(error: Exception, status: int, code: str) -> None:
    found, body = refusal(error)
    assert (found, body.code) == (status, code)
    assert (body.code == INTERNAL) == (code == "internal")


def test_a_refused_body_says_what_was_wrong_with_its_first_five_parts() -> None:
    parts = [{"key": f"part{n}", "message": "is odd"} for n in range(7)]
    _, body = refusal(HTTPException(status_code=400, extra=["noise", *parts]))
    assert body.message.count("is odd.") == 5
    assert "part0: is odd." in body.message


def test_a_refusal_is_a_sentence() -> None:
    assert sentence(BadOption("it must be Less.")) == "It must be Less."


def test_bots_of_one_name_are_told_apart(ann: Guest) -> None:
    made = ann.begin(BOT, ME, BOT, {"kind": "bot", "bot": "mate"}, game="pocket_sub")
    assert [seat["name"] for seat in made["seats"]] == ["Random", "Player 2", "Random 2", "Mate"]
    assert ["invite" in seat for seat in made["seats"]] == [False] * 4
    info = ann.http.get(f"/api/matches/{made['id']}").json()
    assert [seat["yours"] for seat in info["seats"]] == [False, True, False, False]
    assert [seat["kind"] for seat in info["seats"]] == ["bot", "person", "bot", "bot"]
    assert [seat["present"] for seat in info["seats"]] == [True, False, True, True]

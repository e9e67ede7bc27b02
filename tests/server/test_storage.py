"""The database, SQLite and PostgreSQL alike: nothing is lost, and one writer at a time wins."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from quarterdeck.engine.game import find
from quarterdeck.server.schema import BatchRow, DraftRow, MatchRow, SeatRow, metadata
from quarterdeck.server.settings import Settings
from quarterdeck.server.settings import database_url as with_driver
from quarterdeck.server.storage import Conflict, Storage

from .postgres import new_database
from .serving import BOT, ME, Guest, in_turn, play_out, serving

START = """
import asyncio, sys
from quarterdeck.server.storage import Storage

async def start():
    storage = await Storage.open(sys.argv[1])
    print((await storage.signing_key()).hex())
    await storage.close()

asyncio.run(start())
"""


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Storage]:
    storage = await Storage.open(with_driver(Settings(database_url=url)))
    try:
        yield storage
    finally:
        await storage.close()


def a_match(number: int = 0, owner: str = "ann") -> MatchRow:
    return MatchRow(
        id=f"match-{number}",
        game="ping",
        version=1,
        options={"limit": 20},
        secret=bytes(range(32)),
        commitment="c" * 64,
        owner=owner,
        created=time.time(),
    )


def two_seats() -> list[SeatRow]:
    return [SeatRow(seat=0, name="Zoë 🚢", guest="ann"), SeatRow(seat=1, name="?", invite_hash="h")]


def test_a_database_made_where_no_language_is_set_keeps_names(postgres: str) -> None:
    """As PostgreSQL is installed on a bare machine: it has no encoding then."""

    async def story() -> None:
        async with opened(new_database(postgres, "bare", "SQL_ASCII")) as storage:
            await storage.create(a_match(), two_seats())
            stored = await storage.load("match-0")
            assert stored is not None
            assert [seat.name for seat in stored.seats] == ["Zoë 🚢", "?"]

    asyncio.run(story())


def test_what_is_saved_is_what_is_loaded(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            await storage.create(a_match(), two_seats())
            first = BatchRow(seat=0, kind="act", actions=[1, 2], keys=["a", "b"])
            await storage.save("match-0", 0, [first], DraftRow(), over=False)
            draft = DraftRow(writes=1, seat=1, actions=[7], keys=["c"])
            await storage.save("match-0", 1, [], draft, over=False)
        async with opened(database_url) as storage:  # as after a restart
            stored = await storage.load("match-0")
            assert stored is not None
            assert stored.match.secret == bytes(range(32))
            assert stored.match.options == {"limit": 20}
            assert [seat.name for seat in stored.seats] == ["Zoë 🚢", "?"]
            assert stored.batches == [first]
            assert stored.draft == DraftRow(writes=2, seat=1, actions=[7], keys=["c"])
            assert await storage.load("match-1") is None

    asyncio.run(story())


def test_a_writer_who_missed_another_changes_nothing(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as one, opened(database_url) as other:
            await one.create(a_match(), two_seats())
            batch = BatchRow(seat=0, kind="act", actions=[1])
            await one.save("match-0", 0, [batch], DraftRow(), over=False)
            late = BatchRow(seat=0, kind="act", actions=[2])
            with pytest.raises(Conflict):
                await other.save("match-0", 0, [late], DraftRow(), over=True)
            with pytest.raises(Conflict):  # the log itself refuses a second batch of that number
                await other.save("match-0", 0, [late], DraftRow(writes=1), over=True)
            stored = await one.load("match-0")
            assert stored is not None
            assert stored.batches == [batch]
            assert stored.draft.writes == await other.writes("match-0") == 1
            assert stored.match.over is False

    asyncio.run(story())


def test_what_is_loaded_is_of_one_moment(database_url: str) -> None:
    """Read while another process writes: as many batches as there were writes."""

    async def story() -> None:
        async with opened(database_url) as storage:
            await storage.create(a_match(), two_seats())
            done = False

            async def write() -> None:
                nonlocal done
                for number in range(150):
                    batch = BatchRow(seat=0, kind="act", actions=[1])
                    await storage.save("match-0", number, [batch], DraftRow(writes=number), False)
                done = True

            async def read() -> None:
                while not done:
                    stored = await storage.load("match-0")
                    assert stored is not None
                    assert stored.draft.writes == len(stored.batches)
                    news = await storage.news("match-0", since=len(stored.batches))
                    assert news.draft.writes == len(stored.batches) + len(news.batches)
                    assert news.seats == stored.seats

            await asyncio.gather(write(), read(), read())

    asyncio.run(story())


def test_of_many_writers_at_once_one_wins(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            await storage.create(a_match(), two_seats())

            async def write(action: int) -> bool:
                batch = BatchRow(seat=0, kind="act", actions=[action])
                try:
                    await storage.save("match-0", 0, [batch], DraftRow(), over=False)
                except Conflict:
                    return False
                return True

            assert sum(await asyncio.gather(*(write(n) for n in range(12)))) == 1

    asyncio.run(story())


def test_an_automatic_move_is_claimed_by_one_process_until_it_is_released_or_expires(
    database_url: str,
) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            await storage.create(a_match(), two_seats())
            claims = (storage.claim("match-0", f"process-{n}", 60.0) for n in range(8))
            waits = await asyncio.gather(*claims)
            assert waits.count(0.0) == 1
            assert all(50 < wait <= 60 for wait in waits if wait)
            holder = f"process-{waits.index(0.0)}"
            assert await storage.claim("match-0", holder, 60.0) == 0.0, "it may be renewed"
            await storage.release(["match-0"], "another")
            assert await storage.claim("match-0", "another", 60.0) > 50
            await storage.release(["match-0"], holder)
            assert await storage.claim("match-0", "another", 0.05) == 0.0
            await asyncio.sleep(0.1)
            assert await storage.claim("match-0", holder, 60.0) == 0.0, "the other's has expired"
            await storage.save("match-0", 0, [], DraftRow(), False, "saver", 60.0)
            assert await storage.claim("match-0", holder, 60.0) > 50
            await storage.save("match-0", 0, [], DraftRow(writes=1), False)
            assert await storage.claim("match-0", holder, 60.0) == 0.0, "nobody has claimed it"

    asyncio.run(story())


def test_saves_that_wait_share_transactions_and_each_keeps_its_own_outcome(
    database_url: str,
) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            for number in range(20):
                await storage.create(a_match(number), two_seats())
            commits: list[sa.Connection] = []
            sa.event.listen(storage._writer._engine, "commit", commits.append)

            async def save(number: int, writes: int) -> None:
                batch = BatchRow(seat=0, kind="act", actions=[number])
                draft = DraftRow(writes=writes)
                await storage.save(f"match-{number}", writes, [batch], draft, over=False)

            await asyncio.gather(*(save(number, 0) for number in range(20)))
            assert len(commits) <= 2  # one began before the others came
            outcomes = await asyncio.gather(
                *(save(number, 7 if number == 3 else 1) for number in range(20)),
                return_exceptions=True,
            )
            assert [type(outcome) for outcome in outcomes].count(type(None)) == 19
            assert isinstance(outcomes[3], Conflict)
            for number in range(20):
                stored = await storage.load(f"match-{number}")
                assert stored is not None
                assert len(stored.batches) == stored.draft.writes == (1 if number == 3 else 2)

    asyncio.run(story())


def test_a_seat_and_a_rematch_are_given_once(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            await storage.create(a_match(), two_seats())
            assert await storage.sit("match-0", 1, "bob", "Bob")
            assert not await storage.sit("match-0", 1, "eve", "Eve")
            assert not await storage.sit("match-0", 0, "eve", "Eve")
            assert await storage.link_rematch("match-0", "match-1") == "match-1"
            assert await storage.link_rematch("match-0", "match-2") == "match-1"

    asyncio.run(story())


def test_unfinished_matches_are_counted_by_owner(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            for number in range(3):
                await storage.create(a_match(number), two_seats())
            await storage.create(a_match(3, "bob"), two_seats())
            await storage.save("match-0", 0, [], DraftRow(), over=True)
            assert await storage.count() == 4
            assert await storage.count("ann") == 2
            assert await storage.count("ann", since=time.time() + 1) == 0

    asyncio.run(story())


def test_servers_that_start_together_agree_on_tables_and_key(database_url: str) -> None:
    command = [sys.executable, "-c", START, with_driver(Settings(database_url=database_url))]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(3)]
    keys = {process.communicate(timeout=60)[0] for process in processes}
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(keys) == 1
    assert len(bytes.fromhex(keys.pop().decode())) == 32


def test_the_migrations_make_the_tables_the_code_expects(database_url: str) -> None:
    def differences(connection: sa.Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async def story() -> None:
        async with opened(database_url) as storage, storage._reader.connect() as connection:
            assert await connection.run_sync(differences) == []

    asyncio.run(story())


def test_a_match_is_played_across_a_restart(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    with serving(database_url) as address:
        ann = arrive(address)
        made = ann.begin(ME, BOT)
        seat = ann.sit(made["id"], 0)
        while not seat.to_act:
            seat.read_state()
        seat.act(seat.actions()[0]["id"])
    with serving(database_url) as address:
        back = arrive(address)
        back.http.cookies.update(ann.http.cookies)
        play_out(back.sit(made["id"], 0))


def begun(database_url: str) -> str:
    """A match of two in which both have chosen their squares."""
    with serving(database_url) as address:
        ann = Guest(address)
        match: str = ann.begin(ME, ME)["id"]
        for action, player in enumerate(in_turn(ann.sit(match, 0), ann.sit(match, 1))):
            player.read_state() if not player.to_act else None
            player.act(action)
        ann.leave()
    return match


def change(database_url: str, statement: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage, storage._writer.begin() as connection:
            await connection.execute(sa.text(statement))

    asyncio.run(story())


def test_a_log_that_was_tampered_with_is_refused(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    match = begun(database_url)
    change(database_url, "UPDATE batches SET actions = '[5]' WHERE seq = 0")
    with serving(database_url) as address:
        bob = arrive(address)
        refused = bob.open(match).read()
    assert refused["code"] == "damaged-record"
    assert "Batch 0 has other consequences" in refused["message"]


def test_a_log_from_before_digests_were_kept_is_played_on(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    match = begun(database_url)
    change(database_url, "UPDATE batches SET digest = NULL")
    change(database_url, "UPDATE matches SET deal = NULL")
    with serving(database_url) as address:
        bob = arrive(address)
        assert bob.sit(match).state["scene"]["turn"] == 1


def test_a_match_of_older_rules_is_written_anew_where_they_agree(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    match = begun(database_url)
    change(database_url, "UPDATE matches SET version = 0")
    with serving(database_url) as address:
        arrive(address).sit(match)

    async def story() -> None:
        async with opened(database_url) as storage:
            stored = await storage.load(match)
            assert stored is not None
            assert stored.match.version == find("ping").version
            assert [batch.actions for batch in stored.batches] == [[0], [1]]
            assert all(batch.digest for batch in stored.batches)

    asyncio.run(story())


def test_a_server_that_missed_anothers_write_reads_the_log_again(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    with serving(database_url) as one, serving(database_url) as two:
        here, there = arrive(one), arrive(two)
        made = here.begin(ME, ME)
        there.http.cookies.update(here.http.cookies)
        first, _ = in_turn(here.sit(made["id"], 0), here.sit(made["id"], 1))
        number = first.state["scene"]["viewer"]
        elsewhere = there.sit(made["id"], number)
        first.act(first.actions()[0]["id"])
        elsewhere.send(type="act", action=elsewhere.actions()[1]["id"])
        assert elsewhere.read_state()["scene"] == first.state["scene"]
        assert there.sit(made["id"], number).log == first.log
        other = there.sit(made["id"], 1 - number)
        other.act(other.actions()[0]["id"])
        first.send(type="resume")
        assert first.read_state()["scene"]["actor"] == other.state["scene"]["actor"]


def test_a_match_by_the_clock_ends_when_its_time_is_up_even_across_a_restart(
    database_url: str,
) -> None:
    with serving(database_url) as address:
        ann = Guest(address)
        match = ann.begin(ME, ME, ME, game="zerpang", elves=1, live=1)["id"]
        for wanted in ("Ninja", "Pirate", "Elf"):
            seat = next(seat for n in range(3) if (seat := ann.sit(match, n)).to_act)
            seat.act(next(a["id"] for a in seat.actions() if wanted in a["label"]))
        assert abs(seat.state["deadline"] - time.time() - 3 * 3600) < 600
        ann.leave()
        cookies = dict(ann.http.cookies)
    change(database_url, "UPDATE deadlines SET at = at - 10797")  # three seconds are left
    with serving(database_url) as address:
        ann = Guest(address)
        ann.http.cookies.update(cookies)
        seat = ann.sit(match, 0)
        while not seat.over:
            seat.read_state()
        assert "outlasted everybody" in seat.state["scene"]["outcome"]["text"]
        assert "deadline" not in seat.state
        record = ann.http.get(f"/api/matches/{match}/record").json()
        assert [batch["kind"] for batch in record["batches"] if "kind" in batch] == ["time"]
        ann.leave()

"""Old matches leave the database by the policy, and finished ones leave memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import sqlalchemy as sa

from quarterdeck.server.bots import BotPool
from quarterdeck.server.housekeeping import DAY, Pruned, policy, prune
from quarterdeck.server.schema import (
    BatchRow,
    DraftRow,
    SeatRow,
    SubscriptionRow,
    batches,
    metadata,
)
from quarterdeck.server.settings import Settings
from quarterdeck.server.settings import database_url as with_driver
from quarterdeck.server.storage import Storage
from quarterdeck.server.stream import Listener
from quarterdeck.server.tables import Tables
from quarterdeck.wire import Resume

from .serving import ME, Guest, dealt, in_turn, serving
from .test_storage import a_match, opened, two_seats

POLICY = policy(Settings())
MOVE = BatchRow(seat=0, kind="act", actions=[1])


async def made(
    storage: Storage, number: int, created: float, moved: float | None = None, over: bool = False
) -> str:
    """A match made and last moved so many days ago."""
    about = msgspec.structs.replace(a_match(number), created=time.time() - created * DAY)
    await storage.create(about, two_seats())
    if moved is not None:
        await storage.save(about.id, 0, [MOVE], DraftRow(), over=over)
        async with storage._writer.begin() as connection:
            mine = batches.update().where(batches.c.match == about.id)
            await connection.execute(mine.values(at=time.time() - moved * DAY))
    return about.id


async def ids(storage: Storage) -> set[str]:
    async with storage._reader.connect() as connection:
        rows = await connection.execute(sa.text("SELECT id FROM matches"))
        return {row[0] for row in rows}


def test_each_kind_of_match_is_removed_after_its_own_time(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            kept = {
                await made(storage, 0, created=13),
                await made(storage, 1, created=400, moved=89),
                await made(storage, 2, created=400, moved=364, over=True),
            }
            await made(storage, 3, created=15)
            await made(storage, 4, created=100, moved=91)
            await made(storage, 5, created=400, moved=366, over=True)
            expected = Pruned(unplayed=1, abandoned=1, finished=1)
            assert await prune(storage, POLICY, dry_run=True) == expected
            assert len(await ids(storage)) == 6, "a dry run removes nothing"
            assert await prune(storage, POLICY) == expected
            assert await ids(storage) == kept
            async with storage._reader.connect() as connection:
                for table in metadata.sorted_tables:
                    if "match" in table.c:
                        rows = await connection.execute(sa.select(table.c.match))
                        assert {row[0] for row in rows} <= kept
            assert await prune(storage, POLICY) == Pruned()

    asyncio.run(story())


def test_a_policy_of_nought_days_removes_nothing(database_url: str) -> None:
    async def story() -> None:
        never = Settings(prune_unplayed_days=0, prune_abandoned_days=0, prune_finished_days=0)
        async with opened(database_url) as storage:
            await made(storage, 0, created=4000)
            assert await prune(storage, policy(never)) == Pruned()

    asyncio.run(story())


def test_many_matches_are_removed_in_steps_but_not_those_in_use(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            for number in range(60):
                await made(storage, number, created=20 + number)
            pruned = await prune(storage, POLICY, keep=lambda match: match == "match-7")
            assert pruned.unplayed == 59
            assert await ids(storage) == {"match-7"}

    asyncio.run(story())


def test_a_match_that_somebody_just_moved_in_is_not_removed(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            match = await made(storage, 0, created=20)
            found, _ = await storage.old("unplayed", time.time(), (0.0, ""), 10)
            await storage.save(match, 0, [MOVE], DraftRow(), over=False)
            assert await storage.remove(found) == 0
            assert await ids(storage) == {match}

    asyncio.run(story())


def test_a_removed_rematch_can_be_asked_for_again(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            old = await made(storage, 0, created=30, moved=30, over=True)
            again = await made(storage, 1, created=30)
            await storage.link_rematch(old, again)
            await prune(storage, POLICY)
            stored = await storage.load(old)
            assert stored is not None
            assert stored.match.rematch is None

    asyncio.run(story())


def test_of_several_processes_one_does_a_chore(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as one, opened(database_url) as two:
            claims = [storage.claim_chore("housekeeping", 60) for storage in (one, two, one, two)]
            assert sum(await asyncio.gather(*claims)) == 1
            assert not await two.claim_chore("housekeeping", 60)
            assert await two.claim_chore("housekeeping", 0)

    asyncio.run(story())


def test_a_player_at_a_removed_match_is_told_so(
    database_url: str, arrive: Callable[[str], Guest]
) -> None:
    with serving(database_url) as address:
        ann = arrive(address)
        match = ann.begin(ME, ME)["id"]
        seat, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))

        async def story() -> None:
            async with opened(database_url) as storage:
                assert await storage.remove({match: 0}) == 1

        asyncio.run(story())
        seat.send(type="act", action=seat.actions()[0]["id"])
        answer = seat.answer()
        assert answer["code"] == "unknown-match"
        assert "removed" in answer["message"]
        assert [ann.open(match, 0).read()["code"] for _ in range(2)] == ["unknown-match"] * 2


def test_with_a_guests_last_match_go_the_subscriptions_to_notices(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            old, new = await made(storage, 0, created=30), await made(storage, 1, created=1)
            assert await storage.sit(old, 1, "ben", "Ben")  # Ann sits at both
            for guest in ("ann", "ben"):
                keys = {"p256dh": "", "auth": "", "created": 0.0}
                await storage.subscribe(SubscriptionRow(endpoint=guest, guest=guest, **keys), 8)
            await prune(storage, POLICY)
            assert await ids(storage) == {new}
            assert await storage.subscriptions("ann")
            assert not await storage.subscriptions("ben")

    asyncio.run(story())


def test_a_finished_table_leaves_memory_when_everybody_has_gone(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db", finished_seconds=0.1) as address:
        ann = arrive(address)
        finished, live = ann.begin(ME, ME)["id"], ann.begin(ME, ME)["id"]
        seats = [ann.sit(match, 0) for match in (finished, live)]
        seats[0].send(type="resign")
        assert "outcome" in seats[0].read_state()["scene"]
        for seat in seats:
            seat.close()
        until = time.monotonic() + 10
        while httpx.get(f"{address}/api/health").json()["tables"] != 1:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert ann.sit(finished, 0).over


def test_a_table_that_rests_shows_and_hides_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        settings = Settings(database_url=f"sqlite:///{tmp_path / 'q.db'}")
        storage = await Storage.open(with_driver(settings))
        tables = Tables(settings, storage, BotPool(settings))
        people = [SeatRow(seat=seat, name=f"Player {seat}", guest="ann") for seat in range(2)]
        table = await dealt(tables, people)
        listeners = [Listener(seat, 100) for seat in (0, 1, None)]
        for listener in listeners:
            await table.connect(listener)
        shown = [listener.waiting.get_nowait() for listener in listeners]
        tables.rest(older_than=0)
        cursors = [stream.cursor for stream in table.streams.values()]
        for listener, before in zip(listeners, shown, strict=True):
            while not listener.waiting.empty():
                listener.waiting.get_nowait()
            await table.obey(listener, Resume(0))
            told = msgspec.json.decode(listener.waiting.get_nowait())
            assert told["scene"] == msgspec.json.decode(before)["scene"]
        tables.rest(older_than=0)
        table._publish()
        assert all(listener.waiting.empty() for listener in listeners), "nothing has changed"
        assert [stream.cursor for stream in table.streams.values()] == cursors
        await storage.close()

    asyncio.run(story())

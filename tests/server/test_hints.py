"""Hints are one at a time, nobody's bot waits for them, and nobody thinks for whoever has left."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from quarterdeck.server.bots import BotPool, Reply, Request, Suggest
from quarterdeck.server.hints import Hints
from quarterdeck.server.refusals import TooFast
from quarterdeck.server.schema import SeatRow
from quarterdeck.server.settings import Settings
from quarterdeck.server.stream import Listener

from .serving import BOT, ME, Guest, dealt, in_turn, serving
from .test_limits import tables, two


@pytest.fixture
def endless_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that never stop thinking about a hint."""
    ask = BotPool._ask

    async def endless(pool: BotPool, request: Request) -> Reply | None:
        if isinstance(request, Suggest):
            await asyncio.sleep(3600)
        return await ask(pool, request)

    monkeypatch.setattr(BotPool, "_ask", endless)


def test_bots_do_not_wait_for_hints(
    tmp_path: Path, arrive: Callable[[str], Guest], endless_hints: None
) -> None:
    with serving(tmp_path / "q.db", bot_workers=1) as address:
        for _ in range(3):
            eve = arrive(address)
            match = eve.begin(ME, ME)["id"]
            in_turn(eve.sit(match, 0), eve.sit(match, 1))[0].send(type="hint")
        ann = arrive(address)
        seat = ann.sit(ann.begin(ME, BOT)["id"], 0)
        while seat.to_act:
            seat.act(seat.actions()[0]["id"])
        seat.read_state()  # the bot has answered


def test_a_guest_waits_for_one_hint_at_a_time(
    tmp_path: Path, arrive: Callable[[str], Guest], endless_hints: None
) -> None:
    with serving(tmp_path / "q.db") as address:
        ann = arrive(address)
        match = ann.begin(ME, ME)["id"]
        seat, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
        seat.send(type="hint")
        seat.send(type="hint")
        assert seat.answer()["code"] == "slow-down"
        seat.act(seat.actions()[0]["id"])
        while not seat.to_act:
            seat, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
        seat.send(type="hint")  # the other one was given up when the state was gone
        assert seat.silent()


def test_a_hint_is_given_up_when_its_socket_closes() -> None:
    async def story() -> None:
        settings = Settings(waiting_hints=2, hints=(3, 0.001))
        hints, listeners = Hints(settings, BotPool(settings)), [Listener(0, 1) for _ in range(3)]
        given_up: list[str] = []

        async def think(guest: str) -> None:
            try:
                await asyncio.sleep(3600)
            finally:
                given_up.append(guest)

        hints.begin("ann", listeners[0], think("ann"))
        hints.begin("bob", listeners[1], think("bob"))
        await asyncio.sleep(0)
        with pytest.raises(TooFast, match="Many people are waiting"):
            hints.begin("eve", listeners[2], think("eve"))
        hints.cancel(listeners[0])
        await asyncio.sleep(0.01)
        assert given_up == ["ann"]
        for _ in range(2):
            hints.begin("ann", listeners[0], think("ann"))
            await asyncio.sleep(0)
            hints.cancel(listeners[0])
            await asyncio.sleep(0.01)
        with pytest.raises(TooFast, match="wait a few seconds"):
            hints.begin("ann", listeners[0], think("ann"))
        hints.cancel(listeners[1])

    asyncio.run(story())


def test_who_no_longer_waits_leaves_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        pool, asked = BotPool(Settings(bot_workers=1)), []
        done = asyncio.Event()

        async def slow(request: Request) -> Reply | None:
            asked.append(request)
            await done.wait()
            return Reply()

        monkeypatch.setattr(pool, "_ask", slow)
        requests = [Suggest("ping", "admiral", "m", seat, b"", 1.0) for seat in range(3)]
        waiting = [asyncio.create_task(pool._try(request)) for request in requests]
        await asyncio.sleep(0.01)
        waiting[1].cancel()
        waiting[0].cancel()  # its worker has begun, and finishes
        await asyncio.sleep(0.01)
        assert pool._wanted == 2
        done.set()
        assert await waiting[2] == Reply()
        assert [request.seat for request in asked] == [0, 2]
        assert pool._wanted == 0
        await pool.close()

    asyncio.run(story())


# Tables nobody is at -----------------------------------------------------------------------------


def test_bots_wait_for_people(tmp_path: Path) -> None:
    async def story() -> None:
        async with tables(tmp_path, attended_seconds=60, bot_delay=(60.0, 60.0)) as house:
            bots = [SeatRow(seat=seat, name=str(seat), bot="random") for seat in range(2)]
            unwatched = await dealt(house, bots)
            assert unwatched._next_move() is None
            unwatched.stream(None).listeners.add(Listener(None, 1))
            assert unwatched._next_move()

            table = await dealt(house, two("ann", "bob"))
            actor = table.match.actor
            table.seats[actor].bot, table.seats[actor].guest = "random", None
            assert table._next_move(), "ann was here just now"
            table.used = time.monotonic() - 61
            assert table._next_move() is None
            table.stream(1 - actor).listeners.add(Listener(1 - actor, 1))
            assert table._next_move()

    asyncio.run(story())


def test_a_finished_table_leaves_memory_soon_and_wholly(tmp_path: Path) -> None:
    async def story() -> None:
        async with tables(tmp_path, finished_seconds=30, idle_seconds=600) as house:
            going = await dealt(house, two("ann", "bob"))
            over = await dealt(house, two("ann", "bob"))
            over.match.resign(0)
            await over._save()
            over._publish()
            for table in (going, over):
                table.used = time.monotonic() - 31
            house.put_to_sleep()
            assert list(house._tables.values()) == [going]
            gone = weakref.ref(over), weakref.ref(over.match)
            del over, table
            gc.collect()
            assert [one() for one in gone] == [None, None]

    asyncio.run(story())

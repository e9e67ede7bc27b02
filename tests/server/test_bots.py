"""Bots in their worker processes: they see views, may fail, and never hold a match up."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.server.bots import BotPool
from quarterdeck.server.settings import Settings

from .serving import BOT, ME, Guest, play_out, serving


def choose(pool: BotPool, match: Match, bot: str = "random") -> asyncio.Future[int]:
    assert match.actor is not None
    view = match.view(match.actor).tobytes()
    return asyncio.ensure_future(pool.choose(match.game.id, bot, match.actor, view, match.legal))


def test_a_bot_answers_from_a_view() -> None:
    async def story() -> None:
        match, pool = Match(find("ping")), BotPool(Settings())
        assert await choose(pool, match) in match.legal()
        await pool.close()

    asyncio.run(story())


def test_a_bot_that_does_not_exist_is_replaced_by_chance(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        match, pool = Match(find("ping")), BotPool(Settings())
        assert await choose(pool, match, "nobody") in match.legal()
        await pool.close()

    asyncio.run(story())
    assert "nobody failed" in caplog.text


def test_a_bot_that_misses_its_deadline_is_replaced_by_chance(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        match, pool = Match(find("ping")), BotPool(Settings(bot_deadline=1e-6))
        for _ in range(2):
            assert await choose(pool, match) in match.legal()
        await pool.close()

    asyncio.run(story())
    assert caplog.text.count("random failed in ping: TimeoutError") == 2


def test_a_worker_that_dies_is_replaced() -> None:
    async def story() -> None:
        match, pool = Match(find("ping")), BotPool(Settings(bot_workers=1))
        assert await choose(pool, match) in match.legal()
        (worker,) = pool._all
        os.kill(worker._process.pid, signal.SIGKILL)
        assert await choose(pool, match) in match.legal()
        assert await choose(pool, match) in match.legal()
        assert worker not in pool._all
        await pool.close()

    asyncio.run(story())


def test_a_match_goes_on_when_every_bot_fails(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db", bot_start=1e-6) as address:
        ann = arrive(address)
        seat = ann.sit(ann.begin(ME, BOT, limit=20)["id"], 0)
        play_out(seat)


def test_a_bots_answer_waits_the_same_whatever_it_does(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    """One delay for each answer, not one for each decision that went into it."""
    delay = 0.3
    with serving(tmp_path / "q.db", bot_delay=(delay, delay)) as address:
        ann = arrive(address)
        seat = ann.sit(ann.begin(ME, BOT)["id"], 0)
        waits = []
        while not seat.over and len(waits) < 8:
            while seat.to_act:
                seat.act(seat.actions()[0]["id"])
            if seat.over:
                break
            before = time.monotonic()
            seat.read_state()
            waits.append(time.monotonic() - before)
    steady = sorted(waits)[: len(waits) - 1]  # the first may wait for the worker to start
    assert all(delay - 0.05 < wait < delay * 2 for wait in steady), waits

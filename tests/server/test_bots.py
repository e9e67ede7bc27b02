"""Bots in their worker processes: they see views, may fail, and never hold a match up."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import pytest

from quarterdeck.bots import make
from quarterdeck.bots.search import Estimate
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.server.bots import LENGTH, BotPool, Bots, Choose, Ready, Suggest, think, work
from quarterdeck.server.settings import Settings

from .serving import BOT, ME, Guest, play_out, serving


def choose(pool: BotPool, match: Match, bot: str = "random") -> asyncio.Future[int]:
    assert match.actor is not None
    view = match.view(match.actor).tobytes()
    return asyncio.ensure_future(
        pool.choose(match.game.id, bot, "a-match", match.actor, view, match.legal)
    )


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


def test_a_worker_that_was_stopped_while_it_starts_is_replaced() -> None:
    async def story() -> None:
        match, pool = Match(find("ping")), BotPool(Settings(bot_workers=1, bot_silence=1.0))
        (worker := await pool._hire())._ready.add(("ping", "random"))
        pool._idle.append(worker)
        os.kill(worker._process.pid, signal.SIGSTOP)
        async with asyncio.timeout(30):
            assert await choose(pool, match, "cadet") in match.legal()
        assert worker._process.returncode == -signal.SIGKILL
        assert not pool._all
        await pool.close()

    asyncio.run(story())


def test_a_worker_that_takes_long_to_start_says_that_it_lives(monkeypatch) -> None:
    monkeypatch.setattr("quarterdeck.server.bots.ALIVE", 0.05)
    monkeypatch.setattr(Bots, "made", lambda *_: time.sleep(0.5))
    asked = msgspec.msgpack.encode(Ready("ping", "cadet"))
    requests, replies = io.BytesIO(LENGTH.pack(len(asked)) + asked), io.BytesIO()
    work(requests, replies)
    sizes = []
    replies.seek(0)
    while header := replies.read(LENGTH.size):
        sizes += LENGTH.unpack(header)
        replies.read(sizes[-1])
    assert len(sizes) > 3
    assert not any(sizes[:-1])
    assert sizes[-1]


# Whose thoughts they are ---------------------------------------------------------------------


def twin_truths() -> tuple[bytes, list[bytes]]:
    """A view of seat 0's, and several views that seat 1 may have had before it played a card that
    led there: all that seat 0 knows allows each of them."""
    match = Match(find("ping"), seed=5)
    while match.actor != 1 or match.truth["turn"][0] < 6 or match.draft:
        match.act(match.actor, match.legal()[0])
    rules, dice = match.rules, match.rules.dice(1)
    leading: dict[bytes, list[bytes]] = {}
    for _ in range(60):
        truth = match.view(0)
        rules.imagine(truth, 0, 0, dice)
        before, room = truth.copy(), rules.room()
        rules.conceal(before, 0, 1)
        while truth["actor"][0] == 1:
            rules.legal(truth, 0, room)
            rules.act(truth, 0, int(room[0]))
        rules.conceal(truth, 0, 0)
        found = leading.setdefault(truth.tobytes(), [])
        if before.tobytes() not in found:
            found.append(before.tobytes())
    return max(leading.items(), key=lambda item: len(item[1]))


def test_a_hint_does_not_come_from_the_tree_of_a_seat_that_knows_more(monkeypatch) -> None:
    """The bot in seat 1 thinks, then seat 0 asks for a hint: what is true in the bot's hand must
    not be in it. Nor does the bot get anything from a hint."""
    monkeypatch.setattr("secrets.randbits", lambda bits: 7)
    monkeypatch.setattr("quarterdeck.server.bots.make", partial(make, instinct=0))  # it searches
    mine, theirs = twin_truths()
    assert len(theirs) > 3

    def hint(after: bytes, bots: Bots) -> list[Estimate]:
        think(Choose("ping", "captain", "a-match", 1, after, 60.0), bots)
        return think(Suggest("ping", "captain", "a-match", 0, mine, 60.0), bots).hints

    assert len({str(hint(after, Bots())) for after in theirs}) == 1
    bots = Bots()
    hint(theirs[0], bots)
    asked = Choose("ping", "captain", "a-match", 1, theirs[0], 60.0)
    inherited = bots.of(asked)
    assert think(asked, bots) == think(asked, Bots())
    assert bots.of(asked) is inherited, "the same seat goes on from what it thought"
    assert bots.of(Choose("ping", "captain", "another", 1, theirs[0], 60.0)) is not inherited

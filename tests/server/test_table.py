"""At a table: who hears what, hints, auto-pass, and the bots' time."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest
from msgspec import to_builtins

from quarterdeck.bots import LEVELS, bots
from quarterdeck.engine.game import find, listing
from quarterdeck.engine.look import look
from quarterdeck.engine.match import Match
from quarterdeck.server.bots import (
    EXPERT,
    AnalyseGame,
    BotPool,
    Choose,
    Ready,
    Reply,
    Request,
    Suggest,
    Worker,
)
from quarterdeck.server.settings import Settings

from .serving import BOT, FRIEND, ME, Guest, in_turn

# Who hears what ----------------------------------------------------------------------------------


def test_everybody_but_the_newcomer_hears_of_a_newcomer(ann: Guest, bob: Guest) -> None:
    made = ann.begin(ME, FRIEND)
    bob.join(made["id"], made["seats"][1]["invite"])
    first = ann.sit(made["id"], 0)
    second = bob.sit(made["id"], 1)
    assert first.read()["type"] == "people"
    assert not second.state["undo"]
    with pytest.raises(TimeoutError):
        second.read(0.2)
    bob.sit(made["id"], 1).close()  # a second window of the same player changes nothing
    with pytest.raises(TimeoutError):
        first.read(0.2)


def test_new_lines_are_fresh_and_begin_where_the_old_ones_end(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    seats = ann.sit(match, 0), ann.sit(match, 1)
    first, second = in_turn(*seats)
    assert (first.state["from"], first.state["fresh"]) == (0, 0)
    known, cursor = len(second.log), second.state["cursor"]
    first.act(first.actions()[0]["id"])
    second.read_state()
    assert second.state["from"] == known
    assert second.state["fresh"] == len(second.state["told"]) > 0
    assert second.state["cursor"] == cursor + 1


def test_bots_among_themselves_wait_until_somebody_watches(ann: Guest) -> None:
    match = ann.begin(BOT, BOT, limit=20)["id"]
    time.sleep(0.4)
    assert not ann.http.get(f"/api/matches/{match}").json()["over"]
    watching = ann.sit(match)
    assert watching.state["scene"]["turn"] == 0
    while not watching.over:
        watching.read_state()


def test_answers_of_the_interface_are_not_kept_and_pages_are_asked_for_again(ann: Guest) -> None:
    assert ann.http.get("/api/health").headers["cache-control"] == "no-store"
    assert ann.http.get("/").headers["cache-control"] == "no-cache"


def test_the_games_are_listed_with_all_there_is_to_choose(ann: Guest) -> None:
    found = {game["id"]: game for game in ann.http.get("/api/games").json()}
    assert list(found) == [game.id for game in listing()]
    for game in listing():
        shown = found[game.id]
        assert (shown["title"], shown["summary"]) == (game.title, game.summary)
        assert shown["seats"] == list(game.seats)
        assert [
            (o["name"], o["default"], o["low"], o["high"], o["help"]) for o in shown["options"]
        ] == [(o.name, o.default, o.low, o.high, o.help) for o in game.options]
        assert [(bot["id"], bot["about"]) for bot in shown["bots"]] == [
            (name, bots()[name]) for name in LEVELS
        ]
        assert ann.http.get(f"/api/games/{game.id}/symbols.svg").text == game.symbols
        assert ann.http.get(f"/api/games/{game.id}/rules").text == game.rules_text
        assert ann.http.get(f"/api/games/{game.id}/look").json() == to_builtins(look(game.package))
        cover = ann.http.get(f"/api/games/{game.id}/cover.svg")
        assert (cover.status_code == 200) == shown["cover"]


# Hints and auto-pass -----------------------------------------------------------------------------


def test_who_plays_all_seats_may_ask_for_a_hint_but_only_in_turn(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    mine, other = in_turn(ann.sit(match, 0), ann.sit(match, 1))
    key = other.send(type="hint")
    refusal = other.answer()
    assert (refusal["code"], refusal["key"]) == ("no-hint", key)
    assert "when it is your turn" in refusal["message"]
    mine.send(type="hint")
    hinted = mine.answer()
    assert hinted["cursor"] == mine.state["cursor"]
    labels = {action["id"]: action["label"] for action in mine.actions()}
    for option in hinted["options"]:
        assert option["label"] == labels[option["action"]]


def test_a_hint_is_for_the_state_that_was_seen(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    mine, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
    mine.send(type="hint", cursor=mine.state["cursor"] - 1)
    assert mine.answer()["code"] == "stale"


@pytest.mark.parametrize(
    "command",
    [{"type": "hint"}, {"type": "auto_pass", "on": True}, {"type": "hurry", "on": True}],
    ids=lambda command: command["type"],
)
def test_a_spectator_has_nothing_to_ask_for(ann: Guest, command: dict[str, Any]) -> None:
    watching = ann.sit(ann.begin(ME, ME)["id"])
    watching.send(**command)
    assert watching.answer()["code"] == "not-your-turn"


def test_auto_pass_is_switched_for_all_windows_of_a_seat_and_off_again(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    one, two, other = ann.sit(match, 0), ann.sit(match, 0), ann.sit(match, 1)
    for on in (True, False):
        one.send(type="auto_pass", on=on)
        assert one.read_state()["auto_pass"] is on
        assert two.read_state()["auto_pass"] is on
    other.send(type="resume")
    assert other.read_state()["auto_pass"] is False


# The bots' time ----------------------------------------------------------------------------------


class Tapped(BotPool):
    """A real pool that remembers what its workers were asked."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.asked: list[Request] = []

    async def _ask(self, request: Request) -> Reply | None:
        self.asked.append(request)
        return await super()._ask(request)


def started() -> tuple[Match, int, bytes]:
    match = Match(find("ping"), seed=1)
    assert match.actor is not None
    return match, match.actor, match.view(match.actor).tobytes()


def test_a_bot_gets_the_seconds_that_are_left_of_its_turn() -> None:
    async def story() -> None:
        match, seat, view = started()
        pool = Tapped(Settings(bot_seconds=2.0))
        for left in (None, 0.5, 0.2):
            await pool.choose("ping", "random", "m", seat, view, match.legal, left)
        assert [request.seconds for request in pool.asked if isinstance(request, Choose)] == (
            pytest.approx([2.0, 0.5, 0.2])
        )
        await pool.close()

    asyncio.run(story())


def test_under_load_waiting_requests_share_the_time() -> None:
    pool = BotPool(Settings(), workers=2)
    request = Choose("ping", "random", "m", 0, b"", 2.0)
    analysis = AnalyseGame("ping", EXPERT, 0, b"", 8.0)
    for wanted, seconds in ((1, 2.0), (2, 2.0), (4, 1.0), (8, 0.5)):
        pool._wanted = wanted
        hurried = pool._hurried(request)
        assert isinstance(hurried, Choose)
        assert hurried.seconds == seconds
        shortened = pool._hurried(analysis)
        assert isinstance(shortened, AnalyseGame)
        assert shortened.seconds == 4 * seconds
    assert pool._hurried(Ready("ping", "random")) == Ready("ping", "random")


def test_as_many_workers_as_allowed_and_no_more_each_used_again() -> None:
    async def story() -> None:
        match, seat, view = started()
        pool = BotPool(Settings(bot_workers=2))
        for _ in range(2):
            asked = (
                pool.choose("ping", "random", f"m{n}", seat, view, match.legal) for n in range(5)
            )
            assert set(await asyncio.gather(*asked)) <= set(match.legal())
            assert len(pool._all) == len(pool._idle) == 2
        assert pool._wanted == 0
        workers = list(pool._all)
        await pool.close()
        assert not pool._all
        assert all(worker._process.returncode is not None for worker in workers)

    asyncio.run(story())


def test_a_worker_goes_on_with_the_seat_it_thought_for() -> None:
    async def story() -> None:
        pool = BotPool(Settings())
        workers = [await Worker.start() for _ in range(3)]
        for worker, asker in zip(workers, (("a", 0), ("a", 1), ("b", 0)), strict=True):
            worker.asker = asker
        pool._all, pool._idle = set(workers), list(workers)
        assert pool._take_idle(Choose("ping", "mate", "a", 1, b"", 1.0)) is workers[1]
        assert pool._idle == [workers[0], workers[2]]
        assert pool._take_idle(Choose("ping", "mate", "c", 1, b"", 1.0)) is workers[2], "the latest"
        assert pool._take_idle(Suggest("ping", "mate", "a", 0, b"", 1.0)) is workers[0]
        assert pool._take_idle(Ready("ping", "mate")) is None
        await pool.close()

    asyncio.run(story())


def test_a_worker_is_made_ready_beforehand_unless_one_is_there() -> None:
    async def story() -> None:
        pool = BotPool(Settings(bot_workers=1))
        pool.prepare("ping", "random")
        await asyncio.gather(*pool._preparing)
        (worker,) = pool._all
        assert worker._ready == {("ping", "random", True)}
        pool.prepare("ping", "deckhand")
        assert not pool._preparing, "there is an idle one"
        await pool.close()

    asyncio.run(story())


def test_an_analysis_has_a_deadline_of_its_own() -> None:
    async def story() -> None:
        match, dice = Match(find("ping"), options={"limit": 20}, seed=2), random.Random(2)
        while match.actor is not None:
            match.act(match.actor, dice.choice(match.legal()))
        hasty = BotPool(Settings(bot_deadline=1e-6, analysis_deadline=60.0), workers=1)
        found = await hasty.analyse(match.record(), 1)
        assert found is not None
        assert found.seat == 1
        assert await hasty.hints("ping", "m", 0, started()[2]) == []
        await hasty.close()
        late = BotPool(Settings(analysis_deadline=1e-6), workers=1)
        assert await late.analyse(match.record(), 1) is None
        await late.close()

    asyncio.run(story())

"""Deadlines: rows that are carried out once, by whichever process is there, across restarts."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.server import clock
from quarterdeck.server.house import House
from quarterdeck.server.replay import fault
from quarterdeck.server.schema import DeadlineRow, DraftRow, SeatRow, Stored
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Conflict
from quarterdeck.server.tables import Tables
from quarterdeck.server.timing import DAY, Kept, Standing, Terms, Timekeeper
from quarterdeck.wire import Invitees, Pace

from .serving import BOT, FRIEND, GENEROUS, ME, Guest, Seat, dealt, serving
from .test_storage import a_match, opened, two_seats

TWO = frozenset({0, 1})
QUICK = {"deadline_poll": 0.02, "deadline_grace": 0.0}


class OwnClock:
    """Stands still until it is set."""

    def __init__(self) -> None:
        self.at = 1_000_000_000.0

    def __call__(self) -> float:
        return self.at

    def pass_days(self, days: float) -> None:
        self.at += days * DAY


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> OwnClock:
    """The hands of the clock by which the servers of a test go."""
    own = OwnClock()
    monkeypatch.setattr(clock, "now", own)
    return own


# Clocks, without a server ------------------------------------------------------------------------


def asked(seat: int | None, turn: int = 0, vacant: frozenset[int] = frozenset()) -> Standing:
    return Standing(seat is None, seat, turn, vacant, TWO - vacant)


def keeper(**terms: Any) -> Timekeeper:
    return Timekeeper("match", Kept.agreed(Terms(**terms), 2), [])


def left(time: Timekeeper) -> list[float | None]:
    shown = time.shown(frozenset())
    assert shown is not None
    return [seat.left for seat in shown.seats]


def test_a_clock_runs_while_its_seat_is_to_act_after_a_delay() -> None:
    time = keeper(pace=Pace(minutes=2, seconds=10))
    time.begin(asked(0), 1000, 0)
    assert time.due("move", 0) == 1000 + 120 + 10
    time.follow(asked(1), 1040)
    assert left(time) == [90, 120]
    assert time.due("move", 0) is None
    assert time.due("move", 1) == 1040 + 120 + 10
    time.follow(asked(0, 1), 1045)  # faster than the delay: nothing is gained
    assert left(time) == [90, 120]
    assert time.due("move", 0) == 1045 + 90 + 10
    time.follow(asked(None), 1050)
    assert time.changes() == time.all()
    assert time.all().rows == []


def test_every_turn_has_its_days_and_a_draft_changes_nothing() -> None:
    time = keeper(pace=Pace(days=3))
    time.begin(asked(0), 0, 0)
    time.stored()
    time.follow(asked(0), DAY)
    assert time.changes() is None
    assert (time.due("move", 0), time.due("reminder", 0)) == (3 * DAY, 2.5 * DAY)
    time.follow(asked(0, turn=1), 2 * DAY)
    assert time.due("move", 0) == 5 * DAY


def test_no_clock_runs_before_everybody_has_come_or_a_bot_sits_in() -> None:
    time = keeper(pace=Pace(days=1), invitees=Invitees(days=2, then="claim"))
    time.invite(frozenset({1}), 0)
    time.follow(asked(None, vacant=frozenset({1}))._replace(over=False), 0)
    assert [(row.kind, row.seat, row.at) for row in time.all().rows] == [("invitee", 1, 2 * DAY)]
    time.done(time.all().rows[0])
    time.leave(1, "claim", 2 * DAY)
    assert time.claims(1, vacant=True) == ["bot", "call_off"]
    time.wait(1, True, 2 * DAY)
    assert time.due("invitee", 1) == 4 * DAY
    time.leave(1, "bot", 3 * DAY)
    time.follow(asked(0, vacant=frozenset({1})), 3 * DAY)
    assert time.due("move", 0) == 4 * DAY
    time.come_back(1)
    time.follow(asked(0), 3 * DAY)
    assert time.due("invitee", 1) is None


def test_whoever_returns_to_an_empty_clock_has_a_minute() -> None:
    time = keeper(pace=Pace(minutes=1), on_time="bot")
    time.begin(asked(0), 0, 0)
    time.done(time.all().rows[0])
    time.leave(0, "bot", 60)
    time.follow(asked(0), 60)
    assert time.stands_in(0)
    assert left(time) == [0, 60]
    assert time.due("move", 0) is None
    assert time.come_back(0)
    assert not time.come_back(0)
    time.follow(asked(0), 100)
    assert time.due("move", 0) == 160


@pytest.mark.parametrize("pace", [{}, {"days": 1, "minutes": 1}, {"days": 1, "seconds": 5}])
def test_a_pace_is_days_or_minutes(pace: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="either days, or minutes"):
        Pace(**pace)


# Rows --------------------------------------------------------------------------------------------


def test_a_deadline_is_deleted_with_what_comes_of_it_or_nothing_happens(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            row = DeadlineRow(match="match-0", kind="move", seat=1, at=1e9 + 1 / 3, task="lose")
            times = keeper(pace=Pace(days=1)).all()
            times.rows.append(row)
            await storage.create(a_match(), two_seats(), times)
            assert await storage.next_deadlines(5) == [row]
            await storage.postpone("match-0", 1e9, 2e9)
            assert await storage.next_deadlines(5) == [row]
            await storage.postpone("match-0", 2e9, 2e9)
            draft = DraftRow(writes=await storage.writes("match-0"))
            with pytest.raises(Conflict):  # it is due at another time now
                await storage.save("match-0", 0, [], draft, over=True, due=row)
            stored = await storage.load("match-0")
            assert stored is not None
            assert not stored.match.over
            assert stored.timing == times.value
            (moved,) = stored.deadlines
            assert moved.at == 2e9
            await storage.save("match-0", 0, [], draft, over=True, due=moved)
            assert await storage.next_deadlines(5) == []

    asyncio.run(story())


def test_processes_that_start_together_put_deadlines_off_once(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as one, opened(database_url) as other:
            times = keeper(pace=Pace(days=1)).all()
            row = DeadlineRow(match="match-0", kind="move", seat=1, at=5000.0, task="lose")
            times.rows.append(row)
            await one.create(a_match(), two_seats(), times)
            assert await one.resume(1000.0, 15.0, 60.0) == 0  # the first server ever
            await one.be_seen(1100.0)
            starts = [storage.resume(2100.0, 15.0, 60.0) for storage in (one, other, one)]
            assert sorted(await asyncio.gather(*starts)) == [0, 0, 1000]
            assert [row.at for row in await one.next_deadlines(5)] == [6000]
            assert await one.resume(2110.0, 15.0, 60.0) == 0  # a restart, not a stop
            assert [row.at for row in await one.next_deadlines(5)] == [6000]
            assert await one.resume(5500.0, 9e9, 60.0) == 0
            assert await one.resume(6001.0, 9e9, 60.0) == 0  # somebody may just be at it
            assert [row.at for row in await one.next_deadlines(5)] == [6000]
            assert await one.resume(6003.0, 9e9, 60.0) == 0
            assert [row.at for row in await one.next_deadlines(5)] == [6063]

    asyncio.run(story())


# Houses ------------------------------------------------------------------------------------------


def seats(*guests: str | None) -> list[SeatRow]:
    return [SeatRow(seat=n, name=str(guest), guest=guest) for n, guest in enumerate(guests)]


def settings(database_url: str, **others: Any) -> Settings:
    return Settings(database_url=database_url, **{**GENEROUS, **QUICK, **others})


async def until(met: Callable[[], Awaitable[bool]], seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not await met():
            await asyncio.sleep(0.01)


async def stored(house: House, match: str) -> Stored:
    found = await house.tables._storage.load(match)
    assert found is not None
    return found


def test_two_processes_carry_a_deadline_out_once(database_url: str, hands: OwnClock) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            chosen = settings(database_url)
            houses = [await stack.enter_async_context(House.open(chosen)) for _ in range(2)]
            terms = Terms(Pace(days=3), "lose")
            ids = []
            for n in range(6):
                pair = seats("ann", "bob")
                table = await dealt(houses[n % 2].tables, pair, terms)
                ids.append(table.about.id)
            for house in houses:
                for match in ids:
                    await house.tables.get(match)  # both have it in memory, and are equally fast
            hands.pass_days(2.9)
            await asyncio.sleep(0.1)
            assert not any([(await stored(houses[0], match)).batches for match in ids])
            hands.pass_days(0.2)

            async def all_over() -> bool:
                return all([(await stored(houses[0], match)).match.over for match in ids])

            await until(all_over)
            await asyncio.sleep(0.1)
            for match in ids:
                found = await stored(houses[1], match)
                assert [batch.kind for batch in found.batches] == ["late"]
                assert found.deadlines == []

    asyncio.run(story())


def test_a_table_that_is_not_in_memory_is_woken(database_url: str, hands: OwnClock) -> None:
    async def story() -> None:
        async with House.open(settings(database_url, idle_seconds=0.0)) as house:
            terms = Terms(Pace(minutes=1), "lose")
            table = await dealt(house.tables, seats("ann", "bob"), terms)
            actor = table.match.actor
            table.used = -1e9
            house.tables.put_to_sleep()
            assert not house.tables.holds(table.about.id)
            hands.pass_days(1)

            async def over() -> bool:
                return (await stored(house, table.about.id)).match.over

            await until(over)
            assert [batch.seat for batch in (await stored(house, table.about.id)).batches] == [
                actor
            ]

    asyncio.run(story())


def test_time_in_which_no_server_ran_does_not_count(database_url: str, hands: OwnClock) -> None:
    async def story() -> None:
        chosen = settings(database_url, deadline_grace=600.0)
        terms = Terms(Pace(minutes=5), "lose")
        async with House.open(chosen) as house:
            passed = await dealt(house.tables, seats("ann", "bob"), terms)
            hands.at += 200
            near = await dealt(house.tables, seats("ann", "bob"), terms)
            slow = Terms(Pace(minutes=60), "lose")
            far = await dealt(house.tables, seats("ann", "bob"), slow)
        hands.at += 200
        async with House.open(chosen) as house:
            for match in (passed.about.id, near.about.id):
                (row,) = (await stored(house, match)).deadlines
                assert row.at == hands.at + 600
            (row,) = (await stored(house, far.about.id)).deadlines
            assert row.at == hands.at + 3600
            hands.at += 599
            await asyncio.sleep(0.1)
            assert not (await stored(house, passed.about.id)).match.over
            async with House.open(chosen):  # another process changes nothing
                (row,) = (await stored(house, passed.about.id)).deadlines
                assert row.at == hands.at + 1

    asyncio.run(story())


def test_a_deadline_that_fails_is_tried_again_and_holds_up_no_other(
    tmp_path: Path, hands: OwnClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House.open(settings(f"sqlite:///{tmp_path / 'x.db'}")) as house:
            terms = Terms(Pace(days=1), "lose")
            pair = [seats("ann", "bob"), seats("cid", "dan")]
            bad, good = [await dealt(house.tables, s, terms) for s in pair]
            find, broken = Tables.get, True

            async def get(tables: Tables, match: str) -> Any:
                if broken and match == bad.about.id:
                    raise OSError("no such luck")
                return await find(tables, match)

            monkeypatch.setattr(Tables, "get", get)
            hands.pass_days(1.1)

            async def over(match: str) -> bool:
                return (await stored(house, match)).match.over

            await until(lambda: over(good.about.id))
            assert not await over(bad.about.id)
            broken = False
            hands.pass_days(0.1)
            await until(lambda: over(bad.about.id))

    asyncio.run(story())


KILLED = """
import asyncio, os, signal, sys
from quarterdeck.server.house import House
from quarterdeck.server.schema import SeatRow
from quarterdeck.server.settings import Settings
from quarterdeck.server.timing import Terms
from quarterdeck.wire import Pace

async def begin():
    async with House.open(Settings(database_url=sys.argv[1])) as house:
        sitting = [SeatRow(seat=n, name=str(n), guest="ann") for n in range(2)]
        terms = Terms(Pace(minutes=0.02), "lose")
        table = await house.tables.create("ping", {}, sitting, "ann", terms, "5a" * 16)
        print(table.about.id, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(begin())
"""


def test_a_deadline_survives_kill_9_by_the_real_clock(database_url: str) -> None:
    command = [sys.executable, "-c", KILLED, database_url]
    killed = subprocess.run(command, stdout=subprocess.PIPE, timeout=120)
    assert killed.returncode == -9
    match = killed.stdout.decode().strip()

    async def story() -> None:
        async with House.open(settings(database_url, deadline_grace=0.5)) as house:
            assert not (await stored(house, match)).batches

            async def over() -> bool:
                return (await stored(house, match)).match.over

            started = time.monotonic()
            await until(over)
            assert time.monotonic() - started < 30
            assert [batch.kind for batch in (await stored(house, match)).batches] == ["late"]

    asyncio.run(story())


# People ------------------------------------------------------------------------------------------


def until_shown(seat: Seat, met: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    while not seat.state or not met(seat.state):
        seat.read_state()
    return seat.state


def until_gathered(seat: Seat, met: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The same before the deal."""
    while not met(message := seat.answer()):
        assert message["type"] == "gathered", message
    return message


def time_of(state: dict[str, Any], seat: int) -> dict[str, Any]:
    found: dict[str, Any] = state["timing"]["seats"][seat]
    return found


def a_pair(
    address: str, arrive: Callable[[str], Guest], **terms: Any
) -> tuple[Seat, Seat, str, Guest]:
    """Two people at a table: whoever is to act, and the other one; the match; its owner."""
    ann, bob = arrive(address), arrive(address)
    made = ann.begin(ME, FRIEND, terms=terms)
    bob.join(made["id"], made["seats"][1]["invite"])
    one, other = ann.sit(made["id"], 0), bob.sit(made["id"], 1)
    actor, waiting = (one, other) if one.to_act else (other, one)
    return actor, waiting, made["id"], ann


def test_the_others_wait_for_an_absent_player_and_then_claim_the_game(
    tmp_path: Path, hands: OwnClock, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "x.db", **QUICK) as address:
        absent, waiting, match, ann = a_pair(address, arrive, pace={"days": 1})
        who = absent.state["scene"]["actor"]
        assert time_of(waiting.state, who)["due"] == hands.at + DAY
        waiting.send(type="claim", seat=who, what="resignation")
        assert waiting.answer()["code"] == "nothing-to-claim"
        hands.pass_days(1.1)
        state = until_shown(waiting, lambda s: time_of(s, who)["absent"])
        assert time_of(state, who)["claims"] == ["bot", "resignation"]
        waiting.send(type="wait", seat=who)
        state = until_shown(waiting, lambda s: not time_of(s, who)["absent"])
        assert time_of(state, who)["due"] == hands.at + DAY
        hands.pass_days(1.1)
        until_shown(waiting, lambda s: time_of(s, who)["absent"])
        for seat, what in ((1 - who, "bot"), (who, "call_off"), (7, "bot")):
            waiting.send(type="claim", seat=seat, what=what)
            assert waiting.answer()["code"] == "nothing-to-claim"
        waiting.send(type="claim", seat=who, what="resignation")
        state = until_shown(waiting, lambda s: "outcome" in s["scene"])
        assert state["scene"]["outcome"]["winners"] == [1 - who]
        assert "ran out of time" in state["scene"]["outcome"]["text"]
        assert waiting.log[-1]["text"].endswith("runs out of time.")
        record = ann.http.get(f"/api/matches/{match}/record").json()
        assert [batch["kind"] for batch in record["batches"]] == ["late"]


def test_an_absent_player_who_acts_cannot_be_claimed_any_more(
    tmp_path: Path, hands: OwnClock, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "x.db", **QUICK) as address:
        absent, waiting, _, _ = a_pair(address, arrive, pace={"minutes": 5})
        who = absent.state["scene"]["actor"]
        hands.at += 301
        until_shown(absent, lambda s: time_of(s, who)["absent"])
        absent.act(absent.actions()[0]["id"])
        state = until_shown(waiting, lambda s: not time_of(s, who)["absent"] and waiting.to_act)
        assert time_of(state, who)["left"] == 60
        waiting.send(type="claim", seat=who, what="bot")
        while (answer := waiting.answer())["type"] == "state":
            pass
        assert answer["code"] == "nothing-to-claim"


def test_a_bot_sits_in_until_the_player_is_back(
    tmp_path: Path, hands: OwnClock, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "x.db", **QUICK) as address:
        terms = {"pace": {"days": 1}, "on_time": "bot"}
        absent, waiting, match, ann = a_pair(address, arrive, **terms)
        who = absent.state["scene"]["actor"]
        hands.pass_days(1.1)
        state = until_shown(waiting, lambda s: waiting.to_act)
        person = state["people"][who]
        assert (person["kind"], person["stand_in"]) == ("person", True)
        assert ann.http.get(f"/api/matches/{match}").json()["seats"][who]["stand_in"]
        absent.send(type="back")
        until_shown(waiting, lambda s: not s["people"][who]["stand_in"])
        waiting.act(waiting.actions()[0]["id"])
        while waiting.state["scene"]["actor"] != who:
            waiting.act(waiting.actions()[0]["id"])
        assert waiting.silent(0.5)  # nobody plays for them


def test_a_bot_sits_in_for_whoever_was_invited_until_they_come(
    tmp_path: Path, hands: OwnClock, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "x.db", **QUICK) as address:
        ann, bob = arrive(address), arrive(address)
        terms = {"invitees": {"days": 2, "then": "bot"}, "pace": {"days": 1}}
        made = ann.begin(ME, FRIEND, terms=terms)
        seat = ann.open(made["id"], 0)
        gathered = seat.read()
        assert time_of(gathered, 1)["due"] == hands.at + 2 * DAY
        assert time_of(gathered, 0)["due"] is None
        hands.pass_days(2.1)
        state = until_shown(seat, lambda s: s["people"][1]["stand_in"])
        assert state["people"][1]["kind"] == "open"
        until_shown(seat, lambda s: seat.to_act)
        bob.join(made["id"], made["seats"][1]["invite"])
        state = until_shown(seat, lambda s: not s["people"][1]["stand_in"])
        assert state["people"][1]["kind"] == "person"
        assert time_of(state, 1)["absent"] is None
        seat.send(type="resign")
        until_shown(seat, lambda s: "outcome" in s["scene"])
        record = ann.http.get(f"/api/matches/{made['id']}/record").json()
        assert [one["seat"] for one in record["chance"]["contributions"]] == [0]


def test_the_others_decide_before_the_deal_about_whoever_does_not_come(
    tmp_path: Path, hands: OwnClock, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "x.db", **QUICK) as address:
        ann, eve = arrive(address), arrive(address)
        terms = {"invitees": {"days": 2, "then": "claim"}, "pace": {"days": 1}}
        made = ann.begin(ME, FRIEND, terms=terms)
        seat, watching = ann.open(made["id"], 0), eve.open(made["id"])
        seat.send(type="claim", seat=1, what="bot")
        assert until_gathered(seat, lambda m: "code" in m)["code"] == "nothing-to-claim"
        hands.pass_days(2.1)
        gathered = until_gathered(seat, lambda m: time_of(m, 1)["absent"])
        assert time_of(gathered, 1)["claims"] == ["bot", "call_off"]
        until_gathered(watching, lambda m: time_of(m, 1)["absent"])
        watching.send(type="claim", seat=1, what="call_off")
        assert watching.answer()["code"] == "not-your-turn"
        seat.send(type="wait", seat=1)
        gathered = until_gathered(seat, lambda m: not time_of(m, 1)["absent"])
        assert time_of(gathered, 1)["due"] == hands.at + 2 * DAY
        hands.pass_days(2.1)
        until_gathered(seat, lambda m: time_of(m, 1)["absent"])
        seat.send(type="claim", seat=1, what="bot")
        state = until_shown(seat, lambda s: seat.to_act)
        assert time_of(state, 0)["due"] == hands.at + DAY


def test_clocks_start_with_the_deal(
    tmp_path: Path, hands: OwnClock, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "x.db", **QUICK, entropy_seconds=(60.0, 60.0)) as address:
        ann, bob = arrive(address), arrive(address)
        terms = {"pace": {"days": 1}, "on_time": "lose", "invitees": {"days": 9, "then": "bot"}}
        made = ann.begin(ME, FRIEND, terms=terms)
        hands.pass_days(3)
        bob.join(made["id"], made["seats"][1]["invite"], careful=True)
        hands.pass_days(3)
        seat = bob.contribute(made["id"], 1)
        state = until_shown(seat, lambda s: True)
        assert time_of(state, state["scene"]["actor"])["due"] == hands.at + DAY
        assert [time_of(state, n)["absent"] for n in range(2)] == [None, None]
        made = ann.begin(ME, ME, FRIEND, game="zerpang", elves=1, live=1)
        hands.pass_days(1)
        bob.join(made["id"], made["seats"][2]["invite"])
        assert bob.sit(made["id"], 2).state["deadline"] == hands.at + 3 * 3600


def test_a_match_is_called_off_when_nobody_comes(
    tmp_path: Path, hands: OwnClock, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "x.db", **QUICK) as address:
        ann = arrive(address)
        made = ann.begin(ME, FRIEND, terms={"invitees": {"days": 2, "then": "call_off"}})
        seat = ann.open(made["id"], 0)
        hands.pass_days(2.1)
        until_shown(seat, lambda s: s["timing"]["called_off"])
        info = ann.http.get(f"/api/matches/{made['id']}").json()
        assert info["over"]
        assert info["timing"]["called_off"]
        seat.send(type="resign")
        assert seat.answer()["code"] == "game-over"
        answer = ann.http.get(f"/api/matches/{made['id']}/analysis?seat=0")
        assert answer.json()["code"] == "not-over"

    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path / 'x.db'}") as storage:
            found = await storage.load(made["id"])
            assert found is not None
            assert fault(found) == ""

    asyncio.run(check())


def test_without_a_pace_nobody_is_in_a_hurry_and_a_bad_one_is_refused(ann: Guest) -> None:
    made = ann.begin(ME, BOT)
    assert "timing" not in ann.sit(made["id"], 0).state
    assert ann.http.get(f"/api/matches/{made['id']}").json()["timing"] is None
    for terms in (
        {"pace": {}},
        {"pace": {"days": 61}},
        {"pace": {"days": 1, "minutes": 1}},
        {"pace": {"hours": 1}},
        {"pace": {"days": float("1e300")}},
        {"on_time": "cry"},
        {"invitees": {"days": 0}},
    ):
        new = {"game": "ping", "seats": [ME, BOT], **terms}
        assert ann.http.post("/api/matches", json=new).status_code == 400, terms

"""A pause must not say whether a seat had a choice."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quarterdeck.server import pauses
from quarterdeck.server.automatic import AutoMove
from quarterdeck.server.pauses import Pauses, in_time
from quarterdeck.server.settings import Settings
from quarterdeck.server.table import Table

from .serving import BOT, ME, Guest, Seat, serving

ADMIRAL = {"kind": "bot", "bot": "admiral"}


def told_apart(some: list[float], others: list[float]) -> float:
    """The chance that the greater of two numbers, one of each kind, is of the second kind."""
    pairs = [(a < b) + (a == b) / 2 for a in some for b in others]
    return sum(pairs) / len(pairs)


def test_an_admiral_takes_as_long_where_it_has_no_choice(
    tmp_path: Path, arrive: Callable[[str], Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: dict[bool, list[float]] = defaultdict(list)
    make_move = Table._make_move

    async def timed(table: Table, move: AutoMove) -> None:
        forced, started = len(table.match.legal()) == 1, time.monotonic()
        await make_move(table, move)
        waits[forced].append(time.monotonic() - started)

    monkeypatch.setattr(Table, "_make_move", timed)
    settings = {"bot_seconds": 0.1, "bot_delay": (0.06, 0.1)}
    with serving(tmp_path / "q.db", **settings) as address:
        watching = arrive(address).open(
            arrive(address).begin(ADMIRAL, ADMIRAL, game="zerpang")["id"]
        )
        while len(waits[True]) < 14 or len(waits[False]) < 14:
            watching.read_state()
    forced, free = waits[True], waits[False][1:]  # the first waits for the worker to start
    assert 0.2 < told_apart(forced, free) < 0.8, (sorted(forced), sorted(free))


def test_a_level_s_time_does_not_depend_on_the_position() -> None:
    made = Pauses(Settings(bot_seconds=2.0, bot_delay=(0.4, 0.9)))
    assert made.thinking("admiral", 2) == 2.0
    assert made.thinking("admiral", 4) == 1.0, "where many play, each takes less"
    assert made.thinking("captain", 2) == 0.5
    assert made.thinking("mate", 2) == pytest.approx(0.1)
    drawn = [made.before_moving("captain", 2)() for _ in range(200)]
    assert 0.9 <= min(drawn) < max(drawn) <= 1.4
    assert Pauses(Settings(bot_delay=(0, 0))).before_moving("admiral", 2)() == 0


def test_bots_in_a_hurry_take_all_their_time_to_think_and_little_more() -> None:
    made = Pauses(Settings(bot_seconds=2.0, bot_delay=(0.4, 0.9)))
    hurried = [made.before_moving("captain", 2, lambda: True)() for _ in range(200)]
    assert 0.5 + 0.04 <= min(hurried) < max(hurried) <= 0.5 + 0.09
    passes = [made.before_passing(0, False, lambda: True)() for _ in range(200)]
    assert 0.04 <= min(passes) < max(passes) <= 0.09
    assert made.before_passing(0, True, lambda: True)() >= 0.8, "not among people"


def test_bots_hurry_when_asked_to(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    with serving(tmp_path / "q.db", bot_seconds=0.1, bot_delay=(0.8, 0.8)) as address:
        ann = arrive(address)
        seat = ann.sit(ann.begin(ME, BOT, game="depth_charge")["id"], 0)  # cannot end so soon
        assert waited(seat) > 0.7
        seat.send(type="hurry", on=True)
        assert waited(seat) < 0.7
        seat.send(type="hurry", on=False)
        assert waited(seat) > 0.7


def waited(seat: Seat) -> float:
    """Seconds from a person's last action to a bot's."""
    while not seat.to_act:
        seat.read_state()
    while seat.to_act:
        seat.act(seat.actions()[0]["id"])
    started = time.monotonic()
    while not seat.to_act:
        seat.read_state()
    return time.monotonic() - started


@pytest.mark.parametrize(
    ("others", "hurry"),
    [([("cadet", None)], True), ([("cadet", None), (None, "bob")], False), ([(None, None)], False)],
)
def test_nobody_hurries_the_bots_at_a_table_with_other_people(
    others: list[tuple[str | None, str | None]], hurry: bool
) -> None:
    rows = [SimpleNamespace(bot=bot, guest=guest) for bot, guest in [(None, "ann"), *others]]
    table: Any = SimpleNamespace(seats=rows, _pauses=SimpleNamespace(hurried=True))
    assert Table._in_a_hurry(table) is hurry


def test_who_is_late_waits_for_another_whole_pause() -> None:
    now = time.monotonic()
    assert in_time(now - 0.2, lambda: 1.0) == pytest.approx(0.8, abs=0.1)
    assert in_time(now - 1.3, lambda: 1.0) == pytest.approx(0.7, abs=0.1)
    assert in_time(now - 1.3, lambda: 0.0) == 0


def asked(seat: int, decisions: int, decline: int | None = 7) -> Any:
    """A match that asks a seat for an optional response."""
    scene = SimpleNamespace(decline=decline)
    return SimpleNamespace(actor=seat, decisions=decisions, picture=lambda _: scene)


def test_an_auto_pass_among_people_takes_as_long_as_that_player_s_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(pauses.time, "monotonic", lambda: now[0])
    made = Pauses(Settings(auto_pass_delay=(0.8, 4.0), bot_delay=(0.4, 0.9)))
    assert 0.4 <= made.before_passing(0, among_people=False)() <= 0.9
    unknown = [made.before_passing(0, among_people=True)() for _ in range(100)]
    assert 0.8 <= min(unknown) < 1.6 < 3.2 < max(unknown) <= 4.0
    for decisions in range(20):
        made.ask(asked(0, decisions))
        now[0] += 2.0
        made.ask(asked(0, decisions))  # shown again: the time still runs
        made.note(0, asked(0, decisions))
    usual = [made.before_passing(0, among_people=True)() for _ in range(100)]
    assert 1.8 <= min(usual) < max(usual) <= 2.2
    assert {made.before_passing(1, among_people=True)() > 2.2 for _ in range(100)} == {True, False}


def test_only_optional_responses_count(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Pauses(Settings())
    made.ask(asked(0, 1, decline=None))
    made.note(0, asked(0, 1, decline=None))
    made.ask(asked(0, 2))
    made.note(1, asked(0, 2))
    made.note(0, asked(0, 3))
    assert not any(made._by_hand.values())

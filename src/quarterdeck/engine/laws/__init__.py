"""What must hold of every game: ours in the tests, anyone's by `quarterdeck check`.

`decisions.py` has the laws that look at every decision of a game, `games.py` those of whole games.
`twins.py` compares games that differ in what a seat cannot know. `imagination.py` compares many
imagined worlds with what is true; `small.py` does so exactly where a game can be listed. A law
raises `Violation`, which carries the record of the game that breaks it.
"""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.game import Game
from quarterdeck.engine.laws.decisions import DECISION_LAWS
from quarterdeck.engine.laws.games import GAME_LAWS, lesson_fits, look_can_be_drawn
from quarterdeck.engine.laws.imagination import (
    Sample,
    allowed_can_be_imagined,
    imagination_is_fair,
)
from quarterdeck.engine.laws.small import small_games_are_exact
from quarterdeck.engine.laws.twins import nothing_leaks, pictures_follow_from_views
from quarterdeck.engine.laws.walk import Report, Setting, Violation, Walk, settings
from quarterdeck.engine.state import SPECTATOR, TRUTH

__all__ = [
    "DECISION_LAWS",
    "GAME_LAWS",
    "OTHER_LAWS",
    "Report",
    "Setting",
    "Violation",
    "Walk",
    "check",
    "settings",
]

PICTURES = 0.002
"""The share of states at which pictures are compared: drawing is slow."""

MOMENTS, MOST_MOMENTS = 4, 800
"""How many moments, for each game that is played, truths and imagined worlds are compared at."""

IMAGINATION_LAWS = (imagination_is_fair, allowed_can_be_imagined, small_games_are_exact)
DATA_LAWS = (look_can_be_drawn, lesson_fits)
"""Of files beside the rules: checked once."""
OTHER_LAWS: tuple[Callable[..., object], ...] = (
    nothing_leaks,
    pictures_follow_from_views,
    *DATA_LAWS,
    *IMAGINATION_LAWS,
)


def check(
    game: Game,
    games: int = 200,
    seed: int = 0,
    states: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `games` random games over all settings and check every law.

    `states`: where games are long, no new one is begun after so many.
    After a violation the search goes on a while for a shorter game that breaks the same law.
    """
    report = Report(game)
    every = settings(game)
    extra = 0
    for number in range(games):
        try:
            _check_one(report, every[number % len(every)], seed + number, number)
        except Violation as found:
            violation, best = found, report.violation
            if best is None or (violation.law == best.law and violation.length < best.length):
                report.violation = violation
        if states is not None and report.states >= states:
            break
        if report.violation:
            extra += 1
            if extra > 50:
                break
        progress(number + 1)
    if not report.violation:
        _check_data(report)
    if not report.violation:
        _check_imagination(report, every, seed, min(MOMENTS * games, MOST_MOMENTS))
    return report


def _check_data(report: Report) -> None:
    for law in DATA_LAWS:
        try:
            report.checked[law.__name__] += law(report.game)
        except Violation as found:
            report.violation = found
            return


def _check_imagination(report: Report, every: list[Setting], seed: int, count: int) -> None:
    sample = Sample(report.game, every, seed, count)
    for law in IMAGINATION_LAWS:
        try:
            report.checked[law.__name__] += law(sample)
        except Violation as found:
            report.violation = found
            return


def _check_one(report: Report, setting: Setting, seed: int, number: int) -> None:
    try:
        walk = Walk(report.game, setting, seed)
    except Exception as error:  # it cannot be dealt: there is nothing to record
        raise Violation("rules run without error", f"{type(error).__name__}: {error}") from None
    try:
        _check_walk(report, walk, number)
    except (Violation, MemoryError):
        raise
    except Exception as error:  # whatever a game's own code raises, with the game that shows it
        walk.fail("rules run without error", f"{type(error).__name__}: {error}")


def _check_walk(report: Report, walk: Walk, number: int) -> None:
    report.games += 1
    for law in DECISION_LAWS:
        law(walk)
    while not walk.over:
        walk.act(walk.random.choice(walk.legal()))
        for law in DECISION_LAWS:
            law(walk)
            report.checked[law.__name__] += 1
        report.states += 1
        report.longest = max(report.longest, len(walk.actions))
        report.most_events = max(report.most_events, int(walk.state["event_count"][0]))
        if walk.random.random() < PICTURES:
            pictures_follow_from_views(walk)
            report.checked["pictures_follow_from_views"] += 1
    if walk.view(SPECTATOR)["viewer"][0] == TRUTH:
        walk.fail("views are marked", "a spectator's view claims to be the truth")
    if number % 40 == 0:
        for whole in GAME_LAWS:
            whole(walk)
            report.checked[whole.__name__] += 1
        report.checked["nothing_leaks"] += nothing_leaks(walk.game, walk.setting, walk.seed)

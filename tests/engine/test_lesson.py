"""Every lesson is played to its end by the real rules; one that no longer fits is found out."""

import re
from collections.abc import Callable
from importlib import resources
from typing import Any

import msgspec
import pytest

from quarterdeck.engine import lesson
from quarterdeck.engine.errors import BrokenContract
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.lesson import Lesson, Written
from quarterdeck.engine.match import Match
from tests.games import OURS

from .variants import hideout


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_lesson_can_be_played_as_it_is_told(game: Game) -> None:
    assert game.lesson is not None
    assert lesson.faults(game.lesson) == []


def changed(change: Callable[[dict[str, Any]], object]) -> Lesson:
    """PING's lesson, changed a little."""
    game = find("ping")
    text = (resources.files(game.package) / lesson.FILE).read_bytes()
    raw = msgspec.json.decode(text)
    change(raw)
    return Lesson(game, msgspec.convert(raw, Written))


FAULTS = {
    "the deal is another": (
        lambda raw: raw.update(seed=raw["seed"] + 1),
        r"is not legal for seat",
    ),
    "an option does not exist": (
        lambda raw: raw.update(options={"sails": 3}),
        r"PING has no option 'sails'",
    ),
    "an action is not legal": (
        lambda raw: raw["steps"][1].update(do=["use 3"]),
        r"decision 2: use 3 is not legal for seat 0; legal are: .*use 8",
    ),
    "an alternative is not legal": (
        lambda raw: raw["steps"][1].update(do=[["use 8", "use 3"]]),
        r"decision 2: use 3 is not legal",
    ),
    "the learner's action is left to the others": (
        lambda raw: raw["steps"][1].update(do=[], then=["use 8", *raw["steps"][1]["then"]]),
        r"use 8 belongs under do",
    ),
    "the learner is asked to do what others must": (
        lambda raw: raw["steps"][0].update(do=["station 12", "station 7"], then=[]),
        r"station 7 belongs under then",
    ),
    "it points at nothing": (
        lambda raw: raw["steps"][2].update(point=["square:Q"]),
        r"step 3 points at square:Q, which is not on the screen",
    ),
    "it names what is not there": (
        lambda raw: raw["steps"][2].update(text="Play **MOVE 7** now."),
        r"step 3 says \*\*MOVE 7\*\*, which is not on the screen",
    ),
    "it ends in the middle": (lambda raw: raw["steps"].pop(), r"step 10 is the last"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_lesson_that_does_not_fit_is_found_out(fault: str) -> None:
    change, said = FAULTS[fault]
    found = lesson.faults(changed(change))
    assert any(re.search(said, line) for line in found), found


def test_a_lesson_says_how_far_a_match_has_come() -> None:
    ping = find("ping").lesson
    match = ping.begin()
    assert (ping.reached(match), ping.answer(match)) == (0, None)
    match.act(0, ping.line[0][0])
    assert (ping.reached(match), ping.answer(match)) == (1, ping.line[1][0])
    match.act(1, ping.line[1][0])
    match.act(0, match.legal()[0])
    assert (ping.reached(match), ping.answer(match)) == (None, None)


def test_taking_back_leads_back() -> None:
    ping = find("ping").lesson
    match = ping.begin()
    while match.decisions < 8:
        match.act(match.actor, ping.line[match.decisions][0])
    match.undo(0)
    assert ping.reached(match) == 7


def test_a_finished_lesson_stays_finished() -> None:
    ping = find("ping").lesson
    match = ping.begin()
    for action, *_ in ping.line:
        match.act(match.actor, action)
    match.act(match.actor, match.legal()[0])
    assert ping.reached(match) == len(ping.line)


def test_steps_to_read_wait_until_they_are_read() -> None:
    ping = find("ping").lesson
    at = ping.steps[2].at  # two steps to read, then one to do
    assert [ping.step(at, read) for read in (0, 3, 4)] == ping.steps[2:5]
    assert ping.step(at + 1, read=0) is ping.steps[4], "acting goes on, too"
    assert ping.step(len(ping.line), read=len(ping.steps)) is None


def test_its_record_replays() -> None:
    ping = find("ping").lesson
    match = ping.begin()
    for action, *_ in ping.line:
        match.act(match.actor, action)
    assert Match.from_record(match.record()).told(0) == match.told(0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"minutes": 3}', "missing required field `seed`"),
        ('{"minutes": 3, "seed": 1, "steps": []}', "length >= 8"),
        ("not JSON", "malformed"),
    ],
)
def test_a_game_with_a_damaged_lesson_is_refused(tmp_path, text: str, said: str) -> None:
    game = hideout(tmp_path, {})
    (tmp_path / game.package / lesson.FILE).write_text(text)
    with pytest.raises(BrokenContract, match=rf"{game.package}/lesson.json: .*{said}"):
        game.check()


def test_a_misspelt_action_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(ValueError, match="no action 'use 99'; there are: station 0 to 24, report"):
        changed(lambda raw: raw["steps"][1].update(do=["use 99"]))

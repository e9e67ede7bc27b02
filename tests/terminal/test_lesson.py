"""Lessons in the terminal: the same data, by keys."""

from __future__ import annotations

import pytest

from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.game import Game
from quarterdeck.terminal.sitting import Setup
from tests.games import OURS

from .person import Person, sit_down

ROOMY = (120, 40)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_lesson_is_taught_to_its_end(game: Game) -> None:
    assert game.lesson is not None
    headings = [step.heading for step in game.lesson.steps]
    seen: list[str] = []

    async def story(person: Person) -> None:
        sitting = person.sitting
        while step := sitting.step:
            assert step.heading in person.sees()
            seen.append(step.heading)
            if not step.do:
                await person.press("space")
                continue
            chosen = person.game.query_one("ActionList").chosen
            assert chosen.id in sitting.expected, "it is highlighted"
            await person.press("enter")
            await person.asked()
        assert not sitting.match.over, "the game goes on"

    sit_down(Setup(game.id, bot="random", lesson=True), story, size=ROOMY)
    assert list(dict.fromkeys(seen)) == headings


def test_whoever_goes_another_way_is_told_so_and_plays_on() -> None:
    async def story(person: Person) -> None:
        await person.play("Start at A")
        assert "You have gone your own way" in person.sees()
        await person.press("space")
        assert "own way" not in person.sees()
        assert person.sitting.my_turn

    sit_down(Setup("ping", bot="random", lesson=True), story, size=ROOMY)


def test_the_coach_may_be_left() -> None:
    async def story(person: Person) -> None:
        await person.press("ctrl+w")
        assert "Start here" not in person.sees()
        assert person.sitting.my_turn

    sit_down(Setup("ping", bot="random", lesson=True), story, size=ROOMY)


def test_a_lesson_has_its_own_deal() -> None:
    with pytest.raises(BadOption, match="its own deal"):
        Setup("ping", seed=3, lesson=True)

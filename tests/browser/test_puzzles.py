"""A puzzle in a real browser: a wrong answer is told why, the right one brings its proof."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from quarterdeck.engine.riddle import Riddle
from quarterdeck.puzzles import day_seed, make
from quarterdeck.server.riddles import today

Visitor = Callable[..., Page]


def riddle_of_today(game: str) -> Riddle:
    return make(game, day_seed(game, today()))


def mark(page: Page, places: list[str]) -> None:
    for place in places:
        page.locator(f'[data-place="{place}"]').first.click()


def test_a_puzzle_is_failed_then_solved_and_counted(visitor: Visitor) -> None:
    page, riddle = visitor(), riddle_of_today("ping")
    page.goto("/")
    page.get_by_role("link", name="today’s puzzles").click()
    page.get_by_role("link", name="Find the submarine").click()
    expect(page.get_by_role("heading", name=riddle.puzzle.question)).to_be_visible()
    check = page.get_by_role("button", name="Check")
    expect(check).to_be_disabled()
    places = [action.targets[0] for action in riddle.puzzle.scene.actions]
    wrong = [next(place for place in places if place not in riddle.answer)]
    mark(page, wrong)
    check.click()
    expect(page.get_by_role("status")).to_contain_text(riddle.objection(wrong))
    for line in riddle.proof:
        assert line not in page.content()
    mark(page, [*wrong, *riddle.answer])  # a second click takes the mark away
    check.click()
    expect(page.get_by_role("status")).to_contain_text("Solved.")
    for line in riddle.proof:
        expect(page.get_by_text(line)).to_be_visible()
    expect(page.get_by_text("solved in 2 tries")).to_be_visible()
    page.goto("/puzzles")
    expect(page.get_by_role("link", name="Find the submarine")).to_contain_text("Solved")


@pytest.mark.parametrize("game", ["depth_charge", "hidden_threat", "pocket_sub"])
def test_a_puzzle_is_solved_by_touch_on_a_phone(visitor: Visitor, game: str) -> None:
    page, riddle = visitor(390, 844, has_touch=True), riddle_of_today(game)
    page.goto(f"/puzzles/{game}")
    for place in riddle.answer:
        page.locator(f'[data-place="{place}"]').first.tap()
    page.get_by_role("button", name="Check").tap()
    expect(page.get_by_role("status")).to_contain_text("Solved.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

"""Playing by hand: nothing moves under the finger, every Tab stop has a name, axe finds nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from quarterdeck.engine.game import Game
from tests.games import OURS

from .conftest import ROOT
from .person import Person

Visitor = Callable[..., Page]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
OPENING = 5
"""Decisions."""

# Whatever moves in the board or with it, also just after a tap, which browsers would forgive.
SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    const sources = list.getEntries().flatMap((entry) => entry.sources);
    const boards = sources.filter(({ node }) => node?.closest?.("main"));
    window.shifts.push(...boards.map((one) => `${one.node.outerHTML.slice(0, 60)} moved`));
  }).observe({ type: "layout-shift" });
"""
BOARDS = """() => [...document.querySelectorAll("main, main > svg")].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
NAME = """() => {
  const here = document.activeElement;
  if (here === document.body) return null;
  return here.ariaLabel || here.title || here.innerText || here.labels?.[0]?.innerText || "";
}"""


def phone(visitor: Visitor) -> Person:
    return Person(visitor(390, 844, is_mobile=True, has_touch=True))


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_the_board_of_a_phone_does_not_move_under_the_finger(visitor: Visitor, game: Game) -> None:
    me = phone(visitor)
    me.open_table(game.id, ["deckhand"])
    assert me.await_turn()
    expect(me.page.locator("[data-lit]").first).to_be_visible()
    me.page.evaluate(SHIFTS)
    before = me.page.evaluate(BOARDS)
    for _ in range(OPENING):
        if not me.await_turn():
            break
        me.click_something()
        assert me.page.evaluate(BOARDS) == before
    assert me.page.evaluate("window.shifts") == []


def test_every_tab_stop_has_a_name_and_one_of_them_is_lit(visitor: Visitor) -> None:
    me = Person(visitor())
    me.open_table("pocket_sub", ["deckhand"])
    assert me.await_turn()
    names, lit = [], False
    for _ in range(40):
        me.page.keyboard.press("Tab")
        name = me.page.evaluate(NAME)
        if name is None:
            break
        names.append(name.strip())
        lit |= me.page.evaluate("document.activeElement.matches('[data-lit]')")
    assert len(names) > 5
    assert all(names), names
    assert lit


def faults(page: Page) -> list[str]:
    """What axe finds, with the first place of each."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


def test_axe_finds_nothing_on_the_shelf(visitor: Visitor) -> None:
    me = phone(visitor)
    me.page.goto("/")
    expect(me.cover("PING")).to_be_visible()
    assert faults(me.page) == []


@pytest.mark.parametrize("game", ["ping", "pocket_sub", "zerpang"])
def test_axe_finds_nothing_at_a_table(visitor: Visitor, game: str) -> None:
    me = Person(visitor())
    me.open_table(game, ["deckhand"])
    assert me.await_turn()
    assert faults(me.page) == []
    if game == "ping":
        me.page.get_by_role("button", name="Rules", exact=True).click()
        expect(me.page.get_by_role("complementary", name="Rules of PING")).to_be_visible()
        assert faults(me.page) == []

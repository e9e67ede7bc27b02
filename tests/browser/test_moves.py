"""What a table shows: what is lit, what moved, what a thing is, and the rules about it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from quarterdeck.engine.game import Game
from tests.games import OURS

from .person import Person

Visitor = Callable[..., Page]

# How every terrain on the page looks, unlit and lit.
LOOKS = """() => {
  const terrains = {};
  for (const cell of document.querySelectorAll("svg .cell")) {
    const style = getComputedStyle(cell.querySelector(".outline"));
    const look = () => [style.fill, style.stroke, parseFloat(style.strokeWidth)];
    const [lit, hot] = ["lit", "hot"].map((name) => cell.classList.contains(name));
    cell.querySelector(".outline").style.transition = "none";
    cell.classList.remove("lit", "hot");
    const unlit = look();
    cell.classList.add("lit");
    terrains[cell.classList.value.match(/terrain-([\\w-]+)/)[1]] = [unlit, look()];
    cell.classList.toggle("lit", lit);
    cell.classList.toggle("hot", hot);
  }
  return terrains;
}"""


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_terrain_looks_different_when_it_is_lit(visitor: Visitor, game: Game) -> None:
    me = Person(visitor())
    me.open_table(game.id, ["cadet"] * (game.seats[0] - 1))
    me.await_turn()
    looks = me.page.evaluate(LOOKS)
    assert looks
    assert len({lit[1] for _, lit in looks.values()}) == 1, "one colour says: you may"
    for terrain, (unlit, lit) in looks.items():
        assert lit[0] != unlit[0], f"{terrain} keeps its colour"
        assert lit[1] != unlit[1], f"{terrain} keeps its line"
        assert lit[2] > unlit[2], f"{terrain} keeps a thin line"


# Notes wherever another player's piece has been on the board.
PATHS = """() => {
  window.paths = {};
  const note = () => {
    for (const token of document.querySelectorAll("svg .token:not([style*='--seat-0'])"))
      (window.paths[token.dataset.place] ??= new Set()).add(token.style.transform);
  };
  note();
  new MutationObserver(note).observe(document.querySelector("main"), {
    subtree: true, childList: true, attributes: true,
  });
}"""
LONGEST_PATH = "() => Math.max(...Object.values(window.paths).map((path) => path.size))"


def test_a_bot_s_piece_goes_its_way_step_by_step_and_a_click_skips_it(visitor: Visitor) -> None:
    me = Person(visitor(pace="slow"))
    me.open_table("pocket_sub", ["cadet"])
    me.await_turn()
    me.page.evaluate(PATHS)
    while not me.page.evaluate(f"({LONGEST_PATH})() > 2"):  # its turn may be a single step
        assert me.await_turn()
        while me.acts:
            me.click_something()
        me.page.wait_for_function(
            f"() => ({LONGEST_PATH})() > 2 || document.querySelector('.yours')", timeout=30_000
        )
    assert not me.acts, "the rest of the way takes a second and more"
    me.page.mouse.click(5, 450)
    expect(me.turn).to_have_text(re.compile("Your turn|Game over"), timeout=600)
    expect(me.page.locator("svg .trace.from")).not_to_have_count(0)


# As if all of it had happened while nobody looked.
FORGET = """() => {
  const [match] = JSON.parse(localStorage["quarterdeck.seen"]).at(-1);
  localStorage["quarterdeck.seen"] = JSON.stringify([[match, 0]]);
}"""


def test_who_comes_back_is_told_what_happened_since(visitor: Visitor) -> None:
    me = Person(visitor())
    match = me.open_table("ping", ["cadet"])
    me.await_turn()
    me.click_something()
    me.await_turn()
    me.page.goto("/")
    me.page.evaluate(FORGET)
    me.page.goto(f"/play/{match}")
    missed = me.page.get_by_text("Since you last looked")
    expect(missed).to_be_visible()
    me.click_something()
    expect(missed).to_be_hidden()
    me.await_turn()
    me.page.reload()
    me.await_turn()
    expect(missed).to_be_hidden()


@pytest.mark.parametrize("width", [1440, 390])
def test_a_thing_that_is_not_lit_says_what_it_is_and_opens_the_rules_there(
    visitor: Visitor, width: int
) -> None:
    me = Person(visitor(width, 844))
    me.open_table("ping", ["cadet"])
    me.await_turn()
    page = me.page
    page.locator("[aria-label='Your move'] .card").first.click()
    sheet = page.get_by_role("dialog")
    halves = sheet.get_by_role("heading", level=3)
    expect(halves).to_have_count(2)
    clause = sheet.get_by_role("button", name="Rules: PING-").last
    number = clause.inner_text().removeprefix("Rules: ")
    clause.click()
    rules = page.get_by_role("complementary", name="Rules of PING")
    expect(rules.locator(".here")).to_contain_text(f"{number} ")
    expect(rules.locator(".here")).to_be_in_viewport()
    rules.get_by_role("searchbox").fill("torpedo")
    expect(rules.get_by_role("status")).to_have_text(re.compile(r"1 of \d\d"))
    rules.get_by_role("button", name="Contents").click()
    rules.get_by_role("button", name="DECK GUN").click()
    expect(rules.get_by_role("heading", name="DECK GUN")).to_be_in_viewport()
    rules.get_by_role("button", name="Close the rules").click()
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(rules.locator(".here")).to_contain_text("PING-10 ")  # where to begin


def test_a_long_press_says_what_a_lit_thing_is_instead_of_choosing_it(visitor: Visitor) -> None:
    me = Person(visitor(390, 844, has_touch=True))
    sent: list[str] = []
    me.page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda command: sent.append(str(command))),
    )
    me.open_table("ping", ["cadet"])
    me.await_turn()
    cell = me.page.locator(".cell.lit").first
    box = cell.bounding_box()
    at = {
        "clientX": box["x"] + 20,
        "clientY": box["y"] + 20,
        "pointerType": "touch",
        "bubbles": True,
    }
    cell.dispatch_event("pointerdown", at)
    expect(me.page.get_by_role("dialog")).to_be_visible()
    cell.dispatch_event("pointerup", at)
    cell.dispatch_event("click", at)
    assert sent  # it is noticed what the page sends
    assert not [command for command in sent if '"act"' in command]
    me.page.keyboard.press("Escape")
    before = me.sees
    me.page.locator(".cell.lit").first.dispatch_event("click")
    me.await_change(before, "a click after that did nothing")
    assert [command for command in sent if '"act"' in command]

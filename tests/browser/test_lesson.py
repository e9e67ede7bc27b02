"""Lessons in a real browser: whoever clicks where the coach points is taught to the end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from quarterdeck.engine.game import Game
from tests.games import OURS

from .person import Person

Visitor = Callable[..., Page]
PRIMARY = re.compile(r"\bprimary\b")
DESKTOP, PHONE = (1440, 900), (390, 844)

# What the coach says, what its button would do, where the first ring is, whether that is hidden.
COACH = """() => {
  const card = document.querySelector("[aria-label='Coach']");
  if (!card) return null;
  const button = card.querySelector("button");
  const box = document.querySelector(".pointer .ring")?.getBoundingClientRect();
  const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
  return {
    heading: card.querySelector("h2").innerText,
    button: button.innerText,
    waits: button.ariaDisabled === "true",
    ring: box ? [x, y] : null,
    hidden: box ? card.contains(document.elementFromPoint(x, y)) : false,
  };
}"""
CHANGED = f"(before) => JSON.stringify(({COACH})()) !== before"
# Rings are drawn a frame after the words, and on a busy machine a frame may take long.
SETTLED = f"""async () => {{
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  const now = JSON.stringify(({COACH})());
  const settled = now === window.lastCoach && !now.includes('"waits":true');
  window.lastCoach = now;
  return settled;
}}"""


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name="Coach")


def be_taught(page: Page) -> list[str]:
    """Click where the coach points, or on its button where there is only something to read."""
    headings: list[str] = []
    coach(page).wait_for()
    while True:
        while not page.evaluate(SETTLED):
            pass
        now = page.evaluate(COACH)
        headings.append(now["heading"])
        if now["button"] == "Play on":
            coach(page).get_by_role("button").first.click()
            return list(dict.fromkeys(headings))
        if now["button"] == "Next":
            coach(page).get_by_role("button", name="Next").click()
        else:
            assert now["ring"], f"nothing is pointed at: {now}"
            assert not now["hidden"], f"the card hides what it points at: {now}"
            page.mouse.click(*now["ring"])
        expect(page.locator("[role=alert]")).to_have_count(0)
        page.wait_for_function(CHANGED, arg=page.evaluate("window.lastCoach"))


@pytest.mark.parametrize(
    ("game", "size"),
    [(game, PHONE if number % 2 else DESKTOP) for number, game in enumerate(OURS)],
    ids=[game.id for game in OURS],
)
def test_whoever_clicks_where_the_coach_points_is_taught_to_the_end(
    visitor: Visitor, game: Game, size: tuple[int, int]
) -> None:
    assert game.lesson is not None
    me = Person(visitor(*size))
    me.page.goto("/")
    me.cover(game.title).get_by_role("button", name="Learn").click()
    assert be_taught(me.page) == [step.heading for step in game.lesson.steps]
    expect(coach(me.page)).to_have_count(0)
    assert me.await_turn(), "the game goes on"


def test_whoever_goes_another_way_is_told_and_offered_the_game_first_next_time(
    visitor: Visitor,
) -> None:
    me = Person(visitor())
    me.page.goto("/")
    learn = me.cover("PING").get_by_role("button", name="Learn, 3 minutes")
    expect(learn).to_have_class(PRIMARY)
    expect(me.cover("PING").get_by_role("combobox", name="against")).to_have_value("cadet")
    learn.click()
    expect(me.page.get_by_text("A lesson: the deal is always the same.")).to_be_visible()
    me.page.locator("[data-place='square:A']").click()
    expect(coach(me.page)).to_contain_text("You have gone your own way")
    coach(me.page).get_by_role("button", name="Play on").click()
    expect(coach(me.page)).to_have_count(0)
    assert me.await_turn()
    me.page.goto("/")
    expect(learn).not_to_have_class(PRIMARY)


def test_the_coach_can_be_followed_by_keyboard(visitor: Visitor) -> None:
    page = visitor()
    made = page.request.post(
        "/api/matches", data={"game": "ping", "seats": [{"kind": "me"}], "lesson": True}
    ).json()
    page.goto(f"/play/{made['id']}")
    button = coach(page).get_by_role("button").first
    button.focus()
    page.keyboard.press("Enter")
    expect(coach(page)).to_contain_text("2 of 11")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(coach(page)).to_contain_text("3 of 11")
    expect(button).to_be_focused()

"""Somebody in front of a page: sees what is lit, clicks it with a real pointer, waits for news."""

import random
import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, TimeoutError, expect

CHOICE = ":is([aria-label='Which of these?'], [aria-label='Are you sure?']) button"
LIT = "[data-lit]:not(:disabled)"

# All a player can tell apart: the words on the table and what is lit. Neither the list of all moves
# nor the news for screen readers, which come and go without anything having happened.
TABLE = f"header, main, aside, [aria-label='Your move'] :is(h2, [data-place]), {CHOICE}"
SIGHT = f"""() => {{
  const table = [...document.querySelectorAll(`{TABLE}`)].map((part) => part.innerText);
  const lit = [...document.querySelectorAll(`{LIT}`)].map((one) => one.dataset.place);
  return [...table, ...lit].join(' ');
}}"""

# The middle of everything that may be clicked now; one of them is scrolled to.
SPOTS = f"""(shown) => {{
  const choices = document.querySelectorAll(`{CHOICE}`);
  return [...(choices.length ? choices : document.querySelectorAll(`{LIT}`))].map((lit, i) => {{
    if (i === shown) lit.scrollIntoView({{ block: "nearest", inline: "nearest" }});
    const box = lit.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return {{ x, y, label: lit.ariaLabel ?? lit.innerText }};
  }});
}}"""

# Notes while a command of ours is on its way and not yet answered.
WATCH = """
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (command) {
    window.unanswered = true;
    this.addEventListener("message", (event) => {
      if (JSON.parse(event.data).type !== "people") window.unanswered = false;
    });
    return send.call(this, command);
  };
"""


@dataclass
class Person:
    page: Page
    dice: random.Random = field(default_factory=lambda: random.Random(1))

    def __post_init__(self) -> None:
        self.page.add_init_script(WATCH)

    def cover(self, title: str) -> Locator:
        """A game on the shelf."""
        name = self.page.get_by_role("heading", name=title, exact=True)
        return self.page.locator("article").filter(has=name)

    def sit_down(self, how: str, title: str = "PING") -> None:
        """Begin a game: "Play", "With a friend" or "Same device"."""
        self.cover(title).get_by_role("button", name=how, exact=True).click()
        self.page.wait_for_url("**/play/*")

    @property
    def turn(self) -> Locator:
        return self.page.locator("header").get_by_role("status")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("region", name="Log").get_by_role("listitem")

    @property
    def take_back(self) -> Locator:
        return self.page.get_by_role("button", name="Take back")

    @property
    def sees(self) -> str:
        return self.page.evaluate(SIGHT)

    @property
    def acts(self) -> bool:
        return self.turn.inner_text() == "Your turn"

    def await_turn(self) -> bool:
        """Wait to be asked; False when the game has ended instead."""
        expect(self.turn).to_have_text(re.compile("Your turn|Game over"), timeout=30_000)
        return self.acts

    def click_something(self) -> None:
        """Click one of the lit things; something must come of it."""
        before, spots = self.page.evaluate(f"[({SIGHT})(), ({SPOTS})()]")
        assert spots, f"nothing is lit, yet it is my turn:\n{before}"
        number = self.dice.randrange(len(spots))
        spot = self.page.evaluate(f"(number) => ({SPOTS})(number)[number]", number)
        self.page.mouse.click(spot["x"], spot["y"])
        self.await_change(before, f"clicking “{spot['label']}” did nothing")

    def await_change(self, before: str, otherwise: str) -> None:
        try:
            changed = f"(before) => !window.unanswered && ({SIGHT})() !== before"
            self.page.wait_for_function(changed, arg=before)
        except TimeoutError as error:
            raise AssertionError(f"{otherwise}:\n{before}") from error

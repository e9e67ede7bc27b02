"""Somebody in front of a page: sees what is lit, clicks it with a real pointer, waits for news."""

import random
import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, TimeoutError, expect

CHOICE = ":is([aria-label='Which of these?'], [aria-label='Are you sure?']) button"
LIT = "[data-lit]:not(:disabled)"

# All a player can tell apart: the words on the table and what is lit; neither the list of actions
# nor the news for screen readers, which come and go without anything having happened.
LOG = "[aria-label='Log']"  # the newest lines come first
SIDE = f"aside > :not({LOG}), {LOG} li:nth-child(-n + 9)"
ZONES = "[aria-label='Other places']"
TABLE = f"header, main, {ZONES}, {SIDE}, [aria-label='Your move'] :is(h2, [data-place]), {CHOICE}"
SIGHT = f"""() => {{
  const table = [...document.querySelectorAll(`{TABLE}`)].map((part) => part.innerText);
  const lit = [...document.querySelectorAll(`{LIT}`)].map((one) => one.dataset.place);
  return [...table, ...lit].join(' ');
}}"""

# What is seen, and the middle of one of the things that may be clicked now, scrolled to; `share`,
# from 0 to 1, says which.
SPOT = f"""(share) => {{
  const before = ({SIGHT})();
  const choices = document.querySelectorAll(`{CHOICE}`);
  const all = choices.length ? choices : document.querySelectorAll(`{LIT}`);
  const lit = all[Math.floor(share * all.length)];
  if (!lit) return [before, null];
  lit.scrollIntoView({{ block: "nearest", inline: "nearest" }});
  const box = lit.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return [before, {{ x, y, label: lit.ariaLabel ?? lit.innerText }}];
}}"""

# Notes while a command of ours is on its way and not yet answered; whether anybody is there is
# asked all the time.
WATCH = """
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (command) {
    if (command.includes('"probe"')) return send.call(this, command);
    window.unanswered = true;
    this.addEventListener("message", (event) => {
      if (!["people", "alive"].includes(JSON.parse(event.data).type)) window.unanswered = false;
    });
    return send.call(this, command);
  };
"""


@dataclass
class Person:
    page: Page
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    seats: list[str] = field(default_factory=list)
    """Who sits at the table, where `open_table` set it."""

    def __post_init__(self) -> None:
        self.page.add_init_script(WATCH)

    def cover(self, title: str) -> Locator:
        """A game on the shelf."""
        name = self.page.get_by_role("heading", name=title, exact=True)
        return self.page.locator("article").filter(has=name)

    def sit_down(self, how: str, title: str = "PING") -> None:
        """Begin a game: "Play", "With a friend" or "Same device"."""
        self.cover(title).get_by_role("button", name=how, exact=True).click()
        if how == "Same device":
            self.cover(title).get_by_role("button", name="Start", exact=True).click()
        self.page.wait_for_url("**/play/*")

    def open_table(self, game: str, bots: list[str]) -> str:
        """Begin a game against bots the shelf does not offer; returns the id of the match."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        made = self.page.request.post("/api/matches", data={"game": game, "seats": seats}).json()
        self.seats = [seat["name"] for seat in made["seats"]]
        self.page.goto(f"/play/{made['id']}")
        return made["id"]

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
        before, spot = self.page.evaluate(SPOT, self.dice.random())
        assert spot, f"nothing is lit, yet it is my turn:\n{before}"
        self.page.mouse.click(spot["x"], spot["y"])
        self.await_change(before, f"clicking “{spot['label']}” did nothing")

    def turn_on_auto_pass(self) -> bool:
        """Turn auto-pass on, if there is a button for it; was there?"""
        button = self.page.get_by_role("button", name="Turn auto-pass on")
        if not button.is_visible():
            return False
        button.click()
        expect(self.page.get_by_role("button", name="Turn auto-pass off")).to_be_visible()
        return True

    def await_change(self, before: str, otherwise: str) -> None:
        try:
            changed = f"(before) => !window.unanswered && ({SIGHT})() !== before"
            self.page.wait_for_function(changed, arg=before)
        except TimeoutError as error:
            said = self.page.get_by_role("alert").all_inner_texts()
            raise AssertionError(f"{otherwise}: {said}\n{before}") from error

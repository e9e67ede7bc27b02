"""How many clicks a game takes in a browser, and how long one waits for the others.

    .venv/bin/python benchmarks/clicks.py [--game zerpang] [--players 2] [--games 3] [--pace off]

A bot decides, and a real pointer in Chromium does what it decided by the fewest clicks that the
page offers: a click on a place may stand for a whole path or payment. The service runs in this
process, so that the bot can read the seat's view. Auto-pass is on; turning it on and answering
"Which of these?" are clicks like any other. `--minutes` ends a game early.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import re
import statistics
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from quarterdeck.bots import make
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.scene import Action, named
from quarterdeck.server.app import Server, listen, server
from quarterdeck.server.settings import Settings
from quarterdeck.server.table import Table

ROOT = Path(__file__).parent.parent
ME = 0
CHOICE = ":is([aria-label='Which of these?'], [aria-label='Are you sure?'])"
TURN = "header [role=status]"
PATIENCE = 60_000
SAME = ("question", "actor", "place", "hand", "tendered", "points", "group", "playing")
"""What makes two results of a click the same to a player of Zerpang!: fields of its state."""


class Clicker:
    """Plays one seat on a page."""

    def __init__(self, page: Page, match: Match, names: list[str], level: str) -> None:
        self.page, self.match, self.names = page, match, names
        self.now = match
        """A copy of the match as it is when one is asked: the service draws scenes of its own."""
        self.bot = make(level, match.game, seed=1)
        self.clicks: Counter[str] = Counter()
        self.gaps: list[float] = []
        """Seconds from one click to when the next can be made,"""
        self.waits: list[float] = []
        """and of these those in which others decided something."""
        self.rest: list[int] = []
        """What is left of the bot's plan."""

    def play(self, until: float) -> None:
        while self.await_turn() and time.monotonic() < until:
            if self.match.decisions and not self.clicks["auto-pass"]:
                self.turn_on_auto_pass()
            action = self.quickest(self.plan())
            before, left = self.match.decisions, time.monotonic()
            self.do(action)
            self.await_answer(before)
            if self.await_turn():
                self.gaps.append(time.monotonic() - left)
                self.waits += [self.gaps[-1]] if self.interrupted(before) else []

    # What to do --------------------------------------------------------------------------------

    def plan(self) -> list[int]:
        """What the bot would do from here, until it is final."""
        position, actions = self.now.position, []
        while not (actions and position.fenced):
            kept = self.rest.pop(0) if self.rest else None
            if kept not in position.legal():
                self.rest = []
                kept = int(self.bot.choose(position.view(ME), ME))
            actions.append(kept)
            position = position.after(kept)
        return actions

    def quickest(self, plan: list[int]) -> Action:
        """The click that gets furthest in a plan; of several the one that asks least. Where the
        bot takes a detour, the page offers the shortest way to the same place."""
        way = list(itertools.accumulate(plan, Position.after, initial=self.now.position))[1:]
        offers = self.offers()
        ends = [self.after(click) for click in offers]
        for same in (SAME, ("place",)):
            reached = {seen(position, same): number for number, position in enumerate(way, 1)}
            reach = [reached.get(seen(position, same), 0) for position in ends]
            if furthest := max(reach):
                break
        assert furthest, f"the page does not offer {plan}"
        self.rest = plan[furthest:]
        best = [click for click, far in zip(offers, reach, strict=True) if far == furthest]
        return min(best, key=self.price)

    def after(self, click: Action) -> Position:
        return functools.reduce(Position.after, [click.id, *click.then], self.now.position)

    def offers(self) -> list[Action]:
        """As web/src/targets.ts: routes, and actions that no route stands for."""
        scene = self.now.scene(ME)
        led = {(route.id, target) for route in scene.routes for target in route.targets}
        alone = [a for a in scene.actions if not any((a.id, t) in led for t in a.targets)]
        return [*scene.routes, *alone]

    def rivals(self, click: Action) -> list[Action]:
        """The clicks that begin with a click on the same place, this one included."""
        places = self.places(click)
        return [other for other in self.offers() if places and places & self.places(other)]

    def places(self, click: Action) -> set[str]:
        """Where a click is made: a piece on the board stands for its space."""
        at = {piece.id: piece.at for piece in self.now.scene(ME).pieces if piece.kind == "token"}
        return {at.get(target, target) for target in click.targets[:1]}

    def price(self, click: Action) -> int:
        harm = any(one.tone == "danger" for one in click.consequences)
        return 1 + (len(self.rivals(click)) > 1 or (click.final and harm))

    # Doing it ----------------------------------------------------------------------------------

    def do(self, click: Action) -> None:
        label = named(click, self.names).label
        kind = "payment" if click.verb == "card" and click.then else click.verb
        self.clicks[kind] += 1
        if not click.targets:
            self.page.locator(".actions [data-action]", has_text=label).first.click()
        else:
            (place,) = self.places(click)
            self.page.locator(f'[data-lit][data-place="{place}"]').first.click(force=True)
        if self.price(click) > 1:
            self.clicks["which of these, are you sure"] += 1
            self.page.locator(f"{CHOICE} button", has_text=label).first.click()

    def turn_on_auto_pass(self) -> None:
        button = self.page.get_by_role("button", name="Turn auto-pass on")
        if button.is_visible():
            button.click()
            self.clicks["auto-pass"] += 1
            self.await_turn()

    # Waiting -----------------------------------------------------------------------------------

    def await_answer(self, before: int) -> None:
        while self.match.decisions == before:
            self.page.wait_for_timeout(5)

    def await_turn(self) -> bool:
        """Wait to be asked by the page what the match asks; False when the game has ended."""
        status = self.page.locator(TURN)
        deadline = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < deadline:
            if self.match.over:
                return False
            if self.asked() and status.inner_text() == "Your turn":
                self.now = self.match.rehearsal()
                if self.up_to_date():
                    return True
            self.page.wait_for_timeout(10)
        raise TimeoutError(f"not asked in {PATIENCE} ms: {status.inner_text()}")

    def asked(self) -> bool:
        """Is it for me to decide, not for auto-pass?"""
        passing = self.clicks["auto-pass"] > 0
        return self.match.actor == ME and self.match.may_decline(ME, eager=not passing) is None

    def up_to_date(self) -> bool:
        heading = self.page.locator("[aria-label='Your move'] h2").first.inner_text()
        wanted = named(self.now.scene(ME), self.names).prompt
        lit = self.page.locator("[data-lit]:not(:disabled)").count()
        return lit > 0 and re.sub(r"\W", "", wanted) in re.sub(r"\W", "", heading)

    def interrupted(self, before: int) -> bool:
        """Has somebody else decided since?"""
        return any(seat != ME for seat in self.deciders(before))

    def deciders(self, since: int) -> list[int]:
        seats = [batch.seat for batch in self.match.batches for _ in batch.actions]
        return seats[since:]


def seen(position: Position, fields: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple(position.state[name].tobytes() for name in fields)


@contextmanager
def service() -> Iterator[tuple[str, Server]]:
    """A service in a thread of this process, and its address."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(port=0, database_url=f"sqlite:///{folder}/q.sqlite")
        ready, found = threading.Event(), []
        made = server(settings, lambda address: (found.append(address), ready.set())[0])
        made.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        with listen(settings.host, 0) as bound:
            thread = threading.Thread(target=made.run, kwargs={"sockets": [bound]})
            thread.start()
            ready.wait()
            try:
                yield found[0], made
            finally:
                made.should_exit = True
                thread.join()


def game(page: Page, made: Server, asked: argparse.Namespace) -> Clicker:
    seats: list[dict[str, Any]] = [{"kind": "me"}]
    seats += [{"kind": "bot", "bot": asked.level} for _ in range(asked.players - 1)]
    data = {"game": asked.game, "seats": seats}
    match = page.request.post("/api/matches", data=data).json()
    page.goto(f"/play/{match['id']}")
    page.locator(TURN).wait_for()
    tables = made.app.state.house.tables
    while not isinstance(table := tables.awake(match["id"]), Table):  # not dealt yet
        page.wait_for_timeout(20)
    names = [seat["name"] for seat in match["seats"]]
    clicker = Clicker(page, table.match, names, asked.level)
    clicker.play(time.monotonic() + 60 * asked.minutes)
    return clicker


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="zerpang")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--level", default="mate")
    parser.add_argument("--pace", default="off", help="off, fast, normal or slow")
    parser.add_argument("--minutes", type=float, default=60)
    asked = parser.parse_args()
    chromium = subprocess.run(
        [ROOT / "scripts/find-chromium"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with service() as (address, made), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(base_url=address, viewport={"width": 1440, "height": 900})
        page.add_init_script(f"localStorage['quarterdeck.pace'] = '{asked.pace}'")
        played = []
        for number in range(asked.games):
            one = game(page, made, asked)
            played.append(one)
            print(f"game {number + 1}: {one.clicks.total()} clicks", dict(one.clicks.most_common()))
            for what, seconds in (("from click to click", one.gaps), ("for others", one.waits)):
                mean, worst = statistics.mean(seconds), max(seconds)
                print(f"  {len(seconds)} times {what}: mean {mean:.1f} s, longest {worst:.1f} s")
        browser.close()
    print(f"mean: {statistics.mean(one.clicks.total() for one in played):.0f} clicks")


if __name__ == "__main__":
    main()

"""Moments: played over the table without getting in anybody's way, skipped at once, and a still
where motion is not wanted."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .person import Person

Visitor = Callable[..., Page]

SIDES = [{"label": "you", "total": 5, "seat": 0}, {"label": "they", "total": 4, "seat": 1}]
PLAY_STATES = "(one) => one.getAnimations({ subtree: true }).map((each) => each.playState)"
STOP = "(one) => one.getAnimations().forEach((each) => each.pause())"
AT_ITS_CELL = """(shown) => {
  const [[ax, ay], [bx, by]] = [
    document.querySelector(shown), document.querySelectorAll("main .cell")[12]
  ].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  return Math.hypot(ax - bx, ay - by) < 2;
}"""
HIT = "([x, y]) => document.elementFromPoint(x, y).closest('.moment, .cell').dataset.place"


class Table:
    """A table of PING at which something happens when we say so."""

    def __init__(self, page: Page) -> None:
        self.page, self.me = page, Person(page)
        page.route_web_socket("**/*", self._pass_on)
        self.me.open_table("ping", ["cadet"])
        self.me.await_turn()
        self.moment = page.locator(".moment")

    def _pass_on(self, socket: WebSocketRoute) -> None:
        self.socket, server = socket, socket.connect_to_server()
        socket.on_message(server.send)

        def note(message: str | bytes) -> None:
            state = json.loads(message)
            if state["type"] == "state":
                self.state: dict[str, Any] = state
            socket.send(message)

        server.on_message(note)

    def show(self, moment: str) -> None:
        """The same state again, with one more line, in the middle of the chart."""
        cell = self.state["scene"]["boards"][0]["cells"][12]["id"]
        cue = {"kind": "done", "at": cell, "seat": 0, "moment": moment, "sides": SIDES}
        line = {"text": "Something happens.", "cues": [cue]}
        end = self.state["from"] + len(self.state["told"])
        self.socket.send(json.dumps(self.state | {"from": end, "told": [line], "fresh": 1}))
        shown = f"[data-moment='{moment}']" if moment else ".cue-done"
        expect(self.page.locator(shown)).to_be_attached()


@pytest.fixture
def slow_table(visitor: Visitor) -> Table:
    return Table(visitor(pace="slow"))


def test_a_moment_is_in_nobody_s_way(slow_table: Table) -> None:
    slow_table.show("capture-lighthouse")
    cell = slow_table.page.locator("main .cell").nth(12)
    box = cell.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert slow_table.page.evaluate(HIT, middle) == cell.get_attribute("data-place")
    assert set(slow_table.moment.evaluate(PLAY_STATES)) == {"running"}
    before = slow_table.me.sees
    slow_table.me.click_something()
    slow_table.me.await_change(before, "a click did nothing while a moment was played")


@pytest.mark.parametrize(("skip", "after"), [("click", 0), ("Space", 1_400)])
def test_a_moment_can_be_skipped(slow_table: Table, skip: str, after: int) -> None:
    """Before its blow has fallen, and after that, when one can go on already."""
    slow_table.show("clash-versus")
    expect(slow_table.moment.locator(".total")).to_have_text(["5", "4"])
    slow_table.page.wait_for_timeout(after)
    if skip == "click":
        slow_table.page.mouse.click(5, 450)
    else:
        slow_table.page.keyboard.press(skip)
    expect(slow_table.moment).to_have_count(0, timeout=600)  # it takes three seconds


def test_whoever_wants_less_motion_sees_a_still(visitor: Visitor) -> None:
    table = Table(visitor(pace="normal", reduced_motion="reduce"))
    table.show("burst-hit")
    assert set(table.moment.evaluate(PLAY_STATES)) == {"paused"}
    picture = table.moment.locator(".moment-art")
    assert float(picture.evaluate("(one) => getComputedStyle(one).opacity")) == 1
    expect(table.moment).to_have_count(0, timeout=3_000)


@pytest.mark.parametrize(("moment", "shown"), [("ring-ping", ".moment"), ("", ".cue-done")])
def test_what_is_shown_follows_its_place_when_the_page_is_resized(
    slow_table: Table, moment: str, shown: str
) -> None:
    """A moment, and a cue that names none."""
    page = slow_table.page
    slow_table.show(moment)
    page.locator(shown).evaluate(STOP)
    page.set_viewport_size({"width": 900, "height": 700})
    page.wait_for_function(AT_ITS_CELL, arg=shown, timeout=1_500)

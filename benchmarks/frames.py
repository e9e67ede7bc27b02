"""How smoothly moments are played on a slow processor.

    python benchmarks/frames.py [GAME ...]

A real service and a real Chromium whose main thread is four times as slow. A state message of each
game is given cues that name all moments of its look; the client plays them one after another. The
same table with nothing on it, for a few seconds, is what to compare with.

*late*: the share of frames that came more than 20 ms after the one before; it depends on whoever
else uses the machine. *main*: milliseconds of the page's main thread for each frame, in processor
time as the page's clock has it (four times the real one), median and 99th percentile; *over*: the
share of frames in which that was more than 16.7.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from itertools import pairwise
from typing import Any

from page import ROOT, SLOWER, service
from playwright.sync_api import Browser, CDPSession, Page, WebSocketRoute, sync_playwright

from quarterdeck.engine.game import Game, find, listing
from quarterdeck.engine.look import look

FRAME, LATE = 1000 / 60, 20
QUIET = 3_000
"""Milliseconds without moments to compare with."""
CATEGORIES = "disabled-by-default-devtools.timeline,devtools.timeline,toplevel,blink.user_timing"
# Marks when moments begin and end, and notes every frame.
WATCH = """
  window.frames_ = [];
  requestAnimationFrame(function again(now) {
    window.frames_.push(now);
    requestAnimationFrame(again);
  });
  window.moments = { first: 0, last: 0, seen: 0 };
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      const moment = (node) => node.classList?.contains("moment-room");
      window.moments.seen += [...addedNodes].filter(moment).length;
      if ([...addedNodes].some(moment)) window.moments.first ||= performance.now();
      if ([...removedNodes].some(moment)) window.moments.last = performance.now();
    }
  }).observe(document, { subtree: true, childList: true });
"""


def moments(game: Game) -> list[str]:
    """All that the look of a game draws, and the movements that it borrows symbols for."""
    sprite = look(game.package).moments
    return [part.partition('"')[0] for part in sprite.split('<symbol id="')[1:]]


def cues(names: list[str], scene: dict[str, Any]) -> list[dict[str, Any]]:
    cells = [cell["id"] for board in scene["boards"] for cell in board["cells"]]
    step = max(1, len(cells) // (len(names) + 1))
    figures = sorted({piece.get("symbol", "") for piece in scene["pieces"]})[-2:]
    sides = [{"label": "", "total": 4, "seat": 0, "symbol": name} for name in figures]
    return [
        {
            "kind": "done",
            "at": cells[step * nth],
            "to": cells[step * (nth + 1)] if name.startswith(("shot", "capture")) else "",
            "seat": 0,
            "moment": name,
            "text": "3",
            "sides": sides if name.startswith("clash") else [],
        }
        for nth, name in enumerate(names)
    ]


class Prompter:
    """Passes messages on, and sends the last state again with one more line, which has cues. After
    that the page hears nothing more: to draw what others do next would cost something by itself."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self.done = False

    def __call__(self, socket: WebSocketRoute) -> None:
        self.socket, server = socket, socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(self.heard)

    def heard(self, message: str | bytes) -> None:
        if self.done:
            return
        if json.loads(message)["type"] == "state":
            self.state = json.loads(message)
        self.socket.send(message)

    def prompt(self, names: list[str]) -> None:
        self.done = True
        line = {"text": "Moments.", "cues": cues(names, self.state["scene"])}
        end = self.state["from"] + len(self.state["told"])
        self.socket.send(json.dumps(self.state | {"from": end, "told": [line], "fresh": 1}))


def main_thread(events: list[dict[str, Any]], first: float, last: float) -> list[float]:
    """Milliseconds of work in each frame between two moments of the page's clock."""
    origin = next(event for event in events if event["name"] == "origin")
    start = origin["ts"] + (first - origin["args"]["data"]["startTime"]) * 1000
    frames = [0.0] * max(1, round((last - first) / FRAME))
    for event in events:
        if event["name"] != "RunTask" or event["tid"] != origin["tid"] or "tdur" not in event:
            continue
        nth = int((event["ts"] - start) / 1000 / FRAME)
        if 0 <= nth < len(frames):
            frames[nth] += event["tdur"] / 1000
    return frames


def traced(page: Page, tools: CDPSession, play: Any) -> list[dict[str, Any]]:
    """The main thread's tasks while something is played."""
    events: list[dict[str, Any]] = []
    tools.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    done: list[bool] = []
    tools.on("Tracing.tracingComplete", lambda _: done.append(True))
    tools.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    page.evaluate("performance.mark('origin')")
    play()
    tools.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    return events


def report(name: str, page: Page, events: list[dict[str, Any]], first: float, last: float) -> None:
    stamps = page.evaluate("window.frames_")
    gaps = [b - a for a, b in pairwise(stamps) if first <= a and b <= last]
    late = sum(gap > LATE for gap in gaps) / len(gaps)
    work = main_thread(events, first, last)
    over = sum(each > FRAME for each in work) / len(work)
    rank = sorted(work)[int(len(work) * 0.99)]
    print(
        f"{name:24} {(last - first) / 1000:5.1f} s  {len(gaps) / (last - first) * 1000:5.1f} fps  "
        f"late {late:6.1%}  main {statistics.median(work):5.2f} {rank:6.2f}  over {over:6.1%}",
        flush=True,
    )


def measure(browser: Browser, address: str, game: Game) -> None:
    context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCH)
    names = moments(game)
    prompter = Prompter()
    page.route_web_socket("**/*", prompter)
    bots = [{"kind": "bot", "bot": "cadet"}] * (game.seats[0] - 1)
    match = page.request.post(
        "/api/matches", data={"game": game.id, "seats": [{"kind": "me"}, *bots]}
    )
    page.goto(f"/play/{match.json()['id']}")
    page.locator("[data-lit]").first.wait_for(timeout=60_000)
    page.wait_for_timeout(1_000)
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    first = page.evaluate("performance.now()")
    events = traced(page, tools, lambda: page.wait_for_timeout(QUIET))
    report(f"{game.title}, quiet", page, events, first, page.evaluate("performance.now()"))

    def play() -> None:
        prompter.prompt(names)
        page.wait_for_function("() => moments.seen > 0 && !document.querySelector('.moment')")
        page.wait_for_function("() => performance.now() - moments.last > 500")

    events = traced(page, tools, play)
    seen = page.evaluate("window.moments")
    assert seen["seen"] >= len(names), f"{seen['seen']} of {len(names)} moments were played"
    report(f"{game.title}, {len(names)} moments", page, events, seen["first"], seen["last"])
    context.close()


def main() -> None:
    games = [find(name) for name in sys.argv[1:]] or listing()
    chromium = subprocess.run(
        [ROOT / "scripts/find-chromium"], capture_output=True, text=True, check=True
    ).stdout.strip()
    root = ["--no-sandbox"] if os.getuid() == 0 else []
    with service() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=root)
        for game in games:
            measure(browser, address, game)
        browser.close()


if __name__ == "__main__":
    main()

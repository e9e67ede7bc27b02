"""Take all pictures anew: python -m tests.browser.pictures

Those that tests compare (tests/browser/screenshots), and those in README.md and CONTRIBUTING.md
(docs/pictures). A record that today's rules no longer replay is played again first.
"""

import base64
import contextlib
import io
import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image
from playwright.sync_api import Browser, Page

from quarterdeck.engine.errors import QuarterdeckError

from .conftest import ROOT, launched, serve
from .still import RECORDS, SEATS, Still, moment, played, recorded

DOCS = ROOT / "docs/pictures"
DESK = {"width": 1440, "height": 900}
MOVING = "pocket_sub"
"""The game that README.md shows in motion; of the others it has a still."""
STAGE = {"width": 1200, "height": 750}
SHOWN = (800, 500)
BATCHES = 6
PAUSE = 0.09
"""Seconds between two frames, at least."""
HEAVIEST = 1_900_000


def renew_records() -> None:
    for game in SEATS:
        try:
            recorded(game)
        except (QuarterdeckError, OSError):
            print(f"playing a new game of {game}")
            record = msgspec.json.encode(played(game).record())
            (RECORDS / f"{game}.json").write_bytes(msgspec.json.format(record, indent=1) + b"\n")


def rewrite_screenshots() -> None:
    test = Path(__file__).with_name("test_screenshots.py")
    environment = {**os.environ, "SCREENSHOTS": "rewrite"}
    subprocess.run([sys.executable, "-m", "pytest", "-q", test], env=environment, check=True)


@contextlib.contextmanager
def visit(browser: Browser, address: str, **settings: Any) -> Iterator[Page]:
    context = browser.new_context(base_url=address, color_scheme="dark", locale="en-GB", **settings)
    yield context.new_page()
    context.close()


def save(shot: bytes, name: str) -> None:
    Image.open(io.BytesIO(shot)).convert("RGB").save(DOCS / name, quality=82, method=6)


def take_stills(browser: Browser, address: str) -> None:
    for game in SEATS:
        if game == MOVING:
            continue
        with visit(browser, address, viewport=DESK, reduced_motion="reduce") as page:
            match = recorded(game)
            Still(page, match).open(moment(match))
            save(page.screenshot(animations="disabled"), f"{game}.webp")


def take_gallery(browser: Browser, address: str) -> None:
    """A part of the page that `make gallery` makes."""
    with tempfile.TemporaryDirectory() as folder, visit(browser, address, viewport=DESK) as page:
        place = Path(folder) / "gallery.html"
        script = ROOT / "scripts/gallery.py"
        subprocess.run([sys.executable, script, place], check=True, capture_output=True)
        page.goto(place.as_uri())
        cards = page.locator("#zerpang h2", has_text="Cards")
        cards.evaluate("(one) => scrollTo(0, one.offsetTop - 14)")
        save(page.screenshot(), "gallery.webp")


@dataclass
class Film:
    """What a page shows, frame by frame, as the browser paints it."""

    page: Page
    frames: list[tuple[float, bytes]] = field(default_factory=list)

    @contextlib.contextmanager
    def roll(self) -> Iterator[None]:
        tools = self.page.context.new_cdp_session(self.page)

        def keep(frame: dict[str, Any]) -> None:
            at = frame["metadata"]["timestamp"]
            if not self.frames or at - self.frames[-1][0] >= PAUSE:
                self.frames.append((at, base64.b64decode(frame["data"])))
            tools.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

        tools.on("Page.screencastFrame", keep)
        tools.send("Page.startScreencast", {"format": "png"})
        yield
        tools.send("Page.stopScreencast")

    def save(self, path: Path) -> None:
        """As an animated picture, as good as its weight allows."""
        times = [at for at, _ in self.frames] + [self.frames[-1][0] + 2]
        lasting = [round(1000 * (after - at)) for at, after in itertools.pairwise(times)]
        first, *rest = (
            Image.open(io.BytesIO(shot)).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)
            for _, shot in self.frames
        )
        for quality in (70, 55, 40, 25):
            first.save(
                path, save_all=True, append_images=rest, duration=lasting, loop=0, quality=quality
            )
            if path.stat().st_size < HEAVIEST:
                return
        raise SystemExit(f"{path.name} is too heavy: show fewer batches")


def shoot_film(browser: Browser, address: str) -> None:
    with visit(browser, address, viewport=STAGE) as page:
        match = recorded(MOVING)
        still, film = Still(page, match), Film(page)
        still.open(moment(match) - BATCHES // 2)
        page.wait_for_timeout(1000)
        with film.roll():
            page.wait_for_timeout(1000)
            for _, _ in zip(range(BATCHES), still.go_on(), strict=False):
                page.wait_for_timeout(2600)
        film.save(DOCS / f"{MOVING}.webp")


def main() -> None:
    renew_records()
    rewrite_screenshots()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        address = stack.enter_context(contextlib.contextmanager(serve)(Path(folder)))
        browser = stack.enter_context(contextlib.contextmanager(launched)())
        take_stills(browser, address)
        take_gallery(browser, address)
        shoot_film(browser, address)
    for made in sorted([*RECORDS.iterdir(), *DOCS.glob("*.webp")]):
        print(f"{made.stat().st_size:9} {made.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

"""What each game's table looks like, in three sizes, by night and by day. Chromium's versions draw
letters and edges a little differently: a few pixels may differ. After a change that is meant,
`make screenshots` takes them anew: look at them before you commit them."""

import io
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image
from pixelmatch.contrib.PIL import pixelmatch
from playwright.sync_api import Page

from .still import RECORDS, SEATS, Still, moment, recorded

Visitor = Callable[..., Page]
SIZES = [(1440, 900), (768, 1024), (390, 844)]
LIGHTS: list[Literal["dark", "light"]] = ["dark", "light"]
MAY_DIFFER = 0.015
"""Of all pixels, at half the size, where fine lines count less."""
BLOCK, OF_A_BLOCK = 12, 0.45
"""Pixels by pixels, and how many of them may differ: a piece that is missing is no fine line."""
REWRITE = os.environ.get("SCREENSHOTS") == "rewrite"


def kept(shot: bytes) -> bytes:
    """Half as large, which is enough to compare: what the repository keeps."""
    packed = io.BytesIO()
    Image.open(io.BytesIO(shot)).convert("RGB").reduce(2).save(packed, "webp", quality=88, method=6)
    return packed.getvalue()


def differing(one: bytes, other: bytes) -> tuple[float, float]:
    """The share of pixels that look different, of all and of the worst block; along edges, where
    letters are drawn, pixels may differ."""
    first, second = (Image.open(io.BytesIO(packed)).convert("RGBA") for packed in (one, other))
    if first.size != second.size:
        return 1.0, 1.0
    mask = Image.new("RGBA", first.size)
    found = pixelmatch(first, second, mask, threshold=0.15, diff_mask=True)
    worst = mask.getchannel("A").point(lambda drawn: drawn and 255).reduce(BLOCK).getextrema()[1]
    return found / (first.width * first.height), worst / 255


def fault(shot: bytes, golden: Path) -> str:
    """What is wrong with a screenshot; the new one is left beside the golden one, to be seen."""
    taken, new = kept(shot), golden.with_suffix(".new.webp")
    if REWRITE:
        golden.write_bytes(taken)
    if not golden.exists():
        return f"there is no {golden.name}"
    share, worst = differing(taken, golden.read_bytes())
    if share <= MAY_DIFFER and worst <= OF_A_BLOCK:
        new.unlink(missing_ok=True)
        return ""
    new.write_bytes(taken)
    return f"{share:.1%} of {golden.name} differ, {worst:.0%} of a block: see {new}"


@pytest.mark.parametrize("game", SEATS)
def test_tables_and_ends_look_as_they_did(visitor: Visitor, game: str) -> None:
    page, match = visitor(reduced_motion="reduce", locale="en-GB"), recorded(game)
    lights = itertools.cycle(LIGHTS if len(game) % 2 else reversed(LIGHTS))

    def faults(scene: str, sizes: list[tuple[int, int]]) -> Iterator[str]:
        for (width, height), light in zip(sizes, lights, strict=False):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=light)
            shot = page.screenshot(animations="disabled")
            yield fault(shot, RECORDS / f"{game}-{scene}-{width}.webp")

    still = Still(page, match)
    still.open(moment(match))
    found = [*faults("table", SIZES)]
    still.open(match.seq)
    found += faults("end", SIZES[:1])
    assert not list(filter(None, found))

"""The picture of an end: made in the browser, complete without the page, and not tainted."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .person import Person

Visitor = Callable[..., Page]

# How many pixels of the picture, in the part that begins and ends there, have this colour.
COUNT = """(image, [colour, left, right]) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(left, 0, right - left, canvas.height);
  let found = 0;
  for (let at = 0; at < data.length; at += 4)
    if (colour.every((part, index) => Math.abs(data[at + index] - part) < 3)) found++;
  return found;
}"""
BRASS, CORAL = (217, 164, 65), (255, 138, 134)
NIGHT, DAY = (4, 22, 26), (217, 239, 228)


def test_the_end_of_a_game_is_a_picture_to_keep(visitor: Visitor) -> None:
    page = visitor()
    me = Person(page)
    me.open_table("ping", ["deckhand"])
    assert me.await_turn()
    for button in ("More", "Resign…", "Yes, resign"):
        page.get_by_role("button", name=button).click()
    expect(page.get_by_text("Well fought.")).to_be_visible(timeout=30_000)

    picture = page.get_by_role("dialog").get_by_role("img")
    for scheme, ground in [("light", DAY), ("dark", NIGHT)]:
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html[data-day]")).to_have_count(int(scheme == "light"))
        page.get_by_role("button", name="Picture").click()
        expect(picture).to_have_attribute("alt", re.compile("^Player 1 resigned."))
        drawn = "(it) => it.decode().then(() => [it.naturalWidth, it.naturalHeight])"
        assert picture.evaluate(drawn) == [2400, 1260]
        board, words = (0, 1200), (1240, 2400)
        assert picture.evaluate(COUNT, [ground, *board]) > 50_000, "the room is the game's own"
        assert picture.evaluate(COUNT, [BRASS, *board]) > 500, "lighthouses, the game's symbols"
        assert picture.evaluate(COUNT, [CORAL, *words]) > 500, "the sign of its seat"
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save", exact=True).click()
        assert saved.value.suggested_filename == "ping.png"
        page.keyboard.press("Escape")
        expect(picture).to_have_count(0)

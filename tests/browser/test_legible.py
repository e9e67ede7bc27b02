"""On a phone whatever is written at a table can be read: nothing is smaller than twelve pixels, and
nothing hides the name of a cell."""

from collections.abc import Callable

from playwright.sync_api import Page

from quarterdeck.engine.game import Game
from tests.games import OURS

from .person import Person

Visitor = Callable[..., Page]
LEAST = 12
TURNS = 3
SMALL = """(least) => {
  const found = new Set();
  const walker = document.createTreeWalker(document.querySelector(".table"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const [text, one] = [node.data.trim(), node.parentElement];
    if (!text || one.closest(".unseen") || !one.checkVisibility()) continue;
    const scale = one instanceof SVGElement ? one.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < least - 0.05) found.add(`${text}: ${size.toFixed(1)}`);
  }
  return [...found];
}"""


def test_what_is_written_at_a_table_can_be_read_on_a_phone(visitor: Visitor) -> None:
    page = visitor(390, 844, has_touch=True, reduced_motion="reduce")
    me = Person(page)

    def faults(game: Game) -> list[str]:
        me.open_table(game.id, ["deckhand"] * (game.seats[0] - 1))
        found: list[str] = []
        for _ in range(TURNS):
            if me.await_turn():
                me.click_something()
            found += page.evaluate(SMALL, LEAST)
        above = page.locator("main .labels ~ .token").count()  # drawn after the names
        return sorted(set(found)) + ["pieces hide names"] * (above > 0)

    assert {game.id: found for game in OURS if (found := faults(game))} == {}

"""What a table shows: what is lit, what moved, what a thing is, and the rules about it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from quarterdeck.engine.game import Game
from tests.games import OURS

from .person import Person

Visitor = Callable[..., Page]

# How every terrain on the page looks, unlit and lit.
LOOKS = """() => {
  const terrains = {};
  for (const cell of document.querySelectorAll("svg .cell")) {
    const style = getComputedStyle(cell.querySelector(".outline"));
    const look = () => [style.fill, style.stroke, parseFloat(style.strokeWidth)];
    const [lit, hot] = ["lit", "hot"].map((name) => cell.classList.contains(name));
    cell.querySelector(".outline").style.transition = "none";
    cell.classList.remove("lit", "hot");
    const unlit = look();
    cell.classList.add("lit");
    terrains[cell.classList.value.match(/terrain-([\\w-]+)/)[1]] = [unlit, look()];
    cell.classList.toggle("lit", lit);
    cell.classList.toggle("hot", hot);
  }
  return terrains;
}"""
BRASS = "rgb(217, 164, 65)"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_terrain_looks_different_when_it_is_lit(visitor: Visitor, game: Game) -> None:
    me = Person(visitor())
    me.open_table(game.id, ["cadet"] * (game.seats[0] - 1))
    me.await_turn()
    looks = me.page.evaluate(LOOKS)
    assert looks
    for terrain, (unlit, lit) in looks.items():
        assert lit[0] != unlit[0], f"{terrain} keeps its colour"
        assert lit[1] == BRASS != unlit[1], f"{terrain} keeps its line"
        assert lit[2] > unlit[2], f"{terrain} keeps a thin line"

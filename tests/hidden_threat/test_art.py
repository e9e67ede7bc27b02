"""Whatever a scene of Hidden Threat names is drawn, and a ship's pegs are counted as its hits."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from quarterdeck.games import hidden_threat
from quarterdeck.games.hidden_threat import art

TERRAINS = (art.FACE_DOWN, art.MISS, art.SUNK, *map(art.sky, range(len(art.SHIPS))))


def symbols(file: str) -> set[str]:
    drawn = (resources.files(hidden_threat) / file).read_text(encoding="utf-8")
    return set(re.findall(r'<symbol id="([^"]+)"', drawn))


def test_every_sign_has_a_symbol() -> None:
    wrecks = {f"wreck-{ship}" for ship in art.SHIPS}
    signs = {*art.SHIPS, *wrecks, *art.CARDS, *art.USES, "shield-hit", "sunk"}
    assert signs - symbols("symbols.svg") == set()


def test_every_terrain_has_a_tile() -> None:
    assert {f"tile-{terrain}" for terrain in TERRAINS} - symbols("symbols.svg") == set()


def test_every_use_of_a_card_and_every_ship_has_a_face() -> None:
    faces = {f"face-{name}" for name in (*art.USES, *art.SHIPS, "miss")}
    assert {*faces, "back"} - symbols("look/cards.svg") == set()


@pytest.mark.parametrize(
    ("reds", "whites", "hits", "needed", "pegs"),
    [
        (0, 0, 0, 3, [("hole", 3)]),
        (1, 0, 2, 5, [("red", 1), ("bonus", 1), ("hole", 3)]),
        (0, 2, 2, 3, [("white", 2), ("hole", 1)]),
        (4, 1, 7, 5, [("red", 4), ("bonus", 2), ("white", 1)]),
    ],
    ids=["unharmed", "a Battleship adds one", "whites on a Submarine", "kept afloat by a shield"],
)
def test_pegs_are_as_many_as_the_hits(
    reds: int, whites: int, hits: int, needed: int, pegs: list[tuple[str, int]]
) -> None:
    assert art.pegs(reds, whites, hits, needed) == pegs
    assert {f"peg-{kind}" for kind, _ in pegs} <= symbols("symbols.svg")

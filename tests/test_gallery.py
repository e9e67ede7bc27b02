"""The gallery shows every drawing of every game, by night and by day."""

import re
import runpy
from importlib.resources import files
from pathlib import Path

import pytest

from quarterdeck.engine.game import Game
from tests.games import OURS

SCRIPT = Path(__file__).parents[1] / "scripts/gallery.py"


@pytest.fixture(scope="module")
def page() -> str:
    return runpy.run_path(str(SCRIPT))["page"]()


def names(game: Game, file: str) -> list[str]:
    path = files(game.package) / file
    return re.findall(r'<symbol[^>]*\sid="([^"]+)"', path.read_text()) if path.is_file() else []


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_the_gallery_shows_every_drawing_by_night_and_by_day(page: str, game: Game) -> None:
    drawn = [f"{game.id}--{name}" for name in names(game, "symbols.svg")]
    drawn += [f"{game.id}--cards--{name}" for name in names(game, "look/cards.svg")]
    drawn += [f"{game.id}--moments--{name}" for name in names(game, "look/moments.svg")]
    assert [name for name in drawn if page.count(f'<use href="#{name}"') < 2] == []
    for picture in ("cover", "board", "end"):
        for light in ("night", "day"):
            assert f"{game.id}--{light}-{picture}--" in page

"""Whatever the scenes of a game name, its art draws."""

import re
from pathlib import Path

import pytest

from quarterdeck.engine.game import Game
from quarterdeck.engine.playthrough import records_in
from quarterdeck.testing.glossary import seen
from tests.games import OURS

PLAYTHROUGHS = Path(__file__).parent / "engine/playthroughs"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_whatever_a_scene_names_is_drawn(game: Game) -> None:
    """Symbols always; terrains in games that draw tiles at all."""
    drawn = set(re.findall(r'<symbol id="([^"]+)"', game.symbols))
    keys = {key for record in records_in(PLAYTHROUGHS, game).values() for key in seen(record)}
    named = {key.removeprefix("symbol:") for key in keys if key.startswith("symbol:")} - {""}
    if any(name.startswith("tile-") for name in drawn):
        named |= {f"tile-{key[8:]}" for key in keys if key.startswith("terrain:")}
    assert named - drawn == set()

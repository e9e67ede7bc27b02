"""Whatever the scenes of a game name, its art draws."""

import re
from pathlib import Path

import pytest

from quarterdeck.engine.game import Game
from quarterdeck.engine.look import moment_fault
from quarterdeck.engine.playthrough import records_in
from quarterdeck.engine.record import Record
from quarterdeck.engine.scene import Told
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


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_whatever_moment_a_cue_names_is_drawn(game: Game) -> None:
    records = records_in(PLAYTHROUGHS, game).values()
    told = [line for record in records for line in told_to_anybody(record)]
    named = {cue.moment for line in told for cue in line.cues} - {""}
    assert named
    assert [fault for name in sorted(named) if (fault := moment_fault(game.package, name))] == []


def told_to_anybody(record: Record) -> list[Told]:
    *_, (match, _, _) = record.replay()
    return [line for viewer in (None, *range(match.seats)) for line in match.told(viewer)]

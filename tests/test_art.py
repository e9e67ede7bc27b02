"""A game's art only draws, refers to nothing outside its file, weighs little and lacks nothing."""

import gzip
import re
import xml.etree.ElementTree as ET
from importlib.resources import files
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
SVG = "{http://www.w3.org/2000/svg}"
DRAWING = {
    *("svg", "symbol", "defs", "use", "g", "title", "text", "tspan"),
    *("path", "circle", "ellipse", "rect", "line", "polyline", "polygon"),
    *("linearGradient", "radialGradient", "stop", "clipPath", "pattern"),
}
HEAVIEST = 150_000
"""Bytes of one game's art as it travels, compressed."""
REFERENCE = re.compile(r'url\(#([^)]+)\)|href="#([^"]+)"')


def drawings(game: Game) -> list[Path]:
    folder = Path(str(files(game.package)))
    return [folder / "symbols.svg", *sorted((folder / "look").glob("*.svg"))]


def symbols(game: Game) -> set[str]:
    return set(re.findall(r'<symbol id="([^"]+)"', game.symbols))


def faults(texts: dict[str, str]) -> list[str]:
    """What is wrong with the drawings of one game, by file: all of them share a page."""
    found: list[str] = []
    owner: dict[str, str] = {}
    for name, text in texts.items():
        elements = list(ET.fromstring(text).iter())
        tags = {element.tag.removeprefix(SVG) for element in elements}
        found += [f"{name} has a <{tag}>" for tag in sorted(tags - DRAWING)]
        ids = [element.attrib["id"] for element in elements if "id" in element.attrib]
        found += [f"{name} and {owner[one]} both have #{one}" for one in ids if one in owner]
        owner |= dict.fromkeys(ids, name)
        wanted = {one or other for one, other in REFERENCE.findall(text)}
        found += [f"{name} refers to #{one}, which it lacks" for one in sorted(wanted - set(ids))]
    return found


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_art_only_draws(game: Game) -> None:
    assert faults({path.name: path.read_text() for path in drawings(game)}) == []


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_art_weighs_little(game: Game) -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in drawings(game)) < HEAVIEST


def test_faults_in_art_are_found() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
    texts = {
        "board.svg": svg.format('<filter id="mist"/><path fill="url(#sky)"/>'),
        "cover.svg": svg.format('<path id="mist"/><use href="#mist"/>'),
    }
    assert faults(texts) == [
        "board.svg has a <filter>",
        "board.svg refers to #sky, which it lacks",
        "cover.svg and board.svg both have #mist",
    ]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_whatever_a_scene_names_is_drawn(game: Game) -> None:
    """Symbols always; terrains in games that draw tiles at all."""
    drawn = symbols(game)
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

"""The worked examples in the rules: their pictures and what they quote are what the games say now.

When one of these fails after a change that was meant, `make pictures` draws them anew; a quotation
is corrected in the RULES.md.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from quarterdeck.engine.examples import Example, examples, pictures, write
from quarterdeck.engine.game import Game, listing
from quarterdeck.engine.scene import Board, Cell, Scene
from quarterdeck.engine.svg import Framing, Trail, drawn

SOURCE = Path(__file__).parent.parent / "src"
OURS = [game for game in listing() if game.package.startswith("quarterdeck.")]
EACH = [(game, example) for game in OURS for example in examples(game)]
PICTURE = re.compile(r"!\[([^]]+)\]\(pictures/([\w-]+)\.svg\)")
LARGEST = 30_000
SVG = "{http://www.w3.org/2000/svg}"

every_game = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
every_example = pytest.mark.parametrize(
    ("game", "example"), EACH, ids=[f"{game.id}-{example.name}" for game, example in EACH]
)


def folder(game: Game) -> Path:
    return SOURCE / game.package.replace(".", "/") / "pictures"


def blocks(game: Game) -> list[str]:
    """The quoted blocks of a RULES.md that show pictures, as one line each."""
    found = re.findall(r"(?:^>.*\n?)+", game.rules_text, re.MULTILINE)
    return [" ".join(re.sub("^>", "", block, flags=re.M).split()) for block in found]


@every_game
def test_pictures_show_what_the_game_draws_now(game: Game) -> None:
    lying = {path.name: path.read_text(encoding="utf-8") for path in folder(game).iterdir()}
    now = pictures(game)
    stale = [name for name in lying.keys() | now.keys() if lying.get(name) != now.get(name)]
    assert stale == [], "draw them anew: make pictures"


@every_game
def test_the_rules_show_every_picture_once_and_in_words_too(game: Game) -> None:
    shown = PICTURE.findall(game.rules_text)
    assert sorted(name for _, name in shown) == sorted(e.name for e in examples(game))
    assert game.rules_text.count("![") == len(shown)


@every_game
def test_what_an_example_quotes_is_what_the_program_says(game: Game) -> None:
    for block in blocks(game):
        shown = [
            e for e in examples(game) if e.name in {name for _, name in PICTURE.findall(block)}
        ]
        said = [text for example in shown for text in example.said(game)]
        for quotation in re.findall("“(.+?)”", block):
            assert any(quotation in text for text in said), f"nobody says {quotation!r}"


@every_game
def test_every_example_but_a_set_up_quotes_the_program(game: Game) -> None:
    for block in blocks(game):
        assert "**Example.**" not in block or "“" in block


@every_example
def test_a_picture_is_small_stands_alone_and_speaks(game: Game, example: Example) -> None:
    text = example.picture(game)
    assert len(text) < LARGEST
    root = ElementTree.fromstring(text)
    ids = {element.get("id") for element in root.iter()}
    assert {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")} <= ids
    assert set(re.findall(r"url\(#([\w-]+)\)", text)) <= ids
    assert "//" not in text.replace("http://www.w3.org/2000/svg", "")
    assert root.findtext(f"{SVG}title") == example.title
    assert len(root.findtext(f"{SVG}desc") or "") > 1


def test_what_a_name_means_never_reaches_beyond_the_folder() -> None:
    game = OURS[0]
    name = f"{examples(game)[0].name}.svg"
    assert game.picture(name).startswith("<svg")
    for wrong in ("nothing.svg", "../RULES.md", f"../pictures/{name}", ""):
        assert game.picture(wrong) == ""


def test_the_command_writes_what_changed_and_removes_what_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarterdeck.engine.examples.resources.files", lambda _: tmp_path)
    game = OURS[0]
    names = sorted(pictures(game))
    assert write(game) == names
    assert write(game) == []
    (tmp_path / "pictures" / names[0]).write_text("stale")
    (tmp_path / "pictures" / "old.svg").write_text("gone")
    assert write(game) == sorted([names[0], "old.svg"])
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == set(names)


def scene(*cells: Cell) -> Scene:
    board = Board("b", "A board", "square", list(cells))
    return Scene(game="", viewer=None, actor=None, turn=0, prompt="", boards=[board], zones=[],
                 pieces=[], players=[])  # fmt: skip


def test_text_from_a_scene_cannot_become_markup() -> None:
    cell = Cell("a", 0.5, 0.5, "<b>&", 'says "<b>"')
    ElementTree.fromstring(drawn(scene(cell), "", Framing(["b"]), "<title> & more"))


def test_a_window_leaves_out_the_rest_of_the_board() -> None:
    shown = scene(Cell("a", 0.5, 0.5, "near", ""), Cell("b", 5.5, 0.5, "far", ""))
    text = drawn(shown, "", Framing(["b"], window=(0, 0, 2, 2)), "")
    assert "near" in text
    assert "far" not in text


def test_a_trail_counts_its_cells() -> None:
    shown = scene(*(Cell(name, x, 0.5, "", "") for x, name in enumerate("abc")))
    text = drawn(shown, "", Framing(["b"], trails=[Trail(["a", "b", "c"], ["7", "8"])]), "")
    assert re.findall(r">(\d)</text>", text) == ["7", "8"]


def test_asking_for_what_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing called 'c'"):
        drawn(scene(Cell("a", 0, 0, "", "")), "", Framing(["c"]), "")

"""A game's look is data: what clients would leave out of it is said, and a game may have none."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from quarterdeck.engine import laws, look
from quarterdeck.engine.scene import CHOREOGRAPHIES
from tests.games import OURS, ROOT, example

from .variants import copied, hideout

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}">{}</svg>'
FACE = '<symbol id="face-hut" viewBox="0 0 200 112">{}</symbol>'
SKY = '<defs><linearGradient id="sky"><stop stop-color="#fff"/></linearGradient></defs>'


NOISE = random.Random(1).randbytes(160_000).hex()


def cards(inner: str, before: str = "") -> str:
    return SVG.format("0 0 1 1", before + FACE.format(inner))


SOUND = {
    "theme.css": "/* dusk */ :root{--night:#112;--cell-sea:#334}[data-day]{--night:#fed}",
    "board.svg": SVG.format("-1 -1 4 4", '<rect width="2" height="2" fill="#123"/>'),
    "cards.svg": cards('<rect width="9" height="9" fill="url(#sky)"/>', SKY),
    "cover.svg": SVG.format("0 0 256 352", '<text x="9">Hideout</text>'),
    "moments.svg": SVG.format("0 0 1 1", '<symbol id="burst-hut" viewBox="0 0 100 100"/>'),
    "sounds.json": '{"pulse":[{"wave":"sine","from":400,"to":300,"seconds":0.2}]}',
}

FAULTY = {
    "a script": ("cards.svg", cards("<script>alert(1)</script>"), "<script> is left out"),
    "a style": ("cards.svg", cards("<style>*{fill:red}</style>"), "<style> is left out"),
    "a handler": ("cards.svg", cards('<path onclick="alert(1)"/>'), "a look does nothing"),
    "a picture": ("board.svg", SVG.format("0 0 1 1", "<image/>"), "<image> is left out"),
    "a reference elsewhere": (
        "cards.svg",
        cards('<use href="https://elsewhere.example/x.svg#a"/>'),
        "only #id",
    ),
    "a paint from elsewhere": (
        "cards.svg",
        cards('<path fill="url(//elsewhere.example)"/>'),
        "only #id",
    ),
    "an escape": ("cards.svg", cards('<path style="fill:u\\72l(//x)"/>'), "backslash"),
    "a reference to nothing": ("cards.svg", cards('<path fill="url(#moon)"/>'), "refers to moon"),
    "an id given twice": (
        "board.svg",
        SVG.format("0 0 1 1", '<path id="sky"/>'),
        "two things have the id sky",
    ),
    "no SVG": ("board.svg", "<svg", "it is no SVG"),
    "a face of another size": (
        "cards.svg",
        cards("").replace("200 112", "20 20"),
        "the viewBox of face-hut must be",
    ),
    "a cover of another size": ("cover.svg", SVG.format("0 0 9 9", ""), "viewBox must be"),
    "a moment that nobody can play": (
        "moments.svg",
        SOUND["moments.svg"].replace("burst-hut", "dance-hut"),
        "dance-hut is not called after a choreography",
    ),
    "a moment of another size": (
        "moments.svg",
        SOUND["moments.svg"].replace("100 100", "9 9"),
        "the viewBox of burst-hut must be",
    ),
    "a rule of style": ("theme.css", ":root{color:red}", "color is left out"),
    "a selector": ("theme.css", "body{--night:red}", "'body' is left out"),
    "a picture as colour": ("theme.css", ":root{--night:url(x)}", "a value is a colour"),
    "an unknown wave": (
        "sounds.json",
        '{"pulse":[{"wave":"organ","from":4,"to":3,"seconds":1}]}',
        "organ",
    ),
    "a heavy drawing": (
        "board.svg",
        SVG.format("0 0 1 1", f'<path d="{NOISE}"/>'),
        "bytes when compressed",
    ),
}


def dress(package: Path, files: dict[str, str]) -> None:
    (package / "look").mkdir()
    for name, text in files.items():
        (package / "look" / name).write_text(text, "utf-8")


@pytest.fixture
def dressed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], str]:
    """The name of a package: the example game with these files in its look."""

    def made(files: dict[str, str]) -> str:
        name = copied(tmp_path)
        dress(tmp_path / name, files)
        monkeypatch.syspath_prepend(tmp_path)
        return name

    return made


def test_a_look_is_read_from_the_games_folder(dressed) -> None:
    package = dressed(SOUND)
    assert list(look.faults(package)) == []
    found = look.look(package)
    assert (found.theme, found.cards) == (SOUND["theme.css"], SOUND["cards.svg"])
    assert [note.from_ for note in found.sounds["pulse"]] == [400]
    assert look.cover(package) == SOUND["cover.svg"]


def test_a_game_may_have_no_look() -> None:
    package = example("hideout").package
    assert look.look(package) == look.Look()
    assert look.cover(package) == ""
    assert list(look.faults(package)) == []


@pytest.mark.parametrize(("file", "text", "expected"), FAULTY.values(), ids=FAULTY)
def test_what_clients_leave_out_is_said(dressed, file: str, text: str, expected: str) -> None:
    [fault] = look.faults(dressed(SOUND | {file: text}))
    assert fault.startswith("look")
    assert expected in fault


def test_a_moment_has_a_choreography_and_a_drawing(dressed) -> None:
    package = dressed(SOUND)
    for drawn in ("burst-hut", "reveal-hut"):
        assert look.moment_fault(package, drawn) == ""
    assert "no client knows dance" in look.moment_fault(package, "dance-hut")
    assert "nor in symbols.svg as boat" in look.moment_fault(package, "sink-boat")
    assert "nor in look/cards.svg as face-boat" in look.moment_fault(package, "reveal-boat")


def test_clients_play_the_choreographies_that_games_may_name() -> None:
    played = json.loads((ROOT / "web/src/moments/choreography.json").read_text("utf-8"))
    assert tuple(played) == CHOREOGRAPHIES


def test_a_faulty_look_is_reported_by_the_laws(tmp_path: Path) -> None:
    game = hideout(tmp_path)
    dress(tmp_path / game.package, {"theme.css": ":root{color:red}"})
    violation = laws.check(game, 1).violation
    assert violation is not None
    assert violation.law == "the look can be drawn"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_our_looks_have_no_faults(game) -> None:
    assert list(look.faults(game.package)) == []

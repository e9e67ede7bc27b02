"""What must be read has a contrast of 4.5, what must be seen 3: the colours of every game's theme,
by night and by day, together with those of the page's own style."""

import re
from itertools import product
from pathlib import Path

import pytest

from quarterdeck.engine.game import Game
from quarterdeck.engine.look import theme
from quarterdeck.terminal import look as terminal
from tests.games import OURS

HOUSE = (Path(__file__).parent.parent / "web/src/theme.css").read_text()
READ, SEEN = 4.5, 3.0
WORDS_ON_PANELS = (
    "--text",
    "--dim",
    "--accent",
    "--soft",
    "--bright",
    "--brass-light",
    "--bad",
    "--good",
)
TERRAIN = re.compile(r"--cell-(?!edge|ink|plate|note|side)(\S+)")
Tokens = dict[str, str]


def house(selector: str) -> Tokens:
    """A block of the page's own style, with names as a game's theme has them."""
    body = re.search(rf"^{re.escape(selector)}(?:,[^{{]*)? \{{(.*?)^\}}", HOUSE, re.S | re.M)
    assert body is not None
    found: Tokens = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6,8});", body[1]))
    ours = {"--foam": "--text", "--muted": "--dim"}
    return {ours.get(name, name): colour for name, colour in found.items()}


def light(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in bytes.fromhex(colour[1:7]))
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def over(colour: str, ground: str) -> str:
    """What is seen of a colour that may be translucent."""
    share = int(colour[7:9] or "ff", 16) / 255
    parts = zip(bytes.fromhex(colour[1:7]), bytes.fromhex(ground[1:7]), strict=True)
    return "#" + bytes(round(one * share + other * (1 - share)) for one, other in parts).hex()


def contrast(one: str, other: str) -> float:
    lights = sorted((light(one), light(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def pairs(board: Tokens, table: Tokens, seats: int) -> list[tuple[str, str, str, str, float]]:
    """What lies on what: two names, two colours, and the contrast they need. Boards and cards keep
    the colours of the night."""
    found = [
        (word, ground, table[word], table[ground], READ)
        for word, ground in product(WORDS_ON_PANELS, ("--panel", "--night"))
        if word in table
    ]
    found.append(("--legal", "--legal-key", board["--legal"], board["--legal-key"], SEEN))
    found.append(("legal's words", "--legal", "#14222a", board["--legal"], READ))
    for ground in ("--card", "--half-0", "--half-1"):
        if ground in board:
            found.append(("--card-ink", ground, board["--card-ink"], board[ground], READ))
    for seat in (f"--seat-{n}" for n in range(seats)):  # badges on dark plates, shapes in panels
        found.append((seat, "--key", board[seat], over(board["--key"], "#ffffff"), READ))
    for name in board:
        terrain = TERRAIN.fullmatch(name)
        if terrain and board[name] != "transparent" and f"--cell-plate-{terrain[1]}" not in board:
            ground = over(board[name], board["--night"])
            found.append(("--cell-ink", name, board["--cell-ink"], ground, READ))
    plates = [name for name in board if name.startswith(("--cell-plate", "--cell-note"))]
    for name in plates:
        if not name.endswith("-ink"):
            ink = board["--cell-note-ink" if "note" in name else "--cell-ink"]
            worst = min(("#000000", "#ffffff"), key=lambda g: contrast(ink, over(board[name], g)))
            found.append(("ink", name, ink, over(board[name], worst), READ))
    return found


def themed(game: Game, by_day: bool) -> tuple[Tokens, Tokens]:
    """The tokens of a game's board, and of the table it lies on."""
    own = theme(game.package)
    board = house(":root") | own.night
    table = board if not by_day else board | house("[data-day]") | own.day
    return board, table


def too_faint(board: Tokens, table: Tokens, seats: int = 2) -> list[str]:
    return [
        f"{one} {colour} on {other} {ground}: {contrast(colour, ground):.2f}, not {needed}"
        for one, other, colour, ground, needed in pairs(board, table, seats)
        if contrast(colour, ground) < needed
    ]


@pytest.mark.parametrize("by_day", [False, True], ids=["night", "day"])
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_colours_of_a_theme_can_be_told_apart(game: Game, by_day: bool) -> None:
    assert too_faint(*themed(game, by_day), seats=game.seats[1]) == []


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_the_terminal_is_legible_in_the_colours_of_the_theme(game: Game) -> None:
    own, look = theme(game.package).night, terminal.Look(0, game.package)
    assert look.legal == own["--legal"]
    terrains = [found[1] for name in own if (found := TERRAIN.fullmatch(name))]
    grounds = {look.ground(terrain) for terrain in terrains}
    colours = {terminal.opaque(own[f"--cell-{terrain}"]) for terrain in terrains} - {""}
    assert len(grounds) >= len(colours)
    for ground in (*grounds, terminal.PANEL):
        assert contrast(terminal.TEXT, ground) >= READ
        assert contrast(look.legal, ground) >= READ
        for seat in range(game.seats[1]):
            assert contrast(look.colour(seat), ground) >= SEEN


def test_faint_words_are_found() -> None:
    board, table = themed(OURS[0], by_day=True)
    assert any("--dim #9bb7c3" in fault for fault in too_faint(board, table | {"--dim": "#9bb7c3"}))
    plate = {"--cell-plate-sea": "#ffffff40"}
    assert any("--cell-plate-sea" in fault for fault in too_faint(board | plate, table))

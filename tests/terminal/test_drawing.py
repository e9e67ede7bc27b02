"""Boards, cards and keys in characters, from scenes laid out by hand."""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.geometry import Size

from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.scene import Action, Board, Cell, Cue, Half, Mark, Piece, Scene, Told, Zone
from quarterdeck.terminal import board, cards, compass
from quarterdeck.terminal.canvas import Canvas
from quarterdeck.terminal.flashes import flashing
from quarterdeck.terminal.keys import Lights, assign, lights
from quarterdeck.terminal.look import Look
from quarterdeck.terminal.words import legend


def scene(
    boards: list[Board] | None = None,
    pieces: list[Piece] | None = None,
    actions: list[Action] | None = None,
    zones: list[Zone] | None = None,
) -> Scene:
    return Scene(
        game="A game",
        viewer=0,
        actor=0,
        turn=1,
        prompt="",
        boards=boards or [],
        zones=zones or [],
        pieces=pieces or [],
        players=[],
        actions=actions or [],
    )


def lit(a_scene: Scene) -> Lights:
    return lights(a_scene, assign(a_scene), None, {})


def draw(a_scene: Scene, width: int, height: int) -> Canvas:
    return board.draw(a_scene, Look(0), lit(a_scene), Size(width, height))


def hexes(rows: int = 5, columns: int = 6, flat: bool = False) -> Board:
    cells = []
    for row in range(rows):
        for column in range(columns):
            x, y = column + 0.5 * (row % 2) + 0.5, row * 0.866 + 0.5
            name = f"{'abcdefghij'[column]}{row}"
            cells.append(Cell(name, *((y, x) if flat else (x, y)), name, name))
    return Board("sea", "the sea", "hex", cells)


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("size", [(120, 40), (72, 28), (42, 17)])
def test_hexagons_do_not_overlap(size: tuple[int, int], flat: bool) -> None:
    drawn = draw(scene([hexes(flat=flat)]), *size)
    places = [spot.place for spot in drawn.spots]
    assert len(places) == 30
    assert not any(one.overlaps(other) for one, other in combinations(places, 2))
    assert all(f"{'abcdef'[i]}{j}" in drawn.text() for i in range(6) for j in range(5))


def test_free_cells_are_joined_by_lines() -> None:
    cells = [Cell("port", 0.5, 0.5, "Port", "Port"), Cell("cape", 4.5, 0.5, "Cape", "Cape")]
    drawn = draw(scene([Board("coast", "", "free", cells, [("port", "cape")])]), 70, 10)
    row = next(line for line in drawn.text().splitlines() if "Port" in line)
    assert "Cape" in row
    assert "· ·" in drawn.text()


def square(*marks: Mark, name: str = "A") -> Scene:
    cell = Cell(name.lower(), 0.5, 0.5, name, name, marks=list(marks))
    return scene([Board("board", "", "square", [cell])])


def test_every_kind_of_mark_has_its_characters() -> None:
    marks = (
        Mark("hatch", "they may be here", seat=1),
        Mark("ring", "seen", text="2 ago", seat=1),
        Mark("symbol", "a buoy", symbol="buoy"),
        Mark("text", "a depth", text="12"),
    )
    drawn = draw(square(*marks), 20, 8).text()
    assert all(sign in drawn for sign in ("░", "(2 ago)", "△", "12"))


def test_what_is_certain_and_what_is_possible_have_different_hatches() -> None:
    sure = square(Mark("hatch", "surely here", seat=1, filled=True))
    assert "▓" in draw(sure, 20, 8).text()
    assert "░" not in draw(sure, 20, 8).text()
    assert [sign for sign, _, _ in board.legend(sure, Look(0))] == ["▓▓"]


@pytest.mark.parametrize(
    ("size", "piece", "sighting"),
    [((20, 8), "■ sub", "(2 ago)"), ((8, 4), "■", "(2)"), ((7, 3), "■", "(2)")],
)
def test_a_piece_and_a_sighting_share_a_cell(
    size: tuple[int, int], piece: str, sighting: str
) -> None:
    boards = square(Mark("ring", "seen", text="2 ago", seat=1)).boards
    sub = Piece("sub", "a", "token", "a submarine", symbol="sub", seat=0)
    drawn = draw(scene(boards, [sub]), *size).text()
    assert piece in drawn
    assert sighting in drawn


def test_two_boards_are_drawn_side_by_side_or_one_below_the_other() -> None:
    two = scene([hexes(2, 2), hexes(2, 2)])
    wide, tall = draw(two, 80, 10), draw(two, 30, 30)
    assert wide.size.width > tall.size.width
    assert wide.size.height < tall.size.height


def test_several_boards_have_titles() -> None:
    cell = Cell("a", 0.5, 0.5, "A", "A")
    both = [Board(name, f"{name} side", "square", [cell]) for name in ("port", "starboard")]
    drawn = draw(scene(both), 40, 30).text()
    assert drawn.index("port side") < drawn.index("starboard side")
    assert "port side" not in draw(scene(both[:1]), 40, 30).text()


def test_a_board_that_does_not_fit_is_drawn_smallest_and_scrolled() -> None:
    assert draw(scene([hexes(9, 9)]), 20, 10).size.width > 20


def test_a_vast_board_is_drawn_without_outlines_before_it_is_scrolled() -> None:
    mine = Piece("mine", "c3", "token", "a ship", "ship", seat=0)
    theirs = Piece("theirs", "e5", "token", "a ship", "ship", seat=1)
    actions = [Action(4, "Sail", "go", ["mine"]), Action(5, "Go to b2", "go", ["b2"])]
    drawn = draw(scene([hexes(9, 9)], [mine, theirs], actions), 45, 13)
    assert drawn.size.width <= 45
    assert drawn.size.height <= 13
    places = [spot.place for spot in drawn.spots]
    assert not any(one.overlaps(other) for one, other in combinations(set(places), 2))
    lines = drawn.text().splitlines()
    assert "a8" in lines[8]
    assert "■s1" in lines[3], "owner, kind and key"
    assert "b22" in lines[2], "name and key"
    assert "●s" in lines[5]


@pytest.mark.parametrize("room", [(38, 17), (70, 32)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_outlined_cells_make_a_map_that_fits_small_screens(
    players: int, room: tuple[int, int]
) -> None:
    sea = Match(find("pocket_sub"), players, seed=1).scene(0)
    drawn = draw(sea, *room)
    assert drawn.size.width <= room[0]
    assert drawn.size.height <= room[1]
    rows = [spot for spot in drawn.spots if spot.target in {c.id for c in sea.boards[0].cells}]
    assert {row.target for row in rows} == {cell.id for cell in sea.boards[0].cells}
    assert not any(a.place.overlaps(b.place) for a, b in combinations(rows, 2))
    for piece in sea.pieces:
        (place,) = (spot.place for spot in drawn.spots if spot.target == piece.id)
        assert piece.at in drawn.at(place.x, place.y)
        assert Look(0).shape(piece.seat) in drawn.text().splitlines()[place.y]


def test_a_cell_too_small_for_a_map_still_shows_who_is_there() -> None:
    corners = [(0.0, 0.0), (0.05, 0.0), (0.05, 9.0), (0.0, 9.0)]
    wide = [(0.05, 0.0), (9.0, 0.0), (9.0, 9.0), (0.05, 9.0)]
    cells = [
        Cell("a", 0.02, 4.5, "", "a crack", outline=corners),
        Cell("b", 4.5, 4.5, "", "the sea", outline=wide),
    ]
    sub = Piece("sub", "a", "token", "a submarine", symbol="sub", seat=0)
    assert "■" in draw(scene([Board("sea", "", "free", cells)], [sub]), 40, 20).text()
    assert draw(scene([Board("sea", "", "free", [])]), 40, 20).text() == ""


def test_a_legend_breaks_only_between_entries() -> None:
    signs = [("~~", "", "shallow"), ("^^", "", "land"), ("..", "", "deep water")]
    assert legend(signs, 20).plain.splitlines() == ["~~ shallow   ^^ land", ".. deep water"]
    assert legend(signs, 19).plain.splitlines() == [
        "~~ shallow",
        "^^ land",
        ".. deep water",
    ]


def card(name: str, *halves: str, at: str = "hand", turned: bool = False) -> Piece:
    faces = [Half(half, tag="LOUD", tone="danger") for half in halves]
    return Piece(name, at, "card", name, halves=faces, turned=turned, badges=[])


@pytest.mark.parametrize(("width", "boxed"), [(70, True), (70, False), (40, False)])
def test_own_cards_show_keys_halves_and_tags(width: int, boxed: bool) -> None:
    hand = Zone("hand", "Your hand", "hand", seat=0)
    held = [card("x", "SAIL", "FISH"), card("y", "TURN", "DRIFT", turned=True)]
    go = [Action(1, "Sail", "go", ["x/0"]), Action(2, "Mend", "mend", ["y"])]
    shown = scene(pieces=held, actions=go, zones=[hand])
    drawn = cards.draw(shown, True, Look(0), lit(shown), width, boxed)
    for words in ("Your hand", "[1] SAIL", "FISH", "LOUD", "[2]", "DRIFT", "turned"):
        assert words in drawn.text()
    assert {"x", "x/0", "x/1", "y"} <= {spot.target for spot in drawn.spots}


def test_other_hands_show_backs_and_known_cards() -> None:
    hand = Zone("theirs", "Ann's hand", "hand", seat=1)
    back = Piece("theirs:back:0", "theirs", "card", "a card, face down")
    shown = scene(pieces=[back, card("x", "SAIL", "FISH", at="theirs")], zones=[hand])
    drawn = cards.draw(shown, False, Look(0), lit(shown), 40).text()
    assert drawn.count(cards.BACK) == 1
    assert "SAIL / FISH" in drawn
    assert "Ann's hand" not in cards.draw(shown, True, Look(0), lit(shown), 40).text()


def test_a_cell_s_letter_is_its_key_and_no_key_is_given_twice() -> None:
    cells = [Cell(f"cell {name}", i + 0.5, 0.5, name, name) for i, name in enumerate("ABCQ")]
    go = [Action(i, "", "go", [cell.id]) for i, cell in enumerate(cells)]
    buttons = [Action(10 + i, "", "press") for i in range(40)]
    keys = assign(scene([Board("b", "", "square", cells)], actions=go + buttons))
    assert [keys[i] for i in range(4)] == ["a", "b", "c", "q"]
    assert keys[10] == "1"
    assert len(set(keys.values())) == len(keys) == 36


def test_an_arrow_goes_to_the_nearest_action_in_its_direction() -> None:
    around = {1: (1.0, 0.0), 2: (2.0, 1.0), 3: (1.0, 2.0), 4: (0.0, 1.0)}
    assert compass.towards(around, 1, "down") == 3
    assert compass.towards(around, 1, "right") == 2
    assert compass.towards(around, 1, "up") is None


def test_a_run_flashes_along_its_whole_course() -> None:
    cells = [Cell(f"{x}{y}", x + 0.5, y + 0.5, "", "") for x in range(3) for y in range(3)]
    told = Told("it runs", cues=[Cue("run", "00", "20", seat=1), Cue("carry", "hand", "pile")])
    assert flashing(scene([Board("b", "", "square", cells)]), [told]) == {"00": 1, "10": 1, "20": 1}


def test_lines_join_and_wide_characters_take_two_places() -> None:
    two = [Cell("a", 0.5, 0.5, "水", ""), Cell("b", 1.5, 0.5, "B", "")]
    lines = draw(scene([Board("b", "", "square", two)]), 9, 4).text().splitlines()
    assert lines[0] == "┌───┬───┐"
    assert lines[1].startswith("│水 │B")

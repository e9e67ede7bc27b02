"""The tiny game: two rows of the lake, a mine each, no islands."""

from __future__ import annotations

import pytest

from quarterdeck.engine.errors import BadOption

from .table import fresh

SOUTHS, NORTHS = ["c4", "d4", "e4", "f4"], ["c5", "d5", "e5", "f5"]


@pytest.mark.rule("DEPTH-CHARGE-40")
def test_the_lake_is_two_rows_of_four(new_game) -> None:
    game = new_game(tiny=4)
    (lake,) = game.scene("south").boards
    assert [cell.name for cell in lake.cells] == NORTHS + SOUTHS
    assert min(cell.x for cell in lake.cells) == min(cell.y for cell in lake.cells) == 0.5
    assert not any(cell.terrain == "land" for cell in lake.cells)
    assert {piece.label for piece in game.scene("south").pieces} == {
        "your boat",
        "{1}'s boat",
    }, "the land around it is no island"
    assert (game.boat("south"), game.boat("north")) == ("c4", "f5")


@pytest.mark.rule("DEPTH-CHARGE-40")
def test_each_lays_one_mine_beside_its_starting_corner(new_game) -> None:
    game = new_game(tiny=4)
    assert game.offered("mine") == {"d4", "e4", "f4"}
    game.lay("e4")
    assert game.offered("mine") == {"c5", "d5", "e5"}
    assert "south has laid all mines" in game.told("north")
    game.lay("d5")
    assert (game.to_play, game.mines("south"), game.mines("north")) == ("south", {"e4"}, {"d5"})


@pytest.mark.rule("DEPTH-CHARGE-40")
def test_boats_and_charges_stay_on_the_lake(new_game) -> None:
    game = new_game(tiny=4).lay("e4").lay("e5")
    assert game.offered("sail") == {"c5", "d4"}
    assert game.offered("sound") == game.offered("drop") == {"c5", "d4", "d5"}
    game.sail("d4", "d5")
    assert game.offered("sail") == {"c5", "e5"}


@pytest.mark.rule("DEPTH-CHARGE-40")
def test_a_report_leaves_the_squares_of_the_lake(new_game) -> None:
    game = new_game(tiny=4).lay("e4").lay("c5").sound("d5")
    assert game.report == [1]
    assert game.hatched("south") == {"c5", "e5"}
    assert set.union(*game.imagined_mines("south", 40)) == {"c5", "e5"}


@pytest.mark.rule("DEPTH-CHARGE-40")
def test_destroying_the_only_mine_wins(new_game) -> None:
    game = new_game(tiny=4).lay("e4").lay("d5").drop("d5")
    assert game.winner == "south"


@pytest.mark.rule("DEPTH-CHARGE-40")
def test_it_lasts_as_many_turns_as_agreed(new_game) -> None:
    game = new_game(tiny=2).lay("e4").lay("d5").sound("d4").sound("e5")
    assert game.winner == "nobody"
    assert "after 2 turns" in game.scene("south").prompt


@pytest.mark.parametrize("other", [{"mines": 3}, {"islands": 0}, {"drift": 1}])
def test_a_tiny_game_has_its_own_mines_and_islands(other) -> None:
    with pytest.raises(BadOption, match="one mine each and no islands"):
        fresh(tiny=4, **other)

"""Depth charges, misses, and how the game ends."""

from __future__ import annotations

import pytest

from .table import ALL_SIDES


@pytest.mark.rule("DEPTH-CHARGE-29")
def test_a_depth_charge_destroys_the_mine_and_no_distances_are_told(table) -> None:
    game = table(south="d4", north_mines="d5 d8 e8").drop("d5")
    assert game.mines("north") == {"d8", "e8"}
    for side in ALL_SIDES:
        assert game.told(side) == ["south destroyed a mine on d5"]
        assert game.view(side).left[1] == 2
    assert game.to_play == "north"


@pytest.mark.rule("DEPTH-CHARGE-29", "DEPTH-CHARGE-30")
def test_the_first_miss_is_free_and_everybody_is_told(table) -> None:
    game = table(south="d4", north_mines="d8").drop("d5")
    for side in ALL_SIDES:
        assert game.told(side) == ["south missed on d5"]
        assert list(game.view(side).misses) == [1, 0]
    assert game.winner == ""
    assert "the next one loses" in game.log("south")[-1]


@pytest.mark.rule("DEPTH-CHARGE-30", "DEPTH-CHARGE-34")
def test_the_second_miss_loses_at_once(table) -> None:
    game = table(south="d4", north_mines="d8", south_misses=1).drop("d5")
    assert game.winner == "north"
    assert game.told("south")[-1] == "north won by two misses"


@pytest.mark.rule("DEPTH-CHARGE-30")
def test_misses_count_for_the_whole_game_whatever_is_hit_between(table) -> None:
    game = table(south="d4", north_mines="d5 e5 d8 a8", north="h8", south_mines="a2")
    game.drop("c5").sound("g8").drop("d5").sound("g8").drop("e5").sound("g8")
    assert game.winner == ""
    game.drop("c5")
    assert game.winner == "north"


@pytest.mark.rule("DEPTH-CHARGE-30")
def test_the_other_sides_misses_are_their_own(table) -> None:
    game = table(south="d4", north_mines="d8", north_misses=1).drop("d5")
    assert game.winner == ""


@pytest.mark.rule("DEPTH-CHARGE-31")
def test_a_destroyed_mines_square_is_a_miss(table) -> None:
    game = (
        table(south="d4", north_mines="d5 d8", south_mines="a2").drop("d5").sound("g8").drop("d5")
    )
    assert game.told("north")[-1] == "south missed on d5"
    assert list(game.truth.misses) == [1, 0]
    assert game.truth.left[1] == 1


@pytest.mark.rule("DEPTH-CHARGE-31")
def test_an_own_mine_is_a_miss_stays_unharmed_and_is_not_disclosed(table) -> None:
    game = table(south="d4", south_mines="d3 h1 h2", north_mines="d8").drop("d3")
    assert game.mines("south") == {"d3", "h1", "h2"}
    assert game.told("north") == ["south missed on d3"]
    assert game.view("north").mined[0] == 0
    imagined = game.imagined_mines("north", 300)
    assert any("d3" in mines for mines in imagined), "it may still lie there"
    bare = table(south="d4", south_mines="h3 h1 h2", north_mines="d8").drop("d3")
    assert bare.told("north") == game.told("north")


@pytest.mark.rule("DEPTH-CHARGE-32")
def test_a_destroyed_mine_may_be_sailed_over(table) -> None:
    game = table(south="d4", north_mines="d5 d8", south_mines="a2").drop("d5").sound("g8")
    game.sail("d5").stop()
    assert game.winner == ""
    assert game.boat("south") == "d5"


@pytest.mark.rule("DEPTH-CHARGE-33")
def test_the_last_mine_destroyed_wins_at_once(table) -> None:
    game = table(south="d4", north_mines="d5", south_misses=1).drop("d5")
    assert game.winner == "south"
    for side in ALL_SIDES:
        assert game.told(side)[-1] == "south won by destroying every mine"


@pytest.mark.rule("DEPTH-CHARGE-33")
def test_north_wins_the_same_way(table) -> None:
    game = table(to_play="north", north="e5", south_mines="e4").drop("e4")
    assert game.winner == "north"


@pytest.mark.rule("DEPTH-CHARGE-35")
def test_after_two_hundred_turns_more_mines_destroyed_wins(table) -> None:
    game = table(to_play="north", turn=200, south_mines="a2 b2 c2", north_mines="a8 b8 c8 d8",
                 mines=4)  # fmt: skip
    game.sound("g8")
    assert game.winner == "north", "South has three left, North four"
    assert game.told("spectator")[-1] == "north won by length"
    game = table(to_play="north", turn=200, south_mines="a2 b2 c2", north_mines="a8 b8")
    assert game.sound("g8").winner == "south"


@pytest.mark.rule("DEPTH-CHARGE-35")
def test_after_two_hundred_turns_equal_is_a_draw(table) -> None:
    game = table(to_play="north", turn=200, south_mines="a2 b2", north_mines="a8 b8")
    game.sail("h7").stop()
    assert game.winner == "nobody"
    assert "a draw" in game.scene("south").outcome.text


@pytest.mark.rule("DEPTH-CHARGE-35")
def test_the_two_hundredth_turn_is_played_to_its_end(table) -> None:
    game = table(to_play="south", south="d4", turn=199, south_mines="a2 b2", north_mines="d5 b8")
    game.drop("d5")
    assert game.winner == ""
    game.sail("h7", "h6", "h5")
    assert game.winner == "south"


@pytest.mark.rule("DEPTH-CHARGE-36")
def test_at_the_end_all_mines_are_shown(table) -> None:
    game = table(south="d4", south_mines="a2 b2 c3", north_mines="d8", south_misses=1).drop("d5")
    for side in ALL_SIDES:
        shown = {piece.at[-2:] for piece in game.scene(side).pieces if piece.symbol == "mine"}
        assert shown == {"a2", "b2", "c3", "d8"}


@pytest.mark.rule("DEPTH-CHARGE-39")
def test_who_resigns_has_lost(new_game) -> None:
    game = new_game()
    game.match.resign(0)
    assert game.winner == "north"

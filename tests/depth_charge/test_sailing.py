"""Sailing: how far, where to, over whose mines; and whose turn it is."""

from __future__ import annotations

import pytest

from quarterdeck.engine.errors import NothingToTakeBack

from .table import ALL_SIDES


@pytest.mark.rule("DEPTH-CHARGE-11", "DEPTH-CHARGE-12")
def test_south_goes_first_and_a_turn_is_one_thing(new_game) -> None:
    game = new_game(islands=0, mines=3)
    game.lay("d1 e1 f1").lay("a8 b8 c8")
    assert game.to_play == "south"
    assert game.offers == {
        "sail a2", "sail b1",
        "sound a2", "sound b1", "sound b2", "drop a2", "drop b1", "drop b2",
    }  # fmt: skip
    game.sound("b2")
    assert game.to_play == "north"
    game.sail("h7", "h6", "h5")
    assert game.to_play == "south"
    game.drop("a2")
    assert game.to_play == "north"


@pytest.mark.rule("DEPTH-CHARGE-12", "DEPTH-CHARGE-13")
def test_once_you_sail_there_is_no_charge_this_turn(table) -> None:
    game = table(south="d2")
    game.sail("d3")
    assert game.offers == {"sail c3", "sail d4", "sail e3", "stop"}


@pytest.mark.rule("DEPTH-CHARGE-13")
def test_a_sail_is_one_two_or_three_steps_with_turns(table) -> None:
    assert table(south="d2").sail("d3").stop().boat("south") == "d3"
    assert table(south="d2").sail("d3", "e3").stop().boat("south") == "e3"
    game = table(south="d2").sail("d3", "e3", "e2")
    assert game.boat("south") == "e2"
    assert game.to_play == "north", "the third step ends it"


@pytest.mark.rule("DEPTH-CHARGE-13")
def test_a_boat_does_not_move_diagonally_or_off_the_lake(table) -> None:
    game = table(south="h4", north="a5")
    assert game.offered("sail") == {"h3", "h5", "g4"}


@pytest.mark.rule("DEPTH-CHARGE-13")
def test_a_boat_may_sail_into_the_other_half(table) -> None:
    game = table(south="d4").sail("d5", "d6", "e6")
    assert game.boat("south") == "e6"
    assert game.winner == ""


@pytest.mark.rule("DEPTH-CHARGE-14")
def test_islands_and_the_other_boat_are_in_the_way(table) -> None:
    game = table(south="d4", north="d5", islands="c4")
    assert game.offered("sail") == {"d3", "e4"}


@pytest.mark.rule("DEPTH-CHARGE-14")
def test_a_boat_does_not_sail_out_and_back(table) -> None:
    game = table(south="d2").sail("d3")
    assert "sail d2" not in game.offers
    game.sail("e3")
    assert game.offered("sail") == {"e4", "e2", "f3"}, "not d3 again"


@pytest.mark.rule("DEPTH-CHARGE-14")
def test_a_boat_in_a_corner_behind_the_other_one_can_still_drop_charges(table) -> None:
    game = table(south="a1", north="a2", south_mines="b1 b2 c1 b3 c2 d1")
    assert game.offered("sail") == set(), "three steps end on a mine whichever way"
    assert game.offered("sound") == {"b1", "b2"}


@pytest.mark.rule("DEPTH-CHARGE-15", "DEPTH-CHARGE-34")
def test_sailing_onto_a_mine_loses_at_once(table) -> None:
    game = table(south="d4", north_mines="d6 a8")
    game.sail("d5")
    assert game.winner == ""
    game.sail("d6")
    assert game.winner == "north"
    for side in ALL_SIDES:
        assert game.told(side)[-2:] == ["south struck a mine on d6", "north won by a mine"]


@pytest.mark.rule("DEPTH-CHARGE-15")
def test_passing_over_a_mine_is_enough(table) -> None:
    game = table(south="c6", north_mines="d6")
    game.sail("d6")
    assert game.match.over, "it did not matter that two steps were left"


@pytest.mark.rule("DEPTH-CHARGE-15", "DEPTH-CHARGE-34")
def test_north_loses_on_souths_mines_in_the_same_way(table) -> None:
    game = table(to_play="north", north="e5", south_mines="e4")
    game.sail("e4")
    assert game.winner == "south"


@pytest.mark.rule("DEPTH-CHARGE-16")
def test_own_mines_are_harmless_but_no_place_to_stop(table) -> None:
    game = table(south="d2", south_mines="d3")
    game.sail("d3")
    assert game.winner == ""
    assert game.offers == {"sail c3", "sail d4", "sail e3"}
    game.sail("d4").stop()
    assert game.boat("south") == "d4"
    assert game.mines("south") == {"d3"}


@pytest.mark.rule("DEPTH-CHARGE-16")
def test_the_third_step_may_not_end_on_an_own_mine(table) -> None:
    game = table(south="d1", south_mines="d4").sail("d2", "d3")
    assert game.offers == {"sail c3", "sail e3", "stop"}


@pytest.mark.rule("DEPTH-CHARGE-16")
def test_a_row_of_own_mines_may_be_crossed_only_where_it_ends_in_time(table) -> None:
    two = table(south="a2", north="a1", south_mines="b2 c2 b1", islands="b3 c3")
    assert "sail b2" in two.offers, "by c2 to d2, or by b1 or c2 to c1"
    walled = table(south="a2", north="a1", south_mines="b2 c2 b1 c1 d2", islands="b3 c3")
    assert "sail b2" not in walled.offers, "every way ends on a mine after three steps"


@pytest.mark.rule("DEPTH-CHARGE-17")
def test_everybody_sees_the_whole_route(table) -> None:
    game = table(south="d3").sail("d4", "d5", "e5")
    for side in ALL_SIDES:
        assert game.told(side) == [f"south sailed to {place}" for place in ("d4", "d5", "e5")]


@pytest.mark.rule("DEPTH-CHARGE-17", "DEPTH-CHARGE-38")
def test_where_a_boat_sailed_unharmed_lies_no_mine(table) -> None:
    game = table(south="d4", mines=7, north_mines="a8 b8 c8 a7 b7 c7 a6").sail("d5", "d6", "e6")
    for imagined in game.imagined_mines("south", 50):
        assert not imagined & {"d5", "d6", "e6"}


@pytest.mark.rule("DEPTH-CHARGE-16", "DEPTH-CHARGE-17")
def test_where_a_boat_stops_lies_none_of_its_own_mines_but_where_it_passed_one_may(table) -> None:
    game = table(south="b3", south_mines="f1 g1 h1 h2 h3 h4 g2").sail("b4", "c4").stop()
    imagined = game.imagined_mines("north", 400)
    assert not any("c4" in mines for mines in imagined)
    assert any("b4" in mines for mines in imagined)


@pytest.mark.rule("DEPTH-CHARGE-18")
def test_steps_in_the_own_half_may_be_taken_back_others_not(table) -> None:
    game = table(south="d3").sail("d4")
    assert game.told("north") == []
    game.match.undo(0)
    assert game.boat("south") == "d3"
    game.sail("d4", "d5")
    assert game.told("north") == ["south sailed to d4", "south sailed to d5"]
    with pytest.raises(NothingToTakeBack):
        game.match.undo(0)
    assert game.to_play == "south", "but the sail may go on"

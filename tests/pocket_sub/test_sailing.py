"""A turn, movement points, running deep, and getting stuck."""

from __future__ import annotations

import pytest

from .table import around

FAR = ["E SW", "E SE"]
"""Blue subs that are in nobody's way."""


@pytest.mark.rule("POCKET-SUB-11")
def test_example_1_two_points_for_rocks_one_for_shallows_and_the_mine_on_the_rocks(table) -> None:
    game = table(red=["B NW", "A W"], blue=FAR)
    assert game.offers == {"B NW", "A W"}
    game.sub("B NW")
    assert game.points == 3
    game.sail("B W")
    assert game.points == 1
    game.sail("B SW")
    assert game.offers == {"B NW", "B W"}
    game.lay("B W")
    assert game.mines("red") == ["B W"]
    assert game.subs("red") == ["B SW", "A W"]
    assert game.to_play == "blue"


@pytest.mark.rule("POCKET-SUB-13")
@pytest.mark.rule("POCKET-SUB-28")
def test_example_2_through_the_deep_onto_rocks_and_the_mine_at_the_start(table) -> None:
    game = table(red=["B NW", "A W"], blue=FAR)
    game.sub("B NW").sail("B")
    assert game.points == 2
    game.sail("B E")
    assert game.offers == {"B NW"}
    game.lay("B NW")
    assert game.mines("red") == ["B NW"]


@pytest.mark.rule("POCKET-SUB-12")
@pytest.mark.rule("POCKET-SUB-31")
def test_example_3_running_deep_from_the_deep_leaves_no_place_for_a_mine(table) -> None:
    game = table(red=["B", "A W"], blue=FAR)
    game.sub("B").sail("D")
    assert game.points == 1
    game.sail("D NE")
    assert game.lost == ["red: no mine"]
    assert game.subs("red") == ["A W"]
    assert game.to_play == "blue"


@pytest.mark.rule("POCKET-SUB-14")
def test_running_deep_leads_to_every_other_deep_region_command_centres_included(table) -> None:
    game = table(red=["B", "A W"], blue=FAR)
    game.sub("B")
    assert game.offers == {*around("B"), "A", "D", "E"}
    game.sail("A")
    assert game.points == 1


@pytest.mark.rule("POCKET-SUB-14")
def test_a_shallow_centre_is_no_end_of_a_deep_run(table) -> None:
    game = table(red=["C", "A W"], blue=FAR)
    assert game.sub("C").offers == set(around("C"))


@pytest.mark.rule("POCKET-SUB-14")
def test_deep_running_passes_what_lies_between(table) -> None:
    game = table(red=["B NE", "A W"], blue=FAR, blue_mines=["C", *around("C"), "B SW", "D NE"])
    game.move("B NE", "B", "D", mine="B NE")
    assert game.subs("red") == ["D", "A W"]


@pytest.mark.rule("POCKET-SUB-15")
def test_with_one_point_left_there_are_neither_rocks_nor_deep_runs(table) -> None:
    game = table(red=["B NW", "A W"], blue=FAR)
    game.sub("B NW").sail("B NE")
    assert game.offers == {"B", "B E"}
    game.sail("B")
    assert game.points == 1
    assert game.offers == {"B SE", "B SW"}


@pytest.mark.rule("POCKET-SUB-15")
def test_rocks_and_a_deep_run_do_not_fit_into_three_points(table) -> None:
    game = table(red=["B", "A W"], blue=FAR)
    game.sub("B").sail("D")
    assert game.offers == {"D NE", "D NW", "D SW", "D SE"}


@pytest.mark.rule("POCKET-SUB-15")
def test_the_only_step_left_must_be_taken_even_if_it_is_fatal(table) -> None:
    game = table(red=["B", "A W"], blue=FAR, blue_mines=["C NE"])
    game.sub("B").sail("B SE", "B SW")
    assert game.offers == {"C NE"}
    game.sail("C NE")
    assert game.lost == ["red: mine"]
    assert game.offers == {"B SE", "B SW"}


@pytest.mark.rule("POCKET-SUB-16")
def test_no_region_is_entered_twice_and_the_start_never_again(table) -> None:
    game = table(red=["A NE", "D NW"], blue=FAR)
    game.sub("A NE").sail("A NW")
    assert "A NE" not in game.offers
    game.sail("A")
    assert game.offers == {"A E", "A W"}


@pytest.mark.rule("POCKET-SUB-17")
def test_a_sub_that_cannot_sail_on_is_lost_and_still_lays_its_mine(table) -> None:
    game = table(red=["B", "A W"], blue=FAR)
    game.sub("B").sail("B NE", "B NW")  # only rocks beside it, and one point left
    assert game.lost == ["red: stuck"]
    assert game.subs("red") == ["A W"]
    assert game.offers == {"B NE"}
    game.lay("B NE")
    assert game.mines("red") == ["B NE"]


@pytest.mark.rule("POCKET-SUB-17")
def test_an_own_mine_or_sub_under_a_stuck_sub_stays(table) -> None:
    mine = table(red=["B", "A W"], blue=FAR, red_mines=["B NW"])
    mine.sub("B").sail("B NE", "B NW")
    assert mine.lost == ["red: stuck"]
    assert mine.mines("red") == ["B NW"]
    sub = table(red=["B", "B NW"], blue=FAR)
    sub.sub("B").sail("B NE", "B NW")
    assert sub.lost == ["red: stuck"]
    assert sub.subs("red") == ["B NW"]


@pytest.mark.rule("POCKET-SUB-17")
def test_a_first_step_is_always_possible(new_game) -> None:
    """From an edge into the centre, from a centre onto an edge: no sub is stuck from the start."""
    for players in (2, 3, 4):
        game = new_game(players, standard=1)
        while game.asked != "sub":
            game.match.act(game.match.actor, game.match.legal()[-1])
        for name in game.offers:
            game.sub(name)
            assert game.asked == "step"
            game.match.undo(game.match.actor)


@pytest.mark.rule("POCKET-SUB-49")
def test_a_turn_can_be_taken_back_until_the_mine_is_laid(table) -> None:
    game = table(red=["B NW", "A W"], blue=FAR)
    game.move("B NW", "B W", "B SW")
    for _ in range(3):
        game.match.undo(0)
    assert (game.asked, game.subs("red")) == ("sub", ["B NW", "A W"])
    game.move("B NW", "B W", "B SW", mine="B W")
    assert game.match.draft == []
    assert len(game.match.batches) == 1


@pytest.mark.rule("POCKET-SUB-49")
def test_a_step_is_final_if_no_mine_can_be_laid_after_it_or_it_ends_the_game(table) -> None:
    mineless = table(red=["B", "A W"], blue=FAR)
    mineless.sub("B").sail("D")
    assert len(mineless.match.draft) == 2
    mineless.sail("D NE")
    assert (mineless.lost, mineless.match.draft) == (["red: no mine"], [])
    won = table(red=["C NE"], blue=["B SW"])
    won.sub("C NE").sail("B SW")
    assert (won.winners, won.match.draft) == (["red"], [])


@pytest.mark.rule("POCKET-SUB-49")
def test_everybody_sees_everything(table) -> None:
    game = table(red=["B NW", "A W"], blue=FAR, tokens=["map"])
    views = [game.match.view(seat) for seat in (0, 1, None)]
    for name in views[0].dtype.names:
        if name != "viewer":
            assert all((view[name] == views[0][name]).all() for view in views)

"""Laying the mine, the supply, and shelter in a command centre."""

from __future__ import annotations

import pytest

from .table import around

FAR = ["E SW", "E SE"]
TWELVE = [*around("C"), "D NE", "D NW", "D SW", "D SE", "D W", "E W"]
"""All of a player's mines, out of the way."""


@pytest.mark.rule("POCKET-SUB-28")
def test_any_region_on_the_path_that_is_not_deep_can_be_mined_the_start_included(table) -> None:
    game = table(red=["C SW", "A W"], blue=FAR)
    game.sub("C SW").sail("C", "C NE", "B SW")
    assert game.offers == {"C SW", "C", "C NE"}  # this centre is shallow
    game.lay("C")
    assert game.mines("red") == ["C"]


@pytest.mark.rule("POCKET-SUB-29")
def test_deep_regions_pieces_of_anybody_and_the_end_of_the_move_cannot_be_mined(table) -> None:
    deep = table(red=["B NW", "A W"], blue=FAR)
    assert deep.move("B NW", "B", "B E").offers == {"B NW"}
    subs = table(red=["A W", "A NW", "A NE"], blue=FAR)
    assert subs.move("A W", "A NW", "A NE", "A E").offers == {"A W"}
    mines = table(red=["A W", "D NW"], blue=FAR, red_mines=["A NW"])
    assert mines.move("A W", "A NW", "A NE", "A E").offers == {"A W", "A NE"}


@pytest.mark.rule("POCKET-SUB-29")
def test_where_a_hero_sank_a_sub_and_sailed_on_a_mine_may_be_laid(table) -> None:
    game = table(red=["C NE"], blue=["B SW", "E SW"])
    game.sub("C NE").sail("B SW", "B", "B NE")
    assert game.offers == {"C NE", "B SW"}
    game.lay("B SW")
    assert game.mines("red") == ["B SW"]


@pytest.mark.rule("POCKET-SUB-30")
def test_a_sub_lost_on_its_way_lays_where_it_had_been_before(table) -> None:
    game = table(red=["A W", "D NW"], blue=FAR, blue_mines=["A NE"])
    game.sub("A W").sail("A NW", "A NE")
    assert game.lost == ["red: mine"]
    assert game.offers == {"A W", "A NW"}
    game.lay("A NW")
    assert game.to_play == "blue"


@pytest.mark.rule("POCKET-SUB-30")
def test_a_player_who_lost_the_last_sub_still_lays_if_the_game_goes_on(table) -> None:
    game = table(3, red=["B NE"], white=["C NW"], blue=["F W"], blue_mines=["B"])
    game.sub("B NE").sail("B")
    assert game.subs("red") == []
    assert (game.to_play, game.offers) == ("red", {"B NE"})
    game.lay("B NE")
    assert game.mines("red") == ["B NE"]
    assert game.to_play == "white"


@pytest.mark.rule("POCKET-SUB-30")
@pytest.mark.rule("POCKET-SUB-31")
def test_a_sub_lost_when_it_had_left_nothing_but_the_deep_lays_no_mine(table) -> None:
    game = table(red=["B", "A W"], blue=FAR, blue_mines=["B NE"])
    game.sub("B").sail("B NE")
    assert game.lost == ["red: mine"]
    assert game.to_play == "blue"
    assert game.mines("red") == []


@pytest.mark.rule("POCKET-SUB-31")
def test_a_sub_whose_wake_is_full_is_lost(table) -> None:
    game = table(red=["B", "B NE"], blue=FAR, red_mines=["B SE"])
    game.sub("B").sail("B SE", "B E")
    assert game.lost == ["red: no mine"]
    assert game.subs("red") == ["B NE"]
    assert game.to_play == "blue"


@pytest.mark.rule("POCKET-SUB-32")
def test_twelve_mines_and_then_none(table) -> None:
    game = table(red=["A NE", "A W"], blue=FAR, red_mines=TWELVE)
    game.sub("A NE").sail("A E", "B W")
    assert game.lost == ["red: no mine"]
    assert len(game.mines("red")) == 12
    eleven = table(red=["A NE", "A W"], blue=FAR, red_mines=TWELVE[:11])
    eleven.move("A NE", "A E", "B W", mine="A E")
    assert eleven.lost == []


@pytest.mark.rule("POCKET-SUB-32")
def test_the_enemys_supply_grows_by_what_is_swept(table) -> None:
    game = table(red=["C NE", "A W"], blue=["E SW", "E SE"], blue_mines=["C", *around("D")])
    assert game.scene("red").players[1].tallies[1].count == 5
    game.sub("C NE").sail("C")
    assert game.scene("red").players[1].tallies[1].count == 6


@pytest.mark.rule("POCKET-SUB-6")
@pytest.mark.rule("POCKET-SUB-32")
def test_a_partners_mines_are_not_used(table) -> None:
    twelve = [*around("D"), *around("E")]
    game = table(4, red=["A NE", "A E"], blue=["H W"], white=["C W"], black=["F NW"],
                 red_mines=twelve)  # fmt: skip
    game.sub("A NE").sail("A", "A SW", "A SE")
    assert game.lost == ["red: no mine"]
    assert game.mines("blue") == []


@pytest.mark.rule("POCKET-SUB-33")
def test_the_own_centre_protects_a_sub_that_comes_in_and_cannot_lay(table) -> None:
    game = table(red=["A NE", "D"], blue=FAR, red_mines=TWELVE)
    game.sub("A NE").sail("A NW", "A W", "A")
    assert game.lost == []
    assert "sheltered" in game.happened
    assert game.to_play == "blue"
    assert game.subs("red") == ["A", "D"]


@pytest.mark.rule("POCKET-SUB-33")
def test_a_sub_that_began_in_a_centre_of_its_side_is_not_protected(table) -> None:
    pieces = {"blue": ["H W"], "white": ["C W"], "black": ["F NW"], "blue_centre": "B"}
    game = table(4, red=["A", "A NE"], red_mines=[*around("D"), *around("E")], **pieces)
    game.sub("A").sail("A E", "B W", "B")
    assert game.lost == ["red: no mine"]
    able = table(4, red=["A", "A NE"], **pieces)
    able.move("A", "A E", "B W", "B", mine="A E")
    assert able.subs("red") == ["B", "A NE"]


@pytest.mark.rule("POCKET-SUB-33")
def test_nor_is_one_that_runs_deep_out_of_the_centre(table) -> None:
    game = table(red=["A", "D NW"], blue=FAR)
    game.sub("A").sail("B", "B NE")
    assert game.lost == ["red: no mine"]


@pytest.mark.rule("POCKET-SUB-34")
@pytest.mark.rule("POCKET-SUB-32")
def test_a_mine_destroyed_where_the_move_ends_is_back_before_the_next_is_laid(table) -> None:
    game = table(red=["A NE", "D NW"], blue=FAR, red_mines=["A W", *TWELVE[:11]])
    game.sub("A NE").sail("A NW", "A", "A W")
    assert game.lost == ["red: own mine"]
    assert game.offers == {"A NE", "A NW"}  # it had none left but the one just destroyed
    game.lay("A NW")
    assert game.happened[-3:] == ["mine-gone", "sunk", "mined"]
    assert len(game.mines("red")) == 12


@pytest.mark.rule("POCKET-SUB-39")
def test_mines_without_limit_if_agreed(table) -> None:
    game = table(red=["A NE", "A W"], blue=FAR, red_mines=TWELVE, unlimited=1)
    game.move("A NE", "A E", "B W", mine="A E")
    assert game.lost == []
    assert len(game.mines("red")) == 13

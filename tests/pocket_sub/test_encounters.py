"""What a sub meets: its own side, enemies, command centres, Hero Subs."""

from __future__ import annotations

import pytest

FAR = ["E SW", "E SE"]
QUAD = {"white": ["C W", "C NW"], "black": ["F NW", "F E"]}
"""With four: White and Black where they begin."""

# Its own side --------------------------------------------------------------------------------


@pytest.mark.rule("POCKET-SUB-18")
def test_own_mines_and_subs_are_passed(table) -> None:
    game = table(red=["A NE", "A NW"], blue=FAR, red_mines=["A W"])
    game.move("A NE", "A NW", "A W", "A", mine="A NE")
    assert game.lost == []
    assert sorted(game.subs("red")) == ["A", "A NW"]
    assert game.mines("red") == ["A NE", "A W"]


@pytest.mark.rule("POCKET-SUB-19")
def test_ending_on_an_own_mine_destroys_both(table) -> None:
    game = table(red=["A NE", "D NW"], blue=FAR, red_mines=["A W"])
    game.sub("A NE").sail("A NW", "A", "A W")
    assert game.lost == ["red: own mine"]
    assert game.mines("red") == []
    assert game.subs("red") == ["D NW"]
    game.lay("A NE")
    assert game.mines("red") == ["A NE"]


@pytest.mark.rule("POCKET-SUB-19")
def test_ending_on_an_own_sub_destroys_both(table) -> None:
    game = table(red=["A NE", "A W", "D NW"], blue=FAR)
    game.sub("A NE").sail("A NW", "A", "A W")
    assert game.lost == ["red: own sub", "red: own sub"]
    assert game.subs("red") == ["D NW"]
    assert game.asked == "mine"


@pytest.mark.rule("POCKET-SUB-6")
@pytest.mark.rule("POCKET-SUB-19")
def test_ending_on_a_partners_mine_or_sub_destroys_both_hero_or_not(table) -> None:
    sub = table(4, red=["A E"], blue=["B", "H W"], **QUAD)
    sub.sub("A E").sail("B W", "B SW", "B")
    assert sub.lost == ["blue: own sub", "red: own sub"]
    assert sub.to_play == "red"  # red is out, but still lays the mine
    sub.lay("B W")
    assert sub.to_play == "white"
    mine = table(4, red=["A E"], blue=["H W"], blue_mines=["B SW"], **QUAD)
    mine.sub("A E").sail("B W", "B", "B SW")
    assert mine.lost == ["red: own mine"]
    assert mine.mines("blue") == []


@pytest.mark.rule("POCKET-SUB-6")
@pytest.mark.rule("POCKET-SUB-18")
def test_a_partners_mines_and_subs_are_passed(table) -> None:
    game = table(4, red=["A E", "A NE"], blue=["B W", "H W"], blue_mines=["B"], **QUAD)
    game.move("A E", "B W", "B", "B SW", mine="A E")
    assert game.lost == []


@pytest.mark.rule("POCKET-SUB-20")
def test_several_subs_stop_in_their_own_centre_and_collide_when_they_stop_outside(table) -> None:
    game = table(red=["A NE", "A", "A"], blue=FAR)
    assert game.offers == {"A NE", "A"}
    game.move("A NE", "A NW", "A W", "A", mine="A NW")
    assert game.lost == []
    assert game.subs("red") == ["A", "A", "A"]
    out = table(red=["A", "A", "A W"], blue=FAR)
    out.sub("A").sail("A NE", "A NW", "A W")
    assert out.lost == ["red: own sub", "red: own sub"]


@pytest.mark.rule("POCKET-SUB-20")
def test_a_partners_centre_shelters_as_well(table) -> None:
    game = table(4, red=["G NE", "A E"], blue=["H"], **QUAD)
    game.move("G NE", "G", "H", mine="G NE")
    assert game.lost == []
    assert sorted(game.subs("red") + game.subs("blue")) == ["A E", "H", "H"]


# The enemy -----------------------------------------------------------------------------------


@pytest.mark.rule("POCKET-SUB-21")
def test_an_enemy_mine_is_fatal_and_gone(table) -> None:
    game = table(red=["A NE", "D NW"], blue=FAR, blue_mines=["A NW"])
    game.sub("A NE").sail("A NW")
    assert game.lost == ["red: mine"]
    assert game.mines("blue") == []
    assert game.offers == {"A NE"}


@pytest.mark.rule("POCKET-SUB-22")
def test_two_ordinary_subs_destroy_each_other(table) -> None:
    game = table(red=["C NE", "A W"], blue=["B", *FAR])
    game.sub("C NE").sail("B SW", "B")
    assert game.lost == ["blue: sub", "red: sub"]
    assert game.subs("blue") == FAR
    assert game.offers == {"C NE", "B SW"}


@pytest.mark.rule("POCKET-SUB-23")
def test_an_enemy_centre_is_fatal_and_remains_with_the_subs_in_it(table) -> None:
    game = table(red=["E SW", "A W"], blue=["E", "E", "B SE"])
    game.sub("E SW").sail("E")
    assert game.lost == ["red: centre"]
    assert game.subs("blue") == ["E", "E", "B SE"]
    assert game.centre("blue") == "E"
    game.lay("E SW")
    assert game.to_play == "blue"


@pytest.mark.rule("POCKET-SUB-23")
def test_a_hero_is_lost_in_an_enemy_centre_and_sinks_nothing_there(table) -> None:
    game = table(3, red=["F W"], white=["C NW"], blue=["F", "D SW"])
    game.sub("F W").sail("F")
    assert game.lost == ["red: centre"]
    assert game.subs("blue") == ["F", "D SW"]


# Hero Subs -----------------------------------------------------------------------------------


@pytest.mark.rule("POCKET-SUB-25")
def test_example_4_a_hero_sinks_a_sub_on_its_way_and_sails_on(table) -> None:
    game = table(red=["C NE"], blue=["B", "E SW"])
    game.move("C NE", "B SW", "B", "B NE", mine="B SW")
    assert game.subs("red") == ["B NE"]
    assert game.subs("blue") == ["E SW"]
    assert game.mines("red") == ["B SW"]


@pytest.mark.rule("POCKET-SUB-24")
@pytest.mark.rule("POCKET-SUB-25")
def test_a_hero_sinks_one_after_another_even_those_that_became_heroes_on_the_way(table) -> None:
    game = table(3, red=["B NE"], white=["B", "B SE"], blue=["F W", "F E"])
    game.sub("B NE").sail("B")
    assert game.lost == ["white: hero"]
    game.sail("B SE")
    assert game.lost == ["white: hero", "white: hero"]
    assert "out" in game.happened
    assert game.points == 1


@pytest.mark.rule("POCKET-SUB-24")
@pytest.mark.rule("POCKET-SUB-26")
def test_an_ordinary_sub_is_lost_on_a_hero_which_stays(table) -> None:
    game = table(red=["C NE", "A W"], blue=["B"])
    game.sub("C NE").sail("B SW", "B")
    assert game.lost == ["red: hero"]
    assert game.subs("blue") == ["B"]
    assert game.asked == "mine"


@pytest.mark.rule("POCKET-SUB-24")
def test_a_collision_leaves_two_heroes_and_the_next_to_enter_wins(table) -> None:
    game = table(red=["C NE", "C NW"], blue=["B", "C SE"])
    game.move("C NE", "B SW", "B", mine="C NE")
    assert game.lost == ["blue: sub", "red: sub"]
    assert (game.subs("red"), game.subs("blue")) == (["C NW"], ["C SE"])
    game.sub("C SE").sail("C", "C NW")
    assert game.winners == ["blue"]


@pytest.mark.rule("POCKET-SUB-24")
def test_heroes_are_counted_for_each_player_not_for_the_team(table) -> None:
    game = table(4, red=["B SW"], blue=["H W", "H NE"], white=["B", "C NW"], black=["F NW"])
    game.sub("B SW").sail("B")
    assert game.lost == ["white: hero"]
    against = table(4, red=["B SW", "A E"], blue=["H W"], white=["B"], black=["F NW", "F E"])
    against.sub("B SW").sail("B")
    assert against.lost == ["red: hero"]


@pytest.mark.rule("POCKET-SUB-27")
def test_a_hero_is_lost_to_an_enemy_mine_and_to_an_own_one(table) -> None:
    enemy = table(3, red=["B NE"], white=["C NW"], blue=["F W"], blue_mines=["B"])
    enemy.sub("B NE").sail("B")
    assert enemy.lost == ["red: mine"]
    assert enemy.mines("blue") == []
    own = table(3, red=["B NE"], white=["C NW"], blue=["F W"], red_mines=["B SW"])
    own.sub("B NE").sail("B NW", "B", "B SW")
    assert own.lost == ["red: own mine"]


@pytest.mark.rule("POCKET-SUB-27")
def test_a_hero_is_lost_when_stuck_and_when_it_cannot_lay(table) -> None:
    stuck = table(3, red=["B"], white=["C NW"], blue=["F W"])
    stuck.sub("B").sail("B NE", "B NW")
    assert stuck.lost == ["red: stuck"]
    unable = table(3, red=["B"], white=["C NW"], blue=["F W"])
    unable.sub("B").sail("E", "E SE")
    assert unable.lost == ["red: no mine"]
    assert unable.to_play == "white"

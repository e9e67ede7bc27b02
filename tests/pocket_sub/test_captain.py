"""The Captain's expansion: tokens and whirlpools."""

from __future__ import annotations

import pytest

from quarterdeck.engine.rule import interpret
from quarterdeck.games.pocket_sub import rules

FAR = ["E SW", "E SE"]

# Tokens --------------------------------------------------------------------------------------


@pytest.mark.rule("POCKET-SUB-40")
def test_everybody_has_three_tokens_if_the_expansion_is_played(new_game) -> None:
    with_it, without = new_game(3, captain=1), new_game(3)
    for colour in ("red", "white", "blue"):
        assert with_it.tokens(colour) == ["intelligence", "map", "current"]
        assert without.tokens(colour) == []


@pytest.mark.rule("POCKET-SUB-40")
def test_tokens_come_before_the_sub_several_if_wished_and_are_spent(table) -> None:
    game = table(red=["A NE", "A W"], blue=FAR, tokens=["intelligence", "map", "current"])
    assert game.offers == {"intelligence", "map", "current", "A NE", "A W"}
    game.use("map")
    assert game.offers == {"intelligence", "current", "A NE", "A W"}
    game.use("current")
    game.sub("A NE")
    assert not game.offers & {"intelligence", "map", "current"}
    game.sail("A NW", "A W", "A SW").lay("A NW")
    assert game.tokens("red") == ["intelligence"]
    game.move("E SW", "E W", "D E", mine="E W")
    assert game.to_play == "red"
    assert game.truth.using == 0


@pytest.mark.rule("POCKET-SUB-40")
def test_a_token_is_gone_even_if_the_sub_is_lost(table) -> None:
    game = table(red=["A NE", "A W"], blue=FAR, blue_mines=["A NW"], tokens=["map"])
    game.use("map").sub("A NE").sail("A NW")
    assert game.lost == ["red: mine"]
    assert game.tokens("red") == []


@pytest.mark.rule("POCKET-SUB-41")
def test_example_an_intelligence_report_passes_a_mine(table) -> None:
    game = table(red=["A W", "D NW"], blue=FAR, blue_mines=["A NW"], tokens=["intelligence"])
    game.use("intelligence").move("A W", "A NW", "A NE", "A E")
    assert game.offers == {"A W", "A NE"}  # where the blue mine lies there is no room for another
    game.lay("A NE")
    assert game.lost == []
    assert game.mines("blue") == ["A NW"]
    assert game.mines("red") == ["A NE"]


@pytest.mark.rule("POCKET-SUB-41")
def test_with_intelligence_the_last_region_is_as_dangerous_as_ever(table) -> None:
    mine = table(red=["A W", "D NW"], blue=FAR, blue_mines=["A E"], tokens=["intelligence"])
    mine.use("intelligence").move("A W", "A NW", "A NE", "A E")
    assert mine.lost == ["red: mine"]
    assert mine.mines("blue") == []
    sub = table(red=["A W", "D NW"], blue=["A E", "E SW"], tokens=["intelligence"])
    sub.use("intelligence").move("A W", "A NW", "A NE", "A E")
    assert sub.lost == ["blue: sub", "red: sub"]


@pytest.mark.rule("POCKET-SUB-41")
def test_a_hero_with_intelligence_sinks_nothing_on_the_way_but_does_at_the_end(table) -> None:
    game = table(red=["A W"], blue=["A NW", "A E", "E SW"], tokens=["intelligence"])
    game.use("intelligence").sub("A W").sail("A NW")
    assert game.lost == []
    game.sail("A NE", "A E")
    assert game.lost == ["blue: hero"]
    assert game.offers == {"A W", "A NE"}


@pytest.mark.rule("POCKET-SUB-17")
@pytest.mark.rule("POCKET-SUB-41")
def test_an_enemy_mine_under_a_stuck_sub_stays(table) -> None:
    game = table(red=["B", "A W"], blue=FAR, blue_mines=["B NW"], tokens=["intelligence"])
    game.use("intelligence").sub("B").sail("B NE", "B NW")
    assert game.lost == ["red: stuck"]
    assert game.mines("blue") == ["B NW"]


@pytest.mark.rule("POCKET-SUB-41")
def test_intelligence_is_no_help_against_a_command_centre(table) -> None:
    game = table(red=["E SW", "A W"], blue=["E", "B SE"], tokens=["intelligence"])
    game.use("intelligence").sub("E SW").sail("E")
    assert game.lost == ["red: centre"]


@pytest.mark.rule("POCKET-SUB-42")
def test_example_a_map_passes_an_enemy_centre_with_all_that_is_in_it(table) -> None:
    game = table(red=["E SW", "A W"], blue=["E", "B SE"], tokens=["map"])
    game.use("map").move("E SW", "E", "E E", "E SE", mine="E E")
    assert game.lost == []
    assert game.subs("blue") == ["E", "B SE"]
    assert game.mines("red") == ["E E"]


@pytest.mark.rule("POCKET-SUB-42")
def test_a_map_does_not_help_where_the_move_ends(table) -> None:
    game = table(red=["E W", "A W"], blue=["B SE"], tokens=["map"])
    game.use("map").move("E W", "E SW", "E SE", "E")
    assert game.lost == ["red: centre"]
    assert game.asked == "mine"


@pytest.mark.rule("POCKET-SUB-42")
def test_a_map_is_no_help_against_mines_and_subs(table) -> None:
    game = table(red=["A NE", "D NW"], blue=FAR, blue_mines=["A NW"], tokens=["map"])
    game.use("map").sub("A NE").sail("A NW")
    assert game.lost == ["red: mine"]


@pytest.mark.rule("POCKET-SUB-43")
def test_example_a_strong_current_carries_four_points_far(table) -> None:
    game = table(red=["A W", "D NW"], blue=FAR, tokens=["current"])
    game.use("current").sub("A W")
    assert game.points == 4
    game.sail("A NW", "A NE", "A E")
    assert game.asked == "step"
    game.sail("A").lay("A E")
    assert game.subs("red") == ["A", "D NW"]


@pytest.mark.rule("POCKET-SUB-43")
def test_all_four_points_must_be_used(table) -> None:
    game = table(red=["B", "A W"], blue=FAR, tokens=["current"])
    game.use("current").sub("B").sail("D", "D NE")
    assert game.points == 1
    assert game.offers == {"D NW", "C SW"}
    stuck = table(red=["B", "A W"], blue=FAR, tokens=["current"])
    stuck.use("current").sub("B").sail("B W", "B NW")  # back east lies the one region left
    assert stuck.offers == {"B NE"}


@pytest.mark.rule("POCKET-SUB-43")
def test_with_four_points_two_deep_runs_are_possible_but_leave_no_wake(table) -> None:
    game = table(red=["B", "A W"], blue=FAR, tokens=["current"])
    game.use("current").sub("B").sail("D", "A")
    assert game.lost == []  # it has come in from the open sea
    assert "sheltered" in game.happened


@pytest.mark.rule("POCKET-SUB-40")
def test_all_three_tokens_at_once(table) -> None:
    game = table(red=["E W", "A W"], blue=["E", "E SE", "D SE"], blue_mines=["E SW"],
                 tokens=["intelligence", "map", "current"])  # fmt: skip
    game.use("intelligence", "map", "current")
    game.move("E W", "E SW", "E", "E SE", "E E", mine="E W")
    assert game.lost == []
    assert game.subs("red") == ["E E", "A W"]


# Whirlpools ----------------------------------------------------------------------------------


@pytest.mark.rule("POCKET-SUB-44")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_second_player_places_either_whirlpool_then_the_first_the_other(
    new_game, players
) -> None:
    game = new_game(players, captain=1)
    first = game.truth.first
    assert game.match.actor == (first + 1) % players
    centres = {game.centre(colour) for colour in game.players}
    free = set("ABCDEFGH"[: {2: 5, 3: 6, 4: 8}[players]]) - centres
    assert game.offers == {f"{way} {at}" for way in WAYS for at in free}
    at, *others = sorted(free)
    game.whirl("counter-clockwise", at)
    assert game.match.actor == first
    assert game.offers == {f"clockwise {other}" for other in others}
    game.whirl("clockwise", others[0])
    assert (game.match.actor, game.asked) == (first, "sub")
    assert game.match.draft == []


WAYS = ("clockwise", "counter-clockwise")


@pytest.mark.rule("POCKET-SUB-44")
def test_whirlpools_come_after_all_subs_and_may_lie_on_one(new_game) -> None:
    game = new_game(2, standard=1, captain=1)
    game.place(min(game.offers)).place(max(game.offers))
    shallow = next(letter for letter in "ABCDE" if game.terrain(letter) == "shallow")
    game.place(shallow)
    while game.asked == "sub placed":
        game.place(min(name for name in game.offers if " " in name))
    assert f"clockwise {shallow}" in game.offers


@pytest.mark.rule("POCKET-SUB-45")
@pytest.mark.rule("POCKET-SUB-46")
def test_a_round_ends_when_the_hat_comes_round_and_tiles_turn_with_all_on_them(table) -> None:
    game = table(red=["A NE", "A W"], blue=["C NE", "B NW"], blue_mines=["B E"],
                 whirlpools={"clockwise": "C", "counter-clockwise": "B"})  # fmt: skip
    game.move("A NE", "A E", "B W", mine="A E")
    assert "turned" not in game.happened
    game.move("C NE", "C", "C SW", "D NE", mine="C NE")
    assert game.happened[-2:] == ["turned", "turned"]
    assert game.mines("blue") == ["B NE", "C E"]  # from B E, and from C NE where it was laid
    assert sorted(game.subs("blue")) == ["B W", "D NE"]  # from B NW
    assert game.terrain("B NE") == "rocky"
    assert game.subs("red")[0] == "B SW"  # from B W: counter-clockwise, west goes to south-west
    assert game.lost == []


@pytest.mark.rule("POCKET-SUB-46")
def test_turning_changes_which_regions_touch_across_the_rim(table) -> None:
    game = table(red=["A NE", "A W"], blue=["C NE", "D SW"], whirlpools={"clockwise": "C"})
    touching = interpret(rules.neighbours)
    sub, edge = game.region("C NE"), game.region("B SW")
    assert touching(game.truth, sub) >> edge & 1
    game.move("A NE", "A NW", "A", "A E", mine="A NW")
    game.move("D SW", "D SE", "D E", mine="D SW")
    assert game.name(sub) == "C E"
    assert not touching(game.truth, sub) >> edge & 1
    assert touching(game.truth, game.region("C NE")) >> edge & 1


@pytest.mark.rule("POCKET-SUB-45")
def test_six_rounds_bring_a_tile_round(table) -> None:
    turn = interpret(rules.end_round)
    game = table(red=["A NE"], blue=["C NE"], whirlpools={"clockwise": "C"})
    s = game.truth
    seen = []
    for _ in range(6):
        s.event_count = 0
        turn(s)
        seen.append(s.rotation[2])
    assert seen == [5, 4, 3, 2, 1, 0]


@pytest.mark.rule("POCKET-SUB-45")
def test_the_round_ends_even_if_the_player_with_the_hat_is_out(table) -> None:
    game = table(3, red=[], white=["C SE", "C NW"], blue=["F W", "F E"], to_play="blue",
                 first="red", whirlpools={"clockwise": "B"})  # fmt: skip
    game.move("F W", "F NW", "D SE", mine="F W")
    assert game.to_play == "white"
    assert "turned" in game.happened
    game.move("C SE", "C SW", "C", "C W", mine="C SW")
    assert game.to_play == "blue"
    assert "turned" not in game.happened


@pytest.mark.rule("POCKET-SUB-47")
def test_a_shallow_centre_under_a_whirlpool_can_be_mined_and_entered(table) -> None:
    game = table(red=["C SW", "A W"], blue=FAR, whirlpools={"clockwise": "C"})
    game.move("C SW", "C", "C NE", "B SW", mine="C")
    assert game.mines("red") == ["C"]
    assert game.lost == []


@pytest.mark.rule("POCKET-SUB-46")
def test_the_log_names_regions_as_they_lay_when_they_were_entered(table) -> None:
    game = table(red=["A NE", "A W"], blue=["C NE", "D SW"], to_play="blue",
                 whirlpools={"clockwise": "C"})  # fmt: skip
    game.move("C NE", "C", "C SW", "D NE", mine="C NE")
    assert "turned" in game.happened
    log = game.log("blue")
    assert "You sail from C NE to C." in log
    assert "You lay a mine at C NE." in log
    assert log[-1] == "The whirlpool turns tile C clockwise."
    assert game.mines("blue") == ["C E"]
    cue = game.match.told(0)[-1].cues[0]
    assert (cue.kind, cue.at, cue.to) == ("turn", "Cc", "cw")

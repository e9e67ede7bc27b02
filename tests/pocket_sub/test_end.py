"""Winning, losing, and playing on without a player."""

from __future__ import annotations

import pytest

from quarterdeck.engine.seeds import generators

from .table import GAME, around

FAR = ["E SW", "E SE"]


@pytest.mark.rule("POCKET-SUB-35")
def test_the_last_with_subs_wins_in_the_middle_of_a_move(table) -> None:
    game = table(red=["C NE"], blue=["B SW"])
    game.sub("C NE").sail("B SW")
    assert game.winners == ["red"]
    assert game.points == 2
    assert game.mines("red") == []
    assert game.asked == "nothing"


@pytest.mark.rule("POCKET-SUB-35")
def test_a_hero_that_would_be_stuck_wins_first(table) -> None:
    game = table(red=["B"], blue=["B NW"])
    game.sub("B").sail("B NE", "B NW")
    assert game.winners == ["red"]


@pytest.mark.rule("POCKET-SUB-35")
def test_losing_the_last_sub_to_a_mine_ends_the_game_before_anything_is_laid(table) -> None:
    game = table(red=["B NE"], blue=FAR, blue_mines=["B"])
    game.sub("B NE").sail("B")
    assert game.winners == ["blue"]
    assert game.mines("red") == []
    assert "**wins**" in game.log("red")[-1]
    assert "You **win**" in game.log("blue")[-1]


@pytest.mark.rule("POCKET-SUB-36")
def test_a_team_wins_with_one_partner_out(table) -> None:
    game = table(4, red=["B SW"], blue=[], white=["B"], black=[])
    game.sub("B SW").sail("B")
    assert game.winners == ["red", "blue"]
    assert game.log("blue")[-1] == "You and {0} **win**: no enemy sub is afloat."


@pytest.mark.rule("POCKET-SUB-36")
def test_a_team_wins_with_both_partners_afloat(table) -> None:
    game = table(4, red=["B SW"], blue=["H W"], white=["B"], black=[])
    game.sub("B SW").sail("B")
    assert game.winners == ["red", "blue"]


@pytest.mark.rule("POCKET-SUB-36")
def test_a_team_is_not_beaten_while_one_partner_has_a_sub(table) -> None:
    game = table(4, red=["B SW"], blue=["H W"], white=["B"], black=["F NW"])
    game.sub("B SW").sail("B")
    assert game.winners == []
    assert game.subs("white") == []


@pytest.mark.rule("POCKET-SUB-37")
def test_a_player_without_subs_is_passed_over_and_leaves_the_pieces_behind(table) -> None:
    game = table(3, red=["B NE"], white=["B"], blue=["F W", "F E"], white_mines=["D"])
    game.move("B NE", "B", "B SW", "D NE", mine="B NE")
    assert game.to_play == "blue"
    assert "out" in game.happened
    game.move("F W", "F NW", "D SE", mine="F W")
    assert game.to_play == "red"
    game.sub("D NE").sail("D")
    assert game.lost == ["red: mine"]
    assert game.winners == ["blue"]


@pytest.mark.rule("POCKET-SUB-37")
def test_the_centre_of_a_player_who_is_out_stays_fatal(table) -> None:
    game = table(3, red=["C SE", "A NE"], white=[], blue=["F W"])
    game.sub("C SE").sail("C")
    assert game.lost == ["red: centre"]


@pytest.mark.rule("POCKET-SUB-37")
def test_with_four_a_partner_plays_on_alone(table) -> None:
    game = table(4, red=["A E", "A NE"], blue=[], white=["C W"], black=["F NW"])
    game.move("A E", "B W", "B SW", "B", mine="B W")
    assert game.to_play == "white"
    game.move("C W", "C", "C SW", "C SE", mine="C SW")
    assert game.to_play == "black"


@pytest.mark.rule("POCKET-SUB-38")
def test_who_destroys_their_own_last_subs_has_lost(table) -> None:
    game = table(red=["A NE", "A W"], blue=["E SW"])
    game.sub("A NE").sail("A NW", "A", "A W")
    assert game.winners == ["blue"]


@pytest.mark.rule("POCKET-SUB-38")
def test_with_three_players_the_others_play_on(table) -> None:
    game = table(3, red=["B"], white=["C NW"], blue=["F W"])
    game.sub("B").sail("E", "E SE")
    assert game.lost == ["red: no mine"]
    assert game.winners == []
    assert game.to_play == "white"


@pytest.mark.rule("POCKET-SUB-38")
def test_a_team_that_sinks_its_own_last_subs_has_lost(table) -> None:
    game = table(4, red=["A E"], blue=["B"], white=["C W"], black=[])
    game.sub("A E").sail("B W", "B SW", "B")
    assert game.winners == ["white", "black"]


@pytest.mark.rule("POCKET-SUB-48")
@pytest.mark.parametrize(
    ("players", "unlimited", "bound"),
    [(2, 0, 72), (3, 0, 108), (4, 0, 128), (2, 1, 86), (3, 1, 108), (4, 1, 132)],
)
def test_games_end_in_time_however_carefully_they_are_played(players, unlimited, bound) -> None:
    rules = GAME.load()
    prefer = rules.bind(prefer_entry)
    room, dice = rules.room(), generators(5, 1)[0]
    longest = 0
    for words in generators(players, 40):
        options = {"unlimited": unlimited, "captain": 1, "standard": 1}
        states = rules.new(1, players, options)
        states["rng"][0] = words
        rules.deal(states, 0)
        while not states["over"][0]:
            rules.act(states, 0, prefer(states, 0, room, dice))
        longest = max(longest, int(states["turn"][0]))
    assert 12 < longest <= bound


def prefer_entry(states, i, actions, dice):
    """What a sensible player would do, called from Python."""
    s = states[i]
    return prefer(s, actions, legal(s, actions), dice)  # noqa: F821  # bound to the game's own


@pytest.mark.rule("POCKET-SUB-48")
def test_to_and_fro_between_centres_without_a_mine_comes_to_an_end(table) -> None:
    """The one turn that neither lays nor loses is the way in: the way out must do either."""
    pieces = {"blue": ["H W"], "white": ["C W"], "black": ["F NW"], "blue_centre": "B"}
    game = table(4, red=["A E", "A NE"], red_mines=[*around("D"), *around("E")], **pieces)
    game.sub("A E").sail("A SE", "A SW", "A")
    assert "sheltered" in game.happened
    assert game.subs("red") == ["A", "A NE"]
    for path in (("A", "A E", "B W", "B"), ("A", "A SW", "A SE", "A E")):
        again = table(4, red=["A", "A NE"], red_mines=[*around("D"), *around("E")], **pieces)
        again.sub(path[0]).sail(*path[1:])
        assert again.lost == ["red: no mine"]


@pytest.mark.rule("POCKET-SUB-51")
def test_who_resigns_against_one_enemy_has_lost(new_game) -> None:
    game = new_game(2)
    game.match.resign(0)
    assert game.winners == ["blue"]


@pytest.mark.rule("POCKET-SUB-51")
def test_with_three_players_the_game_goes_on_until_one_is_left(new_game) -> None:
    game = new_game(3)
    game.match.resign(1)
    assert not game.match.over
    game.match.resign(0)
    assert game.winners == ["blue"]


@pytest.mark.rule("POCKET-SUB-51")
def test_a_team_plays_on_until_both_partners_have_resigned(new_game) -> None:
    game = new_game(4)
    game.match.resign(0)
    assert not game.match.over
    game.match.resign(2)
    assert game.winners == ["white", "black"]

"""When a game is won: at once, at odd moments, by whoever moved the piece."""

from __future__ import annotations

import pytest


@pytest.mark.rule("ZERPANG-116")
def test_a_win_comes_before_the_combat_that_would_follow(table) -> None:
    game = table(ninja="5,-4 G2 G4 |", pirate="4,-5 4,-4 | 2", zombies="")
    game.play("ninja: move 5,-4 NW")
    assert game.winner == "ninja"


@pytest.mark.rule("ZERPANG-117", "ZERPANG-136")
def test_zombies_win_in_the_middle_of_a_move(table) -> None:
    game = table(zombies="1,0+1 X3+2 G0+2 | 1, 1", ninja="", pirate="", rings="2,0")
    game.play("zombies: move X1 E E E; pay 1+1")
    assert game.winner == "zombies"


@pytest.mark.rule("ZERPANG-117", "ZERPANG-129")
def test_passing_over_the_third_x_does_not_win(table) -> None:
    game = table(pirate="2,-2 X2 X4 | 1", ninja="", zombies="")
    game.play("pirate: move 2,-2 SW NW; pay 1")
    assert game.winner == ""
    assert game.at("pirate") == {"1,-2", "X2", "X4"}


@pytest.mark.rule("ZERPANG-118", "ZERPANG-131")
def test_a_scoundrel_can_make_the_victim_win(table) -> None:
    game = table(pirate="X4 | 2", ninja="5,-4 G2 G4 |", zombies="")
    game.play("pirate: scoundrel 5,-4 NW; pay 2")
    assert game.winner == "ninja"


@pytest.mark.rule("ZERPANG-118", "ZERPANG-131", "ZERPANG-143")
def test_a_scoundrel_can_infect_zombies_into_winning(table) -> None:
    game = table(pirate="X4 | 2", zombies="1,0+1 0,2+2 G0+2 |", ninja="", rings="2,0")
    game.play("pirate: scoundrel X1 E; pay 2")
    assert game.winner == "zombies"


@pytest.mark.rule("ZERPANG-116", "ZERPANG-102")
def test_a_flight_can_win(table) -> None:
    game = table(pirate="2,-2 X2 X4 | Tactically Advance Backwards", ninja="3,-3 |", zombies="",
                 aggressor="2,-2")  # fmt: skip
    game.play("pirate: play Tactically Advance Backwards; to X0")
    assert game.winner == "pirate"


@pytest.mark.rule("ZERPANG-116", "ZERPANG-51")
def test_theyre_everywhere_can_win(table) -> None:
    game = table(ninja="X0 5,-4 G2 G4 | They're Everywhere", pirate="", zombies="")
    game.play("ninja: play They're Everywhere; place X0 G0")
    assert game.winner == "ninja"


@pytest.mark.rule("ZERPANG-116", "ZERPANG-48")
def test_flanking_can_win(table) -> None:
    game = table(pirate="2,-2 X2 X4 | Flanking Maneuver", ninja="", zombies="")
    game.play("pirate: play Flanking Maneuver; flank 2,-2 SW")
    assert game.winner == "pirate"


@pytest.mark.rule("ZERPANG-136", "ZERPANG-146")
def test_rings_on_pieces_at_home_do_not_win(table) -> None:
    game = table(zombies="1,0+1 X3+2 3,-3+3 |", ninja="2,-3 | Mystic Binding", pirate="",
                 rings="2,0", turn="ninja", aggressor="2,-3")  # fmt: skip
    game.play("ninja: points Mystic Binding").settle()
    assert game.home("zombies") == 4
    game.finish_turn("ninja").finish_turn("pirate")
    game.play("zombies: move X1 E")
    assert game.winner == ""


@pytest.mark.rule("ZERPANG-116", "ZERPANG-174", "ZERPANG-171")
def test_the_fourth_captive_wins_before_the_next_combat(table) -> None:
    game = table(aliens="2,0 G0 G2 X3 | 2", ninja="3,0 |", pirate="2,1 |", aggressor="2,0",
                 captives={"pirate": 3})  # fmt: skip
    game.play("aliens: points 2").settle()
    assert game.winner == "aliens"
    assert game.at("pirate") == {"2,1"}


@pytest.mark.rule("ZERPANG-203")
def test_whoever_resigns_is_played_on_and_the_last_player_left_wins(table) -> None:
    game = table(ninja="X0 |", pirate="", zombies="")
    game.match.resign(2)  # in another's turn
    assert not game.over
    game.finish_turn("ninja").finish_turn("pirate")
    assert game.turn_of == game.to_act == "zombies"
    game.match.resign(0)
    assert game.winner == "pirate"

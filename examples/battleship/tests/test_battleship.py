"""Every clause of RULES.md has a test that cites it."""

from pathlib import Path

import pytest
from battleship import GAME
from table import Table, cell

from quarterdeck.engine import laws
from quarterdeck.engine.errors import BadOption
from quarterdeck.testing import clause_faults


@pytest.mark.rule("BATTLESHIP-1")
def test_ships_are_placed_in_turn_unseen_and_apart(compiled):
    game = Table.deal(GAME, ["first", "second"], compiled=compiled)
    game.place("across I1")
    assert game.to_play == "second"
    assert set(game.view("second").ship[0]) == {-1}
    game.place("down A9")
    assert game.offers >= {"across F1", "across H2", "down A8"}
    assert not game.offers & {"across G1", "across I2", "down I1", "down A9"}


@pytest.mark.rule("BATTLESHIP-2")
def test_a_cell_may_be_shot_at_again_unless_that_is_excluded(table):
    assert "shot J10" in table().shoot("J10", "A1").offers
    assert "shot J10" not in table(repeats=0).shoot("J10", "A1").offers


@pytest.mark.rule("BATTLESHIP-3")
def test_the_answers_to_shots(table):
    game = table()
    assert game.shoot("A1").answer == "a hit."
    assert game.shoot("J10").answer == "water."
    assert game.shoot("A1").answer == "a hit."
    assert game.shoot("J10", "B1").answer == "a hit, and the ship sinks."
    assert game.shoot("J10", "A1").answer == "a hit, and the ship sinks."


@pytest.mark.rule("BATTLESHIP-3")
def test_answers_tell_where_a_ship_may_be():
    """A1 was hit and B1 is water: the ship lies downwards."""
    game = Table.deal(GAME, ["first", "second"], ships=1, width=4, height=4)
    game.place("across A1", "down A1").shoot("A1", "D4", "B1", "D4")
    imagined = list(game.imagined("first", times=20))
    assert all(s.ship[1][cell("A1")] == s.ship[1][cell("A2")] == 0 for s in imagined)


def test_a_ship_that_sank_ends_where_it_was_hit_last():
    """Three hits in a row, of which the second sank a ship of two: the third belongs to another."""
    game = Table.deal(GAME, ["first", "second"], ships=2, width=4, height=4)
    game.place("across A4", "across A1", "across A3", "down C1")
    game.shoot("A1", "D4", "B1", "D4", "C1", "D4")
    imagined = list(game.imagined("first", times=20))
    assert all(s.ship[1][cell("B1")] == 0 and s.ship[1][cell("C1")] == 1 for s in imagined)
    assert {s.ship[1][cell("C2")] for s in imagined} == {1}


@pytest.mark.rule("BATTLESHIP-4", "BATTLESHIP-5")
def test_the_game_ends_with_the_last_ship_or_the_last_shot(table):
    game = table(ships=1).shoot("A1", "J10", "B1")
    assert game.winner == "first"
    assert game.scores == [1, -1]
    game = table(shots=2).shoot("A1", "A1", "J10", "B1")
    assert game.winner == "second"
    assert game.scores == [-1, 1]
    assert table(shots=1).shoot("A1", "A1").winner == "nobody"


@pytest.mark.rule("BATTLESHIP-6")
def test_fleets_that_might_not_fit_are_refused():
    assert GAME.check_options({"width": 3, "height": 3, "ships": 2, "shots": 9})
    with pytest.raises(BadOption, match="A ship of 3 may find no room in a sea of 3 x 2"):
        GAME.check_options({"width": 3, "height": 2, "ships": 2})
    with pytest.raises(BadOption, match="4 cells are too few for 5 shots"):
        GAME.check_options({"width": 2, "height": 2, "ships": 1, "shots": 5, "repeats": 0})


def test_the_rules_page_and_the_tests_agree():
    assert clause_faults(GAME, Path(__file__).parent) == []


def test_the_laws_of_every_game_hold():
    assert laws.check(GAME, games=20).violation is None

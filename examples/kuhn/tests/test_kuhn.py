"""Every clause of RULES.md has a test that cites it."""

from pathlib import Path

import pytest
from kuhn import GAME
from table import Table

from quarterdeck.engine import laws
from quarterdeck.testing import clause_faults

WHOLE_GAMES = ("pass pass", "bet pass", "bet bet", "pass bet pass", "pass bet bet")


@pytest.mark.rule("KUHN-1")
def test_each_has_a_card_of_their_own(compiled):
    game = Table.deal(GAME, ["first", "second"], compiled=compiled)
    first, second = game.truth.card
    assert first != second
    assert game.truth.paid == [1, 1]
    assert game.view("first").card == [first, -1]
    assert game.view("spectator").card == [-1, -1]


@pytest.mark.rule("KUHN-2")
@pytest.mark.parametrize("decisions", WHOLE_GAMES)
def test_a_bet_is_answered_once(table, decisions):
    game = table("J", "K")
    for decision in decisions.split():
        assert not game.over
        game.bet(decision)
    assert game.over


@pytest.mark.rule("KUHN-3")
def test_to_pass_a_bet_is_to_fold(table):
    game = table("K", "J").bet("pass", "bet", "pass")
    assert game.winner == "second"
    assert game.scores == [-1, 1]
    assert game.view("second").card == [-1, 0]


@pytest.mark.rule("KUHN-4")
def test_the_higher_card_wins_what_the_other_has_paid(table):
    assert table("K", "J").bet("pass", "pass").scores == [1, -1]
    game = table("Q", "K").bet("bet", "bet")
    assert game.scores == [-2, 2]
    assert game.view("spectator").card == [1, 2]


def test_the_rules_page_and_the_tests_agree():
    assert clause_faults(GAME, Path(__file__).parent) == []


def test_the_laws_of_every_game_hold():
    assert laws.check(GAME, games=80).violation is None

"""Every clause of RULES.md has a test that cites it."""

from pathlib import Path

import pytest
from leduc import GAME
from table import Table, card

from quarterdeck.engine import laws
from quarterdeck.testing import clause_faults


@pytest.mark.rule("LEDUC-1")
def test_each_has_a_card_of_their_own(compiled):
    game = Table.deal(GAME, ["first", "second"], compiled=compiled)
    first, second = game.truth.card
    assert first != second
    assert game.truth.paid == [1, 1]
    assert game.view("first").card == [first, -1]
    assert game.view("second").card == [-1, second]
    assert game.view("spectator").card == [-1, -1]


@pytest.mark.rule("LEDUC-2")
def test_only_a_raise_can_be_folded_to(table):
    game = table("Js", "Kh")
    assert game.offers == {"call", "raise"}
    assert game.bet("raise").offers == {"fold", "call", "raise"}
    assert game.bet("call").to_play == "first"


@pytest.mark.rule("LEDUC-3")
def test_a_round_has_two_raises_of_two_then_of_four(table):
    game = table("Js", "Kh").bet("raise", "raise")
    assert game.truth.paid == [3, 5]
    assert game.offers == {"fold", "call"}
    game.bet("call", "raise", "raise")
    assert game.truth.paid == [9, 13]
    assert game.offers == {"fold", "call"}


@pytest.mark.rule("LEDUC-4")
def test_a_card_is_turned_over_when_both_have_paid_the_same(table):
    game = table("Js", "Kh").bet("call", "raise")
    assert game.truth.public == -1
    game.bet("call")
    assert game.view("spectator").public in {card("Jh"), card("Qs"), card("Qh"), card("Ks")}
    assert game.to_play == "first"


@pytest.mark.rule("LEDUC-5")
def test_a_fold_shows_no_cards(table):
    game = table("Js", "Kh").bet("raise", "raise", "fold")
    assert game.winner == "second"
    assert game.scores == [-3, 3]
    assert game.view("second").card == [-1, card("Kh")]


@pytest.mark.rule("LEDUC-6")
@pytest.mark.parametrize(
    ("first", "second", "public", "winner", "scores"),
    [
        ("Js", "Kh", "Qs", "second", [-5, 5]),
        ("Js", "Kh", "Jh", "first", [5, -5]),
        ("Ks", "Kh", "Qs", "nobody", [0, 0]),
    ],
)
def test_a_pair_wins_then_the_higher_card(table, first, second, public, winner, scores):
    game = table(first, second).turn_over(public).bet("raise", "call")
    assert game.winner == winner
    assert game.scores == scores
    assert game.view("spectator").card == [card(first), card(second)]


def test_the_rules_page_and_the_tests_agree():
    assert clause_faults(GAME, Path(__file__).parent) == []


def test_the_laws_of_every_game_hold():
    assert laws.check(GAME, games=80).violation is None

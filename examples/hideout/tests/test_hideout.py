"""Every clause of RULES.md has a test that cites it."""

from pathlib import Path

import pytest
from hideout import GAME
from table import Table

from quarterdeck.engine import laws
from quarterdeck.testing import clause_faults


@pytest.mark.rule("HIDEOUT-1", "HIDEOUT-2")
def test_nobody_hides_in_the_hut_that_burnt_down(compiled):
    game = Table.deal(GAME, ["hider", "seeker"], compiled=compiled)
    burnt = game.truth.burnt
    game.act("row", burnt // 2)
    assert game.offers == {f"column {1 - burnt % 2}"}
    game.act("column", 1 - burnt % 2)
    assert game.view("seeker").hut == [-1, -1]


@pytest.mark.rule("HIDEOUT-3")
def test_the_seeker_is_told_whether_the_row_was_right(table):
    assert table("D", burnt="A").search("B").log("seeker")[-1] == "You search B: the wrong row."
    assert table("D", burnt="A").search("C").log("seeker")[-1] == "You search C: the right row."


@pytest.mark.rule("HIDEOUT-4")
def test_finding_the_hider_wins_and_running_out_of_searches_loses(table):
    assert table("D", burnt="A").search("C").search("D").winner == "seeker"
    assert table("D", burnt="A", guesses=1).search("C").winner == "hider"


def test_the_rules_page_and_the_tests_agree():
    assert clause_faults(GAME, Path(__file__).parent) == []


def test_the_laws_of_every_game_hold():
    assert laws.check(GAME, games=40).violation is None

"""Every clause of our games' RULES.md is shown by a test that cites it."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.engine.game import Game
from quarterdeck.testing import citations, clause_faults, clauses
from tests.games import OURS

TESTS = Path(__file__).parent


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_clause_has_a_test_and_what_is_cited_exists(game: Game) -> None:
    assert clause_faults(game, TESTS) == []


def test_every_citation_is_of_a_clause_of_ours() -> None:
    known, cited = {clause for game in OURS for clause in clauses(game)}, citations(TESTS)
    assert {clause: places for clause, places in cited.items() if clause not in known} == {}

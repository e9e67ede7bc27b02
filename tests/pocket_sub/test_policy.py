"""The policy plays soundly: far better than chance."""

from __future__ import annotations

import pytest

from quarterdeck.engine.rule import below, rule

from ..contests import wins
from .table import GAME


@rule
def anything(s, actions, count, dice):
    """Any legal action."""
    return actions[below(dice, count)]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("options", [{}, {"standard": 1, "captain": 1}], ids=["plain", "captain"])
def test_it_beats_chance_four_times_out_of_five(players, options) -> None:
    ways = GAME.load().functions["prefer"], anything
    assert wins(GAME, ways, 1000, players, options) >= 800

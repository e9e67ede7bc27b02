"""The policy plays soundly: far better than chance, and its estimate means something."""
# ruff: noqa: F821 (generic code that is bound to the game's functions before it is compiled)

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quarterdeck.engine.rule import below, rule
from quarterdeck.engine.seeds import generators

from ..contests import wins
from .table import GAME

# the game's own, bound by Rules
begin: Any
legal: Any
prefer: Any
prospect: Any
step: Any


@rule
def anything(s, actions, count, dice):
    """Any legal action."""
    return actions[below(dice, count)]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("options", [{}, {"standard": 1, "captain": 1}], ids=["plain", "captain"])
def test_it_beats_chance_four_times_out_of_five(players, options) -> None:
    ways = GAME.load().functions["prefer"], anything
    assert wins(GAME, ways, 1000, players, options) >= 800


def estimate(states, i, actions, dice, games, sums):
    """In sensible play: how often a side wins that is thought clearly likelier after 20 turns."""
    s = states[i]
    for _ in range(games):
        begin(s)
        likelier = -1
        while not s.over:
            if s.turn == 20:
                sums[2] = prospect(s, 0) + prospect(s, 1)
                if abs(prospect(s, 0) - prospect(s, 1)) > 100:
                    likelier = 0 if prospect(s, 0) > prospect(s, 1) else 1
            step(s, prefer(s, actions, legal(s, actions), dice))
        if likelier >= 0:
            sums[0] += s.winners >> likelier & 1
            sums[1] += 1


def test_the_side_it_thinks_likelier_to_win_mostly_does() -> None:
    rules = GAME.load()
    states = rules.new(1, 2, {})
    states["rng"], dice = generators(7, 2)
    sums = np.zeros(3, np.int64)
    rules.bind(estimate)(states, 0, rules.room(), dice, 1000, sums)
    right, games, thousandths = sums
    assert games > 300
    assert right / games > 0.6
    assert 990 <= thousandths <= 1000

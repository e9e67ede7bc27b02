"""examples/learn_choice.py: a network learns the first question apart."""

import numpy as np
import pytest

from examples import learn_choice
from quarterdeck.bots.network import find, real
from quarterdeck.games.ping import GAME


def test_what_wins_more_scores_higher_and_nothing_else_changes():
    network, dice = find(GAME), np.random.default_rng(0)
    games, good, bad = 20_000, 3, 5
    felt = dice.random((games, len(network.second_bias)))
    chosen = dice.choice([good, bad], games)
    won = np.where(chosen == good, 0.09, -0.06) + dice.normal(0, 0.3, games)
    taught = learn_choice.taught(network, GAME.load().observation, felt, chosen, won)
    weights, bias = real(taught)[-1]
    scores = felt.mean(0) @ weights + bias
    assert scores[good] - scores[bad] == pytest.approx(0.15 / learn_choice.TASTE, rel=0.1)
    others = np.delete(np.arange(len(bias)), [good, bad])
    np.testing.assert_array_equal(taught.heads[others], network.heads[others])
    np.testing.assert_array_equal(taught.second, network.second)

"""Ratings with known answers, and intervals from the literature."""

import math

import numpy as np
import pytest

from quarterdeck.arena.rating import ELO, Z, elo, wilson


def test_results_generated_from_ratings_give_those_ratings_back():
    true = np.array([120.0, 30.0, -150.0])
    chance = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    found = elo(100_000 * chance * (1 - np.eye(3)))
    assert [rating.value for rating in found] == pytest.approx(true, abs=0.1)


def test_winning_three_games_of_four_is_worth_191_points():
    better, worse = elo(np.array([[0, 75_000], [25_000, 0.0]]))
    assert better.value - worse.value == pytest.approx(190.85, abs=0.05)


def test_the_interval_follows_from_the_fisher_information():
    better, worse = elo(np.array([[0, 7499.5], [2499.5, 0.0]]))  # with the prior: 7500 and 2500
    error = ELO / math.sqrt(10_000 * 0.75 * 0.25)  # of the difference; each has half of it
    assert better.high - better.value == pytest.approx(Z * error / 2)
    assert worse.value - worse.low == pytest.approx(Z * error / 2)


def test_a_bot_that_wins_every_game_has_a_high_but_uncertain_rating():
    best, _, worst = elo(np.array([[0, 100, 100], [0, 0, 100], [0, 0, 0.0]]))
    assert 500 < best.value - worst.value < 2500
    assert best.high - best.low > 200


@pytest.mark.parametrize("games", [10, 100, 400, 1000])
def test_two_bots_can_be_rated_however_one_sided_the_games(games):
    for won in np.arange(0, games + 0.5, 0.5):
        stronger, weaker = elo(np.array([[0, won], [games - won, 0]]))
        assert stronger.low < stronger.value < stronger.high
        assert stronger.value == pytest.approx(-weaker.value, abs=1e-9)


def test_without_games_nothing_is_known():
    assert all(rating.value == 0 and rating.high > 200 for rating in elo(np.zeros((3, 3))))


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0, 0.2775), (50, 100, 0.4038, 0.5962), (10, 10, 0.7225, 1)],
)
def test_wilson_intervals(score, games, low, high):
    interval = wilson(score, games)
    assert interval.value == score / games
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-4)


def test_the_rate_of_no_games_can_be_anything():
    assert wilson(0, 0) == (0.5, 0, 1)


@pytest.mark.parametrize("strengths", [[3, 1], [4, 2, 1], [1, 1, 1, 1, 1]])
def test_95_percent_of_the_intervals_contain_the_true_rating(strengths):
    """Many contests between sides that win in proportion to their strengths."""
    dice, sides = np.random.default_rng(5), len(strengths)
    true = 400 * np.log10(strengths)
    true -= true.mean()
    held = 0
    for _ in range(200):
        won = dice.multinomial(300, np.array(strengths) / sum(strengths))
        ratings = elo(won[:, None] * (1 - np.eye(sides)) * 2 / sides)
        held += sum(r.low <= t <= r.high for r, t in zip(ratings, true, strict=True))
    assert 0.92 < held / (200 * sides) < 0.98

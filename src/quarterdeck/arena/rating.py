"""Ratings from comparisons, and intervals for rates and scores.

The model is Bradley-Terry: i beats j with probability 1 / (1 + exp(r_j - r_i)). Newton's method
finds the maximum-likelihood ratings; their covariance is the inverse Fisher information.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

Z = 1.959964
"""A 95 % interval extends this many standard deviations to either side."""
ELO = 400 / math.log(10)
"""Elo points for odds of e to 1."""
PRIOR = 0.5
"""Wins added in each direction for every pair of bots: in effect one drawn game. Without it, a bot
that wins all its games would have an infinite rating."""

Matrix = np.ndarray[Any, np.dtype[np.float64]]


class Interval(NamedTuple):
    value: float
    low: float
    high: float


def elo(wins: Matrix) -> list[Interval]:
    """Ratings with mean 0 and 95 % intervals; `wins[i, j]` says how often i beat j."""
    count = len(wins)
    wins = wins + PRIOR * (1 - np.eye(count))
    games = wins + wins.T
    ratings = np.zeros(count)
    for _ in range(100):
        chance = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        spread = games * chance * (1 - chance)
        information = np.diag(spread.sum(axis=1)) - spread
        # only differences are determined: invert among ratings with mean 0
        covariance = np.linalg.inv(information + 1 / count) - 1 / count
        step = np.clip(covariance @ (wins - games * chance).sum(axis=1), -2, 2)
        ratings += step - step.mean()
        if np.abs(step).max() < 1e-10:
            break
    errors = Z * np.sqrt(np.diag(covariance))
    return [
        Interval(ELO * r, ELO * (r - e), ELO * (r + e))
        for r, e in zip(ratings.tolist(), errors.tolist(), strict=True)
    ]


def mean(values: list[float]) -> Interval | None:
    """A mean with its 95 % interval; None for fewer than two values, which say nothing of it."""
    if len(values) < 2:
        return None
    middle = float(np.mean(values))
    margin = Z * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return Interval(middle, middle - margin, middle + margin)


def wilson(score: float, games: int) -> Interval:
    """A rate with its 95 % interval; a drawn game is half a success."""
    if games == 0:
        return Interval(0.5, 0.0, 1.0)
    rate, part = score / games, Z * Z / games
    middle = (rate + part / 2) / (1 + part)
    margin = Z / (1 + part) * math.sqrt(rate * (1 - rate) / games + part / games / 4)
    return Interval(rate, max(0.0, middle - margin), min(1.0, middle + margin))

"""The results of a contest: the bots' ratings, how they did against each other, the game's balance.

A side's *share* of a game is 1 for winning alone, an equal part for winning together or drawing
(so 0.5 for a draw between two), and 0 for losing. In a game with scores its *score* is the mean of
its seats'; ratings and win rates do not look at it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
import numpy as np

from quarterdeck.arena.game import Result
from quarterdeck.arena.plan import Plan
from quarterdeck.arena.rating import Interval, Matrix, elo, mean, wilson


class Rate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mean share, and in a game with scores a mean score, with 95 % intervals."""

    name: str
    games: int
    share: Interval
    score: Interval | None = None


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One bot's line in the table."""

    name: str
    games: int
    won: int
    drawn: int
    lost: int
    forfeits: int
    share: Interval
    elo: Interval
    milliseconds: float
    """Per decision, on average."""
    score: Interval | None = None
    """Per game, in games with scores; forfeited ones have none."""


class Pair(msgspec.Struct, frozen=True):
    """One bot's share against another, over the games that compare them."""

    bot: str
    other: str
    games: int
    share: Interval


class Summary(msgspec.Struct, frozen=True):
    plan: Plan
    games: int
    decisions: float
    """Per game, on average."""
    draws: int
    bots: list[Standing]
    """Best first: by score, if the game has scores."""
    pairs: list[Pair]
    seats: list[Rate]
    kinds: list[Rate]
    forfeits: dict[str, int]
    """How often games were forfeited, by reason."""


class Part(NamedTuple):
    """One side of a game."""

    bot: int
    share: float
    forfeited: bool
    score: float | None


def parts(result: Result) -> list[Part]:
    """The sides of a game: who played each, and its share."""
    count = max(result.sides) + 1
    won = {result.sides[seat] for seat in result.winners} or set(range(count))
    lost_by = result.sides[result.forfeit.seat] if result.forfeit else -1
    return [
        Part(
            bot=result.bots[result.sides.index(side)],
            share=(side in won) / len(won),
            forfeited=side == lost_by,
            score=_score(result, side),
        )
        for side in range(count)
    ]


def _score(result: Result, side: int) -> float | None:
    scores = [score for score, of in zip(result.scores, result.sides, strict=False) if of == side]
    return sum(scores) / len(scores) if scores else None


def _mean_score(found: list[Part]) -> Interval | None:
    return mean([part.score for part in found if part.score is not None])


def comparisons(result: Result) -> Iterator[tuple[int, int, float]]:
    """The comparisons that a game makes: (better bot, worse bot, 1), or 0.5 both ways if equal.

    Two losers are not compared, nor, after a forfeit, two sides that did not forfeit.
    """
    sides = parts(result)
    for i, one in enumerate(sides):
        for other in sides[i + 1 :]:
            undecided = one.share == other.share == 0 or (
                result.forfeit and not (one.forfeited or other.forfeited)
            )
            if one.bot == other.bot or undecided:
                continue
            if one.share == other.share:
                yield one.bot, other.bot, 0.5
                yield other.bot, one.bot, 0.5
            else:
                better, worse = (one, other) if one.share > other.share else (other, one)
                yield better.bot, worse.bot, 1.0


def summarize(plan: Plan, results: list[Result]) -> Summary:
    """Summarize the games played."""
    wins = np.zeros((len(plan.bots), len(plan.bots)))
    for result in results:
        for one, other, score in comparisons(result):
            wins[one, other] += score
    fair = [result for result in results if not result.forfeit]
    reasons: dict[str, int] = defaultdict(int)
    for result in results:
        if result.forfeit:
            name = plan.names[result.bots[result.forfeit.seat]]
            reasons[f"{name}: {result.forfeit.reason}"] += 1
    return Summary(
        plan=plan,
        games=len(results),
        decisions=sum(sum(r.decisions) for r in results) / max(1, len(results)),
        draws=sum(not result.winners for result in results),
        bots=_standings(plan, results, wins),
        pairs=_pairs(plan, wins),
        seats=_rates(fair, lambda result: [str(seat) for seat in range(len(result.sides))]),
        kinds=_rates(fair, lambda result: result.kinds),
        forfeits=dict(reasons),
    )


def _standings(plan: Plan, results: list[Result], wins: Matrix) -> list[Standing]:
    """Every bot's line. With n sides the comparisons of one game are not independent: each counts
    2 / n."""
    ratings = elo(wins * 2 / plan.sides)
    found = [_standing(name, bot, results, ratings[bot]) for bot, name in enumerate(plan.names)]
    scored = any(one.score for one in found)
    return sorted(found, key=lambda one: _worth(one, scored), reverse=True)


def _worth(standing: Standing, scored: bool) -> float:
    if scored:
        return standing.score.value if standing.score else -math.inf
    return standing.elo.value


def _standing(name: str, bot: int, results: list[Result], rating: Interval) -> Standing:
    mine = [part for result in results for part in parts(result) if part.bot == bot]
    won = sum(part.share == 1 for part in mine)
    lost = sum(part.share == 0 for part in mine)
    spent = [
        (seconds, decisions)
        for result in results
        for player, seconds, decisions in zip(
            result.bots, result.seconds, result.decisions, strict=True
        )
        if player == bot
    ]
    return Standing(
        name=name,
        games=len(mine),
        won=won,
        drawn=len(mine) - won - lost,
        lost=lost,
        forfeits=sum(part.forfeited for part in mine),
        share=wilson(sum(part.share for part in mine), len(mine)),
        elo=rating,
        milliseconds=1000 * sum(s for s, _ in spent) / max(1, sum(d for _, d in spent)),
        score=_mean_score(mine),
    )


def _pairs(plan: Plan, wins: Matrix) -> list[Pair]:
    found = []
    for i, one in enumerate(plan.names):
        for j, other in enumerate(plan.names):
            if games := round(wins[i, j] + wins[j, i]):
                found.append(Pair(one, other, games, wilson(float(wins[i, j]), games)))
    return found


def _rates(results: list[Result], names: Callable[[Result], list[str]]) -> list[Rate]:
    """Mean shares and scores of the seats, grouped by name."""
    groups: dict[str, list[Part]] = defaultdict(list)
    for result in results:
        sides = parts(result)
        for name, side in zip(names(result), result.sides, strict=False):
            groups[name].append(sides[side])
    return [
        Rate(
            name, len(mine), wilson(sum(part.share for part in mine), len(mine)), _mean_score(mine)
        )
        for name, mine in sorted(groups.items())
    ]

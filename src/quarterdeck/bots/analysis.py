"""Analysis of a finished game from one seat's point of view.

Before each of the seat's turns a searcher estimates, from the view it had then, what to expect: the
winning chance, or in a game with scores the expected score. The turning points are the three turns
after which that changed most.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec

from quarterdeck.bots.search import Searcher
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import GIVEN_UP, Record
from quarterdeck.engine.replay import done_in

SIMULATIONS, SECONDS = 150_000, 8.0
"""Limits for a whole game: the analysis stops at whichever is reached first."""
TURNING_POINTS = 3
SWING = 0.02
"""Changes of the winning chance up to this size are noise; of a score, this part of its range."""


class Candidate(msgspec.Struct, frozen=True):
    """A candidate action and what to expect of it: a chance of winning, or a score."""

    label: str
    expected: float
    action: int
    targets: list[str] = []
    """The cells, pieces or halves of cards that it is about."""


class Turn(msgspec.Struct, frozen=True):
    """One of the seat's turns: what to expect, what it did, and what it could have done instead."""

    turn: int
    expected: float
    """Of the best action: the chance of winning, or the score."""
    did: str
    options: list[Candidate]
    """The two best actions, given what the seat knew."""
    step: int = 0
    """The position it was taken in: how many batches had been made."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn that changed a lot what to expect."""

    at: int
    """Index into the turns."""
    before: float
    after: float


class Analysis(msgspec.Struct, frozen=True):
    seat: int
    turns: list[Turn]
    result: float | None
    """1: won, 0: lost, 0.5: a draw, or the score; None: somebody resigned, so no turn led to it."""
    moments: list[TurningPoint]
    """The turning points, in the order of play."""
    scored: bool = False
    """All these numbers are scores; otherwise they are chances of winning, from 0 to 1."""


def analyse(record: Record, seat: int, seed: int, seconds: float = SECONDS) -> Analysis:
    """Analyse a finished game from one seat's point of view; its turns share the time."""
    shares = max(1, sum(batch.seat == seat for batch in record.batches))
    game = find(record.game)
    searcher = Searcher(game, seed, max(SIMULATIONS // shares, 100), seconds / shares)
    turns: list[Turn] = []
    for match, who, action in record.replay():
        if who != seat or action is None:
            continue
        if not match.draft:
            options = hints(match, seat, searcher) if len(match.legal()) > 1 else []
            turn, did = int(match.truth["turn"][0]), match.label(seat, action)
            turns += [Turn(turn, options[0].expected, did, options, match.seq)] if options else []
        elif options:
            did = f"{turns[-1].did}, {match.label(seat, action)}"
            turns[-1] = msgspec.structs.replace(turns[-1], did=did)
    expected, result = [turn.expected for turn in turns], None
    if record.batches[-1].kind not in GIVEN_UP:
        result = _result(match, seat)
        expected.append(result)
    bounds = game.rule_hooks.SCORE
    swing = SWING * (bounds.high - bounds.low) if bounds else SWING
    return Analysis(seat, turns, result, _turning_points(expected, swing), bool(bounds))


def in_words(found: Analysis, match: Match) -> Analysis:
    """An analysis of this match in the language of whoever reads it now."""
    replace = msgspec.structs.replace

    def said(turn: Turn) -> Turn:
        then = match.back_at(turn.step)
        options = [replace(o, label=then.label(found.seat, o.action)) for o in turn.options]
        return replace(turn, did=done_in(match, turn.step), options=options)

    return replace(found, turns=[said(turn) for turn in found.turns])


def _result(match: Match, seat: int) -> float:
    if match.scores:
        return float(match.scores[seat])
    return 0.5 if not match.winners else 1.0 if seat in match.winners else 0.0


def hints(match: Match, seat: int, searcher: Searcher) -> list[Candidate]:
    """The two best actions for a seat now, given what it knows."""
    return [
        Candidate(
            match.label(seat, estimate.action),
            float(estimate.expected),
            estimate.action,
            match.targets(seat, estimate.action),
        )
        for estimate in searcher.hints(match.view(seat), seat)[:2]
    ]


def _turning_points(expected: list[float], swing: float = SWING) -> list[TurningPoint]:
    """Where what to expect changed most from one turn to the next, or to the result."""
    changes = [
        TurningPoint(at, before, after)
        for at, (before, after) in enumerate(pairwise(expected))
        if abs(after - before) > swing
    ]
    largest = sorted(changes, key=lambda point: -abs(point.after - point.before))[:TURNING_POINTS]
    return sorted(largest, key=lambda point: point.at)

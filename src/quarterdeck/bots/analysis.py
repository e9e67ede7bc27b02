"""Analysis of a finished game from one seat's point of view.

Before each of the seat's turns a searcher estimates its winning chance from the view it had then.
The turning points are the three turns after which that chance changed most.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec

from quarterdeck.bots.search import Searcher
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.state import to_plain

SIMULATIONS, SECONDS = 150_000, 8.0
"""Limits for a whole game: the analysis stops at whichever is reached first."""
TURNING_POINTS = 3
SWING = 0.02
"""Changes of the winning chance up to this size are noise."""


class Candidate(msgspec.Struct, frozen=True):
    """A candidate action and its chance of winning."""

    label: str
    chance: float


class Turn(msgspec.Struct, frozen=True):
    """One of the seat's turns: its chance, what it did, and what it could have done instead."""

    turn: int
    chance: float
    """The chance of winning with the best action."""
    did: str
    options: list[Candidate]
    """The two best actions, given what the seat knew."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn that changed the winning chance a lot."""

    at: int
    """Index into the turns."""
    before: float
    after: float


class Analysis(msgspec.Struct, frozen=True):
    seat: int
    turns: list[Turn]
    result: float | None
    """1: won, 0: lost, 0.5: a draw; None: somebody resigned, so no turn led to it."""
    moments: list[TurningPoint]
    """The turning points, in the order of play."""


def analyse(record: Record, seat: int, seed: int, seconds: float = SECONDS) -> Analysis:
    """Analyse a finished game from one seat's point of view; its turns share the time."""
    shares = max(1, sum(batch.seat == seat for batch in record.batches))
    searcher = Searcher(find(record.game), seed, max(SIMULATIONS // shares, 100), seconds / shares)
    turns: list[Turn] = []
    for match, who, action in record.replay():
        if who != seat or action is None:
            continue
        if not match.draft:
            options = hints(match, seat, searcher) if len(match.legal()) > 1 else []
            turn, did = int(match.truth["turn"][0]), _label(match, seat, action)
            turns += [Turn(turn, options[0].chance, did, options)] if options else []
        elif options:
            did = f"{turns[-1].did}, {_label(match, seat, action)}"
            turns[-1] = msgspec.structs.replace(turns[-1], did=did)
    chances, result = [turn.chance for turn in turns], None
    if record.batches[-1].kind != "resign":
        result = 0.5 if not match.winners else 1.0 if seat in match.winners else 0.0
        chances.append(result)
    return Analysis(seat, turns, result, _turning_points(chances))


def hints(match: Match, seat: int, searcher: Searcher) -> list[Candidate]:
    """The two best actions for a seat now, given what it knows."""
    return [
        Candidate(_label(match, seat, estimate.action), float(estimate.chance))
        for estimate in searcher.hints(match.view(seat), seat)[:2]
    ]


def _label(match: Match, seat: int, action: int) -> str:
    view = to_plain(match.game.state, match.view(seat))
    return match.game.hooks.scene.label(view, action)


def _turning_points(chances: list[float]) -> list[TurningPoint]:
    """Where the chance changed most from one turn to the next, or to the result."""
    changes = [
        TurningPoint(at, before, after)
        for at, (before, after) in enumerate(pairwise(chances))
        if abs(after - before) > SWING
    ]
    largest = sorted(changes, key=lambda point: -abs(point.after - point.before))[:TURNING_POINTS]
    return sorted(largest, key=lambda point: point.at)

"""Analysis: a finished game looked back on with the eyes one seat had while it was played.

Before each of the seat's turns a searcher says how likely it was to win, from the view it had then.
The moments worth looking at are the three after which that changed most.
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
"""For a whole game; whichever its turns have used up first."""
MOMENTS = 3
SWING = 0.02
"""A change of the winning chance that is no more than this is noise."""


class Weighed(msgspec.Struct, frozen=True):
    """Something that could have been done, and how likely it was to win."""

    label: str
    chance: float


class Turn(msgspec.Struct, frozen=True):
    """One of the seat's turns: what its chances were, what it did, and what it might have done."""

    turn: int
    chance: float
    """Of winning, with the best that could be done."""
    did: str
    options: list[Weighed]
    """The two best, as far as the seat could know."""


class Moment(msgspec.Struct, frozen=True):
    """A turn after which the game was nearer to being won or lost."""

    at: int
    """Which of the turns."""
    before: float
    after: float


class Analysis(msgspec.Struct, frozen=True):
    seat: int
    turns: list[Turn]
    result: float | None
    """1: won, 0: lost, 0.5: a draw; None: somebody resigned, so it does not follow from a turn."""
    moments: list[Moment]
    """In the order they came."""


def analyse(record: Record, seat: int, seed: int, seconds: float = SECONDS) -> Analysis:
    """Look back on a finished game with the eyes of a seat; its turns share the time."""
    shares = max(1, sum(batch.seat == seat for batch in record.batches))
    searcher = Searcher(find(record.game), seed, max(SIMULATIONS // shares, 100), seconds / shares)
    turns: list[Turn] = []
    for match, who, action in record.replay():
        if who != seat or action is None:
            continue
        if not match.draft:
            options = weigh(match, seat, searcher) if len(match.legal()) > 1 else []
            turn, did = int(match.truth["turn"][0]), _label(match, seat, action)
            turns += [Turn(turn, options[0].chance, did, options)] if options else []
        elif options:
            did = f"{turns[-1].did}, {_label(match, seat, action)}"
            turns[-1] = msgspec.structs.replace(turns[-1], did=did)
    chances, result = [turn.chance for turn in turns], None
    if record.batches[-1].kind != "resign":
        result = 0.5 if not match.winners else 1.0 if seat in match.winners else 0.0
        chances.append(result)
    return Analysis(seat, turns, result, _moments(chances))


def weigh(match: Match, seat: int, searcher: Searcher) -> list[Weighed]:
    """The two best things a seat could do now, from what it knows."""
    return [
        Weighed(_label(match, seat, advice.action), float(advice.chance))
        for advice in searcher.advise(match.view(seat), seat)[:2]
    ]


def _label(match: Match, seat: int, action: int) -> str:
    view = to_plain(match.game.state, match.view(seat))
    return match.game.hooks.scene.label(view, action)


def _moments(chances: list[float]) -> list[Moment]:
    """Where the chance changed most from one turn to the next, or to the end."""
    changes = [
        Moment(at, before, after)
        for at, (before, after) in enumerate(pairwise(chances))
        if abs(after - before) > SWING
    ]
    greatest = sorted(changes, key=lambda moment: -abs(moment.after - moment.before))[:MOMENTS]
    return sorted(greatest, key=lambda moment: moment.at)

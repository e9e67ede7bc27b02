"""Coverage: a few short records that together show all a game can do and tell.

Games are played by somebody else's choices and, wherever that leads to something new, by ours: a
verb not yet used, an event not yet seen. Each is cut off where nothing new follows, and of many the
one that shows most for its length is kept, until nothing is missing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
import numpy as np

from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.game import Game
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.record import Record
from quarterdeck.engine.state import unpack

Choose = Callable[[np.ndarray[Any, Any], int], int]
"""Takes a decision, as a bot does: from a view, for a seat."""
Choosers = Callable[[int], list[Choose]]
"""Ways to play the game with this seed."""

CANDIDATES = 24
"""Deals played for each record that is kept,"""
ATTEMPTS = 40
"""and how often so many are played at most."""
SHORTEST, LONGEST = 40, 300
"""Decisions of a record, if the game is not shorter itself."""
LOOKED_AT = 12
"""Actions tried at a decision."""
FEW = 20
"""Of a verb with no more actions than this, each action is worth showing."""
LESS = 0.25
"""What that is worth beside a verb or an event."""
GOOD, ENOUGH = 0.006, 0.003
"""How much a record shows for what it costs: at first, and when nothing is missing any more."""
LOWER = 0.7
"""With every attempt in vain, less is asked of a record that shows what is missing."""
RESIGNATION = "a resignation"
BEGINNING = 400
"""A record costs as much as so many decisions before the first is taken: the set-up."""


def features(game: Game) -> set[str]:
    """What a game's records must show: its verbs, events, numbers of players, ends of options."""
    fewest, most = game.seats
    return {
        RESIGNATION,
        *(f"verb {verb}" for verb in game.actions.verbs),
        *(f"event {event}" for event in game.event_names),
        *(f"{seats} players" for seats in range(fewest, most + 1)),
        *(f"{o.name} {value}" for o in game.options for value in (o.low, o.default, o.high)),
    }


def details(game: Game) -> set[str]:
    """What they had better show, too: the single actions of verbs that have few."""
    few = {verb: ids for verb, ids in game.actions.verbs.items() if 1 < len(ids) <= FEW}
    return {f"{verb} {number}" for verb, ids in few.items() for number in range(len(ids))}


def shown(record: Record, game: Game | None = None) -> set[str]:
    """The features and details of a record."""
    found: set[str] = set()
    for match, seat, action in record.replay(game=game):
        found |= _settings(match) | _events(match.position)
        if action is not None:
            found |= _action(match.game, action)
        elif seat is not None:
            found.add(RESIGNATION)
    return found


def search(game: Game, choosers: Choosers) -> Iterator[Record]:
    """Records that show all of a game's features, if they can be found, and many of its details."""
    needed, nice = features(game), details(game)
    best, asked = NOTHING, GOOD
    for attempt in range(ATTEMPTS):
        seeds = range(attempt * CANDIDATES, (attempt + 1) * CANDIDATES)
        games = (_play(game, s, choose, needed, nice) for s in seeds for choose in choosers(s))
        best = max(best, *(_cut(tried, needed) for tried in games), key=lambda cut: cut.merit)
        if best.match and best.merit >= (asked if needed else ENOUGH):
            yield _ended(best.match, best.batches)
            needed, nice = needed - best.found, nice - best.found
            best, asked = NOTHING, GOOD
        elif not needed:
            return
        else:
            asked *= LOWER


@dataclass
class Tried:
    """A game played in search of features, and after how many batches each was first shown."""

    match: Match
    first: dict[str, int] = field(default_factory=dict)

    def show(self, found: set[str], wanted: set[str]) -> None:
        for feature in found & wanted:
            self.first.setdefault(feature, self.match.seq + bool(self.match.draft))


class Cut(NamedTuple):
    """The beginning of a game, what it shows, and how much that is for what it costs."""

    match: Match | None
    batches: int
    found: set[str]
    merit: float


NOTHING = Cut(None, 0, set(), 0)


def _play(game: Game, seed: int, choose: Choose, needed: set[str], nice: set[str]) -> Tried:
    """A game that is driven towards what is needed, every other one also to what is nice."""
    dice, wanted = random.Random(seed), needed | nice
    sought = needed if needed and seed % 2 else wanted
    tried = Tried(_new_match(game, seed, needed, dice))
    match = tried.match
    tried.show(_settings(match) | _events(match.position), wanted)
    while (seat := match.actor) is not None and match.decisions < LONGEST:
        action = _something_new(match, sought - tried.first.keys(), dice)
        action = choose(match.view(seat), seat) if action is None else action
        match.act(seat, action)
        tried.show(_action(match.game, action) | _events(match.position), wanted)
    return tried


def _new_match(game: Game, seed: int, wanted: set[str], dice: random.Random) -> Match:
    """A match with players and options that were not shown yet, where there are such."""
    fewest, most = game.seats
    while True:
        seats = _prefer([(f"{n} players", n) for n in range(fewest, most + 1)], wanted, dice)
        values = {o.name: [o.low, o.default, o.high] for o in game.options}
        options = {
            name: _prefer([(f"{name} {v}", v) for v in sorted(set(row))], wanted, dice)
            for name, row in values.items()
        }
        try:
            return Match(game, seats, options, seed)
        except BadOption:
            continue  # the game refuses this combination


def _prefer(choices: list[tuple[str, int]], wanted: set[str], dice: random.Random) -> int:
    missing = [value for feature, value in choices if feature in wanted]
    return dice.choice(missing or [value for _, value in choices])


def _something_new(match: Match, wanted: set[str], dice: random.Random) -> int | None:
    """An action that shows a feature, itself or by what follows at once."""
    legal = match.legal()
    if new := [action for action in legal if _action(match.game, action) & wanted]:
        return dice.choice(new)
    if not any(feature.startswith("event ") for feature in wanted):
        return None
    looked_at = dice.sample(legal, min(len(legal), LOOKED_AT))
    return next((a for a in looked_at if _events(match.position.after(a)) & wanted), None)


def _cut(tried: Tried, needed: set[str]) -> Cut:
    """The beginning of a game that shows most for its length, and something that is needed."""
    cuts, decisions = [NOTHING], 0
    shortest = min(SHORTEST, tried.match.decisions // 2)
    for number, batch in enumerate(tried.match.batches, 1):
        decisions += len(batch.actions)
        if decisions < shortest:
            continue
        found = {feature for feature, first in tried.first.items() if first <= number}
        if number < tried.match.seq:
            found |= {RESIGNATION} & needed
        if needed and not found & needed:
            continue
        worth = len(found & needed) + LESS * len(found - needed)
        cost = BEGINNING + decisions * (1 + tried.match.seats)
        cuts.append(Cut(tried.match, number, found, worth / cost))
    return max(cuts, key=lambda cut: cut.merit)


def _ended(match: Match, batches: int) -> Record:
    """The beginning of a match as a record; who has not lost yet resigns, one after another."""
    whole = match.record()
    kept = msgspec.structs.replace(whole, batches=whole.batches[:batches], draft=[])
    again = Match.from_record(kept, game=match.game)
    while not again.over:
        again.resign(next(seat for seat in range(again.seats) if seat not in again.resigned))
    return again.record()


def _settings(match: Match) -> set[str]:
    return {f"{match.seats} players", *(f"{name} {v}" for name, v in match.options.items())}


def _action(game: Game, action: int) -> set[str]:
    verb, number = game.actions.parse(action)
    return {f"verb {verb}", f"{verb} {number}"}


def _events(position: Position) -> set[str]:
    names = position.rules.game.event_names
    return {f"event {names[unpack(event).kind]}" for event in position.events}

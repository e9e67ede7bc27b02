"""Bots play games until a position poses a puzzle; a day's puzzle comes from its date."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import date
from typing import Protocol, cast

import msgspec

from quarterdeck.bots.deckhand import Deckhand
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game, find, listing
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.proof import grade_of
from quarterdeck.engine.riddle import NEMESIS, Posed, Puzzle, Riddle
from quarterdeck.engine.scene import Action, Scene, named, without_aid
from quarterdeck.engine.words import Words

say = Words(__package__)
SALT = "quarterdeck puzzle 1"
"""Whoever changes what a seed gives changes this, so that no day's puzzle changes half-way."""
FIRST_DAY = date(2026, 11, 1)


class NoPuzzle(QuarterdeckError):
    code = "no-puzzle"


class Puzzler(Protocol):
    """puzzle.py of a game."""

    KIND: str
    BRACKETS: tuple[int, int]
    """The most deductions that the first and the second grade take."""
    GAMES: int
    """So many games are searched for the wished grade before another one will do."""

    def promising(self, position: Position) -> int | None:
        """The seat for which this position may be a puzzle; quick, since most are not."""

    def pose(self, match: Match, viewer: int) -> Posed | None:
        """The puzzle that the last position of a match poses, if it has exactly one answer."""


def has_puzzle(game: Game) -> bool:
    return game.has("puzzle")


def puzzlers() -> list[Game]:
    """The games that have a puzzle."""
    return [game for game in listing() if has_puzzle(game)]


def day_seed(game_id: str, day: date) -> int:
    """A day's seed. It depends on the date and the game alone, so that everybody has the same
    puzzle on every server and can compare; it keeps nothing secret, and need not."""
    digest = hashlib.sha256(f"{SALT}|{game_id}|{day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def make(game_id: str, seed: int) -> Riddle:
    """The puzzle of a seed. Its grade is drawn first; another one will do if that is too rare."""
    game = find(game_id)
    if not has_puzzle(game):
        having = ", ".join(each.id for each in puzzlers())
        raise NoPuzzle(
            say("{game} has no puzzles; these games have: {games}.", game=game.title, games=having)
        )
    puzzler = cast(Puzzler, game.module("puzzle"))
    wished = 1 + seed % 3
    others: list[Riddle] = []
    for number, riddle in _found(game, puzzler, seed):
        if riddle and riddle.puzzle.grade == wished:
            return riddle
        if riddle:
            others.append(riddle)
        if others and number >= puzzler.GAMES:
            return min(others, key=lambda each: abs(each.puzzle.grade - wished))
    raise AssertionError("games never end")


def _found(game: Game, puzzler: Puzzler, seed: int) -> Iterator[tuple[int, Riddle | None]]:
    """For each of many games its number, and the puzzles found in it, if any."""
    number = 0
    while True:
        number += 1
        yield number, None
        secret = hashlib.sha256(f"{SALT}|{seed}|{number}".encode()).digest()
        bot = Deckhand(game, int.from_bytes(secret[:7], "big"))
        for match, viewer in _positions(game, puzzler, secret, bot):
            if posed := puzzler.pose(match, viewer):
                yield number, _riddle(game, puzzler, seed, posed)
                break  # the positions that follow would be much the same


def _positions(
    game: Game, puzzler: Puzzler, secret: bytes, bot: Deckhand
) -> Iterator[tuple[Match, int]]:
    """The promising positions of one game, as matches that stand there."""
    position, actions = Position.dealt(game, seed=secret), list[int]()
    while not position.over:
        if position.fenced and (viewer := puzzler.promising(position)) is not None:
            yield _replayed(game, secret, actions), viewer
        action = bot.choose(position.view(position.actor), position.actor)
        actions.append(action)
        position = position.after(action)


def _replayed(game: Game, secret: bytes, actions: list[int]) -> Match:
    match = Match(game, seed=secret)
    for action in actions:
        assert match.actor is not None
        match.act(match.actor, action)
    return match


def _riddle(game: Game, puzzler: Puzzler, seed: int, posed: Posed) -> Riddle:
    puzzle = Puzzle(
        game=game.id,
        title=game.say(game.title),
        kind=game.say(puzzler.KIND),
        seed=seed,
        grade=grade_of(posed.deductions, puzzler.BRACKETS),
        question=posed.question,
        detail=posed.detail,
        scene=_asking(posed),
        facts=posed.facts,
        count=posed.count,
        ordered=posed.ordered,
    )
    names = [NEMESIS] * len(puzzle.scene.players)
    return Riddle(named(puzzle, names), posed.answer, posed.proof, posed.objection)


def _asking(posed: Posed) -> Scene:
    """The scene with the puzzle's question in place of the game's."""
    actions = [
        Action(id=number, label=label, verb="choose", targets=[place])
        for number, (place, label) in enumerate(posed.places.items())
    ]
    scene = without_aid(posed.scene)
    return msgspec.structs.replace(
        scene,
        actor=scene.viewer,
        prompt=posed.question,
        detail=posed.detail,
        actions=actions,
        decline=None,
        contest=None,
    )

"""Games played for a test: by bots, to watch what they do; or by two ways to choose, wholly in
compiled code, to see which of them wins how often."""
# ruff: noqa: F821 (names that are bound before it is compiled)

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import FunctionType
from typing import Any

import numpy as np

from quarterdeck.bots import Bot
from quarterdeck.engine.game import Game
from quarterdeck.engine.match import Match
from quarterdeck.engine.rule import rule
from quarterdeck.engine.seeds import generators


def decisions(game: Game, bots: list[Bot], seed: int) -> Iterator[tuple[Any, int, int]]:
    """A game of bots, decision by decision: the view, whose it is, and what that seat does."""
    match = Match(game, seed=seed)
    while (seat := match.actor) is not None:
        view = match.view(seat)
        action = bots[seat].choose(view, seat)
        yield view, seat, action
        match.act(seat, action)


# bound to the game's own, and to the two ways
deal: Any
legal: Any
act: Any
first: Any
second: Any


def contest(states, i, actions, dice, games, wins):
    """The two ways change sides from game to game."""
    s = states[i]
    for number in range(games):
        deal(s)
        while not s.over:
            count = legal(s, actions)
            if s.team[s.actor] == number % 2:
                act(s, first(s, actions, count, dice))
            else:
                act(s, second(s, actions, count, dice))
        for seat in range(s.seats):
            if s.winners >> seat & 1:
                wins[0] += s.team[seat] == number % 2
                break


def wins(game: Game, ways: tuple[Any, Any], games: int, players: int, options: dict) -> int:
    """How many games the first way wins."""
    rules, play = game.load(), _compiled(game, *ways)
    states = rules.new(1, players, options)
    states["rng"], dice = generators(players, 2)
    won = np.zeros(1, np.int64)
    play(states, 0, rules.room(), dice, games, won)
    return int(won[0])


@functools.cache  # compiling takes longer than the games
def _compiled(game: Game, first: Any, second: Any) -> Any:
    own = {**globals(), **game.load().functions, "first": first, "second": second}
    return rule(FunctionType(contest.__code__, own, contest.__name__))

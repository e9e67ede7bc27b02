"""Random games by the million on one core: speed, length, a checksum of what happened, scores."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from quarterdeck.engine.game import Game
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.seeds import generators

# the game's own functions, bound by `Rules.bind`
deal: Any
act: Any
choose: Any
reward: Any


def simulate(
    game: Game,
    games: int,
    seed: int,
    seats: int | None = None,
    options: dict[str, int] | None = None,
) -> dict[str, Any]:
    """Play `games` random games in one slot; times are of the processor, compilation left out."""
    rules = game.load()
    states = rules.new(1, seats, options)
    room, sums = rules.room(), np.zeros(2, np.int64)
    rules.play_random(states, 0, generators(seed, 1)[0], room, 0, sums)  # compiles
    states["rng"], dice = generators(seed, 2)
    started = time.process_time()
    decisions = rules.play_random(states, 0, dice, room, games, sums)
    seconds = max(time.process_time() - started, 1e-9)
    found = {
        "game": game.id,
        "games": games,
        "decisions": decisions,
        "seconds": seconds,
        "games_per_second": games / seconds,
        "decisions_per_second": decisions / seconds,
        "mean_length": decisions / games,
        "longest": int(sums[1]),
        "checksum": int(sums[0]),
    }
    if rules.score:
        states["rng"], dice = generators(seed, 2)
        found["mean_scores"] = random_scores(rules, states, dice, games).mean(axis=0).tolist()
    return found


def random_scores(rules: Rules, states: Any, dice: Any, games: int) -> np.ndarray[Any, Any]:
    """Each seat's reward in so many random games, a row each; not timed, so `play_random` stays
    what is compared with other programs."""
    if "play_scored" not in rules.extras:
        rules.extras["play_scored"] = rules.bind(play_scored)
    rewards = np.zeros((games, int(states["seats"][0])))
    rules.extras["play_scored"](states, 0, dice, rules.room(), rewards)
    return rewards


def play_scored(states: Any, i: int, dice: Any, actions: Any, rewards: Any) -> None:
    """Entry point: fill the rows of `rewards` with random games' results."""
    s = states[i]
    for game in range(len(rewards)):
        deal(s)
        while not s.over:
            act(s, choose(s, actions, dice))
        for seat in range(s.seats):
            rewards[game][seat] = reward(s, seat)

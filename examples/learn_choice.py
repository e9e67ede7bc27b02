"""Teach a network a game's first question apart: who has which class, side or fleet.

    python examples/learn_choice.py zerpang --out instinct.npz

The question is asked once in a game of hundreds of decisions, so self-play soon always gives the
same answer and never learns what the others are worth. Here one seat of each game answers it at
random, the others as they have learnt so far, and the network plays on, with any number of players
and all options. What an answer won, over all rounds, becomes its score: one that wins 3 % more
games is 2.7 times as likely. Nothing else of the network changes.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np

from quarterdeck.bots.network import ONE, Mind, Network, activate, blank, pick, quantised, real
from quarterdeck.bots.network import find as network_of
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.rule import below
from quarterdeck.engine.seeds import generators
from quarterdeck.envs import batch

CHUNK = 5_000
"""Games that a process plays at a time."""
TASTE = 0.03
"""How many more games, as a share, make an answer e times as likely."""
CAUTION = 0.01
"""Strength of the L2 regularization, for each game: it keeps weights as small as the others are."""

# the game's own functions, bound by `Rules.bind`
legal: Any
observe: Any
act: Any


def play(states: Any, mind: Mind, room: Any, dice: Any, felt: Any, chosen: Any) -> None:
    """Play all games to the end; one seat answers the first question at random. By game: what the
    network's last layer felt when that seat was asked, and what it chose."""
    for game in range(len(states)):
        s = states[game]
        opening, curious = s.question, below(dice, s.seats)
        while not s.over:
            count = legal(s, room)
            action = room[0]
            if count > 1:
                blank(mind)
                observe(s, s.actor, mind.seen)
                activate(mind, s.actor)
                action = pick(mind, room, count, dice)
                if s.question == opening and s.actor == curious:
                    action = room[below(dice, count)]
                    chosen[game][0], chosen[game][1] = curious, action
                    for unit in range(len(mind.two)):
                        felt[game][unit] = mind.two[unit]
            act(s, action)


def variants(game: Game, games: int, dice: np.random.Generator) -> dict[str, list[int]]:
    """The options of each game: in every other one at random, where they go together."""
    usual = game.check_options({})
    settings = [usual] * games
    for number in range(1, games, 2):
        drawn = {o.name: int(dice.integers(o.low, o.high + 1)) for o in game.options}
        with suppress(QuarterdeckError):
            settings[number] = game.check_options(drawn)
    return {name: [each[name] for each in settings] for name in usual}


def tried(game: str, network: Network, games: int, seed: int) -> tuple[Any, Any, Any]:
    """What was felt, chosen and won, a row for each of some games in which there was a choice."""
    played = find(game)
    rules, (fewest, most) = played.load(), played.seats
    seats = np.arange(games) % (most - fewest + 1) + fewest
    options = variants(played, games, np.random.default_rng(seed))
    env = batch(played, games, seed=seed, seats=seats, options=options, threads=1)
    env.reset()
    states = env.snapshot().states
    felt = np.zeros((games, len(network.second_bias)), np.int16)
    chosen = np.full((games, 2), -1, np.int64)
    mind, dice = network.mind(rules.observation), generators(seed, 1)[0]
    if "play" not in rules.extras:
        rules.extras["play"] = rules.bind(play)
    rules.extras["play"](states, mind, rules.room(), dice, felt, chosen)
    seat, action = chosen.T
    won = (states["winners"] >> seat & 1) - 1 / seats
    asked = action >= 0
    return felt[asked] / ONE, action[asked], won[asked]


def taught(network: Network, observation: Any, felt: Any, chosen: Any, won: Any) -> Network:
    """The network with new scores for the actions that were chosen: linear in what it felt."""
    layers = real(network)
    heads, bias = (each.copy() for each in layers[-1])
    felt = np.concatenate([felt, np.ones((len(felt), 1))], 1)
    caution = CAUTION * len(felt) * np.eye(felt.shape[1])
    for action in np.unique(chosen):
        mine = felt[chosen == action]
        wanted = mine.T @ won[chosen == action] / TASTE
        weights = np.linalg.solve(mine.T @ mine + caution, wanted)
        heads[:, action], bias[action] = weights[:-1], weights[-1]
    return quantised(network.facts, observation, [*layers[:-1], (heads, bias)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--games", type=int, default=80_000, help="in a round")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    game = find(given.game)
    start = network_of(game)
    assert start, f"{game.title} has no network"
    network, found, jobs = start, [], given.games // CHUNK
    with ProcessPoolExecutor() as pool:
        for number in range(given.rounds):
            seeds = range(number * jobs, (number + 1) * jobs)
            found += pool.map(tried, *map(repeat, (game.id, network, CHUNK)), seeds)
            felt, chosen, won = (np.concatenate(each) for each in zip(*found, strict=True))
            network = taught(start, game.load().observation, felt, chosen, won)
            network.save(given.out)


if __name__ == "__main__":
    main()

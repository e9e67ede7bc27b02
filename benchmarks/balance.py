"""What strong play says about the games: many games of Instinct against itself, summed up as JSON.

    python benchmarks/balance.py zerpang --players 4 --games 20000 --out balance.json
    python benchmarks/balance.py zerpang --players 2 --random --out classes.json

With `--random`, the game's first question is answered at random: in Zerpang!, who has which class.
`balance_plots.py` makes the plots of docs/balance.md from what this writes.
"""

from __future__ import annotations

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from quarterdeck.bots.network import Mind, activate, blank, find, pick
from quarterdeck.engine.game import Game
from quarterdeck.engine.game import find as game_of
from quarterdeck.engine.rule import below
from quarterdeck.engine.seeds import generators
from quarterdeck.envs import batch

CHUNK = 200
"""Games that a process plays between two reports."""
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)

# the game's own functions, bound by `Rules.bind`
legal: Any
observe: Any
act: Any


def finish(
    states: Any, mind: Mind, room: Any, dice: Any, lengths: Any, first: Any, choices: Any, luck: Any
) -> None:
    """Play all games to the end; `choices` counts what each seat chose when it had a choice.
    `luck`: answer the first question at random."""
    for game in range(len(states)):
        s = states[game]
        first[game], opening = s.actor, s.question
        while not s.over:
            count = legal(s, room)
            action = room[0]
            if luck and s.question == opening:
                action = room[below(dice, count)]
            elif count > 1:
                blank(mind)
                observe(s, s.actor, mind.seen)
                activate(mind, s.actor)
                action = pick(mind, room, count, dice)
                choices[game][s.actor][action] += 1
            act(s, action)
            lengths[game] += 1


def played(name: str, players: int, games: int, luck: bool, seed: int) -> dict[str, Any]:
    """What happened in some games, as arrays with a row for each."""
    game = game_of(name)
    rules, network = game.load(), find(game)
    assert network
    env = batch(game, games, seed=seed, seats=players, threads=1)
    env.reset()
    states = env.snapshot().states
    if "finish" not in rules.extras:
        rules.extras["finish"] = rules.bind(finish)
    lengths, first = np.zeros(games, np.int64), np.zeros(games, np.int64)
    choices = np.zeros((games, players, rules.action_count), np.int32)
    dice = generators(seed, 1)[0]
    mind = network.mind(rules.observation)
    rules.extras["finish"](states, mind, rules.room(), dice, lengths, first, choices, luck)
    won = (states["winners"][:, None] >> np.arange(players) & 1).astype(bool)
    return {
        "first": first,
        "decisions": lengths,
        "turns": states["turn"],
        "won": won,
        "classes": states["role"][:, :players] if "role" in states.dtype.names else None,
        "chosen": [choices[won].sum(0), choices[~won].sum(0)],
    }


def summary(game: Game, players: int, parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Numbers to print and to draw."""
    first, won = (np.concatenate([part[name] for part in parts]) for name in ("first", "won"))
    by_order = np.take_along_axis(won, (first[:, None] + np.arange(players)) % players, 1)
    found: dict[str, Any] = {
        "game": game.id,
        "players": players,
        "games": len(won),
        "drawn": int((~won.any(1)).sum()),
        "won_by_order": by_order.sum(0).tolist(),
    }
    for name in ("decisions", "turns"):
        numbers = np.concatenate([part[name] for part in parts])
        found[name] = np.quantile(numbers, SHARES).tolist()
        found[name + "_mean"] = float(numbers.mean())
    if parts[0]["classes"] is not None:
        classes = np.concatenate([part["classes"] for part in parts])
        found["classes"] = [
            [int((classes == kind).sum()), int(won[classes == kind].sum())]
            for kind in range(classes.max() + 1)
        ]
        if players == 2:
            found["pairs"] = _pairs(classes, won)
    winners, losers = (np.sum([part["chosen"][k] for part in parts], 0) for k in range(2))
    found["actions"] = {
        "winner": (winners / won.sum()).tolist(),
        "loser": (losers / (~won).sum()).tolist(),
    }
    return found


def _pairs(classes: Any, won: Any) -> list[list[int]]:
    """Class, class, games between them, won by the first named."""
    found = []
    for one in range(classes.max() + 1):
        for other in range(one + 1, classes.max() + 1):
            here, there = ((classes == pair).all(1) for pair in ([one, other], [other, one]))
            games, wins = here.sum() + there.sum(), won[here, 0].sum() + won[there, 1].sum()
            if games:
                found.append([one, other, int(games), int(wins)])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--random", action="store_true", help="answer the first question at random")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    jobs = range(-(-given.games // CHUNK))
    with ProcessPoolExecutor(given.workers) as pool:
        known = (given.game, given.players, CHUNK, given.random)
        tasks = [pool.submit(played, *known, job) for job in jobs]
        parts = [task.result() for task in tasks]
    found = summary(game_of(given.game), given.players, parts)
    given.out.write_text(json.dumps(found))
    print({name: value for name, value in found.items() if name != "actions"})


if __name__ == "__main__":
    main()

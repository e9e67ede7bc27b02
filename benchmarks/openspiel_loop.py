"""The speed of a loop in Python over our games in OpenSpiel, and over OpenSpiel's own, in one run.

    python benchmarks/openspiel_loop.py

`make research` first. A step is a decision or an outcome of chance: `legal_actions`, one of them at
random, `apply_action`.
"""

import random
import statistics
import time

import pyspiel
from open_spiel.python import games  # noqa: F401  # registers OpenSpiel's games in Python

from quarterdeck.engine.game import listing
from quarterdeck.envs import openspiel  # noqa: F401  # registers ours

ROUNDS, SECONDS = 7, 0.5
THEIRS = ("phantom_ttt", "leduc_poker", "python_kuhn_poker", "python_tic_tac_toe")


def steps_per_second(game: pyspiel.Game) -> float:
    """Steps per CPU-second."""
    steps, dice, start = 0, random.random, time.process_time()
    while time.process_time() - start < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(dice() * len(actions))])
            steps += 1
    return steps / (time.process_time() - start)


def main() -> None:
    ours = [f"python_quarterdeck_{game.id}" for game in listing()]
    names = [f"{name}({chance})" for name in ours for chance in ("", "chance=sampled")]
    loaded = {name: pyspiel.load_game(name) for name in (*names, *THEIRS)}
    # All take turns, so that a busy machine slows them alike; the first round is a warm-up.
    rounds = [[steps_per_second(game) for game in loaded.values()] for _ in range(ROUNDS + 1)][1:]
    for name, found in zip(loaded, zip(*rounds, strict=True), strict=True):
        print(f"{name:50}{statistics.median(found):12,.0f} steps per second")


if __name__ == "__main__":
    main()

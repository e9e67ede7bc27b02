"""The speed of random play: our games and OpenSpiel's games of hidden information, in one run.

`make bench`. One core; processor time, not wall-clock time; the median of several rounds after a
warm-up. A decision is one choice by one player.
"""

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import pyspiel

from quarterdeck.engine.game import listing

ROUNDS = 5
THEIRS = {"battleship": 100, "phantom_ttt": 10_000}  # games in a round


def ours(game: str, games: int = 50_000) -> float:
    """`quarterdeck simulate` in its own process: compiled play, decisions per CPU-second."""
    simulate = [sys.executable, "-m", "quarterdeck", "simulate"]
    command = [*simulate, game, "--games", str(games), "--json"]
    return json.loads(subprocess.check_output(command))["decisions_per_second"]


def lengths(game: pyspiel.Game, games: int) -> Iterator[int]:
    """Random games in the loop that every Python user writes: the decisions of each."""
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        yield state.move_number()


def from_python(game: pyspiel.Game, games: int) -> float:
    start = time.process_time()
    return sum(lengths(game, games)) / (time.process_time() - start)


def in_cpp(game: pyspiel.Game, games: int, length: float) -> float:
    """RandomRolloutEvaluator in a tree search of two nodes: no Python between the decisions.

    It plays half the games from the start and half from the second decision, and does not report
    the number of decisions: `length` is the mean measured from Python.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(games // 2, random.getrandbits(31))
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 100, False, 1, False)
    state = game.new_initial_state()
    start = time.process_time()
    search.step(state)
    return games * (length - 0.5) / (time.process_time() - start)


def measures() -> dict[str, Callable[[], float]]:
    found: dict[str, Callable[[], float]] = {
        f"{game.title}, `quarterdeck simulate`": partial(ours, game.id) for game in listing()
    }
    for name, games in THEIRS.items():
        game = pyspiel.load_game(name)
        length = statistics.mean(lengths(game, games))
        found[f"OpenSpiel {name}, loop in Python"] = partial(from_python, game, games)
        found[f"OpenSpiel {name}, C++ rollouts"] = partial(in_cpp, game, games, length)
    return found


def main() -> None:
    print("measuring, about half a minute", file=sys.stderr)
    compared = measures()
    # All take turns, so that a busy machine slows them alike; the first round is a warm-up.
    rounds = [[measure() for measure in compared.values()] for _ in range(ROUNDS + 1)][1:]

    print("Random play: decisions per CPU-second on one core")
    medians = {
        what: statistics.median(found)
        for what, found in zip(compared, zip(*rounds, strict=True), strict=True)
    }
    mine = list(medians)[: len(listing())]
    titles = "".join(f"{what.partition(',')[0]:>16}" for what in mine)
    print(f"{'':40}{'median':>14}   faster by:{titles}")
    for what, median in medians.items():
        ratios = "".join(f"{medians[own] / median:15,.2f}x" for own in mine)
        print(f"{what:40}{median:14,.0f}             {ratios}")


if __name__ == "__main__":
    main()

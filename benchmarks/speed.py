"""The speed of random play: our games, and the same games in OpenSpiel and Pgx, in one run.

`make bench`. One core; processor time, not wall-clock time; the median of several rounds after a
warm-up. A decision is one choice by one player; chance is not counted. Pgx needs JAX: if it is not
installed here, name a Python that has both, `PGX_PYTHON=... make bench`. `--svg FILE` draws it.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pyspiel
from bars import bars
from example_games import example

from quarterdeck.engine.game import Game, listing
from quarterdeck.engine.simulate import simulate

ROUNDS = 3
PGX_PYTHON = os.environ.get("PGX_PYTHON", sys.executable)


class Same(NamedTuple):
    """A game that several libraries have, by the same rules."""

    ours: str
    openspiel: str
    pgx: str
    games: int
    """Of OpenSpiel, in a round."""


SAME = (
    Same("kuhn", "kuhn_poker", "kuhn_poker", 20_000),
    Same("leduc", "leduc_poker", "leduc_holdem", 10_000),
    Same("battleship", "battleship", "", 100),
)


def ours(game: Game, decisions: int = 2_000_000) -> float:
    """What `quarterdeck simulate` does."""
    return simulate(game, max(decisions // game.bound, 50), seed=0)["decisions_per_second"]


def dealt(game: pyspiel.Game) -> pyspiel.State:
    return past_chance(game.new_initial_state())


def past_chance(state: pyspiel.State) -> pyspiel.State:
    """Chance in these games has equally likely outcomes."""
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def lengths(game: pyspiel.Game, games: int) -> Iterator[int]:
    """Random games in the loop that every Python user writes: the decisions of each."""
    for _ in range(games):
        state, decisions = dealt(game), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
            past_chance(state)
        yield decisions


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
    state = dealt(game)
    start = time.process_time()
    search.step(state)
    return games * (length - 0.5) / (time.process_time() - start)


def in_pgx(game: str) -> float:
    """16,384 games at once were faster than 4,096 and 65,536."""
    script = Path(__file__).parent / "pgx_speed.py"
    return json.loads(subprocess.check_output([PGX_PYTHON, script, game]))["decisions_per_second"]


def has_pgx() -> bool:
    tried = subprocess.run([PGX_PYTHON, "-c", "import jax, pgx"], capture_output=True)
    return tried.returncode == 0


Measures = dict[str, Callable[[], float]]


def of_one_game(same: Same, with_pgx: bool) -> Measures:
    """Ours first."""
    game, theirs = example(same.ours), pyspiel.load_game(same.openspiel)
    length = statistics.mean(lengths(theirs, same.games))
    found: Measures = {
        f"{game.title}, Quarterdeck": partial(ours, game),
        f"{game.title}, OpenSpiel, loop in Python": partial(from_python, theirs, same.games),
        f"{game.title}, OpenSpiel, C++ rollouts": partial(in_cpp, theirs, same.games, length),
    }
    if same.pgx and with_pgx:
        found[f"{game.title}, Pgx, 16,384 at once"] = partial(in_pgx, same.pgx)
    return found


def medians(compared: Measures) -> dict[str, float]:
    """All take turns, so that a busy machine slows them alike; the first round is a warm-up."""
    rounds = [[measure() for measure in compared.values()] for _ in range(ROUNDS + 1)][1:]
    return dict(zip(compared, map(statistics.median, zip(*rounds, strict=True)), strict=True))


def main() -> None:
    with_pgx = has_pgx()
    print(f"measuring, about {3 if with_pgx else 1} minutes", file=sys.stderr)
    if not with_pgx:
        print("Pgx is left out: there is no JAX or no Pgx here (see --help)", file=sys.stderr)
    groups = [of_one_game(same, with_pgx) for same in SAME]
    shelf = {f"{game.title}, Quarterdeck": partial(ours, game) for game in listing()}
    found = medians({name: run for group in [*groups, shelf] for name, run in group.items()})

    print(
        f"{'Random play: decisions per CPU-second on one core':50}{'median':>14}{'slower by':>12}"
    )
    rows = []
    for group in groups:
        first = found[next(iter(group))]
        for what in group:
            ratio = "" if found[what] == first else f"{first / found[what]:.1f}x"
            print(f"{what:50}{found[what]:14,.0f}{ratio:>12}")
            behind = f" ({ratio} slower)" if ratio else ""
            rows.append((what, found[what], f"{found[what] / 1e6:.2f} M{behind}"))
    for what in shelf:
        print(f"{what:50}{found[what]:14,.0f}")
    if "--svg" in sys.argv:
        title = "Random play on one core: million decisions per second"
        Path(sys.argv[sys.argv.index("--svg") + 1]).write_text(bars(title, rows))


if __name__ == "__main__":
    main()

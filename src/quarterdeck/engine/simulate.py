"""Random games by the million on one core: speed, length, and a checksum of what happened."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from quarterdeck.engine.game import Game
from quarterdeck.engine.seeds import generators


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
    return {
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

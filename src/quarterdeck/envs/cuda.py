"""Batches on a GPU: the very same rules, a thread a game, bit for bit what the CPU plays.

Needs numba-cuda (`pip install quarterdeck[cuda]`) and an NVIDIA GPU.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from quarterdeck.engine.game import Game
from quarterdeck.engine.seeds import generators

THREADS = 128
"""A block: what measured best on an H200 (docs/benchmarks.md)."""


@dataclass
class Lanes:
    """Where many games are played side by side, and what came of it."""

    states: Any
    dice: Any
    decisions: Any
    sums: Any
    """Per lane: a check sum of all actions, and the longest game."""


def lanes(game: Game, count: int, seed: int) -> Lanes:
    """`count` lanes, each with its own generators for the game and for the choices."""
    states = game.load().new(1).repeat(count)
    states["rng"] = generators(seed, count)
    dice = generators(seed + 1, count)
    return Lanes(states, dice, np.zeros(count, np.int64), np.zeros((count, 2), np.int64))


def play_on_cpu(game: Game, batch: Lanes, games: int) -> None:
    """Play `games` random games in every lane, one lane after another."""
    rules = game.load()
    room = rules.room()
    for i in range(len(batch.states)):
        batch.decisions[i] = rules.play_random(
            batch.states, i, batch.dice[i], room, games, batch.sums[i]
        )


def gpu_player(game: Game, threads: int = THREADS, registers: int | None = None) -> Any:
    """A function like `play_on_cpu` for lanes that are in the GPU's memory (see `to_gpu`).

    `registers`: the most a thread may have; with fewer, more threads hide each other's waiting.
    """
    cuda = _cuda()
    rules = game.load()
    play_random, room, dtype = rules.play_random, rules.action_count, game.state.dtype
    record = _numba().from_dtype(dtype)

    @cuda.jit(max_registers=registers)
    def kernel(states, dice, games, decisions, sums):  # type: ignore[no-untyped-def]
        lane = cuda.grid(1)
        if lane < states.size:
            # in local memory neighbouring threads' values lie side by side: far fewer transactions
            mine = cuda.local.array(1, record, 16)
            chance = cuda.local.array(4, np.int64)
            total = cuda.local.array(2, np.int64)
            actions = cuda.local.array(room, np.int16)
            mine[0] = states[lane]
            for i in range(4):
                chance[i] = dice[lane][i]
            for i in range(2):
                total[i] = sums[lane][i]
            decisions[lane] = play_random(mine, 0, chance, actions, games, total)
            for i in range(2):
                sums[lane][i] = total[i]
            for i in range(4):
                dice[lane][i] = chance[i]
            states[lane] = mine[0]

    def play(batch: Lanes, games: int) -> None:
        blocks = -(-len(batch.states) // threads)
        kernel[blocks, threads](batch.states, batch.dice, games, batch.decisions, batch.sums)
        cuda.synchronize()

    return play


def to_gpu(batch: Lanes) -> Lanes:
    cuda = _cuda()
    parts = (batch.states, batch.dice, batch.decisions, batch.sums)
    return Lanes(*(cuda.to_device(part) for part in parts))


def from_gpu(batch: Lanes) -> Lanes:
    parts = (batch.states, batch.dice, batch.decisions, batch.sums)
    return Lanes(*(part.copy_to_host() for part in parts))


def available() -> bool:
    """Is there a GPU that can play?"""
    try:
        return bool(_cuda().is_available())
    except ImportError:
        return False


def _numba() -> Any:
    import numba

    return numba


def _cuda() -> Any:
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 asks for it, NumPy 2.5 has dropped it
    from numba import cuda

    return cuda

"""Batches of games on a GPU: the same rules, one thread per game, bit-identical to the CPU.

Needs numba-cuda (`pip install quarterdeck[cuda]`) and an NVIDIA GPU.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from quarterdeck.engine.game import Game
from quarterdeck.engine.rule import widened
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.seeds import generators
from quarterdeck.engine.twins import Twins

THREADS, REGISTERS = 512, 64
"""Threads per block and registers per thread: fastest on an H200 (docs/benchmarks.md)."""
QUESTIONS = 64
"""Number of question kinds by which lanes are grouped; 0 is a new game."""
MANY_RULES, LARGE = 128, 600
"""In a game with this many rules, a rule of this many LLVM instructions is not inlined."""


@dataclass
class Lanes:
    """Many games side by side, and their results."""

    states: Any
    dice: Any
    decisions: Any
    sums: Any
    """Per lane: a checksum of all actions, and the longest game."""


def lanes(game: Game, count: int, seed: int) -> Lanes:
    """`count` lanes, each with its own generators for the game and for the decisions."""
    states = game.load(compiled=True).new(1).repeat(count)
    states["rng"] = generators(seed, count)
    dice = generators(seed + 1, count)
    return Lanes(states, dice, np.zeros(count, np.int64), np.zeros((count, 2), np.int64))


def play_on_cpu(game: Game, batch: Lanes, games: int) -> None:
    """Play `games` random games in every lane, one lane after another."""
    rules = game.load(compiled=True)
    room = rules.room()
    for i in range(len(batch.states)):
        batch.decisions[i] = rules.play_random(
            batch.states, i, batch.dice[i], room, games, batch.sums[i]
        )


def gpu_player(
    game: Game, threads: int = THREADS, registers: int = REGISTERS, together: bool = True
) -> Any:
    """A function like `play_on_cpu` for lanes that are in the GPU's memory (see `to_gpu`).

    `together`: lanes wait for each other, so that they run the same code at the same time.
    """
    cuda = numba_cuda()
    rules = game.load(compiled=True)
    play_games = _play_together(cuda, rules) if together else rules.play_random
    room, record = rules.action_count, _numba().from_dtype(game.state.dtype)

    @cuda.jit(max_registers=registers)
    def kernel(states, dice, games, decisions, sums):  # type: ignore[no-untyped-def]
        lane = cuda.grid(1)
        # local memory interleaves neighbouring threads' values: far fewer transactions
        mine = cuda.local.array(1, record, 16)
        chance = cuda.local.array(4, np.int64)
        total = cuda.local.array(2, np.int64)
        actions = cuda.local.array(room, np.int16)
        exists = lane < states.size
        if exists:
            mine[0] = states[lane]
            for i in range(4):
                chance[i] = dice[lane][i]
            for i in range(2):
                total[i] = sums[lane][i]
        played = play_games(mine, 0, chance, actions, games if exists else 0, total)
        if exists:
            decisions[lane] = played
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


def _play_together(cuda: Any, rules: Rules) -> Any:
    """`play_random` for a block: the largest group of lanes at the same question plays first.

    So a group fetches its code once: a game's code is larger than the instruction cache.
    """
    device = rules.extras.setdefault("device", DeviceRules())
    deal, choose, act = (device.twin(rules.functions[n]) for n in ("deal", "choose", "act"))

    @cuda.jit(device=True)
    def most_asked(question, playing):  # type: ignore[no-untyped-def]
        """The question of the largest group of lanes in the block, or -1 if none is playing."""
        crowd = cuda.shared.array(QUESTIONS, np.int32)
        largest = cuda.shared.array(1, np.int32)
        for i in range(cuda.threadIdx.x, QUESTIONS, cuda.blockDim.x):
            crowd[i] = 0
        largest[0] = -1
        cuda.syncthreads()
        if playing:
            others = cuda.atomic.add(crowd, question, 1)
            cuda.atomic.max(largest, 0, others * QUESTIONS + question)
        cuda.syncthreads()
        most = largest[0]
        cuda.syncthreads()
        return most % QUESTIONS if most >= 0 else -1

    @cuda.jit(device=True)
    def play_together(states, i, dice, actions, games, sums):  # type: ignore[no-untyped-def]
        s = states[i]
        question, decisions, length, check = 0, 0, 0, sums[0]
        while True:
            asked = most_asked(question, games > 0)
            if asked < 0:
                break
            if games > 0 and question == asked:
                if question == 0:
                    deal(s)
                    length = 0
                else:
                    action = choose(s, actions, dice)
                    act(s, action)
                    check = (check * 31 + action + 7 * s.actor) & 0xFFFFFFFFFFFF
                    length += 1
                question = 1 + s.question % (QUESTIONS - 1)
                if s.over:
                    question = 0
                    check = (check + 1009 * s.winners + s.turn) & 0xFFFFFFFFFFFF
                    sums[1] = max(sums[1], length)
                    decisions += length
                    games -= 1
        sums[0] = check
        return decisions

    return play_together


class DeviceRules(Twins):
    """Twins of rules for the GPU, compiled when called.

    By default numba-cuda compiles a copy of a rule for every integer width and every literal it is
    called with, and then inlines all copies into the kernel.
    """

    def __init__(self) -> None:
        dispatcher = _device_rule(self)
        super().__init__(lambda function: dispatcher(function, {"device": True, "opt": True}), {})


def _device_rule(rules: DeviceRules) -> type:
    from numba.cuda.dispatcher import CUDADispatcher

    class DeviceRule(CUDADispatcher):  # type: ignore[misc]
        """One signature per record type, as on the CPU; loops are not unrolled."""

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            args = tuple(widened(kind) for kind in args)
            compiled = args in self.overloads
            result = super().compile_device(args, return_type)
            if not compiled:
                function = result.library.get_function(result.fndesc.llvm_func_name)
                function.attributes.add("optsize")
                size = sum(len(block.instructions) for block in function.blocks)
                if len(rules.twins) >= MANY_RULES and size >= LARGE:
                    function.attributes.add("noinline")
            return result

    return DeviceRule


def to_gpu(batch: Lanes) -> Lanes:
    cuda = numba_cuda()
    parts = (batch.states, batch.dice, batch.decisions, batch.sums)
    return Lanes(*(cuda.to_device(part) for part in parts))


def from_gpu(batch: Lanes) -> Lanes:
    parts = (batch.states, batch.dice, batch.decisions, batch.sums)
    return Lanes(*(part.copy_to_host() for part in parts))


def available() -> bool:
    """Is there a usable GPU?"""
    try:
        return bool(numba_cuda().is_available())
    except ImportError:
        return False


def _numba() -> Any:
    import numba

    return numba


def numba_cuda() -> Any:
    """The module `numba.cuda`."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 needs it, NumPy 2.5 removed it
    from numba import cuda

    return cuda

"""CFR+: two strategies that nobody can gain much against, found by playing against each other.

Regret matching+ with alternating updates and linearly weighted averages (Tammelin 2014). A strategy
is one array: a probability for every action of every information set, side by side.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from quarterdeck.solve import passes
from quarterdeck.solve.tree import Tree

Array = np.ndarray[Any, Any]

CHECK = 25
"""Iterations between two looks at the exploitability, at first; then twice as many each time."""


def _levels(tree: Tree, seat: int) -> tuple[Array, Array]:
    """The nodes by how often a seat has decided before them, and where each number begins."""
    before = np.zeros(tree.size, np.int64)
    passes.count_before(tree.nodes, seat, before)
    order = np.argsort(before, kind="stable")
    starts = np.searchsorted(before[order], np.arange(before.max() + 2))
    return order, starts


@dataclass
class Solver:
    """The arrays of a solution in progress."""

    tree: Tree

    def __post_init__(self) -> None:
        tree, actions = self.tree, int(self.tree.offsets[-1])
        self.regrets, self.sums = np.zeros((2, actions))
        self.gains, self.strategy = np.zeros(actions), tree.uniform()
        self.mine, self.others, self.values = np.zeros((3, tree.size))
        self.levels = [_levels(tree, seat) for seat in range(2)]

    def iterate(self, number: int) -> None:
        """Each seat in turn learns from the other's present strategy."""
        t = self.tree
        for seat in range(2):
            passes.match_regrets(self.regrets, t.offsets, self.strategy)
            passes.reach_all(t.nodes, t.slots, self.strategy, self.mine, self.others, seat)
            passes.average(
                t.nodes, t.first, t.offsets, self.strategy, self.mine, self.sums, seat,
                float(number),
            )  # fmt: skip
            passes.sum_up(t.nodes, t.slots, self.strategy, self.values)
            passes.regret(
                t.nodes, t.slots, self.others, self.values, self.regrets, self.gains, seat
            )

    def averaged(self) -> Array:
        """The average strategy, which is what converges."""
        found = np.zeros_like(self.sums)
        passes.match_regrets(self.sums, self.tree.offsets, found)
        return found

    def value(self, strategy: Array) -> float:
        """What the first seat gets if both play this."""
        return float(passes.sum_up(self.tree.nodes, self.tree.slots, strategy, self.values))

    def best_responses(self, strategy: Array) -> tuple[float, float]:
        """What each seat gets that knows the other's strategy and answers it best."""
        t, found = self.tree, []
        for seat in range(2):
            passes.reach_all(t.nodes, t.slots, strategy, self.mine, self.others, seat)
            best = np.full(len(t.first), -1, np.int64)
            worth = passes.respond(
                t.nodes, t.infosets, t.offsets, t.slots, *self.levels[seat], strategy,
                self.others, self.values, self.gains, best, seat,
            )  # fmt: skip
            found.append(worth if seat == 0 else -worth)
        return found[0], found[1]


@dataclass
class Solution:
    """An equilibrium, as near as it was wanted."""

    tree: Tree
    strategy: Array
    value: float
    """What the first seat gets."""
    exploitability: float
    """What a seat that knows the other's strategy gains by it, on average of both."""
    iterations: int


def reached(tree: Tree, strategy: Array) -> Array:
    """How likely each node is if both play a strategy."""
    mine, others = np.zeros((2, tree.size))
    passes.reach_all(tree.nodes, tree.slots, strategy, mine, others, 0)
    return mine * others


def exploitability(tree: Tree, strategy: Array) -> float:
    """How much a player of this strategy can lose to one who knows it, on average of both seats."""
    return sum(Solver(tree).best_responses(strategy)) / 2


def solve(
    tree: Tree,
    target: float = 0.001,
    iterations: int = 100_000,
    seconds: float = float("inf"),
    progress: Callable[[int, float], None] = lambda done, off: None,
) -> Solution:
    """Iterate until nobody can gain more than `target`, or a limit is reached."""
    solver, started, done, check = Solver(tree), time.perf_counter(), 0, CHECK
    while True:
        until = min(done + check, iterations)
        while done < until and time.perf_counter() - started < seconds:
            done += 1
            solver.iterate(done)
        strategy = solver.averaged()
        off = sum(solver.best_responses(strategy)) / 2
        progress(done, off)
        if off <= target or done < until or done >= iterations:
            return Solution(tree, strategy, solver.value(strategy), off, done)
        check = max(CHECK, done // 4)

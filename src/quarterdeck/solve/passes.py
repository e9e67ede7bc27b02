"""Compiled passes over a tree's nodes: forwards to reach them, backwards to sum up what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quarterdeck.engine.rule import bind


def compiled(function: Callable[..., Any]) -> Any:
    return bind(function, {}, (__name__,))


@compiled
def count_before(nodes: Any, seat: int, before: Any) -> None:
    """How often a seat has decided on the way to each node."""
    for i in range(1, len(nodes)):
        parent = nodes[i].parent
        before[i] = before[parent] + (nodes[parent].actor == seat)


@compiled
def match_regrets(regrets: Any, offsets: Any, strategy: Any) -> None:
    """Take each action as often as it is regretted not to have been taken."""
    for i in range(len(offsets) - 1):
        total = 0.0
        for slot in range(offsets[i], offsets[i + 1]):
            total += regrets[slot]
        for slot in range(offsets[i], offsets[i + 1]):
            even = 1.0 / (offsets[i + 1] - offsets[i])
            strategy[slot] = regrets[slot] / total if total > 0.0 else even


@compiled
def reach_all(nodes: Any, slots: Any, strategy: Any, mine: Any, others: Any, seat: int) -> None:
    """How likely a seat itself, and all the rest with chance, are to let a node be reached."""
    mine[0] = 1.0
    others[0] = 1.0
    for i in range(1, len(nodes)):
        parent = nodes[i].parent
        mine[i] = mine[parent]
        others[i] = others[parent]
        if slots[i] < 0:
            others[i] /= nodes[parent].count
        elif nodes[parent].actor == seat:
            mine[i] *= strategy[slots[i]]
        else:
            others[i] *= strategy[slots[i]]


@compiled
def sum_up(nodes: Any, slots: Any, strategy: Any, values: Any) -> Any:
    """Every node's value for the first seat; returns the game's."""
    for i in range(len(nodes)):
        values[i] = nodes[i].value
    for i in range(len(nodes) - 1, 0, -1):
        parent = nodes[i].parent
        share = strategy[slots[i]] if slots[i] >= 0 else 1.0 / nodes[parent].count
        values[parent] += share * values[i]
    return values[0]


@compiled
def regret(
    nodes: Any, slots: Any, others: Any, values: Any, regrets: Any, gains: Any, seat: int
) -> None:
    """Add what each of a seat's actions would have gained; nothing sinks below nought."""
    sign = 1.0 if seat == 0 else -1.0
    gains[:] = 0.0
    for i in range(1, len(nodes)):
        parent = nodes[i].parent
        if nodes[parent].actor == seat:
            gains[slots[i]] += sign * others[parent] * (values[i] - values[parent])
    for slot in range(len(regrets)):
        regrets[slot] = max(regrets[slot] + gains[slot], 0.0)


@compiled
def average(
    nodes: Any, first: Any, offsets: Any, strategy: Any, mine: Any, sums: Any, seat: int,
    weight: float,
) -> None:  # fmt: skip
    """Add a seat's strategy to the average, as likely as it is to get there."""
    for i in range(len(offsets) - 1):
        node = first[i]
        if nodes[node].actor == seat:
            for slot in range(offsets[i], offsets[i + 1]):
                sums[slot] += weight * mine[node] * strategy[slot]


@compiled
def respond(
    nodes: Any, infosets: Any, offsets: Any, slots: Any, order: Any, starts: Any, strategy: Any,
    others: Any, values: Any, gains: Any, best: Any, seat: int,
) -> Any:  # fmt: skip
    """What a seat gets, in the first seat's reckoning, if it knows the other's strategy.

    `order`: the nodes by how often the seat has decided before, and `starts` where each number
    begins: an information set's best action is known once all that follows it is.
    """
    sign = 1.0 if seat == 0 else -1.0
    gains[:] = 0.0
    for i in range(len(nodes)):
        values[i] = nodes[i].value
    for level in range(len(starts) - 2, -1, -1):
        begin, end = starts[level], starts[level + 1]
        for at in range(end - 1, begin - 1, -1):
            i = order[at]
            parent = nodes[i].parent
            if parent < 0:
                continue
            if nodes[parent].actor == seat:
                gains[slots[i]] += sign * others[parent] * values[i]
            else:
                share = strategy[slots[i]] if slots[i] >= 0 else 1.0 / nodes[parent].count
                values[parent] += share * values[i]
        for at in range(begin, end):  # the seat's decisions that lead to this level
            i = order[at]
            parent = nodes[i].parent
            if parent >= 0 and nodes[parent].actor == seat:
                infoset = infosets[parent]
                if best[infoset] < 0:
                    top = offsets[infoset]
                    for slot in range(offsets[infoset], offsets[infoset + 1]):
                        if gains[slot] > gains[top]:
                            top = slot
                    best[infoset] = top
                if best[infoset] == slots[i]:
                    values[parent] = values[i]
    return values[0]

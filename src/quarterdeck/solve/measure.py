"""Measure a bot against the best answer to it: ask it in every view, then let the solver reply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from quarterdeck.engine import chance
from quarterdeck.engine.chance import Chance
from quarterdeck.engine.position import Position
from quarterdeck.solve.tree import Tree

Array = np.ndarray[Any, Any]
Ask = Callable[[Array, int], dict[int, float]]
"""How likely a bot takes each action in a view from a seat."""


def sampled(choose: Callable[[Array, int], int], samples: int) -> Ask:
    """Ask a bot that only says what it does, several times. Few samples make a bot that mixes its
    play look more predictable than it is."""

    def ask(view: Array, seat: int) -> dict[int, float]:
        taken = Counter(choose(view.copy(), seat) for _ in range(samples))
        return {action: often / samples for action, often in taken.items()}

    return ask


def strategy_of(
    tree: Tree, ask: Ask, progress: Callable[..., None] = lambda completed: None
) -> Array:
    """A bot's strategy, asked in every view in which it may have to decide."""
    strategy = np.zeros(int(tree.offsets[-1]))
    known: dict[int, list[float]] = {}
    for infoset, node in enumerate(tree.first.tolist()):
        view = int(tree.nodes["view"][node])
        if view not in known:
            known[view] = _answer(_position(tree, node), ask)
        strategy[tree.offsets[infoset] : tree.offsets[infoset + 1]] = known[view]
        progress(completed=infoset + 1)
    return strategy


def _answer(position: Position, ask: Ask) -> list[float]:
    """How likely a bot takes each legal action."""
    seat, legal = position.actor, position.legal()
    if len(legal) == 1:
        return [1.0]
    chances = ask(position.view(seat), seat)
    return [chances.get(action, 0.0) for action in legal]


def _position(tree: Tree, node: int) -> Position:
    """The position at a node, played again from the deal."""
    reached: Position | Chance = chance.deal(tree.game, 2, tree.options)
    for ordinal in _path(tree, node):
        if isinstance(reached, Chance):
            reached = reached.take(ordinal)
        else:
            reached = chance.act(reached, reached.legal()[ordinal])
    assert isinstance(reached, Position)
    return reached


def _path(tree: Tree, node: int) -> Iterator[int]:
    """Which child to take at each node on the way from the root."""
    path = []
    while node > 0:
        path.append(int(tree.nodes["ordinal"][node]))
        node = int(tree.nodes["parent"][node])
    return reversed(path)

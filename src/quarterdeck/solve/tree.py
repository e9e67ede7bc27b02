"""The whole tree of a small game, as arrays.

Nodes are in the order in which a walk that goes deep first meets them: a node's parent comes before
it, so one pass forwards reaches everything and one pass backwards sums everything up. Every draw of
chance is a node (engine/chance.py). The walk is compiled; it stops when its memory is full and goes
on where it was when there is more.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from quarterdeck.engine import chance
from quarterdeck.engine.chance import THE_DEAL, Chance
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game
from quarterdeck.engine.keys import key_of, salts, words_of
from quarterdeck.engine.position import Position
from quarterdeck.engine.recall import ROOM, hear, information
from quarterdeck.engine.rule import bind
from quarterdeck.engine.state import new

Array = np.ndarray[Any, Any]

LIMIT = 20_000_000
"""Nodes; a tree of so many takes about a gigabyte."""
PROBES = 300
DEEPEST = 4_000
"""Nodes on the way to the end of a game."""
HOPELESS = 1e18

CHANCE, END = -1, -2
"""`Tree.actor` where nobody decides."""

NODE = np.dtype(
    [
        ("information", "i8"),  # what the actor was told all along
        ("view", "i8"),  # what it sees
        ("value", "f8"),  # at the end: the first seat's reward
        ("parent", "i4"),
        ("count", "i2"),  # children
        ("ordinal", "i2"),  # which child of its parent
        ("action", "i2"),  # the action that leads here
        ("actor", "i1"),
        ("_gap", "u1", (1,)),
    ]
)
FRAME = np.dtype(
    [(name, "i8") for name in ("node", "count", "next", "drawn", "base", "action")]
    + [(name, "i8") for name in ("script", "radix", "length")]
)


class TooLarge(QuarterdeckError):
    code = "too-large"


# the game's own functions, bound by `build`
legal: Any
conceal: Any
reward: Any
run_script: Any


def walk(
    nodes: Any,
    used: int,
    frames: Any,
    depth: Any,
    states: Any,
    words: Any,
    salt: Any,
    told: Any,
    actions: Any,
) -> int:
    """Go on with the walk until it is done or `nodes` is full; returns how many there are.

    Row d of `frames`, `states`, `told` and `actions` belongs to the d-th node of the present path;
    the last row of `states` is for views. At a chance node `base` is the row before the action.
    """
    scratch = len(states) - 1
    while depth[0] >= 0 and used < len(nodes):
        f = frames[depth[0]]
        if f.next == f.count:
            depth[0] -= 1
            continue
        if depth[0] + 2 >= scratch:
            return -1
        k = f.next
        f.next += 1
        base, action, script, radix, length = depth[0], THE_DEAL, 0, 1, 0
        if f.drawn:
            base, action, length = f.base, f.action, f.length + 1
            script, radix = f.script + k * f.radix, f.radix * f.count
        elif f.node >= 0:
            action = actions[depth[0]][k]
        d = depth[0] + 1
        states[d] = states[base]
        s = states[d]
        actor = s.actor
        outcomes = run_script(s, action, script, length)
        node, below = nodes[used], frames[d]
        node.parent, node.ordinal, node.action = f.node, k, action
        below.node, below.next, below.drawn = used, 0, 0
        used += 1
        depth[0] = d
        if outcomes:
            below.drawn, below.base, below.action = 1, base, action
            below.script, below.radix, below.length = script, radix, length
            below.count = outcomes
            node.actor, node.count = CHANCE, outcomes
            continue
        for i in range(ROOM):
            told[d][i] = told[base][i]
        hear(s, told[d], actor, action)
        if s.over:
            node.actor, node.count, below.count = END, 0, 0
            node.value = reward(s, 0)
            continue
        count = legal(s, actions[d])
        node.actor, node.count, below.count = s.actor, count, count
        node.information = information(told[d], s.actor, s.actor)
        states[scratch] = s
        view = states[scratch]
        view.viewer = s.actor
        view.event_count = 0
        conceal(view, s.actor)
        node.view = key_of(words[scratch], salt)
    return used


@dataclass
class Tree:
    """All nodes of a game for two whose rewards add up to nought."""

    game: Game
    options: dict[str, int]
    nodes: Array
    infosets: Array
    """By node: the number of the actor's information set; -1 where nobody decides."""
    offsets: Array
    """By information set: where its actions begin among all actions of all of them."""
    first: Array
    """By information set: its first node."""
    slots: Array
    """By node: which action of which information set leads there; -1: chance."""

    @property
    def size(self) -> int:
        return len(self.nodes)

    @property
    def views(self) -> int:
        """How many different views the seats decide from; fewer than information sets where a view
        forgets what no longer matters."""
        decided = self.nodes["actor"] >= 0
        return len(np.unique(self.nodes["view"][decided]))

    def uniform(self) -> Array:
        """The strategy that takes all actions alike."""
        counts = np.diff(self.offsets)
        return np.repeat(1 / counts, counts)


def build(
    game: Game,
    options: dict[str, int] | None = None,
    limit: int = LIMIT,
    progress: Callable[[int], None] = lambda nodes: None,
) -> Tree:
    """The tree of a game, or a refusal that says how large it would be."""
    options = game.check_options(options or {})
    _check_solvable(game)
    expected = estimate(game, options)
    if expected > 4 * limit:  # an estimate may be off; the walk below counts
        raise TooLarge(_too_large(game, f"has {_roughly(expected)} nodes", limit))
    nodes = _walked(game, options, limit, progress)
    decided = nodes["actor"] >= 0
    _, first, numbers = np.unique(
        nodes["information"][decided], return_index=True, return_inverse=True
    )
    infosets = np.full(len(nodes), -1, np.int32)
    infosets[decided] = numbers
    firsts = np.flatnonzero(decided)[first]
    counts = nodes["count"][firsts].astype(np.int64)
    offsets = np.concatenate([[0], np.cumsum(counts)])
    if (counts[numbers] != nodes["count"][decided]).any():
        raise TooLarge(f"{game.title}: what a seat was told does not decide what it may do.")
    above = nodes["parent"].astype(np.int64)
    slots = np.where(infosets[above] >= 0, offsets[infosets[above]] + nodes["ordinal"], -1)
    slots[0] = -1
    return Tree(game, options, nodes, infosets, offsets, firsts, slots)


def _check_solvable(game: Game) -> None:
    score = game.rule_hooks.SCORE
    if game.seats[0] != 2 or (score and not score.zero_sum):
        raise TooLarge(
            f"{game.title} cannot be solved: only games for two whose results add up to nought can."
        )


def _walked(
    game: Game, options: dict[str, int], limit: int, progress: Callable[[int], None]
) -> Array:
    rules = game.load()
    if "walk" not in rules.extras:
        space = chance.scripted(rules)
        rules.extras["walk"] = bind(walk, space, (__name__, *rules.modules))
    rows = min(DEEPEST, 2 * game.bound + 64)
    states = np.concatenate([rules.new(1, 2, options), new(game.state, rows)])
    words, salt = words_of(states), salts(game.state)
    frames, depth = np.zeros(rows, FRAME), np.zeros(1, np.int64)
    frames[0]["node"], frames[0]["count"] = -1, 1
    told = np.zeros((rows, ROOM), np.int64)
    actions = np.zeros((rows, rules.action_count), np.int16)
    nodes, used = np.zeros(min(1 << 16, limit), NODE), 0
    while True:
        used = rules.extras["walk"](nodes, used, frames, depth, states, words, salt, told, actions)
        if used < 0:
            raise TooLarge(f"{game.title} takes too many decisions to be solved: over {rows}.")
        progress(used)
        if depth[0] < 0:
            return nodes[:used].copy()
        if used >= limit:
            raise TooLarge(_too_large(game, f"has more than {limit:,} nodes", limit))
        nodes = np.concatenate([nodes, np.zeros(min(used, limit - used), NODE)])


# How large would it be? ----------------------------------------------------------------------


def estimate(game: Game, options: dict[str, int] | None = None, probes: int = PROBES) -> float:
    """About how many nodes the tree has: random games, each standing for as many as there are
    choices along it (Knuth 1975)."""
    dice, total = random.Random(0), 0.0
    for _ in range(probes):
        node: Position | Chance = chance.deal(game, 2, options)
        weight, found = 1.0, 0.0
        while found < HOPELESS:
            found += weight
            if isinstance(node, Chance):
                weight *= node.outcomes
                node = node.take(dice.randrange(node.outcomes))
            elif node.over:
                break
            else:
                legal = node.legal()
                weight *= len(legal)
                node = chance.act(node, dice.choice(legal))
        total += found / probes
        if total > HOPELESS:
            return math.inf
    return total


def _roughly(count: float) -> str:
    if count >= HOPELESS:
        return "more than 10^18"
    return f"about {float(f'{count:.2g}'):,.0f}"


def _too_large(game: Game, size: str, limit: int) -> str:
    return (
        f"{game.title} with these options {size}; {limit:,} can be solved. Its options may make "
        f"it smaller: `quarterdeck games --json` lists them."
    )

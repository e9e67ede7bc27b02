"""Strategy: what to do in each view of a solved game, as a table in a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game
from quarterdeck.engine.keys import key
from quarterdeck.engine.state import Header
from quarterdeck.solve.cfr import Solution, reached

Array = np.ndarray[Any, Any]


class BadStrategy(QuarterdeckError):
    code = "bad-strategy"


@dataclass
class Strategy:
    """Probabilities of actions by view."""

    facts: dict[str, Any]
    """Game, version, options, value, exploitability and so on."""
    keys: Array
    """Of all views, in order,"""
    offsets: Array
    """where each one's actions begin,"""
    actions: Array
    chances: Array
    """and how likely each is."""

    @staticmethod
    def of(solution: Solution) -> Strategy:
        """The table of a solution. A view that stands for several information sets plays what it
        plays in them, as likely as each is reached."""
        tree, nodes = solution.tree, solution.tree.nodes
        weights = reached(tree, solution.strategy)
        child = np.flatnonzero(tree.slots >= 0)
        above = nodes["parent"][child]
        views, actions = nodes["view"][above], nodes["action"][child]
        even = tree.uniform()[tree.slots[child]]
        shares = weights[above] * solution.strategy[tree.slots[child]] + 1e-12 * even
        order = np.lexsort((actions, views))
        views, actions, shares = views[order], actions[order], shares[order]
        new = np.ones(len(views), bool)
        new[1:] = (views[1:] != views[:-1]) | (actions[1:] != actions[:-1])
        groups = np.cumsum(new) - 1
        sums = np.bincount(groups, shares)
        views, actions = views[new], actions[new]
        keys, starts, counts = np.unique(views, return_index=True, return_counts=True)
        totals = np.add.reduceat(sums, starts)
        facts = {
            "game": tree.game.id,
            "version": tree.game.version,
            "options": tree.options,
            "value": solution.value,
            "exploitability": solution.exploitability,
            "iterations": solution.iterations,
            "nodes": tree.size,
            "information_sets": len(tree.first),
        }
        offsets = np.concatenate([starts, [len(views)]])
        return Strategy(facts, keys, offsets, actions, sums / np.repeat(totals, counts))

    def save(self, path: Path) -> None:
        """Write the table to a file."""
        with open(path, "wb") as file:
            np.savez_compressed(
                file,
                facts=np.array(json.dumps(self.facts)),
                keys=self.keys,
                offsets=self.offsets,
                actions=self.actions,
                chances=self.chances,
            )

    @staticmethod
    def load(path: Path) -> Strategy:
        """Read a table that `save` wrote."""
        try:
            with np.load(path) as file:
                facts = json.loads(str(file["facts"]))
                names = ("keys", "offsets", "actions", "chances")
                return Strategy(facts, *(file[name] for name in names))
        except (OSError, KeyError, ValueError) as error:
            raise BadStrategy(
                f"{path} is not a strategy ({error}): make one by `quarterdeck solve --out FILE`."
            ) from None

    def check(self, game: Game) -> None:
        """Refuse to play another game, or other rules of it."""
        meant, version = self.facts["game"], self.facts["version"]
        if meant != game.id:
            raise BadStrategy(f"this strategy is for the game {meant!r}, not for {game.title}.")
        if version != game.version:
            raise BadStrategy(
                f"this strategy is for version {version} of {game.title}, not {game.version}: "
                "solve it again."
            )

    @property
    def options(self) -> str:
        """The options it is for, as they are written on a command line."""
        named = [f"{name}={value}" for name, value in self.facts["options"].items()]
        return " ".join(named) or "no options"

    def at(self, view: Array, state: type[Header]) -> dict[int, float]:
        """What to do in a view, and how often; nothing where the view does not occur."""
        wanted = key(view, state)
        i = int(np.searchsorted(self.keys, wanted))
        if i == len(self.keys) or self.keys[i] != wanted:
            return {}
        here = slice(self.offsets[i], self.offsets[i + 1])
        return dict(zip(self.actions[here].tolist(), self.chances[here].tolist(), strict=True))

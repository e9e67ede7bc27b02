"""The searcher: looks ahead in imagined worlds (tree.py) as long as it is allowed to.

It thinks in slices of simulations and looks at the clock between them. What it found out before is
kept: when a view comes that an earlier search has met, its visits count towards the budget. With
several threads each grows a tree of its own, with its own dice, and their visits are added up in a
fixed order: the same seed, views and simulations give the same actions, unless the clock ends one.
"""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.bots.base import Bot
from quarterdeck.bots.deckhand import Deckhand
from quarterdeck.bots.tree import (
    ANY,
    HOPED,
    MADE,
    USED,
    VIEW,
    WIN,
    Tree,
    grow,
    manner_of,
    search,
)
from quarterdeck.engine.game import Game
from quarterdeck.engine.rule import below, next_word
from quarterdeck.engine.seeds import generators
from quarterdeck.engine.state import clone

States = np.ndarray[Any, Any]

SLICE = 256
"""Simulations after which a search that is decided already stops."""
GLANCE = 0.02
"""Of the time allowed, how much may pass between two looks at the clock."""
GLIMPSES = 4
"""Worlds in which an action must win at once to be seen as a sure win."""
FRESH = 4
"""At least one in so many simulations is new, however much is known from before."""
SECOND_LOOK = 0.25
"""Of the time for advice, how much is kept for what seems second best."""
DOUBT = 0.5
"""How far the result of one simulation is off: between a win and a loss, half of one."""


class Advice(NamedTuple):
    """What a search found out about an action."""

    action: int
    visits: int
    chance: float
    """To win, from 0 to 1; a draw counts half."""


def assured(advice: Advice, doubt: float) -> float:
    """The chance less what its estimate may be off by: with many visits the best is what was tried
    most; with few, visits hardly differ and say nothing."""
    return advice.chance - doubt / math.sqrt(advice.visits) if advice.visits else -math.inf


class Searcher(Bot):
    """Looks ahead in worlds that fit what it knows, further where it looks promising."""

    simulations = 20_000
    """In all, for one decision, over all threads."""
    seconds = 10.0
    """No decision takes longer, but for the slice in progress."""
    threads = 1
    misjudges = 0.0
    """By how much it errs where things are unclear; what is certain it sees."""
    habit = 0
    """Of a hundred decisions, how many it takes by the game's rule of thumb, where it has one."""
    guesses = 0
    """How many worlds it considers; 0: as many as the game's manner says."""

    def __init__(
        self,
        game: Game,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
    ) -> None:
        super().__init__(game, seed)
        self.manner = manner_of(game)
        self.simulations = simulations or self.simulations
        self.seconds = seconds or self.seconds
        self.threads = threads or self.threads
        self.entry = search(self.rules)
        trusts = self.habit or self.manner.trust
        self.thumb = Deckhand(game, seed) if trusts and self.manner.sense else None
        if self.thumb:
            self.thumb.dice = self.dice
        share = -(-self.simulations // self.threads)
        if self.guesses:
            self.manner = self.manner._replace(reuse=-(-share // self.guesses))
        dice = generators(seed ^ 0x5EA7C4, self.threads)
        self.trees = [grow(self.rules, 3 * share, dice[i]) for i in range(self.threads)]

    def warm(self) -> None:
        """Compile what the bot needs, and leave no trace of it in what it does later."""
        dice = [self.dice, *(tree.dice for tree in self.trees)]
        before, limits = [each.copy() for each in dice], (self.seconds, self.habit)
        self.seconds, self.habit = 0.0, 0
        super().warm()
        if self.thumb:
            self.thumb.warm()
        self.seconds, self.habit = limits
        for each, then in zip(dice, before, strict=True):
            each[:] = then
        for tree in self.trees:
            tree.nodes[:] = 0
            tree.counts[:] = 0

    # Thinking ----------------------------------------------------------------------------------

    def decide(self, view: States, seat: int) -> int:
        actions = self.rules.room()
        if self.rules.legal(view, 0, actions) == 1:
            return int(actions[0])
        if (winning := self._win_at_hand(view, seat)) is not None:
            return winning
        if self.habit and self.thumb and below(self.dice, 100) < self.habit:
            return self.thumb.decide(view, seat)
        return self._rank(self.think(view, seat), view, seat, self.misjudges)[0].action

    def advise(self, view: States, seat: int) -> list[Advice]:
        """What the seat may do, the best first, as far as it could know.

        A search soon leaves alone what looks worse, before it has found out how to go on from it
        well: the second best is looked at again, else it would seem much worse than it is.
        """
        self.check(view, seat)
        found = self._rank(self.think(view, seat, 1 - SECOND_LOOK), view, seat)
        if len(found) > 1 and found[1].visits < found[0].visits // 2:
            again = self.think(view, seat, SECOND_LOOK, first=found[1].action)
            found = self._rank(again, view, seat)
        return found

    def chance(self, view: States, seat: int) -> float:
        """How likely the seat is to win, whoever is to act."""
        self.check(view, seat)
        if view["over"][0]:
            winners = int(view["winners"][0])
            return float(winners >> seat & 1) if winners else 0.5
        found = self.think(view, seat)
        if view["actor"][0] == seat:
            return self._rank(found, view, seat)[0].chance
        made, hoped = self._made()
        return hoped / (WIN * made)

    def think(self, view: States, seat: int, part: float = 1.0, first: int = ANY) -> list[Advice]:
        """Search within that part of the limits, from `first` alone if it is given; what is known
        of every action considered."""
        if not self.entry.simulate.signatures:  # compiling is not thinking: the clock stands still
            self._root(self.trees[0], view, seat)
            self.entry.simulate(self.trees[0], seat, self.manner, 0, ANY)
        task = view, seat, part, time.perf_counter() + part * self.seconds, first
        if self.threads == 1:
            sums = self._grow(self.trees[0], *task)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                jobs = [pool.submit(self._grow, tree, *task) for tree in self.trees]
            sums = np.sum([job.result() for job in jobs], axis=0)
        if len(sums) == 1:  # nothing to choose, so no node: all simulations went that way
            sums = self._made()[None]
        actions = self.trees[0].actions
        return [
            Advice(action, visits, total / (WIN * visits) if visits else 0.0)
            for action, (visits, total) in zip(actions.tolist(), sums.tolist(), strict=False)
        ]

    def _rank(
        self, found: list[Advice], view: States, seat: int, misjudges: float = 0.0
    ) -> list[Advice]:
        """The best first. Where a game's rule of thumb is trusted, it is departed from for what is
        surely better: in long games single decisions differ by less than a short search can see."""
        trust = self.manner.trust
        usual = self.thumb.decide(view, seat) if self.thumb and trust else None

        def worth(each: Advice) -> float:
            error = misjudges * self._misjudgement(each) if misjudges else 0.0
            return error + assured(each, -trust if each.action == usual else trust or DOUBT)

        return sorted(found, key=worth, reverse=True)

    def _grow(
        self, tree: Tree, view: States, seat: int, part: float, deadline: float, first: int
    ) -> States:
        """Search in one tree; visits and total of each action at its root."""
        root, known = self._root(tree, view, seat)
        share = -(-int(part * self.simulations) // self.threads)
        budget = max(share - known, share // FRESH, 1) if first == ANY else share
        started = time.perf_counter()
        done, size = 0, 8
        while done < budget:
            size = min(size, budget - done, SLICE - done % SLICE)
            self.entry.simulate(tree, seat, self.manner, size, first)
            done += size
            now = time.perf_counter()
            pace = (now - started) / done
            if now + pace >= deadline:
                break
            if first == ANY and done % SLICE == 0 and self._decided(tree, root, budget - done):
                break
            size = max(1, int(min(GLANCE * self.seconds, deadline - now) / max(pace, 1e-7)))
        return self._read(tree, root)

    def _root(self, tree: Tree, view: States, seat: int) -> tuple[int, int]:
        """Where the view is in the tree, and how often it was visited; a tree without it goes."""
        tree.states[VIEW] = view[0]
        root = self.entry.enter(tree, seat)
        known = int(self._read(tree, root)[:, 0].sum())
        room = len(tree.nodes) // 2 - int(tree.counts[USED])
        if not known or room < self.simulations // self.threads - known:
            tree.nodes[:] = 0
            tree.counts[:] = 0
            known = 0
        return root, known

    def _made(self) -> States:
        """The simulations of this search, and what the searching seat got in them, summed."""
        return np.sum([tree.counts[[MADE, HOPED]] for tree in self.trees], axis=0)

    def _read(self, tree: Tree, root: int) -> States:
        found = np.zeros((self.rules.action_count, 2), np.int64)
        return found[: self.entry.read(tree, root, found)]

    def _decided(self, tree: Tree, root: int, left: int) -> bool:
        """Is the most visited action out of reach of the others?"""
        visits = np.sort(self._read(tree, root)[:, 0])
        return len(visits) < 2 or int(visits[-1] - visits[-2]) > left

    def _win_at_hand(self, view: States, seat: int) -> int | None:
        """An action that wins at once whatever is hidden: even a beginner sees that."""
        worlds = [clone(view) for _ in range(GLIMPSES)]
        for world in worlds:
            self.rules.imagine(world, 0, seat, self.dice)
        actions = self.rules.room()
        for action in actions[: self.rules.legal(view, 0, actions)]:
            if all(self._wins(world, int(action), seat) for world in worlds):
                return int(action)
        return None

    def _wins(self, world: States, action: int, seat: int) -> bool:
        after = clone(world)
        self.rules.act(after, 0, action)
        return bool(after["over"][0]) and bool(int(after["winners"][0]) >> seat & 1)

    def _misjudgement(self, advice: Advice) -> float:
        """By how much a bot that misjudges is off; where things are certain, not at all."""
        error = sum(next_word(self.dice) for _ in range(4)) / 2**32 - 2  # deviates by 0.58
        unclear = math.sqrt(max(advice.chance * (1 - advice.chance), 0.0))
        return error * unclear * self.manner.blur

"""The searcher: a tree search in imagined worlds (tree.py), within limits.

It runs simulations in slices and checks the clock between them. It keeps its tree: if an earlier
search has already reached the new view, those visits count towards the budget. With several
threads, each grows its own tree with its own dice, and the visits are added up in a fixed order:
the same seed, views and simulations give the same actions, unless time runs out.
"""

from __future__ import annotations

import math
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.bots.base import Bot
from quarterdeck.bots.deckhand import Deckhand
from quarterdeck.bots.instinct import Instinct
from quarterdeck.bots.network import Network
from quarterdeck.bots.tree import (
    ANY,
    BREADTH,
    MADE,
    PLAY,
    SCORED,
    SURE,
    USED,
    VIEW,
    Tree,
    grow,
    search,
    tuning_of,
)
from quarterdeck.engine.game import Game
from quarterdeck.engine.kernels import WIN
from quarterdeck.engine.rule import below, next_word
from quarterdeck.engine.seeds import generators
from quarterdeck.engine.state import clone

States = np.ndarray[Any, Any]

SLICE = 256
"""Simulations between two checks whether the search is already decided."""
GLANCE = 0.02
"""Largest share of the time limit between two looks at the clock."""
WIN_CHECKS = 4
"""An action that wins at once in this many imagined worlds counts as a sure win."""
FRESH = 4
"""At least one in this many simulations is new, however many visits are carried over."""
SECOND_LOOK = 0.25
"""Share of the limits for hints that is kept for the second-best action."""
ALIKE, WELL_TRIED = 0.02, 10
"""Actions whose chances differ by less are as good, if they were tried a tenth as often."""
SELDOM = 0.01
"""What the network does more seldom than this counts as this likely: it may be persuaded of it."""
ASKED = 16
"""How often a rule of thumb is asked: where it does not care, it says now this, now that."""
SCATTER_GAMES = 32
"""Random games that show how unclear a score is."""
DEVIATION = 0.5
"""Largest standard deviation of one simulation's result (a win is 1)."""


class Estimate(NamedTuple):
    """What a search found out about an action."""

    action: int
    visits: int
    chance: float
    """The chance of winning, from 0 to 1; a draw counts half. In a game with scores: the expected
    score, where 0 is the lowest possible and 1 the highest."""
    score: float | None = None
    """The expected score; None: the game has none."""
    prior: float = 1.0
    """How likely the network takes it, if there is one."""

    @property
    def expected(self) -> float:
        """What people are told: the expected score, or the chance of winning."""
        return self.chance if self.score is None else self.score


def lower_bound(estimate: Estimate, deviation: float) -> float:
    """A lower bound on the chance. Ranking by visits alone would say nothing after a short search:
    they hardly differ; after a long one, both give the same action."""
    if not estimate.visits:
        return -math.inf
    return estimate.chance - deviation / math.sqrt(estimate.visits)


class Searcher(Bot):
    """Searches in worlds that fit its view, deepest along promising lines."""

    simulations = 20_000
    """For one decision, all threads together."""
    seconds = 10.0
    """Time limit of a decision; the slice in progress is still finished."""
    threads = 1
    misjudges = 0.0
    """Size of its errors in unclear positions; it always sees what is certain."""
    habit = 0
    """Percentage of decisions made by the game's rule of thumb, if there is one."""
    guesses = 0
    """How many worlds it imagines; 0: as many as the game's tuning says."""

    def __init__(
        self,
        game: Game,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        network: Network | None = None,
    ) -> None:
        """`network`: what to think with instead of the game's own policy."""
        super().__init__(game, seed)
        self.tuning = tuning_of(game, network)
        self.simulations = simulations or self.simulations
        self.seconds = seconds or self.seconds
        self.threads = threads or self.threads
        self.entry = search(self.rules)
        self.adviser: Instinct | None = None
        trusts = self.habit or self.tuning.trust
        self.thumb: Deckhand | None = None
        if trusts and self.tuning.sense:
            self.thumb = Deckhand(game, seed)
            self.thumb.dice = self.dice
        share = -(-self.simulations // self.threads)
        self.breadth = BREADTH if network else 1
        if self.guesses:
            self.tuning = self.tuning._replace(reuse=-(-share // self.guesses))
        dice = generators(seed ^ 0x5EA7C4, self.threads)
        room = self.rules.action_count + 3 * share * self.breadth if network else 3 * share
        self.trees = [grow(self.rules, room, dice[i], network) for i in range(self.threads)]

    def warm(self) -> None:
        """Compile what the bot needs, without changing what it will do later."""
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
        return self.ponder(view, seat)

    def ponder(self, view: States, seat: int) -> int:
        """Choose where there is a choice and no win at hand."""
        if self.habit and self.thumb and below(self.dice, 100) < self.habit:
            return self.thumb.decide(view, seat)
        found = self.think(view, seat)
        if self.tuning.instinct:
            return self._draw(self._worth(found, view, seat, self.misjudges))
        return self._rank(found, view, seat, self.misjudges)[0].action

    def hints(self, view: States, seat: int) -> list[Estimate]:
        """The seat's actions, best first, given what it knows.

        A search soon abandons what looks worse, before it has found the best replies: the second
        best is searched again, or it would look much worse than it is.
        """
        self.check(view, seat)
        found = self._rank(self.think(view, seat, 1 - SECOND_LOOK), view, seat)
        if len(found) > 1 and found[1].visits < found[0].visits // 2:
            again = self.think(view, seat, SECOND_LOOK, first=found[1].action)
            found = self._rank(again, view, seat)
        return self._steadied(found, view, seat)

    def _steadied(self, found: list[Estimate], view: States, seat: int) -> list[Estimate]:
        """Of actions that look as good, what the game's network does most comes first: two searches
        would differ about them."""
        if self.adviser is None:
            self.adviser = Instinct(self.rules.game, 0)
        if self.adviser.mind is None:
            return found
        chances = self.adviser.chances(view, seat)
        enough = found[0].visits / WELL_TRIED
        equal = [e for e in found if found[0].chance - e.chance < ALIKE and e.visits >= enough]
        best = max(equal, key=lambda each: chances.get(each.action, 0.0))
        return [best, *(each for each in found if each is not best)]

    def chance(self, view: States, seat: int) -> float:
        """The seat's chance of winning, or its place between the lowest and the highest score,
        whoever is to act."""
        self.check(view, seat)
        if view["over"][0]:
            return self._result(view, seat)
        found = self.think(view, seat)
        if view["actor"][0] == seat:
            return self._rank(found, view, seat)[0].chance
        made, scored = self._made()
        return scored / (WIN * made)

    def think(self, view: States, seat: int, part: float = 1.0, first: int = ANY) -> list[Estimate]:
        """Search within `part` of the limits, only below `first` if it is given; returns an
        estimate of every action considered."""
        if not self.entry.simulate.signatures:  # compile before the clock starts
            self._root(self.trees[0], view, seat)
            self.entry.simulate(self.trees[0], seat, self.tuning, 0, ANY)
        task = view, seat, part, time.perf_counter() + part * self.seconds, first
        if self.threads == 1:
            sums = self._grow(self.trees[0], *task)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                jobs = [pool.submit(self._grow, tree, *task) for tree in self.trees]
            sums = np.sum([job.result() for job in jobs], axis=0)
        if len(sums) == 1:  # no choice, so no node: count all simulations
            sums[0, :2] = self._made()
        actions = self.trees[0].actions
        return [
            self._estimate(action, *each)
            for action, each in zip(actions.tolist(), sums.tolist(), strict=False)
        ]

    def _estimate(self, action: int, visits: int, total: int, priors: int) -> Estimate:
        chance, score = total / (WIN * visits) if visits else 0.0, None
        if bounds := self.rules.score:
            score = bounds.low + chance * (bounds.high - bounds.low)
        prior = priors / (SURE * self.threads) if self.tuning.instinct else 1.0
        return Estimate(action, visits, chance, score, prior)

    def _rank(
        self, found: list[Estimate], view: States, seat: int, misjudges: float = 0.0
    ) -> list[Estimate]:
        """Best first."""
        worth = self._worth(found, view, seat, misjudges)
        return sorted(found, key=lambda each: worth[each.action], reverse=True)

    def _worth(
        self, found: list[Estimate], view: States, seat: int, misjudges: float
    ) -> dict[int, float]:
        """By action, what speaks for it: a lower bound on its chance.

        Where a game's rule of thumb is trusted, only a clearly better action beats what that would
        do: in long games single decisions differ by less than a short search can measure. Where it
        thinks with the network, what that does more often counts for more (`temper`).
        """
        trust, temper = self.tuning.trust, self.tuning.temper
        usual = self._usual(found, view, seat) if self.thumb and trust else None

        def worth(each: Estimate) -> float:
            error = misjudges * self._misjudgement(each) if misjudges else 0.0
            deviation = -trust if each is usual else trust or DEVIATION
            return error + lower_bound(each, deviation) + temper * math.log(max(each.prior, SELDOM))

        return {each.action: worth(each) for each in found}

    def _usual(self, found: list[Estimate], view: States, seat: int) -> Estimate | None:
        """What the rule of thumb would do; of what it takes by chance, the best."""
        assert self.thumb is not None
        said = {self.thumb.decide(view, seat) for _ in range(ASKED)}
        known = [each for each in found if each.action in said]
        return max(known, key=lambda each: lower_bound(each, self.tuning.trust), default=None)

    def _draw(self, worth: dict[int, float]) -> int:
        """One step of mirror descent from the network's policy: an action is the likelier the more
        often the network takes it and the more speaks for it. Who always does what looks best gives
        itself away."""
        best = max(worth.values())
        odds = {a: math.exp((each - best) / self.tuning.temper) for a, each in worth.items()}
        left = next_word(self.dice) / 2**32 * sum(odds.values())
        for action, likely in odds.items():
            left -= likely
            if left < 0:
                return action
        return max(worth, key=worth.__getitem__)

    def _grow(
        self, tree: Tree, view: States, seat: int, part: float, deadline: float, first: int
    ) -> States:
        """Search in one tree; returns visits, total and prior of each action at its root."""
        root, known = self._root(tree, view, seat)
        share = -(-int(part * self.simulations) // self.threads)
        budget = max(share - known, share // FRESH, 1) if first == ANY else share
        started = time.perf_counter()
        done, size = 0, 8
        while done < budget:
            size = min(size, budget - done, SLICE - done % SLICE)
            self.entry.simulate(tree, seat, self.tuning, size, first)
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
        """The view's information set and its visits so far; a tree that lacks it is emptied."""
        tree.states[VIEW] = view[0]
        root = self.entry.enter(tree, seat)
        known = int(self._read(tree, root)[:, 0].sum())
        room = len(tree.nodes) // 2 - int(tree.counts[USED])
        if not known or room < (self.simulations // self.threads - known) * self.breadth:
            tree.nodes[:] = 0
            tree.counts[:] = 0
            known = 0
        return root, known

    def _made(self) -> States:
        """The simulations of this search, and the searching seat's results in them, summed."""
        return np.sum([tree.counts[[MADE, SCORED]] for tree in self.trees], axis=0)

    def _read(self, tree: Tree, root: int) -> States:
        found = np.zeros((self.rules.action_count, 3), np.int64)
        return found[: self.entry.read(tree, root, found)]

    def _decided(self, tree: Tree, root: int, left: int) -> bool:
        """Is the lead of the most visited action too large to be caught up?"""
        visits = np.sort(self._read(tree, root)[:, 0])
        return len(visits) < 2 or int(visits[-1] - visits[-2]) > left

    def _win_at_hand(self, view: States, seat: int) -> int | None:
        """An action that wins at once whatever is hidden: even a beginner sees it. In a game with
        scores only the highest possible one counts: a win now may be worth less than a later one.
        """
        actions = self.rules.room()
        winning = actions[: self.rules.legal(view, 0, actions)].tolist()
        for _ in range(WIN_CHECKS):
            world = clone(view)
            self.rules.imagine(world, 0, seat, self.dice)
            winning = [action for action in winning if self._wins(world, action, seat)]
            if not winning:
                return None
        return int(winning[0])

    def _wins(self, world: States, action: int, seat: int) -> bool:
        after = clone(world)
        self.rules.act(after, 0, action)
        return bool(after["over"][0]) and self._result(after, seat) == 1.0

    def _result(self, after: States, seat: int) -> float:
        """How a finished game ended for a seat, from 0 to 1."""
        if bounds := self.rules.score:
            return float(after["score"][0][seat] - bounds.low) / (bounds.high - bounds.low)
        winners = int(after["winners"][0])
        return float(winners >> seat & 1) if winners else 0.5

    def _misjudgement(self, estimate: Estimate) -> float:
        """A random error, as large as the outcome is unclear and zero where it is certain."""
        error = sum(next_word(self.dice) for _ in range(4)) / 2**32 - 2  # standard deviation 0.58
        return error * self._unclear(estimate)

    def _unclear(self, estimate: Estimate) -> float:
        """The standard deviation of an action's result. Scores do not follow from their mean, as
        wins do: random games after the action show how far they scatter."""
        if not self.rules.score:
            return math.sqrt(max(estimate.chance * (1 - estimate.chance), 0.0))
        if "scatter" not in self.rules.extras:
            self.rules.extras["scatter"] = self.rules.bind(scatter)
        tree = self.trees[0]
        seat = int(tree.states["viewer"][VIEW])
        return float(self.rules.extras["scatter"](tree, seat, estimate.action, SCATTER_GAMES))


# the game's own functions, bound by `Rules.bind`
act: Any
choose: Any
imagine: Any
result: Any


def scatter(tree: Tree, seat: int, action: int, games: int) -> float:
    """Entry point: the standard deviation of the seat's result if it takes an action in the view
    searched from and everybody then plays at random."""
    total, squares = 0, 0
    for _ in range(games):
        tree.states[PLAY] = tree.states[VIEW]
        s = tree.states[PLAY]
        imagine(s, seat, tree.dice)
        act(s, action)
        while not s.over:
            act(s, choose(s, tree.actions, tree.dice))
        total += result(s, seat)
        squares += result(s, seat) ** 2
    return math.sqrt(games * squares - total * total) / (games * WIN)

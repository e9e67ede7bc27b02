"""Hunters: rivals that learn to beat a player while it learns.

Self-play visits few of the positions that an adversary could bring about, and one who has studied a
player brings about the others (docs/learning.md). A hunter begins as a copy of the player and
learns to beat the player as it was then, which stands still: if both learnt, neither would get
ahead of the other. It has no magnet to hold it back, and openings of its own. After a season
(`Manner.season`) it learns nothing more and joins those before it, and the next begins; the player
learns from its games against those who have finished.
"""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from quarterdeck.learn.ppo import CHANCE, OWN, RIVALS, Lesson, Report, improve, lesson
from quarterdeck.learn.school import SETTLING, School

ENTROPY = 0.02
"""How much a hunter leaves to chance."""


class Hunted(School):
    """A player that learns against itself and, if its manner says so, against hunters."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.hunter = Hunter(self) if self.manner.hunters else None

    def update(self, left: float) -> Report:
        if self.hunter is None:
            return super().update(left)
        if self.hunter.updates % self.manner.season == 0:
            self.hunter.renew()
        taught = self._taught(self._policy, left)
        met = self.hunter.hunt(left)
        self.share = 1 - self.hunter.share
        networks = (self.player, self.magnet, self.critic, self.optimizer)
        both = Lesson(*(torch.cat(pair) for pair in zip(taught, met, strict=True)))
        return improve(*networks, both, self.manner)


class Hunter(School):
    """A rival that learns, in as many lanes as its prey has; in half of them those who have
    finished play against the prey as it is now."""

    def __init__(self, prey: Hunted) -> None:
        manner = prey.manner._replace(pull=0.0, entropy=ENTROPY, draw=0.0, opening=0)
        known = (prey.device, prey.seed + 1, prey.options, prey.seats)
        super().__init__(prey.game, manner, *known)
        self.prey, self.rival = prey, prey.player
        self.decoy = copy.deepcopy(prey.player).requires_grad_(False)
        self.finished = [copy.deepcopy(self.decoy) for _ in range(manner.hunters)]
        own = manner.lanes // 2
        shares = [(manner.lanes - own) * k // manner.hunters for k in range(manner.hunters + 1)]
        self.groups = [own, *(b - a for a, b in pairwise(shares))]
        self.counted[own:] = False
        self.seasons, self.settled = 0, SETTLING

    def renew(self) -> None:
        """Begin a season: the hunter joins those who have finished, and a copy of its prey is the
        next. Before the first, all are the prey itself."""
        known = self.prey.player.state_dict()
        if not self.seasons:
            for each in self.finished:
                each.load_state_dict(known)
        else:
            oldest = self.finished[self.seasons % len(self.finished)]
            oldest.load_state_dict(self.player.state_dict())
        self.player.load_state_dict(known)
        self.decoy.load_state_dict(known)
        for parameter in self.player.parameters():
            self.optimizer.state.pop(parameter, None)
        self.seasons += 1

    def hunt(self, left: float) -> Lesson:
        """Play against the prey and learn from it; returns what the prey can learn: from its own
        decisions, but not who is likely to win, since against others that differs."""
        played = self._played(self._policy, 1.0)
        taught = lesson(played, self.player, self.critic, *self._terms(left))
        terms = (self.players, self.bounds, self.prey.manner, left, RIVALS)
        met = self._settled(lesson(played, self.prey.player, self.critic, *terms))
        taught = self._settled(taught)
        improve(self.player, self.magnet, self.critic, self.optimizer, taught, self.manner)
        return met._replace(taken=torch.zeros_like(met.taken))

    def _decide(self, seen: Tensor, mask: Tensor, actor: Tensor) -> tuple[Tensor, Tensor]:
        rows = seen.split(self.groups)
        hunters = [self.player, *self.finished]
        own = torch.cat([each(row)[0] for each, row in zip(hunters, rows, strict=True)])
        chased, met = seen.split([self.groups[0], len(seen) - self.groups[0]])
        theirs = torch.cat([self.decoy(chased)[0], self.prey.player(met)[0]])
        preys = actor != self.own_seat
        who = torch.where(self.counted & ~preys, OWN, CHANCE)
        who = who.masked_fill(preys & ~self.counted, RIVALS)
        return torch.where(preys[:, None], theirs, own), who

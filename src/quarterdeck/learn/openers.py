"""Openers: rivals that learn only how to begin a game, and leave the rest of it to the player.

Where players hide things before the game, one who has studied a player hides them where it does not
look. A player that learns against itself hardly ever meets that: its own openings are few, or as
random as its magnet keeps them. So in half of the lanes of the usual game one seat begins as an
opener likes; after that the player plays on for both seats, and learns from it. An opener has no
network, just a number for each action, which it likes the better the more has been gained by it: it
finds a weakness in some dozen updates. After a season it begins anew, with any opening as likely as
any other, and so one after the other.
"""

from __future__ import annotations

import torch
from torch import Tensor

from quarterdeck.envs.batches import Rollout
from quarterdeck.learn.ppo import OPENERS, Manner

STEP = 2.0
"""How fast an opener comes to like what gains a standard deviation."""
FORGET = 0.02
"""The share of its likings that it loses at each update, so that it never likes one thing alone."""
FEW = 10
"""Decisions of a kind that are hardly enough to tell what it gains."""


class Openers:
    """Those of a batch, the lanes they open games in, and how they like to do it."""

    def __init__(self, manner: Manner, lanes: Tensor, players: Tensor, actions: int) -> None:
        """`lanes`: those in which they may open games; `players`: how many play in each."""
        device, self.manner = players.device, manner
        number = torch.arange(len(lanes), device=device)
        self.lanes = torch.zeros(len(players), dtype=torch.bool, device=device)
        self.lanes[lanes] = True
        self.seat = torch.zeros_like(players)
        self.seat[lanes] = torch.div(number, manner.openers, rounding_mode="floor") % players[lanes]
        seats = int(players.max())
        self.table = torch.zeros_like(players)  # by lane: the row of its opener and seat
        self.table[lanes] = number % manner.openers * seats + self.seat[lanes]
        self.likes = torch.zeros(manner.openers * seats, actions, device=device)
        self.made = torch.zeros_like(players)  # by lane: decisions of that seat in this game
        self.share, self.updates = 0.5, 0

    def decide(
        self, logits: Tensor, who: Tensor, actor: Tensor, begun: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Logits in every lane, and who decides there, with the openers' decisions among them."""
        made = self.made.masked_fill(begun, 0)
        turns = self.lanes & (actor == self.seat)
        opens = turns & (made < self.manner.opening)
        self.made.copy_(made + turns)
        return torch.where(opens[:, None], self.likes[self.table], logits), who.masked_fill(
            opens, OPENERS
        )

    def learn(self, played: Rollout, gain: Tensor) -> None:
        """Like better what has gained more; `gain`: of each decision [steps, lanes]."""
        assert played.value is not None
        opened = played.value == OPENERS
        row = self.table.expand_as(played.action)[opened]
        key = row * self.likes.shape[1] + played.action[opened]
        counts, gains = torch.zeros(2, self.likes.numel(), device=key.device)
        counts.index_add_(0, key, torch.ones_like(gain[opened]))
        gains.index_add_(0, key, gain[opened])
        counts, gains = counts.view_as(self.likes), gains.view_as(self.likes)
        usual = gains.sum(1, keepdim=True) / counts.sum(1, keepdim=True).clamp(min=1)
        self.likes.mul_(1 - FORGET).add_(STEP * (gains - usual * counts) / (counts + FEW))
        self._count(played)
        self.updates += 1
        every = max(1, self.manner.season // self.manner.openers)
        if self.updates % every == 0:
            oldest = self.updates // every % self.manner.openers
            self.likes.view(self.manner.openers, -1)[oldest] = 0.0

    def _count(self, played: Rollout) -> None:
        """How many of the games that they opened ended well for them; a draw is half."""
        own = played.reward.gather(2, self.seat.expand(len(played.reward), -1)[..., None])[..., 0]
        ended = own[played.done & self.lanes]
        if len(ended):
            self.share = float(((ended.sign() + 1) / 2).mean())

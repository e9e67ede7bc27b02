"""Regularised PPO for games of hidden information, for any number of seats.

Every seat has its own advantages, over all decisions of a game: whoever decides at a step gets its
own. A magnet, a slowly moving average of the player, pulls the player back: without it, self-play
in games such as rock, paper, scissors goes round in circles. Where the player has come to rest at
its own magnet, nobody gains by deviating (Perolat et al. 2022; Sokota et al. 2023; Rudolph et al.
2025).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from quarterdeck.envs.batches import Rollout
from quarterdeck.learn.networks import Critic, Player, log_chances

PIECE = 1 << 18
"""Rows that a network is asked about at once."""


class Manner(NamedTuple):
    """How to learn."""

    lanes: int = 1 << 15
    steps: int = 32
    batches: int = 16
    epochs: int = 1
    units: tuple[int, int] = (256, 64)
    critic_units: int = 256
    rate: float = 1e-3
    clip: float = 0.2
    trace: float = 0.95
    """How far advantages look beyond the critic's next word (lambda)."""
    entropy: float = 0.02
    draw: float = 0.0
    """What a draw costs everybody, at first: where risks must be taken to win, beginners who shun
    them would learn nothing else."""
    noise: float = 0.0
    """How often a decision is made at random, in half of the lanes, and not learnt from: so that
    what nobody plays any more is still known."""
    opening: int = 0
    """In half of the lanes, up to so many decisions at the beginning of each game are made at
    random and not learnt from: so that it knows what to do with what it would never choose."""
    hunters: int = 0
    """So many rivals learn to beat the player meanwhile, and it learns from that (hunt.py)."""
    season: int = 200
    """Updates for which a rival learns, before the next one begins."""
    varied: int = 4
    """One lane in this many plays with an option that is not the usual one."""
    pull: float = 0.4
    """How strongly the magnet pulls."""
    follow: float = 0.01
    """How far the magnet follows the player at each update."""


OWN, RIVALS, CHANCE = range(3)
"""Who made a decision: the player, the network it plays against, or somebody from whom nothing is
learnt."""


class Lesson(NamedTuple):
    """A rollout as it is learnt from: a row for each decision."""

    seen: Tensor
    mask: Tensor
    action: Tensor
    log_prob: Tensor
    gain: Tensor
    """How much better it turned out than expected, in standard deviations."""
    goal: Tensor
    """What each seat from the actor on may expect, and"""
    outcome: Tensor
    """how likely it wins, both as it turned out, as far as was played."""
    taken: Tensor
    """Is there such a seat?"""
    free: Tensor
    """Was there a choice, and was it the player's?"""


@torch.no_grad()
def lesson(
    played: Rollout,
    player: Player,
    critic: Critic,
    players: Tensor,
    bounds: tuple[float, float],
    manner: Manner,
    left: float,
    whose: int = OWN,
) -> Lesson:
    """What a rollout teaches. `players`: how many play in each lane; `bounds`: the lowest and the
    highest reward; `left`: the share of the time that is left; `whose`: whose decisions."""
    low, high = bounds
    actor, seats = played.actor.long(), played.reward.shape[2]
    order = torch.arange(seats, device=actor.device)
    # [steps + 1, lanes, seats]: where a seat's own number stands among those from the actor on
    places = (order - actor[..., None]) % players[:, None]
    values = _in_pieces(critic, played.obs).gather(2, places)
    reward = played.reward / max(abs(low), abs(high))
    drawn = played.done & (played.reward == 0).all(2)
    reward = reward - manner.draw * left * drawn[..., None]
    free = played.mask[:-1].sum(2) > 1
    gains = advantages(reward, played.done, values, free, manner.trace)
    won = _won(played.reward, low, high)
    thought = _in_pieces(player.judge, played.obs)[..., :seats].gather(2, places)
    won = won * played.done[..., None]
    errors = advantages(won, played.done, thought, free, manner.trace)
    gain = gains.gather(2, actor[:-1, :, None])[..., 0]
    back = (order + actor[:-1, :, None]) % players[:, None]  # from the actor on again

    def relative(each: Tensor) -> Tensor:
        return each.gather(2, back).flatten(0, 1)

    if played.value is not None:
        free = free & (played.value == whose)
    gain = gain / gain[free].std().clamp(min=1e-6)
    return Lesson(
        played.obs[:-1].flatten(0, 1),
        played.mask[:-1].flatten(0, 1),
        played.action.flatten(),
        played.log_prob.flatten(),
        gain.flatten(),
        relative(gains + values[:-1]),
        relative(errors + thought[:-1]).clamp(0, 1),
        (order < players[:, None]).expand(len(gain), -1, -1).flatten(0, 1),
        free.flatten(),
    )


def _in_pieces(judge: Callable[[Tensor], Tensor], seen: Tensor) -> Tensor:
    """What a network says of every row [steps, lanes], in pieces that fit the memory."""
    rows = seen.flatten(0, 1).split(PIECE)
    return torch.cat([judge(piece) for piece in rows]).unflatten(0, seen.shape[:2])


def _won(reward: Tensor, low: float, high: float) -> Tensor:
    """How a search counts a result: from 0 to 1."""
    if (low, high) == (-1.0, 1.0):
        return (reward.sign() + 1) / 2
    return (reward - low) / (high - low)


def advantages(reward: Tensor, done: Tensor, values: Tensor, free: Tensor, trace: float) -> Tensor:
    """Generalised advantages of every seat, over all decisions of all seats. Steps without a choice
    do not count as steps: a game that asks often what has one answer is not longer for it."""
    gain, gains = torch.zeros_like(values[0]), torch.empty_like(reward)
    for t in reversed(range(len(reward))):
        goes_on = ~done[t][:, None]
        gain = reward[t] - values[t] + goes_on * (values[t + 1] + gain)
        gains[t] = gain
        gain = torch.where(free[t][:, None], trace * gain, gain)
    return gains


class Report(NamedTuple):
    """What an update was like, averaged over its decisions."""

    entropy: float
    pull: float
    """How far the player is from its magnet (a KL divergence)."""
    change: float
    """How far this update has moved the player, likewise."""
    critic: float
    judge: float


def improve(
    player: Player,
    magnet: Player,
    critic: Critic,
    optimizer: Any,
    taught: Lesson,
    manner: Manner,
) -> Report:
    """Make what turned out well more likely, within the clip and the magnet's pull."""
    said = []
    for part in _parts(taught, manner):
        logits, wins = player(part.seen)
        now = log_chances(logits, part.mask)
        with torch.no_grad():
            pulled = log_chances(magnet(part.seen)[0], part.mask)
        took = now.gather(1, part.action[:, None])[:, 0] - part.log_prob
        took = took * part.free  # of what others did, the ratio may be beyond any number
        ratio = took.exp()
        clipped = ratio.clamp(1 - manner.clip, 1 + manner.clip)
        better = torch.min(ratio * part.gain, clipped * part.gain)
        chances = now.exp() * part.mask
        spread = -(chances * now).sum(1)
        distance = (chances * (now - pulled)).sum(1)
        choice = _mean(better + manner.entropy * spread - manner.pull * distance, part.free)
        error, judged = _misjudged(part, critic, wins)
        _step(player, critic, optimizer, error + 0.5 * judged - choice)
        with torch.no_grad():
            moved = ratio - 1 - took
            numbers = [_mean(each, part.free) for each in (spread, distance, moved)]
            said.append(torch.stack([*numbers, error, judged]).detach())
            for own, held in zip(player.parameters(), magnet.parameters(), strict=True):
                held.lerp_(own, manner.follow / manner.batches)
    return Report(*torch.stack(said).mean(0).tolist())


def imitate(
    player: Player, critic: Critic, optimizer: Any, taught: Lesson, manner: Manner
) -> Report:
    """Make what somebody else did more likely, and learn how it ends."""
    said = []
    for part in _parts(taught, manner):
        logits, wins = player(part.seen)
        now = log_chances(logits, part.mask)
        same = _mean(now.gather(1, part.action[:, None])[:, 0], part.free)
        error, judged = _misjudged(part, critic, wins)
        _step(player, critic, optimizer, error + 0.5 * judged - same)
        spread = _mean(-(now.exp() * part.mask * now).sum(1), part.free)
        nothing = torch.zeros_like(same)
        said.append(torch.stack([spread, nothing, -same, error, judged]).detach())
    return Report(*torch.stack(said).mean(0).tolist())


def _misjudged(part: Lesson, critic: Critic, wins: Tensor) -> tuple[Tensor, Tensor]:
    """How wrong the critic and the player's own judgement are."""
    seats = part.taken.shape[1]
    error = _mean((critic(part.seen) - part.goal) ** 2, part.taken)
    return error, _mean(_surprise(wins[:, :seats], part.outcome), part.taken)


def _step(player: Player, critic: Critic, optimizer: Any, loss: Tensor) -> None:
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    for network in (player, critic):
        torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
    optimizer.step()


def _surprise(logits: Tensor, outcome: Tensor) -> Tensor:
    return functional.binary_cross_entropy_with_logits(logits, outcome, reduction="none")


def _mean(numbers: Tensor, where: Tensor) -> Tensor:
    return (numbers * where).sum() / where.sum().clamp(min=1)


def _parts(taught: Lesson, manner: Manner) -> Iterator[Lesson]:
    """The decisions in random parts, each once an epoch."""
    for _ in range(manner.epochs):
        for k in torch.randperm(len(taught.action), device=taught.action.device).chunk(
            manner.batches
        ):
            yield Lesson(*(each[k] for each in taught))

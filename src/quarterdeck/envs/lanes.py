"""What happens in the lanes of a batch: generic over games.

`batches.py` binds these functions to a game. The GPU (`cuda_batches.py`) runs the same code for one
lane at a time. Nothing heavy is imported here: a cached function depends on all its module imports.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from quarterdeck.engine.rule import WORD, below, count_bits, next_word, nth_bit, rule

# the game's own functions, and rules from below, bound in batches.py
act: Any
deal: Any
legal: Any
observe: Any
reward: Any
turn: Any
list_open: Any
observe_lane: Any

DEAL, LOOK = -1, -2
"""In place of an action: deal a new game; change nothing."""
BITS = 32
"""Actions in a word of a mask."""


def turn_rule(s: Any, action: int, results: Any) -> int:
    """Take an action; at the end, note each seat's result and deal the next game.

    Returns 1 if a game ended, -1 if it exceeded a bound of its own state, otherwise 0.
    """
    if action == LOOK:
        return 0
    if action != DEAL:
        act(s, action)
        if s.fault:
            return -1
        if not s.over:
            return 0
        for seat in range(s.seats):
            results[seat] = reward(s, seat)
    deal(s)
    return 0 if action == DEAL else 1


def list_open_rule(s: Any, room: Any, open_: Any) -> None:
    """Mark the actor's legal actions, a bit each."""
    for word in range(len(open_)):
        open_[word] = 0
    for i in range(legal(s, room)):
        open_[room[i] // BITS] |= 1 << room[i] % BITS


def observe_lane_rule(s: Any, observers: int, row: Any) -> None:
    """Write what the actor sees and, for as many `observers`, what the seats after it see, side by
    side; `row` starts as zeros."""
    stride = len(row) // observers
    for k in range(min(observers, s.seats)):
        observe(s, (s.actor + k) % s.seats, row[k * stride : (k + 1) * stride])


@rule
def is_open(open_: Any, action: int) -> bool:
    return 0 <= action < BITS * len(open_) and open_[action // BITS] >> action % BITS & 1 != 0


@rule
def pick_any(open_: Any, dice: Any, log_prob: Any) -> int:
    """A legal action, each as likely. Notes the logarithm of its probability."""
    count = 0
    for word in range(len(open_)):
        count += count_bits(open_[word] & WORD)
    log_prob[0] = -math.log(np.float32(count))
    left = below(dice, count)
    for word in range(len(open_)):
        here = count_bits(open_[word] & WORD)
        if left < here:
            return BITS * word + nth_bit(open_[word] & WORD, left)
        left -= here
    return -1


@rule
def number(logits: Any, action: int) -> float:
    return logits[action]  # type: ignore[no-any-return]


@rule
def pick_by(open_: Any, dice: Any, logits: Any, log_prob: Any) -> int:
    """A legal action by its logit, in one pass: each one replaces those before it with its share of
    the weights so far. Notes the logarithm of its probability."""
    chosen, at, top, total = -1, np.float32(0), np.float32(0), np.float32(0)
    for word in range(len(open_)):
        mask = open_[word] & WORD
        while mask:
            action = BITS * word + nth_bit(mask, 0)
            mask &= mask - 1
            logit = np.float32(number(logits, action))
            if chosen < 0 or logit > top:
                total *= np.float32(math.exp(top - logit))
                top = logit
            weight = np.float32(math.exp(logit - top))
            total += weight
            share = np.float32(next_word(dice) >> 8) * np.float32(2**-24)
            if chosen < 0 or share * total < weight:
                chosen, at = action, logit
    log_prob[0] = at - top - np.float32(math.log(total))
    return chosen


# Many lanes of one game ---------------------------------------------------------------------


def play_lanes(
    states: Any,
    first: int,
    last: int,
    actions: Any,
    room: Any,
    open_: Any,
    seen: Any,
    observers: int,
    actor: Any,
    rewards: Any,
    done: Any,
) -> int:
    """Take a checked action in each lane from `first` to before `last`, and write what is seen
    then. Returns a lane that exceeded a bound of its state, or -1."""
    broken = -1
    for lane in range(first, last):
        s = states[lane]
        for seat in range(rewards.shape[1]):
            rewards[lane][seat] = 0
        ended = turn(s, actions[lane], rewards[lane])
        if ended < 0:
            broken = lane
        done[lane] = ended > 0
        list_open(s, room, open_[lane])
        row = seen[lane]
        for i in range(len(row)):
            row[i] = 0
        observe_lane(s, observers, row)
        actor[lane] = s.actor
    return broken


# Many lanes of any game ----------------------------------------------------------------------


def first_refused(actions: Any, open_: Any) -> int:
    """The first lane whose action is not legal, or -1."""
    for lane in range(len(actions)):
        if not is_open(open_[lane], actions[lane]):
            return lane
    return -1


def spread(first: int, last: int, open_: Any, mask: Any) -> None:
    """Masks of bits as bytes."""
    for lane in range(first, last):
        for word in range(open_.shape[1]):
            bits, some = open_[lane][word], mask[lane][BITS * word : BITS * (word + 1)]
            for k in range(len(some)):
                some[k] = bits >> k & 1


def to_float32(first: int, last: int, seen: Any, scale: Any, obs: Any) -> None:
    for lane in range(first, last):
        for i in range(len(scale)):
            obs[lane][i] = np.float32(seen[lane][i]) * scale[i]


def to_bfloat16(first: int, last: int, seen: Any, scale: Any, obs: Any) -> None:
    """Rounded to the nearest, ties to even; as 16-bit words, since NumPy has no such type."""
    exact = np.empty(len(scale), np.float32)
    words = exact.view(np.int32)
    for lane in range(first, last):
        for i in range(len(scale)):
            exact[i] = np.float32(seen[lane][i]) * scale[i]
        for i in range(len(scale)):
            obs[lane][i] = words[i] + 0x7FFF + (words[i] >> 16 & 1) >> 16


def sample_any(first: int, last: int, open_: Any, dice: Any, actions: Any, log_probs: Any) -> None:
    for lane in range(first, last):
        actions[lane] = pick_any(open_[lane], dice[lane], log_probs[lane : lane + 1])


def sample_by(
    first: int, last: int, open_: Any, dice: Any, logits: Any, actions: Any, log_probs: Any
) -> None:
    for lane in range(first, last):
        actions[lane] = pick_by(open_[lane], dice[lane], logits[lane], log_probs[lane : lane + 1])

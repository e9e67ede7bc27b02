"""A small network in whole numbers: from what a seat sees to what it would do and who may win.

`quarterdeck learn` (learn/) makes it; it is kept as `instinct.npz` in the folder of its game. Its
input is the game's `observe`, so it knows what that seat may know and nothing else. All arithmetic
is on whole numbers: the same bits interpreted, compiled and on every machine.

Three layers. The first has a row of weights for each number of an observation, or for each of its
values where a number says which of several things it is (`Part.kinds`). Its sums are kept, and only
the rows of numbers that have changed since a seat's last observation are added or taken away: the
positions of a search differ little. Activations go from 0 to `MOST` (`ONE` is 1).
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.odds import UNIT, odds
from quarterdeck.engine.rule import below, rule
from quarterdeck.engine.state import MAX_SEATS, lookup

Array = np.ndarray[Any, Any]

FILE = "instinct.npz"
ONE_BIT, CAP = 8, 8
ONE, MOST = 1 << ONE_BIT, CAP << ONE_BIT
FINE_BIT = 6
FINE = 1 << FINE_BIT
"""What a unit of a logit is for scores."""
FINEST = 14
"""Most bits after the point of a weight."""
DROP = 4 * FINE
"""An action whose score is lower than the best one's by this much, so that it is 55 times less
likely, is never taken."""
CHANCES = lookup([round(65536 * math.exp(-behind / FINE)) for behind in range(DROP)])
"""How likely an action is, by how far its score is behind the best; the best one's is 65536."""


class Mind(NamedTuple):
    """A network, and the room it thinks in."""

    row: Array
    """By number of the observation: the row of its weights, of its lowest value if it is a kind,"""
    low: Array
    """that lowest value, and"""
    kinds: Array
    """whether it is a kind."""
    first: Array
    second: Array
    """By unit: the weights of all units of the first layer."""
    heads: Array
    """By action, then by seat from the observer on: what scores it."""
    second_bias: Array
    head_bias: Array
    shifts: Array
    """How far the sums of each layer are shifted down."""
    slack: Array
    """One number: how far behind the best score all seems about as good; 0: as it has learnt."""
    seen: Array
    last: Array
    """By seat: its last observation, and"""
    sums: Array
    """those of the first layer for it."""
    one: Array
    two: Array
    odds: Array


class BadNetwork(QuarterdeckError):
    code = "bad-network"


# In compiled code -------------------------------------------------------------------------------


@rule
def blank(mind: Mind) -> None:
    """Make room for an observation."""
    for i in range(len(mind.seen)):
        mind.seen[i] = 0


@rule
def add(mind: Mind, sums: Any, i: int, value: int, times: int) -> None:
    """Add a number of the observation to the sums of the first layer, so many times."""
    row, scale = mind.row[i], value * times
    if mind.kinds[i]:
        row, scale = row + value - mind.low[i], times
    weights = mind.first[row]
    for unit in range(len(sums)):
        sums[unit] += weights[unit] * scale


@rule
def dot(weights: Any, units: Any) -> int:
    """In 32 bits all the way: a processor has instructions for just that."""
    total = np.int32(0)
    for i in range(len(units)):
        total = np.int32(total + weights[i] * units[i])
    return int(total)


@rule
def activate(mind: Mind, seat: int) -> None:
    """From a seat's observation in `mind.seen` to the activations that all scores are made of."""
    last, sums = mind.last[seat], mind.sums[seat]
    for i in range(len(mind.seen)):
        before, value = last[i], mind.seen[i]
        if before != value:
            if before != 0:
                add(mind, sums, i, before, -1)
            if value != 0:
                add(mind, sums, i, value, 1)
            last[i] = value
    one, two = mind.one, mind.two
    for unit in range(len(one)):
        one[unit] = max(0, min(sums[unit] >> mind.shifts[0], MOST))
    for unit in range(len(two)):
        total = mind.second_bias[unit] + dot(mind.second[unit], one)
        two[unit] = max(0, min(total >> mind.shifts[1], MOST))


@rule
def score(mind: Mind, head: int) -> int:
    """How much speaks for an action or, from the number of actions on, for a seat."""
    return mind.head_bias[head] + dot(mind.heads[head], mind.two) >> mind.shifts[2]


@rule
def chance(mind: Mind, seats_on: int) -> int:
    """How likely the seat so many after the observer is to win, in thousandths."""
    lead = score(mind, len(mind.heads) - MAX_SEATS + seats_on)
    return odds(lead * UNIT >> FINE_BIT)


@rule
def likelihood(behind: int, slack: int) -> int:
    """How likely an action is whose score is so far behind the best one's, which has 65536. With
    slack one that is nearly so far behind is still a third as likely, and none beyond it is taken.
    """
    if slack == 0:
        return CHANCES[behind] if behind < DROP else 0
    return CHANCES[behind * FINE // slack] if behind < slack else 0


@rule
def weigh(mind: Mind, actions: Any, count: int) -> int:
    """Write how likely each of the first `count` actions is to `mind.odds`; returns their sum."""
    best, total = score(mind, actions[0]), 0
    for k in range(count):
        mind.odds[k] = score(mind, actions[k])
        best = max(best, mind.odds[k])
    for k in range(count):
        mind.odds[k] = likelihood(best - mind.odds[k], mind.slack[0])
        total += mind.odds[k]
    return total


@rule
def pick(mind: Mind, actions: Any, count: int, dice: Any) -> int:
    """One of the first `count` actions, each as likely as it scores."""
    left = below(dice, weigh(mind, actions, count))
    k = 0
    while left >= mind.odds[k]:
        left -= mind.odds[k]
        k += 1
    return actions[k]


# Files ------------------------------------------------------------------------------------------


class Network(NamedTuple):
    """A network as it is stored."""

    facts: dict[str, Any]
    """Game and version, the parts of its observation, and how it was learnt."""
    first: Array
    second: Array
    heads: Array
    first_bias: Array
    second_bias: Array
    head_bias: Array
    shifts: Array

    def save(self, path: Path) -> None:
        arrays = {name: each for name, each in self._asdict().items() if name != "facts"}
        with open(path, "wb") as file:
            np.savez_compressed(file, facts=np.array(json.dumps(self.facts)), **arrays)

    @staticmethod
    def load(path: Any) -> Network:
        try:
            with path.open("rb") as file, np.load(file) as stored:
                facts = json.loads(str(stored["facts"]))
                return Network(facts, *(stored[name] for name in Network._fields[1:]))
        except (OSError, KeyError, ValueError) as error:
            raise BadNetwork(f"{path} is not a network ({error}).") from None

    def check(self, game: Game) -> None:
        """Refuse a network for another game, or for other observations."""
        if self.facts["game"] != game.id or self.facts["parts"] != parts(
            game.rule_hooks.OBSERVATION
        ):
            raise BadNetwork(
                f"this network is not for {game.title} as it is: let it learn again by "
                f"`quarterdeck learn {game.id}`."
            )

    def mind(self, observation: Observation) -> Mind:
        """The network, ready to be asked by one thread."""
        row, low, kinds, _ = layout(observation)
        return Mind(
            row=row,
            low=low,
            kinds=kinds,
            first=self.first,
            second=self.second.T.copy(),
            heads=self.heads,
            second_bias=self.second_bias,
            head_bias=self.head_bias,
            shifts=self.shifts,
            slack=np.zeros(1, np.int64),
            seen=np.zeros(observation.size, np.int16),
            last=np.zeros((MAX_SEATS, observation.size), np.int16),
            sums=np.tile(self.first_bias, (MAX_SEATS, 1)),
            one=np.zeros(len(self.first_bias), np.int16),
            two=np.zeros(len(self.second_bias), np.int16),
            odds=np.zeros(len(self.heads), np.int64),
        )


def parts(observation: Observation) -> list[list[Any]]:
    """What a network depends on."""
    return [[p.name, p.size, p.low, p.high, p.kinds] for p in observation.parts]


def layout(observation: Observation) -> tuple[Array, Array, Array, int]:
    """By number: its row in the first layer, its lowest value, whether it is a kind; and how many
    rows there are."""
    sizes = [part.size for part in observation.parts]
    low = np.repeat([part.low for part in observation.parts], sizes).astype(np.int16)
    high = np.repeat([part.high for part in observation.parts], sizes)
    kinds = np.repeat([part.kinds for part in observation.parts], sizes).astype(np.bool_)
    rows = np.where(kinds, high - low + 1, 1)
    return (rows.cumsum() - rows).astype(np.int32), low, kinds, int(rows.sum())


def empty() -> Mind:
    """A mind without a network, where one is expected but never asked."""
    weights, biases = np.zeros((1, 1), np.int16), np.zeros(1, np.int32)
    layers = weights, weights, weights, biases, biases, biases
    return Network({}, *layers, np.zeros(3, np.int64)).mind(Observation())


@cache
def find(game: Game) -> Network | None:
    """The network in a game's folder, if it has learnt."""
    path = resources.files(game.package) / FILE
    if not path.is_file():
        return None
    return Network.load(path)


# From real to whole numbers ---------------------------------------------------------------------


def quantised(
    facts: dict[str, Any],
    observation: Observation,
    layers: list[tuple[Array, Array]],
) -> Network:
    """A network from real weights [inputs, outputs] and biases. The rows of the first layer are
    those of `layout`, for numbers as they are."""
    (first, first_bias), (second, second_bias), (heads, head_bias) = layers
    row, low, kinds, _ = layout(observation)
    lowest, highest = observation.bounds
    largest = np.maximum(-lowest, highest)[:, None]
    reach = np.abs(first_bias)
    for i in range(len(row)):
        if kinds[i]:
            own = first[row[i] : row[i] + highest[i] - low[i] + 1]
            reach = reach + np.abs(own).max(0)
        else:
            reach = reach + np.abs(first[row[i]]) * largest[i]
    one = _bits(first, reach, 0)
    two = _bits(second, np.abs(second_bias) + CAP * np.abs(second).sum(0), ONE_BIT)
    three = _bits(heads, np.abs(head_bias) + CAP * np.abs(heads).sum(0), ONE_BIT)
    shifts = [one - ONE_BIT, two, three + ONE_BIT - FINE_BIT]
    return Network(
        facts,
        _whole(first, one, np.int16),
        _whole(second, two, np.int16),
        _whole(heads, three, np.int16).T.copy(),
        _whole(first_bias, one, np.int32) + (1 << shifts[0] >> 1),
        _whole(second_bias, two + ONE_BIT, np.int32) + (1 << shifts[1] >> 1),
        _whole(head_bias, three + ONE_BIT, np.int32) + (1 << shifts[2] >> 1),
        np.array(shifts, np.int64),
    )


def real(network: Network) -> list[tuple[Array, Array]]:
    """The same layers in real numbers: weights [inputs, outputs] and biases."""
    one, two, three = network.shifts
    scales = (
        (network.first, network.first_bias, one + ONE_BIT, 0, one),
        (network.second, network.second_bias, two, ONE_BIT, two),
        (network.heads.T, network.head_bias, three - ONE_BIT + FINE_BIT, ONE_BIT, three),
    )
    return [
        (weights / 2.0**bits, (bias - (1 << shift >> 1)) / 2.0 ** (bits + above))
        for weights, bias, bits, above, shift in scales
    ]


def _bits(weights: Array, reach: Array, above: int) -> int:
    """How many bits after the point the weights of a layer can have: each must fit 16 bits, and no
    sum may leave 32, whatever is seen."""
    bits = FINEST
    while bits > 0 and (
        np.abs(weights).max() * 2**bits > 32_767 or reach.max() * 2 ** (bits + above) > 2**30
    ):
        bits -= 1
    if bits + above < ONE_BIT:
        raise BadNetwork("the weights are too large for whole numbers.")
    return bits


def _whole(weights: Array, bits: int, kind: Any) -> Array:
    return np.round(weights * 2.0**bits).astype(kind)

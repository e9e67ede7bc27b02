"""The networks that learn, in PyTorch: a player, small enough to be asked in a search, and a critic
that is there only while it learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from quarterdeck.bots.network import CAP, DROP, FINE, Network, layout, quantised, real
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.state import MAX_SEATS

ALIGN = 8
"""Rows are filled up to a multiple of this: matrix products are faster."""


class Reader(nn.Module):
    """From the whole numbers of observations, one or several side by side, to inputs: amounts are
    scaled to at most 1 in size, and each value of a kind but 0 gets an input of its own."""

    source: Tensor
    value: Tensor
    scale: Tensor

    def __init__(
        self, observation: Observation, observers: int = 1, kind: torch.dtype = torch.float32
    ) -> None:
        super().__init__()
        low, high = observation.bounds
        self.stride = _aligned(observation.size)
        scale = np.zeros((observers, self.stride), np.float32)
        scale[:, : observation.size] = observation.scale
        kinds = [(p.start, p.start + p.size) for p in observation.parts if p.kinds]
        each = [
            (i, value)
            for start, end in kinds
            for i in range(start, end)
            for value in range(low[i], high[i] + 1)
            if value != 0
        ]
        for start, end in kinds:
            scale[:, start:end] = 0.0
        spread = [(i + k * self.stride, value) for k in range(observers) for i, value in each]
        spread += [(0, NEVER)] * (_aligned(len(spread)) - len(spread))
        self.register_buffer("source", torch.tensor([i for i, _ in spread], dtype=torch.long))
        self.register_buffer("value", torch.tensor([v for _, v in spread], dtype=torch.int16))
        self.register_buffer("scale", torch.tensor(scale.reshape(-1), dtype=kind))
        self.inputs = observers * self.stride + len(spread)

    def forward(self, seen: Tensor) -> Tensor:
        amounts = seen * self.scale
        if not len(self.source):
            return amounts
        return torch.cat((amounts, (seen[:, self.source] == self.value).to(amounts.dtype)), 1)


NEVER = -30_000
"""A value that no number has."""
IMPOSSIBLE = -1e9
"""The logit of what is not legal."""
NEGLIGIBLE = 50.0
"""How far behind the best logit that of an action is which is never taken."""


def _aligned(count: int) -> int:
    return -(-count // ALIGN) * ALIGN


class Player(nn.Module):
    """What to do, and who may win, from what one seat sees."""

    def __init__(self, observation: Observation, actions: int, units: Sequence[int]) -> None:
        super().__init__()
        self.observation, self.actions = observation, actions
        self.reader = Reader(observation)
        self.first = nn.Linear(self.reader.inputs, units[0])
        self.second = nn.Linear(units[0], units[1])
        self.heads = nn.Linear(units[1], actions + MAX_SEATS)
        with torch.no_grad():
            self.heads.weight *= 0.1
            self.heads.bias.zero_()

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """A logit for each action, and for the observer and each seat after it: will it win?"""
        one = self.first(self.reader(seen[:, : self.reader.stride])).clamp(0, CAP)
        two = self.second(one).clamp(0, CAP)
        heads = self.heads(two)
        return heads[:, : self.actions], heads[:, self.actions :]

    def judge(self, seen: Tensor) -> Tensor:
        """How likely the observer and each seat after it are to win."""
        return torch.sigmoid(self(seen)[1])

    @staticmethod
    def of(network: Network, observation: Observation) -> Player:
        """A network in whole numbers as one in real numbers."""
        layers = real(network)
        outputs = [len(bias) for _, bias in layers]
        player = Player(observation, outputs[2] - MAX_SEATS, outputs[:2])
        rows, reader = layers[0][0], player.reader
        row, low, kinds, _ = layout(observation)
        first = np.zeros((reader.inputs, outputs[0]))
        scale = reader.scale.numpy()[: len(row), None]
        first[: len(row)][~kinds] = rows[row[~kinds]] / scale[~kinds]
        source, value = reader.source.numpy(), reader.value.numpy()
        known = value != NEVER
        spread = row[source[known]] + value[known] - low[source[known]]
        first[reader.stride :][known] = rows[spread]
        layers[0] = first, layers[0][1]
        parts = (player.first, player.second, player.heads)
        with torch.no_grad():
            for part, (weights, bias) in zip(parts, layers, strict=True):
                part.weight.copy_(torch.tensor(weights.T))
                part.bias.copy_(torch.tensor(bias))
        return player

    def decided(self, seen: Tensor, mask: Tensor) -> Tensor:
        """Logits of what the bot plays: never what it thinks much less of than of the best."""
        logits = self(seen)[0]
        best = logits.masked_fill(~mask, IMPOSSIBLE).max(1, keepdim=True).values
        return torch.where(logits <= best - DROP / FINE, best - NEGLIGIBLE, logits)

    def whole(self, facts: dict[str, Any]) -> Network:
        """The same in whole numbers."""
        first, second, heads = (_weights(layer) for layer in (self.first, self.second, self.heads))
        return quantised(facts, self.observation, [(self._rows(first[0]), first[1]), second, heads])

    def _rows(self, weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The first layer, by `layout`: amounts as they come, values of a kind in order."""
        row, low, kinds, rows = layout(self.observation)
        reader, size = self.reader, len(row)
        scale = reader.scale.cpu().numpy()[:size, None]
        made = np.zeros((rows, weights.shape[1]))
        made[row[~kinds]] = (weights[:size] * scale)[~kinds]
        source, value = reader.source.cpu().numpy(), reader.value.cpu().numpy()
        real = value != NEVER
        at = row[source] + value - low[source]
        made[at[real]] = weights[reader.stride :][real]
        return made


def _weights(layer: nn.Linear) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Weights [inputs, outputs] and biases, to double precision."""
    weights, bias = (each.detach().double().cpu().numpy() for each in (layer.weight, layer.bias))
    return weights.T, bias


class Critic(nn.Module):
    """What each seat may expect, from the actor on; it may see what several seats see."""

    def __init__(
        self, observation: Observation, observers: int, seats: int, units: int, short: bool
    ) -> None:
        """`short`: count in bfloat16, which is exact enough for a critic."""
        super().__init__()
        self.short = short
        kind = torch.bfloat16 if short else torch.float32
        self.reader = Reader(observation, observers, kind)
        self.layers = nn.Sequential(
            *(nn.Linear(self.reader.inputs, units), nn.ReLU(), nn.Linear(units, units), nn.ReLU()),
            nn.Linear(units, seats),
        )

    def forward(self, seen: Tensor) -> Tensor:
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=self.short):
            expected = self.layers(self.reader(seen))
        return torch.tanh(expected.float())


def log_chances(logits: Tensor, mask: Tensor) -> Tensor:
    """The logarithm of each action's probability; of one that is not legal, a very low number."""
    return functional.log_softmax(logits.masked_fill(~mask, IMPOSSIBLE), 1)

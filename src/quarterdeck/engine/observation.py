"""Observation: what a game's `observe` writes, part by part, for those who learn from it.

    OBSERVATION = Observation()
    HAND = OBSERVATION.part("hand", 16, help="the observer's cards, a number for each")

`observe` writes whole numbers within these bounds; environments pass them on as they are, or scaled
to at most 1 in size.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Part(NamedTuple):
    """Some numbers of an observation that belong together."""

    name: str
    start: int
    size: int
    low: int
    high: int
    help: str
    kinds: bool = False
    """A number says which of several things it is, not how much of one."""


class Observation:
    """All the numbers of an observation."""

    def __init__(self, recall: bool = False) -> None:
        """`recall`: equal observations mean that the observer has been told the same all along."""
        self.recall = recall
        self.parts: list[Part] = []

    def part(
        self,
        name: str,
        size: int = 1,
        high: int = 1,
        low: int = 0,
        help: str = "",
        kinds: bool = False,
    ) -> int:
        """Declare the next numbers; returns the index of the first."""
        start = self.size
        self.parts.append(Part(name, start, size, low, high, help, kinds))
        return start

    @property
    def size(self) -> int:
        return self.parts[-1].start + self.parts[-1].size if self.parts else 0

    @property
    def bounds(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The lowest and the highest value of each number."""
        sizes = [part.size for part in self.parts]
        low, high = [part.low for part in self.parts], [part.high for part in self.parts]
        return np.repeat(low, sizes), np.repeat(high, sizes)

    @property
    def scale(self) -> np.ndarray[Any, Any]:
        """What to multiply each number with, so that none exceeds 1 in size."""
        low, high = self.bounds
        largest: np.ndarray[Any, Any] = np.maximum(np.maximum(-low, high), 1)
        return np.float32(1) / largest.astype(np.float32)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The narrowest integers that hold every number."""
        fits = all(part.low >= -128 and part.high <= 127 for part in self.parts)
        return np.dtype("i1" if fits else "i2")

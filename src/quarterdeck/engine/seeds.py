"""Seeds: from a secret, or a number and a count, to states of the random generator.

The draws of a match among people (`fairness.Chance`) come from an HMAC (`Draws`), not from the
generator, whose state many outputs would tell.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from typing import Any

import numpy as np

SIZE = 32


def secret(seed: int | bytes | None = None) -> bytes:
    """A game's 256-bit secret: as given, from a number, or fresh."""
    if seed is None:
        return secrets.token_bytes(SIZE)
    if isinstance(seed, int):
        return seed.to_bytes(SIZE, "big")
    if len(seed) != SIZE:
        raise ValueError(f"a seed has {SIZE} bytes, not {len(seed)}")
    return seed


class Draws(list[int]):
    """Stands where interpreted rules have their generator: each draw takes the next 32 bits of
    HMAC-SHA256(seed, batch, block), so that no draw tells anything about another.

    `next_word` adds up the generator's words: here the first is a new one whenever it is read, the
    others are 0, and nothing is ever stored.
    """

    def __init__(self, seed: bytes, batch: int) -> None:
        super().__init__([0, 0, 0, 0])
        self._words = words(seed, batch)

    def __getitem__(self, index: Any) -> Any:
        return next(self._words) if index == 0 else 0

    def __setitem__(self, index: Any, value: Any) -> None:
        pass


def words(seed: bytes, batch: int) -> Iterator[int]:
    """The draws of one batch, each of 32 bits; batch 0 is the deal."""
    for block in range(2**32):
        place = batch.to_bytes(4, "big") + block.to_bytes(4, "big")
        digest = hmac.digest(seed, b"quarterdeck draws\n" + place, "sha256")
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, SIZE, 4))


def generator(seed: bytes) -> list[int]:
    """The random generator's first state: four 32-bit words."""
    digest = hashlib.sha256(b"quarterdeck generator\n" + seed).digest()
    return [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 16, 4)]


def generators(seed: int, count: int) -> np.ndarray[Any, Any]:
    """Many generators at once, for batches: splitmix64 of the seed and the index."""
    with np.errstate(over="ignore"):
        index = np.arange(1, 2 * count + 1, dtype=np.uint64)
        word = index * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed % 2**64)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        word ^= word >> np.uint64(31)
    pairs = word.reshape(count, 2)
    halves = [pairs[:, 0] >> np.uint64(32), pairs[:, 0] & np.uint64(0xFFFFFFFF)]
    halves += [pairs[:, 1] >> np.uint64(32), pairs[:, 1] & np.uint64(0xFFFFFFFF)]
    return np.ascontiguousarray(np.stack(halves, axis=1).astype(np.int64))

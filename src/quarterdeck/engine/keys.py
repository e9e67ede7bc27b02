"""Keys: a view as one number, to look a decision up by."""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.engine.recall import mix
from quarterdeck.engine.rule import rule
from quarterdeck.engine.state import Header

Array = np.ndarray[Any, Any]


@rule
def key_of(words: Any, salt: Any) -> int:
    """A hash of a view's numbers."""
    key = 0
    for i in range(len(salt)):
        key += words[i] * salt[i]
    return mix(0, key)


def words_of(states: Array) -> Array:
    """States as rows of 64-bit numbers, in the same memory."""
    return states.view(np.int64).reshape(len(states), -1)


def salts(state: type[Header]) -> Array:
    """An odd number for each word before the events: what happened last is no part of a view's
    key."""
    width = state.dtype.fields["event"][1] // 8  # type: ignore[index]
    return np.random.default_rng(2).integers(1, 2**62, width) * 2 + 1


def key(view: Array, state: type[Header]) -> int:
    """The key of a seat's view (an array of one)."""
    quiet = view.copy()
    quiet["event_count"] = 0
    return int(key_of(words_of(quiet)[0], salts(state)))

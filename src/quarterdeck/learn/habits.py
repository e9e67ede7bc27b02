"""What a game's rule of thumb does in the lanes of a batch.

Nothing heavy is imported here: a cached function depends on all its module imports.
"""

from __future__ import annotations

from typing import Any

# the game's own functions, bound by `Rules.bind`
legal: Any
prefer: Any


def habits(states: Any, first: int, last: int, room: Any, dice: Any, actions: Any) -> None:
    """What the game's rule of thumb prefers in each lane from `first` to before `last`."""
    for lane in range(first, last):
        count = legal(states[lane], room)
        actions[lane] = prefer(states[lane], room, count, dice[lane])

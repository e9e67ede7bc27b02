"""What a seat did and was told, as text."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TypeAlias

from quarterdeck.engine.game import Game
from quarterdeck.engine.state import AUDIENCE_BIT, unpack

Told: TypeAlias = "tuple[Told, int, int, Sequence[int]] | None"
"""What was told, newest first: what was before that, who acted (-1: the deal), the action, and the
events that became known with it. At a fence they do, so that others learn nothing of a draft.

A plain tuple: one is made at every step, and a class would make steps a tenth slower."""


class Names:
    """The names of a game's actions and events."""

    def __init__(self, game: Game) -> None:
        self.events = game.event_names
        self.actions = [
            verb if len(ids) == 1 else f"{verb} {number}"
            for verb, ids in game.actions.verbs.items()
            for number in range(len(ids))
        ]
        self.event = functools.lru_cache(1 << 16)(self._event)

    def parts(self, told: Told, seat: int) -> list[str]:
        """What a seat did and was told, the newest only."""
        assert told is not None
        _, actor, action, events = told
        own = [f"did {self.actions[action]}"] if actor == seat else []
        return own + [self.event(e) for e in events if e >> AUDIENCE_BIT + seat & 1]

    def _event(self, packed: int) -> str:
        """Who it is about, what happened, and its numbers; noughts at the end are left out."""
        event = unpack(packed)
        words = [self.events[event.kind], str(event.a), str(event.b), str(event.c)]
        while words[-1] == "0":
            del words[-1]
        return " ".join(words if event.who < 0 else [str(event.who), *words])

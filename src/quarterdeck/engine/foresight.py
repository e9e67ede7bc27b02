"""Foresight: what an action would lead to, as far as the one who may take it can know.

The action is tried in worlds imagined from the view; only what happens in all of them is told. A
game that can answer exactly does so itself, with `foresee` in its scene module.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quarterdeck.engine.rules import Rules
from quarterdeck.engine.scene import Consequence, Told
from quarterdeck.engine.state import to_plain, unpack

States = np.ndarray[Any, Any]

WORLDS = 24
"""Something nine times out of ten likely passes for sure in one scene of twelve."""
NOTEWORTHY = {"strike", "done"}
"""Cues of what is worth knowing beforehand: damage and success."""


class Foresight:
    """One seat's view of a moment, and what each action would make of it."""

    def __init__(self, rules: Rules, view: States, seat: int) -> None:
        self._rules, self._view, self._seat = rules, view, seat
        self._dice = rules.dice(0)  # the same view is always foreseen alike
        self._worlds: list[States] = []

    def is_final(self, action: int) -> bool:
        """Whether an action is a fence does not depend on what the seat cannot see (a law)."""
        return bool(self._after(0, action)["fence"][0])

    def shared(self, action: int) -> list[Consequence]:
        """What would be destroyed or achieved in every world, and how the game would end."""
        first = self._seen(self._after(0, action))
        told = self._new_events(first)
        end = (first["over"][0], first["winners"][0])
        for number in range(1, WORLDS):
            if not told and not end[0]:
                break
            after = self._seen(self._after(number, action))
            others = set(self._new_events(after))
            told = [event for event in told if event in others]
            if end != (after["over"][0], after["winners"][0]):
                end = (0, 0)
        found = [c for event in told if (c := self._worth_telling(first, event))]
        return [*found, *self._end(*end)]

    def _world(self, number: int) -> States:
        """The view with its blanks filled in, some way or other."""
        while len(self._worlds) <= number:
            states = self._rules.working(self._view)
            self._rules.imagine(states, 0, self._seat, self._dice)
            self._worlds.append(self._rules.stored(states))
        return self._worlds[number]

    def _after(self, number: int, action: int) -> States:
        states = self._rules.working(self._world(number))
        self._rules.act(states, 0, action)
        return self._rules.stored(states)

    def _seen(self, state: States) -> States:
        states = self._rules.working(state)
        self._rules.conceal(states, 0, self._seat)
        return self._rules.stored(states)

    def _new_events(self, view: States) -> list[int]:
        """What the action added; events of a draft before it are still there."""
        known = 0 if self._view["fence"][0] else int(self._view["event_count"][0])
        return view["event"][0][known : view["event_count"][0]].tolist()  # type: ignore[no-any-return]

    def _worth_telling(self, after: States, event: int) -> Consequence | None:
        state, scene = self._rules.state, self._rules.game.module("scene")
        line: Told | None = scene.tell(to_plain(state, after), unpack(event))
        cues = line.cues if line else []
        places = [cue.at for cue in cues if cue.kind in NOTEWORTHY]
        return Consequence(line.text, at=places[0]) if line and places else None

    def _end(self, over: int, winners: int) -> list[Consequence]:
        if not over:
            return []
        if winners >> self._seat & 1:
            return [Consequence("You win the game.", "calm")]
        if winners:
            return [Consequence("You lose the game.", "danger")]
        return [Consequence("The game ends in a draw.")]

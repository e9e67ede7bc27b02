"""Foresight: what an action would lead to, as far as the one who may take it can know.

The action is tried in worlds imagined from the view; only what happens in all of them is told. A
game that can answer exactly does so itself, with `foresee` in its scene module.
"""

from __future__ import annotations

from typing import NamedTuple

from quarterdeck.engine.position import Position
from quarterdeck.engine.scene import Consequence, signed
from quarterdeck.engine.state import Plain, unpack
from quarterdeck.engine.words import Words

say = Words(__package__)
WORLDS = 24
"""An event of probability 0.9 is mistaken for certain 8 % of the time (0.9^24)."""
NOTEWORTHY = {"strike", "done"}
"""Cues of what is worth knowing beforehand: damage and success."""


class End(NamedTuple):
    """Whether the game is over after an action, and how."""

    over: bool
    winners: list[int]
    score: float | None
    """The seat's own; None: the game has none."""


NOT_OVER = End(False, [], None)


class Foresight:
    """One seat's view of a moment, and what each action would make of it."""

    def __init__(self, view: Position, seat: int) -> None:
        self._view, self._seat = view, seat
        self._dice = view.rules.dice(0)  # the same view is always foreseen alike
        self._worlds: list[Position] = []
        self._first: dict[int, Position] = {}
        """After each action in the first world."""

    def is_final(self, action: int) -> bool:
        """Whether an action is a fence does not depend on what the seat cannot see (a law)."""
        return self._after(0, action).fenced

    def shared(self, action: int) -> list[Consequence]:
        """What would be destroyed or achieved in every world, and how the game would end."""
        first = self._seen_after(0, action)
        plain, end = first.plain(), self._end(first)
        events = dict.fromkeys(self._new_events(first))
        found = {e: told for e in events if (told := self._worth_telling(plain, e))}
        for number in range(1, WORLDS):
            if not found and not end.over:
                break
            after = self._seen_after(number, action)
            others = set(self._new_events(after))
            found = {event: told for event, told in found.items() if event in others}
            if end != self._end(after):
                end = NOT_OVER
        return [*found.values(), *self._tell_end(end)]

    def world(self) -> Position:
        """The first of the worlds, for those who try more than one action."""
        return self._world(0)

    def _world(self, number: int) -> Position:
        """The view with its blanks filled in, some way or other."""
        while len(self._worlds) <= number:
            self._worlds.append(self._view.imagined(self._seat, self._dice))
        return self._worlds[number]

    def _after(self, number: int, action: int) -> Position:
        if number:
            return self._world(number).after(action)
        if action not in self._first:
            self._first[action] = self._world(0).after(action)
        return self._first[action]

    def _seen_after(self, number: int, action: int) -> Position:
        """What the seat would see after the action in one of the worlds."""
        after = self._after(number, action)
        return Position(after.rules, after.view(self._seat))

    def _new_events(self, view: Position) -> list[int]:
        """What the action added; events of a draft before it are still there."""
        return view.events[0 if self._view.fenced else len(self._view.events) :]

    def _worth_telling(self, after: Plain, event: int) -> Consequence | None:
        line = self._view.rules.game.hooks.scene.tell(after, unpack(event))
        cues = line.cues if line else []
        places = [cue.at for cue in cues if cue.kind in NOTEWORTHY]
        return Consequence(line.text, at=places[0]) if line and places else None

    def _end(self, after: Position) -> End:
        if not after.over:
            return NOT_OVER
        score = after.returns()[self._seat] if after.rules.score else None
        return End(True, after.winners, score)

    def _tell_end(self, end: End) -> list[Consequence]:
        if not end.over:
            return []
        if end.score is not None:  # no warning: to lose a little may well be best
            score = signed(end.score)
            return [Consequence(say("The game ends, and you score {score}.", score=score))]
        if self._seat in end.winners:
            return [Consequence(say("You win the game."), "calm")]
        if end.winners:
            return [Consequence(say("You lose the game."), "danger")]
        return [Consequence(say("The game ends in a draw."))]

"""Replay: a game looked at again, step by step, through anybody's eyes.

A step is a batch: what others see of a move. Step 0 is the deal. Through a seat's eyes a step shows
what that seat was shown then; through all eyes nothing is hidden, and every seat's conjectures are
drawn as well.
"""

from __future__ import annotations

import time
from math import inf
from typing import Literal

import msgspec

from quarterdeck.engine import errors
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import NOBODY, Record
from quarterdeck.engine.scene import Cell, Mark, Scene, Step
from quarterdeck.engine.words import Words, language

say = Words(__package__)
Eyes = int | Literal["all", "spectator"]
"""Whose: a seat's, or these."""


class Replay:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.last = match.seq
        """The number of the last step."""
        self._labels: dict[str, list[str]] = {}
        """By language."""

    @classmethod
    def of(cls, record: Record, seconds: float = inf) -> Replay:
        """Play a record again, within so many seconds."""
        until = time.monotonic() + seconds
        moments = record.replay()
        match = next(moments).match  # the same all along
        for _ in moments:
            if time.monotonic() > until:
                raise errors.TooLong(say("this record takes too long to replay."))
        return cls(match)

    def eyes(self) -> list[Eyes]:
        """Through whose eyes the game can be seen."""
        seats: list[Eyes] = [*range(self.match.seats)]
        return ["all", *seats] if self.match.reveals else [*seats, "spectator"]

    def check(self, eyes: Eyes) -> None:
        if eyes == "all" and not self.match.reveals:
            raise errors.StaysHidden(say("this game keeps its secrets, even after the end."))
        if isinstance(eyes, int) and not 0 <= eyes < self.match.seats:
            raise errors.UnknownSeat(say("there is no seat {seat} in this game.", seat=eyes))

    def steps(self, eyes: Eyes) -> list[Step]:
        """The whole game in words."""
        self.check(eyes)
        viewer = eyes if isinstance(eyes, int) else None
        return [self._step(number, eyes, viewer) for number in range(self.last + 1)]

    def _step(self, number: int, eyes: Eyes, viewer: int | None) -> Step:
        told = self.match.told_of(number, viewer)
        before = self.match.fences[max(0, number - 1)].state
        seat = self.match.batches[number - 1].seat if number else NOBODY
        label = self._done()[number] if eyes in ("all", seat) else ""
        return Step(int(before["turn"][0]), None if seat == NOBODY else seat, label, told)

    def _done(self) -> list[str]:
        """What was done in each step."""
        wanted = language.get()
        if wanted not in self._labels:
            labels = (done_in(self.match, number) for number in range(self.last))
            self._labels[wanted] = ["", *labels]
        return self._labels[wanted]

    def scene(self, step: int, eyes: Eyes) -> Scene:
        """The scene after a step. It has no actions: there is nothing to do in it."""
        self.check(eyes)
        match = self.match.back_at(step)
        if isinstance(eyes, int):
            return match.picture(eyes)
        if eyes == "spectator":
            return match.picture(None)
        return conjectured(match.revealed(), [match.picture(seat) for seat in range(match.seats)])


def done_in(match: Match, number: int) -> str:
    """The actions of a batch in words."""
    batch, then = match.batches[number], match.back_at(number)
    words = []
    for action in batch.actions:
        words.append(then.label(batch.seat, action))
        then.act(batch.seat, action)
    return ", ".join(words)


def conjectured(revealed: Scene, scenes: list[Scene]) -> Scene:
    """A scene in which nothing is hidden, with what each seat held to be possible."""
    found: dict[str, dict[Mark, None]] = {}
    for board in (board for scene in scenes for board in scene.boards):
        for cell in board.cells:
            marks = found.setdefault(cell.id, {})
            marks |= {mark: None for mark in cell.marks if mark.kind == "hatch"}

    def marked(cell: Cell) -> Cell:
        own = found.get(cell.id)
        return replace(cell, marks=[*own, *cell.marks]) if own else cell

    replace = msgspec.structs.replace
    boards = [
        replace(board, cells=[marked(cell) for cell in board.cells]) for board in revealed.boards
    ]
    return replace(revealed, boards=boards)

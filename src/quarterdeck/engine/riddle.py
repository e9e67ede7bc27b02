"""What a puzzle is: the part that everybody sees, and what only whoever judges answers knows.

A game that has puzzles makes them of positions in its puzzle.py (`Posed`); the package `puzzles`
finds the positions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck.engine.scene import Scene
from quarterdeck.engine.words import Words

say = Words(__package__)
Place = Annotated[str, Meta(max_length=60)]
Answer = Annotated[list[Place], Meta(max_length=40)]
"""The places chosen, in the order in which they were."""

NEMESIS = "Nemo"
"""The adversary's name in every puzzle."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position and a question about it. The answer is not in it."""

    game: str
    """The game's id."""
    title: str
    """The game's title."""
    kind: str
    """What is to be done, in a few words ("Find the mines")."""
    seed: int
    """The same seed gives the same puzzle."""
    grade: int
    """1, 2 or 3: how hard it is."""
    question: str
    detail: str
    """How to answer, and what a player should keep in mind."""
    scene: Scene
    """What the player sees, less what the table works out for players: its actions are the places
    that may be chosen, a target each."""
    facts: list[str]
    """All that is known and matters, in the order in which it came to be known."""
    count: int | None
    """How many places to choose; None: that is part of the puzzle."""
    ordered: bool
    """Does the order matter in which places are chosen?"""


class Posed(msgspec.Struct, frozen=True, kw_only=True):
    """What a game's puzzle.py makes of a position; `{1}` stands for seat 1 in its texts."""

    question: str
    detail: str
    scene: Scene
    """Without what the table would work out for the player beyond hatched cells."""
    places: dict[str, str]
    """What may be chosen: a place and what choosing it means ("A mine on d4")."""
    facts: list[str]
    count: int | None
    ordered: bool = False
    answer: list[str]
    deductions: int
    proof: list[str]
    objection: Callable[[list[str]], str]
    """What speaks against another answer, in a sentence."""


class Verdict(msgspec.Struct, frozen=True):
    """What becomes of an answer."""

    solved: bool
    text: str
    """What contradicts the answer, or that it is right."""
    proof: list[str] = []
    """Once solved: why there is no other answer."""
    answer: list[str] = []
    """Once solved, or given up: the places."""


@dataclass(frozen=True)
class Riddle:
    """A puzzle, its answer, and why that is the only one."""

    puzzle: Puzzle
    answer: list[str]
    proof: list[str]
    objection: Callable[[list[str]], str]
    """What speaks against another answer, in a sentence."""

    def judge(self, answer: list[str]) -> Verdict:
        """Is this the answer? If not, say why, and not what is."""
        if self._is_right(answer):
            return Verdict(True, say("Solved."), self.proof, self.answer)
        if refusal := self._refuse(answer):
            return Verdict(False, refusal)
        return Verdict(False, self.objection(answer))

    def reveal(self) -> Verdict:
        """The answer and its proof, for whoever gives up."""
        return Verdict(False, say("This is the answer."), self.proof, self.answer)

    def _is_right(self, answer: list[str]) -> bool:
        if self.puzzle.ordered:
            return answer == self.answer
        return len(answer) == len(self.answer) and set(answer) == set(self.answer)

    def _refuse(self, answer: list[str]) -> str:
        """What is wrong with the form of an answer; empty: nothing."""
        open_ = {action.targets[0] for action in self.puzzle.scene.actions}
        if not answer or not set(answer) <= open_ or len(set(answer)) < len(answer):
            return say("Choose from the places that are lit.")
        wanted = self.puzzle.count
        if wanted is not None and len(answer) != wanted:
            return say.count("Choose {n} place.", "Choose {n} places.", wanted)
        return ""

"""Lesson: a scripted opening that teaches a game, as data in its folder (`lesson.json`).

A lesson is one line of play from a fixed deal, told in steps: say this, point there, wait for that.
Where a match stands in it follows from the actions taken so far, so nothing else has to be kept: a
match that has left the line goes on like any other. CONTRIBUTING.md shows how to write one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from quarterdeck.engine.errors import BadOption, QuarterdeckError
from quarterdeck.engine.scene import Scene, named
from quarterdeck.engine.words import ENGLISH, language, speaking, translations

if TYPE_CHECKING:
    from quarterdeck.engine.game import Game
    from quarterdeck.engine.match import Match

FILE = "lesson.json"
LEARNER = 0
"""The seat that is taught; bots have the others."""
EMPHASIS = re.compile(r"\*\*(.+?)\*\*")


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea, as its author writes it. An action is a verb and its number: "step 3", "pass"."""

    idea: Annotated[str, Meta(min_length=1, max_length=40)]
    """In the list of what is learnt."""
    heading: Annotated[str, Meta(min_length=1, max_length=40)]
    text: Annotated[str, Meta(min_length=1, max_length=260)]
    """What is in `**` must be on the screen at that moment."""
    do: list[str | list[str]] = []
    """What the learner is to do, one after the other; a list: any of these. None: just read."""
    then: list[str] = []
    """What the others do next; also what a seat without a choice passes by itself."""
    point: list[str] = []
    """Cells, zones, pieces or halves of cards; none: what is to be clicked."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """lesson.json."""

    minutes: Annotated[int, Meta(ge=1, le=15)]
    seed: Annotated[int, Meta(ge=0)]
    steps: Annotated[list[Step], Meta(min_length=8, max_length=12)]
    seats: int | None = None
    """None: as few as possible."""
    options: dict[str, int] = {}


class LessonStep(msgspec.Struct, frozen=True):
    """One idea, as clients get it: say this, point there, wait for that."""

    idea: str
    """In the list of what is learnt."""
    heading: str
    text: str
    """Words in `**` are on the screen."""
    at: int
    """How many decisions of the lesson have been taken when it begins."""
    do: list[list[int]]
    """The actions to wait for, one after the other, each with those that do as well; none: the
    learner just reads on."""
    point: list[str]
    """Cells, zones, pieces or halves of cards to point at; none: the targets of the next action."""


class Lesson:
    """A game's lesson, with its actions as ids."""

    def __init__(self, game: Game, written: Written) -> None:
        self.game, self.minutes, self.seed = game, written.minutes, written.seed
        self.seats, self.options = game.check_seats(written.seats), written.options
        self._steps: list[LessonStep] = []
        self._said: dict[str, list[LessonStep]] = {}
        """The steps by language."""
        self.line: list[list[int]] = []
        """Every decision, the others' included: the actions that fit."""
        self._mine: set[int] = set()
        for step in written.steps:
            self._add(step)

    def _add(self, step: Step) -> None:
        ids = self.game.actions.named
        do = [[ids(one) for one in ([any_] if isinstance(any_, str) else any_)] for any_ in step.do]
        begins = len(self.line)
        self._mine |= set(range(begins, begins + len(do)))
        self.line += [*do, *([ids(one)] for one in step.then)]
        said = step.idea, step.heading, step.text
        self._steps.append(LessonStep(*said, at=begins, do=do, point=step.point))

    @property
    def steps(self) -> list[LessonStep]:
        """In the language of whoever is taught."""
        wanted = language.get()
        if wanted not in self._said:
            self._said[wanted] = [self._in_words(step) for step in self._steps]
        return self._said[wanted]

    def _in_words(self, step: LessonStep) -> LessonStep:
        say = self.game.say
        said = {"idea": say(step.idea), "heading": say(step.heading), "text": say(step.text)}
        return msgspec.structs.replace(step, **said)

    def texts(self) -> list[str]:
        """For translators."""
        return [text for step in self._steps for text in (step.idea, step.heading, step.text)]

    def begin(self) -> Match:
        """The deal that is always the same."""
        from quarterdeck.engine.match import Match

        return Match(self.game, self.seats, self.options, self.seed)

    def reached(self, match: Match) -> int | None:
        """How many decisions of the lesson a match has taken; None: it went another way."""
        taken = [*(a for batch in match.batches for a in batch.actions), *match.draft]
        if any(action not in fits for action, fits in zip(taken, self.line, strict=False)):
            return None
        return min(len(taken), len(self.line))

    def answer(self, match: Match) -> int | None:
        """What the lesson has the actor do, if the decision is not the learner's; None: nothing."""
        at = self.reached(match)
        if at is None or at == len(self.line) or at in self._mine:
            return None
        return self.line[at][0]

    def step(self, at: int, read: int = 0) -> LessonStep | None:
        """The step that a match is at, once the learner has read the first so many; None: all are
        done."""
        ends = [*(step.at for step in self.steps[1:]), len(self.line)]
        for number, step in enumerate(self.steps):
            if ends[number] > at or (ends[number] == at == step.at and number >= read):
                return step
        return None


def read(game: Game) -> Lesson | None:
    """The game's lesson, if it has one; a damaged one is refused with the reason."""
    path = resources.files(game.package) / FILE
    if not path.is_file():
        return None
    try:
        return Lesson(game, msgspec.json.decode(path.read_bytes(), type=Written))
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, BadOption) as error:
        raise BadLesson(f"{FILE}: {error}") from None


class BadLesson(QuarterdeckError):
    code = "bad-lesson"


# Does it still fit the game? ---------------------------------------------------------------------


def faults(lesson: Lesson) -> list[str]:
    """Play the lesson in every way that it allows: what does not fit the rules, or says, in any
    language, or points at what is not on the screen, a line each."""
    try:
        return list(dict.fromkeys(_faults(lesson, lesson.begin())))
    except BadOption as error:
        return [str(error)]


def _faults(lesson: Lesson, match: Match) -> Iterator[str]:
    at = match.decisions
    for code in (ENGLISH, *translations(lesson.game.package)):
        with speaking(code):
            yield from _text_faults(lesson, match, at)
    if at == len(lesson.line):
        return
    place = f"decision {at}"
    if match.over:
        yield f"{place}: the game is over before the lesson is."
        return
    for action in lesson.line[at]:
        spelt = lesson.game.actions.spelt(action)
        if action not in match.legal():
            able = ", ".join(lesson.game.actions.spelt(one) for one in match.legal()[:12])
            yield f"{place}: {spelt} is not legal for seat {match.actor}; legal are: {able}."
            continue
        own = match.actor == LEARNER and match.may_decline(LEARNER, eager=True) is None
        if own != (at in lesson._mine):
            whose = "do: it is the learner's" if own else "then: it is not the learner's"
            yield f"{place}: {spelt} belongs under {whose} decision."
            continue
        further = match.rehearsal()
        assert further.actor is not None
        further.act(further.actor, action)
        yield from _faults(lesson, further)


def _text_faults(lesson: Lesson, match: Match, at: int) -> Iterator[str]:
    steps = [(n, step) for n, step in enumerate(lesson.steps, 1) if step.at == at]
    if not steps:
        return
    cadet = lesson.game.say("Cadet")
    players = [lesson.game.say("You"), *(f"{cadet} {seat}" for seat in range(1, match.seats))]
    scene = named(match.scene(LEARNER), players)
    told = [named(line, players).text for line in match.told(LEARNER)]
    words = "\n".join([*_texts(scene), *told]).replace("**", "").lower()
    places = set(_places(scene))
    for number, step in steps:
        for place in step.point:
            if place not in places:
                yield f"step {number} points at {place}, which is not on the screen."
        for phrase in EMPHASIS.findall(step.text):
            if phrase.lower() not in words:
                yield f"step {number} says **{phrase}**, which is not on the screen."
        if step is lesson.steps[-1] and (step.do or at < len(lesson.line)):
            yield f"step {number} is the last: it must be one to read, when all is done."


def _texts(value: Any) -> Iterator[str]:
    """All strings in a scene."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name))
    elif isinstance(value, Sequence):
        for one in value:
            yield from _texts(one)


def _places(scene: Scene) -> Iterator[str]:
    for board in scene.boards:
        yield from (cell.id for cell in board.cells)
    yield from (zone.id for zone in scene.zones)
    for piece in scene.pieces:
        yield piece.id
        yield from (f"{piece.id}/{half}" for half in range(len(piece.halves)))

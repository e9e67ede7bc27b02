"""A sitting: one person in a match, with bots in the other seats.

There is no screen code here. The person sees only their own scene and log; each bot gets only its
own view. After the person resigns, a bot plays their seat.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from quarterdeck.bots import Bot, UnknownBot, bots, make
from quarterdeck.bots.analysis import Analysis, Candidate, analyse, hints
from quarterdeck.bots.compiling import compile_meanwhile, is_compiled
from quarterdeck.bots.search import Searcher
from quarterdeck.bots.stopgap import Stopgap
from quarterdeck.engine.errors import BadOption, DamagedRecord
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.lesson import Lesson, LessonStep
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.scene import Scene, Told, named, without_aid
from quarterdeck.engine.words import Words
from quarterdeck.terminal.seated import Seated, unreadable

say = Words(__package__)
PERSON = 0
EXPERT = "admiral"
"""The bot that gives hints."""


class Setup:
    """What the command line asks for, checked before the screen opens."""

    def __init__(
        self,
        game: str,
        bot: str = "cadet",
        seed: int | None = None,
        load: Path | None = None,
        options: dict[str, int] | None = None,
        seats: int | None = None,
        lesson: bool = False,
    ) -> None:
        self.game: Game = find(game)
        self.seats = self.game.check_seats(seats)
        self.bot, self.seed, self.options = bot, seed, options or {}
        self._compiled = threading.Event()
        self.lesson = self._lesson(load, seats) if lesson else None
        if bot not in bots():
            having = ", ".join(bots())
            raise UnknownBot(
                say("there is no bot {bot}; the bots are: {bots}.", bot=repr(bot), bots=having)
            )
        self.game.check_options(self.options)
        self.record = None if load is None else self._read(load, seats)

    def _lesson(self, load: Path | None, seats: int | None) -> Lesson:
        if self.game.lesson is None:
            raise BadOption(say("{game} has no lesson.", game=self.game.title))
        if self.options or self.seed is not None or seats is not None or load is not None:
            raise BadOption(
                say("a lesson has its own deal: give no seed, players, options or record.")
            )
        return self.game.lesson

    def _read(self, path: Path, seats: int | None) -> Record:
        if self.options or self.seed is not None or seats is not None:
            raise BadOption(
                say("a saved record has its own seed, players and options: give none with --load.")
            )
        try:
            record = Record.from_json(path.read_bytes())
        except OSError as error:
            raise unreadable(path, error) from None
        if record.game != self.game.id:
            raise DamagedRecord(
                say(
                    "{path} is a record of {other}, not of {game}: try `{command}`.",
                    path=path,
                    other=repr(record.game),
                    game=self.game.title,
                    command=f"quarterdeck play {record.game} --load {path}",
                )
            )
        return record

    def sit(self, report: Callable[[str], None]) -> Sitting:
        """Deal, or continue the record."""
        report(say("Preparing the rules"))
        self._compile()
        match = self._match()
        match.scene(PERSON)
        report(say("Preparing the bot {bot}", bot=self.bot))
        seed = secrets.randbits(32) if self.seed is None else self.seed
        sitting = Sitting(match, self.bot, seed, self._compiled, self.lesson)
        for seat in range(match.seats):
            sitting.player(seat).warm()
        return sitting

    def _compile(self) -> None:
        """Begin to compile the game, unless it is, or another sitting has begun."""
        if self.game.loaded or is_compiled(self.game):
            self._compiled.set()
        elif self.game.compiled:
            self._compiled = compile_meanwhile(self.game)

    def _match(self) -> Match:
        if self.record:
            return Match.from_record(self.record)
        if self.lesson:
            return self.lesson.begin()
        return Match(self.game, self.seats, self.options, self.seed)

    def again(self) -> None:
        """Make the next game a new one with the same options."""
        self.lesson = None
        if self.record:
            self.options, self.seats = self.record.options, self.record.seats
        self.record = self.seed = None


class Sitting(Seated):
    """A match against bots as the person at the terminal plays it."""

    def __init__(
        self,
        match: Match,
        bot: str,
        seed: int,
        compiled: threading.Event,
        lesson: Lesson | None = None,
    ) -> None:
        super().__init__()
        self.match, self._bot, self._seed, self._compiled = match, bot, seed, compiled
        self._players: dict[tuple[int, bool], Bot] = {}
        """By seat, and whether the game is compiled."""
        self.game, self.package = match.game.id, match.game.package
        self.rules_text, self.viewer = match.game.rules_text, PERSON
        self.scored = match.rules.score is not None
        self.lesson = lesson
        self._read_steps = 0
        me, other = say("You"), say(bot.capitalize())
        self.names = [me if seat == PERSON else other for seat in range(match.seats)]
        if match.seats > 2:
            self.names = [n if i == PERSON else f"{n} {i}" for i, n in enumerate(self.names)]
        self._auto_passes = False
        self._saved_at: tuple[int, bool] | None = None

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def moment(self) -> int:
        return self.match.decisions

    @property
    def my_turn(self) -> bool:
        """Must the person decide, neither resigned nor auto-passed?"""
        if self.match.actor != PERSON or PERSON in self.match.resigned:
            return False
        return self._decline is None

    @property
    def _decline(self) -> int | None:
        return self.match.may_decline(PERSON, eager=not self._auto_passes)

    @property
    def optional(self) -> bool:
        """Is the person's decision an optional response?"""
        return self.my_turn and self.match.picture(PERSON).decline is not None

    @property
    def auto_passes(self) -> bool:
        return self._auto_passes

    def auto_pass(self, on: bool) -> None:
        self._auto_passes = on

    def choose(self, seat: int, view: np.ndarray[Any, Any]) -> int:
        """The action a bot chooses from its view, or the person's auto-pass; in a lesson, what the
        script says."""
        told = self.lesson.answer(self.match) if self.lesson else None
        if told is not None:
            return told
        if seat == PERSON and PERSON not in self.match.resigned:
            decline = self._decline
            assert decline is not None
            return decline
        return self.player(seat).choose(view, seat)

    def player(self, seat: int) -> Bot:
        """The bot in a seat; a stopgap until the game is compiled."""
        game, key = self.match.game, (seat, self.match.game.compiled)
        if key not in self._players:
            seed = self._seed + seat
            made = make(self._bot, game, seed) if game.compiled else Stopgap(game, seed)
            self._players[key] = made
        return self._players[key]

    # The coach ---------------------------------------------------------------------------------

    @property
    def astray(self) -> bool:
        """Has the game gone another way than the lesson?"""
        return self.lesson is not None and self.lesson.reached(self.match) is None

    @property
    def step(self) -> LessonStep | None:
        """What the coach has to say."""
        at = self.lesson.reached(self.match) if self.lesson else None
        if self.lesson is None or at is None or self.match.over:
            return None
        return self.lesson.step(at, self._read_steps)

    @property
    def expected(self) -> list[int]:
        """The actions that the coach waits for now."""
        step = self.step
        taken = self.match.decisions - step.at if step else 0
        return step.do[taken] if step and self.my_turn and taken < len(step.do) else []

    def read_on(self) -> None:
        """Go on to the next step; after the last one the coach leaves."""
        step = self.step
        if self.lesson and (self.astray or step is self.lesson.steps[-1]):
            self.lesson = None
        elif self.lesson and step and not step.do:
            self._read_steps = self.lesson.steps.index(step) + 1

    @property
    def can_take_back(self) -> bool:
        return self.my_turn and bool(self.match.draft)

    @property
    def worth_saving(self) -> bool:
        """Has anything happened since the deal or the last save?"""
        return bool(self.match.batches or self.match.draft) and self._saved_at != self._now

    @property
    def _now(self) -> tuple[int, bool]:
        return self.match.decisions, self.match.over

    def scene(self) -> Scene:
        scene = named(self.match.scene(PERSON), self.names)
        return scene if self.aid else without_aid(scene)

    def told(self) -> list[Told]:
        return [named(line, self.names) for line in self.match.told(PERSON)]

    def act(self, action: int) -> None:
        self.match.act(PERSON, action)

    def take_back(self) -> None:
        self.match.undo(PERSON)

    def resign(self) -> None:
        self.match.resign(PERSON)

    def hints(self) -> list[Candidate]:
        """The two best actions now, given what the person knows; once the game is compiled."""
        self._compiled.wait()
        return [named(hint, self.names) for hint in hints(self.match, PERSON, self._expert)]

    @cached_property
    def _expert(self) -> Searcher:
        expert = make(EXPERT, self.match.game, secrets.randbits(32))
        assert isinstance(expert, Searcher)
        return expert

    def analyse(self) -> Analysis:
        """Analyse the finished game from the person's point of view; once it is compiled."""
        self._compiled.wait()
        record = self.match.record()
        return named(analyse(record, PERSON, secrets.randbits(32)), self.names)

    def record(self) -> bytes:
        return self.match.record().to_json()

    def save(self, path: Path, replace: bool = False) -> None:
        super().save(path, replace)
        self._saved_at = self._now

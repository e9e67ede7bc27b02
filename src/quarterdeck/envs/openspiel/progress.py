"""A game in progress, as OpenSpiel plays it: decisions and chance one at a time, what each seat was
told, and worlds imagined from that."""

from __future__ import annotations

import copy
import functools
import hashlib
import itertools
from typing import Any, NamedTuple

import numpy as np
import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from quarterdeck.engine.chance import NOTHING_DRAWN, THE_DEAL, Script, TooManyDraws
from quarterdeck.engine.errors import BrokenGame, IllegalAction
from quarterdeck.engine.game import Game
from quarterdeck.engine.position import Position
from quarterdeck.engine.rule import below
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.state import to_plain
from quarterdeck.envs.openspiel.compiled import COUNT, LEGAL, NOW, PLAYER, SHOWN, WHO, Compiled
from quarterdeck.envs.openspiel.told import Names, Told

States = np.ndarray[Any, Any]

CHANCE = int(pyspiel.PlayerId.CHANCE)
MOST_OUTCOMES = 256
EXPLICIT, SAMPLED = "explicit", "sampled"


class Setting:
    """How a game is played: for how many, with which options, and where chance comes from."""

    def __init__(
        self, game: Game, players: int, options: dict[str, int], mode: str, dice: list[int]
    ) -> None:
        self.arguments = (game, players, options, mode)
        self.rules, self.players = game.load(compiled=True), players
        self.blank = self.rules.new(1, players, options)
        self.compiled = ours = Compiled.of(self.rules)
        self.explicit = mode == EXPLICIT
        self.advance = ours.advance if self.explicit else ours.draw_and_advance
        self.dice = np.array(dice, np.int64)
        self.names = Names(self.rules.game)
        self.beginning = {seat: f"player {seat}" for seat in range(players)}

    def __reduce__(self) -> Any:
        return Setting, (*self.arguments, self.dice.tolist())

    def start(self) -> Progress:
        """A new game."""
        return copy.copy(self.first) if self.explicit else self.dealt()

    @functools.cached_property
    def first(self) -> Progress:
        """With explicit chance all games begin alike."""
        return self.dealt()

    def dealt(self) -> Progress:
        progress = Progress(self, self.words(self.blank), self.beginning)
        if not self.explicit:
            self.compiled.redraw(progress.words, self.dice)
        progress.run(THE_DEAL, NOTHING_DRAWN)
        return progress

    def words(self, state: States) -> Any:
        """A state now, at the last fence and as room, with room for facts in front."""
        facts = np.zeros(self.compiled.facts, np.int64)
        return np.concatenate([facts, *3 * [np.frombuffer(state.tobytes(), np.int64)]])


class Draw(NamedTuple):
    """A chance node: the action that draws (or the deal), its draws so far, and between how many
    outcomes chance decides now."""

    action: int
    script: Script
    outcomes: int


class Progress:
    """A game in progress: what is the case, and what each seat was told."""

    __slots__ = ("draw", "facts", "legal", "player", "setting", "texts", "told", "words")

    STRIDE = 16
    """Texts are kept every so many steps: to keep all would take memory, to keep none time."""

    def __init__(self, setting: Setting, words: Any, texts: dict[int, str]) -> None:
        """`texts`: what each seat knows already."""
        self.setting, self.words = setting, words
        self.told: Told = None
        self.texts: dict[int, tuple[Told, str]] = {seat: (None, texts[seat]) for seat in texts}
        self.facts = memoryview(words)  # faster than NumPy with a few numbers
        self.player, self.legal = CHANCE, [0]
        self.draw: Draw | None = None

    def __copy__(self) -> Progress:
        """The same game, with the same dice."""
        progress = Progress(self.setting, self.words.copy(), {})
        progress.told, progress.texts = self.told, self.texts
        progress.player, progress.legal, progress.draw = self.player, self.legal, self.draw
        return progress

    def __deepcopy__(self, memo: object) -> Progress:
        """For a clone of the state; where chance is sampled it gets new dice."""
        progress = self.__copy__()
        if not self.setting.explicit:
            self.setting.compiled.redraw(progress.words, self.setting.dice)
        return progress

    def __reduce__(self) -> Any:
        texts = {seat: self.information(seat) for seat in range(self.setting.players)}
        place = {"player": self.player, "legal": self.legal, "draw": self.draw}
        return Progress, (self.setting, self.words, texts), (None, place)

    # playing

    def apply(self, action: int) -> None:
        """Carry out a decision, or let chance decide."""
        if action not in self.legal:
            raise IllegalAction(f"action {action!r} is not open to player {self.player} now.")
        if self.draw is None:
            self.run(action, NOTHING_DRAWN)
        else:
            self.take(self.draw, action)

    def take(self, draw: Draw, outcome: int) -> None:
        try:
            script = draw.script.then(outcome, draw.outcomes)
        except TooManyDraws as error:
            raise TooManyDraws(f"{error} Load the game with chance={SAMPLED}.") from None
        self.facts[0], self.facts[1], self.facts[2] = script.words
        self.draw = None
        self.run(draw.action, script)

    def run(self, action: int, script: Script) -> None:
        """Carry out an action up to its next draw, or to its end."""
        size = self.setting.advance(self.words, action, script.length)
        if size < 0:
            facts = self.facts[:-size].tolist()
            events = LEGAL + facts[COUNT]
            self.player, self.legal = facts[PLAYER], facts[LEGAL:events]
            self.told = (self.told, facts[WHO], action, facts[events:] if events < -size else ())
        elif 0 < size <= MOST_OUTCOMES:
            self.player, self.legal = CHANCE, list(range(size))
            self.draw = Draw(action, script, size)
        else:
            raise BrokenGame(
                f"{self.setting.rules.game.title} exceeded a bound of its own state, or drew among "
                f"more than {MOST_OUTCOMES}; please report the record of this game."
            )

    # looking

    @property
    def dealt(self) -> bool:
        return self.draw is None or self.draw.action != THE_DEAL

    def state(self, row: int = NOW) -> States:
        """One of the states, as an array of one."""
        dtype = self.setting.rules.state.dtype
        start = self.setting.compiled.facts * self.words.itemsize + row * dtype.itemsize
        return np.frombuffer(self.words, dtype, 1, start)

    def returns(self) -> list[float]:
        """Each seat's reward: its score, or its share of the win."""
        return Position(self.setting.rules, self.state()).returns()

    def view(self, seat: int) -> States:
        """A seat's view (-1: a spectator's); only the actor sees the draft."""
        row = NOW if seat == self.state()["actor"][0] else SHOWN
        return Position(self.setting.rules, self.state(row)).view(seat)

    def observe(self, seat: int, out: Any) -> None:
        """A seat's view as numbers; zeros before the deal."""
        out[:] = 0
        if self.dealt:
            self.setting.rules.observe(self.view(seat), 0, seat, out)

    def fields(self, seat: int) -> list[str]:
        """A seat's view as text, a line for each field."""
        return _fields(self.setting.rules, self.view(seat)) if self.dealt else []

    def information(self, seat: int) -> str:
        """All that a seat did and was told."""
        since, known = self.texts[seat]
        later, told = [], self.told
        while told is not since:
            later.append(self.setting.names.parts(told, seat))
            told = told[0]  # type: ignore[index]  # the first of all is None, and so is its `since`
        text = " | ".join([known, *itertools.chain.from_iterable(reversed(later))])
        if len(later) >= self.STRIDE:
            self.texts = {**self.texts, seat: (self.told, text)}
        return text

    def __str__(self) -> str:
        lines = _fields(self.setting.rules, self.state())
        if self.draw:
            script = self.draw.script
            what = self.setting.names.actions[self.draw.action] if self.dealt else "deal"
            lines.append(f"chance in {what}: {script.length} drawn, {script.number}")
        return "\n".join(lines)

    # imagining

    def imagined(self, seat: int) -> Progress:
        """A world that fits the seat's view, made from that view alone."""
        setting = self.setting
        if self.draw:
            raise ValueError("a world is imagined at a decision, not while chance decides.")
        seen = Position(setting.rules, self.view(seat))
        progress = Progress(setting, setting.words(seen.imagined(seat, setting.dice).state), {})
        size = setting.compiled.survey(progress.words)
        facts = progress.facts[:size].tolist()
        progress.player, progress.legal = facts[PLAYER], facts[LEGAL : LEGAL + facts[COUNT]]
        for other in range(setting.players):
            sees = f"player {other} | sees {_digest(progress.view(other))}"
            progress.texts[other] = (None, self.information(seat) if other == seat else sees)
        return progress

    def rolled_out(self) -> Progress:
        """The same game after a random rollout."""
        progress, setting = copy.copy(self), self.setting
        while progress.draw:
            progress.take(progress.draw, int(below(setting.dice, progress.draw.outcomes)))
        setting.compiled.redraw(progress.words, setting.dice)
        setting.compiled.roll_out(progress.words, setting.dice)
        return progress


def _digest(view: States) -> str:
    """Hash a view."""
    return hashlib.blake2b(view.tobytes(), digest_size=8).hexdigest()


def _fields(rules: Rules, states: States) -> list[str]:
    """A state or view as text, one field per line."""
    plain = to_plain(rules.state, states)
    fields = [n for n in rules.state.fields if n not in ("rng", "event", "event_count")]
    return [f"{name} {getattr(plain, name)}" for name in fields]

"""Game: what a game is, as data, and the registry that finds them.

A package becomes a game by an entry point in the group `quarterdeck.games` that names a module with
`GAME = Game(...)`. Its modules hold the rest, by the names in contract.py. Listing games imports
their states only, so that it is instant; `rules`, `belief`, `scene` and, where there is one,
`policy` are imported on first use.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import metadata, resources
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quarterdeck.engine.errors import BadOption, BrokenContract, QuarterdeckError, UnknownGame
from quarterdeck.engine.state import Header, Option
from quarterdeck.engine.words import FOLDER, Words, language

if TYPE_CHECKING:
    from quarterdeck.engine.contract import Hooks, RulesModule, StateModule
    from quarterdeck.engine.lesson import Lesson
    from quarterdeck.engine.rules import Rules

GROUP = "quarterdeck.games"
say = Words(__package__)


class Actions:
    """A game's action ids, declared as verbs with ranges: `STEP = ACTIONS.verb("step", 4)`."""

    def __init__(self) -> None:
        self.verbs: dict[str, range] = {}
        self.count = 0

    def verb(self, name: str, size: int = 1) -> int:
        """Declare a verb; returns the id of its first action."""
        first = self.count
        self.verbs[name] = range(first, first + size)
        self.count += size
        return first

    def parse(self, action: int) -> tuple[str, int]:
        """The verb of an action and its number within it."""
        for name, ids in self.verbs.items():
            if action in ids:
                return name, action - ids.start
        raise ValueError(f"no action {action}: ids go from 0 to {self.count - 1}")

    def named(self, text: str) -> int:
        """The action that is spelt like this: a verb and a number within it ("step 3"), or, if
        there is only one, the verb alone."""
        verb, _, number = text.partition(" ")
        ids = self.verbs.get(verb, range(0))
        index = int(number) if number.isdecimal() else 0
        if index >= len(ids) or (not number.isdecimal() and (number or len(ids) > 1)):
            verbs = ", ".join(f"{name} 0 to {len(ids) - 1}" for name, ids in self.verbs.items())
            raise ValueError(f"there is no action {text!r}; there are: {verbs}")
        return ids[index]

    def spelt(self, action: int) -> str:
        """The text that names an action."""
        verb, number = self.parse(action)
        return f"{verb} {number}" if len(self.verbs[verb]) > 1 else verb


class Walk(NamedTuple):
    """How pieces travel: the verbs of choosing one, of a step and of stopping."""

    begin: str
    step: str
    stop: str


@dataclass(frozen=True)
class Game:
    """What a game is, as data. The modules beside it hold the rest."""

    id: str
    title: str
    summary: str
    """One line for the shelf."""
    seats: tuple[int, int]
    """Fewest and most players."""
    version: int
    """Raised whenever the same seed and actions would give another game."""
    bound: int
    """No game takes more decisions."""
    package: str
    """Where the modules are: usually `__name__`."""
    minutes: tuple[int, int] | None = None
    """How long people take, about: for the shelf."""
    difficulty: Literal["easy", "medium", "hard"] | None = None
    """How much there is to learn before the first game: for the shelf."""
    exact_memory: bool = True
    """A view remembers all that its seat was told about what is still hidden."""
    _loaded: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def __reduce__(self) -> Any:
        """Compiled code is not copied: the game is found again by its package."""
        return _in_package, (self.package,)

    @functools.cached_property
    def say(self) -> Words:
        """The game's texts: those of its data (title, summary, options) are said when they are
        shown."""
        return Words(self.package)

    def module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    def has(self, name: str) -> bool:
        """Is there such a module? A game may do without a policy."""
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    @functools.cached_property
    def rule_modules(self) -> tuple[str, ...]:
        """The modules whose functions are compiled."""
        return tuple(name for name in ("state", "rules", "belief", "policy") if self.has(name))

    @functools.cached_property
    def hooks(self) -> Hooks:
        """What the modules provide, by the names in contract.py: `game.hooks.scene.draw(view)`."""
        from quarterdeck.engine import contract

        self.check()
        return contract.read_all(self)

    @functools.cached_property
    def rule_hooks(self) -> RulesModule:
        """What rules.py provides, without importing the scene."""
        from quarterdeck.engine import contract

        self.check("state", "rules")
        return contract.read(self, "rules")  # type: ignore[no-any-return]

    def check(self, *modules: str) -> None:
        """Refuse a game that does not keep the contract, or does not in some of its modules."""
        from quarterdeck.engine import conformance

        if faults := conformance.faults(self, modules):
            raise BrokenContract(self.title, faults)

    @functools.cached_property
    def _declared(self) -> StateModule:
        """What state.py says: known, and checked, without importing the rest."""
        from quarterdeck.engine import contract

        self.check("state")
        return contract.read(self, "state")  # type: ignore[no-any-return]

    @property
    def state(self) -> type[Header]:
        return self._declared.State

    @property
    def actions(self) -> Actions:
        return self._declared.ACTIONS

    @property
    def event_names(self) -> tuple[str, ...]:
        return self._declared.EVENTS

    @property
    def options(self) -> tuple[Option, ...]:
        return self.state.options

    @property
    def symbols(self) -> str:
        """The game's own SVG symbols, a sprite."""
        return self._text("symbols.svg")

    @property
    def rules_text(self) -> str:
        """The rules for players, Markdown."""
        return self._text(f"{FOLDER}/{language.get()}.md") or self._text("RULES.md")

    @functools.cached_property
    def lesson(self) -> Lesson | None:
        """A scripted opening that teaches the game, if its author wrote one."""
        # not an import: compiled rules are made anew whenever a module that they import changes
        return importlib.import_module("quarterdeck.engine.lesson").read(self)  # type: ignore[no-any-return]

    def picture(self, name: str) -> str:
        """One of the rules' pictures, SVG; what is asked for is never made into a path."""
        folder = resources.files(self.package) / "pictures"
        there = {path.name: path for path in folder.iterdir()} if folder.is_dir() else {}
        return there[name].read_text(encoding="utf-8") if name in there else ""

    def _text(self, name: str) -> str:
        path = resources.files(self.package) / name
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    @property
    def compiled(self) -> bool:
        """Does `load()` give compiled rules?"""
        return "waiting" not in self._loaded

    @property
    def loaded(self) -> bool:
        """Are its compiled rules in memory?"""
        return "compiled" in self._loaded

    def use_compiled(self, wanted: bool) -> None:
        """Compiled rules are fast, interpreted ones there at once; both give the same games. So a
        service begins with the latter, and its matches go over once the former are ready."""
        self._loaded.pop("waiting", None) if wanted else self._loaded.update(waiting=True)

    def load(self, compiled: bool | None = None) -> Rules:
        """The rules, ready to run; compiled, unless the game is used interpreted for now. Compiled
        code comes from the cache where it can."""
        from quarterdeck.engine.rules import Rules  # numba takes its time

        key = "compiled" if (self.compiled if compiled is None else compiled) else "interpreted"
        if key not in self._loaded:
            self._check_before_loading()
            self._loaded[key] = Rules(self, key == "compiled")
        return self._loaded[key]  # type: ignore[no-any-return]

    def _check_before_loading(self) -> None:
        """Refuse a broken game. Beside a GPU the packages that scenes need may be missing: then the
        scene is refused when somebody asks for it."""
        try:
            self.module("scene")
        except ModuleNotFoundError:
            self.check("state", "rules", "belief", "policy")
            return
        except Exception:
            pass  # `check` says what is the matter
        self.check()

    def check_seats(self, seats: int | None) -> int:
        """How many play: as few as possible unless said, within the game's bounds."""
        fewest, most = self.seats
        if seats is None:
            return fewest
        if not fewest <= seats <= most:
            raise BadOption(self._for_others(seats))
        return seats

    def _for_others(self, seats: int) -> str:
        """Why it cannot be played by so many."""
        fewest, most = self.seats
        if fewest == most:
            return say(
                "{game} is for {most} players, not {seats}.",
                game=self.title,
                most=most,
                seats=seats,
            )
        return say(
            "{game} is for {fewest} to {most} players, not {seats}.",
            game=self.title,
            fewest=fewest,
            most=most,
            seats=seats,
        )

    def check_options(self, options: dict[str, int]) -> dict[str, int]:
        """All options with their values, or a refusal that says what is possible."""
        values = {o.name: o.default for o in self.options}
        for name, value in options.items():
            known = next((o for o in self.options if o.name == name), None)
            if known is None:
                raise BadOption(
                    say(
                        "{game} has no option {name}; it has: {names}.",
                        game=self.title,
                        name=repr(name),
                        names=_names(values),
                    )
                )
            if type(value) is not int or not known.low <= value <= known.high:
                raise BadOption(
                    say(
                        "{name} must be a number from {low} to {high}, not {value}.",
                        name=name,
                        low=known.low,
                        high=known.high,
                        value=repr(value),
                    )
                )
            values[name] = value
        refuse = self.rule_hooks.refuse
        if refuse and (reason := refuse(values)):
            raise BadOption(self.say(reason))
        return values


def _names(names: Iterable[str]) -> str:
    return ", ".join(names) or say("none")


# ---------------------------------------------------------------------------------------------
# The registry


@functools.cache
def _registry() -> tuple[dict[str, Game], dict[str, str]]:
    """The games found, and what is wrong with those that cannot be used."""
    games: dict[str, Game] = {}
    broken: dict[str, str] = {}
    for entry in metadata.entry_points(group=GROUP):
        try:
            game = entry.load().GAME
            game.check("state")
            games[game.id] = game
        except BrokenContract as error:
            broken[entry.name] = str(error)
        except Exception as error:  # somebody else's package: report it, go on without it
            broken[entry.name] = f"{type(error).__name__}: {error}"
    return games, broken


def _in_package(name: str) -> Game:
    return importlib.import_module(name).GAME  # type: ignore[no-any-return]


def listing() -> list[Game]:
    """Every installed game, in order of title."""
    return sorted(_registry()[0].values(), key=lambda game: game.title)


def broken() -> dict[str, str]:
    """Installed games that cannot be used, and why."""
    return dict(_registry()[1])


def find(name: str) -> Game:
    """The game with this id."""
    games, wrong = _registry()
    if name in games:
        return games[name]
    if name in wrong:
        raise QuarterdeckError(
            say("the game {name} is installed but broken: {why}", name=repr(name), why=wrong[name])
        )
    raise UnknownGame(
        say("no game {name} here; there are: {names}.", name=repr(name), names=_names(games))
    )

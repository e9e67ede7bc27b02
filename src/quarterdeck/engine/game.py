"""Game: the contract a folder fulfils, the registry that finds them, and their rules made callable.

A package becomes a game by an entry point in the group `quarterdeck.games` that names a module with
`GAME = Game(...)`. That is plain data, so listing games is instant; `state`, `rules`, `belief` and
`scene` are imported on first use.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import metadata, resources
from types import FunctionType, ModuleType
from typing import Any

from quarterdeck.engine.errors import BadOption, QuarterdeckError, UnknownGame
from quarterdeck.engine.record import (
    EVERYONE,
    JUDGED,
    NOBODY,
    OWN,
    PLAYERS,
    Field,
    Header,
    Option,
    Plain,
    new,
)

GROUP = "quarterdeck.games"


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
    """Where `state`, `rules`, `belief` and `scene` are: usually `__name__`."""
    exact_memory: bool = True
    """A view remembers all that its seat was told about what is still hidden."""
    _loaded: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    @property
    def state(self) -> type[Header]:
        return self.module("state").State  # type: ignore[no-any-return]

    @property
    def actions(self) -> Actions:
        return self.module("state").ACTIONS  # type: ignore[no-any-return]

    @property
    def event_names(self) -> tuple[str, ...]:
        return tuple(self.module("state").EVENTS)

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
        return self._text("RULES.md")

    def _text(self, name: str) -> str:
        path = resources.files(self.package) / name
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    def load(self, compiled: bool = True) -> Rules:
        """The rules, ready to run; compiled code comes from the cache where it can."""
        key = "compiled" if compiled else "interpreted"
        if key not in self._loaded:
            self._loaded[key] = Rules(self, compiled)
        return self._loaded[key]  # type: ignore[no-any-return]

    def check_seats(self, seats: int | None) -> int:
        """How many play: as few as possible unless said, within the game's bounds."""
        fewest, most = self.seats
        if seats is None:
            return fewest
        if not fewest <= seats <= most:
            players = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise BadOption(f"{self.title} is for {players} players, not {seats}.")
        return seats

    def check_options(self, options: dict[str, int]) -> dict[str, int]:
        """All options with their values, or a refusal that says what is possible."""
        values = {o.name: o.default for o in self.options}
        for name, value in options.items():
            known = next((o for o in self.options if o.name == name), None)
            if known is None:
                raise BadOption(f"{self.title} has no option {name!r}; it has: {_names(values)}.")
            if type(value) is not int or not known.low <= value <= known.high:
                raise BadOption(
                    f"{name} must be a number from {known.low} to {known.high}, not {value!r}."
                )
            values[name] = value
        refuse = getattr(self.module("rules"), "refuse", None)
        if refuse and (reason := refuse(values)):
            raise BadOption(reason)
        return values


def _names(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


# ---------------------------------------------------------------------------------------------
# Rules made callable


class Rules:
    """A game's functions on arrays of states: `act(states, i, action)`.

    Compiled, `states` is an array from `new`; interpreted, the list of `Plain` that `new` gives.
    """

    def __init__(self, game: Game, compiled: bool) -> None:
        from quarterdeck.engine import kernels

        self.game, self.compiled = game, compiled
        self.state, self.action_count = game.state, game.actions.count
        rules, belief = game.module("rules"), game.module("belief")
        self.observation_size = int(rules.OBSERVATION)
        self.modules = tuple(f"{game.package}.{name}" for name in ("state", "rules", "belief"))
        own: dict[str, Any] = {n: getattr(rules, n) for n in ("deal", "legal", "apply", "observe")}
        own |= {n: getattr(belief, n) for n in ("imagine", "allows")}
        own["conceal"] = getattr(rules, "conceal", _nothing_more)
        own |= {n: _generated(n, lines(game.state)) for n, lines in _GENERATED.items()}
        self.functions = _compiled(own) if compiled else _interpreted(own)

        self.extras: dict[str, Any] = {}
        """Generic code that others have bound, kept for the next who needs it."""

        ready = self.bind
        self.start = ready(kernels.start)
        self.legal = ready(kernels.open_to_actor)
        self.act = ready(kernels.act)
        self.hide = ready(kernels.hide)
        self.imagine = ready(kernels.fill)
        self.allows = ready(kernels.permits)
        self.observe = ready(kernels.numbers)
        self.play_random = ready(kernels.play_random)

    def bind(self, function: Any) -> Any:
        """Generic code (the kernels, a bot's search) made this game's own."""
        from quarterdeck.engine.rule import bind, interpret, plain_globals

        if self.compiled:
            return bind(function, self.functions, self.modules)
        return interpret(function, {**plain_globals(function), **self.functions})

    def warm(self) -> None:
        """Compile every entry point now, or load it from the cache."""
        import numpy as np

        states, room, dice = self.new(), self.room(), np.array([1, 2, 3, 4])
        self.play_random(states, 0, dice, room, 1, np.zeros(2, np.int64))
        self.start(states, 0)
        self.legal(states, 0, room)
        self.act(states, 0, room[0])
        view = states.copy()
        self.hide(view, 0, 0)
        self.allows(view, 0, 0, states, 0)
        self.observe(view, 0, 0, np.zeros(self.observation_size, np.float32))
        self.imagine(view, 0, 0, dice)

    def new(
        self, count: int = 1, seats: int | None = None, options: dict[str, int] | None = None
    ) -> Any:
        """States with seats and options set, not yet dealt."""
        states: Any = (
            new(self.state, count)
            if self.compiled
            else [Plain(self.state.fields) for _ in range(count)]
        )
        settings = self.game.check_options(options or {})
        settings["seats"] = self.game.check_seats(seats)
        for i in range(count):
            for name, value in settings.items():
                if self.compiled:
                    states[name][i] = value
                else:
                    setattr(states[i], name, value)
        return states

    def room(self) -> Any:
        """Room for a list of legal actions."""
        import numpy as np

        return np.zeros(self.action_count, np.int16) if self.compiled else [0] * self.action_count


_GENERIC = ("begin", "step", "choose", "suppose")


def _compiled(own: dict[str, Any]) -> dict[str, Any]:
    """A game's functions as rules, with the generic ones bound to them."""
    from quarterdeck.engine import kernels
    from quarterdeck.engine.rule import rule

    functions = {n: f if hasattr(f, "py_func") else rule(f) for n, f in own.items()}
    for name in _GENERIC:
        generic = getattr(kernels, f"{name}_rule").py_func
        space = {**generic.__globals__, **functions}
        functions[name] = rule(FunctionType(generic.__code__, space, name))
    return functions


def _interpreted(own: dict[str, Any]) -> dict[str, Any]:
    """The same as plain Python functions."""
    from quarterdeck.engine import kernels
    from quarterdeck.engine.rule import interpret, plain_globals

    functions = {n: interpret(f) for n, f in own.items()}
    space = {**plain_globals(kernels.begin_rule), **functions}
    for name in _GENERIC:
        functions[name] = space[name] = interpret(getattr(kernels, f"{name}_rule"), space)
    return functions


def _nothing_more(s: Any, seat: int) -> None:
    """The fields' audiences say all there is to hide."""


def _assign(name: str, field: Field, index: str = "", skip: int = 0) -> list[str]:
    """Lines that set a field to its blank value, from axis `skip` on."""
    lines, indent = [], ""
    for axis, size in enumerate(field.shape[skip:]):
        lines.append(f"{indent}for i{axis} in range({size}):")
        index += f"[i{axis}]"
        indent += "    "
    return [*lines, f"{indent}s.{name}{index} = {field.blank}"]


def _reset_lines(state: type[Header]) -> list[str]:
    kept = {"seats", "rng", *(o.name for o in state.options)}
    return [
        line
        for name, field in state.fields.items()
        if name not in kept
        for line in _assign(name, field)
    ]


def _wipe_lines(state: type[Header]) -> list[str]:
    lines: list[str] = []
    for name, kind in state.fields.items():
        if kind.audience == NOBODY:
            lines += _assign(name, kind)
        elif kind.audience == PLAYERS:
            lines += ["if seat < 0:", *("    " + line for line in _assign(name, kind))]
        elif kind.audience == OWN:
            lines += [f"for p in range({kind.shape[0]}):", "    if p != seat:"]
            lines += ["        " + line for line in _assign(name, kind, "[p]", 1)]
        else:
            assert kind.audience in (EVERYONE, JUDGED)
    return lines


_GENERATED = {"reset": _reset_lines, "wipe": _wipe_lines}


def _generated(name: str, lines: list[str]) -> FunctionType:
    """A function written from the fields' declarations."""
    arguments = "s" if name == "reset" else "s, seat"
    source = f"def {name}({arguments}):\n" + "\n".join("    " + line for line in lines)
    space: dict[str, Any] = {}
    exec(compile(source, f"<{name}, generated from the fields' audiences>", "exec"), space)
    return space[name]  # type: ignore[no-any-return]


# ---------------------------------------------------------------------------------------------
# The registry


@functools.cache
def _registry() -> tuple[dict[str, Game], dict[str, str]]:
    """The games found, and what is wrong with those that could not be imported."""
    games: dict[str, Game] = {}
    broken: dict[str, str] = {}
    for entry in metadata.entry_points(group=GROUP):
        try:
            game = entry.load().GAME
            games[game.id] = game
        except Exception as error:  # somebody else's package: report it, go on without it
            broken[entry.name] = f"{type(error).__name__}: {error}"
    return games, broken


def listing() -> list[Game]:
    """Every installed game, in order of title."""
    return sorted(_registry()[0].values(), key=lambda game: game.title)


def broken() -> dict[str, str]:
    """Installed games that cannot be imported, and why."""
    return dict(_registry()[1])


def find(name: str) -> Game:
    """The game with this id."""
    games, wrong = _registry()
    if name in games:
        return games[name]
    if name in wrong:
        raise QuarterdeckError(f"the game {name!r} is installed but broken: {wrong[name]}")
    raise UnknownGame(f"no game {name!r} here; there are: {_names(games)}.")

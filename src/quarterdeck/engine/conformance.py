"""Does a game keep the contract? Found out from its modules alone, before anything is compiled.

An optional hook with a typing error in its name would be switched off without a word, and a
`judged` field without `conceal` would be shown to everybody: such a game is refused, with a line
for each fault that says what to write.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeGuard

from quarterdeck.engine.contract import LEVELS, MODULES, Hook, names_of
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Actions, Walk
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.state import EVERYONE, JUDGED, MAX_SEATS, Field, Header, Score

if TYPE_CHECKING:
    from quarterdeck.engine.game import Game

NEAR = 0.8
"""How alike two names are (from 0 to 1) when one is taken for the other misspelt."""


def faults(game: Game, modules: tuple[str, ...] = ()) -> list[str]:
    """What is wrong with these modules of a game (default: all), a line each."""
    modules = modules or tuple(MODULES)
    found = [*_data_faults(game)]
    for name in modules:
        if not game.has(name):
            if any(not hook.optional for hook in names_of(name)):
                found.append(f"{_file(game, name)} is missing; engine/contract.py lists its names.")
            continue
        try:
            game.module(name)
        except Exception as error:  # somebody else's code; what imports it fails likewise
            return [
                *found,
                f"{_file(game, name)} cannot be imported: {type(error).__name__}: {error}",
            ]
    if found:
        return found
    found = [
        f"{_file(game, name)}: {line}" for name in modules for line in _module(game, name, modules)
    ]
    return found or [*_lesson_faults(game, modules)]


def _file(game: Game, module: str) -> str:
    return f"{game.package.rpartition('.')[2]}/{module}.py"


def _lesson_faults(game: Game, modules: tuple[str, ...]) -> Iterator[str]:
    """Can the lesson be read, if there is one? `quarterdeck check` also plays it."""
    if "rules" in modules and "scene" in modules:
        try:
            importlib.import_module("quarterdeck.engine.lesson").read(game)  # as `Game.lesson` does
        except QuarterdeckError as error:
            yield f"{game.package.rpartition('.')[2]}/{error}"


def _data_faults(game: Game) -> Iterator[str]:
    place = _file(game, "__init__")
    if not 1 <= game.seats[0] <= game.seats[1] <= MAX_SEATS:
        yield f"{place}: write seats=(fewest, most), from 1 to {MAX_SEATS}, not {game.seats}."
    if game.bound < 1:
        yield f"{place}: bound must be above 0, not {game.bound}: no game takes more decisions."


def _module(game: Game, name: str, modules: tuple[str, ...]) -> Iterator[str]:
    own, hooks = _names(game, name), names_of(name)
    for hook in hooks:
        if hook.name in own:
            yield from _shape_faults(hook, own[hook.name])
        elif like := _misspelt(game, own, hook, {other.name for other in hooks}):
            meant = _declaration(hook)
            yield f"{like} looks like a misspelt {hook.name}: write {meant}, or name it otherwise."
        elif elsewhere := _elsewhere(game, name, hook, modules):
            yield f"{hook.name} belongs here, not in {_file(game, elsewhere)}: move it."
        elif hook.name == "conceal" and (judged := _judged(game)):
            yield f"everybody would see {judged}: write {_declaration(hook)}, which blanks it."
        elif not hook.optional:
            yield f"{hook.name} is missing: write {_declaration(hook)}."
    if name == "rules":
        yield from _score_faults(game, own.get("SCORE"))


def _score_faults(game: Game, score: Score | None) -> Iterator[str]:
    """Scores are declared in the rules and kept in the state, where everybody sees them."""
    state = _names(game, "state").get("State")
    kept: Field | None = state.fields.get("score") if _is_state(state) else None
    write = f"score: Row = everyone(i2, {game.seats[1]})"
    if score and (kept is None or kept.audience != EVERYONE or kept.shape[:1] < (game.seats[1],)):
        yield f"SCORE is declared, but the state does not keep it for each seat: write {write}."
    if kept and not score:
        yield "the state keeps a score: write SCORE = Score(low, high), or rename the field."


def _names(game: Game, module: str) -> dict[str, Any]:
    return vars(game.module(module)) if game.has(module) else {}


def _judged(game: Game) -> str:
    """The fields whose audience only `conceal` decides."""
    state = _names(game, "state").get("State")
    fields = state.fields if _is_state(state) else {}
    return ", ".join(name for name, field in fields.items() if field.audience == JUDGED)


# Near misses ----------------------------------------------------------------------------------


def _misspelt(game: Game, own: dict[str, Any], hook: Hook, known: set[str]) -> str | None:
    """A name of the module's own that seems to mean this hook, which is not there."""
    names = {
        name.lower(): name
        for name, value in own.items()
        if not name.startswith("_") and name not in known and _alike(game, hook, value)
    }
    close = difflib.get_close_matches(hook.name.lower(), names, n=1, cutoff=NEAR)
    return names[close[0]] if close else None


def _elsewhere(game: Game, module: str, hook: Hook, modules: tuple[str, ...]) -> str | None:
    """Another of these modules that defines this very function."""
    for other in modules:
        value = _names(game, other).get(hook.name) if hook.parameters and other != module else None
        if _alike(game, hook, value) and _takes(value, hook.parameters or ()):
            return other if _home(value) == f"{game.package}.{other}" else None
    return None


def _alike(game: Game, hook: Hook, value: Any) -> bool:
    """Could this value be meant as the hook: a function of the game with as many parameters, or a
    table? A helper whose name only sounds like it takes something else."""
    if hook.parameters is None:
        return hook.optional and isinstance(value, dict)
    return (
        _is_function(value)
        and _home(value).startswith(game.package)
        and len(_parameters(value)) == len(hook.parameters)
    )


def _is_function(value: Any) -> bool:
    return inspect.isfunction(_plain(value))


def _plain(value: Any) -> Any:
    """The Python function of a rule."""
    return getattr(value, "py_func", value)


def _home(value: Any) -> str:
    return str(_plain(value).__module__)


def _parameters(function: Any) -> list[inspect.Parameter]:
    return list(inspect.signature(_plain(function)).parameters.values())


# Shapes ---------------------------------------------------------------------------------------


def _shape_faults(hook: Hook, value: Any) -> Iterator[str]:
    if hook.parameters is None:
        fits, wanted = _CONSTANTS[hook.name]
        if not fits(value):
            yield f"{hook.name} must be {wanted}."
    elif not _is_function(value):
        yield f"{hook.name} is not a function: write {_declaration(hook)}."
    elif not _takes(value, hook.parameters):
        given = ", ".join(p.name for p in _parameters(value))
        yield f"{hook.name}({given}) has other parameters: write {_declaration(hook)}."


def _takes(function: Any, wanted: tuple[str, ...]) -> bool:
    """Exactly the parameters wanted, and perhaps more that have defaults."""
    given = _parameters(function)
    first, more = given[: len(wanted)], given[len(wanted) :]
    positional = all(p.kind is p.POSITIONAL_OR_KEYWORD for p in first)
    names = tuple(p.name for p in first)
    return positional and names == wanted and all(p.default is not p.empty for p in more)


def _declaration(hook: Hook) -> str:
    if hook.parameters is None:
        return f"{hook.name} = ..., {_CONSTANTS[hook.name][1]}"
    return f"def {hook.name}({', '.join(hook.parameters)})"


def _is_state(value: Any) -> TypeGuard[type[Header]]:
    return isinstance(value, type) and issubclass(value, Header) and "fields" in vars(value)


def _is_observation(value: Any) -> bool:
    return isinstance(value, Observation) and value.size > 0


def _is_score(value: Any) -> bool:
    return value is None or (isinstance(value, Score) and value.low < value.high)


def _are_events(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(name, str) for name in value)


def _are_numbers(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(n, (int, float)) for n in value.values())


def _are_by_level(value: Any) -> bool:
    return _are_numbers(value) and set(value) <= set(LEVELS)


def _are_walks(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(walk, Walk) for walk in value)


_CONSTANTS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "State": (_is_state, "a class made by @state(events=...) from Header"),
    "ACTIONS": (
        lambda value: isinstance(value, Actions) and value.count > 0,
        "Actions() with verbs",
    ),
    "EVENTS": (_are_events, "a tuple of the events' names"),
    "OBSERVATION": (_is_observation, "an Observation() with parts"),
    "SCORE": (_is_score, "Score(low, high) with low below high"),
    "REVEALS": (lambda value: isinstance(value, bool), "True or False"),
    "SEARCH": (_are_numbers, "a dict of numbers by the names of Tuning's fields (bots/tree.py)"),
    "WALKS": (_are_walks, "a tuple of Walk(begin, step, stop), each a verb"),
    "SIMULATIONS": (_are_by_level, f"a dict of numbers for any of {', '.join(LEVELS)}"),
    "HABITS": (_are_by_level, f"a dict of numbers for any of {', '.join(LEVELS)}"),
    "NETWORK_SIMULATIONS": (
        lambda value: isinstance(value, int) and value >= 0,
        "a whole number, 0 or more",
    ),
    "SLACK": (lambda value: isinstance(value, (int, float)) and value > 0, "a number above 0"),
}

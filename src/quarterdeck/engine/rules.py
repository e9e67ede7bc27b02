"""Rules: a game's functions made callable on arrays of states, compiled or interpreted.

The generic entry points of kernels.py are bound to the game here, and what the fields' declarations
say (blank values, who may see what) is written out as functions.
"""

from __future__ import annotations

import functools
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from quarterdeck.engine import kernels
from quarterdeck.engine.contract import read
from quarterdeck.engine.rule import below, bind, interpret, plain_globals, rule
from quarterdeck.engine.seeds import generators
from quarterdeck.engine.state import (
    EVERYONE,
    JUDGED,
    NOBODY,
    OWN,
    PLAYERS,
    Field,
    Header,
    Plain,
    Score,
    clone,
    from_plain,
    new,
    to_plain,
)

if TYPE_CHECKING:
    from quarterdeck.engine.game import Game


class Rules:
    """A game's functions on arrays of states: `act(states, i, action)`.

    Compiled, `states` is an array from `new`; interpreted, the list of `Plain` that `new` gives.
    """

    def __init__(self, game: Game, compiled: bool) -> None:
        self.game, self.compiled = game, compiled
        self.state, self.action_count = game.state, game.actions.count
        rules, belief, policy = game.rule_hooks, read(game, "belief"), read(game, "policy")
        self.observation = rules.OBSERVATION
        self.observation_size = self.observation.size
        self.score = rules.SCORE
        self.modules = (__name__, *(f"{game.package}.{name}" for name in game.rule_modules))
        own: dict[str, Any] = {
            "own_deal": rules.deal,
            "own_act": rules.act,
            "own_conceal": rules.conceal or _nothing_more,
            "own_imagine": belief.imagine,
            "legal": rules.legal,
            "allows": belief.allows,
            "observe": rules.observe,
            "prefer": policy.prefer or _any_action,
            "prospect": policy.prospect or _even_chances,
            "consider": policy.consider or _all_actions,
            "alike": policy.alike or _itself,
        }
        own |= {n: _generated(n, lines(game.state)) for n, lines in _GENERATED.items()}
        own |= _scored(rules.SCORE) if rules.SCORE else _UNSCORED
        self.functions = _compiled(own) if compiled else _interpreted(own)
        self.functions["reveals"] = rules.REVEALS

        self.extras: dict[Any, Any] = {}
        """Generic code that others have bound, kept for the next who needs it."""

        ready = self.bind
        self.deal = ready(kernels.deal_at)
        self.legal = ready(kernels.legal_at)
        self.act = ready(kernels.act_at)
        self.conceal = ready(kernels.conceal_at)
        self.imagine = ready(kernels.imagine_at)
        self.allows = ready(kernels.allows_at)
        self.observe = ready(kernels.observe_at)
        self.reward = ready(kernels.reward_at)
        self.play_random = ready(kernels.play_random)

    def __reduce__(self) -> Any:
        return _rules_of, (self.game, self.compiled)

    def bind(self, function: Any) -> Any:
        """Bind generic code (the kernels, a bot's search) to this game's rules."""
        if self.compiled:
            return bind(function, self.functions, self.modules)
        return interpret(function, {**plain_globals(function), **self.functions})

    def warm(self) -> None:
        """Compile every entry point now, or load it from the cache."""
        states, room, dice = self.new(), self.room(), np.array([1, 2, 3, 4])
        self.play_random(states, 0, dice, room, 1, np.zeros(2, np.int64))
        self.deal(states, 0)
        self.legal(states, 0, room)
        self.act(states, 0, room[0])
        view = states.copy()
        self.conceal(view, 0, 0)
        self.allows(view, 0, 0, states, 0)
        self.observe(view, 0, 0, np.zeros(self.observation_size, np.float32))
        self.imagine(view, 0, 0, dice)
        self.reward(states, 0, 0)

    def new(
        self, count: int = 1, seats: int | None = None, options: dict[str, int] | None = None
    ) -> Any:
        """States with seats and options set, not yet dealt."""
        states: Any = (
            new(self.state, count) if self.compiled else [Plain(self.state) for _ in range(count)]
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

    def stored(self, states: Any) -> np.ndarray[Any, Any]:
        """What the rules ran on as a NumPy record."""
        return states if self.compiled else from_plain(self.state, states[0])

    def working(self, state: np.ndarray[Any, Any]) -> Any:
        """A copy in the form the rules run on."""
        return clone(state) if self.compiled else [to_plain(self.state, state)]

    def dice(self, seed: int) -> Any:
        """A generator in the form the rules run on."""
        words = _generator(seed)
        return words.copy() if self.compiled else words.tolist()

    def room(self) -> Any:
        """Room for a list of legal actions."""
        return np.zeros(self.action_count, np.int16) if self.compiled else [0] * self.action_count


@functools.lru_cache(64)
def _generator(seed: int) -> np.ndarray[Any, Any]:
    return generators(seed, 1)[0]  # type: ignore[no-any-return]


def _rules_of(game: Game, compiled: bool) -> Rules:
    return game.load(compiled)


_GENERIC = ("deal", "act", "conceal", "imagine", "choose")


def _compiled(own: dict[str, Any]) -> dict[str, Any]:
    """A game's functions as rules, with the generic ones bound to them."""
    functions = {n: f if hasattr(f, "py_func") else rule(f) for n, f in own.items()}
    for name in _GENERIC:
        generic = getattr(kernels, f"{name}_rule").py_func
        space = {**generic.__globals__, **functions}
        functions[name] = rule(FunctionType(generic.__code__, space, name))
    return functions


def _interpreted(own: dict[str, Any]) -> dict[str, Any]:
    """The same as plain Python functions."""
    functions = {n: interpret(f) for n, f in own.items()}
    space = {**plain_globals(kernels.deal_rule), **functions}
    for name in _GENERIC:
        functions[name] = space[name] = interpret(getattr(kernels, f"{name}_rule"), space)
    return functions


def _nothing_more(s: Any, seat: int) -> None:
    """The fields' audiences say all there is to hide."""


def _any_action(s: Any, actions: Any, count: int, dice: Any) -> int:
    """A game without a policy prefers nothing."""
    return actions[below(dice, count)]  # type: ignore[no-any-return]


def _even_chances(s: Any, seat: int) -> int:
    """A game without a policy thinks all players equally likely to win, in thousandths."""
    return 1000 // s.seats  # type: ignore[no-any-return]


def _all_actions(s: Any, actions: Any, count: int) -> int:
    """A game without a policy thinks every action worth considering."""
    return count


def _itself(s: Any, action: int) -> int:
    """A game without a policy thinks no two actions alike."""
    return action


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
_UNSCORED = {"reward": kernels.shared_reward, "result": kernels.shared_result}


def _scored(score: Score) -> dict[str, Any]:
    """How a seat did, in a game with scores."""
    span = max(score.high - score.low, 1)
    share = f"({kernels.WIN} * (s.score[seat] - {score.low}) + {span // 2}) // {span}"
    return {
        "reward": _generated("reward", ["return float(s.score[seat])"]),
        "result": _generated("result", [f"return {share}"]),
    }


def _generated(name: str, lines: list[str]) -> FunctionType:
    """A function written from a game's declarations."""
    arguments = "s" if name == "reset" else "s, seat"
    source = f"def {name}({arguments}):\n" + "\n".join("    " + line for line in lines)
    space: dict[str, Any] = {}
    exec(compile(source, f"<{name}, generated from a game's declarations>", "exec"), space)
    return space[name]  # type: ignore[no-any-return]

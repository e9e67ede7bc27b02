"""The @rule decorator and what rules are written with: chance, shuffles, events.

A rule is a small Python function on a state `s`. Compiled, `s` is a NumPy record passed by
reference; interpreted, it is a `Plain`. Both run the same code object, so they cannot drift apart.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np
from numba.core import sigutils, types
from numba.core.registry import CPUDispatcher

from quarterdeck.engine.cache import ContentCache
from quarterdeck.engine.state import A_BIT, AUDIENCE_BIT, B_BIT, C_BIT, KIND_BIT, WHO_BIT

F = TypeVar("F", bound=Callable[..., Any])


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled function with one signature per record type: every number is an int64."""

    def compile(self, sig: Any) -> Any:
        arguments, _ = sigutils.normalize_signature(sig)
        return super().compile(tuple(widened(a) for a in arguments))

    within: Rule | None = None
    """What other rules call, once one has."""

    @property
    def _numba_type_(self) -> Any:
        """What other rules call: the same, without what only Python needs to call it, which would
        take a quarter of the time to compile."""
        if self.targetoptions.get("no_cpython_wrapper"):
            return types.Dispatcher(self)
        if self.within is None:
            lean = {**self.targetoptions, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            self.within = Rule(py_func=self.py_func, targetoptions=lean)
        return types.Dispatcher(self.within)


def widened(kind: Any) -> Any:
    return types.int64 if isinstance(kind, (types.Integer, types.Boolean)) else kind


def rule(function: F) -> F:
    """Mark a function as a rule: compiled on first use, readable and runnable as it stands."""
    # numpy's error model: no exception paths, 40 % faster, and it exists on a GPU
    return cast(F, Rule(py_func=function, targetoptions={"nopython": True, "error_model": "numpy"}))


def bind(function: F, functions: dict[str, Any], modules: Sequence[str]) -> F:
    """Bind generic code to a game: the same code object, with the game's rules as its globals.

    Closures would run as fast but cannot be cached across processes. Only such entry points are
    cached on disk: the rules they call are linked into them.
    """
    own = FunctionType(function.__code__, {**function.__globals__, **functions}, function.__name__)
    own.__qualname__, own.__module__ = function.__qualname__, function.__module__
    own.__dict__["made_from"] = tuple(sorted({function.__module__, *modules}))
    compiled = rule(own)
    cast(Any, compiled)._cache = ContentCache(own)
    return cast(F, compiled)


# ---------------------------------------------------------------------------------------------
# The same functions, interpreted

_plain_globals: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}


def plain_globals(function: Any) -> dict[str, Any]:
    """A function's globals for running it interpreted."""
    space = getattr(function, "py_func", function).__globals__
    if id(space) not in _plain_globals:
        plain = dict(space)
        _plain_globals[id(space)] = (space, plain)  # kept: ids are reused
        plain.update((name, _plain(value)) for name, value in space.items())
    return _plain_globals[id(space)][1]


def _plain(value: Any) -> Any:
    """Rules become plain functions and lookups lists: `1 << numpy.int8(40)` would silently be 0."""
    if isinstance(value, Rule):
        return interpret(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    return _plain_module(value) if isinstance(value, ModuleType) else value


@functools.cache
def _plain_module(module: ModuleType) -> ModuleType:
    """A module as interpreted rules see it: what it holds becomes plain when first asked for."""
    plain = ModuleType(module.__name__)

    def fetch(name: str) -> Any:
        value = vars(plain)[name] = _plain(getattr(module, name))
        return value

    vars(plain)["__getattr__"] = fetch
    return plain


def interpret(function: Any, space: dict[str, Any] | None = None) -> Any:
    """A rule as an ordinary Python function, in its plain globals or in those given."""
    code = getattr(function, "py_func", function).__code__
    return FunctionType(code, plain_globals(function) if space is None else space, code.co_name)


# ---------------------------------------------------------------------------------------------
# Chance: sfc32 in four int64, the same stream in CPython, numba and CUDA

WORD = 0xFFFFFFFF


@rule
def next_word(rng: Any) -> int:
    """The generator's next 32 bits."""
    a, b, c, count = rng[0], rng[1], rng[2], rng[3]
    word = (a + b + count) & WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = ((((c << 21) & WORD) | (c >> 11)) + word) & WORD
    rng[3] = (count + 1) & WORD
    return word


@rule
def below(rng: Any, n: int) -> int:
    """A number from 0 to n - 1; the bias is less than n in four billion."""
    return (next_word(rng) * n) >> 32


@rule
def roll(s: Any, n: int) -> int:
    """A random number for the game itself, from the state's generator: it sets a fence."""
    s.fence = 1
    return below(s.rng, n)


@rule
def count_bits(mask: int) -> int:
    """How many bits of a mask are set."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    return (((mask + (mask >> 4)) & 0x0F0F0F0F) * 0x01010101 & WORD) >> 24


@rule
def nth_bit(mask: int, n: int) -> int:
    """The position of the n-th set bit, counting from 0; -1 if there are not that many."""
    while mask:
        if n == 0:
            return count_bits((mask & -mask) - 1)
        mask &= mask - 1
        n -= 1
    return -1


@rule
def list_bits(mask: int, verb: int, actions: Any, count: int) -> int:
    """List an action for each bit that is set, after the `count` listed; returns how many now."""
    while mask:
        bit = mask & -mask
        mask ^= bit
        actions[count] = verb + count_bits(bit - 1)
        count += 1
    return count


@rule
def put_bits(out: Any, at: int, mask: int, count: int) -> int:
    """Write a mask as zeros and ones; returns the next free index."""
    for i in range(count):
        out[at + i] = mask >> i & 1
    return at + count


@rule
def any_bit(rng: Any, mask: int) -> int:
    """The position of a set bit, each as likely; -1 of an empty mask."""
    return nth_bit(mask, below(rng, count_bits(mask)))


@rule
def shuffle(rng: Any, row: Any, count: int) -> None:
    """Put the first `count` elements of a row into random order."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        row[last], row[other] = row[other], row[last]


# ---------------------------------------------------------------------------------------------
# Events

ALL = 0xFF
"""Every seat and the spectators."""
SEATED = 0x7F
"""Every seat, no spectator."""
WATCHERS = 0x80

TOO_MANY_EVENTS = 1
"""`Header.fault`: more events between two fences than the record holds."""
NOT_THE_TRUTH = 2
"""`Header.fault`: a view was acted on, or shown to another seat."""


@rule
def emit(s: Any, audience: int, kind: int, who: int, a: int, b: int, c: int) -> None:
    """Tell `audience` (a bit per seat, or ALL, SEATED, WATCHERS) what happened."""
    i = s.event_count
    if i >= len(s.event):
        s.fault = TOO_MANY_EVENTS
        return
    numbers = a + 1 << A_BIT | b + 1 << B_BIT | c + 1 << C_BIT
    s.event[i] = kind << KIND_BIT | audience << AUDIENCE_BIT | who + 1 << WHO_BIT | numbers
    s.event_count = i + 1


@rule
def filter_events(s: Any, seat: int) -> None:
    """Keep only the events addressed to a seat (-1: to the spectators), without gaps.

    The other addressees are removed: they would reveal that there is a secret.
    """
    bit = (WATCHERS if seat < 0 else 1 << seat) << AUDIENCE_BIT
    kept = 0
    for i in range(s.event_count):
        event = s.event[i]
        if event & bit:
            s.event[kept] = (event & ~(ALL << AUDIENCE_BIT)) | bit
            kept += 1
    for i in range(kept, len(s.event)):
        s.event[i] = 0
    s.event_count = kept

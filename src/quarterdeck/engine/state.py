"""State: an annotated class becomes a NumPy record dtype that also says who may see each field.

    @state(events=12)
    class State(Header):
        location: Row = own(i1, SEATS, blank=-1)   # each seat sees only its own

The class is never instantiated: compiled rules work on the NumPy record, and `Plain` holds the same
fields as Python integers and lists. Both start with every field at its blank value, which is also
what a field is wiped to for those who may not see it.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

import numpy as np

Row: TypeAlias = list[int]
Grid: TypeAlias = list[list[int]]

i1, i2, i4, i8 = "i1", "i2", "i4", "i8"

MAX_SEATS = 7
"""An event's audience is a bit per seat and one for spectators, in one byte."""

TRUTH = -2
SPECTATOR = -1
"""`Header.viewer` of the whole truth and of a spectator's view; from 0 on, of a seat's."""

EVERYONE, PLAYERS, OWN, NOBODY, JUDGED = "everyone", "players", "own", "nobody", "judged"


class Option(NamedTuple):
    """A choice made before the game: a whole number within bounds."""

    name: str
    default: int
    low: int
    high: int
    help: str


class Score(NamedTuple):
    """What `score[seat]` may be at the end of a game."""

    low: int
    high: int
    zero_sum: bool = True
    """The scores of all seats add up to nought."""


class Field(NamedTuple):
    """How a field is stored and who may see it."""

    audience: str
    kind: str
    shape: tuple[int, ...]
    blank: int
    memory: bool
    option: tuple[int, int, int, str] | None = None


def _audience(audience: str) -> Callable[..., Any]:
    def declare(kind: str, *shape: int, blank: int = 0, memory: bool = False) -> Any:
        return Field(audience, kind, shape, blank, memory)

    return declare


everyone = _audience(EVERYONE)
players = _audience(PLAYERS)
"""Every seat, but no spectator."""
own = _audience(OWN)
"""The first axis is the seat; each sees its own."""
nobody = _audience(NOBODY)
judged = _audience(JUDGED)
"""The game's `conceal` decides."""


def option(kind: str, default: int, low: int, high: int, help: str) -> Any:
    """A field that is set before the deal and never changes; everyone sees it."""
    return Field(EVERYONE, kind, (), default, False, (default, low, high, help))


class Header:
    """What every game's state begins with."""

    seats: int = everyone(i1)
    viewer: int = everyone(i1, blank=TRUTH)
    """Whose view this is; `TRUTH` for the state itself."""
    actor: int = everyone(i1)
    """Who decides next."""
    question: int = everyone(i1)
    """What is being asked: one of the game's named questions."""
    turn: int = everyone(i2)
    """Counts turns, not decisions: the number of decisions would betray a draft."""
    over: int = everyone(i1)
    winners: int = everyone(i2)
    """A bit per seat; none at the end: a draw."""
    team: Row = everyone(i1, MAX_SEATS)
    """Seats with the same team share the result."""
    fence: int = everyone(i1)
    """Set by an action that cannot be taken back: it drew chance, revealed something, or passed the
    decision to another seat."""
    fault: int = everyone(i1)
    """Not 0: a bound of the state was exceeded, which is a bug in the game."""
    rng: Row = nobody(i8, 4)

    if TYPE_CHECKING:  # added by `state`, at the end
        event_count: int
        event: Row

    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field]]
    options: ClassVar[tuple[Option, ...]]


class Event(NamedTuple):
    """Something that happened: what, to whom it is told, who did it, and up to three numbers."""

    kind: int
    audience: int
    who: int
    a: int
    b: int
    c: int


# An event is one number with its parts side by side: a GPU stores it once, not six times, and whole
# games run twice as fast. `who`, `a`, `b` and `c` start at -1.
KIND_BIT, AUDIENCE_BIT, WHO_BIT, A_BIT, B_BIT, C_BIT = 55, 47, 39, 26, 13, 0


def unpack(event: int) -> Event:
    """The parts of an event."""
    return Event(
        event >> KIND_BIT & 0xFF,
        event >> AUDIENCE_BIT & 0xFF,
        (event >> WHO_BIT & 0xFF) - 1,
        (event >> A_BIT & 0x1FFF) - 1,
        (event >> B_BIT & 0x1FFF) - 1,
        (event >> C_BIT & 0x1FFF) - 1,
    )


def events_of(view: np.ndarray[Any, Any]) -> list[Event]:
    """The events since the last fence, in order."""
    return [unpack(event) for event in view["event"][0][: view["event_count"][0]].tolist()]


def _event_fields(count: int) -> dict[str, Field]:
    """The events since the last fence, at the end of the record; a view has only its own."""
    return {
        "event_count": Field(EVERYONE, i1, (), 0, False),
        "event": Field(EVERYONE, i8, (count,), 0, False),
    }


T = TypeVar("T", bound=type[Header])


def state(events: int) -> Callable[[T], T]:
    """Turn an annotated class into a record that holds at most `events` events between fences."""

    def build(cls: T) -> T:
        fields: dict[str, Field] = {}
        for base in reversed(cls.__mro__):
            for name in inspect.get_annotations(base):
                if name in ("dtype", "fields", "options"):
                    continue
                field = base.__dict__.get(name)
                if not isinstance(field, Field):
                    raise TypeError(
                        f"{cls.__name__}.{name} has no audience: write {name}: ... = "
                        "everyone(...), players(...), own(...), nobody(...) or judged(...)"
                    )
                fields[name] = field
        fields |= _event_fields(events)
        cls.fields = fields
        cls.dtype = _aligned(fields)
        cls.options = tuple(Option(n, *f.option) for n, f in fields.items() if f.option)
        return cls

    return build


def _aligned(fields: dict[str, Field]) -> np.dtype[Any]:
    """The dtype with every field aligned. The gaps are fields of their own: NumPy does not copy
    unnamed padding, and states are compared to the byte."""
    layout: list[tuple[str, str, tuple[int, ...]]] = []
    offset = 0
    for name, field in [*fields.items(), ("", Field(NOBODY, i8, (0,), 0, False))]:
        size = np.dtype(field.kind).itemsize
        if gap := -offset % size:
            layout.append((f"_gap{offset}", "u1", (gap,)))
        if name:
            layout.append((name, field.kind, field.shape))
        offset += gap + size * math.prod(field.shape)
    return np.dtype(layout, align=True)


def lookup(rows: Iterable[Any]) -> np.ndarray[Any, Any]:
    """Constant data for rules (cards, boards), in the narrowest integers that hold it."""
    wide = np.array(rows, dtype=np.int64)
    for kind in ("i1", "i2", "i4"):
        if wide.size == 0 or (
            np.iinfo(kind).min <= wide.min() and wide.max() <= np.iinfo(kind).max
        ):
            return np.ascontiguousarray(wide.astype(kind))
    return wide


# ---------------------------------------------------------------------------------------------
# The same record as Python integers and lists


_at = list.__getitem__  # a scene reads hundreds of elements, and `super()` would take half the time


class _Row(list[Any]):
    """A list that refuses what the field could not hold, and indices outside it."""

    __slots__ = ("low", "high", "name")

    def __init__(self, values: Iterable[Any], low: int, high: int, name: str) -> None:
        super().__init__(values)
        self.low, self.high, self.name = low, high, name

    def __getitem__(self, index: Any) -> Any:
        if index.__class__ is not slice and index < 0:
            raise IndexError(f"{self.name}[{index}]: negative index")
        return _at(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if not 0 <= index < len(self):
            raise IndexError(f"{self.name}[{index}]: outside 0..{len(self) - 1}")
        if not self.low <= value <= self.high:
            raise OverflowError(f"{self.name}[{index}] = {value} does not fit its field")
        super().__setitem__(index, int(value))


class Plain:
    """One record as Python integers and lists: for reading, debugging and coverage.

    Fields are converted when they are first asked for: a scene reads few of many.
    """

    _fields: dict[str, Field]
    _source: np.ndarray[Any, Any]
    _checked: bool

    def __init__(
        self,
        state: type[Header],
        source: np.ndarray[Any, Any] | None = None,
        checked: bool = True,
    ) -> None:
        """Blank, or a copy of `source`, an array of one; `checked`: its lists know their bounds."""
        source = new(state, 1) if source is None else clone(source)
        self.__dict__.update(_fields=state.fields, _source=source, _checked=checked)

    def __getattr__(self, name: str) -> Any:
        field = self.__dict__.get("_fields", {}).get(name)  # none while it is being copied
        if field is None:
            raise AttributeError(f"the state has no field {name!r}")
        value = self._source[name][0].tolist()
        if self._checked:
            value = _filled(name, field, value)
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: int) -> None:
        field = self._fields.get(name)
        if field is None:
            raise AttributeError(f"the state has no field {name!r}")
        if field.shape:
            raise AttributeError(f"{name} is an array: set its elements")
        low, high = _bounds(field.kind)
        if not low <= value <= high:
            raise OverflowError(f"{name} = {value} does not fit its field")
        self.__dict__[name] = int(value)


@functools.cache
def _bounds(kind: str) -> tuple[int, int]:
    info = np.iinfo(kind)
    return int(info.min), int(info.max)


def _filled(name: str, field: Field, value: Any) -> Any:
    """A field's Python form, from a number or nested lists."""
    if not field.shape:
        return value
    low, high = _bounds(field.kind)

    def fill(axes: int, value: Any) -> Any:
        if axes > 1:
            value = [fill(axes - 1, row) for row in value]
        return _Row(value, low, high, name)

    return fill(len(field.shape), value)


def new(state: type[Header], count: int) -> np.ndarray[Any, Any]:
    """An array of `count` states with every field at its blank value."""
    states = np.zeros(count, state.dtype)
    for name, field in state.fields.items():
        states[name] = field.blank
    return states


def clone(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy, as bytes: NumPy would copy field by field, twenty times slower."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def to_plain(state: type[Header], value: np.ndarray[Any, Any], checked: bool = True) -> Plain:
    """The Python form of one NumPy record (an array of one)."""
    return Plain(state, value, checked)


def from_plain(state: type[Header], plain: Plain) -> np.ndarray[Any, Any]:
    """The NumPy form of a Python state: an array of one."""
    value = np.zeros(1, state.dtype)
    for name in state.fields:
        value[name] = np.array(getattr(plain, name), dtype=np.int64)
    return value

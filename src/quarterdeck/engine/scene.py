"""Scene: what one seat sees and may do, as plain data that any client can draw.

A game's `draw` makes a Scene from a view; the browser and the terminal render it without knowing
the game. Texts may hold `{0}`, `{1}`...: the name of that seat, filled in by `named`. In a told
line `**word**` is emphasis. Ids come from what the viewer sees, never from storage.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any, Literal, ParamSpec, TypeVar

import msgspec

from quarterdeck.engine.words import language

Tone = Literal["plain", "danger", "calm"]
P = ParamSpec("P")
R = TypeVar("R")


def shared(function: Callable[P, R]) -> Callable[P, R]:
    """Make a part of a scene once for the same arguments: most of a board never changes, parts are
    immutable, and so all scenes can hold the same one. It must be made from its arguments alone,
    and from the language of whoever reads it."""

    @functools.lru_cache(4096)
    def made(_: str, *args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    @functools.wraps(function)
    def found(*args: P.args, **kwargs: P.kwargs) -> R:
        return made(language.get(), *args, **kwargs)  # type: ignore[arg-type]

    return found


class Frozen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of all parts of a scene: immutable, and silent about what is at its default."""


class Mark(Frozen):
    """Something on a cell that is not a piece: a possibility, a sighting, a symbol, a figure."""

    kind: Literal["hatch", "ring", "symbol", "text"]
    label: str
    """What a screen reader says."""
    symbol: str = ""
    """For kind "symbol": a name from the game's symbols.svg."""
    text: str = ""
    """A word or two drawn with it ("2 ago")."""
    seat: int | None = None
    """The seat in whose colour it is drawn."""
    filled: bool = False
    """Symbol: solid rather than outlined. Hatch: certain rather than possible."""
    fade: float = 0.0
    """From 0, fresh, to 1, almost invisible."""


class Cell(Frozen):
    """One place on a board. `x` and `y` are the centre, in cell widths from the top left."""

    id: str
    x: float
    y: float
    name: str
    """Short, drawn on the cell ("A")."""
    label: str
    """What a screen reader says ("A, an objective")."""
    terrain: str = "sea"
    marks: list[Mark] = []
    outline: list[tuple[float, float]] = []
    """Its corners, in the units of `x` and `y`; none: as the board's shape says."""


class Board(Frozen):
    id: str
    label: str
    shape: Literal["square", "hex", "free"]
    cells: list[Cell]
    links: list[tuple[str, str]] = []
    """Pairs of cells joined by a drawn line; none: neighbours simply touch."""
    columns: list[str] = []
    rows: list[str] = []


class Zone(Frozen):
    """A place for pieces off the board: a hand, a pile, an area."""

    id: str
    label: str
    kind: Literal["hand", "pile", "table", "supply"]
    seat: int | None = None
    """Its owner."""
    count: int | None = None
    """How many pieces are there, if they are not listed one by one."""


class Half(Frozen):
    """One of the uses printed on a card; an action may be attached to `cardid/0`, `cardid/1`..."""

    name: str
    symbol: str = ""
    tag: str = ""
    """A word in a coloured frame ("LOUD")."""
    tone: Tone = "plain"
    text: str = ""
    """What it does, in a sentence."""
    art: str = ""
    """The name of its picture: `face-<art>` in look/cards.svg; none: as its symbol is called."""
    value: str = ""
    """What is written in a coin beside the name: a price, a strength."""


class Piece(Frozen):
    """A token or a card. A card whose face the viewer may not see has no halves."""

    id: str
    at: str
    """The id of the cell or zone where it lies."""
    kind: Literal["token", "card"]
    label: str
    symbol: str = ""
    seat: int | None = None
    halves: list[Half] = []
    turned: bool = False
    """Lies sideways (a disabled card)."""
    badges: list[str] = []
    art: str = ""
    """The name of its picture, which fills it: `face-<art>` in look/cards.svg."""
    pegs: list[tuple[str, int]] = []
    """What sticks in it, kind by kind, and how many: drawn as the symbols `peg-<kind>`. The label
    says it, too."""


class Consequence(Frozen):
    """What an action would lead to, as far as the viewer can know; shown in advance."""

    text: str
    tone: Tone = "plain"
    """"danger": bad for the viewer; "calm": good."""
    at: str = ""
    """The cell or piece it happens to."""
    short: str = ""
    """Two or three words for a label on the card or cell that is chosen ("3 hits: sinks")."""


LONGEST_ROUTE = 30
"""Actions that one click may take."""


class Action(Frozen):
    """Something the viewer may do now."""

    id: int
    label: str
    verb: str
    targets: list[str] = []
    """Cells, pieces or card halves to click for it; none: it is a button."""
    final: bool = False
    """It cannot be taken back."""
    consequences: list[Consequence] = []
    then: list[int] = []
    """Of a route: the actions that follow the first one, taken with it and taken back with it."""


class Tally(Frozen):
    """A count worth showing beside a player's name: `count` symbols filled out of `of`."""

    label: str
    symbol: str
    count: int
    of: int


class Player(Frozen):
    seat: int
    name: str
    """`{0}` until `named`."""
    team: int
    tallies: list[Tally] = []


class Side(Frozen):
    """One side of a contest, and what its total is made of."""

    label: str
    total: int
    seat: int | None = None
    parts: list[tuple[str, int]] = []
    """What adds up to the total ("two pieces", 2)."""
    symbol: str = ""
    """Who fights: a name from the game's symbols.svg."""


class Contest(Frozen):
    """A fight decided by comparing numbers: a panel beside the board."""

    title: str
    sides: list[Side]
    text: str = ""
    """Who leads, who may add next, what else applies."""


class Outcome(Frozen):
    winners: list[int]
    """Empty: a draw."""
    text: str
    scores: list[int] | None = None
    """By seat; None: the game has none, or somebody resigned."""


class Picture(Frozen, kw_only=True):
    """A game's drawing of a view. The engine turns it into a Scene: it adds the viewer, the
    players, the actor, the legal actions and how the game ended."""

    prompt: str
    """The question in words; at the end the engine replaces it by how the game ended."""
    detail: str = ""
    """More about the question."""
    boards: list[Board] = []
    zones: list[Zone] = []
    pieces: list[Piece] = []
    tallies: list[list[Tally]] = []
    """By seat; empty: the game counts nothing."""
    contest: Contest | None = None
    decline: int | None = None
    """The action that declines, if the question is an optional response."""
    concerns: bool = True
    """False: the viewer is asked only because everybody is."""


class Scene(Frozen, kw_only=True):
    game: str
    """The game's title."""
    viewer: int | None
    """The seat that sees this scene; None: a spectator."""
    actor: int | None
    """Whose decision it is; None when the game is over."""
    turn: int
    prompt: str
    """The question, or how the game ended, in words."""
    detail: str = ""
    """More about the question."""
    boards: list[Board]
    zones: list[Zone]
    pieces: list[Piece]
    players: list[Player]
    actions: list[Action] = []
    routes: list[Action] = []
    """Several actions for one click, beginning with one of `actions`: a whole way, a payment."""
    outcome: Outcome | None = None
    contest: Contest | None = None
    decline: int | None = None
    """The action that declines, if the question is an optional response."""
    concerns: bool = True
    """False: the viewer is asked only because everybody is."""


CHOREOGRAPHIES = (
    "burst",  # pops up at `at` and throws sparks
    "ring",  # spreads around `at`
    "drop",  # falls onto `at`
    "shot",  # runs from `at` to `to`, nose first
    "clash",  # two sides meet at `at`, with their totals
    "reveal",  # a card comes from `at` to `to` and is turned over
    "capture",  # is carried from `at` to `to` in an arc, shining
    "whirl",  # spins at `at` and is swallowed
    "sink",  # tilts at `at` and goes under
)


class Cue(Frozen):
    """Movement or sound for a told line; clients may ignore it."""

    kind: Literal["pulse", "run", "strike", "carry", "done", "turn", "drop"]
    """pulse: a ring spreads at `at`; run: something runs from `at` to `to`; strike: damage at `at`;
    carry: a card goes from zone `at` to zone `to`; done: something was achieved at `at`; turn: what
    surrounds `at` has turned, `to` says which way: "cw" or "ccw"; drop: something falls on `at`."""
    at: str
    to: str = ""
    seat: int | None = None
    moment: str = ""
    """What deserves more: one of CHOREOGRAPHIES and a picture, "burst-mine". That is a symbol of
    look/moments.svg, or else the symbol `mine`, and of a reveal the card `face-mine`."""
    text: str = ""
    """Of a moment: a word or a number shown with it."""
    sides: list[Side] = []
    """Of a clash: who meets whom."""


class Told(Frozen):
    """One line of the log as one seat may read it."""

    text: str
    seat: int | None = None
    """The seat it is about."""
    cues: list[Cue] = []


class Step(msgspec.Struct, frozen=True):
    """A move, and what was told of it."""

    turn: int
    """The turn it was made in."""
    seat: int | None
    """Whose move; None: the deal, or the end of the game's time."""
    label: str
    """What was done, in words; empty through the eyes of those who could not know."""
    told: list[Told]


def without_aid(scene: Scene) -> Scene:
    """The scene for players who keep track themselves: without hatched cells."""
    replace = msgspec.structs.replace

    def bare(cell: Cell) -> Cell:
        return replace(cell, marks=[mark for mark in cell.marks if mark.kind != "hatch"])

    boards = [replace(board, cells=[bare(cell) for cell in board.cells]) for board in scene.boards]
    return replace(scene, boards=boards)


def signed(score: float, digits: int = 0) -> str:
    """A score for people: "+3", "-1", "0"; an expected one with digits: "+1.3"."""
    text = f"{score:+.{digits}f}"
    return text if float(text) else text[1:]


T = TypeVar("T", bound=msgspec.Struct)


def named(value: T, names: list[str]) -> T:
    """A copy of a scene or told line with `{0}`, `{1}`... replaced by the seats' names."""
    return msgspec.json.decode(named_json(value, names), type=type(value))


def named_json(value: object, names: list[str]) -> bytes:
    """The same as JSON, in which a brace before a digit is never anything else."""
    quoted = [msgspec.json.encode(name)[1:-1] for name in names]
    return re.sub(rb"\{(\d)\}", lambda found: quoted[int(found[1])], msgspec.json.encode(value))


def schema() -> dict[str, Any]:
    """JSON Schema of Scene and Told, from which other languages' types are generated."""
    (scene, told), definitions = msgspec.json.schema_components(
        [Scene, Told], ref_template="#/$defs/{name}"
    )
    return {"title": "Quarterdeck", "anyOf": [scene, told], "$defs": definitions}

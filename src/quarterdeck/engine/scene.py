"""Scene: what one seat sees and may do, as plain data that any client can draw.

A game's `draw` makes a Scene from a view; the browser and the terminal render it without knowing
the game. Texts may hold `{0}`, `{1}`...: the name of that seat, filled in by `named`. In a told
line `**word**` is emphasis. Ids come from what the viewer sees, never from storage.
"""

from __future__ import annotations

import re
from typing import Any, Literal, TypeVar

import msgspec

Tone = Literal["plain", "danger", "calm"]


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
    """In whose colour it is drawn."""
    filled: bool = False
    """Of a symbol: not only its outline; of a hatch: not only possible but sure."""
    fade: float = 0.0
    """0: fresh, 1: all but gone."""


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
    """A place for pieces off the board: a hand, a pile, the table."""

    id: str
    label: str
    kind: Literal["hand", "pile", "table", "supply"]
    seat: int | None = None
    """Whose it is."""
    count: int | None = None
    """How many lie there, where not every one is a piece of its own."""


class Half(Frozen):
    """One of the uses printed on a card; an action may be attached to `cardid/0`, `cardid/1`..."""

    name: str
    symbol: str = ""
    tag: str = ""
    """A word in a coloured frame ("LOUD")."""
    tone: Tone = "plain"
    text: str = ""
    """What it does, in a sentence."""


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


class Consequence(Frozen):
    """What an action would lead to, as far as the viewer can know: shown before it is taken."""

    text: str
    tone: Tone = "plain"
    """"danger": bad for the viewer; "calm": good."""
    at: str = ""
    """The cell or piece it happens to."""


class Action(Frozen):
    """Something the viewer may do now."""

    id: int
    label: str
    verb: str
    targets: list[str] = []
    """Cells, pieces or halves of cards that light up for it; none: it is a button."""
    final: bool = False
    """Once done it cannot be taken back."""
    consequences: list[Consequence] = []


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
    """One side of a contest and how its total came about."""

    label: str
    total: int
    seat: int | None = None
    parts: list[tuple[str, int]] = []
    """What adds up to the total ("two pieces", 2)."""


class Contest(Frozen):
    """Something being fought out number against number: a panel beside the board."""

    title: str
    sides: list[Side]
    text: str = ""
    """Who leads, whose turn it is to add, what else holds."""


class Outcome(Frozen):
    winners: list[int]
    """Empty: a draw."""
    text: str


class Picture(Frozen, kw_only=True):
    """What a game draws of a view. The engine makes a Scene of it: it adds who looks, who plays,
    who is asked, what they may do and how the game ended."""

    prompt: str
    """What is asked, in words; at the end the engine says how it ended instead."""
    detail: str = ""
    """What else is worth knowing about the question."""
    boards: list[Board] = []
    zones: list[Zone] = []
    pieces: list[Piece] = []
    tallies: list[list[Tally]] = []
    """By seat; none: nothing is counted."""
    contest: Contest | None = None
    decline: int | None = None
    """The action that only declines an optional response, where that is what is asked."""
    concerns: bool = True
    """False: this is asked of the viewer only because everybody is asked."""


class Scene(Frozen, kw_only=True):
    game: str
    """The game's title."""
    viewer: int | None
    """The seat whose eyes these are; None: a spectator."""
    actor: int | None
    """Who is asked; None when the game is over."""
    turn: int
    prompt: str
    """What is asked, or how the game ended, in words."""
    detail: str = ""
    """What else is worth knowing about the question."""
    boards: list[Board]
    zones: list[Zone]
    pieces: list[Piece]
    players: list[Player]
    actions: list[Action] = []
    outcome: Outcome | None = None
    contest: Contest | None = None
    decline: int | None = None
    """The action that only declines an optional response, where that is what is asked."""
    concerns: bool = True
    """False: this is asked of the viewer only because everybody is asked."""


class Cue(Frozen):
    """Movement or sound that goes with a told line; clients may leave it out."""

    kind: Literal["pulse", "run", "strike", "carry", "done", "turn"]
    """pulse: a ring spreads at `at`; run: something runs from `at` to `to`; strike: damage at `at`;
    carry: a card goes from zone `at` to zone `to`; done: something was achieved at `at`; turn: what
    surrounds `at` has turned, `to` says which way: "cw" or "ccw"."""
    at: str
    to: str = ""
    seat: int | None = None


class Told(Frozen):
    """One line of the log as one seat may read it."""

    text: str
    seat: int | None = None
    """Whom it is about."""
    cues: list[Cue] = []


def without_aid(scene: Scene) -> Scene:
    """The scene for players who keep track themselves: no places that are still possible."""
    replace = msgspec.structs.replace

    def bare(cell: Cell) -> Cell:
        return replace(cell, marks=[mark for mark in cell.marks if mark.kind != "hatch"])

    boards = [replace(board, cells=[bare(cell) for cell in board.cells]) for board in scene.boards]
    return replace(scene, boards=boards)


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

"""Wire: every message between server and client, as msgspec structs.

What a socket is sent is made of a Scene and told lines for one seat; there is nothing else here
that could carry a secret. The match's own secret is set only after the end.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from quarterdeck.engine.scene import Scene, Told

Count = Annotated[int, Meta(ge=0, le=2**53)]
Key = Annotated[str, Meta(pattern=r"^[!-~]{1,64}$", description="unique per command, e.g. a UUID")]
Name = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(max_length=100)]

# From the server over the socket -----------------------------------------------------------------


class Person(msgspec.Struct, frozen=True):
    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    present: bool


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of what a socket is sent."""


class State(Message, frozen=True, tag="state", kw_only=True):
    cursor: int
    """Counts what this seat was sent; it starts anywhere."""
    scene: Scene
    told: list[Told]
    first: int = msgspec.field(name="from")
    """Where in the whole log `told` begins; what the client had from there on goes."""
    fresh: int
    """How many of the last lines are new, to be animated."""
    undo: bool
    """May the last action be taken back?"""
    passing: bool = False
    """Does this seat let pass whatever does not concern it?"""
    idle: bool = False
    """Is what is asked of this seat about to be declined for it?"""
    people: list[Person]
    commitment: str
    """SHA-256 of the secret all chance comes from."""
    secret: str | UnsetType = UNSET
    """That secret in hexadecimal, after the end."""
    rematch: str | UnsetType = UNSET
    """The match in which these players go on, once one of them asked for it."""


class Refused(Message, frozen=True, tag="refused", kw_only=True):
    code: str
    message: str
    key: str | UnsetType = UNSET


class People(Message, frozen=True, tag="people"):
    people: list[Person]


class Weighed(msgspec.Struct, frozen=True):
    action: int
    label: str
    chance: float


class Hinted(Message, frozen=True, tag="hinted", kw_only=True):
    cursor: int
    """What it was about: of another state it says nothing."""
    options: list[Weighed]
    """The two best actions and how likely each is to win, from 0 to 1."""
    key: str


# To the server over the socket -------------------------------------------------------------------


class Act(msgspec.Struct, frozen=True, tag="act"):
    action: Annotated[int, Meta(ge=0, lt=2**15)]
    cursor: Count
    key: Key


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    cursor: Count
    key: Key


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    cursor: Count
    key: Key


class Passing(msgspec.Struct, frozen=True, tag="passing"):
    """From now on decline for me what does not concern me, or ask me again."""

    on: bool
    cursor: Count
    key: Key


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """What would the best bot do in my place?"""

    cursor: Count
    key: Key


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    cursor: Count


Command = Act | Undo | Resign | Passing | Hint | Resume
decode_command = msgspec.json.Decoder(Command).decode
encode = msgspec.json.encode

# HTTP --------------------------------------------------------------------------------------------


class Refusal(msgspec.Struct, frozen=True):
    code: str
    message: str


class OptionInfo(msgspec.Struct, frozen=True):
    name: str
    default: int
    low: int
    high: int
    help: str


class BotInfo(msgspec.Struct, frozen=True):
    id: str
    about: str


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    title: str
    summary: str
    seats: tuple[int, int]
    options: list[OptionInfo]
    bots: list[BotInfo]


class NewSeat(msgspec.Struct, frozen=True):
    kind: Literal["me", "bot", "friend"]
    bot: Annotated[str, Meta(max_length=64)] | None = None
    name: Name | None = None


class NewMatch(msgspec.Struct, frozen=True):
    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[NewSeat], Meta(max_length=32)]
    options: dict[str, int] = {}


class MadeSeat(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["me", "bot", "friend"]
    name: str
    invite: str | UnsetType = UNSET
    """Whoever has it may take the seat; shown this once."""


class MadeMatch(msgspec.Struct, frozen=True):
    id: str
    seats: list[MadeSeat]


class SeatInfo(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    yours: bool
    present: bool


class MatchInfo(msgspec.Struct, frozen=True):
    id: str
    game: str
    title: str
    options: dict[str, int]
    commitment: str
    seats: list[SeatInfo]
    over: bool
    rematch: str | None


class Join(msgspec.Struct, frozen=True):
    invite: Token
    name: Name | None = None


class Joined(msgspec.Struct, frozen=True):
    seat: int


class Rematch(msgspec.Struct, frozen=True):
    id: str


class Health(msgspec.Struct, frozen=True):
    status: Literal["ok"]
    version: str
    tables: int
    games: list[str]
    """Games whose rules are loaded."""

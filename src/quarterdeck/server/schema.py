"""The tables of the database and their rows; `migrations/` makes them, and must follow them.

`batches` is the log, the truth about a match: all that is stored of one is a record. `drafts` holds
what the actor has done since the last fence; `writes`, which every writer counts up; and the
claim: `holder`, a process, makes the match's next automatic move, and no other does before `until`.
`contributions` is what players' clients add to the seed before the deal. `processes` are those that
run, `presence` who is connected to which of them: players by their seat, spectators by -1, -2, ...
`remarks` is what they have yet to hear on SQLite, `transfers` are guests on their way to another
browser, `lobby` the tables that anybody may join.
"""

from __future__ import annotations

import sys
from typing import Any, Literal, cast

import msgspec
import sqlalchemy as sa

from quarterdeck.engine.fairness import Chance, Contribution
from quarterdeck.engine.record import GIVEN_UP, Batch, Record
from quarterdeck.engine.words import ENGLISH

Kind = Literal["act", "resign", "late", "time"]
metadata = sa.MetaData()


def _of_a_match() -> sa.ForeignKey:
    """Gone when the match is."""
    return sa.ForeignKey("matches.id", ondelete="CASCADE")


matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("deal", sa.String(16)),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("owner", sa.String(32), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False, index=True),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("rematch", sa.String(32), index=True),
    sa.Column("winners", sa.Integer),
    sa.Column("lesson", sa.Boolean, nullable=False, server_default=sa.false()),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("bot", sa.String(64)),
    sa.Column("guest", sa.String(32), index=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("invite_hash", sa.String(64)),
    sa.Column("auto_pass", sa.Boolean, nullable=False, server_default=sa.false()),
)
batches = sa.Table(
    "batches",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("actions", sa.JSON, nullable=False),
    sa.Column("digest", sa.String(16)),
    sa.Column("keys", sa.JSON, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
drafts = sa.Table(
    "drafts",
    metadata,
    sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("writes", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("actions", sa.JSON, nullable=False),
    sa.Column("keys", sa.JSON, nullable=False),
    sa.Column("holder", sa.String(32)),
    sa.Column("until", sa.Float, nullable=False, server_default="0"),
)
contributions = sa.Table(
    "contributions",
    metadata,
    sa.Column("match", sa.String(32), _of_a_match(), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seal", sa.String(64)),
    sa.Column("entropy", sa.String(32)),
    sa.Column("expected", sa.Boolean, nullable=False),
    sa.Column("final", sa.Boolean, nullable=False),
)
processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("process", sa.String(32), primary_key=True),
)
remarks = sa.Table(
    "remarks",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("process", sa.String(32), nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    sqlite_autoincrement=True,  # the number of a row that is gone is not used again
)
deadlines = sa.Table(
    "deadlines",
    metadata,
    sa.Column("match", sa.String(32), _of_a_match(), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False, index=True),
    sa.Column("task", sa.String(16), nullable=False),
)
timing = sa.Table(
    "timing",
    metadata,
    sa.Column("match", sa.String(32), _of_a_match(), primary_key=True),
    sa.Column("value", sa.JSON, nullable=False),
)
subscriptions = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("endpoint", sa.String(1024), primary_key=True),
    sa.Column("guest", sa.String(32), nullable=False, index=True),
    sa.Column("p256dh", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("language", sa.String(16), nullable=False, server_default=ENGLISH),
)
transfers = sa.Table(
    "transfers",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("guest", sa.String(32), nullable=False, index=True),
    sa.Column("until", sa.Float, nullable=False),
)
lobby = sa.Table(
    "lobby",
    metadata,
    sa.Column("match", sa.String(32), _of_a_match(), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("since", sa.Float, nullable=False, index=True),
)
house = sa.Table(
    "house",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)


class MatchRow(msgspec.Struct, kw_only=True):
    id: str
    game: str
    version: int
    options: dict[str, int]
    secret: bytes
    deal: str | None = None
    """Digest of the deal; None: it has not been made."""
    commitment: str
    owner: str
    created: float
    over: bool = False
    rematch: str | None = None
    lesson: bool = False
    """It was dealt for the game's lesson: always the same, from a secret that is none."""


class SeatRow(msgspec.Struct, kw_only=True):
    seat: int
    name: str
    bot: str | None = None
    """The bot that plays it; None: a person."""
    guest: str | None = None
    """Who sits there; None and no bot: still open."""
    invite_hash: str | None = None
    auto_pass: bool = False
    """Decline for this seat whatever does not concern it."""


class BatchRow(msgspec.Struct, kw_only=True):
    """A batch of the record, and the keys of the commands it is made of."""

    seat: int
    kind: Kind
    actions: list[int]
    digest: str | None = None
    keys: list[str] = []

    def batch(self) -> Batch:
        # interned, because msgspec leaves out a default only if it is the same object
        kind = cast(Kind, sys.intern(self.kind))
        return Batch(self.seat, self.actions, kind, self.digest)


class DraftRow(msgspec.Struct, kw_only=True):
    writes: int = 0
    seat: int = 0
    actions: list[int] = []
    keys: list[str] = []


class ContributionRow(msgspec.Struct, frozen=True, kw_only=True):
    """What the client at a seat adds to the seed. A match has one row for each seat, and is dealt
    once all are final; a lesson, or one from before there were contributions, has none."""

    seat: int
    seal: str | None = None
    entropy: str | None = None
    expected: bool = True
    """Of people, but once of somebody who has several seats, and never of bots."""
    final: bool = False
    """Nothing more is waited for: it is here, it was not sent in time, or it was not expected."""


DeadlineTask = Literal["expire", "bot", "claim", "lose", "call_off", "remind"]


class DeadlineRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be done at a table when its time has come, once."""

    match: str
    kind: str
    """"game": the game's own limit; "move": a seat's turn; "invitee"; "reminder"."""
    seat: int
    """-1: of no seat."""
    at: float
    task: DeadlineTask


class SubscriptionRow(msgspec.Struct, frozen=True, kw_only=True):
    """Where a guest's browser wants to be notified: its push service, and its keys."""

    endpoint: str
    guest: str
    p256dh: str
    auth: str
    created: float
    language: str = ENGLISH
    """In which its owner is notified."""


class Times(msgspec.Struct, frozen=True):
    """All of a match's clocks and deadlines, as they replace what was stored."""

    value: Any
    rows: list[DeadlineRow]


class Stored(msgspec.Struct):
    """All that is known of one match."""

    match: MatchRow
    seats: list[SeatRow]
    batches: list[BatchRow]
    draft: DraftRow
    timing: Any = None
    """What `timing.Kept` stores; None: nothing was agreed."""
    deadlines: list[DeadlineRow] = []
    contributions: list[ContributionRow] = []

    @property
    def dealt(self) -> bool:
        return all(row.final for row in self.contributions)

    @property
    def chance(self) -> Chance | None:
        """Where the seed comes from; None: it is the secret itself, as in a lesson."""
        if not self.contributions:
            return None
        mixed = [
            Contribution(row.seat, row.seal, row.entropy)
            for row in self.contributions
            if row.expected
        ]
        return Chance(self.match.secret.hex(), mixed)

    @property
    def resigned(self) -> set[int]:
        return {batch.seat for batch in self.batches if batch.kind in GIVEN_UP}

    @property
    def vacant(self) -> frozenset[int]:
        """Seats whose invitation has not been taken up."""
        return frozenset(row.seat for row in self.seats if not row.bot and not row.guest)

    def record(self) -> Record:
        """The match as it was played."""
        about, chance = self.match, self.chance
        return Record(
            game=about.game,
            version=about.version,
            seats=len(self.seats),
            options=about.options,
            seed=(chance.seed if chance else about.secret).hex(),
            batches=[row.batch() for row in self.batches],
            draft=self.draft.actions,
            deal=about.deal,
            chance=chance,
        )

"""Record: a game as it was played, as data: archive, bug report and test fixture.

A record is replayed by today's rules, and each batch says by a digest what came of it then. So a
record that was tampered with is refused, and one of older rules is good as long as they agree.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
import numpy as np

from quarterdeck.engine import errors
from quarterdeck.engine.fairness import Chance
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.position import Position
from quarterdeck.engine.words import Words

if TYPE_CHECKING:
    from quarterdeck.engine.match import Match


def digest(position: Position) -> str:
    """Of the events of a batch, or of the deal: other rules would give others."""
    events = np.array(position.events, np.int64)
    return hashlib.sha256(events.tobytes()).hexdigest()[:16]


NOBODY = -1
"""The seat of a batch that no seat has made."""
GIVEN_UP = ("resign", "late")
"""Kinds of batches by which a seat gives up."""
say = Words(__package__)


class Batch(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Actions from one fence to the next, final; a resignation; or the end of the game's time."""

    seat: int
    """-1: nobody's doing."""
    actions: list[int]
    kind: Literal["act", "resign", "late", "time"] = "act"
    """"late": the seat had to resign, because its own time was up."""
    digest: str | None = None
    """Of what came of it; None: of a resignation, or of a log from before digests were kept."""


class Moment(NamedTuple):
    """A match being replayed, and what comes next."""

    match: Match
    seat: int | None
    """Who does it; None: that was all."""
    action: int | None
    """What is done; None: the seat resigns, or, if it is -1, the time is up."""


class Record(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A game as it was played, secrets and seed included."""

    game: str
    version: int
    seats: int
    options: dict[str, int]
    seed: str
    """64 hexadecimal digits."""
    batches: list[Batch]
    draft: list[int] = []
    deal: str | None = None
    """Digest of the deal; None: of a record from before it was kept."""
    chance: Chance | None = None
    """Where the seed came from, if several people have mixed it; None: the seed is all there is."""

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    @staticmethod
    def from_json(text: bytes) -> Record:
        """Parse a record; what cannot be one is refused with the reason."""
        try:
            return msgspec.json.decode(text, type=Record)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise errors.DamagedRecord(
                say("this is not a record of play: {error}", error=error)
            ) from None

    def replay(self, compiled: bool | None = None, game: Game | None = None) -> Iterator[Moment]:
        """Play the game again: the match before each action or resignation, and at the end.

        It is the same match every time, further on. What does not fit is refused where it stands.
        """
        game = game or find(self.game)
        if self.version > game.version:
            raise errors.WrongVersion(
                say(
                    "this record is of version {old} of {game}'s rules; here is version {new}. "
                    "Replay it with a newer release.",
                    old=self.version,
                    new=game.version,
                    game=game.title,
                )
            )
        try:
            yield from self._migrated(game)._moments(game, compiled)
        except errors.DamagedRecord as error:
            if self.version == game.version:
                raise
            raise errors.WrongVersion(
                say(
                    "this record is of version {old} of {game}'s rules; by version {new}, which is "
                    "here, the game would have been another: {error} Replay it with the release "
                    "that wrote it.",
                    old=self.version,
                    new=game.version,
                    game=game.title,
                    error=error,
                )
            ) from None

    def _migrated(self, game: Game) -> Record:
        """The record in terms of today's rules, if the game knows how; otherwise as it is."""
        migrate = game.hooks.rules.migrate
        return migrate(self) if migrate and self.version != game.version else self

    def _moments(self, game: Game, compiled: bool | None) -> Iterator[Moment]:
        match = self._dealt(game, compiled)
        if self.deal not in (None, digest(match.fences[0])):
            raise errors.DamagedRecord(say("the deal is another than it was when recorded."))
        yield from played_on(match, self.batches, self.draft)

    def _dealt(self, game: Game, compiled: bool | None) -> Match:
        from quarterdeck.engine.match import Match

        if self.chance and self.chance.seed.hex() != self.seed:
            raise errors.DamagedRecord(
                say("the seed does not follow from the secret and the entropy.")
            )
        try:
            seed = self.chance or bytes.fromhex(self.seed)
            return Match(game, self.seats, self.options, seed, compiled)
        except (ValueError, errors.BadOption) as error:
            raise errors.DamagedRecord(
                say("the record's settings are damaged: {error}", error=error)
            ) from None


def played_on(match: Match, batches: list[Batch], draft: list[int]) -> Iterator[Moment]:
    """Play what a record says came next: the match before each action, and at the end."""
    for number, batch in enumerate(batches, match.seq):
        place = say("batch {number}", number=number)
        if batch.kind in GIVEN_UP:
            yield Moment(match, batch.seat, None)
            _fit(place, match.resign, batch.seat, batch.kind == "late")
            continue
        if batch.kind == "time":
            yield Moment(match, NOBODY, None)
            _fit(place, match.expire)
        for action in batch.actions:
            yield Moment(match, batch.seat, action)
            _fit(place, match.act, batch.seat, action)
        if match.draft or match.seq != number + 1:
            raise errors.DamagedRecord(
                say("{place} does not end where its actions become final.", place=place)
            )
        if batch.digest not in (None, match.batches[-1].digest):
            raise errors.DamagedRecord(
                say("{place} has other consequences than it had when recorded.", place=place)
            )
    for action in draft:
        actor = -1 if match.actor is None else match.actor
        yield Moment(match, actor, action)
        _fit(say("the draft's action {action}", action=action), match.act, actor, action)
    yield Moment(match, None, None)


def _fit(place: str, entry: object, *arguments: int) -> None:
    """Enter something into the match, which must take it."""
    assert callable(entry)
    try:
        entry(*arguments)
    except errors.BrokenGame:
        raise
    except errors.QuarterdeckError as error:
        raise errors.DamagedRecord(
            say("{place} does not fit: {error}", place=place, error=error)
        ) from None

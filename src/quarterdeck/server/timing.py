"""Timing: whose time is running at a table, until when, and who is absent. No clock, no database.

A table says where its match stands, and `Timekeeper.follow` starts and stops clocks accordingly. A
seat's time runs while it is to act, once every seat is taken. What comes of it is stored with the
batch it belongs to: the rows of `deadlines`, and the rest as one value in `timing`.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from quarterdeck.engine.words import Words
from quarterdeck.server.refusals import NothingToClaim
from quarterdeck.server.schema import DeadlineRow, DeadlineTask, Stored, Times
from quarterdeck.wire import (
    Absent,
    Claim,
    Claimable,
    Invitees,
    OnTime,
    Pace,
    SeatTime,
    Timing,
    Wait,
)

say = Words(__package__)
DAY, MINUTE = 24 * 3600.0, 60.0
RETURNING = MINUTE
"""Whoever comes back to a clock that has run down has at least this many seconds."""
REMINDED = 0.25, 0.5 * DAY
"""A reminder comes when so much of the time is left, or so many seconds."""


class Terms(msgspec.Struct, frozen=True):
    """What was agreed when the match was made."""

    pace: Pace | None = None
    on_time: OnTime = "claim"
    invitees: Invitees | None = None


class SeatClock(msgspec.Struct, omit_defaults=True):
    left: float = 0.0
    """Seconds on its clock when its turn begins; 0 at a pace of days."""
    absent: Absent | None = None


class Kept(msgspec.Struct):
    """What is stored beside the deadlines."""

    terms: Terms
    seats: list[SeatClock]
    running: int | None = None
    """Whose time is running."""
    turn: int = 0
    called_off: bool = False

    @classmethod
    def agreed(cls, terms: Terms, seats: int) -> Kept:
        left = terms.pace.minutes * MINUTE if terms.pace else 0.0
        return cls(terms, [SeatClock(left) for _ in range(seats)])


class Standing(NamedTuple):
    """All that clocks need to know of a table."""

    over: bool
    actor: int | None
    turn: int
    vacant: frozenset[int]
    """Seats whose invitation has not been taken up."""
    people: frozenset[int]
    """Seats that belong to somebody who has not resigned."""


class Timekeeper:
    """The clocks of one match."""

    def __init__(self, match: str, kept: Kept, rows: list[DeadlineRow]) -> None:
        self._match, self._kept = match, kept
        self._rows = {(row.kind, row.seat): row for row in rows}
        self._stored = self._encoded()

    @classmethod
    def of(cls, match: str, seats: int, value: object, rows: list[DeadlineRow]) -> Timekeeper:
        """As it was stored; most matches have no clocks, and nothing is stored."""
        kept = msgspec.convert(value, Kept) if value else Kept.agreed(Terms(), seats)
        return cls(match, kept, rows)

    @classmethod
    def of_stored(cls, stored: Stored) -> Timekeeper:
        return cls.of(stored.match.id, len(stored.seats), stored.timing, stored.deadlines)

    # What is stored ---------------------------------------------------------------------------

    def _encoded(self) -> bytes:
        return msgspec.json.encode((self._kept, list(self._rows.values())))

    @property
    def timed(self) -> bool:
        """Is there anything to keep?"""
        return self.terms != Terms() or bool(self._rows)

    def changes(self) -> Times | None:
        """What must be stored with the next batch; None: nothing has changed."""
        return None if self._encoded() == self._stored else self.all()

    def all(self) -> Times:
        """Everything, as it is stored."""
        value = msgspec.to_builtins(self._kept) if self.terms != Terms() else None
        return Times(value, list(self._rows.values()))

    def stored(self) -> None:
        self._stored = self._encoded()

    # What it says -----------------------------------------------------------------------------

    @property
    def terms(self) -> Terms:
        return self._kept.terms

    @property
    def called_off(self) -> bool:
        return self._kept.called_off

    def stands_in(self, seat: int) -> bool:
        """Does a bot play for a seat whose owner is absent?"""
        return self._kept.seats[seat].absent == "bot"

    def claims(self, seat: int, vacant: bool) -> list[Claimable]:
        """What the others may claim of a seat."""
        if self._kept.seats[seat].absent != "claim":
            return []
        return ["bot", "call_off"] if vacant else ["bot", "resignation"]

    def due(self, kind: str, seat: int = -1) -> float | None:
        row = self._rows.get((kind, seat))
        return row.at if row else None

    def has(self, row: DeadlineRow) -> bool:
        return self._rows.get((row.kind, row.seat)) == row

    def shown(self, vacant: frozenset[int]) -> Timing | None:
        """For clients; None: nobody is in a hurry."""
        if self.terms == Terms():
            return None
        pace = self.terms.pace
        seats = [
            SeatTime(
                seat=seat,
                due=self.due("invitee", seat) or self.due("move", seat),
                left=clock.left if pace and pace.minutes else None,
                absent=clock.absent,
                claims=self.claims(seat, seat in vacant),
            )
            for seat, clock in enumerate(self._kept.seats)
        ]
        return Timing(pace, self.terms.on_time, self.terms.invitees, seats, self.called_off)

    # What happens -----------------------------------------------------------------------------

    def _set(self, kind: str, seat: int, at: float, task: DeadlineTask) -> None:
        row = DeadlineRow(match=self._match, kind=kind, seat=seat, at=at, task=task)
        self._rows[kind, seat] = row

    def invite(self, vacant: frozenset[int], now: float) -> None:
        """The match is made, and these seats are open."""
        for seat in vacant:
            self._expect(seat, now)

    def begin(self, standing: Standing, now: float, seconds: int) -> None:
        """The match is dealt; `seconds`: the game's own limit, if it has one."""
        if seconds:
            self._set("game", -1, now + seconds, "expire")
        self.follow(standing, now)

    def _expect(self, seat: int, now: float) -> None:
        """Wait for whoever was invited to a seat."""
        if invitees := self.terms.invitees:
            self._set("invitee", seat, now + invitees.days * DAY, invitees.then)

    def follow(self, standing: Standing, now: float) -> None:
        """Start and stop clocks as the match stands."""
        if standing.over or self.called_off:
            self._rows.clear()
            self._kept.running = None
            return
        clocks = self._kept.seats
        for kind, seat in list(self._rows):
            if kind == "invitee" and seat not in standing.vacant:
                del self._rows[kind, seat]
        waiting = any(not self.stands_in(seat) for seat in standing.vacant)
        whose = None if waiting else standing.actor
        if whose not in standing.people or clocks[whose].absent:
            whose = None
        running = self._kept.running
        if self.terms.pace and (whose, standing.turn) != (running, self._kept.turn):
            self._stop(now)
            if whose is not None:
                self._kept.turn = standing.turn
                self._start(whose, now)

    def _start(self, seat: int, now: float) -> None:
        pace = self.terms.pace
        assert pace is not None
        period = pace.days * DAY or self._kept.seats[seat].left + pace.seconds
        self._kept.running = seat
        self._set("move", seat, now + period, self.terms.on_time)
        if pace.days:
            part, most = REMINDED
            self._set("reminder", seat, now + period - min(period * part, most), "remind")

    def _stop(self, now: float) -> None:
        """What is left of a deadline is left on the clock, but never more than was there: the
        seconds that every turn begins with are lost if they are not used."""
        seat = self._kept.running
        if seat is None:
            return
        at = self.due("move", seat) or now
        clock = self._kept.seats[seat]
        clock.left = max(0.0, min(clock.left, at - now))
        self._rows.pop(("move", seat), None)
        self._rows.pop(("reminder", seat), None)
        self._kept.running = None

    def done(self, row: DeadlineRow) -> None:
        """A deadline has been carried out."""
        del self._rows[row.kind, row.seat]

    def leave(self, seat: int, absent: Absent, now: float) -> None:
        """The seat's owner is absent: a bot sits in, or the others decide."""
        if self._kept.running == seat:
            self._stop(now)
        self._kept.seats[seat].absent = absent

    def come_back(self, seat: int) -> bool:
        """The seat's owner is there; False if that was known."""
        clock, pace = self._kept.seats[seat], self.terms.pace
        if not clock.absent:
            return False
        clock.absent = None
        if pace and pace.minutes:
            clock.left = max(clock.left, RETURNING)
        return True

    def settle(
        self, seat: int, command: Claim | Wait, vacant: frozenset[int], now: float
    ) -> Claimable | None:
        """What a seat decides about an absent player; None: to wait."""
        absent = command.seat
        known = absent < len(self._kept.seats)
        claims = self.claims(absent, absent in vacant) if known else []
        if not claims or absent == seat:
            raise NothingToClaim(say("Nobody is absent there; time is not up."))
        if isinstance(command, Wait):
            self.wait(absent, absent in vacant, now)
            return None
        if command.what not in claims:
            raise NothingToClaim(
                say("You can claim {claims} here.", claims=say(" or ").join(claims))
            )
        if command.what == "bot":
            self.leave(absent, "bot", now)
        elif command.what == "call_off":
            self.call_off()
        return command.what

    def wait(self, seat: int, vacant: bool, now: float) -> None:
        """Give an absent seat as much time again as it had at first."""
        clock, pace = self._kept.seats[seat], self.terms.pace
        clock.absent = None
        if vacant:
            self._expect(seat, now)
        elif pace and pace.minutes:
            clock.left = pace.minutes * MINUTE

    def call_off(self) -> None:
        self._kept.called_off = True

"""Gathering: the people around a match that is not dealt yet, while their clients mix the seed.

First every client seals its entropy, then, when all seals are known, each sends it. So nobody, the
server included, can choose what it adds by what the others add (docs/fairness.md). What a client
does not send in time is left out, and the record says so. What is stored is the truth, so several
processes can gather for one match. Once dealt, a gathering passes everything on to its table.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from msgspec import UNSET

from quarterdeck.engine import fairness
from quarterdeck.engine.errors import NotYourTurn, QuarterdeckError, StaleAction
from quarterdeck.engine.game import find
from quarterdeck.engine.words import Words
from quarterdeck.server import clock
from quarterdeck.server.guests import distinct_name
from quarterdeck.server.presence import Presence
from quarterdeck.server.push import Notices
from quarterdeck.server.refusals import NotDealt, RemovedMatch, WrongEntropy, sentence
from quarterdeck.server.schema import ContributionRow, DeadlineRow, DraftRow, SeatRow, Stored
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Conflict, Storage
from quarterdeck.server.stream import Listener
from quarterdeck.server.table import Table, check_room
from quarterdeck.server.timing import Standing, Timekeeper
from quarterdeck.wire import (
    Claim,
    Command,
    Entropy,
    Gathered,
    Message,
    People,
    Person,
    Refused,
    Resume,
    Seal,
    Sealed,
    Wait,
)

log = logging.getLogger(__name__)
say = Words(__package__)
UNKNOWN = -1
"""Stands for a number of writes: what is stored must be read again."""


def expected(sitting: list[SeatRow], guest: str, entropy: str | None) -> list[ContributionRow]:
    """Whose contribution a new match waits for; that of its maker may be there already."""

    def of(row: SeatRow) -> ContributionRow:
        if row.bot or contributor(sitting, row.seat) != row.seat:
            return ContributionRow(seat=row.seat, expected=False, final=True)
        if row.guest != guest or entropy is None:
            return ContributionRow(seat=row.seat)
        seal = fairness.seal(entropy)
        return ContributionRow(seat=row.seat, seal=seal, entropy=entropy, final=True)

    return [of(row) for row in sitting]


def contributor(sitting: list[SeatRow], seat: int) -> int:
    """The first seat of whoever sits here: it contributes for all of them."""
    guest = sitting[seat].guest
    return next(row.seat for row in sitting if row.seat == seat or (guest and row.guest == guest))


class Gathering:
    def __init__(
        self,
        stored: Stored,
        storage: Storage,
        settings: Settings,
        presence: Presence,
        deal: Callable[[Stored], Awaitable[Table]],
        notices: Notices | None = None,
    ) -> None:
        self._storage, self._settings, self._deal = storage, settings, deal
        self._presence, self._notices = presence, notices
        self._elsewhere: list[int] = []
        """Who is connected to other processes: seats, and a number below 0 for each spectator."""
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._heard = 0
        self._hearing: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._waiting: asyncio.Task[None] | None = None
        self._noticed: dict[tuple[int, bool, bool], float] = {}
        """When a contribution was first seen to be missing: seat, all sealed, connected."""
        self.table: Table | None = None
        """Where everybody is now, once dealt."""
        self.used = time.monotonic()
        self._take_in(stored)

    def _take_in(self, stored: Stored) -> None:
        self.about, self.seats, self._rows = stored.match, stored.seats, stored.contributions
        self._vacant, self._writes = stored.vacant, stored.draft.writes
        self.time = Timekeeper.of_stored(stored)

    # Who is here ------------------------------------------------------------------------------

    def listeners(self) -> list[Listener]:
        return self.table.listeners() if self.table else [*self._listeners]

    @property
    def watched(self) -> bool:
        return bool(self.listeners())

    @property
    def busy(self) -> bool:
        return self._lock.locked()

    def people(self) -> list[Person]:
        if self.table:
            return self.table.people()
        return [
            Person(
                seat=row.seat,
                name=row.name,
                kind="bot" if row.bot else "person" if row.guest else "open",
                present=bool(row.bot) or self._is_here(row.seat),
                stand_in=self.time.stands_in(row.seat),
            )
            for row in self.seats
        ]

    @property
    def _watching_here(self) -> int:
        return sum(listener.seat is None and listener.watches for listener in self._listeners)

    @property
    def _company(self) -> People:
        elsewhere = sum(seat < 0 for seat in self._elsewhere)
        return People(self.people(), self._watching_here + elsewhere)

    def _sockets(self, seat: int | None) -> int:
        return sum(listener.seat == seat for listener in self._listeners)

    def _is_here(self, seat: int) -> bool:
        return self._sockets(seat) > 0 or seat in self._elsewhere

    def _is_contributor_here(self, seat: int) -> bool:
        """Is whoever contributes at this seat connected, to whichever of their seats?"""
        return any(
            self._is_here(row.seat) and contributor(self.seats, row.seat) == seat
            for row in self.seats
        )

    def meet(self, elsewhere: list[int]) -> None:
        """Hear who is connected to other processes."""
        before, self._elsewhere = self._company, elsewhere
        self._show_company(before)

    def _show_company(self, before: People, but: Listener | None = None) -> None:
        self._changed.set()
        if self._company != before:
            self._tell_all(self._company, but)

    async def connect(self, listener: Listener) -> None:
        async with self._lock:
            if not self.table:
                check_room(listener.seat, self._sockets(listener.seat), self._settings)
                await self._look()
            if not self.table:
                self._welcome(listener)
                return
        await self.table.connect(listener)

    def _welcome(self, listener: Listener) -> None:
        before, seat = self._company, listener.seat
        self._listeners.append(listener)
        if seat is None and listener.watches:
            self._presence.came(self.about.id, -self._watching_here)
        if seat is not None:
            self._presence.came(self.about.id, seat)
            self._notice_again(seat)
            if self._notices and (guest := self.seats[seat].guest):
                self._notices.drop(guest, self.about.id)
        self._show_company(before, but=listener)
        listener.send(self._gathered())
        self._wait()

    def disconnect(self, listener: Listener) -> None:
        if self.table:
            self.table.disconnect(listener)
            return
        self.used = time.monotonic()
        before = self._company
        if listener.seat is None and listener.watches:
            self._presence.went(self.about.id, -self._watching_here)
        self._listeners.remove(listener)
        if listener.seat is not None and not self._sockets(listener.seat):
            self._presence.went(self.about.id, listener.seat)
        self._show_company(before)

    async def sit(self, seat: int, guest: str, name: str, entropy: str | None = None) -> bool:
        """Give an open seat to a guest; False if somebody else was faster."""
        async with self._lock:
            if not self.table:
                await self._look()
            if not self.table:
                others = (row.name for row in self.seats if row.seat != seat)
                name = distinct_name(name, others, self._settings.name_length)
                sat = await self._storage.sit(self.about.id, seat, guest, name, entropy)
                if sat:
                    self._say_who_joined(seat, name)
                await self._look()
                return sat
        return await self.table.sit(seat, guest, name)

    def _say_who_joined(self, seat: int, name: str) -> None:
        """Notify those who are not connected."""
        if self._notices is None:
            return
        here = {row.guest for row in self.seats if self._is_here(row.seat)}
        names = [name if row.seat == seat else row.name for row in self.seats]
        for guest in {row.guest for row in self.seats} - here:
            if guest is not None:
                others = [names[row.seat] for row in self.seats if row.guest != guest]
                title = find(self.about.game).title
                self._notices.post(guest, self.about.id, "joined", title, others, name)

    # What they contribute -----------------------------------------------------------------------

    @property
    def _closed(self) -> bool:
        """Is every seal here that will ever count?"""
        return all(row.seal or row.final for row in self._rows)

    @property
    def _missing(self) -> list[int]:
        """Whose seal is missing; once all are here, whose entropy."""
        closed = self._closed
        return [row.seat for row in self._rows if not row.final and (closed or not row.seal)]

    @property
    def _complete(self) -> bool:
        return all(row.final for row in self._rows)

    def _gathered(self) -> Gathered:
        return Gathered(
            people=self.people(),
            watching=self._company.watching,
            commitment=self.about.commitment,
            seals=[Sealed(row.seat, row.seal) for row in self._rows if row.seal],
            closed=self._closed,
            missing=self._missing,
            timing=self.time.shown(self._vacant) or UNSET,
        )

    def _tell_all(self, message: Message, but: Listener | None = None) -> None:
        for listener in self._listeners:
            if listener is not but:
                listener.send(message)

    async def obey(self, listener: Listener, command: Command) -> None:
        """Carry out a command or say why not; there is always a reply."""
        self.used = time.monotonic()
        key = UNSET if isinstance(command, Resume) else command.key
        try:
            async with self._lock:
                if not self.table:
                    await self._carry_out(listener, command)
                    return
        except QuarterdeckError as error:
            listener.send(Refused(code=error.code, message=sentence(error), key=key))
            return
        except Exception:
            log.exception("a command failed before the deal of %s", self.about.id)
            message = say("Something went wrong on our side and nothing has changed; try again.")
            listener.send(Refused(code="internal", message=message, key=key))
            return
        await self.table.obey(listener, command)

    async def _carry_out(self, listener: Listener, command: Command) -> None:
        seat = listener.seat
        if not isinstance(command, Resume):
            if seat is None:
                raise NotYourTurn(
                    say("You are watching this match; only those who sit at it can act.")
                )
            await self._do(seat, command)
        if not await self._look():
            listener.send(self._gathered())

    async def _do(self, seat: int, command: Command) -> None:
        if isinstance(command, Seal | Entropy):
            await self._contribute(contributor(self.seats, seat), command)
        elif isinstance(command, Claim | Wait):
            await self._look()
            self.time.settle(seat, command, self._vacant, clock.now())
            await self._save()
        else:
            raise NotDealt(say("The match has not been dealt yet."))

    async def _contribute(self, seat: int, command: Seal | Entropy) -> None:
        match, row = self.about.id, self._rows[seat]
        if isinstance(command, Seal):
            await self._storage.contribute(match, seat, command.seal, None)
            return
        seal = fairness.seal(command.entropy)
        if row.seal not in (None, seal):
            raise WrongEntropy(say("This is not the entropy that was sealed."))
        await self._storage.contribute(match, seat, seal, command.entropy)

    # What is stored -----------------------------------------------------------------------------

    async def _look(self) -> bool:
        """Read what has changed and show it; deal if nothing is missing any more."""
        if await self._storage.writes(self.about.id) == self._writes and not self._complete:
            return False
        stored = await self._read()
        self._changed.set()
        self._tell_all(self._gathered())
        if self._complete:
            self.table = await self._deal(stored)
            gathered, self._listeners = self._listeners, []
            self.table.welcome(gathered, self._elsewhere)
            self._changed.set()  # nobody is waited for any more
        return True

    async def _read(self) -> Stored:
        """Take in what is stored, once all that follows from it is stored, too."""
        while True:
            stored = await self._storage.load(self.about.id)
            if stored is None:
                raise RemovedMatch
            self._take_in(stored)
            if self._follow_arrivals():
                with suppress(StaleAction):
                    await self._save()
            elif excused := [row.seat for row in self._rows if self._is_excused(row)]:
                await self._storage.excuse(self.about.id, excused)
            else:
                return stored

    def _follow_arrivals(self) -> bool:
        """Nobody is waited for where somebody sits; True: some clock must be stopped."""
        for row in self.seats:
            if row.guest:
                self.time.come_back(row.seat)
        people = frozenset(row.seat for row in self.seats if row.guest)
        standing = Standing(self.time.called_off, None, 0, self._vacant, people)
        self.time.follow(standing, clock.now())
        return self.time.changes() is not None

    def _is_excused(self, row: ContributionRow) -> bool:
        """Is nothing expected of a seat any more: does a bot sit in, or is the match called off?"""
        stand_in = row.seat in self._vacant and self.time.stands_in(row.seat)
        return not row.final and (stand_in or self.time.called_off)

    async def _save(self, due: DeadlineRow | None = None) -> None:
        """Store clocks; what is stored must be read again afterwards."""
        self._follow_arrivals()
        draft, self._writes = DraftRow(writes=self._writes), UNKNOWN
        over, times = self.time.called_off, self.time.changes()
        try:
            await self._storage.save(self.about.id, 0, [], draft, over, times=times, due=due)
        except Conflict as conflict:
            raise StaleAction(say("Something else happened first; look again.")) from conflict

    async def carry_out(self, due: DeadlineRow) -> None:
        """Do what a deadline says; raises Conflict if another process was first."""
        async with self._lock:
            if not self.table:
                await self._look()
            if not self.table:
                await self._time_is_up(due)
                return
        await self.table.carry_out(due)

    async def _time_is_up(self, due: DeadlineRow) -> None:
        """Whoever was invited has not come."""
        if not self.time.has(due):
            self._writes = UNKNOWN
            raise Conflict
        self.time.done(due)
        if due.task == "call_off":
            self.time.call_off()
        elif due.task in ("bot", "claim"):
            self.time.leave(due.seat, due.task, clock.now())
        try:
            await self._save(due)
        except StaleAction as stale:
            raise Conflict from stale
        await self._look()

    async def refresh(self) -> None:
        """Read what other processes have written, and who is connected to them."""
        async with self._lock:
            if not self.table:
                await self._look()
        if self.table:
            await self.table.refresh()
            return
        elsewhere = await self._presence.elsewhere([self.about.id])
        self.meet(elsewhere[self.about.id])

    def hear(self, writes: int) -> None:
        """The match has been written so many times; if not by this process, read it."""
        self._heard = max(self._heard, writes)
        reading = self._hearing is not None and not self._hearing.done()
        if self._heard > self._writes and self._listeners and not reading:
            self._hearing = asyncio.create_task(self._read_what_was_heard())

    async def _read_what_was_heard(self) -> None:
        try:
            while not self.table and self._heard > self._writes:
                heard = self._heard
                async with self._lock:
                    if not self.table:
                        await self._look()
                if heard == self._heard:
                    return
        except Exception:  # the next beat compares again
            log.exception("what others have written about %s cannot be read", self.about.id)

    # Those who do not answer ----------------------------------------------------------------------

    def _wait(self) -> None:
        if self._waiting is None or self._waiting.done():
            self._waiting = asyncio.create_task(self._wait_for_all())

    async def _wait_for_all(self) -> None:
        """While anybody is connected: go on without those who do not contribute in time."""
        while self._listeners and not self.table:
            self._changed.clear()
            due = {seat: self._due(seat) for seat in self._missing if self.seats[seat].guest}
            pause = min(due.values()) - time.monotonic() if due else None
            try:
                await asyncio.wait_for(self._changed.wait(), pause and max(0.0, pause))
            except TimeoutError:
                try:
                    late = [seat for seat in due if due[seat] <= time.monotonic()]
                    await self._go_on_without(late)
                except Exception:
                    log.exception("the deal of %s cannot go on without the late", self.about.id)
                    await asyncio.sleep(1.0)

    def _notice_again(self, seat: int) -> None:
        """Whoever comes back has time again."""
        for closed in (False, True):
            self._noticed.pop((contributor(self.seats, seat), closed, True), None)

    def _due(self, seat: int) -> float:
        """When a missing contribution is waited for no longer."""
        here = self._is_contributor_here(seat)
        noticed = self._noticed.setdefault((seat, self._closed, here), time.monotonic())
        return noticed + self._settings.entropy_seconds[0 if here else 1]

    async def _go_on_without(self, late: list[int]) -> None:
        async with self._lock:
            if not self.table:
                await self._storage.waive(self.about.id, late, sealed=self._closed)
                await self._look()

    # Leaving memory -------------------------------------------------------------------------------

    def rest(self) -> None:
        """There is nothing to draw again."""

    def fall_asleep(self) -> None:
        """What is stored brings it back."""
        for task in (self._waiting, self._hearing):
            if task is not None:
                task.cancel()

    def retire(self) -> bool:
        """Leave the rest to other processes; there is no automatic move to claim."""
        self.fall_asleep()
        return False

    async def close(self) -> None:
        self.fall_asleep()

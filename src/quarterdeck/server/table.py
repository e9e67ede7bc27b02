"""Table: people and bots around one match; they come and go.

It has one writer at a time (its lock). An action is carried out, committed, then published. A
table sends scenes only through a `Stream`, which shows the match to one seat, or to spectators, in
one language.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import TypeVar, cast

import msgspec
from msgspec import UNSET, UnsetType

from quarterdeck.bots.analysis import Analysis, in_words
from quarterdeck.engine.errors import (
    DamagedRecord,
    GameOver,
    NotYourTurn,
    QuarterdeckError,
    StaleAction,
)
from quarterdeck.engine.lesson import LEARNER
from quarterdeck.engine.match import Match
from quarterdeck.engine.scene import named, named_json
from quarterdeck.engine.words import ENGLISH, Words
from quarterdeck.server import clock, metrics
from quarterdeck.server.automatic import AutomaticMoves, AutoMove
from quarterdeck.server.bots import BotPool
from quarterdeck.server.guests import distinct_name
from quarterdeck.server.hints import Hints
from quarterdeck.server.pauses import Pauses, in_time
from quarterdeck.server.presence import Presence
from quarterdeck.server.push import Notices, Occasion
from quarterdeck.server.refusals import RemovedMatch, TooMany, sentence
from quarterdeck.server.replay import restore
from quarterdeck.server.schema import BatchRow, DeadlineRow, DraftRow, Stored, Times
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import FINISH, Conflict, Storage, finish
from quarterdeck.server.stream import Listener, Stream
from quarterdeck.server.timing import Standing, Timekeeper
from quarterdeck.wire import (
    Act,
    AutoPass,
    Back,
    Claim,
    Command,
    Entropy,
    Hint,
    Hinted,
    Hurry,
    People,
    Person,
    Refused,
    Resign,
    Resume,
    Seal,
    State,
    Suggestion,
    Timing,
    Undo,
    Wait,
    encode,
)

log = logging.getLogger(__name__)
say = Words(__package__)
T = TypeVar("T")
KEYS_KEPT = 64
"""Idempotency keys remembered for an unfinished draft."""
TRIES = 5
"""How often a command is tried again because another process wrote first."""


def _stale() -> str:
    return say("Something else happened first; here is how the match stands now.")


def asleep(stored: Stored) -> list[Person]:
    """Who sits at a table that is not in memory: nobody is present but bots."""
    left = set() if stored.match.over else stored.resigned
    bots = {row.seat for row in stored.seats if row.bot} | left
    return [
        Person(
            seat=row.seat,
            name=row.name,
            kind="bot" if row.seat in bots else "person" if row.guest else "open",
            present=row.seat in bots,
        )
        for row in stored.seats
    ]


def check_room(seat: int | None, there: int, settings: Settings) -> None:
    """Spectators have their own room: they never keep a player out."""
    if seat is None and there >= settings.spectators_per_match:
        raise TooMany(say("So many are watching that there is no more room; try again later."))
    if seat is not None and there >= settings.sockets_per_seat:
        raise TooMany(say("You have opened this table too many times; close one of its pages."))


class Table:
    def __init__(
        self,
        stored: Stored,
        match: Match,
        storage: Storage,
        pool: BotPool,
        hints: Hints,
        settings: Settings,
        presence: Presence,
        notices: Notices | None = None,
    ) -> None:
        self._storage, self._pool, self._settings = storage, pool, settings
        self._hints, self._pauses = hints, Pauses(settings)
        self._presence, self._notices = presence, notices
        self._elsewhere: list[int] = []
        """Who is connected to other processes: seats, and a number below 0 for each spectator."""
        self._lock = asyncio.Lock()
        self._heard = 0
        self._hearing: asyncio.Task[None] | None = None
        self._automatic = AutomaticMoves(
            stored.match.id,
            storage,
            presence.process,
            settings.claim_seconds,
            self._next_move,
            self._make_move,
        )
        self._analysing = asyncio.Lock()
        self._analyses: dict[int, Analysis] = {}
        self.used = time.monotonic()
        self.streams: dict[tuple[int | None, str], Stream] = {}
        self._take_in(stored, match)

    def _take_in(self, stored: Stored, match: Match, since: int = 0) -> None:
        self.about, self.seats, self.match = stored.match, stored.seats, match
        self._lesson = match.game.lesson if stored.match.lesson else None
        self._draft, self._saved = stored.draft, since + len(stored.batches)
        if not since:
            self._keys: set[tuple[int, str]] = set()
        self._keys |= {(batch.seat, key) for batch in stored.batches for key in batch.keys}
        self._keys |= {(stored.draft.seat, key) for key in stored.draft.keys}
        self.time = Timekeeper.of_stored(stored)
        self._asked = match.actor
        self._behind = False

    # Who is here ------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def stream(self, seat: int | None, wanted: str = ENGLISH) -> Stream:
        """What a seat, or spectators, are shown in a language."""
        if (seat, wanted) not in self.streams:
            self.streams[seat, wanted] = Stream(seat, wanted)
        return self.streams[seat, wanted]

    def _stream_of(self, listener: Listener) -> Stream:
        return self.stream(listener.seat, listener.language)

    def listeners(self) -> list[Listener]:
        return [one for stream in self.streams.values() for one in stream.listeners]

    def _sockets(self, seat: int | None) -> int:
        return sum(len(one.listeners) for one in self.streams.values() if one.seat == seat)

    def people(self) -> list[Person]:
        return [
            Person(
                seat=seat.seat,
                name=seat.name,
                kind="bot" if self._taken_over(seat.seat) else "person" if seat.guest else "open",
                present=bool(self._taken_over(seat.seat)) or self._is_here(seat.seat),
                stand_in=self.time.stands_in(seat.seat) and not self.over,
            )
            for seat in self.seats
        ]

    def _is_here(self, seat: int) -> bool:
        return self._sockets(seat) > 0 or seat in self._elsewhere

    @property
    def watched(self) -> bool:
        return any(stream.listeners for stream in self.streams.values())

    @property
    def watching(self) -> int:
        """How many are here without a seat."""
        return self._watching_here + sum(seat < 0 for seat in self._elsewhere)

    @property
    def _watching_here(self) -> int:
        return sum(listener.watches for listener in self.listeners())

    def company(self) -> People:
        return People(self.people(), self.watching)

    def meet(self, elsewhere: list[int]) -> None:
        """Hear who is connected to other processes."""
        before = self.company()
        self._elsewhere = elsewhere
        if self.company() != before:
            self._broadcast(self.company())

    async def connect(self, listener: Listener) -> None:
        async with self._lock:
            check_room(listener.seat, self._sockets(listener.seat), self._settings)
            await self._catch_up(look=True)
            await self._set_clocks()
            before, stream = self.company(), self._stream_of(listener)
            stream.look(self.match)
            stream.listeners.add(listener)
            if listener.seat is not None:
                self._presence.came(self.about.id, listener.seat)
            elif listener.watches:
                self._presence.came(self.about.id, -self._watching_here)
            self._show_all(listener)
            if self.company() != before:
                self._broadcast(self.company(), but=listener)
        self.wake_bots()
        if self._notices and (guest := self._guest(listener.seat)):
            self._notices.drop(guest, self.about.id)

    def welcome(self, gathered: list[Listener], elsewhere: list[int]) -> None:
        """Those who were here before the deal see it now."""
        self._elsewhere = elsewhere
        for listener in gathered:
            self._stream_of(listener).look(self.match)
            self._stream_of(listener).listeners.add(listener)
        self._show_everybody()
        self.wake_bots()

    def disconnect(self, listener: Listener) -> None:
        self.used = time.monotonic()
        self._hints.cancel(listener)
        before = self.company()
        if listener.seat is None and listener.watches:
            self._presence.went(self.about.id, -self._watching_here)
        self._stream_of(listener).listeners.discard(listener)
        if listener.seat is not None and not self._sockets(listener.seat):
            self._presence.went(self.about.id, listener.seat)
        if self.company() != before:
            self._broadcast(self.company())

    async def sit(self, seat: int, guest: str, name: str) -> bool:
        """Give an open seat to a guest; False if somebody else was faster."""
        async with self._lock:
            others = (row.name for row in self.seats if row.seat != seat)
            name = distinct_name(name, others, self._settings.name_length)
            sat = await self._storage.sit(self.about.id, seat, guest, name)
            await self._catch_up(look=True)
            if sat:
                await self._set_clocks(arrived=seat)
                self._show_everybody()
                self._notify("joined", [row.seat for row in self.seats if row.seat != seat], name)
            self._automatic.stop_waiting()  # that was this process's own doing
            return sat

    @property
    def open(self) -> bool:
        """May anybody know everything now? The seed, like the record, shows every hand."""
        return self.about.over and self.match.reveals

    def rest(self) -> None:
        """Nothing has happened for a while: keep what was drawn no longer, and draw it again if
        somebody asks."""
        self.match.rest()
        for stream in self.streams.values():
            stream.rest()

    # What they are sent -----------------------------------------------------------------------

    def _state(self, stream: Stream, first: int, fresh: int) -> State:
        """The only way a scene gets into a message: as `stream` has drawn it, names filled in."""
        return State(
            cursor=stream.cursor,
            scene=self._named(stream.scene(self.match)),
            told=self._named(stream.told[first:]),
            first=first,
            fresh=fresh,
            undo=stream.undo,
            auto_pass=stream.seat is not None and self.seats[stream.seat].auto_pass,
            idle=stream.seat is not None and self._decline(stream.seat) is not None,
            people=self.people(),
            watching=self.watching,
            deadline=self.time.due("game") or UNSET,
            timing=self.timing or UNSET,
            commitment=self.about.commitment,
            secret=self.about.secret.hex() if self.open else UNSET,
            rematch=self.about.rematch or UNSET,
            lesson=self._lesson_reached(stream.seat),
        )

    def _lesson_reached(self, seat: int | None) -> int | UnsetType | None:
        """How far the lesson has come, for whoever is taught."""
        if self._lesson is None or seat != LEARNER:
            return UNSET
        return self._lesson.reached(self.match)

    def _named(self, value: T) -> T:
        """What goes into a message, already as JSON: names are filled in once, in the text."""
        return cast(T, msgspec.Raw(named_json(value, self.names)))

    def _show_everybody(self) -> None:
        for listener in self.listeners():
            self._show_all(listener)

    def _show_all(self, listener: Listener) -> None:
        listener.send(self._state(self._stream_of(listener), first=0, fresh=0))

    def _publish(self) -> None:
        """Send every viewer what has changed for it, and nothing to the others."""
        if self.match.actor is not None and self._among_people(self.match.actor):
            self._pauses.ask(self.match)
        for stream in self.streams.values():
            if stream.listeners and stream.look(self.match):
                fresh = len(stream.told) - stream.first
                message = encode(self._state(stream, stream.first, fresh))
                for listener in stream.listeners:
                    self._hints.cancel(listener)
                    listener.post(message)

    def _broadcast(self, message: People, but: Listener | None = None) -> None:
        for listener in self.listeners():
            if listener is not but:
                listener.send(message)

    # What they do -----------------------------------------------------------------------------

    async def obey(self, listener: Listener, command: Command) -> None:
        """Carry out a command or say why not; there is always a reply."""
        self.used, started = time.monotonic(), time.perf_counter()
        key = UNSET if isinstance(command, Resume) else command.key
        try:
            await self._try(listener, command, started)
        except Conflict:
            listener.send(Refused(code=StaleAction.code, message=_stale(), key=key))
            self._show_all(listener)
        except QuarterdeckError as error:
            listener.send(Refused(code=error.code, message=sentence(error), key=key))
            if isinstance(error, StaleAction):
                self._show_all(listener)
        except Exception:
            log.exception("a command failed at table %s", self.about.id)
            self._behind = True
            message = say("Something went wrong on our side and nothing has changed; try again.")
            listener.send(Refused(code="internal", message=message, key=key))
        self.wake_bots()

    async def _try(self, listener: Listener, command: Command, started: float) -> None:
        """Carry out a command. If another process was first, the cursor tells whether that has
        changed anything for this seat."""
        for _ in range(TRIES):
            try:
                async with self._lock:
                    await self._catch_up(look=isinstance(command, Resume))
                    return await self._carry_out(listener, command, started)
            except Conflict:
                continue
        raise Conflict

    async def _carry_out(self, listener: Listener, command: Command, started: float) -> None:
        seat, stream = listener.seat, self._stream_of(listener)
        if isinstance(command, Resume | Seal | Entropy):  # it is dealt: those come too late
            self._show_all(listener)
            return
        if seat is None:
            raise NotYourTurn(say("You are watching this match; only those who sit at it can act."))
        if (seat, command.key) in self._keys:
            self._show_all(listener)
            return
        if isinstance(command, AutoPass):
            await self._switch_auto_pass(listener, seat, command.on)
            return
        if isinstance(command, Hurry):
            self._pauses.hurried = command.on
            listener.send(People(self.people()))
            return
        if seat in self.match.resigned:
            raise NotYourTurn(say("You have resigned; a bot plays your seat now."))
        if isinstance(command, Claim | Wait | Back):  # bots may be moving on meanwhile
            await self._settle(seat, command)
            return
        if command.cursor != stream.cursor and not isinstance(command, Resign):  # it stands anyway
            raise StaleAction(_stale())
        if self.time.called_off:
            raise GameOver(say("This match was called off."))
        if isinstance(command, Hint):
            guest = self.seats[seat].guest or ""
            self._hints.begin(guest, listener, self._hint(listener, stream, command))
            return
        self._pauses.note(seat, self.match)
        match command:
            case Act(action=action, then=then):
                self.match.act(seat, action, then=then)
            case Undo():
                self.match.undo(seat)
            case Resign():
                self.match.resign(seat)
        returned = self.time.come_back(seat)
        await self._save(command.key)
        metrics.COMMITTED.observe(time.perf_counter() - started)
        self._keys.add((seat, command.key))
        self._publish()
        metrics.QUEUED.observe(time.perf_counter() - started)
        if isinstance(command, Act):
            metrics.MOVES.labels("person").inc()
        if returned:
            self._show_everybody()

    async def _switch_auto_pass(self, listener: Listener, seat: int, on: bool) -> None:
        if self.seats[seat].auto_pass == on:
            self._show_all(listener)
        else:
            await self._storage.set_auto_pass(self.about.id, seat, on)
            await self._catch_up(look=True)
            self._automatic.stop_waiting()  # that was this process's own doing

    async def _hint(self, listener: Listener, stream: Stream, command: Hint) -> None:
        """Ask the strongest bot, while the match goes on."""
        seat = listener.seat
        mine = None if seat is None else self.seats[seat].guest
        if any(not row.bot and row.guest != mine for row in self.seats):
            refusal = say("Hints are for games against bots; another person sits at this table.")
        elif seat != self.match.actor or seat is None:
            refusal = say("You can ask for a hint when it is your turn.")
        elif not self.match.game.compiled:
            refusal = say("The game is still getting ready for hints; ask again in a minute.")
        else:
            scene = stream.scene(self.match)
            labels = {action.id: action.label for action in scene.actions}
            view = self.match.view(seat).tobytes()
            hints = await self._hints.think(self.about.game, self.about.id, seat, view)
            best = [Suggestion(a.action, labels.get(a.action, ""), a.expected) for a in hints[:2]]
            if best:
                scored = self.match.rules.score is not None
                hinted = Hinted(cursor=command.cursor, options=best, scored=scored, key=command.key)
                listener.send(named(hinted, self.names))
                metrics.HINTS.labels("given").inc()
                return
            refusal = say("No hint is available just now; try again.")
        metrics.HINTS.labels("refused").inc()
        listener.send(Refused(code="no-hint", message=refusal, key=command.key))

    async def _save(self, key: str | None = None, due: DeadlineRow | None = None) -> None:
        """Commit what is not in the log yet. After any failure the log is read again."""
        self._behind = True
        keys = [*self._draft.keys, *([key] if key else [])][-KEYS_KEPT:]
        new = [
            BatchRow(**msgspec.structs.asdict(batch)) for batch in self.match.batches[self._saved :]
        ]
        if new:
            new[0].keys, keys = keys, []
        draft = DraftRow(
            writes=self._draft.writes,
            seat=-1 if self.match.actor is None else self.match.actor,
            actions=list(self.match.draft),
            keys=keys,
        )
        times = self._times()
        holder = self._automatic.holder
        seconds, started = self._automatic.seconds, time.monotonic()
        winners = sum(1 << won for won in self.match.winners) if self.match.over else None
        await self._storage.save(
            self.about.id, self._saved, new, draft, self.over, holder, seconds, times, due, winners
        )
        self._automatic.claimed(started + seconds if holder else 0.0)
        draft.writes += 1
        self._draft, self._saved = draft, self._saved + len(new)
        self.time.stored()
        ended = self.over and not self.about.over
        self.about.over = self.over
        self._behind = False
        self._say_whose_turn(ended)

    async def _catch_up(self, look: bool = False) -> None:
        """Read the log again if this table may differ from it; `look`: check for other writers."""
        if look and not self._behind:
            if await self._storage.writes(self.about.id) != self._draft.writes:
                await self._read_on()
        if self._behind:
            stored = await self._storage.load(self.about.id)
            if stored is None:
                raise RemovedMatch
            stored, match = await restore(stored, self._storage)
            self._show_changes(lambda: self._take_in(stored, match))

    async def _read_on(self) -> None:
        """Take in what others have written since. If that does not fit, all must be read again."""
        known = self._saved
        stored = await self._storage.news(self.about.id, since=known)
        self._behind = True
        if stored.match.version != self.about.version:
            return
        record = stored.record()
        with contextlib.suppress(DamagedRecord):
            self.match.follow(record.batches, record.draft)
            self._show_changes(lambda: self._take_in(stored, self.match, since=known))

    def _show_changes(self, take_in: Callable[[], None]) -> None:
        """Show every viewer what others have written: moves as moves, anything else as a whole."""
        before = {stream.seat: self._surroundings(stream.seat) for stream in self.streams.values()}
        take_in()
        for stream in self.streams.values():
            if self._surroundings(stream.seat) != before[stream.seat]:
                stream.look(self.match)
                for listener in stream.listeners:
                    self._show_all(listener)
        self._publish()
        self._automatic.leave_to_others()

    def _surroundings(self, seat: int | None) -> object:
        """What a viewer is shown that is not part of the scene."""
        sitting = [(row.name, row.guest) for row in self.seats]
        auto_pass = seat is not None and self.seats[seat].auto_pass
        return sitting, self.about.rematch, auto_pass, self.timing, self.over

    async def refresh(self) -> None:
        """Read what other processes have written, and who is connected to them."""
        async with self._lock:
            await self._catch_up(look=True)
        elsewhere = await self._presence.elsewhere([self.about.id])
        self.meet(elsewhere[self.about.id])

    def hear(self, writes: int) -> None:
        """The match has been written so many times; if not by this process, read on. Without
        anybody to show it to, that can wait."""
        self._heard = max(self._heard, writes)
        reading = self._hearing is not None and not self._hearing.done()
        if self._heard > self._draft.writes and self.watched and not reading:
            self._hearing = asyncio.create_task(self._read_what_was_heard())

    async def _read_what_was_heard(self) -> None:
        try:
            while self._heard > self._draft.writes:  # not so if it was this process's own write
                heard = self._heard
                async with self._lock:
                    if heard > self._draft.writes and not self._behind:
                        await self._read_on()
                    await self._catch_up()
                if heard == self._heard:
                    return
        except Exception:  # the next beat compares again
            log.exception("table %s cannot read what others have written", self.about.id)

    # Time -------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.match.over or self.time.called_off

    @property
    def _vacant(self) -> frozenset[int]:
        return frozenset(row.seat for row in self.seats if not row.bot and not row.guest)

    @property
    def timing(self) -> Timing | None:
        """For clients."""
        return self.time.shown(self._vacant)

    def _standing(self) -> Standing:
        people = {row.seat for row in self.seats if row.guest and not self._taken_over(row.seat)}
        turn = int(self.match.truth["turn"][0])
        return Standing(self.over, self.match.actor, turn, self._vacant, frozenset(people))

    def _times(self) -> Times | None:
        """Clocks and deadlines as they must be stored now; None: nothing has changed."""
        if not self.time.timed:
            return None
        self.time.follow(self._standing(), clock.now())
        return self.time.changes()

    async def _set_clocks(self, arrived: int | None = None) -> None:
        """Store clocks that somebody's arrival has started."""
        while True:
            if arrived is not None:
                self.time.come_back(arrived)
            if self._times() is None:
                return
            try:
                await self._save()
                return
            except Conflict:
                await self._catch_up()

    async def carry_out(self, due: DeadlineRow) -> None:
        """Do what a deadline says; raises Conflict if another process was first."""
        async with self._lock:
            await self._catch_up(look=True)
            if not self.time.has(due):
                self._behind = True
                raise Conflict
            self.time.done(due)
            self._time_is_up(due)
            await self._save(due=due)
            self._publish()
            if due.task in ("bot", "claim", "call_off"):
                self._show_everybody()
        if due.task == "remind":
            self._notify("reminder", [due.seat])
        self.wake_bots()

    def _time_is_up(self, due: DeadlineRow) -> None:
        match due.task:
            case "expire":
                self.match.expire()
            case "lose":
                self.match.resign(due.seat, late=True)
            case "bot" | "claim":
                self.time.leave(due.seat, due.task, clock.now())
            case "call_off":
                self.time.call_off()

    async def _settle(self, seat: int, command: Claim | Wait | Back) -> None:
        """What becomes of an absent player's seat."""
        if self.over:
            raise GameOver(say("The match is over."))
        if not isinstance(command, Back):
            decided = self.time.settle(seat, command, self._vacant, clock.now())
            if decided == "resignation":
                self.match.resign(command.seat, late=True)
            await self._save()
        elif self.time.come_back(seat):
            await self._save()
        self._keys.add((seat, command.key))
        self._publish()
        self._show_everybody()

    # Notices ----------------------------------------------------------------------------------

    def _guest(self, seat: int | None) -> str | None:
        return None if seat is None else self.seats[seat].guest

    def _say_whose_turn(self, ended: bool) -> None:
        """Notify those who are not connected that the match is over, or waits for them."""
        before, self._asked = self._asked, self.match.actor
        if self._notices is None:
            return
        if ended:
            self._notify("over", list(range(len(self.seats))))
        elif self._asked not in (None, before) and not self._is_here(self._asked):
            if not self._next_move():
                self._notify("turn", [self._asked])

    def _notify(self, occasion: Occasion, seats: list[int], name: str = "") -> None:
        if self._notices is None:
            return
        here = {self._guest(row.seat) for row in self.seats if self._is_here(row.seat)}
        guests = {self._guest(seat) for seat in seats}
        for guest in guests - here - {None}:
            others = [row.name for row in self.seats if row.guest != guest]
            self._notices.post(
                cast(str, guest), self.about.id, occasion, self.match.game.title, others, name
            )

    # Bots -------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return self._automatic.busy

    def wake_bots(self) -> None:
        """Make the automatic moves there are to make, unless another process is about to."""
        self._automatic.wake()

    def _bot(self, seat: int) -> str | None:
        """The bot that plays a seat, if any: also while its owner is absent."""
        away = self.time.stands_in(seat) and not self.over
        return self._taken_over(seat) or (self._settings.stand_in if away else None)

    def _taken_over(self, seat: int) -> str | None:
        """The bot whose seat it is: after a resignation, too, while others play on."""
        left = seat in self.match.resigned and not self.match.over
        return self.seats[seat].bot or (self._settings.stand_in if left else None)

    def _next_move(self) -> AutoMove | None:
        """The move the table must make now: for a bot, or for a person with nothing to decide."""
        seat = self.match.actor
        if seat is None or self.over:
            return None
        if bot := self._bot(seat):
            return AutoMove(seat, bot=bot) if self._attended() else None
        decline = self._decline(seat)
        return None if decline is None else AutoMove(seat, decline=decline)

    def _attended(self) -> bool:
        """Is anybody here, or was a player until just now? Else bots wait, and cost nothing."""
        if self.listeners() or self._elsewhere:
            return True
        players = any(not self._bot(row.seat) for row in self.seats)
        return players and time.monotonic() - self.used < self._settings.attended_seconds

    def _decline(self, seat: int) -> int | None:
        """The action that declines for a person with nothing to decide."""
        return self.match.may_decline(seat, eager=not self.seats[seat].auto_pass)

    async def _make_move(self, move: AutoMove) -> None:
        """Decide a whole batch on a copy of the match, wait until it is time, then play it.

        When it is time depends on who sits there, not on what there was to decide or how long that
        took (`pauses`).
        """
        started = time.monotonic()
        async with self._lock:
            await self._catch_up()
            decisions, trial = self.match.decisions, self.match.rehearsal()
        actions, pause = (
            [move.decline],
            self._pauses.before_passing(move.seat, self._among_people(move.seat), self._in_a_hurry),
        )
        if move.bot:
            seconds = self._pauses.thinking(move.bot, len(self.seats))
            actions = await self._rehearse(trial, move.seat, move.bot, seconds)
            pause = self._pauses.before_moving(move.bot, len(self.seats), self._in_a_hurry)
        await asyncio.sleep(in_time(started, pause))
        async with self._lock:
            if self._behind or self.match.decisions != decisions or self.match.actor != move.seat:
                return  # the game was given up meanwhile, or another writer was here
            if move.bot and self._bot(move.seat) != move.bot:
                return  # the seat's owner is back
            for action in actions:
                self.match.act(move.seat, action)
            await finish(self._save())
            self._publish()
            metrics.MOVES.labels("bot" if move.bot else "auto_pass").inc(len(actions))

    def _among_people(self, seat: int) -> bool:
        """Does a person sit here, and other people who could read something into a pause?"""
        mine = self.seats[seat].guest
        return mine is not None and any(row.guest not in (None, mine) for row in self.seats)

    def _in_a_hurry(self) -> bool:
        """Has the only person here asked the bots not to wait?"""
        people = {row.guest for row in self.seats if not row.bot}
        return self._pauses.hurried and len(people) == 1

    async def _rehearse(self, match: Match, seat: int, bot: str, seconds: float) -> list[int]:
        """What the bot does up to the next fence, played on a copy of the match: what a lesson
        tells it to, or what it chooses. All decisions share the time."""
        actions: list[int] = []
        final, started = match.actor != seat, time.monotonic()
        while not final:
            view = match.view(seat).tobytes()
            left = max(seconds - (time.monotonic() - started), seconds / 50)
            told = self._lesson.answer(match) if self._lesson else None
            action = (
                told
                if told is not None
                else await self._pool.choose(
                    match.game.id, bot, self.about.id, seat, view, match.legal, left
                )
            )
            actions.append(action)
            final = match.act(seat, action)
        return actions

    async def analyse(self, analysts: BotPool, seat: int) -> Analysis | None:
        """The finished match, analysed from one seat's point of view; once per seat, whatever
        language it is then put into."""
        async with self._analysing:
            if seat not in self._analyses:
                record = await asyncio.to_thread(self.match.record)
                found = await analysts.analyse(record, seat)
                if found is None:
                    return None
                self._analyses[seat] = found
        return await asyncio.to_thread(in_words, self._analyses[seat], self.match)

    def fall_asleep(self) -> None:
        """The table leaves memory: the log brings it back."""
        self._automatic.stop_waiting()

    def retire(self) -> bool:
        """Leave the automatic moves to other processes; True if this one had claimed the next."""
        return self._automatic.retire()

    async def close(self) -> None:
        self.retire()
        if self._hearing is not None:
            await asyncio.wait([self._hearing], timeout=FINISH)
        for listener in self.listeners():
            self._hints.cancel(listener)
        await self._automatic.close()

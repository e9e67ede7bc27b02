"""Table: people and bots around one match; they come and go.

It has one writer at a time (its lock). An action is carried out, committed, then published. A
table sends scenes only through a `Stream`, which shows the match to one seat, or to spectators.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from typing import NamedTuple, TypeVar, cast

import msgspec
from msgspec import UNSET

from quarterdeck.bots.analysis import Analysis
from quarterdeck.engine.errors import NotYourTurn, QuarterdeckError, StaleAction
from quarterdeck.engine.match import Match
from quarterdeck.engine.scene import named, named_json
from quarterdeck.server.bots import BotPool
from quarterdeck.server.refusals import TooMany, sentence
from quarterdeck.server.replay import restore
from quarterdeck.server.schema import BatchRow, DraftRow, Stored
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Conflict, Storage
from quarterdeck.server.stream import Listener, Stream
from quarterdeck.server.wire import (
    Act,
    AutoPass,
    Command,
    Hint,
    Hinted,
    People,
    Person,
    Refused,
    Resign,
    Resume,
    State,
    Suggestion,
    Undo,
    encode,
)

log = logging.getLogger(__name__)
T = TypeVar("T")
KEYS_KEPT = 64
"""Idempotency keys remembered for an unfinished draft."""
RETRY = 1.0, 60.0
"""Seconds before a bot's failed turn is tried again: at first, at most."""


_STALE = "Something else happened first; here is how the match stands now."


class AutoMove(NamedTuple):
    """A move the table makes for a seat: a bot's, or to decline where nothing is to be decided."""

    seat: int
    bot: str = ""
    decline: int = -1


class Table:
    def __init__(
        self, stored: Stored, match: Match, storage: Storage, pool: BotPool, settings: Settings
    ) -> None:
        self._storage, self._pool, self._settings = storage, pool, settings
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._hints: set[asyncio.Task[None]] = set()
        self._clock: asyncio.Task[None] | None = None
        self._analysing = asyncio.Lock()
        self._analyses: dict[int, Analysis] = {}
        self.used = time.monotonic()
        self.streams = {seat: Stream(seat) for seat in (None, *range(len(stored.seats)))}
        self._take_in(stored, match)

    def _take_in(self, stored: Stored, match: Match) -> None:
        self.about, self.seats, self.match = stored.match, stored.seats, match
        self._draft, self._saved = stored.draft, len(stored.batches)
        self._keys = {(batch.seat, key) for batch in stored.batches for key in batch.keys}
        self._keys |= {(stored.draft.seat, key) for key in stored.draft.keys}
        self._behind = False

    # Who is here ------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def listeners(self) -> list[Listener]:
        return [one for stream in self.streams.values() for one in stream.listeners]

    def people(self) -> list[Person]:
        return [
            Person(
                seat=seat.seat,
                name=seat.name,
                kind="bot" if self._bot(seat.seat) else "person" if seat.guest else "open",
                present=bool(self._bot(seat.seat) or self.streams[seat.seat].listeners),
            )
            for seat in self.seats
        ]

    async def connect(self, listener: Listener) -> None:
        async with self._lock:
            if len(self.listeners()) >= self._settings.sockets_per_match:
                raise TooMany("This table is full; try again when somebody has left.")
            await self._catch_up(look=True)
            before = self.people()
            stream = self.streams[listener.seat]
            stream.look(self.match)
            stream.listeners.add(listener)
            self._show_all(listener)
            if self.people() != before:
                self._broadcast(People(self.people()), but=listener)
        self.wake_bots()

    def disconnect(self, listener: Listener) -> None:
        self.used = time.monotonic()
        before = self.people()
        self.streams[listener.seat].listeners.discard(listener)
        if self.people() != before:
            self._broadcast(People(self.people()))

    async def sit(self, seat: int, guest: str, name: str) -> bool:
        """Give an open seat to a guest; False if somebody else was faster."""
        async with self._lock:
            if not await self._storage.sit(self.about.id, seat, guest, name):
                self._behind = True
                await self._catch_up()
                return False
            self.seats[seat].guest, self.seats[seat].name = guest, name
            for listener in self.listeners():  # the log shows the new name
                self._show_all(listener)
            return True

    @property
    def open(self) -> bool:
        """May anybody know everything now? The seed, like the record, shows every hand."""
        return self.about.over and self.match.reveals

    # What they are sent -----------------------------------------------------------------------

    def _state(self, stream: Stream, first: int, fresh: int) -> State:
        """The only way a scene gets into a message: as `stream` has drawn it, names filled in."""
        assert stream.scene is not None
        return State(
            cursor=stream.cursor,
            scene=self._named(stream.scene),
            told=self._named(stream.told[first:]),
            first=first,
            fresh=fresh,
            undo=stream.undo,
            auto_pass=stream.auto_pass,
            idle=stream.seat is not None and self._decline(stream.seat) is not None,
            people=self.people(),
            deadline=self.deadline or UNSET,
            commitment=self.about.commitment,
            secret=self.about.secret.hex() if self.open else UNSET,
            rematch=self.about.rematch or UNSET,
        )

    def _named(self, value: T) -> T:
        """What goes into a message, already as JSON: names are filled in once, in the text."""
        return cast(T, msgspec.Raw(named_json(value, self.names)))

    def announce_rematch(self, rematch: str) -> None:
        """Tell everybody who is still connected where the next match is."""
        self.about.rematch = rematch
        for listener in self.listeners():
            self._show_all(listener)

    def _show_all(self, listener: Listener) -> None:
        listener.send(self._state(self.streams[listener.seat], first=0, fresh=0))

    def _publish(self) -> None:
        """Send every viewer what has changed for it, and nothing to the others."""
        for stream in self.streams.values():
            if stream.listeners and stream.look(self.match):
                fresh = len(stream.told) - stream.first
                message = encode(self._state(stream, stream.first, fresh))
                for listener in stream.listeners:
                    listener.post(message)

    def _broadcast(self, message: People, but: Listener | None = None) -> None:
        for listener in self.listeners():
            if listener is not but:
                listener.send(message)

    # What they do -----------------------------------------------------------------------------

    async def obey(self, listener: Listener, command: Command) -> None:
        """Carry out a command or say why not; there is always a reply."""
        self.used = time.monotonic()
        key = UNSET if isinstance(command, Resume) else command.key
        try:
            async with self._lock:
                await self._catch_up(look=isinstance(command, Resume))
                await self._carry_out(listener, command)
        except Conflict:
            async with self._lock:
                await self._catch_up()
            listener.send(Refused(code=StaleAction.code, message=_STALE, key=key))
            self._show_all(listener)
        except QuarterdeckError as error:
            listener.send(Refused(code=error.code, message=sentence(error), key=key))
            if isinstance(error, StaleAction):
                self._show_all(listener)
        except Exception:
            log.exception("a command failed at table %s", self.about.id)
            self._behind = True
            message = "Something went wrong on our side and nothing has changed; try again."
            listener.send(Refused(code="internal", message=message, key=key))
        self.wake_bots()

    async def _carry_out(self, listener: Listener, command: Command) -> None:
        seat, stream = listener.seat, self.streams[listener.seat]
        if isinstance(command, Resume):
            self._show_all(listener)
            return
        if seat is None:
            raise NotYourTurn("You are watching this match; only those who sit at it can act.")
        if (seat, command.key) in self._keys:
            self._show_all(listener)
            return
        if isinstance(command, AutoPass):
            stream.auto_pass = command.on
            for one in stream.listeners:
                self._show_all(one)
            return
        if seat in self.match.resigned:
            raise NotYourTurn("You have resigned; a bot plays your seat now.")
        if command.cursor != stream.cursor:
            raise StaleAction(_STALE)
        if isinstance(command, Hint):
            self._hints.add(task := asyncio.create_task(self._hint(listener, stream, command)))
            task.add_done_callback(self._hints.discard)
            return
        match command:
            case Act(action=action):
                self.match.act(seat, action)
            case Undo():
                self.match.undo(seat)
            case Resign():
                self.match.resign(seat)
        await self._save(command.key)
        self._keys.add((seat, command.key))
        self._publish()

    async def _hint(self, listener: Listener, stream: Stream, command: Hint) -> None:
        """Ask the strongest bot, while the match goes on."""
        seat, scene = listener.seat, stream.scene
        mine = None if seat is None else self.seats[seat].guest
        if any(not row.bot and row.guest != mine for row in self.seats):
            refusal = "Hints are for games against bots; another person sits at this table."
        elif seat != self.match.actor or scene is None or seat is None:
            refusal = "You can ask for a hint when it is your turn."
        else:
            labels = {action.id: action.label for action in scene.actions}
            view = self.match.view(seat).tobytes()
            hints = await self._pool.hints(self.about.game, self.about.id, seat, view)
            best = [Suggestion(a.action, labels.get(a.action, ""), a.expected) for a in hints[:2]]
            if best:
                scored = self.match.rules.score is not None
                hinted = Hinted(cursor=command.cursor, options=best, scored=scored, key=command.key)
                listener.send(named(hinted, self.names))
                return
            refusal = "No hint is available just now; try again."
        listener.send(Refused(code="no-hint", message=refusal, key=command.key))

    async def _save(self, key: str | None = None) -> None:
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
        await self._storage.save(self.about.id, self._saved, new, draft, self.match.over)
        draft.writes += 1
        self._draft, self._saved = draft, self._saved + len(new)
        self.about.over = self.match.over
        self._behind = False

    async def _catch_up(self, look: bool = False) -> None:
        """Read the log again if this table may differ from it; `look`: check for other writers."""
        if look and not self._behind:
            self._behind = await self._storage.writes(self.about.id) != self._draft.writes
        if self._behind:
            stored = await self._storage.load(self.about.id)
            assert stored is not None
            self._take_in(*await restore(stored, self._storage))
            self._publish()

    # The clock --------------------------------------------------------------------------------

    @property
    def deadline(self) -> float | None:
        """When the match's time is up, in seconds since 1970; None: it has no limit."""
        clock = self.match.game.hooks.rules.clock
        seconds = clock(self.match.options) if clock else 0
        return self.about.created + seconds if seconds and not self.match.over else None

    def start_clock(self) -> None:
        if self.deadline is not None:
            self._clock = asyncio.create_task(self._call_time(self.deadline))

    def stop_clock(self) -> None:
        """The table leaves memory: when it comes back, its clock is looked at again."""
        if self._clock is not None:
            self._clock.cancel()

    async def _call_time(self, deadline: float) -> None:
        """End the match when its time is up, whoever is here, once."""
        await asyncio.sleep(max(0.0, deadline - time.time()))
        pause, longest = RETRY
        while not self.match.over:
            try:
                async with self._lock:
                    await self._catch_up(look=True)
                    if self.match.over or not self.match.expire():
                        return
                    await self._save()
                    self._publish()
            except Conflict:
                continue  # the log is read again first
            except Exception:
                log.exception("the clock failed at table %s", self.about.id)
                await asyncio.sleep(pause)
                pause = min(pause * 2, longest)

    # Bots -------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return self._bots is not None and not self._bots.done()

    def wake_bots(self) -> None:
        if not self.busy and self._next_move():
            self._bots = asyncio.create_task(self._play_bots())

    def _bot(self, seat: int) -> str | None:
        """The bot that plays a seat, if any: after a resignation, too, while others play on."""
        left = seat in self.match.resigned and not self.match.over
        stand_in = self._settings.stand_in if left else None
        return self.seats[seat].bot or stand_in

    def _next_move(self) -> AutoMove | None:
        """The move the table must make now: for a bot, or for a person with nothing to decide."""
        seat = self.match.actor
        if seat is None:
            return None
        if bot := self._bot(seat):
            wanted = any(not other.bot for other in self.seats) or bool(self.listeners())
            return AutoMove(seat, bot=bot) if wanted else None
        decline = self._decline(seat)
        return None if decline is None else AutoMove(seat, decline=decline)

    def _decline(self, seat: int) -> int | None:
        """The action that declines for a person with nothing to decide."""
        return self.match.may_decline(seat, eager=not self.streams[seat].auto_pass)

    async def _play_bots(self) -> None:
        pause, longest = RETRY
        while move := self._next_move():
            try:
                await self._make_move(move)
                pause = RETRY[0]
            except Conflict:
                continue  # the log is read again first
            except Exception:
                log.exception("a bot's turn failed at table %s", self.about.id)
                await asyncio.sleep(pause)
                pause = min(pause * 2, longest)

    async def _make_move(self, move: AutoMove) -> None:
        """Decide a whole batch on a copy of the match, wait, then play it.

        Others see one move after one delay, however many decisions it took, and whether a bot
        thought about it or a person had nothing to decide.
        """
        started, due = time.monotonic(), random.uniform(*self._settings.bot_delay)
        async with self._lock:
            await self._catch_up()
            decisions, trial = self.match.decisions, self.match.rehearsal()
        actions = [move.decline]
        if move.bot:
            actions = await self._rehearse(trial, move.seat, move.bot)
        while (late := time.monotonic() - started) > due > 0:
            due += random.uniform(*self._settings.bot_delay)
        await asyncio.sleep(due - late)
        async with self._lock:
            if self._behind or self.match.decisions != decisions or self.match.actor != move.seat:
                return  # the game was given up meanwhile, or another writer was here
            for action in actions:
                self.match.act(move.seat, action)
            await self._save()
            self._publish()

    async def _rehearse(self, match: Match, seat: int, bot: str) -> list[int]:
        """What the bot does up to the next fence, played on a copy of the match."""
        actions: list[int] = []
        final, started = match.actor != seat, time.monotonic()
        while not final:
            view = match.view(seat).tobytes()
            spent = time.monotonic() - started  # all decisions of a turn share the time
            action = await self._pool.choose(
                match.game.id, bot, self.about.id, seat, view, match.legal, spent
            )
            actions.append(action)
            final = match.act(seat, action)
        return actions

    async def analyse(self, analysts: BotPool, seat: int) -> Analysis | None:
        """The finished match, analysed from one seat's point of view; once per seat."""
        async with self._analysing:
            if seat not in self._analyses:
                record = await asyncio.to_thread(self.match.record)
                found = await analysts.analyse(record, seat)
                if found is None:
                    return None
                self._analyses[seat] = found
        return self._analyses[seat]

    async def close(self) -> None:
        self.stop_clock()
        for task in self._hints:
            task.cancel()
        if self._bots is not None:
            self._bots.cancel()
            await asyncio.gather(self._bots, return_exceptions=True)

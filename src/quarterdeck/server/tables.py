"""Tables: finds the table of a match in memory, or restores it from the log, and makes new ones."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import time
from http import HTTPStatus

import msgspec

from quarterdeck.engine import seeds
from quarterdeck.engine.errors import WrongVersion
from quarterdeck.engine.fairness import commitment
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.lesson import Lesson
from quarterdeck.engine.match import Match
from quarterdeck.engine.words import Words
from quarterdeck.server import clock
from quarterdeck.server.bots import BotPool
from quarterdeck.server.compiling import Compiler
from quarterdeck.server.gathering import Gathering, expected
from quarterdeck.server.hints import Hints
from quarterdeck.server.presence import Presence
from quarterdeck.server.push import Notices
from quarterdeck.server.refusals import OlderRules, RemovedMatch, TooMany, UnknownMatch
from quarterdeck.server.replay import restore
from quarterdeck.server.schema import DraftRow, MatchRow, SeatRow, Stored, Times
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Also, Conflict, Storage
from quarterdeck.server.table import Table
from quarterdeck.server.timing import Kept, Standing, Terms, Timekeeper

say = Words(__package__)
DAY = 24 * 3600
REST = 20.0
"""Seconds after which an idle table no longer keeps what it has drawn."""
ROOM_PATIENCE = 10.0
"""Seconds that an idle table stays in memory even when room is needed."""
MATCH_ID = re.compile(r"[\w-]{16}", re.ASCII)


class HouseFull(TooMany):
    code, status = "house-full", HTTPStatus.SERVICE_UNAVAILABLE


def new_secret() -> bytes:
    """What the server adds to a match's seed: 256 random bits."""
    return secrets.token_bytes(32)


class Tables:
    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        pool: BotPool,
        advisers: BotPool | None = None,
        notices: Notices | None = None,
    ) -> None:
        self._settings, self._storage, self._pool = settings, storage, pool
        self.presence = Presence(storage, settings.beat_seconds)
        self._hints, self._notices = Hints(settings, advisers or pool), notices
        self._tables: dict[str, Table | Gathering] = {}
        self._loading: dict[str, asyncio.Task[Table | Gathering]] = {}
        self.compiler = Compiler()

    def holds(self, match_id: str) -> bool:
        """Is this match's table in memory?"""
        return match_id in self._tables

    def __len__(self) -> int:
        return len(self._tables)

    async def get(self, match_id: str) -> Table | Gathering:
        """The table of a match, or who gathers for it before the deal."""
        table = self._tables.get(match_id)
        if table is None:
            task = self._loading.get(match_id)
            if task is None:
                task = self._loading[match_id] = asyncio.create_task(self._load(match_id))
                task.add_done_callback(lambda _: self._loading.pop(match_id))
            table = await asyncio.shield(task)
        try:
            await table.refresh()  # whoever asks may come straight from another process
        except RemovedMatch:
            self._tables.pop(match_id, None)
            raise
        table.used = time.monotonic()
        return (table.table or table) if isinstance(table, Gathering) else table

    def awake(self, match_id: str) -> Table | Gathering | None:
        """The same, if it is in memory."""
        return self._tables.get(match_id)

    def in_use(self, match_id: str) -> bool:
        """Is somebody connected to a match?"""
        table = self._tables.get(match_id)
        return table is not None and table.watched

    async def stored(self, match_id: str) -> Stored:
        """A match as it is stored; nothing is replayed, so this works for any rules."""
        stored = await self._storage.load(match_id) if MATCH_ID.fullmatch(match_id) else None
        if stored is None:
            raise UnknownMatch(say("There is no such match; check the link."))
        return stored

    async def _load(self, match_id: str) -> Table | Gathering:
        stored = await self.stored(match_id)
        game = await self.compiler.open(stored.match.game)
        self._make_room()
        if not stored.dealt:
            return self._gather(stored)
        try:
            return await self._deal(stored)
        except WrongVersion as error:
            raise OlderRules(_outdated(stored.match, game)) from error

    def _gather(self, stored: Stored) -> Gathering:
        gathering = Gathering(
            stored, self._storage, self._settings, self.presence, self._deal, self._notices
        )
        self._tables[stored.match.id] = gathering
        return gathering

    async def _deal(self, stored: Stored) -> Table:
        """The table of a match for which all have contributed. If it has not been dealt yet, that
        is done now, by today's rules; the first process to store it starts the clocks."""
        while stored.match.deal is None and stored.contributions:
            match = await asyncio.to_thread(_dealt, stored)
            deal = str(match.record().deal)
            times = _begin_clocks(stored, match)
            version, writes = match.game.version, stored.draft.writes
            actor = _actor(match)
            with contextlib.suppress(Conflict):
                await self._storage.deal(stored.match.id, writes, version, deal, times, actor)
            stored = await self.stored(stored.match.id)
        return self._place(*await restore(stored, self._storage))

    def _place(self, stored: Stored, match: Match) -> Table:
        table = Table(
            stored,
            match,
            self._storage,
            self._pool,
            self._hints,
            self._settings,
            self.presence,
            self._notices,
        )
        self._tables[stored.match.id] = table
        table.wake_bots()
        return table

    async def create(
        self,
        game_id: str,
        options: dict[str, int],
        sitting: list[SeatRow],
        owner: str,
        terms: Terms | None = None,
        entropy: str | None = None,
        also: Also | None = None,
        lesson: Lesson | None = None,
    ) -> Table | Gathering:
        """A new match, saved before anybody is told about it; dealt once all have contributed.
        `also` is stored with it. A lesson is dealt at once, from its own seed."""
        await self._check_numbers(owner)
        game = await self.compiler.open(game_id)
        secret = seeds.secret(lesson.seed) if lesson else new_secret()
        game.check_seats(len(sitting))
        about = MatchRow(
            id=secrets.token_urlsafe(12),
            game=game.id,
            version=game.version,
            options=game.check_options(options),
            secret=secret,
            commitment=commitment(secret),
            owner=owner,
            created=clock.now(),
            lesson=lesson is not None,
        )
        waited_for = [] if lesson else expected(sitting, owner, entropy)
        stored = Stored(about, sitting, [], DraftRow(), contributions=waited_for)
        _keep(stored, _agree_on(stored, terms or Terms()))
        match = await asyncio.to_thread(_dealt, stored) if stored.dealt else None
        if match:
            about.deal = match.record().deal
            _keep(stored, _begin_clocks(stored, match))
        timed = stored.timing or stored.deadlines
        times = Times(stored.timing, stored.deadlines) if timed else None
        actor = _actor(match) if match else 0
        await self._storage.create(about, sitting, times, waited_for, actor, also)
        for bot in {seat.bot for seat in sitting if seat.bot}:
            self._pool.prepare(game.id, bot)
        return self._place(stored, match) if match else self._gather(stored)

    async def rematch(self, old: Stored, asker: str) -> str:
        """The same players, each one seat further on; asking again returns the same match."""
        if old.match.rematch:
            return old.match.rematch
        turned = [old.seats[-1], *old.seats[:-1]]
        sitting = [
            msgspec.structs.replace(row, seat=seat, auto_pass=False)
            for seat, row in enumerate(turned)
        ]
        terms = Timekeeper.of_stored(old).terms
        new = await self.create(old.match.game, old.match.options, sitting, asker, terms)
        rematch = await self._storage.link_rematch(old.match.id, new.about.id)
        if table := self.awake(old.match.id):
            await table.refresh()
        return rematch

    async def _check_numbers(self, owner: str) -> None:
        recent = await self._storage.count(owner, since=clock.now() - DAY)
        if recent >= self._settings.matches_per_guest:
            raise TooMany(
                say(
                    "You have started {n} matches today that are not finished; finish or resign "
                    "one of them first.",
                    n=recent,
                )
            )
        if await self._storage.count() >= self._settings.matches:
            raise HouseFull(say("This server cannot store any more matches."))
        self._make_room()

    # Other processes ---------------------------------------------------------------------------

    def watched(self) -> list[str]:
        """The matches to which somebody is connected here."""
        return [match for match, table in self._tables.items() if table.watched]

    def hear(self, match: str, writes: int) -> None:
        """A match has been written so many times, by whichever process."""
        if table := self._tables.get(match):
            table.hear(writes)

    def meet(self, match: str, elsewhere: list[int]) -> None:
        """Who is connected to other processes."""
        if table := self._tables.get(match):
            table.meet(elsewhere)

    # Removing tables from memory ---------------------------------------------------------------

    def put_to_sleep(self, most: int | None = None) -> None:
        """Remove idle tables from memory, finished ones first; the log brings them back.

        `most`: room is needed, so that many are to go, even if they were used just now.
        """
        now, settings = time.monotonic(), self._settings
        idle = [table for table in self._tables.values() if not (table.busy or table.watched)]
        idle.sort(key=lambda table: (not table.about.over, table.used))
        for table in idle[:most]:
            patience = settings.finished_seconds if table.about.over else settings.idle_seconds
            if now - table.used >= (patience if most is None else min(patience, ROOM_PATIENCE)):
                table.fall_asleep()
                del self._tables[table.about.id]

    def rest(self, older_than: float) -> None:
        """Let tables rest at which nobody has done anything for so many seconds."""
        now = time.monotonic()
        for table in self._tables.values():
            if now - table.used >= older_than:
                table.rest()

    def _make_room(self) -> None:
        if len(self._tables) >= self._settings.tables:
            self.put_to_sleep(most=len(self._tables) // 10 + 1)
        if len(self._tables) >= self._settings.tables:
            raise HouseFull(say("All tables are in use; try again in a few minutes."))

    async def sweep(self) -> None:
        """Put idle tables to sleep, for ever."""
        shortest = min(self._settings.idle_seconds, self._settings.finished_seconds)
        while True:
            await asyncio.sleep(max(0.05, shortest / 4))
            self.put_to_sleep()
            self.rest(REST)

    async def hand_over(self) -> None:
        """This process is about to end: let others make the moves that bots are thinking about."""
        held = [match for match, table in self._tables.items() if table.retire()]
        if held:
            await self._storage.release(held, self.presence.process)

    async def close(self) -> None:
        await self.compiler.close()
        for table in self._tables.values():
            await table.close()


def _outdated(about: MatchRow, game: Game) -> str:
    """Why a match of other rules cannot be shown, and what is left of it."""
    why = say(
        "This match was played by version {old} of {game}'s rules, and this server's version {new} "
        "cannot replay it.",
        old=about.version,
        new=game.version,
        game=game.title,
    )
    if not about.over:
        return f"{why} {say('It cannot go on here; start a new match.')}"
    if game.rule_hooks.REVEALS:
        return f"{why} {say('Its record can still be downloaded.')}"
    return why


def _dealt(stored: Stored) -> Match:
    """A match that begins, by today's rules."""
    about = stored.match
    seed = stored.chance or about.secret
    return Match(find(about.game), len(stored.seats), about.options, seed)


def _actor(match: Match) -> int:
    return -1 if match.actor is None else match.actor


def _agree_on(stored: Stored, terms: Terms) -> Times:
    """The terms of a new match: invitations are open from now on."""
    kept = Kept.agreed(terms, len(stored.seats))
    keeper = Timekeeper(stored.match.id, kept, [])
    keeper.invite(stored.vacant, stored.match.created)
    return keeper.all()


def _begin_clocks(stored: Stored, match: Match) -> Times:
    """All clocks of a match as the deal starts them."""
    keeper = Timekeeper.of_stored(stored)
    people = frozenset(row.seat for row in stored.seats if row.guest)
    for seat in people:
        keeper.come_back(seat)
    standing = Standing(match.over, match.actor, int(match.truth["turn"][0]), stored.vacant, people)
    limit = match.game.hooks.rules.clock
    keeper.begin(standing, clock.now(), limit(match.options) if limit else 0)
    return keeper.all()


def _keep(stored: Stored, times: Times) -> None:
    stored.timing, stored.deadlines = times.value, times.rows

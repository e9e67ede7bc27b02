"""A visit: a person at a table on a server, on the same screens as a game against bots.

The server is the only one who knows the match; here is what it has shown, and what is asked of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from msgspec import UNSET
from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from quarterdeck import wire
from quarterdeck.bots.analysis import Analysis
from quarterdeck.client import Client, Link, Refused, aio, calls
from quarterdeck.client.calls import Call
from quarterdeck.engine.errors import GameOver, QuarterdeckError, UnknownGame
from quarterdeck.engine.game import find
from quarterdeck.engine.scene import Scene, Told, without_aid
from quarterdeck.engine.words import Words
from quarterdeck.terminal import guests
from quarterdeck.terminal.app import PAUSE, GameApp
from quarterdeck.terminal.match import MatchScreen
from quarterdeck.terminal.seated import Pending, Seated, Suggested

say = Words(__package__)


class Visit(Seated):
    """A seat, or a spectator's place, at a table on a server."""

    def __init__(self, table: aio.Table, about: wire.MatchInfo, rules_text: str) -> None:
        super().__init__()
        self.table, self.game, self.rules_text = table, about.game, rules_text
        self.viewer = table.seat
        self.reveals = about.reveals
        self._busy, self._loop = False, asyncio.get_running_loop()
        try:
            self.package = find(about.game).package
        except UnknownGame:  # the server has more games than this machine
            self.package = ""

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def moment(self) -> int:
        return self.table.state.cursor if self.table.state else 0

    @property
    def my_turn(self) -> bool:
        return self.table.my_turn

    @property
    def can_take_back(self) -> bool:
        return self.my_turn and bool(self.table.state and self.table.state.undo)

    @property
    def optional(self) -> bool:
        return self.my_turn and self.table.scene.decline is not None

    @property
    def auto_passes(self) -> bool:
        return bool(self.table.state and self.table.state.auto_pass)

    @property
    def can_save(self) -> bool:
        return self.over and self.reveals

    @property
    def can_hint(self) -> bool:
        others = (one for one in self.table.people if one.seat != self.viewer)
        return self.my_turn and all(one.kind == "bot" for one in others)

    def scene(self) -> Scene:
        return self.table.scene if self.aid else without_aid(self.table.scene)

    def told(self) -> list[Told]:
        return self.table.log

    def note(self) -> str:
        """Who is away, how long there is time, and that a friend wants to play again."""
        away = [one.name for one in self.table.people if one.kind == "person" and not one.present]
        notes = [say("{who} is away.", who=name) for name in away]
        state = self.table.state
        if state and state.timing is not UNSET and not self.over:
            notes += [
                say("{who} has time until {when}.", who=self._name(one.seat), when=clock(one.due))
                for one in state.timing.seats
                if one.due is not None
            ]
        if state and state.rematch is not UNSET and self.viewer is not None:
            notes.append(say("The next game is waiting for you."))
        return " ".join(notes)

    def _name(self, seat: int) -> str:
        return next((one.name for one in self.table.people if one.seat == seat), "")

    def act(self, action: int) -> Pending:
        return self._one_at_a_time(self.table.act, action)

    def take_back(self) -> Pending:
        return self._one_at_a_time(self.table.undo)

    def resign(self) -> Pending:
        return self._one_at_a_time(self.table.resign)

    def auto_pass(self, on: bool) -> Pending:
        return self._one_at_a_time(self.table.auto_pass, on)

    def _one_at_a_time(self, command: Callable[..., Awaitable[bool]], *details: object) -> Pending:
        """A key that is pressed before the last one was answered was meant for another scene."""
        if self._busy:
            return None
        self._busy = True
        return self._carry_out(command(*details))

    async def _carry_out(self, command: Awaitable[bool]) -> None:
        try:
            await command
        finally:
            self._busy = False

    def hints(self) -> Sequence[Suggested]:
        asked = asyncio.run_coroutine_threadsafe(self.table.hint(), self._loop)
        return asked.result()

    def analyse(self) -> Analysis:
        seat = (("seat", str(self.viewer)),)
        with self._caller() as client:
            return client.call(Call(f"/matches/{self.table.match}/analysis", Analysis, query=seat))

    def record(self) -> bytes:
        with self._caller() as client:
            return client.record(self.table.match)

    def _caller(self) -> Client:
        return Client(self.table.link.server, self.table.client.guest)


def clock(at: float) -> str:
    """A time of day; with the date, if it is not today's."""
    then, now = time.localtime(at), time.localtime()
    return time.strftime("%H:%M" if then.tm_yday == now.tm_yday else "%Y-%m-%d %H:%M", then)


class TableScreen(MatchScreen):
    """A match on a server."""

    sitting: Visit

    def on_mount(self) -> None:
        super().on_mount()
        self._listen()

    @work
    async def _listen(self) -> None:
        try:
            while True:
                await self.sitting.table.wait()
                self.go_on()
        except QuarterdeckError as error:
            self.notify(str(error), severity="error", markup=False, timeout=3600)


Sit = Callable[[], Awaitable[aio.Table]]


class JoiningScreen(Screen[None]):
    """Takes a seat, and waits until the others have come and the match is dealt."""

    class Ready(Message):
        def __init__(self, visit: Visit) -> None:
            self.visit = visit
            super().__init__()

    class Refused(Message):
        def __init__(self, error: QuarterdeckError) -> None:
            self.error = error
            super().__init__()

    def __init__(self, server: str, client: aio.Client, sit: Sit) -> None:
        super().__init__()
        self._server, self._client, self._sit = server, client, sit

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(say("Joining a table"), id="title", markup=False)
            yield Static(self._server, id="summary", markup=False)
            yield Static(id="stage", markup=False)

    def on_mount(self) -> None:
        self._join()

    @work
    async def _join(self) -> None:
        try:
            self.post_message(self.Ready(await self._visit()))
        except QuarterdeckError as error:
            self.post_message(self.Refused(error))

    async def _visit(self) -> Visit:
        table = await self._sit()
        guests.remember(self._server, self._client.guest)
        about = await self._client.call(calls.about(table.match))
        self.query_one("#title", Static).update(about.title)
        rules = await self._client.call(calls.rules(about.game))
        while table.state is None and not table.over:
            self._show(table)
            await table.wait()
        if table.state is None:
            raise GameOver(say("This match was called off."))
        return Visit(table, about, rules.decode())

    def _show(self, table: aio.Table) -> None:
        """Who is there, and who is still waited for."""
        lines = [
            say("{who} is here.", who=one.name)
            if one.present and one.kind != "open"
            else say("{who} is not here yet.", who=one.name)
            for one in table.people
        ]
        self.query_one("#stage", Static).update("\n".join(lines))


class VisitApp(GameApp):
    """A table on a server: to play at, or to watch."""

    sitting: Visit | None

    def __init__(
        self, link: Link, name: str | None = None, watch: bool = False, pause: float = PAUSE
    ) -> None:
        super().__init__(pause)
        self._link, self._name, self._watch = link, name, watch

    def waiting_room(self, again: bool) -> Screen[None]:
        server = self._link.server
        if again and self.sitting:
            table = self.sitting.table
            return JoiningScreen(server, table.client, table.rematch)
        client = aio.Client(server, guests.known().get(server))
        return JoiningScreen(server, client, partial(self._sit, client))

    async def _sit(self, client: aio.Client) -> aio.Table:
        if self._watch:
            return await client.watch(self._link)
        try:
            return await client.join(self._link, self._name)
        except Refused as refused:
            if refused.code != "wrong-invite" or self._link.invite:
                raise
            watch = say("To watch: {command}", command=f"quarterdeck watch {self._link}")
            raise Refused(refused.code, f"{refused} {watch}") from None

    def on_joining_screen_ready(self, event: JoiningScreen.Ready) -> None:
        self.begin(event.visit, TableScreen(event.visit, self.pause))

    def on_joining_screen_refused(self, event: JoiningScreen.Refused) -> None:
        self.give_up(event.error)

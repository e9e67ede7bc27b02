"""The same client for asyncio: `async with`, `async for`, `await`.

async with await join(link, name="Robo") as table:
    async for scene in table.turns():
        await table.act(random.choice(scene.actions))
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from quarterdeck import wire
from quarterdeck.client import calls, rules
from quarterdeck.client.calls import Answer, Call, Caller
from quarterdeck.client.link import Link, parse
from quarterdeck.client.sync import closed_with
from quarterdeck.client.talk import HASTE, LARGEST, Talk, chosen
from quarterdeck.engine.scene import Action, Scene


class Client:
    """A guest of a server, as in `quarterdeck.client`."""

    def __init__(self, server: str, guest: str | None = None) -> None:
        self._caller = Caller(server.rstrip("/"), guest)
        self._http = httpx.AsyncClient()

    @property
    def guest(self) -> str | None:
        return self._caller.guest

    async def games(self) -> list[wire.GameInfo]:
        return await self.call(calls.games())

    async def lobby(self) -> list[wire.OpenTable]:
        """The tables that anybody may join; none where the server has no lobby."""
        return (await self.call(calls.lobby())).tables

    async def matches(self, over: bool = False) -> list[wire.MyMatch]:
        """This guest's latest matches, running or finished ones."""
        return (await self.call(calls.mine(over))).matches

    async def make(
        self,
        game: str,
        *others: str,
        name: str | None = None,
        options: dict[str, int] | None = None,
    ) -> Table:
        """Make a match and sit down. The others are bots by their names, or "friend": then
        `table.invites` has a link to send."""
        made = await self.call(calls.make(game, others, options or {}, name))
        table = await Table.at(self, made.id, 0)
        table.invites = [
            Link(self._caller.server, made.id, one.invite) for one in made.seats if one.invite
        ]
        while not table.invites and table.state is None:  # nobody else can hold up the deal
            await table.wait()
        return table

    async def join(self, link: Link | str, name: str | None = None) -> Table:
        """Take the seat of a link, or an open one of a table in the lobby; one's own again."""
        asked = link if isinstance(link, Link) else parse(link)
        seat = calls.own_seat(await self.call(calls.about(asked.match)))
        if seat is None:
            seat = (await self.call(calls.join(asked, name))).seat
        return await Table.at(self, asked.match, seat)

    async def watch(self, link: Link | str) -> Table:
        asked = link if isinstance(link, Link) else parse(link)
        return await Table.at(self, asked.match, None)

    async def play_anybody(
        self,
        game: str,
        name: str | None = None,
        seats: int = 2,
        options: dict[str, int] | None = None,
    ) -> Table:
        """Join whoever waits in the lobby for such a game, or wait there."""
        match = (await self.call(calls.pair(game, seats, options or {}, name))).id
        return await self.join(Link(self._caller.server, match))

    async def record(self, match: str) -> bytes:
        """A finished match as JSON: `Record.from_json` reads it."""
        return await self.call(calls.record(match))

    async def call(self, call: Call[Answer]) -> Answer:
        """Send any request of the interface."""
        try:
            return self._caller.read(call, await self._http.send(self._caller.request(call)))
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise self._caller.silent(error) from None

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class Table(Talk):
    """A seat at a table, or a place to watch from. It survives lost connections."""

    def __init__(self, client: Client, match: str, seat: int | None) -> None:
        super().__init__(client._caller, match, seat)
        self.client = client
        self._socket: ClientConnection | None = None
        self._reading, self._read = asyncio.Lock(), 0

    @classmethod
    async def at(cls, client: Client, match: str, seat: int | None) -> Table:
        """A table that has been shown how the match stands."""
        table = cls(client, match, seat)
        while not (table.state or table.gathered):
            await table.wait()
        return table

    async def turns(self) -> AsyncIterator[Scene]:
        """The scene whenever this seat has something to decide, until the match is over."""
        while not self.over:
            shown = self.state
            if shown and self.my_turn:
                yield shown.scene
            while self.state is shown and not self.over:
                await self.wait()

    async def wait(self, seconds: float | None = None) -> None:
        """Wait for the next news; raises TimeoutError if there are none for so many seconds.
        Several tasks may wait: all go on with the same news."""
        read = self._read
        async with asyncio.timeout(seconds), self._reading:
            if self._read == read:
                await self._next()

    async def _next(self) -> None:
        try:
            raw = await (await self._open()).recv()
        except (ConnectionClosed, WebSocketException, OSError) as error:
            self._socket = None
            await asyncio.sleep(self._lost(error, closed_with(error)))
            return
        self._read += 1
        for reply in self._hear(raw):
            await self._send(reply)

    async def act(self, action: Action | int) -> bool:
        """Take an action. False: the match has moved on, so look at the scene again."""
        return await self._tell(wire.Act, **chosen(action))

    async def undo(self) -> bool:
        """Take back the last action, while `state.undo` is true."""
        return await self._tell(wire.Undo)

    async def resign(self) -> bool:
        return await self._tell(wire.Resign)

    async def auto_pass(self, on: bool) -> bool:
        """Decline optional responses that do not concern this seat, or be asked again."""
        return await self._tell(wire.AutoPass, on=on)

    async def hint(self) -> list[wire.Suggestion]:
        """What the best bot would do, the best first; only where all others are bots."""
        await self._tell(wire.Hint)
        return self._hinted()

    async def view(self) -> Any:
        """What this seat knows, as the record that bots choose from; its game must be installed."""
        assert self.seat is not None, "spectators have no view"
        return rules.record_of(await self.client.call(calls.view(self.match, self.seat)))

    async def verify(self) -> list[tuple[bool, str]]:
        """Check a finished match: was its chance fair, and what speaks for it?"""
        return rules.findings(self, await self.client.record(self.match))

    async def rematch(self) -> Table:
        """The next match with the same players."""
        match = (await self.client.call(calls.rematch(self.match))).id
        return await self.client.join(Link(self._caller.server, match))

    async def _tell(self, kind: type[msgspec.Struct], **details: Any) -> bool:
        command: msgspec.Struct | None = self._ask(kind, **details)
        while command:
            await self._send(command)
            while self._waits:
                await self.wait()
            if command := self._ask_again():
                await asyncio.sleep(HASTE)
        return self._taken()

    async def _open(self) -> ClientConnection:
        if self._socket is None:
            self._socket = await connect(
                self._address,
                additional_headers=self._caller.headers(),
                compression=None,
                max_size=LARGEST,
            )
            self._opened()
        return self._socket

    async def _send(self, message: msgspec.Struct) -> None:
        try:
            if self._socket:
                await self._socket.send(wire.encode(message).decode())
        except ConnectionClosed:
            pass  # whoever waits for the next news connects again

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()

    async def __aenter__(self) -> Table:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


async def join(link: str, name: str | None = None, guest: str | None = None) -> Table:
    """Sit down at the table of a link."""
    return await Client(parse(link).server, guest).join(link, name)


async def watch(link: str) -> Table:
    """Watch the table of a link."""
    return await Client(parse(link).server).watch(link)

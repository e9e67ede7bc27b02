"""The client for plain scripts: every call waits for its answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from quarterdeck import wire
from quarterdeck.client import calls, rules
from quarterdeck.client.calls import Answer, Call, Caller
from quarterdeck.client.link import Link, parse
from quarterdeck.client.talk import HASTE, LARGEST, Talk, chosen
from quarterdeck.engine.scene import Action, Scene


class Client:
    """A guest of a server. Keep `guest`, its cookie, to be the same guest another time."""

    def __init__(self, server: str, guest: str | None = None) -> None:
        self._caller = Caller(server.rstrip("/"), guest)
        self._http = httpx.Client()

    @property
    def guest(self) -> str | None:
        return self._caller.guest

    def games(self) -> list[wire.GameInfo]:
        return self.call(calls.games())

    def lobby(self) -> list[wire.OpenTable]:
        """The tables that anybody may join; none where the server has no lobby."""
        return self.call(calls.lobby()).tables

    def matches(self, over: bool = False) -> list[wire.MyMatch]:
        """This guest's latest matches, running or finished ones."""
        return self.call(calls.mine(over)).matches

    def make(
        self,
        game: str,
        *others: str,
        name: str | None = None,
        options: dict[str, int] | None = None,
    ) -> Table:
        """Make a match and sit down. The others are bots by their names, or "friend": then
        `table.invites` has a link to send."""
        made = self.call(calls.make(game, others, options or {}, name))
        table = Table(self, made.id, 0)
        table.invites = [
            Link(self._caller.server, made.id, one.invite) for one in made.seats if one.invite
        ]
        while not table.invites and table.state is None:  # nobody else can hold up the deal
            table.wait()
        return table

    def join(self, link: Link | str, name: str | None = None) -> Table:
        """Take the seat of a link, or an open one of a table in the lobby; one's own again."""
        asked = link if isinstance(link, Link) else parse(link)
        seat = calls.own_seat(self.call(calls.about(asked.match)))
        if seat is None:
            seat = self.call(calls.join(asked, name)).seat
        return Table(self, asked.match, seat)

    def watch(self, link: Link | str) -> Table:
        asked = link if isinstance(link, Link) else parse(link)
        return Table(self, asked.match, None)

    def play_anybody(
        self,
        game: str,
        name: str | None = None,
        seats: int = 2,
        options: dict[str, int] | None = None,
    ) -> Table:
        """Join whoever waits in the lobby for such a game, or wait there."""
        match = self.call(calls.pair(game, seats, options or {}, name)).id
        return self.join(Link(self._caller.server, match))

    def record(self, match: str) -> bytes:
        """A finished match as JSON: `Record.from_json` reads it."""
        return self.call(calls.record(match))

    def call(self, call: Call[Answer]) -> Answer:
        """Send any request of the interface."""
        try:
            return self._caller.read(call, self._http.send(self._caller.request(call)))
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise self._caller.silent(error) from None

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Table(Talk):
    """A seat at a table, or a place to watch from. It survives lost connections."""

    def __init__(self, client: Client, match: str, seat: int | None) -> None:
        super().__init__(client._caller, match, seat)
        self.client = client
        self._socket: ClientConnection | None = None
        self._opening = ExitStack()
        while not (self.state or self.gathered):
            self.wait()

    def turns(self) -> Iterator[Scene]:
        """The scene whenever this seat has something to decide, until the match is over."""
        while not self.over:
            shown = self.state
            if shown and self.my_turn:
                yield shown.scene
            while self.state is shown and not self.over:
                self.wait()

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the next news; raises TimeoutError if there are none for so many seconds."""
        try:
            socket = self._open()
        except (WebSocketException, OSError) as error:  # a TimeoutError of its own, too
            time.sleep(self._lost(error, None))
            return
        try:
            raw = socket.recv(seconds)
        except ConnectionClosed as error:
            self._socket = None
            self._opening.close()
            time.sleep(self._lost(error, closed_with(error)))
            return
        for reply in self._hear(raw):
            self._send(reply)

    def act(self, action: Action | int) -> bool:
        """Take an action. False: the match has moved on, so look at the scene again."""
        return self._tell(wire.Act, **chosen(action))

    def undo(self) -> bool:
        """Take back the last action, while `state.undo` is true."""
        return self._tell(wire.Undo)

    def resign(self) -> bool:
        return self._tell(wire.Resign)

    def auto_pass(self, on: bool) -> bool:
        """Decline optional responses that do not concern this seat, or be asked again."""
        return self._tell(wire.AutoPass, on=on)

    def hint(self) -> list[wire.Suggestion]:
        """What the best bot would do, the best first; only where all others are bots."""
        self._tell(wire.Hint)
        return self._hinted()

    def view(self) -> Any:
        """What this seat knows, as the record that bots choose from; its game must be installed."""
        assert self.seat is not None, "spectators have no view"
        return rules.record_of(self.client.call(calls.view(self.match, self.seat)))

    def verify(self) -> list[tuple[bool, str]]:
        """Check a finished match: was its chance fair, and what speaks for it?"""
        return rules.findings(self, self.client.record(self.match))

    def rematch(self) -> Table:
        """The next match with the same players."""
        match = self.client.call(calls.rematch(self.match)).id
        return self.client.join(Link(self._caller.server, match))

    def _tell(self, kind: type[msgspec.Struct], **details: Any) -> bool:
        command: msgspec.Struct | None = self._ask(kind, **details)
        while command:
            self._send(command)
            while self._waits:
                self.wait()
            if command := self._ask_again():
                time.sleep(HASTE)
        return self._taken()

    def _open(self) -> ClientConnection:
        if self._socket is None:
            connection = connect(
                self._address,
                additional_headers=self._caller.headers(),
                compression=None,
                max_size=LARGEST,
            )
            self._socket = self._opening.enter_context(connection)
            self._opened()
        return self._socket

    def _send(self, message: msgspec.Struct) -> None:
        try:
            if self._socket:
                self._socket.send(wire.encode(message).decode())
        except ConnectionClosed:
            pass  # whoever waits for the next news connects again

    def close(self) -> None:
        self._opening.close()

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def closed_with(error: Exception) -> int | None:
    """The code with which the server has closed a socket."""
    return error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else None

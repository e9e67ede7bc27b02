"""The socket of a seat or a spectator: reads commands, writes what the table sends."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from quarterdeck.engine.errors import QuarterdeckError, UnknownSeat
from quarterdeck.engine.words import Words
from quarterdeck.server import clock
from quarterdeck.server.addresses import address, check_origin
from quarterdeck.server.gathering import Gathering
from quarterdeck.server.house import House
from quarterdeck.server.limits import Bucket
from quarterdeck.server.metrics import SOCKETS
from quarterdeck.server.refusals import Malformed, NotYourSeat, TooFast, refusal
from quarterdeck.server.stream import Listener
from quarterdeck.server.table import Table
from quarterdeck.wire import Alive, Aside, Command, Probe, Refused, decode_command, encode

log = logging.getLogger(__name__)
Socket = WebSocket[Any, Any, Any]
say = Words(__package__)
CLOSED_FOR = 4000
"""A socket closed for a reason has this plus the HTTP status as its code."""


@websocket("/api/matches/{match_id:str}/socket")
async def play(socket: Socket, match_id: FromPath[str], house: NamedDependency[House]) -> None:
    """Play a seat (`?seat=N`, if the cookie owns it), or watch."""
    await socket.accept()
    try:
        check_origin(socket, house.settings)
        guest = house.guests.read(socket)
        with house.limits.socket(guest, address(socket)), SOCKETS.track_inprogress():
            table = await house.tables.get(match_id)
            settings = house.settings
            room = settings.waiting_messages, settings.unread_bytes
            listener = Listener(_seat(socket, table, house), *room)
            listener.watches = guest is None or all(row.guest != guest for row in table.seats)
            await table.connect(listener)
            try:
                await _converse(socket, table, listener, house)
            finally:
                table.disconnect(listener)
    except (WebSocketDisconnect, OSError):
        pass  # the client is gone; the match goes on
    except Exception as error:
        if not isinstance(error, QuarterdeckError):
            log.exception("a socket failed")
        await _close(socket, error)


def _seat(socket: Socket, table: Table | Gathering, house: House) -> int | None:
    """The seat asked for, if it is theirs; None: a spectator."""
    asked = socket.query_params.get("seat")
    if asked is None:
        return None
    if asked not in {str(row.seat) for row in table.seats}:
        raise UnknownSeat(say("there is no seat {seat} at this table.", seat=repr(asked[:20])))
    guest = house.guests.read(socket)
    if guest is None or table.seats[int(asked)].guest != guest:
        raise NotYourSeat(say("This seat is not yours; you can watch instead."))
    return int(asked)


async def _close(socket: Socket, error: Exception) -> None:
    """Send the reason, then close."""
    status, why = refusal(error)
    try:
        await socket.send_data(encode(Refused(code=why.code, message=why.message)))
        await socket.close(CLOSED_FOR + status, why.code)
    except Exception:  # gone already
        log.debug("a socket was gone before it could be closed")


async def _converse(
    socket: Socket, table: Table | Gathering, listener: Listener, house: House
) -> None:
    """Read and write until either side closes."""
    tasks = {
        asyncio.create_task(_read(socket, table, listener, house)),
        asyncio.create_task(_write(socket, listener)),
    }
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _write(socket: Socket, listener: Listener) -> None:
    while (data := await listener.waiting.get()) is not None:
        await socket.send_data(data)
        listener.unread -= len(data)
    raise TooFast(say("Your connection is too slow; connect again."))


async def _read(socket: Socket, table: Table | Gathering, listener: Listener, house: House) -> None:
    bucket, caller = Bucket(*house.settings.commands), (house.guests.read(socket), address(socket))
    for _ in range(house.settings.patience):
        try:
            while True:
                event = await socket.receive()
                if event["type"] == "websocket.disconnect":
                    return
                if not (bucket.take() and house.limits.command(*caller)):
                    raise TooFast(say("Too many messages at once; wait a moment."))
                command = _parse(event)
                if isinstance(command, Aside):
                    await _answer(house, table.about.id, listener, caller, command)
                    continue
                # a command that was begun is finished even if the socket is lost
                await asyncio.shield(table.obey(listener, command))
        except (Malformed, TooFast) as error:
            listener.send(Refused(code=error.code, message=str(error)))
    raise TooFast(say("Too many of your messages were refused."))


async def _answer(
    house: House, match: str, listener: Listener, caller: tuple[str | None, str], aside: Aside
) -> None:
    """What does not concern the match, but those who are at its table."""
    if isinstance(aside, Probe):
        listener.send(Alive(clock.now()))
    else:
        guest, address = caller
        await house.remarks.make(match, listener, guest or address, aside)


def _parse(event: Any) -> Command | Aside:
    text = event.get("text")
    if text is None:
        raise Malformed(say("Send text, not binary data."))
    try:
        command: Command | Aside = decode_command(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Malformed(say("This is not a command: {error}", error=str(error)[:200])) from None
    return command

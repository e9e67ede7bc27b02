"""Joining: which seats an invitation is for, and taking one of them."""

from __future__ import annotations

import hmac

from quarterdeck.engine.words import Words
from quarterdeck.server.gathering import Gathering
from quarterdeck.server.guests import hashed, tidy_name
from quarterdeck.server.house import House
from quarterdeck.server.refusals import AlreadySeated, SeatTaken, WrongInvite
from quarterdeck.server.schema import SeatRow
from quarterdeck.server.table import Table
from quarterdeck.wire import Join

say = Words(__package__)


async def take_seat(house: House, table: Table | Gathering, guest: str, asked: Join) -> int:
    """Sit down at a seat that the invitation is for: the one asked for, or the first open one."""
    offered = await _offered(house, table, asked)
    if (already := _seat_of(guest, offered)) is not None:
        return already
    free = [row for row in offered if row.guest is None]
    if free and _seat_of(guest, table.seats) is not None:
        raise AlreadySeated(say("You already have a seat here; send the link to your friend."))
    for row in free:
        if await _sit(house, table, row, guest, asked):
            return row.seat
    raise SeatTaken(say("Somebody has already taken this seat."))


def _seat_of(guest: str, rows: list[SeatRow]) -> int | None:
    return next((row.seat for row in rows if row.guest == guest), None)


async def _offered(house: House, table: Table | Gathering, asked: Join) -> list[SeatRow]:
    """One seat's own invitation is for that seat; a table's link, and the lobby, for all that are
    open."""
    match = table.about.id
    free = [row for row in table.seats if not row.bot and row.guest is None]
    if asked.invite is None:
        if free and not await house.lobby.lists(match):
            raise WrongInvite(say("This table is not open to everybody; ask for a link."))
    else:
        invite = hashed(asked.invite)
        for row in table.seats:
            if hmac.compare_digest(row.invite_hash or "", invite):
                return [row]
        if not hmac.compare_digest(hashed(house.guests.table_token(match)), invite):
            raise WrongInvite(say("This invitation is not for this match; ask for a new link."))
    return [row for row in free if asked.seat in (None, row.seat)]


async def _sit(
    house: House, table: Table | Gathering, row: SeatRow, guest: str, asked: Join
) -> bool:
    name = tidy_name(asked.name, row.name, house.settings.name_length)
    if isinstance(table, Gathering):
        return await table.sit(row.seat, guest, name, asked.entropy)
    return await table.sit(row.seat, guest, name)

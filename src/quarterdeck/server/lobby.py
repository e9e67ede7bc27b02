"""The HTTP routes of the lobby: which tables are open to anybody, and "play anybody"."""

from __future__ import annotations

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from quarterdeck.engine.errors import BadOption, UnknownGame
from quarterdeck.engine.game import find
from quarterdeck.engine.words import Words
from quarterdeck.server.api import Asked, check_request, seated, title_of, with_cookie
from quarterdeck.server.guests import new_guest
from quarterdeck.server.house import House
from quarterdeck.server.joining import take_seat
from quarterdeck.server.opentables import fits
from quarterdeck.server.refusals import (
    NoLobby,
    SeatTaken,
    TooMany,
    Unavailable,
    UnknownMatch,
    WrongInvite,
    refused,
)
from quarterdeck.server.storage import Conflict
from quarterdeck.server.tables import HouseFull
from quarterdeck.wire import Join, Lobby, NewMatch, NewSeat, OpenTable, Paired, Pairing

say = Words(__package__)
TRIES = 5
"""How often to look again after somebody else was faster."""


@get("/lobby", responses=refused())
async def lobby(request: Asked, house: NamedDependency[House]) -> Lobby:
    """The tables that anybody may join."""
    if not house.settings.lobby:
        return Lobby(False, [])
    found = await house.lobby.all(house.guests.read(request))
    return Lobby(True, [_described(table) for table in found])


def _described(table: OpenTable) -> OpenTable:
    return msgspec.structs.replace(table, title=title_of(table.game))


@post(
    "/lobby",
    responses=refused(
        UnknownGame, BadOption, NoLobby, TooMany, HouseFull, Unavailable, changes=True
    ),
)
async def pair(
    request: Asked, house: NamedDependency[House], data: JSONBody[Pairing]
) -> Response[Paired]:
    """Play anybody: join the table of this kind that has waited longest, or make one and wait. Sets
    the cookie."""
    house.lobby.check_allowed()
    guest = house.guests.read(request) or new_guest()
    for _ in range(TRIES):
        match = await _joined(house, guest, data) or await _made(house, guest, data)
        if match:
            return with_cookie(house, request, guest, Paired(match))
    raise Unavailable(say("Many people are looking for a game just now; try again."))


async def _joined(house: House, guest: str, data: Pairing) -> str | None:
    """An open table of this kind, where this guest sits now."""
    options = find(data.game).check_options(data.options)
    found = await house.lobby.all(guest, data.game)
    for table in sorted(found, key=lambda table: not table.yours):
        if not fits(table, options, data.seats):
            continue
        if table.yours:
            return table.id
        try:
            await take_seat(house, await house.tables.get(table.id), guest, Join(name=data.name))
            return table.id
        except (SeatTaken, WrongInvite, UnknownMatch):  # somebody was faster
            continue
    return None


async def _made(house: House, guest: str, data: Pairing) -> str | None:
    """A new table that waits for others; None: somebody has just made one."""
    sitting = [NewSeat("me", name=data.name), *[NewSeat("friend")] * (data.seats - 1)]
    new = NewMatch(data.game, sitting, data.options)
    rows, _ = seated(new, guest, house.settings.name_length)
    also = house.lobby.entry(alone=True)
    try:
        table = await house.tables.create(data.game, data.options, rows, guest, also=also)
    except Conflict:
        return None
    return table.about.id


ROUTES = Router(path="/api", route_handlers=[lobby, pair], before_request=check_request)

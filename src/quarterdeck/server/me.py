"""The HTTP routes of a guest's own things: their matches, and moving to another browser."""

from __future__ import annotations

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from quarterdeck.engine.words import Words
from quarterdeck.server.api import Asked, check_request, reveals, title_of, with_cookie
from quarterdeck.server.house import House
from quarterdeck.server.refusals import NoGuest, UsedTransfer, refused
from quarterdeck.wire import MyMatch, MyMatches, Receive, Transfer

say = Words(__package__)


@get("/me/matches", responses=refused())
async def my_matches(
    request: Asked,
    house: NamedDependency[House],
    over: FromQuery[bool] = False,
    after: FromQuery[str] = "",
) -> MyMatches:
    """Your matches, running or finished ones."""
    guest = house.guests.read(request)
    if guest is None:
        return MyMatches([], None)
    found = await house.guestbook.matches(guest, over, after)
    return MyMatches([_described(match) for match in found.matches], found.after)


def _described(match: MyMatch) -> MyMatch:
    return msgspec.structs.replace(match, title=title_of(match.game), reveals=reveals(match.game))


@post("/me/transfer", responses=refused(NoGuest, changes=True))
async def transfer(request: Asked, house: NamedDependency[House]) -> Transfer:
    """Make a token with which another browser becomes you: good once, for ten minutes."""
    guest = house.guests.read(request)
    if guest is None:
        raise NoGuest(say("You have no games here yet."))
    return await house.guestbook.send(guest)


@post("/me/receive", responses=refused(UsedTransfer, changes=True))
async def receive(
    request: Asked, house: NamedDependency[House], data: JSONBody[Receive]
) -> Response[MyMatches]:
    """Become the guest who made the token, and be told their running matches. Sets the cookie:
    this browser's own matches can no longer be played from it."""
    guest = await house.guestbook.receive(data.token)
    return with_cookie(house, request, guest, await house.guestbook.matches(guest, False, ""))


ROUTES = Router(
    path="/api",
    route_handlers=[my_matches, transfer, receive],
    before_request=check_request,
)

"""The HTTP routes: which games there are, making, joining and reading matches."""

from __future__ import annotations

import asyncio
from importlib import metadata
from typing import Any

import msgspec
from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import UNSET

from quarterdeck.bots import LEVELS, bots, title
from quarterdeck.bots.analysis import Analysis
from quarterdeck.engine.errors import (
    BadOption,
    DamagedRecord,
    StaysHidden,
    UnknownGame,
    UnknownSeat,
)
from quarterdeck.engine.game import Game, find, listing
from quarterdeck.engine.glossary import Glossary, glossary
from quarterdeck.engine.lesson import LEARNER
from quarterdeck.engine.lesson import Lesson as Script
from quarterdeck.engine.look import Look, cover, look
from quarterdeck.engine.record import Record
from quarterdeck.engine.scene import named
from quarterdeck.engine.words import Words
from quarterdeck.server import reading, replays
from quarterdeck.server.addresses import address, check_host, check_origin
from quarterdeck.server.gathering import Gathering
from quarterdeck.server.guests import distinct_name, hashed, new_guest, new_invite, tidy_name
from quarterdeck.server.house import House
from quarterdeck.server.joining import take_seat
from quarterdeck.server.reading import VARIES
from quarterdeck.server.refusals import (
    AlreadySeated,
    BadEndpoint,
    NoGuest,
    NoLobby,
    NotDealt,
    NotOver,
    NotYourSeat,
    OlderRules,
    SeatTaken,
    TooMany,
    Unavailable,
    UnknownMatch,
    WrongInvite,
    refused,
)
from quarterdeck.server.schema import SeatRow
from quarterdeck.server.table import Table, asleep
from quarterdeck.server.tables import HouseFull
from quarterdeck.server.timing import Terms, Timekeeper
from quarterdeck.wire import (
    BotInfo,
    GameInfo,
    Health,
    Join,
    Joined,
    Lesson,
    MadeMatch,
    MadeSeat,
    MatchInfo,
    NewMatch,
    NewSeat,
    OptionInfo,
    PushKey,
    Rematch,
    SeatInfo,
    SeatView,
    Subscription,
    Unsubscription,
)

say = Words(__package__)
Asked = Request[Any, Any, Any]
FOR_STUDY = "for study:"
"""How the description of an option begins that is not for people."""
UNREPLAYABLE = (OlderRules, DamagedRecord)
"""Why a match cannot be opened although it is there."""
RECORD = ResponseSpec(Record, generate_examples=False, description="The match as it was played.")
DRAWINGS = CacheControlHeader(max_age=24 * 60 * 60, public=True)
"""A game's drawings are the same for everybody, and change only with a new version."""


async def check_request(request: Asked) -> None:
    """Before every handler: limit the rate, and accept changes only from our own page."""
    house: House = request.app.state.house
    guest, caller = house.guests.read(request), address(request)
    house.limits.request(guest, caller)
    check_host(request, house.settings)
    if request.method in ("POST", "DELETE"):
        check_origin(request, house.settings)
        house.limits.creation(guest, caller)


def with_cookie(house: House, request: Asked, guest: str, content: object) -> Response[Any]:
    secure, path = request.url.scheme == "https", house.settings.path or "/"
    cookie = house.guests.cookie(guest, secure, path)
    return Response(content, status_code=201, cookies=[cookie])


# Games -------------------------------------------------------------------------------------------


@get("/health", responses=refused())
async def health(house: NamedDependency[House]) -> Health:
    """Whether the service is up."""
    version = metadata.version("quarterdeck")
    return Health("ok", version, len(house.tables), sorted(house.tables.compiler.compiled))


def _game_info(game: Game, ready: bool) -> GameInfo:
    options = [
        OptionInfo(o.name, o.default, o.low, o.high, game.say(o.help), o.help.startswith(FOR_STUDY))
        for o in game.options
    ]
    able = [BotInfo(name, title(name), bots()[name]) for name in LEVELS]
    lesson = game.lesson.minutes if game.lesson else None
    return GameInfo(
        id=game.id,
        title=game.say(game.title),
        summary=game.say(game.summary),
        seats=game.seats,
        options=options,
        bots=able,
        minutes=game.minutes,
        difficulty=game.difficulty,
        lesson=lesson,
        cover=bool(cover(game.package)),
        ready=ready,
    )


@get("/games", responses=refused())
async def games(house: NamedDependency[House]) -> list[GameInfo]:
    """Every game that can be played here."""
    slow = await house.tables.compiler.slow()
    return await asyncio.to_thread(
        lambda: [_game_info(game, game.id not in slow) for game in listing()]
    )


@get(
    "/games/{game_id:str}/symbols.svg",
    media_type="image/svg+xml",
    cache_control=DRAWINGS,
    responses=refused(UnknownGame),
)
async def symbols(game_id: FromPath[str]) -> bytes:
    """The game's symbols: an SVG sprite."""
    empty = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    return (find(game_id).symbols or empty).encode()


@get("/games/{game_id:str}/look", cache_control=DRAWINGS, responses=refused(UnknownGame))
async def games_look(game_id: FromPath[str]) -> Look:
    """The game's colours, drawings and sounds for the table; empty where it has none."""
    return look(find(game_id).package)


@get(
    "/games/{game_id:str}/cover.svg",
    media_type="image/svg+xml",
    cache_control=DRAWINGS,
    responses=refused(UnknownGame),
)
async def games_cover(game_id: FromPath[str]) -> bytes:
    """The game's cover, if it has one."""
    if not (drawn := cover(find(game_id).package)):
        raise NotFoundException
    return drawn.encode()


@get(
    "/games/{game_id:str}/rules",
    media_type="text/markdown; charset=utf-8",
    response_headers=VARIES,
    responses=refused(UnknownGame),
)
async def rules(game_id: FromPath[str]) -> bytes:
    """The rules, for players."""
    return find(game_id).rules_text.encode()


@get(
    "/games/{game_id:str}/glossary",
    cache_control=DRAWINGS,
    response_headers=VARIES,
    responses=refused(UnknownGame),
)
async def explained(game_id: FromPath[str]) -> Glossary:
    """What every kind of thing in the game's scenes is and does."""
    return glossary(find(game_id).package)


@get(
    "/games/{game_id:str}/pictures/{name:str}",
    media_type="image/svg+xml",
    cache_control=DRAWINGS,
    responses=refused(UnknownGame, absent=True),
)
async def rules_picture(game_id: FromPath[str], name: FromPath[str]) -> bytes:
    """One of the pictures in the rules."""
    if not (picture := find(game_id).picture(name)):
        raise NotFoundException
    return picture.encode()


# Matches -----------------------------------------------------------------------------------------


def seated(new: NewMatch, guest: str, length: int) -> tuple[list[SeatRow], list[MadeSeat]]:
    """The rows to store, and what whoever made the match is told: the invitations, only now."""
    rows: list[SeatRow] = []
    made: list[MadeSeat] = []
    for number, seat in enumerate(new.seats):
        if seat.kind == "bot" and seat.bot not in bots():
            raise BadOption(
                say(
                    "there is no bot {bot}; there are: {names}.",
                    bot=repr(seat.bot),
                    names=", ".join(bots()),
                )
            )
        bot = seat.bot if seat.kind == "bot" else None
        usual = title(bot) if bot else say("Player {number}", number=number + 1)
        name = tidy_name(seat.name, usual, length)
        name = distinct_name(name, (row.name for row in rows), length)
        invite = new_invite() if seat.kind == "friend" else None
        rows.append(
            SeatRow(
                seat=number,
                name=name,
                bot=bot,
                guest=guest if seat.kind == "me" else None,
                invite_hash=hashed(invite) if invite else None,
            )
        )
        made.append(MadeSeat(number, seat.kind, name, invite or UNSET))
    return rows, made


def _with_lesson(new: NewMatch, lesson: Script | None) -> NewMatch:
    """The match that a lesson asks for: the learner first, the weakest bots around."""
    if lesson is None:
        raise BadOption(say("{game} has no lesson.", game=title_of(new.game)))
    if [seat.kind for seat in new.seats] != ["me"] or new.options or new.pace:
        raise BadOption(
            say("a lesson is for you alone: give one seat, and neither options nor a pace.")
        )
    others = [NewSeat("bot", LEVELS[0])] * (lesson.seats - 1)
    return msgspec.structs.replace(new, seats=[*new.seats, *others], options=lesson.options)


@post(
    "/matches", responses=refused(UnknownGame, BadOption, NoLobby, TooMany, HouseFull, changes=True)
)
async def create(
    request: Asked, house: NamedDependency[House], data: JSONBody[NewMatch]
) -> Response[MadeMatch]:
    """Make a match. Sets the cookie, which then owns every seat of kind "me"."""
    guest = house.guests.read(request) or new_guest()
    taught = find(data.game).lesson if data.lesson else None
    data = _with_lesson(data, taught) if data.lesson else data
    rows, made = seated(data, guest, house.settings.name_length)
    terms = Terms(data.pace, data.on_time, data.invitees)
    also = house.lobby.entry() if data.listed and not taught else None
    table = await house.tables.create(
        data.game, data.options, rows, guest, terms, data.entropy, also, taught
    )
    answer = MadeMatch(table.about.id, table.about.commitment, made)
    return with_cookie(house, request, guest, answer)


@get("/matches/{match_id:str}", responses=refused(UnknownMatch))
async def match_info(
    request: Asked, house: NamedDependency[House], match_id: FromPath[str]
) -> MatchInfo:
    """What anybody with the link may know about a match."""
    stored, guest = await house.tables.stored(match_id), house.guests.read(request)
    table, about = house.tables.awake(match_id), stored.match
    owned = {row.seat for row in stored.seats if guest and row.guest == guest}
    hosts = about.owner == guest and not about.over
    return MatchInfo(
        id=about.id,
        game=about.game,
        title=title_of(about.game),
        options=about.options,
        commitment=about.commitment,
        seats=[
            SeatInfo(
                seat=one.seat,
                kind=one.kind,
                name=one.name,
                yours=one.seat in owned,
                present=one.present,
                stand_in=one.stand_in,
                hides=one.seat in owned and _hides(table, one.seat),
            )
            for one in (table.people() if table else asleep(stored))
        ],
        dealt=stored.dealt,
        over=about.over,
        reveals=reveals(about.game),
        rematch=about.rematch,
        timing=Timekeeper.of_stored(stored).shown(stored.vacant),
        chat=house.settings.chat,
        join=house.guests.table_token(match_id) if hosts and stored.vacant else None,
        lesson=about.lesson,
    )


def _hides(table: Table | Gathering | None, seat: int) -> bool:
    """Does a seat know what spectators do not? Before the deal nobody does."""
    if table is None:  # asleep: it may
        return True
    dealt = table.table if isinstance(table, Gathering) else table
    return dealt is not None and dealt.match.hides(seat)


def title_of(game_id: str) -> str:
    try:
        game = find(game_id)
        return game.say(game.title)
    except UnknownGame:  # no longer installed
        return game_id


def reveals(game_id: str) -> bool:
    """Is everything shown at the end? Of a game that is no longer installed, nothing is."""
    try:
        return find(game_id).rule_hooks.REVEALS
    except UnknownGame:
        return False


@get("/matches/{match_id:str}/lesson", responses=refused(UnknownMatch, NotYourSeat, absent=True))
async def lesson(request: Asked, house: NamedDependency[House], match_id: FromPath[str]) -> Lesson:
    """What the coach says in a lesson; only for whoever is taught."""
    stored, guest = await house.tables.stored(match_id), house.guests.read(request)
    if not guest or stored.seats[LEARNER].guest != guest:
        raise NotYourSeat(say("Only whoever is taught can read the lesson."))
    taught = find(stored.match.game).lesson if stored.match.lesson else None
    if taught is None:
        raise NotFoundException
    return Lesson(taught.steps, len(taught.line))


@post(
    "/matches/{match_id:str}/join",
    responses=refused(
        UnknownMatch,
        UnknownGame,
        WrongInvite,
        SeatTaken,
        AlreadySeated,
        *UNREPLAYABLE,
        HouseFull,
        changes=True,
    ),
)
async def join(
    request: Asked, house: NamedDependency[House], match_id: FromPath[str], data: JSONBody[Join]
) -> Response[Joined]:
    """Take the seat of an invitation, or one of a table's open seats. Sets the cookie."""
    table, guest = await house.tables.get(match_id), house.guests.read(request) or new_guest()
    seat = await take_seat(house, table, guest, data)
    return with_cookie(house, request, guest, Joined(seat))


@get(
    "/matches/{match_id:str}/record",
    media_type=MediaType.JSON,
    responses={**refused(UnknownMatch, NotOver, StaysHidden), 200: RECORD},
)
async def record(house: NamedDependency[House], match_id: FromPath[str]) -> Response[bytes]:
    """The record of a finished match as it was played, by whatever version of the rules, seed
    included; not of a game that keeps its secrets."""
    stored = await house.tables.stored(match_id)
    if not stored.match.over:
        raise NotOver(say("The record is available once the match is over."))
    if not reveals(stored.match.game):
        raise StaysHidden(
            say("This game keeps its secrets after the end, and the record would tell them.")
        )
    name = f"{stored.match.game}-{match_id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    content = await asyncio.to_thread(stored.record().to_json)
    return Response(content, media_type=MediaType.JSON, headers=headers)


@get(
    "/matches/{match_id:str}/view",
    responses=refused(
        UnknownMatch, UnknownGame, UnknownSeat, NotYourSeat, NotDealt, *UNREPLAYABLE, HouseFull
    ),
)
async def seat_view(
    request: Asked, house: NamedDependency[House], match_id: FromPath[str], seat: FromQuery[int]
) -> SeatView:
    """What your seat knows, as the record that bots choose from."""
    table, guest = await house.tables.get(match_id), house.guests.read(request)
    if not 0 <= seat < len(table.seats):
        raise UnknownSeat(say("there is no seat {seat} at this table.", seat=seat))
    if not guest or table.seats[seat].guest != guest:
        raise NotYourSeat(say("This seat is not yours; you can watch instead."))
    dealt = table.table if isinstance(table, Gathering) else table
    if dealt is None:
        raise NotDealt(say("This match is not dealt yet."))
    game = dealt.match.game
    return SeatView(game.id, game.version, seat, dealt.match.view(seat).tobytes())


@post(
    "/matches/{match_id:str}/rematch",
    responses=refused(
        UnknownMatch, UnknownGame, NotYourSeat, NotOver, TooMany, HouseFull, changes=True
    ),
)
async def rematch(
    request: Asked, house: NamedDependency[House], match_id: FromPath[str]
) -> Rematch:
    """Make the next match: the same players, each one seat further on."""
    old, guest = await house.tables.stored(match_id), house.guests.read(request)
    if not guest or all(row.guest != guest for row in old.seats):
        raise NotYourSeat(say("Only players of this match can ask for a rematch."))
    if not old.match.over:
        raise NotOver(say("You can ask for a rematch once this match is over."))
    return Rematch(await house.tables.rematch(old, guest))


@get(
    "/matches/{match_id:str}/analysis",
    responses=refused(
        UnknownMatch,
        UnknownGame,
        UnknownSeat,
        NotOver,
        StaysHidden,
        *UNREPLAYABLE,
        HouseFull,
        Unavailable,
    ),
)
async def analysis(
    request: Asked, house: NamedDependency[House], match_id: FromPath[str], seat: FromQuery[int]
) -> Analysis:
    """A finished match, analysed from one seat's point of view. Takes some seconds. In a game that
    keeps its secrets, only for whoever sits there."""
    table, guest = await house.tables.get(match_id), house.guests.read(request)
    if not isinstance(table, Table) or not table.match.over:
        raise NotOver(say("A match can be analysed once it is over."))
    if not 0 <= seat < len(table.seats):
        raise UnknownSeat(say("there is no seat {seat} at this table.", seat=seat))
    if not table.open and (not guest or table.seats[seat].guest != guest):
        raise StaysHidden(say("This game keeps its secrets after the end: analyse your own seat."))
    await house.tables.compiler.finished(table.about.game)
    found = await table.analyse(house.analysts, seat)
    if found is None:
        raise Unavailable(say("This match could not be analysed just now; try again."))
    return named(found, table.names)


# Notices -----------------------------------------------------------------------------------------


@get("/push/key", responses=refused())
async def push_key(house: NamedDependency[House]) -> PushKey:
    """The server's public key, with which a browser subscribes to notices."""
    return PushKey(house.notices.public_key)


@post("/push/subscriptions", status_code=204, responses=refused(NoGuest, BadEndpoint, changes=True))
async def subscribe(
    request: Asked, house: NamedDependency[House], data: JSONBody[Subscription]
) -> None:
    """Notify this guest here, by Web Push, when something happens while they are not connected."""
    guest = house.guests.read(request)
    if guest is None:
        raise NoGuest(say("Make or join a match first; then you can be notified."))
    await house.notices.subscribe(guest, data)


@delete("/push/subscriptions", status_code=204, responses=refused(changes=True))
async def unsubscribe(
    request: Asked, house: NamedDependency[House], data: JSONBody[Unsubscription]
) -> None:
    """No more notices there; nothing happens if there were none."""
    if guest := house.guests.read(request):
        await house.notices.unsubscribe(guest, data.endpoint)


ROUTES = Router(
    path="/api",
    route_handlers=[
        health,
        reading.known,
        games,
        symbols,
        games_look,
        games_cover,
        rules,
        rules_picture,
        explained,
        create,
        match_info,
        lesson,
        join,
        record,
        seat_view,
        rematch,
        analysis,
        *replays.HANDLERS,
        push_key,
        subscribe,
        unsubscribe,
    ],
    before_request=check_request,
)

"""The routes of the replay: a match that is over, or a record from somebody's file."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.params import FromPath, FromQuery, JSONBody

from quarterdeck.bots.analysis import Analysis, in_words
from quarterdeck.engine.errors import (
    BadOption,
    DamagedRecord,
    StaysHidden,
    TooLong,
    UnknownGame,
    UnknownSeat,
    WrongVersion,
)
from quarterdeck.engine.game import find
from quarterdeck.engine.record import Record
from quarterdeck.engine.replay import Eyes
from quarterdeck.engine.scene import named
from quarterdeck.engine.words import Words
from quarterdeck.server.addresses import address
from quarterdeck.server.frames import Film
from quarterdeck.server.house import House
from quarterdeck.server.refusals import (
    Malformed,
    NotDealt,
    NotOver,
    OlderRules,
    TooMany,
    Unavailable,
    UnknownMatch,
    refused,
)
from quarterdeck.server.tables import HouseFull
from quarterdeck.wire import Frames, Replayed, ReplayFile

say = Words(__package__)
RECORD_BYTES = 512 * 1024
"""The longest request that brings a record."""
Asked = Request[Any, Any, Any]


OF_A_MATCH = (
    UnknownMatch,
    UnknownGame,
    UnknownSeat,
    NotOver,
    NotDealt,
    StaysHidden,
    DamagedRecord,
    OlderRules,
    TooLong,
    HouseFull,
)
OF_A_FILE = (
    DamagedRecord,
    WrongVersion,
    UnknownGame,
    UnknownSeat,
    BadOption,
    StaysHidden,
    TooLong,
    TooMany,
)


def _eyes(text: str) -> Eyes:
    if text == "all":
        return "all"
    if text == "spectator":
        return "spectator"
    if text.isascii() and text.isdigit() and len(text) < 3:
        return int(text)
    raise Malformed(say("Eyes are a seat's number, “all” or “spectator”."))


async def _film(request: Asked, house: House, match_id: str, eyes: str) -> Film:
    """A match that is over, for whoever may see it so."""
    stored, guest, seen = (
        await house.tables.stored(match_id),
        house.guests.read(request),
        _eyes(eyes),
    )
    if not stored.match.over:
        raise NotOver(say("A game can be replayed once it is over."))
    if not stored.dealt:
        raise NotDealt(say("This game was called off before it was dealt."))
    if isinstance(seen, int) and not find(stored.match.game).rule_hooks.REVEALS:
        if not any(row.seat == seen and guest and row.guest == guest for row in stored.seats):
            raise StaysHidden(
                say("This game keeps its secrets: look through your own seat's eyes.")
            )
    names = [row.name for row in stored.seats]
    return Film(match_id, stored.record(), names, seen)


def _of_file(file: ReplayFile) -> Film:
    text = file.record.encode()
    record = Record.from_json(text)
    seats = range(1, min(record.seats, 32) + 1)
    names = [say("Player {number}", number=number) for number in seats]
    return Film(hashlib.sha256(text).hexdigest(), record, names, _eyes(file.eyes))


def _json(content: bytes) -> Response[Any]:
    return Response(content, media_type=MediaType.JSON)


@get("/matches/{match_id:str}/replay", responses=refused(*OF_A_MATCH))
async def match_steps(
    request: Asked, house: NamedDependency[House], match_id: FromPath[str], eyes: FromQuery[str]
) -> Response[Replayed]:
    """A match that is over, in words, move by move. Where a game keeps its secrets, only through
    the eyes of one's own seat, or of a spectator."""
    return _json(await house.projector.steps(await _film(request, house, match_id, eyes)))


@get("/matches/{match_id:str}/frames", responses=refused(*OF_A_MATCH))
async def match_frames(
    request: Asked,
    house: NamedDependency[House],
    match_id: FromPath[str],
    eyes: FromQuery[str],
    first: FromQuery[int],
) -> Response[Frames]:
    """The scenes of a match that is over, from a step on: as many as one answer holds."""
    film = await _film(request, house, match_id, eyes)
    return _json(await house.projector.frames(film, first))


@post(
    "/replay",
    request_max_body_size=RECORD_BYTES,
    status_code=200,
    responses=refused(*OF_A_FILE, changes=True),
)
async def file_steps(
    request: Asked, house: NamedDependency[House], data: JSONBody[ReplayFile]
) -> Response[Replayed]:
    """A record from a file, in words, move by move. It is not stored."""
    with house.projector.files.hold(address(request)):
        return _json(await house.projector.steps(_of_file(data)))


@post(
    "/replay/frames",
    request_max_body_size=RECORD_BYTES,
    status_code=200,
    responses=refused(*OF_A_FILE, changes=True),
)
async def file_frames(
    request: Asked, house: NamedDependency[House], data: JSONBody[ReplayFile]
) -> Response[Frames]:
    """The scenes of a record from a file, from a step on: as many as one answer holds."""
    with house.projector.files.hold(address(request)):
        return _json(await house.projector.frames(_of_file(data), data.first))


@post(
    "/replay/analysis",
    request_max_body_size=RECORD_BYTES,
    status_code=200,
    responses=refused(*OF_A_FILE, NotOver, Unavailable, changes=True),
)
async def file_analysis(
    request: Asked, house: NamedDependency[House], data: JSONBody[ReplayFile]
) -> Analysis:
    """A record from a file, analysed from the point of view of the seat in `eyes`. Takes some
    seconds."""
    film = _of_file(data)
    with house.projector.files.hold(address(request)):
        match = await house.projector.match(film)
        if not match.over:
            raise NotOver(say("A match can be analysed once it is over."))
        if not isinstance(film.eyes, int) or film.eyes >= match.seats:
            raise UnknownSeat(say("there is no seat {seat} at this table.", seat=film.eyes))
        await house.tables.compiler.finished(film.record.game)
        found = await house.analysts.analyse(film.record, film.eyes)
    if found is None:
        raise Unavailable(say("This match could not be analysed just now; try again."))
    return named(await asyncio.to_thread(in_words, found, match), film.names)


HANDLERS = [match_steps, match_frames, file_steps, file_frames, file_analysis]

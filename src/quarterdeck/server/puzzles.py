"""The routes of the puzzles of the day. Answers are judged here, so that no page holds one."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

from litestar import Request, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from quarterdeck.engine.errors import UnknownGame
from quarterdeck.engine.riddle import Puzzle, Verdict
from quarterdeck.engine.words import Words
from quarterdeck.puzzles import NoPuzzle, puzzlers
from quarterdeck.server.addresses import address, check_host, check_origin
from quarterdeck.server.house import House
from quarterdeck.server.refusals import NoSuchDay, NotReady, refused
from quarterdeck.server.riddles import today
from quarterdeck.wire import PuzzleAnswer, PuzzleInfo

say = Words(__package__)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NoSuchDay(say("Write a day as in 2026-11-17.")) from None


async def _check_request(request: Request[Any, Any, Any]) -> None:
    """As everywhere, but answers make nothing, so they do not count as creations."""
    house: House = request.app.state.house
    house.limits.request(house.guests.read(request), address(request))
    check_host(request, house.settings)
    if request.method == "POST":
        check_origin(request, house.settings)


@get(responses=refused(NotReady))
async def todays(house: NamedDependency[House]) -> list[PuzzleInfo]:
    """Today's puzzles, one for each game that has some and is ready."""
    day = today()
    found = []
    games = await asyncio.to_thread(puzzlers)
    if games and not any(game.compiled for game in games):
        raise NotReady(say("The puzzles are still getting ready; come again in a minute."))
    for game in games:
        if not game.compiled:
            continue
        puzzle = (await house.riddles.of(game.id, day)).puzzle
        found.append(PuzzleInfo(game.id, puzzle.title, puzzle.kind, puzzle.grade, day.isoformat()))
    return found


@get("/{game_id:str}", responses=refused(UnknownGame, NoPuzzle, NoSuchDay, NotReady))
async def puzzle(
    house: NamedDependency[House], game_id: FromPath[str], day: FromQuery[str | None] = None
) -> Puzzle:
    """A game's puzzle: today's, or that of `?day=2026-11-17`, without its answer."""
    return (await house.riddles.of(game_id, _day(day) if day else today())).puzzle


@post(
    "/{game_id:str}/{day:str}/answer",
    status_code=200,
    responses=refused(UnknownGame, NoPuzzle, NoSuchDay, NotReady, changes=True),
)
async def answer(
    house: NamedDependency[House],
    game_id: FromPath[str],
    day: FromPath[str],
    data: JSONBody[PuzzleAnswer],
) -> Verdict:
    """Judge an answer: what contradicts it, or the proof that it is the only one. Without places:
    give up, and see both."""
    riddle = await house.riddles.of(game_id, _day(day))
    if not data.places:
        return riddle.reveal()
    return await asyncio.to_thread(riddle.judge, data.places)


ROUTES = Router(
    path="/api/puzzles", route_handlers=[todays, puzzle, answer], before_request=_check_request
)

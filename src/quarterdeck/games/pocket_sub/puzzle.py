"""Win this turn: all ways to sail are tried, and one wins.

Only a Hero Sub can: it sinks the enemies that it meets and sails on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.riddle import Posed
from quarterdeck.engine.state import unpack
from quarterdeck.engine.words import Words
from quarterdeck.games.pocket_sub import chart, scene
from quarterdeck.games.pocket_sub import state as st

say = Words(__package__)

(KIND,) = say.know("Win this turn")
BRACKETS = (1, 2)
GAMES = 250

Line = tuple[int, ...]
"""The actions of a turn, from the first step on."""


def promising(position: Position) -> int | None:
    """The actor's last sub can win."""
    s = position.state[0]
    actor = int(s["actor"])
    if s["question"] != st.BEGIN or s["afloat"][actor] != 1:
        return None
    return actor if any(won for _, won in _lines(_under_way(position))) else None


def _under_way(position: Position) -> Position:
    """The actor has only one sub to choose."""
    (action,) = position.legal()
    return position.after(action)


def _lines(position: Position) -> Iterator[tuple[Line, bool]]:
    """All ways to sail, and whether they win."""
    actor = position.actor
    if position.over or position.state["question"][0] != st.SAIL:
        yield (), position.winners == [actor]
        return
    for action in position.legal():
        for line, won in _lines(position.after(action)):
            yield (action, *line), won


def pose(match: Match, viewer: int) -> Posed | None:
    start = _under_way(match.position)
    lines = list(_lines(start))
    winning = [line for line, won in lines if won]
    if len(winning) != 1:
        return None
    (line,) = winning
    view = start.plain()
    left = view.afloat[1 - viewer]
    regions = range(len(st.LAYOUTS[view.seats]) * st.REGIONS_A_TILE)
    return Posed(
        question=say(KIND),
        detail=say(
            "Choose the regions that your Hero Sub sails to, in order, until the game is won."
        ),
        scene=msgspec.structs.replace(match.picture(viewer), zones=[]),
        places={
            chart.cell(region): say("Sail to {region}", region=chart.name(view.rotation, region))
            for region in regions
            if region != view.at
        },
        facts=[
            say.count(
                "Your last sub is a Hero Sub: it sinks an enemy sub that it meets. {who} has {n} "
                "sub left.",
                "Your last sub is a Hero Sub: it sinks an enemy sub that it meets. {who} has {n} "
                "subs left.",
                left,
                who=scene.name(1 - viewer),
            ),
            say(
                "You have 3 movement points. A step costs 1; to rocks 2; from deep water to any "
                "other deep water, near or far, 2."
            ),
            say(
                "An enemy mine or command centre on the way is the end of your sub; your own mines "
                "can be passed. No region may be entered twice."
            ),
        ],
        count=None,
        ordered=True,
        answer=[chart.cell(_region(action)) for action in line],
        deductions=len(line),
        proof=_proof(start, line, len(lines)),
        objection=_Objection(start),
    )


def _region(action: int) -> int:
    return action - st.DO_SAIL


def _proof(start: Position, line: Line, ways: int) -> list[str]:
    count = say.count(
        "There is {n} way to sail this turn; this one alone wins.",
        "There are {n} ways to sail this turn; this one alone wins.",
        ways,
    )
    lines = [count]
    position = start
    for action in line:
        view: Any = position.plain()
        lines.append(f"{scene.label(view, action)}.")
        position = position.after(action)
    return lines


class _Objection:
    """What comes of sailing that way."""

    def __init__(self, start: Position) -> None:
        self._start = start

    def __call__(self, places: list[str]) -> str:
        position = self._start
        for place in places:
            action = next((a for a in position.legal() if chart.cell(_region(a)) == place), None)
            if action is None:
                return say(
                    "Your sub cannot sail on to {region}: it is too far, too dear, or not allowed.",
                    region=_name(position, place),
                )
            before, position = position, position.after(action)
            if position.state["question"][0] != st.SAIL:
                return _outcome(before, position)
        points = int(position.state["points"][0])
        return say.count(
            "That does not win yet: {n} movement point to use.",
            "That does not win yet: {n} movement points to use.",
            points,
        )


def _name(position: Position, place: str) -> str:
    view = position.plain()
    number = st.CENTRE if place[1] == "c" else int(place[1])
    region = chart.LETTERS.index(place[0]) * st.REGIONS_A_TILE + number
    return chart.name(view.rotation, region)


def _outcome(before: Position, after: Position) -> str:
    """Why a move that is over has not won."""
    lost = [
        event for event in map(unpack, after.events)
        if event.kind == st.SUNK and event.who == before.actor
    ]  # fmt: skip
    if lost:
        return say(LOSES[lost[-1].b])
    return say("That uses up the movement points, and an enemy sub is still afloat.")


LOSES = say.know(
    "That loses the game: your sub is lost in an enemy command centre.",
    "That loses the game: your sub is sunk by a Hero Sub.",
    "That loses the game: your sub runs into a mine and is lost.",
    "That loses the game: your sub ends on a mine of its own side and is lost.",
    "That loses the game: your sub is lost in a collision.",
    "That loses the game: your sub is lost in a collision with its own side.",
    "That loses the game: your sub cannot sail on and is lost.",
    "That loses the game: your sub cannot lay a mine and is lost.",
)
"""By how the sub was lost."""

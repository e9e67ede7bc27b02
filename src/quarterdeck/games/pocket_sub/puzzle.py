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
from quarterdeck.games.pocket_sub import chart, scene
from quarterdeck.games.pocket_sub import state as st

KIND = "Win this turn"
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
    them = f"{{{1 - viewer}}}"
    left = view.afloat[1 - viewer]
    regions = range(len(st.LAYOUTS[view.seats]) * st.REGIONS_A_TILE)
    return Posed(
        question="Win this turn",
        detail="Choose the regions that your Hero Sub sails to, in order, until the game is won.",
        scene=msgspec.structs.replace(match.picture(viewer), zones=[]),
        places={
            chart.cell(region): f"Sail to {chart.name(view.rotation, region)}"
            for region in regions
            if region != view.at
        },
        facts=[
            f"Your last sub is a Hero Sub: it sinks an enemy sub that it meets. {them} has "
            f"{scene.counted(left, 'sub')} left.",
            "You have 3 movement points. A step costs 1; to rocks 2; from deep water to any other "
            "deep water, near or far, 2.",
            "An enemy mine or command centre on the way is the end of your sub; your own mines "
            "can be passed. No region may be entered twice.",
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
    count = "There is 1 way" if ways == 1 else f"There are {ways} ways"
    lines = [f"{count} to sail this turn; this one alone wins."]
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
                name = _name(position, place)
                return (
                    f"Your sub cannot sail on to {name}: it is too far, too dear, or not allowed."
                )
            before, position = position, position.after(action)
            if position.state["question"][0] != st.SAIL:
                return _outcome(before, position)
        points = int(position.state["points"][0])
        return f"That does not win yet: {scene.counted(points, 'movement point')} to use."


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
        return f"That loses the game: your sub {scene.HOW_LOST[lost[-1].b]}."
    return "That uses up the movement points, and an enemy sub is still afloat."

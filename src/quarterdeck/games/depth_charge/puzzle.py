"""Find the mines: every layout is tried against every sounding, and only one is left."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.proof import needed
from quarterdeck.engine.riddle import Posed
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.state import from_plain
from quarterdeck.engine.words import Words
from quarterdeck.games.depth_charge import GAME, belief, scene, sonar
from quarterdeck.games.depth_charge import state as st
from quarterdeck.games.depth_charge.sonar import frame, pings

say = Words(__package__)

(KIND,) = say.know("Find the mines")
BRACKETS = (2, 3)
GAMES = 40
FEWEST_MINES = 3
FEWEST_SOUNDINGS, MOST_SOUNDINGS = 3, 9

open_squares = interpret(belief.open_squares)
heard = interpret(sonar.pings)


class Sounding(NamedTuple):
    """One of the viewer's soundings, and the mines destroyed since: they were heard then, too."""

    square: int
    report: int
    since: int
    turn: int


def promising(position: Position) -> int | None:
    """At the start of a turn of somebody who has sounded, but not too often to look at it all."""
    s = position.state[0]
    seat = int(s["actor"])
    if s["question"] != st.START_TURN or s["left"][1 - seat] < FEWEST_MINES:
        return None
    entries = s["log"][seat : s["turn"] - 1 : 2]
    sounded = np.unique(entries[entries & st.KIND_MASK == st.SOUNDING])
    if not FEWEST_SOUNDINGS <= len(sounded) <= MOST_SOUNDINGS:
        return None
    view, found = position.view(seat), np.zeros(2, np.int64)
    _bound("deduce", belief.deduce)(view, 0, seat, found)
    return seat if found[0] == found[1] else None


def _bound(name: str, function: Any) -> Any:
    rules = GAME.load()
    if name not in rules.extras:
        rules.extras[name] = rules.bind(function)
    return rules.extras[name]


def weigh(states: Any, i: int, owner: int, soundings: Any, layouts: Any, contradicted: Any) -> None:
    """Entry point: for each layout, which soundings would have been reported otherwise."""
    s = states[i]
    for j in range(len(layouts)):
        mask = 0
        for k in range(len(soundings)):
            spot = frame(owner, soundings[k][0])
            if pings(s, owner, spot, layouts[j] | soundings[k][2]) != soundings[k][1]:
                mask |= 1 << k
        contradicted[j] = mask


def pose(match: Match, viewer: int) -> Posed | None:
    """All layouts of the mines left on the squares where one may still lie."""
    owner, state = 1 - viewer, match.view(viewer)
    view = Position(match.rules, state).plain()
    soundings = _soundings(view, viewer)
    squares = scene.bits(open_squares(view, owner))
    left = view.left[owner]
    layouts = _layouts(squares, left)
    masks = np.zeros(len(layouts), np.int64)
    _bound("weigh", weigh)(
        state, 0, owner, np.array([s[:3] for s in soundings], np.int64), layouts, masks
    )
    fitting = layouts[masks == 0].tolist()
    if len(fitting) != 1:
        return None
    enough = needed(set(masks[masks > 0].tolist()))
    assert enough is not None
    answer = scene.squares(owner, fitting[0])
    return Posed(
        question=say("Where are {who}'s {n} mines?", who=scene.name(owner), n=left),
        detail=say(
            "Choose a square for each of them. Where nothing is lit, no mine can lie: somebody "
            "has been there, or it is land."
        ),
        scene=match.picture(viewer),
        places={
            scene.cell(square): say("A mine on {square}", square=st.square_name(square))
            for square in scene.squares(owner, open_squares(view, owner))
        },
        facts=_told(view, viewer, soundings),
        count=left,
        answer=[scene.cell(square) for square in answer],
        deductions=len(enough),
        proof=_proof(soundings, masks, enough, comb(len(squares), left), answer),
        objection=_Objection(from_plain(st.State, view), owner, soundings),
    )


@lru_cache(4)
def _choices(many: int, few: int) -> Any:
    """All ways to choose a few of many, a row each."""
    count = comb(many, few) * few
    flat = np.fromiter(chain.from_iterable(combinations(range(many), few)), np.int64, count)
    return flat.reshape(-1, few)


def _layouts(squares: list[int], mines: int) -> Any:
    """All ways to lay mines on these squares, as masks."""
    return (np.int64(1) << np.array(squares, np.int64))[_choices(len(squares), mines)].sum(axis=1)


def _soundings(view: Any, seat: int) -> list[Sounding]:
    """The viewer's soundings, oldest first; one that only repeats another tells nothing."""
    found: dict[tuple[int, int], Sounding] = {}
    since = 0
    for who, kind, square, report, turn in reversed(scene.charges(view)):
        if who != seat:
            continue
        if kind == st.BLAST:
            since |= 1 << scene.frame(1 - seat, square) - st.HALF
        elif kind == st.SOUNDING:
            found[square, since] = Sounding(square, sum(1 << d for d in report), since, turn)
    return sorted(found.values(), key=lambda sounding: sounding.turn)


def _told(view: Any, seat: int, soundings: list[Sounding]) -> list[str]:
    """The soundings, and the mines destroyed in between: they no longer echo."""
    lines = {
        s.turn: say(
            "Turn {turn}: you sounded from {square}: {echoes}.",
            turn=s.turn,
            square=st.square_name(s.square),
            echoes=_echoes(s.report),
        )
        for s in soundings
    }
    for who, kind, square, _, turn in scene.charges(view):
        if who == seat and kind == st.BLAST:
            lines[turn] = say(
                "Turn {turn}: you destroyed a mine on {square}.",
                turn=turn,
                square=st.square_name(square),
            )
    return [lines[turn] for turn in sorted(lines)]


def _echoes(report: int) -> str:
    return scene.echoes(scene.bits(report))


def _proof(
    soundings: list[Sounding], masks: Any, enough: list[int], all_: int, answer: list[int]
) -> list[str]:
    ways = say("There are {n:,} ways to lay the mines on the lit squares.", n=all_)
    lines, together = [ways], 0
    for fact in enough:
        together |= 1 << fact
        fit = int(np.count_nonzero(masks & together == 0))
        left = say.count(
            "After the sounding from {square} on turn {turn}, {n} way is left.",
            "After the sounding from {square} on turn {turn}, {n:,} ways are left.",
            fit,
            **_where(soundings[fact]),
        )
        lines.append(left)
    squares = scene.listed([st.square_name(square) for square in answer])
    return [*lines, say("So the mines lie on {squares}.", squares=squares)]


def _where(sounding: Sounding) -> dict[str, object]:
    return {"square": st.square_name(sounding.square), "turn": sounding.turn}


class _Objection:
    """What a wrong layout would have echoed."""

    def __init__(self, state: Any, owner: int, soundings: list[Sounding]) -> None:
        self._view, self._owner = Position(GAME.load(), state).plain(), owner
        self._soundings = soundings

    def __call__(self, places: list[str]) -> str:
        spots = [scene.frame(self._owner, _square(place)) - st.HALF for place in places]
        mines = sum(1 << spot for spot in spots)
        for s in self._soundings:
            spot = scene.frame(self._owner, s.square)
            report = heard(self._view, self._owner, spot, mines | s.since)
            if report != s.report:
                return say(
                    "That does not fit the sounding from {square} on turn {turn}: "
                    "{would}, not {did}.",
                    would=_echoes(report),
                    did=_echoes(s.report),
                    **_where(s),
                )
        raise AssertionError("only one layout fits all soundings")


def _square(place: str) -> int:
    return next(square for square in range(st.SQUARES) if scene.cell(square) == place)

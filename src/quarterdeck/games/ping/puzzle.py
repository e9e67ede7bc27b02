"""Find the submarine: every course since it was last seen is tried; those that fit end on a few
squares, seldom on one, and all of them are asked for.

The position is one just after a shot of the viewer's: it has then learnt what the adversary's last
card was played for. A course is where the adversary was seen, and its square after each move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.proof import needed
from quarterdeck.engine.riddle import Posed
from quarterdeck.engine.scene import Scene
from quarterdeck.engine.state import Event, unpack
from quarterdeck.engine.words import Words
from quarterdeck.games.ping import scene
from quarterdeck.games.ping import state as st

say = Words(__package__)
(KIND,) = say.know("Find the submarine")
BRACKETS = (2, 3)
GAMES = 300
MOST_MOVES = 4
"""Of the adversary since it was seen: courses multiply."""
MOST_SQUARES = 6
FEWEST_DEDUCTIONS = 2

STEPS = {st.MOVE_1: 1, st.MOVE_2: 2}
"""Whoever moves three steps is seen."""

Course = tuple[int, ...]


class Fact(NamedTuple):
    """What the adversary did, or a shot that missed it, and how often it had moved by then."""

    moves: int
    text: str
    short: str
    steps: int = 0
    """How far it moved; whoever did not has learnt nothing that must be thought about."""
    missed: int = 0
    """Squares where it would have been hit, a bit each."""

    @property
    def telling(self) -> bool:
        return bool(self.steps or self.missed)

    def contradicts(self, course: Course) -> bool:
        now = course[self.moves]
        if self.steps:
            return not int(st.REACH[self.steps][course[self.moves - 1]]) >> now & 1
        return bool(self.missed >> now & 1)


def promising(position: Position) -> int | None:
    """The actor's adversary has just missed, and knows all but exactly where the actor is."""
    s = position.state[0]
    seat = 1 - int(s["actor"])
    where, seen = int(s["possible"][seat]), int(s["sighted"][1 - seat])
    if s["question"] != st.START_TURN or seen == st.OFF_GRID or where == 1 << seen:
        return None
    missed = any(unpack(event).kind == st.UNHARMED for event in position.events)
    return seat if missed and where.bit_count() <= MOST_SQUARES else None


def pose(match: Match, viewer: int) -> Posed | None:
    notes = _notes(match, viewer)
    facts = [fact for fact in notes.facts if fact.telling]
    moves = max((fact.moves for fact in facts), default=0)
    if len(facts) < FEWEST_DEDUCTIONS or moves > MOST_MOVES:
        return None
    worlds = {
        course: sum(1 << i for i, fact in enumerate(facts) if fact.contradicts(course))
        for course in _courses(notes.seen, moves)
    }
    ends = {course[-1] for course, mask in worlds.items() if mask == 0}
    if ends != set(scene.bits(int(match.truth["possible"][0][viewer]))):
        return None  # more is known by other ways: what an encrypted report would have won
    enough = needed(mask for course, mask in worlds.items() if course[-1] not in ends)
    assert enough is not None
    if len(enough) < FEWEST_DEDUCTIONS:
        return None
    seen = scene.LETTERS[notes.seen]
    them = f"{{{1 - viewer}}}"
    return Posed(
        question=say("Where can {who}'s submarine be?", who=them),
        detail=say(
            "A step goes along a line to the next square, and a second step may come back. Choose "
            "every square where the submarine can be now, and no other."
        ),
        scene=_without_submarine(match.picture(viewer), viewer),
        places={
            scene.cell(square): say("The submarine can be at {square}", square=letter)
            for square, letter in enumerate(scene.LETTERS)
        },
        facts=[
            say(
                "Turn {turn}: {who} was seen at {square}.",
                turn=notes.seen_on,
                who=them,
                square=seen,
            ),
            *(fact.text for fact in notes.facts),
        ],
        count=None,
        answer=[scene.cell(square) for square in sorted(ends)],
        deductions=len(enough),
        proof=_proof(worlds, facts, seen),
        objection=_Objection(worlds, facts),
    )


def _courses(start: int, moves: int) -> Iterator[Course]:
    """All courses from a square, of one step or two each move."""
    if moves == 0:
        yield (start,)
        return
    for course in _courses(start, moves - 1):
        near = st.REACH[1][course[-1]] | st.REACH[2][course[-1]]
        for square in scene.bits(int(near)):
            yield (*course, square)


# What happened -------------------------------------------------------------------------------


(REPAIRED,) = say.know("Turn {turn}: {who} repaired a card: it stayed where it was.")
DONE = say.know(
    "Turn {turn}: {who} played {action}: it stayed where it was.",
    "Turn {turn}: {who} played {action}: one step.",
    "Turn {turn}: {who} played {action}: two steps.",
)
"""[steps]"""
(GUN,) = say.know("Turn {turn}: your deck gun, fired from {square}, hit nothing.")
TORPEDO = say.know(
    "Turn {turn}: your torpedo, fired north from {square}, hit nothing.",
    "Turn {turn}: your torpedo, fired east from {square}, hit nothing.",
    "Turn {turn}: your torpedo, fired south from {square}, hit nothing.",
    "Turn {turn}: your torpedo, fired west from {square}, hit nothing.",
)
"""[direction]"""


class Notes:
    """What a careful player has written down since the adversary was last seen."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.seen, self.seen_on = st.OFF_GRID, 0
        self.facts: list[Fact] = []
        self._moves = 0
        self._open: int | None = None
        """On which turn the adversary played its last card, until its action is known."""
        self._shot: tuple[str, str, int] = ("", "", 0)
        """The viewer's last shot, from where and at which squares."""
        self._shots: list[tuple[int, str, str, int]] = []
        """Misses since the adversary's last card, with their turns."""

    def hear(self, event: Event, here: int, turn: int) -> None:
        """One event of a turn, at whose end the viewer is here."""
        if event.who == self.viewer:
            self._hear_own(event, here)
        elif event.kind in (st.REVEALED, st.REPORTED):
            self.seen, self.seen_on = event.a, turn
            self.facts, self._moves, self._open = [], 0, None
        elif event.kind == st.PLAYED:
            self._open, self._shots = turn, []
            if event.b != st.UNKNOWN:
                self._learn(event.b)
        elif event.kind == st.UNHARMED:
            self._shots.append((turn, *self._shot))
            if self._open is None:
                self._note_shots()

    def _hear_own(self, event: Event, here: int) -> None:
        if event.kind == st.PLAYED and event.b == st.DECK_GUN:
            self._shot = GUN, scene.LETTERS[here], int(st.AROUND[here])
        elif event.kind == st.FIRED:
            squares = int(st.BEAM[event.a][event.b])
            self._shot = TORPEDO[event.b], scene.LETTERS[event.a], squares
        elif event.kind == st.TOOK and self._open is not None:
            self._learn(event.b)

    def _learn(self, action: int) -> None:
        """What the adversary's last card was played for. A shot since then came after it, and says
        nothing about a submarine that had dived."""
        turn, self._open = self._open, None
        steps = STEPS.get(action, 0)
        self._moves += steps > 0
        who, short = scene.player(1 - self.viewer), say("the move on turn {turn}", turn=turn)
        if action == st.REPAIR:
            text = say(REPAIRED, turn=turn, who=who)
        else:
            text = say(DONE[steps], turn=turn, who=who, action=scene.action_name(action))
        self.facts.append(Fact(self._moves, text, short, steps))
        if action != st.DIVE:
            self._note_shots()

    def _note_shots(self) -> None:
        for turn, missed, here, squares in self._shots:
            text, short = (
                say(missed, turn=turn, square=here),
                say("the miss on turn {turn}", turn=turn),
            )
            self.facts.append(Fact(self._moves, text, short, missed=squares))
        self._shots = []


def _notes(match: Match, viewer: int) -> Notes:
    notes = Notes(viewer)
    for position in match.fences[1:]:
        view = Position(match.rules, position.view(viewer))
        here, turn = int(view.state["location"][0][viewer]), int(view.state["turn"][0]) - 1
        for event in map(unpack, view.events):
            notes.hear(event, here, turn)
    return notes


# In words ------------------------------------------------------------------------------------


def _without_submarine(drawn: Scene, viewer: int) -> Scene:
    """The table draws it as soon as its square is certain. Cards do not matter here."""
    pieces = [piece for piece in drawn.pieces if piece.id == f"sub:{viewer}"]
    return msgspec.structs.replace(drawn, pieces=pieces, zones=[])


def _proof(worlds: dict[Course, int], facts: list[Fact], seen: str) -> list[str]:
    """Where it could be after each fact."""
    lines, together = [say("It was seen at {square}.", square=seen)], 0
    for number, fact in enumerate(facts):
        together |= 1 << number
        fitting = (course for course, mask in worlds.items() if not mask & together)
        lines.append(_afterwards(fact.short, {course[fact.moves] for course in fitting}))
    return lines


def _afterwards(fact: str, squares: set[int]) -> str:
    *most, last = [scene.LETTERS[square] for square in sorted(squares)]
    if not most:
        return say("After {fact} it can be only at {square}.", fact=fact, square=last)
    several = ", ".join(most)
    return say(
        "After {fact} it can be at {squares} or {last}.", fact=fact, squares=several, last=last
    )


class _Objection:
    """What speaks against a square: the fact that the best course to it contradicts."""

    def __init__(self, worlds: dict[Course, int], facts: list[Fact]) -> None:
        self._worlds, self._facts = worlds, facts

    def __call__(self, places: list[str]) -> str:
        for place in places:
            letter = place.removeprefix("square:")
            square = scene.LETTERS.index(letter)
            masks = [mask for course, mask in self._worlds.items() if course[-1] == square]
            if not masks:
                return say(
                    "It cannot have come as far as {square} since it was seen.", square=letter
                )
            if fewest := min(masks, key=int.bit_count):
                fact = self._facts[scene.bits(fewest)[0]]
                return say(
                    "It is not at {square}: no way there fits {fact}.",
                    square=letter,
                    fact=fact.short,
                )
        return say("It can be there, but not only there.")

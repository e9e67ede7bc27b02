"""Routes: several actions for one click, found by looking ahead within the draft.

A piece goes step by step in the rules, but a person points at where it shall end. A game says how
its pieces travel (`WALKS` in its scene module) and which sequences deserve a button (`shortcuts`);
here they are tried in a world imagined from the view, so that a route tells no more than its
actions would. Ways that lead to the same result are one route: only where they differ in what the
game says of them is the person asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quarterdeck.engine.foresight import Foresight
from quarterdeck.engine.game import Walk
from quarterdeck.engine.position import Position
from quarterdeck.engine.scene import LONGEST_ROUTE, Action, Consequence
from quarterdeck.engine.state import Plain

NEAR = 2
"""How many steps ahead to look while no piece is chosen: further ones would light up everything."""
MOST = 1_000
"""Positions looked at for one walk; a wider one has routes to the nearest places only."""


class Way(NamedTuple):
    """Where some actions lead, and what the last step aims at."""

    actions: tuple[int, ...]
    there: Position
    target: str = ""


class Routes:
    """What one seat can do by a click from its view of a moment."""

    def __init__(self, view: Position, seat: int, foresight: Foresight) -> None:
        self._view, self._seat, self._foresight = view, seat, foresight
        self._game = view.rules.game
        self._scene, self._plain = self._game.hooks.scene, view.plain()

    def all(self) -> list[Action]:
        walked = [route for walk in self._scene.WALKS for route in self._walked(walk)]
        asked = self._scene.shortcuts(self._plain) if self._scene.shortcuts else []
        return walked + [self._route(self._follow(actions), label, []) for label, actions in asked]

    # Ways to places ----------------------------------------------------------------------------

    def _walked(self, walk: Walk) -> Iterator[Action]:
        """A route to each place, the shortest; several only if the game tells them apart."""
        in_words = self._scene.route
        assert in_words, "a game with WALKS puts its routes into words"
        nearest: dict[str, int] = {}
        said: set[tuple[str, str]] = set()
        for way in self._ways(walk):
            stop = self._choices(way.there, walk.stop)
            if not stop or nearest.setdefault(way.target, len(way.actions)) < len(way.actions):
                continue
            seen = self._seen(way.there)
            label = in_words(self._plain, seen)
            if (way.target, label) not in said:
                said.add((way.target, label))
                foreseen = self._scene.foresee(seen, stop[0]) if self._scene.foresee else []
                yield self._route(self._then(way, stop[0]), label, foreseen)

    def _ways(self, walk: Walk) -> Iterator[Way]:
        """Every result of some steps, in the order of their number."""
        here = self._forced(Way((), self._foresight.world()))
        starts = [self._then(here, piece) for piece in self._choices(here.there, walk.begin)]
        steps = self._choices(here.there, walk.step)
        edge, depth = ([here], LONGEST_ROUTE - 2) if steps else (starts, NEAR)
        known: set[bytes] = set()
        for _ in range(depth):
            edge = [way for old in edge for way in self._steps(old, walk, known)]
            yield from edge

    def _steps(self, way: Way, walk: Walk, known: set[bytes]) -> Iterator[Way]:
        choices = self._choices(way.there, walk.step)
        seen = self._seen(way.there) if choices else None
        for action in choices:
            further = self._then(way, action)
            state = further.there.state.tobytes()
            if state not in known and len(known) < MOST and not further.there.fenced:
                known.add(state)
                (target,) = self._scene.targets(seen, action)
                yield further._replace(target=target)

    def _choices(self, position: Position, verb: str) -> list[int]:
        ids = self._game.actions.verbs[verb]
        if position.over or position.actor != self._seat:
            return []
        return [action for action in position.legal() if action in ids]

    def _seen(self, position: Position) -> Plain:
        return Position(position.rules, position.view(self._seat)).plain()

    # A route -----------------------------------------------------------------------------------

    def _then(self, way: Way, action: int) -> Way:
        return Way((*way.actions, action), way.there.after(action), way.target)

    def _forced(self, way: Way) -> Way:
        """Go on while there is nothing to decide and everything can be taken back."""
        while len(way.actions) < LONGEST_ROUTE and not (way.actions and way.there.fenced):
            legal = way.there.legal()
            further = self._then(way, legal[0]) if len(legal) == 1 else way
            if further is way or further.there.fenced:
                break
            way = further
        return way

    def _follow(self, actions: list[int]) -> Way:
        way = Way((), self._foresight.world())
        for action in actions:
            way = self._then(way, action)
        return way

    def _route(self, way: Way, label: str, foreseen: list[Consequence]) -> Action:
        """The way as an action, with what follows of itself."""
        way = self._forced(way)
        first, *rest = way.actions
        return Action(
            id=first,
            then=rest,
            label=label,
            verb=self._game.actions.parse(first)[0],
            targets=[way.target] if way.target else [],
            final=way.there.fenced,
            consequences=foreseen,
        )


def routes(view: Position, seat: int, foresight: Foresight) -> list[Action]:
    """The routes from a view in which the seat is to decide."""
    scene = view.rules.game.hooks.scene
    return Routes(view, seat, foresight).all() if scene.WALKS or scene.shortcuts else []

"""A pedantic player: keeps every world that fits what it was told, by trying them all.

It shares nothing with the rules but the names of things. A world is a square, the objectives
encrypted and the last action; beside the worlds go the deals: hand, disabled cards, the card that
lies on the table and the action it was played for. The two depend on each other only through that
action. Pasts that lead to the same present are one world.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from quarterdeck.engine.state import Event
from quarterdeck.games.ping import state as st

from .table import CARD_NAMES

QUIET = {"MOVE 1", "LISTEN", "DIVE"}
LOUD_AT_ONCE = {"PING", "TORPEDO", "DECK GUN"}
SECRET = {"MOVE 1", "MOVE 2", "ENCRYPT", "DIVE"}
OBJECTIVE_SQUARES = {"A": 0, "E": 4, "M": 12, "V": 20, "Z": 24}
WAYS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}


class World(NamedTuple):
    square: int
    encrypted: frozenset[int]
    last: str


class Deal(NamedTuple):
    hand: frozenset[str]
    disabled: frozenset[str]
    lying: str
    last: str


class Told(NamedTuple):
    """An event in words."""

    kind: str
    who: int
    a: int
    b: int

    @property
    def card(self) -> str:
        return CARD_NAMES[self.a] if self.a >= 0 else ""

    @property
    def action(self) -> str:
        return (*st.ACTION_NAMES, "REPAIR", "SET-UP")[self.b] if self.b >= 0 else ""


def step(square: int, way: str) -> int | None:
    row, column = square // 5 + WAYS[way][0], square % 5 + WAYS[way][1]
    return row * 5 + column if 0 <= row < 5 and 0 <= column < 5 else None


def paths(square: int, steps: int) -> Iterator[int]:
    """Where every way of taking so many steps ends."""
    for ways in product(WAYS, repeat=steps):
        here: int | None = square
        for way in ways:
            here = None if here is None else step(here, way)
        if here is not None:
            yield here


def line(square: int, way: str) -> set[int]:
    found: set[int] = set()
    here = step(square, way)
    while here is not None:
        found.add(here)
        here = step(here, way)
    return found


class Pedant:
    """What one seat can know of the other."""

    def __init__(self, me: int, dealt: list[Event]) -> None:
        self.me, self.other = me, 1 - me
        hand = {told.card for told in map(words, dealt) if told.kind == "dealt"}
        rest = [name for name in CARD_NAMES if name not in hand]
        self.deals = {Deal(frozenset(c), frozenset(), "", "") for c in combinations(rest, 3)}
        self.worlds = {World(square, frozenset(), "") for square in range(25)}
        self.reported: set[int] = set()
        self.pinged = self.listened = False
        self.hand = hand

    def hear(self, actor: int, events: list[Event]) -> None:
        """A turn was played; this is what the seat was told of it."""
        told = [words(event) for event in events]
        if not any(t.kind == "played" for t in told):
            return  # a starting square was chosen
        if actor == self.other:
            self.hear_his_turn(told)
        else:
            self.hear_my_turn(told)
        lasts = {world.last for world in self.worlds} & {deal.last for deal in self.deals}
        self.worlds = {world for world in self.worlds if world.last in lasts}
        self.deals = {deal for deal in self.deals if deal.last in lasts}

    # His turn ----------------------------------------------------------------------------------

    def hear_his_turn(self, told: list[Told]) -> None:
        played = next(t for t in told if t.kind == "played")
        reports = [t.a for t in told if t.kind == "reported"]
        shown = [t.a for t in told if t.kind == "revealed" and t.who == self.other]
        self.reported |= set(reports)
        actions = {played.action} if played.action else SECRET
        self.worlds = {
            after
            for world in self.worlds
            if all(world.square == r and r not in world.encrypted for r in reports)
            for action in actions
            for after, seen in self.outcomes(world, action)
            if seen == shown and not self.has_won(after)
        }
        self.deals = set(self.deals_after(played, next(t for t in told if t.kind == "took")))

    def outcomes(self, world: World, action: str) -> Iterator[tuple[World, list[int]]]:
        """Everything he can do with an action, and the squares he would have to reveal."""
        steps = int(action[-1]) if action.startswith("MOVE") else 0
        encrypted = world.encrypted
        is_open = world.square in OBJECTIVE_SQUARES.values() and world.square not in self.reported
        if action == "ENCRYPT" and is_open:
            encrypted = encrypted | {world.square}
        for square in paths(world.square, steps):
            heard = self.listened and action not in QUIET | {"REPAIR"}
            due = action in LOUD_AT_ONCE or action == "MOVE 3" or self.pinged or heard
            yield World(square, encrypted, action), [square] if due else []

    def has_won(self, world: World) -> bool:
        return len(world.encrypted | self.reported) == 5

    def deals_after(self, played: Told, took: Told) -> Iterator[Deal]:
        for deal in self.deals:
            for name in deal.hand:
                repaired = name in deal.disabled
                if repaired != (played.action == "REPAIR") or played.card not in ("", name):
                    continue
                rest, disabled = deal.hand - {name}, deal.disabled - {name}
                uses = {played.action} if played.action else set(name.split(" / ")) & SECRET
                known = {took.card} if took.card else set(CARD_NAMES) - deal.hand - self.hand
                for action, new in product(uses, known):
                    yield Deal(rest | {new}, disabled, name, action)

    # My turn -----------------------------------------------------------------------------------

    def hear_my_turn(self, told: list[Told]) -> None:
        played = next(t for t in told if t.kind == "played")
        took = next(t for t in told if t.kind == "took")
        heard = self.heard(told)
        self.worlds = {w for w in self.worlds if self.answers(w, played, told) == heard}
        self.hand = self.hand - {played.card} | {took.card}
        if took.action == "SET-UP":
            self.deals = {deal for deal in self.deals if took.card not in deal.hand}
        else:
            self.worlds = {world for world in self.worlds if world.last == took.action}
            seen = took.card, took.action
            self.deals = {deal for deal in self.deals if (deal.lying, deal.last) == seen}
        if any(t.kind == "hit" for t in told):
            self.deals = {
                deal._replace(disabled=frozenset(two))
                for deal in self.deals
                for two in combinations(deal.hand, 2)
            }
        self.pinged = played.action == "PING" and took.action != "DIVE"
        self.listened = played.action == "LISTEN" and took.action != "DIVE"
        self.worlds = {world._replace(last="") for world in self.worlds}
        self.deals = {deal._replace(lying="", last="") for deal in self.deals}

    def answers(self, world: World, played: Told, told: list[Told]) -> list[str]:
        """What he would have answered in this world."""
        dived = world.last == "DIVE"
        if played.action in ("TORPEDO", "DECK GUN"):
            fired = next((t for t in told if t.kind == "fired"), None)
            mine = next(t.a for t in told if t.kind == "revealed" and t.who == self.me)
            if fired:
                reached = line(mine, st.DIRECTIONS[fired.b])
            else:
                reached = {mine, *paths(mine, 1)}
            hit = world.square in reached and not dived
            return ["hit", f"at {world.square}"] if hit else ["unharmed"]
        if played.action == "LISTEN":
            noisy = world.last not in QUIET | {"", "REPAIR"}
            return [f"at {world.square}"] if noisy else ["silent"]
        if played.action == "PING" and not dived:
            return [f"at {world.square}"]
        return []

    def heard(self, told: list[Told]) -> list[str]:
        """What he did answer, in order."""
        found = []
        for event in told:
            if event.who == self.other and event.kind in ("hit", "unharmed", "silent"):
                found.append(event.kind)
            elif event.who == self.other and event.kind == "revealed":
                found.append(f"at {event.a}")
        return found

    @property
    def squares(self) -> set[int]:
        return {world.square for world in self.worlds}


def words(event: Event) -> Told:
    return Told(st.EVENTS[event.kind], event.who, event.a, event.b)

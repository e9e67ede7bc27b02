"""How a sensible player plays Hidden Threat, and what was learnt of how a strong one does."""

from typing import Any

import numpy as np

from quarterdeck.engine.odds import odds
from quarterdeck.engine.record import Row, table
from quarterdeck.engine.rule import below, count_bits, rule
from quarterdeck.games.hidden_threat.belief import unseen
from quarterdeck.games.hidden_threat.fleet import can_damage, hits_on, ship_at, worth
from quarterdeck.games.hidden_threat.state import (
    ACTIONS,
    AIM,
    DO_AIM,
    DO_COVER,
    DO_DISCARD,
    DO_REMOVE,
    HITS,
    KINDS,
    NONE,
    PEGS,
    PLACES,
    RESOLVE,
    SHIPS,
    USES,
    WHITE,
    State,
)
from quarterdeck.games.hidden_threat.weights import FINE, HEADS, ONE, UNITS, WEIGHTS

SEARCH = {"explore": 0.2, "sight": 12, "sense": 100, "pace": 9, "blur": 2.0}

USE_MERIT = table([3, 4, 5, 6, 3, 0, 6, 4, 6])
"""[use]: what a card is good for, a ship of the enemy's being in sight."""


@rule
def prefer(s: State, actions: Row, count: int, dice: Row) -> int:
    """The best at a glance of three actions that come to mind."""
    best, best_merit = 0, -1
    for _ in range(3):
        action = actions[below(dice, count)]
        merit = merit_of(s, action)
        if merit > best_merit:
            best, best_merit = action, merit
    return best


@rule
def merit_of(s: State, action: int) -> int:
    """How sensible an action is at a glance."""
    me = s.actor
    if action < DO_AIM:
        if WHITE < action < PEGS and s.up[1 - me] == 0:
            return 1
        return USE_MERIT[action]
    if action < DO_COVER:
        return merit_of_target(s, me, action - DO_AIM)
    if action < DO_REMOVE:
        return hits_on(s, me, action - DO_COVER)
    if action < DO_DISCARD:
        return worth(s, 1 - me, (action - DO_REMOVE) % PEGS)
    return 1


@rule
def merit_of_target(s: State, me: int, place: int) -> int:
    """Sink what can be sunk, go on with what is damaged, search with whites."""
    foe, peg = 1 - me, s.chosen
    if s.face_down[foe] >> place & 1:
        return 4 if peg == WHITE else 1
    ship = ship_at(s, foe, place)
    if s.shields[foe][ship]:
        return 2
    if not can_damage(s, me, ship, peg):
        return 0
    hits = hits_on(s, foe, ship)
    return 20 if hits + worth(s, me, peg) >= HITS[ship] else 5 + hits


# What was learnt -------------------------------------------------------------------------------

OWN, THEIRS = 0, 1 + 5 * SHIPS + 3 * KINDS
STAGE = THEIRS + 1 + 5 * SHIPS + 2 * KINDS
NUMBERS = STAGE + RESOLVE + USES + 1
"""How many describe a position: one's own side, the other's, what is asked."""
SLOTS = ACTIONS.count - PLACES + 1 + SHIPS
"""Actions that are told apart."""


@rule
def describe(s: State, out: Row) -> None:
    """A position in numbers, as whoever is to act sees it."""
    me, foe = s.actor, 1 - s.actor
    describe_fleet(s, me, OWN, out)
    describe_fleet(s, foe, THEIRS, out)
    at = OWN + 1 + 5 * SHIPS
    for kind in range(KINDS):
        out[at + 3 * kind] = s.hand[me][kind]
        out[at + 3 * kind + 1] = s.pile[me][kind]
        out[at + 3 * kind + 2] = s.discard[me][kind]
    at = THEIRS + 1 + 5 * SHIPS
    for kind in range(KINDS):
        out[at + 2 * kind] = unseen(s, foe, kind)
        out[at + 2 * kind + 1] = s.discard[foe][kind]
    for i in range(STAGE, NUMBERS):
        out[i] = 0
    out[STAGE + s.step] = 1
    if s.chosen != NONE:
        out[STAGE + RESOLVE + s.chosen] = 1
    for i in range(s.depth):
        out[NUMBERS - 1] += s.owed[i]


@rule
def describe_fleet(s: State, side: int, at: int, out: Row) -> None:
    """Places face down; and each ship: up, sunk, hits it still takes, shields and their damage."""
    out[at] = count_bits(s.face_down[side])
    at += 1
    for ship in range(SHIPS):
        shields = s.shields[side][ship]
        out[at] = s.up[side] >> ship & 1
        out[at + 1] = s.sunk[side] >> ship & 1
        out[at + 2] = HITS[ship] - hits_on(s, side, ship)
        out[at + 3] = shields
        out[at + 4] = 1 if shields and s.on_shield[side][ship][shields - 1] != NONE else 0
        at += 5


@rule
def slot_of(s: State, action: int) -> int:
    """The number that actions are known by: places are told apart by what lies there."""
    if action < DO_AIM:
        return action
    if action >= DO_COVER:
        return action - PLACES + 1 + SHIPS
    place, foe = action - DO_AIM, 1 - s.actor
    return DO_AIM if s.face_down[foe] >> place & 1 else DO_AIM + 1 + ship_at(s, foe, place)


@rule
def excite(s: State) -> Row:
    """How strongly each unit of the network answers to a position, from 0 to ONE."""
    position: Any = np.empty(NUMBERS, np.int32)
    units: Any = np.empty(UNITS, np.int32)
    describe(s, position)
    for unit in range(UNITS):
        units[unit] = WEIGHTS[NUMBERS][unit]
    for i in range(NUMBERS):
        if position[i]:
            for unit in range(UNITS):
                units[unit] += WEIGHTS[i][unit] * position[i]
    for unit in range(UNITS):
        units[unit] = max(0, min(ONE, units[unit]))
    return units


@rule
def appeal(units: Row, head: int) -> int:
    """What the units together say about an action, or (the last head) about winning."""
    total = ONE * HEADS[head][UNITS]
    for unit in range(UNITS):
        total += HEADS[head][unit] * units[unit]
    return total


@rule
def prospect(s: State, seat: int) -> int:
    """How likely a seat is to win, in thousandths."""
    lead = appeal(excite(s), SLOTS) // (ONE * FINE)
    return odds(lead if s.actor == seat else -lead)


@rule
def expect(s: State, actions: Row, count: int, dice: Row) -> int:
    """What a strong player would do."""
    units = excite(s)
    best, most = actions[0], appeal(units, slot_of(s, actions[0]))
    for k in range(1, count):
        merit = appeal(units, slot_of(s, actions[k]))
        if merit > most:
            best, most = actions[k], merit
    return best


# What is worth considering -----------------------------------------------------------------------


@rule
def consider(s: State, actions: Row, count: int) -> int:
    """Nobody knows what lies face down: of those places, one is as good as another."""
    if s.step != AIM:
        return count
    kept, searches = 0, 0
    for k in range(count):
        hidden = s.face_down[1 - s.actor] >> actions[k] - DO_AIM & 1
        if not hidden or searches == 0:
            actions[kept] = actions[k]
            kept += 1
        searches += hidden
    return kept

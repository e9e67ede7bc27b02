"""The network that learnt Hidden Threat (weights.py): its inputs and outputs."""

from typing import Any

import numpy as np

from quarterdeck.engine.rule import count_bits, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.hidden_threat import state as st
from quarterdeck.games.hidden_threat.belief import unseen
from quarterdeck.games.hidden_threat.fleet import hits_on, ship_at
from quarterdeck.games.hidden_threat.state import State
from quarterdeck.games.hidden_threat.weights import HEADS, ONE, UNITS, WEIGHTS

OWN, THEIRS = 0, 1 + 5 * st.SHIPS + 3 * st.KINDS
STAGE = THEIRS + 1 + 5 * st.SHIPS + 2 * st.KINDS
NUMBERS = STAGE + st.RESOLVE + st.USES + 1
"""How many numbers describe a position: one's own side, the other's, the question."""
SLOTS = st.ACTIONS.count - st.PLACES + 1 + st.SHIPS
"""Actions that the network distinguishes."""


@rule
def describe(s: State, out: Row) -> None:
    """A position in numbers, from the actor's point of view."""
    me, foe = s.actor, 1 - s.actor
    describe_fleet(s, me, OWN, out)
    describe_fleet(s, foe, THEIRS, out)
    at = OWN + 1 + 5 * st.SHIPS
    for kind in range(st.KINDS):
        out[at + 3 * kind] = s.hand[me][kind]
        out[at + 3 * kind + 1] = s.pile[me][kind]
        out[at + 3 * kind + 2] = s.discard[me][kind]
    at = THEIRS + 1 + 5 * st.SHIPS
    for kind in range(st.KINDS):
        out[at + 2 * kind] = unseen(s, foe, kind)
        out[at + 2 * kind + 1] = s.discard[foe][kind]
    for i in range(STAGE, NUMBERS):
        out[i] = 0
    out[STAGE + s.question] = 1
    if s.chosen != st.NONE:
        out[STAGE + st.RESOLVE + s.chosen] = 1
    for i in range(s.depth):
        out[NUMBERS - 1] += s.owed[i]


@rule
def describe_fleet(s: State, side: int, at: int, out: Row) -> None:
    """Places face down; and each ship: up, sunk, hits it still takes, shields and their damage."""
    out[at] = count_bits(s.face_down[side])
    at += 1
    for ship in range(st.SHIPS):
        shields = s.shields[side][ship]
        out[at] = s.up[side] >> ship & 1
        out[at + 1] = s.sunk[side] >> ship & 1
        out[at + 2] = st.HITS[ship] - hits_on(s, side, ship)
        out[at + 3] = shields
        out[at + 4] = 1 if shields and s.on_shield[side][ship][shields - 1] != st.NONE else 0
        at += 5


@rule
def slot_of(s: State, action: int) -> int:
    """The network's number for an action: places are distinguished by what lies there."""
    if action < st.DO_AIM:
        return action
    if action >= st.DO_COVER:
        return action - st.PLACES + 1 + st.SHIPS
    place, foe = action - st.DO_AIM, 1 - s.actor
    return st.DO_AIM if s.face_down[foe] >> place & 1 else st.DO_AIM + 1 + ship_at(s, foe, place)


@rule
def activate(s: State) -> Row:
    """Each hidden unit's activation for a position, from 0 to ONE."""
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
def score(units: Row, head: int) -> int:
    """The score of an action or, for the last head, of winning."""
    total = ONE * HEADS[head][UNITS]
    for unit in range(UNITS):
        total += HEADS[head][unit] * units[unit]
    return total

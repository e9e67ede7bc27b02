"""How a sensible player plays Depth Charge, for play-outs and for judging where they stop.

Both sides hunt mines: what counts is how much hunting is left to each. Play-outs are short: what a
sounding is worth shows in the tree, whose next choices know the report.
"""

from quarterdeck.engine.odds import odds
from quarterdeck.engine.record import Row, table
from quarterdeck.engine.rule import below, count_bits, rule
from quarterdeck.games.depth_charge.belief import thinned
from quarterdeck.games.depth_charge.sonar import frame
from quarterdeck.games.depth_charge.state import (
    CORNER,
    DO_DROP,
    DO_STEP,
    DO_STOP,
    HALF,
    NEIGHBOUR,
    SIDE,
    SQUARES,
    State,
)

SEARCH = {"explore": 0.25, "sight": 4, "sense": 100, "reuse": 8, "pace": 70}

NEAR = table(
    [
        [max(abs(a // SIDE - b // SIDE), abs(a % SIDE - b % SIDE)) for b in range(SQUARES)]
        for a in range(SQUARES)
    ]
)
"""How many steps of a king lie between two squares."""


@rule
def suspects(s: State, seat: int) -> int:
    """Squares of the adversary's half where a mine may be, reports aside."""
    owner = 1 - seat
    return (1 << CORNER) - 1 & ~s.land[owner] & ~s.clear[owner]


@rule
def prefer(s: State, actions: Row, count: int, dice: Row) -> int:
    """Sail only where it is safe, and drop depth charges only on what must be a mine."""
    if s.turn == 0:
        return actions[below(dice, count)]
    me = s.actor
    open_ = suspects(s, me)
    best, best_merit = 0, -1
    for _ in range(3):
        k = below(dice, count)
        merit = merit_of(s, me, open_, actions[k])
        if merit > best_merit:
            best, best_merit = k, merit
    return actions[best]


@rule
def merit_of(s: State, me: int, open_: int, action: int) -> int:
    """How sensible an action is at a glance, from 0 to 5."""
    if action == DO_STOP:
        return 2
    if action < DO_STOP:
        square = NEIGHBOUR[s.boat[me]][action - DO_STEP]
        spot = frame(1 - me, square) - HALF
        if spot >= 0 and open_ >> spot & 1:
            return 0
        return 4 if s.steps == 0 else 3
    if action < DO_DROP:
        return 3
    spot = frame(1 - me, NEIGHBOUR[s.boat[me]][action - DO_DROP]) - HALF
    if spot < 0 or not open_ >> spot & 1:
        return 0
    return 5 if count_bits(open_) <= s.left[1 - me] + 1 else 1


@rule
def hunting(s: State, seat: int) -> int:
    """How much a seat has left to do: mines, squares in doubt, the way there, misses made."""
    owner = 1 - seat
    open_ = thinned(s, seat)
    doubt = count_bits(open_) - s.left[owner]
    way = SIDE
    left = open_
    while left:
        bit = left & -left
        left ^= bit
        square = frame(owner, HALF + count_bits(bit - 1))
        if NEAR[s.boat[seat]][square] < way:
            way = NEAR[s.boat[seat]][square]
    return 10 * s.left[owner] + 2 * doubt + 3 * way + 10 * s.misses[seat]


@rule
def prospect(s: State, seat: int) -> int:
    """Who has less hunting left is likelier to win."""
    lead = hunting(s, 1 - seat) - hunting(s, seat)
    if s.actor == seat:
        lead += 2
    return odds(2 * lead)

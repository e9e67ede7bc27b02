"""How a sensible player plays Depth Charge, for play-outs and for judging where they stop.

Both sides hunt mines: what counts is how much hunting is left to each. Play-outs are short: what a
sounding is worth shows in the tree, whose next choices know the report.
"""

from quarterdeck.engine.odds import odds
from quarterdeck.engine.rule import below, count_bits, rule
from quarterdeck.engine.state import Row, lookup
from quarterdeck.games.depth_charge.belief import last_entry, open_squares, thinned
from quarterdeck.games.depth_charge.sonar import frame
from quarterdeck.games.depth_charge.state import (
    BLAST,
    DO_DROP,
    DO_SOUND,
    DO_STEP,
    DO_STOP,
    HALF,
    KIND_MASK,
    NEIGHBOUR,
    NO_WAY,
    NOTHING,
    REPORT_BIT,
    SIDE,
    SOUNDING,
    SQUARE_BIT,
    SQUARE_MASK,
    SQUARES,
    START_TURN,
    WAYS,
    State,
)

SEARCH = {"explore": 0.25, "sight": 4, "sense": 100, "reuse": 8}
SIMULATIONS = {"cadet": 10, "mate": 15, "captain": 125, "admiral": 50_000}
MOST_TRIES = 9
"""Before something pointless is done, so many ideas are looked at; otherwise three."""

NEAR = lookup(
    [
        [max(abs(a // SIDE - b // SIDE), abs(a % SIDE - b % SIDE)) for b in range(SQUARES)]
        for a in range(SQUARES)
    ]
)
"""How many steps of a king lie between two squares."""


@rule
def consider(s: State, actions: Row, count: int) -> int:
    """Leave out charges that tell nothing: where no mine can be, or sounded before."""
    if s.question != START_TURN:
        return count
    me = s.actor
    open_ = open_squares(s, 1 - me)
    sounded = sounded_since_blast(s, me)
    kept = 0
    for k in range(count):
        if actions[k] < DO_SOUND or tells(s, me, open_, sounded, actions[k]):
            actions[kept] = actions[k]
            kept += 1
    return kept if kept else count


@rule
def tells(s: State, me: int, open_: int, sounded: int, charge: int) -> bool:
    """Can this charge bring to light what the actor does not know?"""
    square = NEIGHBOUR[s.boat[me]][(charge - DO_SOUND) % WAYS]
    if charge >= DO_DROP:
        return is_open(open_, me, square)
    return sounded >> square & 1 == 0


@rule
def is_open(open_: int, me: int, square: int) -> bool:
    """Is this square among those where the adversary's mines may be?"""
    spot = frame(1 - me, square) - HALF
    return spot >= 0 and open_ >> spot & 1 == 1


@rule
def sounded_since_blast(s: State, seat: int) -> int:
    """The squares of which another sounding would tell the seat what it knows already."""
    squares = 0
    for i in range(last_entry(s, seat), -1, -2):
        kind = s.log[i] & KIND_MASK
        if kind == BLAST:
            break
        if kind == SOUNDING:
            squares |= 1 << (s.log[i] >> SQUARE_BIT & SQUARE_MASK)
    return squares


@rule
def prefer(s: State, actions: Row, count: int, dice: Row) -> int:
    """Destroy a mine just found; else sail only where it is safe, and drop depth charges only
    on what must be a mine."""
    if s.turn == 0:
        return actions[below(dice, count)]
    me = s.actor
    open_ = open_squares(s, 1 - me)
    found = mine_found(s, me, open_)
    if found != NO_WAY:
        return DO_DROP + found
    best, best_merit, tries = 0, -1, 0
    while tries < 3 or (best_merit < 0 and tries < MOST_TRIES):
        tries += 1
        k = below(dice, count)
        merit = merit_of(s, me, open_, actions[k])
        if merit > best_merit:
            best, best_merit = k, merit
    return actions[best]


@rule
def mine_found(s: State, me: int, open_: int) -> int:
    """The way to where the seat's last turn, a sounding, heard a mine right below. (To remember
    older ones wins less: a search then puts off what it counts on doing later.)"""
    last = s.log[s.turn - 3] if s.question == START_TURN and s.turn > 2 else NOTHING
    if last & KIND_MASK != SOUNDING or not last >> REPORT_BIT & 1:
        return NO_WAY
    for way in range(WAYS):
        square = NEIGHBOUR[s.boat[me]][way]
        if square == last >> SQUARE_BIT & SQUARE_MASK and is_open(open_, me, square):
            return way
    return NO_WAY


@rule
def merit_of(s: State, me: int, open_: int, action: int) -> int:
    """How sensible an action is at a glance, from -1 to 5."""
    if action == DO_STOP:
        return 3
    if action < DO_STOP:
        square = NEIGHBOUR[s.boat[me]][action - DO_STEP]
        if is_open(open_, me, square):
            return 0
        return 4 if is_onward(s, me, square) else 2
    if action < DO_DROP:
        return 3
    if not is_open(open_, me, NEIGHBOUR[s.boat[me]][action - DO_DROP]):
        return -1
    return 5 if count_bits(open_) <= s.left[1 - me] + 1 else 1


@rule
def is_onward(s: State, me: int, square: int) -> bool:
    """Does a step bring the boat nearer to the adversary's half, still out of reach of charges?"""
    row = frame(1 - me, s.boat[me]) // SIDE
    return row < SIDE // 2 - 1 and frame(1 - me, square) // SIDE > row


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

"""How a sensible player plays Depth Charge, and which of its choices are worth a thought."""

from quarterdeck.engine.rule import below, count_bits, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.depth_charge import state as st
from quarterdeck.games.depth_charge.belief import last_entry, open_squares
from quarterdeck.games.depth_charge.sonar import frame
from quarterdeck.games.depth_charge.state import State

SEARCH = {"doubt": 0.25}
NETWORK_SIMULATIONS = 2000
SLACK = 5
HABITS = {"mate": 16}
MOST_TRIES = 9
"""How many actions `prefer` looks at before it accepts a pointless one; otherwise three."""


@rule
def consider(s: State, actions: Row, count: int) -> int:
    """Leave out charges that tell nothing: where no mine can be, or where it has sounded before."""
    if s.question != st.START_TURN:
        return count
    me = s.actor
    open_ = open_squares(s, 1 - me)
    sounded = sounded_since_blast(s, me)
    kept = 0
    for k in range(count):
        if actions[k] < st.DO_SOUND or is_informative(s, me, open_, sounded, actions[k]):
            actions[kept] = actions[k]
            kept += 1
    return kept if kept else count


@rule
def is_informative(s: State, me: int, open_: int, sounded: int, charge: int) -> bool:
    """Can this charge tell the actor anything new?"""
    square = st.NEIGHBOUR[s.boat[me]][(charge - st.DO_SOUND) % st.WAYS]
    if charge >= st.DO_DROP:
        return is_open(open_, me, square)
    return sounded >> square & 1 == 0


@rule
def is_open(open_: int, me: int, square: int) -> bool:
    """Is this square among those where the adversary's mines may be?"""
    spot = frame(1 - me, square) - st.HALF
    return spot >= 0 and open_ >> spot & 1 == 1


@rule
def sounded_since_blast(s: State, seat: int) -> int:
    """The squares where another sounding would tell the seat nothing new."""
    squares = 0
    for i in range(last_entry(s, seat), -1, -2):
        kind = s.log[i] & st.KIND_MASK
        if kind == st.BLAST:
            break
        if kind == st.SOUNDING:
            squares |= 1 << (s.log[i] >> st.SQUARE_BIT & st.SQUARE_MASK)
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
    if found != st.NO_WAY:
        return st.DO_DROP + found
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
    """The way to a mine that the seat's last turn, a sounding, heard right below the charge. (Using
    older soundings wins less: a search then puts off what it expects to do later.)"""
    last = s.log[s.turn - 3] if s.question == st.START_TURN and s.turn > 2 else st.NOTHING
    if last & st.KIND_MASK != st.SOUNDING or not last >> st.REPORT_BIT & 1:
        return st.NO_WAY
    for way in range(st.WAYS):
        square = st.NEIGHBOUR[s.boat[me]][way]
        if square == last >> st.SQUARE_BIT & st.SQUARE_MASK and is_open(open_, me, square):
            return way
    return st.NO_WAY


@rule
def merit_of(s: State, me: int, open_: int, action: int) -> int:
    """How sensible an action looks, from -1 to 5."""
    if action == st.DO_STOP:
        return 3
    if action < st.DO_STOP:
        square = st.NEIGHBOUR[s.boat[me]][action - st.DO_STEP]
        if is_open(open_, me, square):
            return 0
        return 4 if is_onward(s, me, square) else 2
    if action < st.DO_DROP:
        return 3
    if not is_open(open_, me, st.NEIGHBOUR[s.boat[me]][action - st.DO_DROP]):
        return -1
    return 5 if count_bits(open_) <= s.left[1 - me] + 1 else 1


@rule
def is_onward(s: State, me: int, square: int) -> bool:
    """Is the boat not yet next to the adversary's half, and does this step bring it nearer?"""
    row = frame(1 - me, s.boat[me]) // st.SIDE
    return row < st.SIDE // 2 - 1 and frame(1 - me, square) // st.SIDE > row

"""Depth Charge's rules: setting up, legal actions, sailing, charges, the end.

A turn is one of three things: a sail of one to three steps, a sounding charge or a depth charge.
`act` carries out the decision. The turn passes in one place only, and so does the game end
(docs/compiling.md: every call is inlined).
"""

from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import ALL, any_bit, count_bits, emit, list_bits, put_bits, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.depth_charge import state as st
from quarterdeck.games.depth_charge.belief import thinned, wanted
from quarterdeck.games.depth_charge.sonar import frame, pings, size
from quarterdeck.games.depth_charge.state import State

# Setting up ----------------------------------------------------------------------------------


REFUSAL = "A tiny game has one mine each and no islands: leave those options as they are."


def refuse(options: dict[str, int]) -> str:
    """A tiny game has its own mines and no islands."""
    usual = options["mines"] == 5 and options["islands"] == 2 and options["drift"] == 0
    if options["tiny"] and not usual:
        return REFUSAL
    return ""


@rule
def deal(s: State) -> None:
    """Put the boats in opposite corners and, if so agreed, islands at random."""
    for seat in range(2):
        s.boat[seat] = st.START[size(s)][seat]
        s.land[seat] = st.LAND[size(s)]
        s.left[seat] = st.TINY_MINES if s.tiny else s.mines
    s.actor = st.SOUTH
    s.question = st.LAY_MINE
    if s.tiny:
        return
    if s.drift:
        for number in range(2 * s.islands):
            seat = number % 2
            add_island(s, seat, any_bit(s.rng, st.INLAND & ~s.land[seat]))
    elif s.islands:
        s.question = st.PLACE_ISLAND


@rule
def add_island(s: State, owner: int, bit: int) -> None:
    """Add an island to a half; everybody sees it."""
    s.land[owner] |= 1 << bit
    emit(s, ALL, st.ISLAND, owner, frame(owner, st.HALF + bit), 0, 0)


@rule
def place_island(s: State, bit: int) -> None:
    """South places one, then North, until both have placed all."""
    me = s.actor
    add_island(s, me, bit)
    s.actor = 1 - me
    if me == st.NORTH and count_bits(s.land[st.NORTH]) == s.islands:
        s.question = st.LAY_MINE


@rule
def lay_mine(s: State, bit: int) -> None:
    """South secretly lays all mines, then North does; others learn only that they are laid."""
    me = s.actor
    s.mined[me] |= 1 << bit
    emit(s, 1 << me, st.LAID, me, frame(me, st.HALF + bit), 0, 0)
    if count_bits(s.mined[me]) < s.left[me]:
        return
    emit(s, ALL & ~(1 << me), st.READY, me, 0, 0, 0)
    s.actor = 1 - me
    if me == st.NORTH:
        s.turn = 1
        s.question = st.START_TURN


# Legal actions -------------------------------------------------------------------------------


@rule
def legal(s: State, actions: Row) -> int:
    """List what the actor may do."""
    me = s.actor
    if s.question == st.PLACE_ISLAND:
        return list_bits(st.INLAND & ~s.land[me], st.DO_ISLAND, actions, 0)
    if s.question == st.LAY_MINE:
        free = st.MINE_SQUARES[size(s)] & ~s.land[me] & ~s.mined[me]
        return list_bits(free, st.DO_MINE, actions, 0)
    count = list_steps(s, actions)
    if s.question == st.SAIL_ON:
        if not on_own_mine(s, me, s.boat[me]):
            actions[count] = st.DO_STOP
            count += 1
        return count
    for way in range(st.WAYS):
        if can_enter(s, st.NEIGHBOUR[s.boat[me]][way]):
            actions[count] = st.DO_SOUND + way
            actions[count + 1] = st.DO_DROP + way
            count += 2
    return count


@rule
def list_steps(s: State, actions: Row) -> int:
    """Steps to a free square, not straight back, after which the sail can still end legally."""
    count = 0
    for way in range(st.SAILING_WAYS):
        square = st.NEIGHBOUR[s.boat[s.actor]][way]
        if is_back(s.heading, way) or not can_enter(s, square):
            continue
        if on_own_mine(s, s.actor, square) and not can_leave(s, square, way):
            continue
        actions[count] = st.DO_STEP + way
        count += 1
    return count


@rule
def is_back(heading: int, way: int) -> bool:
    """Does this step undo the last one? In three steps, no square can be re-entered otherwise."""
    return heading != st.NO_WAY and (heading + 2) % st.SAILING_WAYS == way


@rule
def can_enter(s: State, square: int) -> bool:
    """Is this water without the other boat? Boats and charges may go to the same squares."""
    if square == st.NO_SQUARE or square == s.boat[1 - s.actor]:
        return False
    return not is_land(s, square)


@rule
def is_land(s: State, square: int) -> bool:
    """Is there an island?"""
    owner = square // st.HALF
    return s.land[owner] >> frame(owner, square) - st.HALF & 1 == 1


@rule
def on_own_mine(s: State, seat: int, square: int) -> bool:
    """Is one of the seat's own mines left here?"""
    spot = frame(seat, square)
    return spot >= st.HALF and s.mined[seat] >> spot - st.HALF & 1 == 1


@rule
def can_leave(s: State, square: int, heading: int) -> bool:
    """After entering the square of this own mine, can the sail still end elsewhere?"""
    left = st.MOST_STEPS - s.steps - 1
    if left == 0:
        return False
    for way in range(st.SAILING_WAYS):
        after = st.NEIGHBOUR[square][way]
        if is_back(heading, way) or not can_enter(s, after):
            continue
        if not on_own_mine(s, s.actor, after) or (left == 2 and can_leave_next(s, after, way)):
            return True
    return False


@rule
def can_leave_next(s: State, square: int, heading: int) -> bool:
    """Is one more step enough to leave the actor's own mines?"""
    for way in range(st.SAILING_WAYS):
        after = st.NEIGHBOUR[square][way]
        if not is_back(heading, way) and can_enter(s, after):
            if not on_own_mine(s, s.actor, after):
                return True
    return False


# A turn --------------------------------------------------------------------------------------


@rule
def act(s: State, action: int) -> None:
    """Carry out one decision and what follows automatically."""
    if action < st.DO_MINE:
        place_island(s, action - st.DO_ISLAND)
    elif action < st.DO_STEP:
        lay_mine(s, action - st.DO_MINE)
    elif action < st.DO_STOP:
        sail(s, action - st.DO_STEP)
    elif action > st.DO_STOP:
        charge(s, action)
    else:
        emit(s, ALL, st.STOPPED, s.actor, s.boat[s.actor], 0, 0)
        s.question = st.TURN_DONE
    if s.question == st.TURN_DONE:
        end_turn(s)
    if s.ending:
        s.over = 1
        emit(s, ALL, st.ENDED, winner(s), s.ending, 0, 0)


@rule
def sail(s: State, way: int) -> None:
    """One step; on one of the adversary's mines it is the last (DEPTH-CHARGE-15)."""
    me, other = s.actor, 1 - s.actor
    square = st.NEIGHBOUR[s.boat[me]][way]
    s.boat[me] = square
    s.heading = way
    s.steps += 1
    s.question = st.TURN_DONE if s.steps == st.MOST_STEPS else st.SAIL_ON
    emit(s, ALL, st.SAILED, me, square, way, 0)
    spot = frame(other, square) - st.HALF
    if spot < 0:
        return
    s.fence = 1  # it reveals whether there is a mine
    if s.mined[other] >> spot & 1:
        emit(s, ALL, st.STRUCK, me, square, 0, 0)
        s.winners = 1 << other
        s.ending = st.BY_MINE
    elif spot < st.CORNER:
        s.clear[other] |= 1 << spot


@rule
def charge(s: State, action: int) -> None:
    """Drop a charge next to the boat and remember the result."""
    me, other = s.actor, 1 - s.actor
    square = st.NEIGHBOUR[s.boat[me]][(action - st.DO_SOUND) % st.WAYS]
    spot = frame(other, square)
    if action < st.DO_DROP:
        report = pings(s, other, spot, s.mined[other])
        parts = report & (1 << st.PART_BITS) - 1
        emit(s, ALL, st.SOUNDED, me, square, parts, report >> st.PART_BITS)
        kind = st.SOUNDING | report << st.REPORT_BIT
    else:
        kind = blast(s, square, spot - st.HALF)
    s.log[s.turn - 1] = kind | square << st.SQUARE_BIT
    s.question = st.TURN_DONE


@rule
def blast(s: State, square: int, spot: int) -> int:
    """A depth charge destroys the adversary's mine there, or misses (DEPTH-CHARGE-29)."""
    me, other = s.actor, 1 - s.actor
    if 0 <= spot < st.CORNER:
        s.clear[other] |= 1 << spot
    if spot >= 0 and s.mined[other] >> spot & 1:
        s.mined[other] &= ~(1 << spot)
        s.destroyed[other] |= 1 << spot
        s.left[other] -= 1
        emit(s, ALL, st.HIT, me, square, 0, 0)
        if s.left[other] == 0:
            s.winners = 1 << me
            s.ending = st.BY_CLEARING
        return st.BLAST
    s.misses[me] += 1
    emit(s, ALL, st.MISSED, me, square, s.misses[me], 0)
    if s.misses[me] == st.MISSES_TO_LOSE:
        s.winners = 1 << other
        s.ending = st.BY_MISSES
    return st.DUD


@rule
def end_turn(s: State) -> None:
    """Pass the turn; everybody knows that a boat never stops on its own mine."""
    me = s.actor
    spot = frame(me, s.boat[me]) - st.HALF
    if 0 <= spot < st.CORNER:
        s.clear[me] |= 1 << spot
    if s.ending:
        return
    s.steps = 0
    s.heading = st.NO_WAY
    s.actor = 1 - me
    s.question = st.START_TURN
    if s.turn < (s.tiny if s.tiny else st.MOST_TURNS):
        s.turn += 1
        return
    s.ending = st.BY_LENGTH
    if s.left[st.SOUTH] != s.left[st.NORTH]:
        s.winners = 1 << (st.SOUTH if s.left[st.NORTH] < s.left[st.SOUTH] else st.NORTH)


@rule
def winner(s: State) -> int:
    """The seat that has won."""
    return st.NOBODY if s.winners == 0 else s.winners >> 1


# What a seat sees ----------------------------------------------------------------------------

DISTANCES = st.MOST_DISTANCE + 1
MOST_TINY_TURNS = next(option.high for option in State.options if option.name == "tiny")

OBSERVATION = Observation()
part = OBSERVATION.part
SEAT = part("seat", st.SEATS, help="which side the observer has: ways are those of the chart")
BOAT = part("boat", st.SQUARES, help="the observer's boat")
THEIR_BOAT = part("their_boat", st.SQUARES, help="the adversary's boat")
LAND = part("land", st.HALF, help="islands in the observer's half")
THEIR_LAND = part("their_land", st.HALF, help="islands in the adversary's half")
MINES = part("mines", st.HALF, help="the observer's mines")
CLEAR = part("clear", st.HALF, help="where the adversary knows that no mine is")
THEIR_CLEAR = part("their_clear", st.HALF, help="where no mine of the adversary's is")
POSSIBLE = part("possible", st.HALF, help="where a mine of the adversary's may be, by all reports")
NARROWED = part(
    "narrowed", st.HALF, help="where one of them must be, if a report narrows it down; else nowhere"
)
NEAR_POSSIBLE = part(
    "near_possible", st.WAYS, help="for each way from the observer's boat: may a mine be there?"
)
NEAR_NARROWED = part("near_narrowed", st.WAYS, help="for each way: is it one of those squares?")
NEAR_SOUNDED = part("near_sounded", st.WAYS, help="for each way: has the observer sounded there?")
DESTROYED = part("destroyed", st.HALF, help="where mines of the adversary's were hit")
QUESTION = part("question", st.TURN_DONE, help="what the actor is asked")
MINES_LEFT = part(
    "mines_left", high=st.MOST_MINES, kinds=True, help="how many mines the observer has left"
)
THEIR_MINES_LEFT = part(
    "their_mines_left", high=st.MOST_MINES, kinds=True, help="how many the adversary has left"
)
MISSES = part("misses", high=st.MISSES_TO_LOSE, kinds=True, help="the observer's misses")
THEIR_MISSES = part(
    "their_misses", high=st.MISSES_TO_LOSE, kinds=True, help="the adversary's misses"
)
STEPS = part("steps", high=st.MOST_STEPS, kinds=True, help="how far the actor has sailed this turn")
TURN = part("turn", high=st.MOST_TURNS, help="both players' turns so far")
TURNS_LEFT = part(
    "turns_left",
    high=MOST_TINY_TURNS,
    kinds=True,
    help="turns left of a tiny game; 0: it is the real one",
)
SOUNDED = part("sounded", st.SQUARES, help="where the observer took a sounding")
REPORTS = part(
    "reports", st.SQUARES * DISTANCES, help="for each square, the distances last reported there"
)


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """A seat's view as numbers, in the adversary's frame so that both seats look alike: boats,
    islands, mines, squares known to be clear, the question, the last report from each square."""
    other = 1 - seat
    out[SEAT + seat] = 1
    if s.boat[seat] != st.NO_SQUARE:
        out[BOAT + frame(other, s.boat[seat])] = 1
    if s.boat[other] != st.NO_SQUARE:
        out[THEIR_BOAT + frame(other, s.boat[other])] = 1
    put_bits(out, LAND, s.land[seat], st.HALF)
    put_bits(out, THEIR_LAND, s.land[other], st.HALF)
    put_bits(out, MINES, s.mined[seat], st.HALF)
    put_bits(out, CLEAR, s.clear[seat], st.HALF)
    put_bits(out, THEIR_CLEAR, s.clear[other], st.HALF)
    put_bits(out, DESTROYED, s.destroyed[other], st.HALF)
    put_bits(out, QUESTION, 1 << s.question, st.TURN_DONE)
    out[MINES_LEFT] = s.left[seat]
    out[THEIR_MINES_LEFT] = s.left[other]
    out[MISSES] = s.misses[seat]
    out[THEIR_MISSES] = s.misses[other]
    out[STEPS] = s.steps
    out[TURN] = s.turn
    out[TURNS_LEFT] = s.tiny - s.turn if s.tiny else 0
    for i in range(seat, s.turn, 2):
        entry = s.log[i]
        if entry & st.KIND_MASK == st.SOUNDING:
            square = frame(other, entry >> st.SQUARE_BIT & st.SQUARE_MASK)
            out[SOUNDED + square] = 1
            put_bits(out, REPORTS + square * DISTANCES, entry >> st.REPORT_BIT, DISTANCES)
    observe_mines(s, seat, out)


@rule
def observe_mines(s: State, seat: int, out: Row) -> None:
    """Where the adversary's mines may be, on the chart and around the observer's boat."""
    possible = thinned(s, seat)
    narrowed, _ = wanted(s, seat, 0, possible, s.left[1 - seat])
    if narrowed == possible:
        narrowed = 0
    put_bits(out, POSSIBLE, possible, st.HALF)
    put_bits(out, NARROWED, narrowed, st.HALF)
    if s.boat[seat] == st.NO_SQUARE:
        return
    for way in range(st.WAYS):
        square = st.NEIGHBOUR[s.boat[seat]][way]
        if square != st.NO_SQUARE:
            framed = frame(1 - seat, square)
            out[NEAR_SOUNDED + way] = out[SOUNDED + framed]
            if framed >= st.HALF:
                out[NEAR_POSSIBLE + way] = possible >> framed - st.HALF & 1
                out[NEAR_NARROWED + way] = narrowed >> framed - st.HALF & 1

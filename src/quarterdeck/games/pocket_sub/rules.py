"""Pocket Sub's rules: what is legal, a turn (tokens, sub, steps, mine), the end of a round.

The set-up is in setup.py; what happens to pieces that meet is in encounters.py.
"""

from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import ALL, count_bits, emit, list_bits, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.pocket_sub import state as st
from quarterdeck.games.pocket_sub.encounters import encounter, in_friendly_centre, other_subs, sink
from quarterdeck.games.pocket_sub.reach import dangers, neighbours, ways_from
from quarterdeck.games.pocket_sub.setup import (
    deal,
    list_whirlpools,
    place_piece,
    place_whirlpool,
    seat_after,
)
from quarterdeck.games.pocket_sub.state import State

__all__ = ["act", "deal", "legal", "observe"]

HALF = 28
"""Masks of 56 regions are counted in halves."""
LOWER_HALF = (1 << HALF) - 1

# Legal actions -------------------------------------------------------------------------------


@rule
def legal(s: State, actions: Row) -> int:
    """List what the actor may do."""
    if s.question == st.BEGIN:
        return list_tokens_and_subs(s, actions)
    if s.question == st.PLACE_WHIRLPOOL:
        return list_whirlpools(s, actions)
    verb = st.DO_PLACE
    if s.question == st.SAIL:
        verb = st.DO_SAIL
    elif s.question == st.LAY:
        verb = st.DO_LAY
    count = list_bits(s.choices & LOWER_HALF, verb, actions, 0)
    return list_bits(s.choices >> HALF, verb + HALF, actions, count)


@rule
def list_tokens_and_subs(s: State, actions: Row) -> int:
    """Tokens come before the sub. Of several subs in one centre one is offered: they are alike."""
    me, count, seen = s.actor, 0, 0
    for token in range(st.TOKENS):
        if s.tokens[me] >> token & 1:
            actions[count] = st.DO_TOKEN + token
            count += 1
    for number in range(st.SUBS):
        region = s.sub[me][number]
        if region != st.NOWHERE and not seen >> region & 1:
            seen |= 1 << region
            actions[count] = st.DO_SUB + number
            count += 1
    return count


@rule
def count_regions(mask: int) -> int:
    """How many regions are in a mask."""
    return count_bits(mask & LOWER_HALF) + count_bits(mask >> HALF)


# A turn --------------------------------------------------------------------------------------


@rule
def act(s: State, action: int) -> None:
    """Carry out one decision and what follows automatically."""
    if action < st.DO_SUB:
        use_token(s, action - st.DO_TOKEN)
    elif action < st.DO_LAY:
        fate = st.AFLOAT
        if action < st.DO_SAIL:
            choose_sub(s, action - st.DO_SUB)
        else:
            fate = sail(s, action - st.DO_SAIL)
        if not s.over:
            continue_turn(s, fate)
    elif action < st.DO_PLACE:
        lay_mine(s, action - st.DO_LAY)
    elif action < st.DO_WHIRLPOOL:
        place_piece(s, action - st.DO_PLACE)
    else:
        number = action - st.DO_WHIRLPOOL
        place_whirlpool(s, number // st.PLACES, number % st.PLACES)
    if s.question == st.TURN_ENDS and not s.over:
        pass_turn(s)


@rule
def use_token(s: State, token: int) -> None:
    """Use a token: it works this turn and never again."""
    s.tokens[s.actor] ^= 1 << token
    s.using |= 1 << token
    emit(s, ALL, st.TOKEN_USED, s.actor, token, 0, 0)


@rule
def choose_sub(s: State, number: int) -> None:
    """Choose the sub that moves this turn."""
    s.moving = number
    s.start = s.sub[s.actor][number]
    s.at = s.start
    s.visited = 1 << s.start
    s.points = st.POINTS + (s.using >> st.CURRENT & 1)
    s.question = st.SAIL


@rule
def sail(s: State, region: int) -> int:
    """One step; returns how the sub is lost by it, or AFLOAT."""
    before = s.at
    s.points -= cost(s, before, region)
    s.at = region
    s.sub[s.actor][s.moving] = region
    s.visited |= 1 << region
    emit(s, ALL, st.SAILED, s.actor, before, region, s.points)
    return encounter(s, region)


@rule
def cost(s: State, start: int, end: int) -> int:
    """Rocks cost two movement points, and so does running deep; any other step costs one."""
    running_deep = s.deep >> start & s.deep >> end & 1
    return 1 + (s.rocky >> end & 1 | running_deep)


@rule
def continue_turn(s: State, fate: int) -> None:
    """Ask for the next step; when the move is over or the sub is lost, for the mine."""
    if fate == st.AFLOAT and s.points:
        s.choices = reachable(s)
        if s.choices:
            return
        fate = st.STUCK
    if fate != st.AFLOAT:
        sink(s, s.actor, s.moving, fate)
    if s.over:
        return
    s.question = st.LAY
    s.choices = places_for_mine(s)
    if s.choices == 0:
        lose_without_mine(s)
        s.question = st.TURN_ENDS


@rule
def reachable(s: State) -> int:
    """Where the moving sub can step with the points left: no region twice in a turn."""
    found = neighbours(s, s.at)
    if s.points == 1:
        found &= ~s.rocky
    elif s.deep >> s.at & 1:
        found |= s.deep
    return found & ~s.visited


# The mine ------------------------------------------------------------------------------------


@rule
def places_for_mine(s: State) -> int:
    """The empty shallow and rocky regions that the sub moved out of; none without a mine left."""
    if supply(s, s.actor) == 0:
        return 0
    taken = s.deep | other_subs(s) | 1 << s.at
    for seat in range(s.seats):
        taken |= s.mines[seat]
    return s.visited & ~taken


@rule
def supply(s: State, seat: int) -> int:
    """How many mines a player has left to lay."""
    return st.MINES if s.unlimited else st.MINES - count_regions(s.mines[seat])


@rule
def lose_without_mine(s: State) -> None:
    """A sub that cannot lay is lost, unless it came from the open sea into a friendly centre.

    A sub that began there must lay, or it could shuttle for ever (POCKET-SUB-33).
    """
    me = s.actor
    if s.sub[me][s.moving] == st.NOWHERE:
        return
    if in_friendly_centre(s, s.at) and not in_friendly_centre(s, s.start):
        emit(s, ALL, st.SHELTERED, me, s.at, 0, 0)
    else:
        sink(s, me, s.moving, st.NO_MINE)


@rule
def lay_mine(s: State, region: int) -> None:
    """Lay the mine: the turn is over."""
    s.mines[s.actor] |= 1 << region
    emit(s, ALL, st.MINED, s.actor, region, supply(s, s.actor), 0)
    s.question = st.TURN_ENDS


# Turns and rounds ----------------------------------------------------------------------------


@rule
def pass_turn(s: State) -> None:
    """On to the next player with subs; at the hat a round ends (POCKET-SUB-45)."""
    while True:
        s.actor = seat_after(s, s.actor)
        if s.actor == s.first:
            end_round(s)
        if s.afloat[s.actor]:
            break
    s.turn += 1
    s.question = st.BEGIN
    s.using = 0
    s.moving = st.NONE
    s.start = st.NOWHERE
    s.at = st.NOWHERE
    s.visited = 0
    s.points = 0
    s.choices = 0


@rule
def end_round(s: State) -> None:
    """Each whirlpool turns its tile by a sixth, with everything on it."""
    for direction in range(st.WHIRLPOOLS):
        place = s.whirlpool[direction]
        if place != st.NOWHERE:
            s.rotation[place] = (s.rotation[place] + st.SIXTHS[direction]) % st.SIDES
            emit(s, ALL, st.TURNED, st.NONE, direction, place, 0)


# For learning --------------------------------------------------------------------------------

AMPLE = 16
"""More regions to stop in than this make no difference."""
OBSERVATION = Observation()
part = OBSERVATION.part
ROCKY = part("rocky", st.REGIONS, help="for each region: is it rocky?")
DEEP = part("deep", st.REGIONS, help="for each region: is it deep?")
CHOICES = part("choices", st.REGIONS, help="for each region: may it be chosen now?")
VISITED = part("visited", st.REGIONS, help="for each region: has the moving sub been there?")
AT = part("at", st.REGIONS, help="for each region: is the moving sub there?")
MINES = part("mines", st.SEATS * st.REGIONS, help="for each seat and region: is there a mine?")
SUBS = part(
    "subs", st.SEATS * st.REGIONS, st.SUBS, help="for each seat and region: how many subs are there"
)
NUMBERED = part(
    "numbered",
    st.SUBS * st.REGIONS,
    help="for each of the observer's subs, by number, and region: is it there?",
)
CENTRE = part(
    "centre", st.SEATS * st.REGIONS, help="for each seat and region: is its command centre there?"
)
ROTATION = part(
    "rotation",
    st.PLACES * st.SIDES,
    help="for each tile: by how many sixths it is turned, one of six",
)
WHIRLPOOL = part(
    "whirlpool",
    st.PLACES * st.WHIRLPOOLS,
    help="for each tile: is the clockwise whirlpool there, is the other?",
)
SUPPLY = part("supply", st.SEATS, st.MINES, help="for each seat: mines left to lay")
FIRST = part("first", st.SEATS, help="for each seat: does it wear the captain's hat?")
ACTING = part("acting", st.SEATS, help="for each seat: is it acting?")
POINTS = part("points", st.SEATS, st.POINTS + 1, help="for each seat: movement points left")
TOKENS = part("tokens", st.SEATS * st.TOKENS, help="for each seat: tokens not yet used")
USING = part("using", st.SEATS * st.TOKENS, help="for each seat: tokens used this turn")
QUESTION = part("question", st.TURN_ENDS, help="what the actor is asked")
STRIKES = part(
    "strikes",
    st.SEATS * st.REGIONS,
    st.SUBS,
    help="for each seat and region: how many of its subs could enter it on their next move",
)
STOPS = part(
    "stops",
    st.SEATS * st.REGIONS,
    st.SUBS,
    help="for each seat and region: how many of its subs could stop there and stay afloat, "
    "if a way might cross itself",
)
ROOM = part(
    "room",
    st.SEATS * st.SUBS,
    AMPLE,
    help="for each seat and sub, by number: in how many regions it could stop, up to so many",
)
ONWARD = part(
    "onward",
    st.REGIONS,
    AMPLE,
    help="for each region the moving sub may step into: in how many it could stop after that",
)


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """The sea, each seat's pieces and what it has left, the question."""
    for region in range(st.REGIONS):
        out[ROCKY + region] = s.rocky >> region & 1
        out[DEEP + region] = s.deep >> region & 1
        out[CHOICES + region] = s.choices >> region & 1
        out[VISITED + region] = s.visited >> region & 1
    if s.at != st.NOWHERE:
        out[AT + s.at] = 1
    for i in range(s.seats):
        observe_seat(s, (seat + i) % s.seats, i, out)
    for place in range(st.PLACES):
        out[ROTATION + place * st.SIDES + s.rotation[place]] = 1
    for direction in range(st.WHIRLPOOLS):
        if s.whirlpool[direction] != st.NOWHERE:
            out[WHIRLPOOL + s.whirlpool[direction] * st.WHIRLPOOLS + direction] = 1
    if s.question < st.TURN_ENDS:
        out[QUESTION + s.question] = 1
    if s.question >= st.BEGIN:
        observe_ways(s, seat, out)


@rule
def observe_ways(s: State, seat: int, out: Row) -> None:
    """Where each sub could go next, and the moving sub after each step that it may take.

    One loop does both: `ways_from` is large, and a call of a rule is a copy of it.
    """
    sailing = s.question == st.SAIL
    for i in range(s.seats * st.SUBS + st.REGIONS):
        who, number, at, region = s.actor, s.moving, st.NOWHERE, i - s.seats * st.SUBS
        points, visited = st.POINTS, 0
        if region < 0:
            who, number = (seat + i // st.SUBS) % s.seats, i % st.SUBS
            at = s.sub[who][number]
        elif sailing and s.choices >> region & 1:
            at = region
        moving = sailing and who == s.actor and number == s.moving
        if at == st.NOWHERE:
            continue
        if moving:
            points, visited = s.points, s.visited
        stops, passes = dangers(s, who)
        if region >= 0:
            points -= cost(s, s.at, region)
            if (passes if points else stops) >> region & 1:
                continue
        strikes, ends = ways_from(s, at, points, visited | 1 << at, stops, passes)
        if region >= 0:
            out[ONWARD + region] = min(count_regions(ends), AMPLE) if points else 1
            continue
        put_regions(out, STRIKES + i // st.SUBS * st.REGIONS, strikes)
        put_regions(out, STOPS + i // st.SUBS * st.REGIONS, ends)
        out[ROOM + i] = min(count_regions(ends), AMPLE)


@rule
def put_regions(out: Row, first: int, regions: int) -> None:
    """Count each region of a mask."""
    for region in range(st.REGIONS):
        out[first + region] += regions >> region & 1


@rule
def observe_seat(s: State, who: int, order: int, out: Row) -> None:
    """One seat's pieces, what it has left, whether it wears the hat, and its turn."""
    regions, tokens = order * st.REGIONS, order * st.TOKENS
    for region in range(st.REGIONS):
        out[MINES + regions + region] = s.mines[who] >> region & 1
    for number in range(st.SUBS):
        if s.sub[who][number] != st.NOWHERE:
            out[SUBS + regions + s.sub[who][number]] += 1
            if order == 0:
                out[NUMBERED + number * st.REGIONS + s.sub[who][number]] = 1
    if s.centre[who] != st.NOWHERE:
        out[CENTRE + regions + s.centre[who]] = 1
    acting = 1 if s.actor == who else 0
    out[SUPPLY + order] = supply(s, who)
    out[FIRST + order] = 1 if s.first == who else 0
    out[ACTING + order] = acting
    out[POINTS + order] = acting * s.points
    for token in range(st.TOKENS):
        out[TOKENS + tokens + token] = s.tokens[who] >> token & 1
        out[USING + tokens + token] = acting * (s.using >> token & 1)

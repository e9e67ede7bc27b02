"""How a sensible player chooses: keep the sub afloat, sink what can be sunk, keep room to sail.

It looks two steps ahead, on masks of the regions that would be fatal to pass or to stop in.
"""

from quarterdeck.engine.rule import below, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.pocket_sub import state as st
from quarterdeck.games.pocket_sub.encounters import friends
from quarterdeck.games.pocket_sub.reach import dangers, neighbours, subs_of
from quarterdeck.games.pocket_sub.rules import cost, count_regions, supply
from quarterdeck.games.pocket_sub.state import State

SEARCH = {"doubt": 0.25}
NETWORK_SIMULATIONS = 20_000
SLACK = 2
HABITS = {"mate": 30}

# What an action is worth, the worst first.
FATAL, COSTLY, DOOMED, TOKEN = -1000, -700, -600, -500
SINKS = 300
WAY, ROOM, NEAR = 10, 10, 10


@rule
def prefer(s: State, actions: Row, count: int, dice: Row) -> int:
    """The action that is worth most; ties are broken at random."""
    if s.question != st.BEGIN and s.question != st.SAIL and s.question != st.LAY:
        return actions[below(dice, count)]
    stops, passes = dangers(s, s.actor)
    prey = prey_of(s, s.actor)
    best, ties, chosen = 0, 0, 0
    for i in range(count):
        action = actions[i]
        worth = TOKEN
        if action >= st.DO_LAY:
            worth = worth_of_mine(s, action - st.DO_LAY)
        elif action >= st.DO_SAIL:
            worth = worth_of_step(s, action - st.DO_SAIL, stops, passes, prey)
        elif action >= st.DO_SUB:
            worth = worth_of_sub(s, s.sub[s.actor][action - st.DO_SUB], stops, passes)
        if ties == 0 or worth > best:
            best, ties, chosen = worth, 1, action
        elif worth == best:
            ties += 1
            if below(dice, ties) == 0:
                chosen = action
    return chosen


@rule
def prey_of(s: State, me: int) -> int:
    """Where enemy subs are outside their centres."""
    fleet, centres = 0, 0
    for seat in range(s.seats):
        if not friends(s, seat, me):
            fleet |= subs_of(s, seat)
            centres |= 1 << s.centre[seat]
    return fleet & ~centres


@rule
def safe_steps(s: State, at: int, points: int, visited: int, stops: int, passes: int) -> int:
    """Where a sub can step next without being lost at once."""
    near, deep = neighbours(s, at) & ~visited & ~s.rocky, s.deep >> at & 1
    if points == 1:
        return near & ~stops
    far = neighbours(s, at) & s.rocky | (s.deep if deep else 0)
    return near & ~passes | far & ~visited & ~(stops if points == 2 else passes)


@rule
def worth_of_step(s: State, region: int, stops: int, passes: int, prey: int) -> int:
    """Staying afloat comes first, then sinking an enemy, then ways on or, at the end, room."""
    points = s.points - cost(s, s.at, region)
    bit = 1 << region
    if (passes if points else stops) & bit:
        return COSTLY if prey & bit else FATAL
    worth = SINKS if prey & bit and (points == 0 or not s.using >> st.INTELLIGENCE & 1) else 0
    wake = s.visited | bit if points else s.visited
    if not wake & ~s.deep & ~all_mines(s):
        worth += DOOMED
    if points == 0:
        return worth + ROOM * count_regions(neighbours(s, region) & ~stops)
    ways = safe_steps(s, region, points, s.visited | bit, stops, passes)
    return worth + WAY * count_regions(ways) if ways else worth + DOOMED


@rule
def worth_of_sub(s: State, at: int, stops: int, passes: int) -> int:
    """Prefer a sub with many ways on; leave one that cannot be saved where it is."""
    points = st.POINTS + (s.using >> st.CURRENT & 1)
    ways = safe_steps(s, at, points, 1 << at, stops, passes)
    return WAY * count_regions(ways) if ways else DOOMED


@rule
def worth_of_mine(s: State, region: int) -> int:
    """Near enemies, and away from one's own side."""
    near = neighbours(s, region)
    worth = 0
    for seat in range(s.seats):
        subs = count_regions(subs_of(s, seat) & near)
        worth += -NEAR * subs if friends(s, seat, s.actor) else NEAR * subs
    return worth - NEAR if near >> s.at & 1 else worth


@rule
def all_mines(s: State) -> int:
    """The regions with a mine; every region, if the actor has none left to lay."""
    if supply(s, s.actor) == 0:
        return -1
    found = 0
    for seat in range(s.seats):
        found |= s.mines[seat]
    return found

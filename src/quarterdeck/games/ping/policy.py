"""How a sensible player plays PING: a rule of thumb."""

from quarterdeck.engine.rule import below, count_bits, rule
from quarterdeck.engine.state import Row, lookup
from quarterdeck.games.ping import state as st
from quarterdeck.games.ping.memory import lies_known, size, spread
from quarterdeck.games.ping.rules import action_of
from quarterdeck.games.ping.state import State

NETWORK_SIMULATIONS = 5000
SLACK = 8
HABITS = {"cadet": 95, "mate": 35}

STEPS_TO = lookup(
    [
        [
            abs(a // st.SIDE - b // st.SIDE) + abs(a % st.SIDE - b % st.SIDE)
            for b in range(st.SQUARES)
        ]
        for a in range(st.SQUARES)
    ]
)


@rule
def whereabouts_roughly(s: State, me: int) -> int:
    """Squares where the adversary may be, taking a face-down card for one step at most."""
    squares = s.possible[me]
    if lies_known(s):
        return squares
    if s.shown != st.OFF_GRID:
        return 1 << s.shown
    return squares | spread(s, squares)


@rule
def way_to_go(s: State, me: int, square: int) -> int:
    """Steps from a square to the nearest objective the seat has not completed."""
    best = 9
    open_ = st.ALL_OBJECTIVES[size(s)] & ~s.completed[me]
    for objective in range(len(st.SQUARE_OF)):
        if open_ >> objective & 1:
            steps = STEPS_TO[square][st.SQUARE_OF[objective]]
            if steps < best:
                best = steps
    return best


@rule
def prefer(s: State, actions: Row, count: int, dice: Row) -> int:
    """Report if possible; otherwise the best of three actions picked at random."""
    if s.question == st.CHOOSE_START:
        return actions[below(dice, count)]
    if actions[count - 1] == st.DO_REPORT:
        return st.DO_REPORT
    where = whereabouts_roughly(s, s.actor)
    best, best_merit = 0, -1
    for _ in range(3):
        action = actions[below(dice, count)]
        merit = merit_of(s, s.actor, where, action)
        if merit > best_merit:
            best, best_merit = action, merit
    return best


@rule
def merit_of(s: State, me: int, where: int, action: int) -> int:
    """How sensible an action looks, from 0 to about 20."""
    here = s.location[me]
    if s.question == st.TAKE_STEP:
        return 9 - way_to_go(s, me, st.NEIGHBOUR[here][action - st.DO_STEP])
    if s.question == st.AIM:
        return 30 * count_bits(where & st.BEAM[here][action - st.DO_FIRE]) // count_bits(where)
    use = action_of(action - st.DO_MOVE)
    if use == st.DECK_GUN:
        return 20 * count_bits(where & st.AROUND[here]) // count_bits(where)
    if use == st.TORPEDO:
        beams = 0
        for direction in range(4):
            beams = max(beams, count_bits(where & st.BEAM[here][direction]))
        return 20 * beams // count_bits(where)
    if use == st.ENCRYPT:
        objective = st.OBJECTIVE_AT[here]
        return 12 if objective >= 0 and not s.completed[me] >> objective & 1 else 0
    if use == st.REPAIR:
        return 7
    if use in (st.PING, st.LISTEN):
        return 2
    if use == st.DIVE:
        return 4
    return 7 if use == st.MOVE_3 else 8

"""How a sensible player plays Hidden Threat, and which of its choices are worth a thought."""

from quarterdeck.engine.rule import below, count_bits, rule
from quarterdeck.engine.state import Row, lookup
from quarterdeck.games.hidden_threat import state as st
from quarterdeck.games.hidden_threat.fleet import can_damage, hits_on, ship_at, which_game, worth
from quarterdeck.games.hidden_threat.state import State

SEARCH = {"doubt": 0.25, "temper": 0.003}
NETWORK_SIMULATIONS = 60_000

USE_MERIT = lookup([3, 4, 5, 6, 3, 0, 6, 4, 6])
"""[use]: how useful a card is while an enemy ship is face up."""


@rule
def consider(s: State, actions: Row, count: int) -> int:
    """Nobody knows what lies face down, so one such place is as good as another, and none is worth
    searching when all ships are found. No card is worth wasting on a ship that it cannot damage."""
    if s.question != st.AIM:
        return count
    foe = 1 - s.actor
    found = s.up[foe] | s.sunk[foe]
    kept, searches = 0, int(found == st.ALL_SHIPS[which_game(s)])
    for k in range(count):
        place = actions[k] - st.DO_AIM
        hidden = s.face_down[foe] >> place & 1
        useful = searches == 0 if hidden else hits(s, place)
        if useful:
            actions[kept] = actions[k]
            kept += 1
        searches += hidden
    return kept if kept else 1


@rule
def alike(s: State, action: int) -> int:
    """To aim at a place face down is to aim at the first: that one is considered."""
    hidden = s.face_down[1 - s.actor]
    if s.question != st.AIM or not hidden >> (action - st.DO_AIM) & 1:
        return action
    return st.DO_AIM + count_bits((hidden & -hidden) - 1)


@rule
def hits(s: State, place: int) -> bool:
    """Does the chosen card damage what lies open there, or its shield?"""
    foe = 1 - s.actor
    ship = ship_at(s, foe, place)
    return s.shields[foe][ship] > 0 or can_damage(s, s.actor, ship, s.chosen)


@rule
def prefer(s: State, actions: Row, count: int, dice: Row) -> int:
    """The best of three actions picked at random."""
    best, best_merit = 0, -1
    count = consider(s, actions, count)
    for _ in range(3):
        action = actions[below(dice, count)]
        merit = merit_of(s, action)
        if merit > best_merit:
            best, best_merit = action, merit
    return best


@rule
def merit_of(s: State, action: int) -> int:
    """How sensible an action looks."""
    me = s.actor
    if action < st.DO_AIM:
        if st.WHITE < action < st.PEGS and s.up[1 - me] == 0:
            return 1
        return USE_MERIT[action]
    if action < st.DO_COVER:
        return merit_of_target(s, me, action - st.DO_AIM)
    if action < st.DO_REMOVE:
        return hits_on(s, me, action - st.DO_COVER)
    if action < st.DO_DISCARD:
        return worth(s, 1 - me, (action - st.DO_REMOVE) % st.PEGS)
    return 1


@rule
def merit_of_target(s: State, me: int, place: int) -> int:
    """Sink what can be sunk, go on hitting what is damaged, search with whites."""
    foe, peg = 1 - me, s.chosen
    if s.face_down[foe] >> place & 1:
        return 4 if peg == st.WHITE else 1
    ship = ship_at(s, foe, place)
    if s.shields[foe][ship]:
        return 2
    if not can_damage(s, me, ship, peg):
        return 0
    hits = hits_on(s, foe, ship)
    return 20 if hits + worth(s, me, peg) >= st.HITS[ship] else 5 + hits

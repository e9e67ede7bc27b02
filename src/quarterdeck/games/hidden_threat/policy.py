"""How a sensible player plays Hidden Threat, for play-outs and for judging where they stop."""

from quarterdeck.engine.odds import odds
from quarterdeck.engine.record import Row, table
from quarterdeck.engine.rule import below, count_bits, rule
from quarterdeck.games.hidden_threat.fleet import active, can_damage, hits_on, ship_at, worth
from quarterdeck.games.hidden_threat.state import (
    AIM,
    ALL_SHIPS,
    BATTLESHIP,
    DO_AIM,
    DO_COVER,
    DO_DISCARD,
    DO_REMOVE,
    HITS,
    KINDS,
    PEGS,
    SHIPS,
    WHITE,
    State,
)

SEARCH = {"explore": 0.4, "sight": 12, "sense": 100}

USE_MERIT = table([3, 4, 5, 6, 3, 0, 6, 4, 6])
"""[use]: what a card is good for, a ship of the enemy's being in sight."""
CARD_WORTH = table([-9, -6, 1, 24, 5, 11, 12])
"""[kind]: in the hand."""


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


@rule
def needed(s: State, side: int) -> int:
    """Hits that would still sink a whole fleet."""
    hits = 0
    for ship in range(SHIPS):
        if not s.sunk[side] >> ship & 1:
            hits += max(HITS[ship] - hits_on(s, side, ship), 1)
    return hits


@rule
def strength(s: State, side: int) -> int:
    """What a side's fleet and hand are worth, in hundredths: fitted to games of searching bots."""
    afloat = ALL_SHIPS & ~s.sunk[side]
    worth = 19 * needed(s, side) + 6 * count_bits(s.face_down[side]) - 5 * count_bits(afloat)
    for ship in range(SHIPS):
        worth += 27 * s.shields[side][ship]
    for kind in range(KINDS):
        worth += CARD_WORTH[kind] * s.hand[side][kind]
    return worth + (10 if active(s, side, BATTLESHIP) else 0)


@rule
def prospect(s: State, seat: int) -> int:
    """Whose fleet is stronger is likelier to win, the more so the less is left of both."""
    lead = strength(s, seat) - strength(s, 1 - seat) + (14 if s.actor == seat else -14)
    left = needed(s, seat) + needed(s, 1 - seat)
    return odds(lead * 13 // (left + 6))


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

"""What a seat wants, and how far it has come: for the policy and for what a seat is shown, not for
what is legal.

Ninjas, Pirates, Gunslingers and Robots want spaces: of their triangles or lines, the one they are
closest to. Zombies want rings and prey, the Alien prey whose owner it holds no piece of yet.
"""

from quarterdeck.engine.rule import count_bits, rule
from quarterdeck.engine.state import lookup
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import on_board, on_own_gate, owned_at
from quarterdeck.games.zerpang.classes.zombie import worth
from quarterdeck.games.zerpang.combat import GATE_BONUS, fighter, fighter_owner, rating
from quarterdeck.games.zerpang.movement import group_can_step
from quarterdeck.games.zerpang.state import State

DISTANCE = lookup(
    [
        [max(abs(q - x), abs(r - y), abs(q - x + r - y)) for x, y in tb.COORDINATES]
        for q, r in tb.COORDINATES
    ]
)
"""[space][space]: steps from one to the other on an empty board."""
FAR = 2 * tb.RADIUS + 1
"""More than the distance between any two spaces."""
NEAR_WIN = 65
"""Progress at which others should stop a player."""

PLANS = 3
_ALL_OF = {2: lambda six: [six], 3: lambda six: [six[0::2], six[1::2]]}
_LINES = [
    [tb.HOUSE_SPACES[i], tb.X_SPACES[i], tb.X_SPACES[i + 3], tb.HOUSE_SPACES[i + 3]]
    for i in range(3)
]


def _plans(few: int) -> list[list[list[int]]]:
    """[class][plan]: the spaces to stand on, up to six."""
    plans = {
        tb.NINJA: _ALL_OF[few](tb.HOUSE_SPACES),
        tb.PIRATE: _ALL_OF[few](tb.X_SPACES),
        tb.ROBOT: [[tb.TREASURE_SPACE]],
        tb.GUNSLINGER: _LINES,
    }
    rows = []
    for role in range(tb.ELF + 1):
        filled = [[*plan, *[tb.NONE] * (6 - len(plan))] for plan in plans.get(role, [])]
        rows.append(filled + [[tb.NONE] * 6] * (PLANS - len(filled)))
    return rows


PLAN = lookup([_plans(2), _plans(3)])
"""[0: two players, 1: more][class][plan][0..5]: a space, or NONE."""


@rule
def post(s: State, seat: int, plan: int, i: int) -> int:
    """A space of a seat's plan, or NONE."""
    return PLAN[min(s.seats - 2, 1)][s.role[seat]][plan][i]


@rule
def nearest_of(s: State, seat: int, space: int) -> int:
    """How far a seat's nearest piece is from a space; FAR without one."""
    best = FAR
    for piece in range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH):
        if on_board(s, piece):
            best = min(best, DISTANCE[s.place[piece]][space])
    return best


@rule
def plan_value(s: State, seat: int, plan: int) -> int:
    """How close a seat is to having a piece on every space of a plan; -1: there is no such plan."""
    value = -1
    for i in range(6):
        space = post(s, seat, plan, i)
        if space != tb.NONE:
            away = nearest_of(s, seat, space)
            value += FAR + 1 - away + (FAR if away == 0 else 0)
            piece = s.at[space]
            if piece != tb.NONE and piece // tb.PIECES_EACH != seat:
                value -= 4
    return value


@rule
def closest_plan(s: State, seat: int) -> tuple[int, int]:
    """The plan a seat is closest to, and how close it is."""
    best, chosen, close = -1, 0, -1
    for plan in range(PLANS):
        value = plan_value(s, seat, plan)
        if plan == 0 or value > best:
            close = value
        if value > best:
            best, chosen = value, plan
    return chosen, close


@rule
def best_plan(s: State, seat: int) -> int:
    """The plan a seat is closest to."""
    plan, _ = closest_plan(s, seat)
    return plan


@rule
def holds_post(s: State, piece: int, plan: int) -> bool:
    """Does the piece stand where its owner wants one, or carry the rings a Zombie wants?"""
    if s.role[piece // tb.PIECES_EACH] == tb.ZOMBIE:
        return s.rings[piece] >= 2
    for i in range(6):
        space = post(s, piece // tb.PIECES_EACH, plan, i)
        if space != tb.NONE and space == s.place[piece]:
            return True
    return False


@rule
def hunts(role: int) -> bool:
    """Zombies and Aliens win by fighting."""
    return role in (tb.ZOMBIE, tb.ALIEN)


@rule
def way_to_go(s: State, seat: int, space: int, plan: int) -> int:
    """How far it is from a space to the nearest one the seat wants to be at; FAR without any."""
    if hunts(s.role[seat]):
        return way_to_prey(s, seat, space)
    best = FAR
    for i in range(6):
        wanted = post(s, seat, plan, i)
        if wanted != tb.NONE:
            piece = s.at[wanted]
            taken = (
                piece != tb.NONE and piece // tb.PIECES_EACH == seat and s.role[seat] != tb.ROBOT
            )
            if not taken or wanted == space:
                best = min(best, DISTANCE[space][wanted])
    return best


@rule
def way_to_prey(s: State, seat: int, space: int) -> int:
    """How far it is to a ring, for a Zombie, or to a space beside an enemy worth defeating."""
    best, zombie = FAR, s.role[seat] == tb.ZOMBIE  # which prefers a ring up to two steps farther
    for piece in range(s.seats * tb.PIECES_EACH):
        owner = piece // tb.PIECES_EACH
        if owner != seat and on_board(s, piece):
            if zombie or owned_at(s, owner, tb.ABDUCTED) == 0:
                best = min(best, max(DISTANCE[space][s.place[piece]] - 1, 0) + 2 * zombie)
    if zombie:
        for other in range(tb.SPACES):
            if s.lying[other]:
                best = min(best, DISTANCE[space][other])
    return best


# Steps ---------------------------------------------------------------------------------------


@rule
def stepping(s: State) -> int:
    """The piece whose step is asked for: it moves, flanks or flees; NONE if there is none."""
    if s.question == st.PATH:
        return s.chosen
    if s.question == st.FLANKING_STEP:
        return s.flanker
    return fighter(s, s.effect_side) if s.question == st.FLEEING else tb.NONE


@rule
def gained(s: State, seat: int, group: int, direction: int, plan: int) -> int:
    """How much nearer to their goals a seat's pieces in a group come by a step."""
    return ways_to_go(s, seat, group, tb.NONE, plan) - ways_to_go(s, seat, group, direction, plan)


@rule
def ways_to_go(s: State, seat: int, group: int, direction: int, plan: int) -> int:
    """How far a seat's pieces in a group have to go, all together, after a step; NONE: as it is."""
    total = 0
    for i in range(tb.PIECES_EACH):
        if group >> i & 1:
            space = s.place[seat * tb.PIECES_EACH + i]
            if direction != tb.NONE and tb.NEXT[space][direction] != tb.NONE:
                space = tb.NEXT[space][direction]
            total += way_to_go(s, seat, space, plan)
    return total


@rule
def marches(s: State, group: int, plan: int) -> bool:
    """Is there a step that brings all pieces of a Robot's group nearer?"""
    for direction in range(tb.DIRECTIONS):
        if group_can_step(s, s.actor, group, direction):
            if gained(s, s.actor, group, direction, plan) == count_bits(group):
                return True
    return False


# Fights --------------------------------------------------------------------------------------


@rule
def outmatches(s: State, piece: int, other: int, means: int) -> bool:
    """Would a piece with so many points to add be stronger than an enemy with its cards?"""
    theirs = worth(s, other, s.role[piece // tb.PIECES_EACH])
    theirs += s.hand_size[other // tb.PIECES_EACH] + (GATE_BONUS if on_own_gate(s, other) else 0)
    return worth(s, piece, tb.NONE) + means > theirs


@rule
def enemies_beside(
    s: State, piece: int, space: int, means: int, leaders: int
) -> tuple[int, int, int]:
    """Enemies that a piece would meet on a space: weaker ones worth fighting, weaker ones better
    left alone, stronger ones. `leaders`: who should be stopped, a bit a seat."""
    owner = piece // tb.PIECES_EACH
    prey, weaker, stronger = 0, 0, 0
    for direction in range(tb.DIRECTIONS):
        near = tb.NEXT[space][direction]
        other = s.at[near] if near != tb.NONE else tb.NONE
        if other == tb.NONE or other // tb.PIECES_EACH == owner:
            continue
        if not outmatches(s, piece, other, means):
            stronger += 1
        elif hunts(s.role[owner]) or leaders >> other // tb.PIECES_EACH & 1:
            prey += 1
        else:
            weaker += 1
    return prey, weaker, stronger


@rule
def shortfall(s: State, side: int) -> int:
    """How many points a side of the combat lacks to take the lead; at equality the Defender has it,
    or else Zombies."""
    lacking = rating(s, 1 - side) - rating(s, side)
    if side == st.AGGRESSOR and s.role[fighter_owner(s, side)] != tb.ZOMBIE:
        lacking += 1
    return lacking


# How far everybody has come ------------------------------------------------------------------


@rule
def progress(s: State, seat: int) -> int:
    """From 0 to about 100: near 100, the seat is about to win."""
    role = s.role[seat]
    if role == tb.ZOMBIE:
        return zombie_progress(s, seat)
    if role == tb.ROBOT:
        return (
            15 * owned_at(s, seat, tb.UPLOADED) + min(nearest_of(s, seat, tb.TREASURE_SPACE), 1) * 5
        )
    if role == tb.ALIEN:
        return alien_progress(s)
    if role == tb.ELF:
        return 90 * s.exhausted // s.patience if s.patience else 90 * s.turn // st.ELF_LIMIT
    _, value = closest_plan(s, seat)
    spaces = 6 if s.seats == 2 else (4 if role == tb.GUNSLINGER else 3)
    return 100 * (value + 1) // (spaces * (2 * FAR + 1))


@rule
def zombie_progress(s: State, seat: int) -> int:
    """Six rings on three pieces win."""
    total = 0
    for piece in range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH):
        if on_board(s, piece):
            total += 3 + 13 * min(s.rings[piece], 2)
    return min(total, 95)


@rule
def alien_progress(s: State) -> int:
    """Four captives of different owners win."""
    total = 0
    for piece in range(tb.PIECES):
        if s.place[piece] == tb.ABDUCTED:
            total += 20
    return total

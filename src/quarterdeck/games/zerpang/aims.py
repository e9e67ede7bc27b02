"""What a seat wants, and how far it has come: for the policy, never for the rules.

Ninjas, Pirates, Gunslingers and Robots want spaces: of their triangles or lines, the one they are
closest to. Zombies want rings and prey, the Alien prey whose owner it holds no piece of yet.
"""

from quarterdeck.engine.rule import rule
from quarterdeck.engine.state import lookup
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import on_board, owned_at
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
def best_plan(s: State, seat: int) -> int:
    """The plan a seat is closest to."""
    best, chosen = -1, 0
    for plan in range(PLANS):
        value = plan_value(s, seat, plan)
        if value > best:
            best, chosen = value, plan
    return chosen


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
    value = plan_value(s, seat, best_plan(s, seat)) + 1
    spaces = 6 if s.seats == 2 else (4 if role == tb.GUNSLINGER else 3)
    return 100 * value // (spaces * (2 * FAR + 1))


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

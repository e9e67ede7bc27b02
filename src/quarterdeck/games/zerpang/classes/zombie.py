"""The Zombie: Contagion, Outbreak, Zombocalypse; and the Carriers of its rings."""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import on_board
from quarterdeck.games.zerpang.state import State

HALF = 46
"""A set of spaces is two masks, of 46 and 45 bits."""


@rule
def worth(s: State, piece: int, against: int) -> int:
    """What a piece counts in combat against a class: disoriented 0, mutated Zombies up to 3,
    Carriers against Zombies 0."""
    if s.disoriented[piece]:
        return 0
    if s.role[piece // tb.PIECES_EACH] == tb.ZOMBIE:
        return 1 + min(s.rings[piece], 2)
    return 0 if against == tb.ZOMBIE and s.rings[piece] else 1


@rule
def is_infectious(s: State, piece: int) -> bool:
    """Is it a Zombie or a Carrier?"""
    return s.role[piece // tb.PIECES_EACH] == tb.ZOMBIE or s.rings[piece] > 0


@rule
def leave_ring(s: State, piece: int) -> None:
    """A defeated piece leaves a ring in its space: one of its own (Cleansing), or a new one."""
    if s.rings[piece]:
        s.rings[piece] -= 1
    elif s.supply:
        s.supply -= 1
    else:
        return
    s.lying[s.place[piece]] = 1
    emit(s, ALL, st.RING_LEFT, tb.NONE, s.place[piece], s.supply, 0)


@rule
def rings_in_play(s: State) -> int:
    """Rings on spaces and on pieces on the board: each lowers the Zombies' entrance price."""
    count = 0
    for piece in range(tb.PIECES):
        if s.rings[piece] and on_board(s, piece):
            count += s.rings[piece]
    for space in range(tb.SPACES):
        count += s.lying[space]
    return count


@rule
def clump_with_rings(s: State, zombie: int, start: int, everywhere: int) -> int:
    """The worth of a Zombie's clump, in which lying rings count and connect; Cannoneer
    (`everywhere`) connects all the Zombie's pieces."""
    low, high, total, grown = 0, 0, 0, 1
    while grown:
        grown = 0
        for space in range(tb.SPACES):
            bit = 1 << space % HALF
            reached = (low if space < HALF else high) & bit
            piece = s.at[space]
            mine = piece != tb.NONE and piece // tb.PIECES_EACH == zombie
            if reached or not (mine or s.lying[space]) or (piece != tb.NONE and not mine):
                continue
            if (mine and (everywhere or piece == start)) or beside(space, low, high):
                low |= bit if space < HALF else 0
                high |= bit if space >= HALF else 0
                total += worth(s, piece, tb.NONE) if mine else 1
                grown = 1
    return total


@rule
def beside(space: int, low: int, high: int) -> bool:
    """Is the space next to one of a set of spaces?"""
    for direction in range(tb.DIRECTIONS):
        near = tb.NEXT[space][direction]
        if near != tb.NONE and (low if near < HALF else high) >> near % HALF & 1:
            return True
    return False


@rule
def has_swarm(s: State, seat: int) -> bool:
    """Zombies win with three pieces on the board that carry two rings each, or more."""
    count = 0
    for piece in range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH):
        if s.rings[piece] >= 2 and on_board(s, piece):
            count += 1
    return count >= 3

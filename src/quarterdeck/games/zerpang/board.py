"""The board: pieces put down and lifted, Gates, neighbours, rings picked up. No cards."""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.state import State


@rule
def on_board(s: State, piece: int) -> bool:
    """Is the piece on a space of the board?"""
    return 0 <= s.place[piece] < tb.SPACES


@rule
def owned_at(s: State, seat: int, where: int) -> int:
    """How many of a seat's pieces are AT_HOME, ABDUCTED or UPLOADED."""
    count = 0
    for piece in range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH):
        if s.place[piece] == where:
            count += 1
    return count


@rule
def owned_on_board(s: State, seat: int) -> int:
    """How many pieces a seat has on the board."""
    count = 0
    for piece in range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH):
        if on_board(s, piece):
            count += 1
    return count


@rule
def seat_of(s: State, role: int) -> int:
    """Who plays this class, which at most one player has; NONE if nobody does."""
    for seat in range(s.seats):
        if s.role[seat] == role:
            return seat
    return tb.NONE


# Spaces --------------------------------------------------------------------------------------


@rule
def may_enter(s: State, seat: int, space: int) -> bool:
    """Is it an open space, and no Gate of another player (Elves do not guard theirs)?"""
    if space == tb.NONE or s.at[space] != tb.NONE:
        return False
    return not is_barred(s, seat, space)


@rule
def is_barred(s: State, seat: int, space: int) -> bool:
    """Is it a Gate that this seat's pieces may not enter?"""
    home = tb.HOME_OF_GATE[space]
    if home == tb.NONE:
        return False
    keeper = s.keeper[home]
    return keeper != tb.NONE and keeper != seat and s.role[keeper] != tb.ELF


@rule
def gate(s: State, seat: int, which: int) -> int:
    """The space of a seat's first or second Gate."""
    return tb.GATES[s.home[seat]][which]


@rule
def on_own_gate(s: State, piece: int) -> bool:
    """Does the piece stand on a Gate of its own?"""
    return tb.HOME_OF_GATE[s.place[piece]] == s.home[piece // tb.PIECES_EACH]


@rule
def has_open_gate(s: State, seat: int) -> bool:
    """Is one of the seat's Gates open?"""
    return s.at[gate(s, seat, 0)] == tb.NONE or s.at[gate(s, seat, 1)] == tb.NONE


@rule
def touches_enemy(s: State, seat: int, space: int) -> bool:
    """Is there another seat's piece next to the space?"""
    for direction in range(tb.DIRECTIONS):
        near = tb.NEXT[space][direction]
        if near != tb.NONE and s.at[near] != tb.NONE and s.at[near] // tb.PIECES_EACH != seat:
            return True
    return False


@rule
def can_step(s: State, piece: int) -> bool:
    """Is there a neighbouring space the piece could step to?"""
    for direction in range(tb.DIRECTIONS):
        if may_enter(s, piece // tb.PIECES_EACH, tb.NEXT[s.place[piece]][direction]):
            return True
    return False


@rule
def zones_held(s: State, seat: int) -> int:
    """In how many Resource Zones does the seat have a piece?"""
    held = 0
    for piece in range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH):
        if on_board(s, piece) and tb.ZONE_OF[s.place[piece]] != tb.NONE:
            held |= 1 << tb.ZONE_OF[s.place[piece]]
    count = 0
    while held:
        held &= held - 1
        count += 1
    return count


@rule
def pieces_in_zones(s: State, seat: int) -> int:
    """How many of the seat's pieces are in Resource Zones?"""
    count = 0
    for piece in range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH):
        if on_board(s, piece) and tb.ZONE_OF[s.place[piece]] != tb.NONE:
            count += 1
    return count


# Pieces --------------------------------------------------------------------------------------


@rule
def lift(s: State, piece: int) -> None:
    """Take a piece from its space, if it is on one."""
    if on_board(s, piece):
        s.at[s.place[piece]] = tb.NONE


@rule
def put(s: State, piece: int, space: int) -> None:
    """Put a lifted piece on an open space; it picks up a ring that lies there."""
    s.place[piece] = space
    s.at[space] = piece
    if s.lying[space]:
        s.lying[space] = 0
        s.rings[piece] += 1
        emit(s, ALL, st.RING_TAKEN, piece // tb.PIECES_EACH, piece, space, s.rings[piece])


@rule
def settle(s: State, piece: int) -> None:
    """A piece has stopped: it moved last, and somebody may have won."""
    s.stamps += 1
    s.stamp[piece] = s.stamps
    s.unsettled = 1


@rule
def transfer(s: State, piece: int, space: int) -> None:
    """Move a piece from wherever it is to an open space, where it stays."""
    lift(s, piece)
    put(s, piece, space)
    settle(s, piece)


@rule
def leave_board(s: State, piece: int, where: int) -> None:
    """A piece goes home, is abducted or uploaded: only its rings stay with it."""
    lift(s, piece)
    s.place[piece] = where
    s.disoriented[piece] = 0
    s.stamp[piece] = 0
    for seat in range(s.seats):
        if s.tricked[seat] == piece:
            s.tricked[seat] = tb.NONE
    if s.wary == piece:
        s.wary = tb.NONE
    s.unsettled = 1


@rule
def send_home(s: State, piece: int) -> None:
    """A piece goes to its own Home Base."""
    leave_board(s, piece, tb.AT_HOME)
    emit(s, ALL, st.WENT_HOME, piece // tb.PIECES_EACH, piece, 0, 0)

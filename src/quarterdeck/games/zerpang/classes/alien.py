"""The Alien: Weather Balloons, Bright Lights, Tag & Release, All Your Base."""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import (
    leave_board,
    may_enter,
    on_board,
    owned_at,
    seat_of,
    touches_enemy,
    transfer,
)
from quarterdeck.games.zerpang.hands import steal
from quarterdeck.games.zerpang.state import State

CAPACITY = 6
"""Pieces in the Alien's Home Base, its own included."""
CAPTIVES_TO_WIN = 4
STOLEN = 2

# Weather Balloons ----------------------------------------------------------------------------


@rule
def list_balloonists(s: State, actions: Row, count: int) -> int:
    """Any piece on the board may be carried next to an enemy."""
    for piece in range(s.actor * tb.PIECES_EACH, (s.actor + 1) * tb.PIECES_EACH):
        if on_board(s, piece) and has_battlefield(s):
            actions[count] = st.DO_PIECE + piece
            count += 1
    return count


@rule
def is_battlefield(s: State, space: int) -> bool:
    """May an Alien land there, and would it have to fight?"""
    return may_enter(s, s.actor, space) and touches_enemy(s, s.actor, space)


@rule
def has_battlefield(s: State) -> bool:
    """Is there a space where a balloon could land?"""
    for space in range(tb.SPACES):
        if is_battlefield(s, space):
            return True
    return False


@rule
def list_battlefields(s: State, actions: Row) -> int:
    """Where a balloon could land."""
    count = 0
    for space in range(tb.SPACES):
        if is_battlefield(s, space):
            actions[count] = st.DO_SPACE + space
            count += 1
    return count


@rule
def land_balloon(s: State) -> None:
    """The piece lands next to an enemy."""
    start = s.place[s.chosen]
    transfer(s, s.chosen, s.target)
    emit(s, ALL, st.BALLOONED, s.active, s.chosen, start, s.target)


# Captives ------------------------------------------------------------------------------------


@rule
def crowd(s: State, alien: int) -> int:
    """How many pieces are in the Alien's Home Base, captives included."""
    count = owned_at(s, alien, tb.AT_HOME)
    for piece in range(tb.PIECES):
        if s.place[piece] == tb.ABDUCTED:
            count += 1
    return count


@rule
def abducts(s: State, victor: int) -> bool:
    """Is the winner the Alien, with room for a captive?"""
    return s.role[victor] == tb.ALIEN and not s.sacrifice and crowd(s, victor) < CAPACITY


@rule
def abduct(s: State, piece: int, alien: int) -> None:
    """The defeated piece is kept in the Alien's Home Base."""
    leave_board(s, piece, tb.ABDUCTED)
    emit(s, ALL, st.WAS_ABDUCTED, alien, piece, 0, 0)


@rule
def set_free(s: State, piece: int, why: int) -> None:
    """A captive goes back to its own Home Base."""
    s.place[piece] = tb.AT_HOME
    emit(s, ALL, st.FREED, piece // tb.PIECES_EACH, piece, why, 0)


@rule
def free_all(s: State, seat: int, why: int) -> None:
    """Whoever defeats the Alien gets all their captives back."""
    for piece in range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH):
        if s.place[piece] == tb.ABDUCTED:
            set_free(s, piece, why)


@rule
def list_captives(s: State, actions: Row, count: int) -> int:
    """The Alien's captives."""
    for piece in range(tb.PIECES):
        if s.place[piece] == tb.ABDUCTED:
            actions[count] = st.DO_PIECE + piece
            count += 1
    return count


@rule
def release(s: State, piece: int) -> None:
    """Tag & Release: the captive goes home, two cards come from its owner."""
    set_free(s, piece, st.BY_RELEASE)
    for _ in range(STOLEN):
        steal(s, s.actor, piece // tb.PIECES_EACH)


@rule
def probe_of(s: State, seat: int) -> int:
    """Who draws a card when this seat does: the Alien that holds one of its pieces, or NONE."""
    return seat_of(s, tb.ALIEN) if owned_at(s, seat, tb.ABDUCTED) else tb.NONE


@rule
def owns_your_base(s: State) -> bool:
    """The Alien wins with four captives, one from each opponent (from four of five)."""
    captives, owners, opponents = 0, 0, 0
    for seat in range(s.seats):
        if s.role[seat] != tb.ELF and s.role[seat] != tb.ALIEN:
            opponents += 1
            taken = owned_at(s, seat, tb.ABDUCTED)
            captives += taken
            owners += 1 if taken else 0
    return captives >= CAPTIVES_TO_WIN and owners >= min(opponents, CAPTIVES_TO_WIN)

"""The end of a combat: rings, saves, where the defeated go, captives freed."""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import gate, has_open_gate, send_home, transfer
from quarterdeck.games.zerpang.cards import might_play
from quarterdeck.games.zerpang.classes.alien import (
    CAPACITY,
    abduct,
    abducts,
    crowd,
    free_all,
    set_free,
)
from quarterdeck.games.zerpang.classes.zombie import is_infectious, leave_ring
from quarterdeck.games.zerpang.combat import fighter, fighter_owner
from quarterdeck.games.zerpang.state import State

MOST_DOOMED = tb.PIECES_EACH + 1


@rule
def lose(s: State) -> None:
    """The side that is behind is defeated."""
    s.doomed[0] = fighter(s, 1 - s.lead)
    s.doomed_count = 1
    s.victor = fighter_owner(s, s.lead)
    s.infectious = int(is_infectious(s, s.aggressor) or is_infectious(s, s.defender))
    s.question = st.NEXT_DOOMED


@rule
def sacrifice(s: State) -> None:
    """Self Sacrifice: the Aggressor and all pieces next to it are defeated, in clockwise order."""
    owner = fighter_owner(s, st.AGGRESSOR)
    emit(s, ALL, st.SACRIFICED, owner, s.aggressor, 0, 0)
    s.doomed[0] = s.aggressor
    s.doomed_count = 1
    for distance in range(s.seats):
        for direction in range(tb.DIRECTIONS):
            near = tb.NEXT[s.place[s.aggressor]][direction]
            piece = s.at[near] if near != tb.NONE else tb.NONE
            if piece != tb.NONE and (piece // tb.PIECES_EACH - owner) % s.seats == distance:
                s.doomed[s.doomed_count] = piece
                s.doomed_count += 1
    s.victor = owner
    s.infectious = int(is_infectious(s, s.aggressor) or is_infectious(s, s.defender))
    s.sacrifice = 1
    s.question = st.NEXT_DOOMED


@rule
def begin_defeat(s: State) -> None:
    """The next defeated piece: it leaves a ring if a Zombie or Carrier fought."""
    s.question = st.END_FIGHT
    if s.doomed_count:
        piece = s.doomed[0]
        emit(s, ALL, st.DEFEATED, piece // tb.PIECES_EACH, piece, s.victor, s.place[piece])
        if s.infectious or (s.sacrifice and is_infectious(s, piece)):
            leave_ring(s, piece)
        s.question = st.GO_SAVE


@rule
def offer_save(s: State) -> None:
    """The owner may save the piece to an open Gate (not the one it stands on)."""
    owner = s.doomed[0] // tb.PIECES_EACH
    s.question = st.MOVE_DOOMED
    if has_open_gate(s, owner) and might_play(s, owner, tb.SAVE):
        s.actor = owner
        s.question = st.SAVING


@rule
def save(s: State, which: int) -> None:
    """The piece is moved to a Gate instead of the Home Base; it counts as defeated all the same."""
    piece = s.doomed[0]
    start = s.place[piece]
    space = gate(s, piece // tb.PIECES_EACH, which)
    s.disoriented[piece] = 0
    transfer(s, piece, space)
    emit(s, ALL, st.SAVED, piece // tb.PIECES_EACH, piece, start, space)
    s.question = st.GO_FREE


@rule
def remove_doomed(s: State) -> None:
    """The piece goes home, or into the Alien's base."""
    piece = s.doomed[0]
    if abducts(s, s.victor):
        abduct(s, piece, s.victor)
    else:
        send_home(s, piece)
    s.question = st.GO_FREE


@rule
def free_captives(s: State) -> None:
    """Whoever defeats the Alien gets all their captives back."""
    if s.role[s.doomed[0] // tb.PIECES_EACH] == tb.ALIEN:
        free_all(s, s.victor, st.BY_VICTORY)
    s.question = st.MAKE_ROOM


@rule
def make_room(s: State) -> None:
    """An Alien whose base would hold a seventh piece frees a captive; then on to the next piece."""
    alien = s.doomed[0] // tb.PIECES_EACH
    if s.role[alien] == tb.ALIEN and crowd(s, alien) > CAPACITY:
        s.actor = alien
        s.question = st.SEVENTH
        return
    for i in range(MOST_DOOMED - 1):
        s.doomed[i] = s.doomed[i + 1]
    s.doomed[MOST_DOOMED - 1] = tb.NONE
    s.doomed_count -= 1
    s.question = st.NEXT_DOOMED


@rule
def crowd_out(s: State, action: int) -> None:
    """The Alien frees a captive to make room."""
    set_free(s, action - st.DO_PIECE, st.BY_CROWDING)
    s.question = st.MAKE_ROOM


@rule
def list_ways(ways: int, actions: Row) -> int:
    """The steps a mask of directions allows."""
    count = 0
    for direction in range(tb.DIRECTIONS):
        if ways >> direction & 1:
            actions[count] = st.DO_STEP + direction
            count += 1
    return count


@rule
def flee(s: State, action: int) -> None:
    """The fighter steps out of the combat, which ends."""
    piece = fighter(s, s.effect_side)
    start = s.place[piece]
    transfer(s, piece, tb.NEXT[start][action - st.DO_STEP])
    emit(s, ALL, st.FLED, piece // tb.PIECES_EACH, piece, start, s.place[piece])
    s.question = st.END_FIGHT


@rule
def lost_aggressor(s: State) -> bool:
    """Was the Aggressor defeated? Then it does not fight on, even if it was saved (ZERPANG-204)."""
    if s.sacrifice:
        return True
    return s.victor != tb.NONE and s.victor != fighter_owner(s, st.AGGRESSOR)


@rule
def end_fight(s: State) -> None:
    """The cards played are discarded; whoever still touches an enemy fights again."""
    if lost_aggressor(s):
        s.aggressor = tb.NONE
    for kind in range(tb.KINDS):
        s.discard[kind] += s.aside[kind]
        s.aside[kind] = 0
    for side in range(st.AGGRESSOR, st.DEFENDER + 1):
        s.base[side] = 0
        s.points[side] = 0
        s.gain[side] = 0
    s.defender = tb.NONE
    s.resourceful = 0
    s.cannoneer = 0
    s.honor = 0
    s.effect_side = tb.NONE
    s.lead = tb.NONE
    s.passed = 0
    s.bystander = 0
    s.victor = tb.NONE
    s.infectious = 0
    s.sacrifice = 0
    s.question = st.FIND_FIGHT

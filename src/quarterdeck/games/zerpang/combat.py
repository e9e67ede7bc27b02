"""The Combat Phase: who fights whom, what each side is worth, who plays, who may assist.

The side that is behind is on the clock: it plays, passes or concedes. Bystanders are asked at the
start, whenever the lead has changed, and after a pass. What defeat means is in defeat.py.
"""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import (
    may_enter,
    on_board,
    on_own_gate,
    owned_at,
    touches_enemy,
)
from quarterdeck.games.zerpang.cards import can_play, might_play, uses_effects
from quarterdeck.games.zerpang.classes.ninja import may_be_elsewhere
from quarterdeck.games.zerpang.classes.zombie import clump_with_rings, worth
from quarterdeck.games.zerpang.hands import (
    clear_tendered,
    cloud_of,
    steal,
    take,
    tell_tendered,
)
from quarterdeck.games.zerpang.paying import ask_price, list_sets
from quarterdeck.games.zerpang.state import State

GATE_BONUS = 5

# Who fights whom -----------------------------------------------------------------------------


@rule
def attacks(s: State, piece: int, other: int) -> bool:
    """Of two enemies that touch, the one that moved later attacks."""
    return other != tb.NONE and other // 6 != piece // 6 and s.stamp[other] < s.stamp[piece]


@rule
def attacks_any(s: State, piece: int) -> bool:
    """Has the piece moved next to an enemy?"""
    if s.stamp[piece] == 0 or not on_board(s, piece):
        return False
    for direction in range(tb.DIRECTIONS):
        near = tb.NEXT[s.place[piece]][direction]
        if near != tb.NONE and attacks(s, piece, s.at[near]):
            return True
    return False


@rule
def list_aggressors(s: State, actions: Row) -> int:
    """Pieces that moved next to an enemy."""
    count = 0
    for piece in range(s.seats * tb.PIECES_EACH):
        if attacks_any(s, piece):
            actions[count] = st.DO_PIECE + piece
            count += 1
    return count


@rule
def find_fight(s: State) -> None:
    """A surviving Aggressor fights on; else the active player picks one; or the phase ends."""
    if s.aggressor != tb.NONE and attacks_any(s, s.aggressor):
        s.question = st.FIND_DEFENDER
        return
    s.aggressor = tb.NONE
    count = 0
    for piece in range(s.seats * tb.PIECES_EACH):
        if attacks_any(s, piece):
            s.aggressor = piece
            count += 1
    s.question = st.FIND_DEFENDER if count else st.GO_UPLOAD
    if count > 1:
        s.aggressor = tb.NONE
        s.actor = s.active
        s.question = st.PICK_AGGRESSOR


@rule
def list_defenders(s: State, seat: int, actions: Row) -> int:
    """A seat's pieces that the Aggressor attacks."""
    count = 0
    for direction in range(tb.DIRECTIONS):
        near = tb.NEXT[s.place[s.aggressor]][direction]
        if near != tb.NONE and attacks(s, s.aggressor, s.at[near]) and s.at[near] // 6 == seat:
            actions[count] = st.DO_PIECE + s.at[near]
            count += 1
    return count


@rule
def find_defender(s: State) -> None:
    """Defenders in clockwise order of their owners; an owner of several picks one."""
    start, nearest, count = s.aggressor // tb.PIECES_EACH, s.seats, 0
    for direction in range(tb.DIRECTIONS):
        near = tb.NEXT[s.place[s.aggressor]][direction]
        if near == tb.NONE or not attacks(s, s.aggressor, s.at[near]):
            continue
        distance = (s.at[near] // tb.PIECES_EACH - start) % s.seats
        if distance < nearest:
            nearest, count = distance, 0
        if distance == nearest:
            s.defender = s.at[near]
            count += 1
    s.question = st.OPEN_FIGHT
    if count > 1:
        s.defender = tb.NONE
        s.actor = (start + nearest) % s.seats
        s.question = st.PICK_DEFENDER


@rule
def pick_fighter(s: State, action: int) -> None:
    """The active player's Aggressor, or the threatened player's Defender."""
    if s.question == st.PICK_AGGRESSOR:
        s.aggressor = action - st.DO_PIECE
        emit(s, ALL, st.ATTACKER, s.actor, s.aggressor, 0, 0)
        s.question = st.FIND_DEFENDER
    else:
        s.defender = action - st.DO_PIECE
        s.question = st.OPEN_FIGHT


# What a side is worth ------------------------------------------------------------------------


@rule
def fighter(s: State, side: int) -> int:
    """The piece that fights on a side."""
    return s.aggressor if side == st.AGGRESSOR else s.defender


@rule
def fighter_owner(s: State, side: int) -> int:
    """Whose piece fights on a side."""
    return fighter(s, side) // tb.PIECES_EACH


@rule
def rating(s: State, side: int) -> int:
    """The Combat Rating of a side."""
    gain = s.gain[side] if s.resourceful >> side & 1 else 0
    return s.base[side] + s.points[side] + gain


@rule
def ahead(s: State) -> int:
    """The side in the lead: at equality Zombies, else the Defender."""
    difference = rating(s, st.AGGRESSOR) - rating(s, st.DEFENDER)
    if difference == 0:
        return st.AGGRESSOR if s.role[fighter_owner(s, st.AGGRESSOR)] == tb.ZOMBIE else st.DEFENDER
    return st.AGGRESSOR if difference > 0 else st.DEFENDER


@rule
def weigh_pieces(s: State) -> None:
    """Rate pieces, rings and Gates on both sides."""
    for side in range(2):
        piece = fighter(s, side)
        bonus = GATE_BONUS if on_own_gate(s, piece) else 0
        s.base[side] = bonus + worth_of_side(s, side, piece)


@rule
def worth_of_side(s: State, side: int, piece: int) -> int:
    """The fighter and all pieces connected to it; under Honor Bound the fighter alone."""
    against, everywhere = s.role[fighter_owner(s, 1 - side)], s.cannoneer >> side & 1
    owner = piece // tb.PIECES_EACH
    if s.honor:
        return worth(s, piece, against)
    if s.role[owner] == tb.ZOMBIE:
        return clump_with_rings(s, owner, piece, everywhere)
    clump = (1 << tb.PIECES_EACH) - 1 if everywhere else connected(s, piece)
    total = 0
    for i in range(tb.PIECES_EACH):
        if clump >> i & 1 and on_board(s, owner * tb.PIECES_EACH + i):
            total += worth(s, owner * tb.PIECES_EACH + i, against)
    return total


@rule
def connected(s: State, piece: int) -> int:
    """The owner's pieces in one clump or chain with this one, a bit each."""
    owner = piece // tb.PIECES_EACH
    clump, before = 1 << piece % tb.PIECES_EACH, 0
    while clump != before:
        before = clump
        for i in range(tb.PIECES_EACH):
            if clump >> i & 1:
                for direction in range(tb.DIRECTIONS):
                    near = tb.NEXT[s.place[owner * tb.PIECES_EACH + i]][direction]
                    if near != tb.NONE and s.at[near] != tb.NONE and s.at[near] // 6 == owner:
                        clump |= 1 << s.at[near] % tb.PIECES_EACH
    return clump


# The course of a fight -----------------------------------------------------------------------


@rule
def open_fight(s: State) -> None:
    """Two pieces fight; that cannot be taken back."""
    s.fence = 1
    where = s.place[s.defender]
    emit(s, ALL, st.FIGHT, fighter_owner(s, st.AGGRESSOR), s.aggressor, s.defender, where)
    weigh_pieces(s)
    s.question = st.GO_SACRIFICE


@rule
def offer_sacrifice(s: State) -> None:
    """An Aggressor in the lead may once, at the start, play Self Sacrifice."""
    owner = fighter_owner(s, st.AGGRESSOR)
    s.question = st.NEXT_WINDOW
    if (
        ahead(s) == st.AGGRESSOR
        and not s.absent >> owner & 1
        and might_play(s, owner, tb.SACRIFICE)
    ):
        s.actor = owner
        s.question = st.OFFER_SACRIFICE


@rule
def open_window(s: State) -> None:
    """Bystanders are asked, clockwise from the Aggressor's owner."""
    s.lead = ahead(s)
    s.bystander = 0
    s.question = st.NEXT_BYSTANDER


@rule
def ask_next_bystander(s: State) -> None:
    """Ask the next who could add something; nobody under Honor Bound."""
    s.question = st.WEIGH
    while not s.honor and s.bystander < s.seats - 1:
        s.bystander += 1
        seat = (fighter_owner(s, st.AGGRESSOR) + s.bystander) % s.seats
        if seat != fighter_owner(s, st.DEFENDER) and might_assist(s, seat):
            s.actor = seat
            s.question = st.ASSIST
            return


@rule
def weigh(s: State) -> None:
    """A change of lead opens a window; whoever is still behind after passing has lost."""
    if ahead(s) != s.lead:
        s.passed = 0
        s.question = st.NEXT_WINDOW
    elif s.passed:
        s.question = st.DEFEAT
    else:
        s.actor = fighter_owner(s, 1 - s.lead)
        s.question = st.CLOCK


# Playing into it -----------------------------------------------------------------------------


@rule
def list_clock(s: State, actions: Row) -> int:
    """The side behind plays a card, a set or cloud points, was not here, passes or concedes."""
    me, side, count = s.actor, 1 - s.lead, 0
    if not s.absent >> me & 1:
        count = list_plays(s, side, actions)
    if may_be_elsewhere(s, me):
        actions[count] = st.DO_NOT_HERE
        count += 1
    actions[count] = st.DO_PASS
    actions[count + 1] = st.DO_CONCEDE
    return count + 2


@rule
def list_plays(s: State, side: int, actions: Row) -> int:
    """What the actor can play for a side: points of any kind, and effects."""
    me, count = s.actor, 0
    role = s.role[me]
    if role == tb.GUNSLINGER:
        count = list_sets(s, actions, 0)
    else:
        for kind in range(tb.KINDS):
            if s.hand[me][kind]:
                actions[count] = st.DO_CARD + kind
                count += 1
    for i in range(cloud_of(s, me)):
        actions[count] = st.DO_CLOUD + i
        count += 1
    if uses_effects(role):
        for effect in range(tb.EFFECTS):
            playable = tb.EFFECT_TIME[effect] == tb.IN_COMBAT and can_play(s, me, effect)
            if playable and is_possible(s, side, effect):
                actions[count] = st.DO_PLAY + effect
                count += 1
    return count


@rule
def is_possible(s: State, side: int, effect: int) -> bool:
    """Fleeing needs a way out; only an Aggressor's owner may sacrifice it."""
    if effect == tb.FLEE:
        return ways_out(s, fighter(s, side)) > 0
    if effect == tb.SACRIFICE:
        return side == st.AGGRESSOR and fighter_owner(s, st.AGGRESSOR) == s.actor
    return True


@rule
def ways_out(s: State, piece: int) -> int:
    """Directions in which a fighter can flee to a space next to no enemy, a bit each."""
    owner, ways = piece // tb.PIECES_EACH, 0
    for direction in range(tb.DIRECTIONS):
        space = tb.NEXT[s.place[piece]][direction]
        if may_enter(s, owner, space) and not touches_enemy(s, owner, space):
            ways |= 1 << direction
    return ways


@rule
def fight(s: State, action: int) -> None:
    """The player on the clock plays points, passes, concedes or was not here."""
    me = s.actor
    if action == st.DO_PASS:
        emit(s, ALL, st.PASSED, me, 0, 0, 0)
        s.passed = 1
        s.question = st.NEXT_WINDOW
    elif action == st.DO_CONCEDE:
        emit(s, ALL, st.CONCEDED, me, 0, 0, 0)
        s.question = st.DEFEAT
    elif action == st.DO_NOT_HERE:
        emit(s, ALL, st.NOT_HERE, me, 0, 0, 0)
        s.absent |= 1 << me
        steal(s, me, fighter_owner(s, s.lead))
        s.question = st.DEFEAT
    else:
        lay_points(s, action)


@rule
def lay_points(s: State, action: int) -> None:
    """A card or cloud points are laid down; a Gunslinger chooses a set's cards first."""
    if action < st.DO_SET:
        s.tendered[action - st.DO_CARD] = 1
        take(s, s.actor, action - st.DO_CARD, 0)
        s.paid = tb.VALUE[tb.VALUE_SIDE[s.role[s.actor]]][action - st.DO_CARD]
    elif action >= st.DO_CLOUD:
        s.paid = action - st.DO_CLOUD + 1
        s.tendered[tb.CLOUD_POINT] = s.paid
    else:
        s.set_chosen = action - st.DO_SET
    paid = s.paid
    ask_price(s, st.IN_FIGHT, 0)
    s.paid = paid
    if s.set_chosen != tb.NONE:
        s.question = st.SET_CARD


@rule
def add_points(s: State) -> None:
    """Everybody sees the points, and the side's rating grows by them."""
    me, helped = s.actor, s.helping
    own = helped == tb.NONE
    side = 1 - s.lead if own else helped
    s.fence = 1
    emit(s, ALL, st.ADDED, me, side, s.paid, 0)
    tell_tendered(s, me)
    s.points[side] += s.paid
    if own:
        s.gain[side] += gain_of_tendered(s, me)
    clear_tendered(s)
    s.played |= 1 << me
    if me == s.active:
        s.acted = 1
    s.helping = tb.NONE
    s.question = st.WEIGH if own else st.NEXT_BYSTANDER


@rule
def gain_of_tendered(s: State, seat: int) -> int:
    """What Resourcefulness adds to Specialty cards laid down for points: they count twice their
    Ninjutsu value; in a set, their Ninjutsu value is added."""
    gain, role = 0, s.role[seat]
    for kind in range(tb.SPECIALTIES):
        value = tb.VALUE[tb.NINJUTSU][kind]
        if role != tb.GUNSLINGER:
            value += value - tb.VALUE[tb.VALUE_SIDE[role]][kind]
        gain += s.tendered[kind] * value
    return gain


# Bystanders ----------------------------------------------------------------------------------


@rule
def might_assist(s: State, seat: int) -> bool:
    """Does the seat have cards or cloud points (a Gunslinger: a pair), and has it not said that it
    was not here? Everybody can see that."""
    if s.absent >> seat & 1:
        return False
    if s.role[seat] == tb.GUNSLINGER:
        return s.hand_size[seat] >= 2
    return s.hand_size[seat] + cloud_of(s, seat) > 0


@rule
def may_help(s: State, seat: int, side: int) -> bool:
    """A player with an abducted piece may not help against the Alien."""
    against = s.role[fighter_owner(s, 1 - side)]
    return against != tb.ALIEN or owned_at(s, seat, tb.ABDUCTED) == 0


@rule
def list_assist(s: State, actions: Row, budget: int) -> int:
    """Help a side with something, or pass."""
    count = 0
    for side in range(2):
        if budget and may_help(s, s.actor, side):
            actions[count] = st.DO_HELP + side
            count += 1
    actions[count] = st.DO_PASS
    return count + 1


@rule
def assist(s: State, action: int) -> None:
    """A bystander helps a side, or not."""
    if s.question == st.ASSIST_PLAY:
        lay_points(s, action)
    elif action == st.DO_PASS:
        s.question = st.NEXT_BYSTANDER
    else:
        s.helping = action - st.DO_HELP
        s.question = st.ASSIST_PLAY

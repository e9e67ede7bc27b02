"""The turn: choosing classes, Entrance, Upload, Draw, Keel Haul, and who comes next.

`advance` in rules.py runs the steps that follow by themselves.
"""

from quarterdeck.engine.rule import ALL, emit, roll, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import (
    gate,
    has_open_gate,
    owned_at,
    owned_on_board,
    pieces_in_zones,
    seat_of,
    transfer,
    zones_held,
)
from quarterdeck.games.zerpang.cards import can_play, might_play
from quarterdeck.games.zerpang.classes.alien import list_captives, probe_of, release
from quarterdeck.games.zerpang.classes.elf import outlast
from quarterdeck.games.zerpang.classes.gunslinger import hand_limit
from quarterdeck.games.zerpang.classes.pirate import may_salvage
from quarterdeck.games.zerpang.classes.robot import may_upload, renew_cloud
from quarterdeck.games.zerpang.classes.zombie import rings_in_play
from quarterdeck.games.zerpang.goals import end_game
from quarterdeck.games.zerpang.hands import draw, take, tell_tendered, unlock
from quarterdeck.games.zerpang.paying import ask_price
from quarterdeck.games.zerpang.state import State

MOST_ALIKE = 2
"""Ninjas, or Pirates, in one game: there are two class cards of each."""

# Choosing classes ----------------------------------------------------------------------------


@rule
def list_classes(s: State, actions: Row) -> int:
    """Two players are Ninjas or Pirates; other classes are single; one is a Ninja or a Pirate."""
    count, fighters = 0, 0
    for seat in range(s.actor):
        if s.role[seat] == tb.NINJA or s.role[seat] == tb.PIRATE:
            fighters += 1
    for role in range(tb.CLASSES):
        if may_choose(s, role, fighters):
            actions[count] = st.DO_CLASS + role
            count += 1
    return count


@rule
def may_choose(s: State, role: int, fighters: int) -> bool:
    """May the actor still choose this class?"""
    taken = 0
    for seat in range(s.actor):
        if s.role[seat] == role:
            taken += 1
    if role <= tb.PIRATE:  # a Ninja or a Pirate
        return not s.duplicates or taken < MOST_ALIKE
    if taken or s.seats == 2 or (role == tb.ELF and not s.elves):
        return False
    return fighters > 0 or s.actor < s.seats - 1


@rule
def choose_class(s: State, role: int) -> None:
    """Players choose in turn; perhaps a Home Base follows."""
    s.role[s.actor] = role
    emit(s, ALL, st.CHOSE, s.actor, role, 0, 0)
    first, last = home_range(s)
    if not s.homes:
        end_choice(s)
    elif first < last:
        s.question = st.CHOOSE_HOME
    else:
        choose_home(s, first)


@rule
def home_range(s: State) -> tuple[int, int]:
    """The first and last home open to the actor: seats go clockwise, and others need room."""
    if s.actor == 0:
        return 0, 0
    return s.home[s.actor - 1] + 1, tb.HOME_BASES - s.seats + s.actor


@rule
def list_homes(s: State, actions: Row) -> int:
    """Any Home Base within that range."""
    first, last = home_range(s)
    for home in range(first, last + 1):
        actions[home - first] = st.DO_HOME + home
    return last + 1 - first


@rule
def choose_home(s: State, home: int) -> None:
    """Where Home Bases are chosen."""
    settle_in(s, s.actor, home)
    emit(s, ALL, st.SETTLED, s.actor, home, 0, 0)
    end_choice(s)


@rule
def settle_in(s: State, seat: int, home: int) -> None:
    """A seat lives in a Home Base."""
    s.home[seat] = home
    s.keeper[home] = seat


@rule
def end_choice(s: State) -> None:
    """The next player chooses; after the last, cards are dealt and the first player is drawn."""
    s.actor += 1
    s.question = st.CHOOSE_CLASS
    if s.actor < s.seats:
        return
    for seat in range(s.seats):
        draw(s, seat, st.START_HAND, st.FOR_START)
        s.fresh[seat] = 0
    s.active = roll(s, s.seats)
    emit(s, ALL, st.FIRST, s.active, 0, 0, 0)
    s.actor = s.active
    s.turn = 1
    s.question = st.START_TURN


# The turn begins and ends --------------------------------------------------------------------


@rule
def start_turn(s: State) -> None:
    """Disorientation ends, cloud points renew, cards unlock; the turn may be missed."""
    me = s.active
    s.fence = 1  # even if a missed turn lets one player's turns follow each other
    for piece in range(tb.PIECES):
        s.stamp[piece] = 0
    for piece in range(me * tb.PIECES_EACH, (me + 1) * tb.PIECES_EACH):
        s.disoriented[piece] = 0
    s.stamps = 0
    s.acted = 0
    s.moved = 0
    s.second = 0
    s.flanker = tb.NONE
    s.extra = 0
    s.stirred = 0
    s.wary = s.tricked[me]
    s.tricked[me] = tb.NONE
    s.plunder = 0
    s.salvage = 0
    s.blockader = tb.NONE
    s.drew = 0
    s.window = 0
    renew_cloud(s, me)
    unlock(s, me)
    if s.skip[me]:
        s.skip[me] = 0
        emit(s, ALL, st.SKIPPED, me, 0, 0, 0)
        s.question = st.END_TURN
        return
    emit(s, ALL, st.TURN, me, s.turn, 0, 0)
    s.actor = me
    s.phase = st.ENTRANCE_PHASE
    s.question = st.GO_DRAW if s.role[me] == tb.ELF else st.GO_ENTRANCE


@rule
def end_turn(s: State) -> None:
    """The Elves may have outlasted everybody; else the next seat's turn begins, up to a limit."""
    if outlast(s):
        end_game(s, seat_of(s, tb.ELF))
    elif s.turn >= st.TURN_LIMIT:
        end_game(s, tb.NONE)
    else:
        s.turn += 1
        s.active = (s.active + 1) % s.seats
        s.question = st.START_TURN


# Entrance ------------------------------------------------------------------------------------


@rule
def go_entrance(s: State) -> None:
    """Ask the active player while, as everybody can see, a piece could enter."""
    me = s.active
    s.actor = me
    can = has_open_gate(s, me) and owned_at(s, me, tb.AT_HOME) > 0
    s.question = st.ENTRANCE if can else st.GO_MOVEMENT


@rule
def entrance_price(s: State, seat: int) -> int:
    """A point for each piece on the board or uploaded; for Zombies, one less for each ring."""
    price = owned_on_board(s, seat) + owned_at(s, seat, tb.UPLOADED)
    if s.role[seat] == tb.ZOMBIE and price:
        price = max(0, price - rings_in_play(s))
    return price


@rule
def list_entrance(s: State, actions: Row, budget: int) -> int:
    """Enter by a Gate, play New Crew or Deployment, or go on."""
    count = 0
    if budget >= entrance_price(s, s.actor):
        count = list_gates(s, actions)
    if can_play(s, s.actor, tb.CREW):
        actions[count] = st.DO_PLAY + tb.CREW
        count += 1
    actions[count] = st.DO_PASS
    return count + 1


@rule
def list_gates(s: State, actions: Row) -> int:
    """The actor's open Gates."""
    count = 0
    for which in range(2):
        if s.at[gate(s, s.actor, which)] == tb.NONE:
            actions[count] = st.DO_ENTER + which
            count += 1
    return count


@rule
def choose_entrance(s: State, action: int) -> None:
    """Pay for a Gate, or go on to the Movement Phase."""
    if action == st.DO_PASS:
        s.question = st.GO_MOVEMENT
    else:
        s.target = action - st.DO_ENTER
        ask_price(s, st.PAY_ENTRANCE, entrance_price(s, s.actor))


@rule
def enter(s: State, which: int, by_card: int) -> None:
    """A piece enters by a Gate: a Zombie with the most rings, others with the fewest."""
    me, best = s.active, tb.NONE
    wants_rings = 1 if s.role[me] == tb.ZOMBIE else -1
    for piece in range(me * tb.PIECES_EACH, (me + 1) * tb.PIECES_EACH):
        if s.place[piece] == tb.AT_HOME:
            if best == tb.NONE or (s.rings[piece] - s.rings[best]) * wants_rings > 0:
                best = piece
    emit(s, ALL, st.ENTERED, me, best, gate(s, me, which), by_card)
    transfer(s, best, gate(s, me, which))
    s.acted = 1
    s.target = tb.NONE
    s.question = st.GO_ENTRANCE


# Draw ----------------------------------------------------------------------------------------


@rule
def go_upload(s: State) -> None:
    """After combat the Robot may upload a piece."""
    s.actor = s.active
    s.phase = st.UPLOAD_PHASE
    s.question = st.UPLOAD if may_upload(s, s.active) else st.GO_DRAW


@rule
def go_draw(s: State) -> None:
    """Ask the active player if, as far as everybody can see, there is something to choose."""
    me = s.active
    s.actor = me
    s.phase = st.DRAW_PHASE
    asked = (
        may_salvage(s, me) or might_play(s, me, tb.FORTUNE_DRAW) or might_play(s, me, tb.PLUNDER)
    )
    if s.role[me] == tb.ALIEN:
        for seat in range(s.seats):
            asked = asked or owned_at(s, seat, tb.ABDUCTED) > 0
    s.question = st.DRAW if asked else st.NEXT_BLOCKADE


@rule
def list_draw(s: State, actions: Row) -> int:
    """Play a Draw Phase card, release a captive, salvage, or go on and draw."""
    count, me = 0, s.actor
    if may_salvage(s, me):
        actions[count] = st.DO_SALVAGE
        count += 1
    if can_play(s, me, tb.FORTUNE_DRAW):
        actions[count] = st.DO_PLAY + tb.FORTUNE_DRAW
        count += 1
    if can_play(s, me, tb.PLUNDER):
        actions[count] = st.DO_PLAY + tb.PLUNDER
        count += 1
    if s.role[me] == tb.ALIEN:
        count = list_captives(s, actions, count)
    actions[count] = st.DO_PASS
    return count + 1


@rule
def choose_draw(s: State, action: int) -> None:
    """Salvage, release a captive, or draw."""
    if action == st.DO_PASS:
        s.question = st.NEXT_BLOCKADE
    elif action == st.DO_SALVAGE:
        s.salvage = 1
        emit(s, ALL, st.SALVAGED, s.actor, 0, 0, 0)
        s.question = st.DEAL_DRAW
    else:
        release(s, action - st.DO_PIECE)
        s.question = st.GO_DRAW


@rule
def ask_next_blockade(s: State) -> None:
    """Ask the next seat clockwise that might hold a Blockade; after the last, draw."""
    s.question = st.DEAL_DRAW
    while s.window < s.seats - 1:
        s.window += 1
        seat = (s.active + s.window) % s.seats
        if might_play(s, seat, tb.BLOCKADE):
            s.actor = seat
            s.question = st.BLOCKADING
            return


@rule
def cards_due(s: State, seat: int) -> int:
    """One card, one per zone (Plunder: two; Salvage: one per piece); Quick Draw: to the limit."""
    if s.salvage:
        return 1 + pieces_in_zones(s, seat)
    due = 1 + zones_held(s, seat) * (1 + s.plunder)
    if s.role[seat] == tb.GUNSLINGER:
        due = max(due, hand_limit(s, seat) - s.hand_size[seat])
    return due


@rule
def deal_draw(s: State) -> None:
    """The active player draws, or whoever set the Blockade; then the Alien's probe, if the active
    player drew anything: the cards of Fortune's Favor count."""
    me = s.active
    s.actor = me
    taker, due, why = me, cards_due(s, me), st.FOR_SALVAGE if s.salvage else st.FOR_DRAW
    if s.blockader != tb.NONE:
        taker, why = s.blockader, st.FOR_BLOCKADE
    for _ in range(2):  # one call of a large rule: the draw, then perhaps the probe
        draw(s, taker, due, why)
        taker, due = probe_of(s, me), 1
        if why == st.FOR_PROBE or taker == tb.NONE or not s.drew:
            break
        why = st.FOR_PROBE
    s.question = st.GO_DISCARD


@rule
def go_discard(s: State) -> None:
    """A Gunslinger discards down to the limit."""
    me = s.active
    over = s.role[me] == tb.GUNSLINGER and s.hand_size[me] > hand_limit(s, me)
    s.question = st.DISCARD if over else st.GO_KEEL_HAUL


@rule
def list_cards(s: State, actions: Row) -> int:
    """The cards in the actor's hand."""
    count = 0
    for kind in range(tb.KINDS):
        if s.hand[s.actor][kind]:
            actions[count] = st.DO_CARD + kind
            count += 1
    return count


@rule
def discard(s: State, kind: int) -> None:
    """One more card is put away; when there are enough, everybody sees them."""
    me = s.actor
    take(s, me, kind, 0)
    s.tendered[kind] += 1
    if s.hand_size[me] > hand_limit(s, me):
        return
    s.fence = 1
    count = 0
    for other in range(tb.KINDS):
        count += s.tendered[other]
    emit(s, ALL, st.DISCARDED, me, count, 0, 0)
    tell_tendered(s, me)
    for other in range(tb.KINDS):
        s.discard[other] += s.tendered[other]
        s.tendered[other] = 0
    s.question = st.GO_KEEL_HAUL


# The end of a turn ---------------------------------------------------------------------------


@rule
def list_haulable(s: State, actions: Row) -> int:
    """Other players who are not already due to miss a turn."""
    count = 0
    for seat in range(s.seats):
        if seat != s.active and not s.skip[seat]:
            actions[count] = st.DO_SEAT + seat
            count += 1
    return count


@rule
def go_keel_haul(s: State) -> None:
    """After drawing, the active player may play Keel Haul, as often as the cards allow."""
    s.actor = s.active
    s.phase = st.END_PHASE
    s.question = st.END_TURN
    if might_play(s, s.active, tb.KEEL):
        for seat in range(s.seats):
            if seat != s.active and not s.skip[seat]:
                s.question = st.KEEL_HAUL

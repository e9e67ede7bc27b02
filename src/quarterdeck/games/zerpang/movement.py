"""The Movement Phase: the ordinary move, the cards that move pieces, and what replaces the phase.

A path is walked as it is drafted, and paid at its end; `list_path` offers no step that could not
be paid. Rings are picked up in the draft; where the piece stops is settled once it is paid.
"""

from quarterdeck.engine.rule import ALL, count_bits, emit, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import (
    can_step,
    is_barred,
    lift,
    may_enter,
    on_board,
    owned_on_board,
    put,
    settle,
    touches_enemy,
    transfer,
)
from quarterdeck.games.zerpang.cards import can_play, might_play
from quarterdeck.games.zerpang.classes.alien import list_balloonists, list_battlefields
from quarterdeck.games.zerpang.classes.ninja import list_landings, list_leapers
from quarterdeck.games.zerpang.classes.pirate import list_victims
from quarterdeck.games.zerpang.paying import ask_price
from quarterdeck.games.zerpang.state import State

ACTIVATION = 2
"""Points up front for Leap, Scoundrel or Weather Balloons."""
TRICK_SPACE = 2
"""Points for each further space of another player's piece."""

# What the phase offers -----------------------------------------------------------------------


@rule
def asks_movement(s: State) -> bool:
    """As far as everybody can see, might the active player do anything?"""
    me = s.active
    if owned_on_board(s, me):
        return s.moved == 0 or might_play(s, me, tb.FLANK) or might_play(s, me, tb.EVERYWHERE)
    return s.role[me] == tb.PIRATE and not s.stirred and s.hand_size[me] > 0


@rule
def list_movement(s: State, actions: Row, budget: int) -> int:
    """Choose a piece, play a card, replace the phase, or go on."""
    me = s.actor
    count = list_movers(s, actions) if s.moved == 0 else 0
    if count:
        for effect in range(tb.SAILS, tb.GETA + 1):
            if can_play(s, me, effect):
                actions[count] = st.DO_PLAY + effect
                count += 1
    if can_play(s, me, tb.FLANK) and list_flankers(s, actions, count) > count:
        actions[count] = st.DO_PLAY + tb.FLANK
        count += 1
    if can_play(s, me, tb.EVERYWHERE) and list_seconds(s, actions, count) > count:
        actions[count] = st.DO_PLAY + tb.EVERYWHERE
        count += 1
    if not s.stirred and budget >= ACTIVATION:
        count = list_replacements(s, actions, count)
    actions[count] = st.DO_PASS
    return count + 1


@rule
def list_movers(s: State, actions: Row) -> int:
    """The actor's pieces that can step and that no card has moved."""
    count = 0
    for i in range(tb.PIECES_EACH):
        piece = s.actor * tb.PIECES_EACH + i
        if on_board(s, piece) and not s.second >> i & 1 and can_step(s, piece):
            actions[count] = st.DO_PIECE + piece
            count += 1
    return count


@rule
def list_replacements(s: State, actions: Row, count: int) -> int:
    """Leap, Scoundrel or Weather Balloons: the phase's first and only act, with a legal target."""
    role = s.role[s.actor]
    found, act = count, st.DO_PASS
    if role == tb.NINJA:
        found, act = list_leapers(s, actions, count), st.DO_LEAP
    elif role == tb.PIRATE:
        found, act = list_victims(s, actions, count), st.DO_TRICK
    elif role == tb.ALIEN:
        found, act = list_balloonists(s, actions, count), st.DO_BALLOON
    if found > count:  # the list itself is overwritten: it is asked for next
        actions[count] = act
        count += 1
    return count


@rule
def begin_movement(s: State, action: int) -> None:
    """The first choice of the phase."""
    if action == st.DO_PASS:
        s.question = st.GO_COMBAT
    elif action == st.DO_LEAP:
        s.question = st.LEAP_PIECE
    elif action == st.DO_TRICK:
        s.question = st.TRICK_PIECE
    elif action == st.DO_BALLOON:
        s.question = st.BALLOON_PIECE
    else:
        piece = action - st.DO_PIECE
        quick = s.role[s.actor] == tb.ZOMBIE and s.rings[piece] >= 3
        begin_path(s, piece, 1 + s.extra + (1 if quick else 0))


# A path --------------------------------------------------------------------------------------


@rule
def begin_path(s: State, piece: int, free: int) -> None:
    """A piece sets out; the first steps are free."""
    s.chosen = piece
    s.group = 0
    s.steps = 0
    s.free = free
    join_group(s, piece)
    s.question = st.PATH


@rule
def join_group(s: State, piece: int) -> None:
    """A piece joins the group."""
    s.group |= 1 << piece % tb.PIECES_EACH
    s.origin[piece % tb.PIECES_EACH] = s.place[piece]


@rule
def path_price(s: State, steps: int) -> int:
    """A point for each space of each piece that is not free; two for another player's piece."""
    over = max(0, steps - s.free)
    if s.chosen // tb.PIECES_EACH != s.active:
        return TRICK_SPACE * over
    return count_bits(s.group) * over


@rule
def list_path(s: State, actions: Row, budget: int) -> int:
    """Add a piece to a Robot's group before it starts, take a step that can be paid, or stop."""
    count = 0
    owner = s.chosen // tb.PIECES_EACH
    if s.steps == 0 and s.role[owner] == tb.ROBOT and owner == s.active and s.extra == 0:
        count = list_joiners(s, actions)
    if budget >= path_price(s, s.steps + 1):
        for direction in range(tb.DIRECTIONS):
            if group_can_step(s, owner, s.group, direction):
                actions[count] = st.DO_STEP + direction
                count += 1
    if s.steps:
        actions[count] = st.DO_STOP
        count += 1
    return count


@rule
def list_joiners(s: State, actions: Row) -> int:
    """Pieces with which the group could still step somewhere, all at once."""
    count = 0
    for i in range(tb.PIECES_EACH):
        piece = s.actor * tb.PIECES_EACH + i
        if (s.group | s.second) >> i & 1 or not on_board(s, piece):
            continue
        for direction in range(tb.DIRECTIONS):
            if group_can_step(s, s.actor, s.group | 1 << i, direction):
                actions[count] = st.DO_PIECE + piece
                count += 1
                break
    return count


@rule
def group_can_step(s: State, owner: int, group: int, direction: int) -> bool:
    """Can every piece of the group step that way? Spaces the group vacates are open."""
    for i in range(tb.PIECES_EACH):
        if group >> i & 1:
            space = tb.NEXT[s.place[owner * tb.PIECES_EACH + i]][direction]
            if space == tb.NONE or is_barred(s, owner, space):
                return False
            other = s.at[space]
            if other != tb.NONE and (
                other // tb.PIECES_EACH != owner or not group >> other % 6 & 1
            ):
                return False
    return True


@rule
def walk(s: State, action: int) -> None:
    """Add a piece, take a step, or stop and pay."""
    if action == st.DO_STOP:
        tricked = s.chosen // tb.PIECES_EACH != s.active
        ask_price(s, st.PAY_TRICK_MOVE if tricked else st.PAY_MOVE, path_price(s, s.steps))
    elif action < st.DO_STEP:
        join_group(s, action - st.DO_PIECE)
    else:
        step_group(s, action - st.DO_STEP)


@rule
def step_group(s: State, direction: int) -> None:
    """All pieces of the group take a step at once."""
    first = s.chosen // tb.PIECES_EACH * tb.PIECES_EACH
    for i in range(tb.PIECES_EACH):
        if s.group >> i & 1:
            lift(s, first + i)
    for i in range(tb.PIECES_EACH):
        if s.group >> i & 1:
            put(s, first + i, tb.NEXT[s.place[first + i]][direction])
    s.steps += 1


@rule
def end_path(s: State) -> None:
    """The path is paid: the pieces stop."""
    first = s.chosen // tb.PIECES_EACH * tb.PIECES_EACH
    for i in range(tb.PIECES_EACH):
        if s.group >> i & 1:
            settle(s, first + i)
            emit(s, ALL, st.MOVED, s.active, first + i, s.origin[i], s.place[first + i])
            s.origin[i] = tb.NONE
    s.acted = 1
    if s.chosen // tb.PIECES_EACH == s.active:
        s.moved = s.group
        s.stirred = 1
        s.question = st.GO_MOVEMENT
    else:
        s.question = st.GO_COMBAT
    s.chosen = tb.NONE
    s.group = 0
    s.steps = 0
    s.free = 0


# Cards that move pieces ----------------------------------------------------------------------


@rule
def answer_extend(s: State, action: int) -> None:
    """Geta of Speed: two more spaces, or four for a point."""
    if action == st.DO_EXTEND:
        ask_price(s, st.PAY_EXTEND, 1)
    else:
        s.extra += 2
        s.question = st.GO_MOVEMENT


@rule
def list_extend(actions: Row, budget: int) -> int:
    """Spend the point, or not."""
    actions[0] = st.DO_PASS
    actions[1] = st.DO_EXTEND
    return 2 if budget >= 1 else 1


@rule
def list_flankers(s: State, actions: Row, count: int) -> int:
    """Flanking Maneuver moves a piece other than the mover; in one turn always the same."""
    for i in range(tb.PIECES_EACH):
        piece = s.actor * tb.PIECES_EACH + i
        if (s.flanker != tb.NONE and s.flanker != piece) or s.moved >> i & 1:
            continue
        if on_board(s, piece) and can_step(s, piece):
            actions[count] = st.DO_PIECE + piece
            count += 1
    return count


@rule
def list_flank(s: State, actions: Row) -> int:
    """The piece, then its step."""
    if s.flanker == tb.NONE:
        return list_flankers(s, actions, 0)
    count = 0
    for direction in range(tb.DIRECTIONS):
        if may_enter(s, s.actor, tb.NEXT[s.place[s.flanker]][direction]):
            actions[count] = st.DO_STEP + direction
            count += 1
    return count


@rule
def flank(s: State, action: int) -> None:
    """Flanking Maneuver: a second piece moves one space."""
    if action < st.DO_STEP:
        s.flanker = action - st.DO_PIECE
        return
    start = s.place[s.flanker]
    transfer(s, s.flanker, tb.NEXT[start][action - st.DO_STEP])
    emit(s, ALL, st.MOVED, s.active, s.flanker, start, s.place[s.flanker])
    s.second |= 1 << s.flanker % tb.PIECES_EACH
    s.question = st.GO_MOVEMENT


@rule
def list_seconds(s: State, actions: Row, count: int) -> int:
    """They're Everywhere moves a piece other than the mover."""
    for i in range(tb.PIECES_EACH):
        piece = s.actor * tb.PIECES_EACH + i
        if on_board(s, piece) and not s.moved >> i & 1 and has_friendly_space(s, piece):
            actions[count] = st.DO_PIECE + piece
            count += 1
    return count


@rule
def has_friendly_space(s: State, piece: int) -> bool:
    """Is there a space next to another own piece, and to no enemy?"""
    me = s.actor
    for friend in range(me * tb.PIECES_EACH, (me + 1) * tb.PIECES_EACH):
        if friend != piece and on_board(s, friend):
            for direction in range(tb.DIRECTIONS):
                space = tb.NEXT[s.place[friend]][direction]
                if may_enter(s, me, space) and not touches_enemy(s, me, space):
                    return True
    return False


@rule
def list_friendly_spaces(s: State, actions: Row) -> int:
    """Open spaces next to another piece, but to no enemy: so next to a friend."""
    count = 0
    for space in range(tb.SPACES):
        if not may_enter(s, s.actor, space) or touches_enemy(s, s.actor, space):
            continue
        for direction in range(tb.DIRECTIONS):
            near = tb.NEXT[space][direction]
            if near != tb.NONE and s.at[near] != tb.NONE and s.at[near] != s.chosen:
                actions[count] = st.DO_SPACE + space
                count += 1
                break
    return count


# Choosing pieces and spaces ------------------------------------------------------------------


@rule
def list_targets(s: State, actions: Row) -> int:
    """The pieces, then the spaces, of They're Everywhere and of what replaces the phase."""
    step = s.question
    if step == st.SECOND_PIECE:
        return list_seconds(s, actions, 0)
    if step == st.SECOND_SPACE:
        return list_friendly_spaces(s, actions)
    if step == st.LEAP_PIECE:
        return list_leapers(s, actions, 0)
    if step == st.LEAP_SPACE:
        return list_landings(s, actions)
    if step == st.BALLOON_PIECE:
        return list_balloonists(s, actions, 0)
    if step == st.BALLOON_SPACE:
        return list_battlefields(s, actions)
    return list_victims(s, actions, 0)


@rule
def choose_target(s: State, action: int) -> None:
    """A piece is chosen, then its space; then it is paid for."""
    step = s.question
    if action < st.DO_SPACE:
        s.chosen = action - st.DO_PIECE
        if step == st.TRICK_PIECE:
            ask_price(s, st.PAY_TRICK, ACTIVATION)
        else:
            s.question = step + 1  # from -PIECE to -SPACE
        return
    s.target = action - st.DO_SPACE
    if step == st.SECOND_SPACE:
        place_second(s)
    elif step == st.LEAP_SPACE:
        ask_price(s, st.PAY_LEAP, ACTIVATION)
    else:
        ask_price(s, st.PAY_BALLOON, ACTIVATION)


@rule
def place_second(s: State) -> None:
    """They're Everywhere: a second piece appears next to a friend."""
    start = s.place[s.chosen]
    transfer(s, s.chosen, s.target)
    emit(s, ALL, st.PLACED, s.active, s.chosen, start, s.target)
    s.second |= 1 << s.chosen % tb.PIECES_EACH
    forget_target(s)
    s.question = st.GO_MOVEMENT


@rule
def forget_target(s: State) -> None:
    """The choices are used up."""
    s.chosen = tb.NONE
    s.target = tb.NONE


@rule
def end_replacement(s: State) -> None:
    """A leap or a balloon was the whole Movement Phase."""
    forget_target(s)
    s.acted = 1
    s.question = st.GO_COMBAT


@rule
def list_move(s: State, actions: Row, budget: int) -> int:
    """The legal actions at a question of the Movement Phase."""
    if s.question == st.MOVEMENT:
        return list_movement(s, actions, budget)
    if s.question == st.PATH:
        return list_path(s, actions, budget)
    if s.question == st.EXTEND:
        return list_extend(actions, budget)
    if s.question == st.FLANKING_STEP:
        return list_flank(s, actions)
    return list_targets(s, actions)


@rule
def move(s: State, action: int) -> None:
    """Carry out a decision of the Movement Phase."""
    if s.question == st.MOVEMENT:
        begin_movement(s, action)
    elif s.question == st.PATH:
        walk(s, action)
    elif s.question == st.EXTEND:
        answer_extend(s, action)
    elif s.question == st.FLANKING_STEP:
        flank(s, action)
    else:
        choose_target(s, action)

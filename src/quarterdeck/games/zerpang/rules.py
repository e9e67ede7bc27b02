"""Zerpang!'s rules: the deal, what is legal, one decision, what follows by itself.

`act` carries out one decision; `advance` runs the steps that follow by themselves until somebody
must decide. Each subject has its file: turns, movement, combat, defeat, cards, effects, paying,
and one for each class in classes/.

Large rules are called from one place only: compiled for a GPU, every call is a copy.
"""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import seat_of
from quarterdeck.games.zerpang.cards import (
    announce,
    answer_offer,
    ask_next_answer,
    can_play,
    lay_down,
    put_to_all,
)
from quarterdeck.games.zerpang.classes.alien import land_balloon, list_captives
from quarterdeck.games.zerpang.classes.ninja import leap
from quarterdeck.games.zerpang.classes.pirate import activate_trick
from quarterdeck.games.zerpang.classes.robot import upload
from quarterdeck.games.zerpang.combat import (
    add_points,
    ask_next_bystander,
    assist,
    fight,
    fighter,
    find_defender,
    find_fight,
    list_aggressors,
    list_assist,
    list_clock,
    list_defenders,
    list_plays,
    offer_sacrifice,
    open_fight,
    open_window,
    pick_fighter,
    ways_out,
    weigh,
)
from quarterdeck.games.zerpang.defeat import (
    begin_defeat,
    crowd_out,
    end_fight,
    flee,
    free_captives,
    list_ways,
    lose,
    make_room,
    offer_save,
    remove_doomed,
    save,
)
from quarterdeck.games.zerpang.effects import MORE_SPEED, take_effect
from quarterdeck.games.zerpang.goals import end_game, test_goals
from quarterdeck.games.zerpang.movement import (
    asks_movement,
    begin_path,
    end_path,
    end_replacement,
    list_move,
    move,
)
from quarterdeck.games.zerpang.paying import list_payments, list_set_cards, purse, tender
from quarterdeck.games.zerpang.sight import OBSERVATION as OBSERVATION
from quarterdeck.games.zerpang.sight import observe as observe
from quarterdeck.games.zerpang.state import State
from quarterdeck.games.zerpang.turns import (
    ask_next_blockade,
    choose_class,
    choose_draw,
    choose_entrance,
    choose_home,
    deal_draw,
    discard,
    end_turn,
    enter,
    go_discard,
    go_draw,
    go_entrance,
    go_keel_haul,
    go_upload,
    list_cards,
    list_classes,
    list_draw,
    list_entrance,
    list_gates,
    list_haulable,
    list_homes,
    settle_in,
    start_turn,
)


@rule
def deal(s: State) -> None:
    """Nothing is drawn yet: classes are chosen first, from seat 0 on."""
    for kind in range(tb.KINDS):
        s.deck[kind] = tb.COPIES[kind]
    s.deck_size = tb.DECK_SIZE
    if not s.homes:
        for seat in range(s.seats):
            settle_in(s, seat, tb.HOMES[s.seats][seat])
    s.question = st.CHOOSE_CLASS


# What is legal -------------------------------------------------------------------------------


@rule
def legal(s: State, actions: Row) -> int:
    """List what the actor may do."""
    step = s.question
    if step == st.CHOOSE_CLASS:
        return list_classes(s, actions)
    budget = purse(s, s.actor) if step <= st.PATH or step == st.ASSIST else 0
    if st.MOVEMENT <= step <= st.TRICK_PIECE:
        return list_move(s, actions, budget)
    if step == st.PAY:
        return list_payments(s, actions)
    if step == st.SET_CARD:
        return list_set_cards(s, actions)
    if st.PICK_AGGRESSOR <= step <= st.SEVENTH:
        return list_combat(s, actions, budget)
    return list_turn(s, actions, budget)


@rule
def list_turn(s: State, actions: Row, budget: int) -> int:
    """The Entrance, Upload and Draw Phases, and the end of the turn."""
    step = s.question
    if step == st.ENTRANCE:
        return list_entrance(s, actions, budget)
    if step == st.AT_GATE:
        return list_gates(s, actions)
    if step == st.DRAW:
        return list_draw(s, actions)
    if step == st.DISCARD:
        return list_cards(s, actions)
    if step == st.KEEL_WHOM:
        return list_haulable(s, actions)
    if step == st.CHOOSE_HOME:
        return list_homes(s, actions)
    if step == st.UPLOAD:
        actions[0] = st.DO_UPLOAD
        actions[1] = st.DO_PASS
        return 2
    return list_answer(s, tb.BLOCKADE if step == st.BLOCKADING else tb.KEEL, actions)


@rule
def list_combat(s: State, actions: Row, budget: int) -> int:
    """The Combat Phase."""
    step = s.question
    if step == st.PICK_AGGRESSOR:
        return list_aggressors(s, actions)
    if step == st.PICK_DEFENDER:
        return list_defenders(s, s.actor, actions)
    if step == st.CLOCK:
        return list_clock(s, actions)
    if step == st.ASSIST:
        return list_assist(s, actions, budget)
    if step == st.ASSIST_PLAY:
        return list_plays(s, s.helping, actions)
    if step == st.FLEEING:
        return list_ways(ways_out(s, fighter(s, s.effect_side)), actions)
    if step == st.SEVENTH:
        return list_captives(s, actions, 0)
    if step == st.ACCEPT:
        actions[0] = st.DO_ACCEPT
        actions[1] = st.DO_REFUSE
        return 2
    if step == st.BIND:
        return list_answer(s, tb.BINDING, actions)
    return list_answer(s, tb.SACRIFICE if step == st.OFFER_SACRIFICE else tb.SAVE, actions)


@rule
def list_answer(s: State, effect: int, actions: Row) -> int:
    """Play the one card that is asked for, or pass."""
    actions[0] = st.DO_PASS
    actions[1] = st.DO_PLAY + effect
    return 2 if can_play(s, s.actor, effect) else 1


# A decision ----------------------------------------------------------------------------------


@rule
def act(s: State, action: int) -> None:
    """Carry out one decision and what follows from it by itself."""
    step = s.question
    if action == st.DO_PASS and step != st.CLOCK:
        emit(s, ALL, st.DECLINED, s.actor, step, 0, 0)
    if st.DO_PLAY <= action < st.DO_CARD:
        announce(s, action - st.DO_PLAY)
    elif st.PAY <= step <= st.SET_CARD:
        tender(s, action)
    elif st.MOVEMENT <= step <= st.TRICK_PIECE:
        move(s, action)
    elif st.PICK_AGGRESSOR <= step <= st.SEVENTH:
        act_in_combat(s, action)
    else:
        act_in_turn(s, action)
    advance(s)


@rule
def act_in_turn(s: State, action: int) -> None:
    """The Entrance, Upload and Draw Phases, and the end of the turn."""
    step = s.question
    if step == st.CHOOSE_CLASS:
        choose_class(s, action - st.DO_CLASS)
    elif step == st.CHOOSE_HOME:
        choose_home(s, action - st.DO_HOME)
    elif step == st.ENTRANCE:
        choose_entrance(s, action)
    elif step == st.AT_GATE:
        if s.phase == st.COMBAT_PHASE:
            save(s, action - st.DO_ENTER)
        else:
            enter(s, action - st.DO_ENTER, 1)
    elif step == st.UPLOAD:
        if action == st.DO_UPLOAD:
            upload(s)
        s.question = st.GO_DRAW
    elif step == st.DRAW:
        choose_draw(s, action)
    elif step == st.BLOCKADING:
        s.question = st.NEXT_BLOCKADE
    elif step == st.DISCARD:
        discard(s, action - st.DO_CARD)
    elif step == st.KEEL_HAUL:
        s.question = st.END_TURN
    else:
        s.target = action - st.DO_SEAT
        s.question = st.LAY_DOWN


@rule
def act_in_combat(s: State, action: int) -> None:
    """The Combat Phase."""
    step = s.question
    if step <= st.PICK_DEFENDER:
        pick_fighter(s, action)
    elif step == st.CLOCK:
        fight(s, action)
    elif st.ASSIST <= step <= st.ASSIST_PLAY:
        assist(s, action)
    elif step == st.ACCEPT:
        answer_offer(s, action == st.DO_ACCEPT)
    elif step == st.FLEEING:
        flee(s, action)
    elif step == st.SEVENTH:
        crowd_out(s, action)
    elif step == st.BIND:
        s.question = st.NEXT_ANSWER
    else:
        s.question = st.NEXT_WINDOW if step == st.OFFER_SACRIFICE else st.MOVE_DOOMED


# What follows by itself ----------------------------------------------------------------------


@rule
def advance(s: State) -> None:
    """Run what follows by itself until somebody must decide; a goal reached ends the game."""
    while not s.over:
        if s.unsettled:
            test_goals(s)
        elif s.question < st.START_TURN:
            break
        elif s.question < st.LAY_DOWN:
            advance_turn(s)
        elif s.question < st.FIND_FIGHT:
            advance_card(s)
        elif s.question < st.DEFEAT:
            advance_fight(s)
        else:
            advance_defeat(s)


@rule
def advance_turn(s: State) -> None:
    """From phase to phase."""
    step = s.question
    if step == st.START_TURN:
        start_turn(s)
    elif step == st.GO_ENTRANCE:
        go_entrance(s)
    elif step == st.GO_MOVEMENT:
        s.phase = st.MOVEMENT_PHASE
        s.actor = s.active
        s.question = st.MOVEMENT if asks_movement(s) else st.GO_COMBAT
    elif step == st.GO_COMBAT:
        s.phase = st.COMBAT_PHASE
        s.played = 0
        s.absent = 0
        s.aggressor = tb.NONE
        s.question = st.FIND_FIGHT
    elif step == st.GO_UPLOAD:
        go_upload(s)
    elif step == st.GO_DRAW:
        go_draw(s)
    elif step == st.NEXT_BLOCKADE:
        ask_next_blockade(s)
    elif step == st.DEAL_DRAW:
        deal_draw(s)
    elif step == st.GO_DISCARD:
        go_discard(s)
    elif step == st.GO_KEEL_HAUL:
        go_keel_haul(s)
    else:
        end_turn(s)


@rule
def advance_card(s: State) -> None:
    """Cards are laid down, what was paid for happens, others may negate, effects take place."""
    if s.question == st.LAY_DOWN:
        lay_down(s)
    elif s.question == st.NEXT_ANSWER:
        ask_next_answer(s)
    elif s.question == st.TAKE_EFFECT:
        take_effect(s)
    else:
        do_what_was_paid(s)


@rule
def do_what_was_paid(s: State) -> None:
    """Carry out what has been paid for."""
    act = s.act
    if act == st.PAY_FEE:
        put_to_all(s)
    elif act == st.IN_FIGHT:
        add_points(s)
    elif act == st.PAY_ENTRANCE:
        enter(s, s.target, 0)
    elif act == st.PAY_TRICK:
        activate_trick(s)
        begin_path(s, s.chosen, 1)
    elif act == st.PAY_EXTEND:
        s.extra += MORE_SPEED
        s.question = st.GO_MOVEMENT
    elif act == st.PAY_LEAP:
        leap(s)
        end_replacement(s)
    elif act == st.PAY_BALLOON:
        land_balloon(s)
        end_replacement(s)
    else:
        end_path(s)
    s.act = 0
    s.price = 0
    s.paid = 0
    s.order = 0


@rule
def advance_fight(s: State) -> None:
    """Find who fights whom; ask bystanders; see who is ahead."""
    step = s.question
    if step == st.FIND_FIGHT:
        find_fight(s)
    elif step == st.FIND_DEFENDER:
        find_defender(s)
    elif step == st.OPEN_FIGHT:
        open_fight(s)
    elif step == st.GO_SACRIFICE:
        offer_sacrifice(s)
    elif step == st.NEXT_WINDOW:
        open_window(s)
    elif step == st.NEXT_BYSTANDER:
        ask_next_bystander(s)
    else:
        weigh(s)


@rule
def advance_defeat(s: State) -> None:
    """Deal with the defeated pieces, one by one."""
    step = s.question
    if step == st.DEFEAT:
        lose(s)
    elif step == st.NEXT_DOOMED:
        begin_defeat(s)
    elif step == st.GO_SAVE:
        offer_save(s)
    elif step == st.MOVE_DOOMED:
        remove_doomed(s)
    elif step == st.GO_FREE:
        free_captives(s)
    elif step == st.MAKE_ROOM:
        make_room(s)
    else:
        end_fight(s)


@rule
def expire(s: State) -> None:
    """Three hours are over: if the Elves play by the clock, they have outlasted everybody."""
    if s.live and seat_of(s, tb.ELF) != tb.NONE:
        end_game(s, seat_of(s, tb.ELF))


def clock(options: dict[str, int]) -> int:
    """The Elves' three hours, where they go by the clock."""
    return 3 * 3600 if options["live"] else 0


def refuse(options: dict[str, int]) -> str:
    """The Elves wait for one thing."""
    both = options["live"] and options["patience"]
    return "the Elves wait for the clock or for the deck, not for both." if both else ""

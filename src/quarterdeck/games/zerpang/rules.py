"""Zerpang!'s rules: the deal, what is legal, one decision, what follows by itself.

`act` carries out one decision; `advance` runs the steps that follow by themselves until somebody
must decide. Each subject has its file: turns, movement, combat, defeat, cards, effects, paying,
and one for each class in classes/.

Large rules are called from one place only: compiled for a GPU, every call is a copy.
"""

from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import owned_at, seat_of
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
    rating,
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


# The view as numbers -------------------------------------------------------------------------

MOST = 60
"""Points and steps are counted as far as this: hardly a game has more."""
PHASES = st.END_PHASE + 1
COPIES = [int(copies) for copies in tb.COPIES]
MOST_ALIKE = max(COPIES)

OBSERVATION = Observation()
part = OBSERVATION.part
SEAT = part("seat", tb.SEATS, help="which seat the observer has")
HOME = part("home", tb.SEATS * tb.HOME_BASES, help="for each seat: its Home Base")
ROLE = part("role", tb.SEATS * tb.CLASSES, help="for each seat: which class it plays")
HAND_SIZE = part("hand_size", tb.SEATS, tb.DECK_SIZE, help="for each seat: cards in hand")
AT_HOME = part("at_home", tb.SEATS, tb.PIECES_EACH, help="for each seat: pieces at home")
ABDUCTED = part("abducted", tb.SEATS, tb.PIECES_EACH, help="for each seat: pieces abducted")
UPLOADED = part("uploaded", tb.SEATS, tb.PIECES_EACH, help="for each seat: pieces uploaded")
SKIP = part("skip", tb.SEATS, help="for each seat: misses its next turn")
ACTIVE = part("active", tb.SEATS, help="for each seat: whose turn it is")
KNOWN = part(
    "known",
    tb.SEATS * tb.KINDS,
    MOST_ALIKE,
    help="for each seat and kind of card: how many it is known to hold",
)
MINE = part("mine", tb.SPACES, help="for each space: a piece of the observer's")
NUMBERED = part(
    "numbered",
    tb.PIECES_EACH * tb.SPACES,
    help="for each of the observer's pieces, by number, and space: is it there?",
)
MOVES = part("moves", tb.SPACES, help="for each space: the piece that moves is there")
OWNER = part(
    "owner",
    tb.SPACES,
    tb.SEATS - 1,
    help="for each space: whose piece, clockwise from the observer",
    kinds=True,
)
RINGS = part(
    "rings",
    tb.SPACES,
    tb.RING_SUPPLY,
    low=-1,
    help="for each space: the piece's rings, less 1 if it is disoriented",
)
LYING = part("lying", tb.SPACES, help="for each space: a ring lying there")
HAND = part("hand", tb.KINDS, MOST_ALIKE, help="for each kind of card: the observer's hand")
DISCARD = part("discard", tb.KINDS, MOST_ALIKE, help="for each kind of card: the discard pile")
ASIDE = part("aside", tb.KINDS, MOST_ALIKE, help="for each kind of card: played in this combat")
TENDERED = part("tendered", tb.KINDS, MOST_ALIKE, help="for each kind of card: laid down to pay")

DECK_SIZE = part("deck_size", high=tb.DECK_SIZE, help="cards left to draw")
QUESTION = part("question", st.ASKED, help="what the actor is asked")
PHASE = part("phase", PHASES, help="the phase of the turn")
ACTING = part("acting", help="is the observer the actor?")
RATING = part("rating", 2, MOST, help="for Aggressor and Defender: Combat Rating")
FIGHTING = part("fighting", 2, help="for Aggressor and Defender: is it the observer who fights?")
WHERE = part(
    "where",
    2,
    tb.ABDUCTED,
    low=tb.AT_HOME,
    help="for Aggressor and Defender: the fighter's space",
    kinds=True,
)

PRICE = part("price", high=MOST, help="points to be paid")
PAID = part("paid", high=MOST, help="points paid so far")
EFFECT = part(
    "effect", high=tb.EFFECTS - 1, low=tb.NONE, help="the effect just played; -1: none", kinds=True
)
PLAYING = part(
    "playing", high=tb.EFFECTS - 1, low=tb.NONE, help="the effect about to be played", kinds=True
)
BINDINGS = part(
    "bindings", high=COPIES[tb.BLOCKADE_BINDING], help="Mystic Bindings played on the effect"
)
CHOSEN = part(
    "chosen", high=tb.PIECES - 1, low=tb.NONE, help="the piece that moves; -1: none", kinds=True
)
STEPS = part("steps", high=MOST, help="how far the piece that moves has come")
EXTRA = part("extra", high=MORE_SPEED * COPIES[tb.FULL_SAILS], help="free spaces from cards")
CLOUD = part("cloud", high=tb.PIECES_EACH, help="Cloud Points the Robot has left")
SUPPLY = part("supply", high=tb.RING_SUPPLY, help="rings left in the supply")
HELPING = part("helping", low=tb.NONE, help="the side a bystander helps; -1: none", kinds=True)
HONOR = part("honor", help="Honor Bound: one against one")
TURN = part("turn", high=st.TURN_LIMIT, help="turns so far")


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """The view as numbers: each seat, the board, the cards, what is asked."""
    out[SEAT + seat] = 1
    for i in range(s.seats):
        observe_seat(s, seat, i, out)
    observe_board(s, seat, out)
    for kind in range(tb.KINDS):
        out[HAND + kind] = s.hand[seat][kind]
        out[DISCARD + kind] = s.discard[kind]
        out[ASIDE + kind] = s.aside[kind]
        out[TENDERED + kind] = s.tendered[kind]
    observe_question(s, seat, out)
    observe_combat(s, seat, out)


@rule
def observe_seat(s: State, viewer: int, order: int, out: Row) -> None:
    """A seat's Home Base, class, cards and pieces that are not on the board."""
    seat = (viewer + order) % s.seats
    if s.home[seat] != tb.NONE:
        out[HOME + order * tb.HOME_BASES + s.home[seat]] = 1
    if s.role[seat] != tb.NONE:
        out[ROLE + order * tb.CLASSES + s.role[seat]] = 1
    out[HAND_SIZE + order] = s.hand_size[seat]
    out[AT_HOME + order] = owned_at(s, seat, tb.AT_HOME)
    out[ABDUCTED + order] = owned_at(s, seat, tb.ABDUCTED)
    out[UPLOADED + order] = owned_at(s, seat, tb.UPLOADED)
    out[SKIP + order] = s.skip[seat]
    out[ACTIVE + order] = 1 if seat == s.active else 0
    for kind in range(tb.KINDS):
        out[KNOWN + order * tb.KINDS + kind] = s.known[viewer][seat][kind]


@rule
def observe_board(s: State, viewer: int, out: Row) -> None:
    """The piece on each space, its rings, a ring that lies there."""
    for space in range(tb.SPACES):
        piece = s.at[space]
        if piece != tb.NONE:
            owner = (piece // tb.PIECES_EACH - viewer) % s.seats
            out[MINE + space] = 1 if owner == 0 else 0
            if owner == 0:
                out[NUMBERED + piece % tb.PIECES_EACH * tb.SPACES + space] = 1
            if piece == s.chosen:
                out[MOVES + space] = 1
            out[OWNER + space] = owner
            out[RINGS + space] = s.rings[piece] - s.disoriented[piece]
        out[LYING + space] = s.lying[space]


@rule
def observe_question(s: State, viewer: int, out: Row) -> None:
    """What is asked of whom, and what is being paid, played or moved."""
    out[DECK_SIZE] = s.deck_size
    if s.question < st.ASKED:  # the game may have ended on a step that is never asked
        out[QUESTION + s.question] = 1
    out[PHASE + s.phase] = 1
    out[ACTING] = 1 if s.actor == viewer else 0
    out[PRICE] = min(s.price, MOST)
    out[PAID] = min(s.paid, MOST)
    out[EFFECT] = s.effect
    out[PLAYING] = s.playing
    out[BINDINGS] = s.bindings
    out[CHOSEN] = s.chosen
    out[STEPS] = min(s.steps, MOST)
    out[EXTRA] = s.extra
    out[CLOUD] = s.cloud
    out[SUPPLY] = s.supply
    out[HELPING] = s.helping
    out[HONOR] = s.honor
    out[TURN] = s.turn


@rule
def observe_combat(s: State, viewer: int, out: Row) -> None:
    """Who fights where, and how strong the sides are."""
    for side in range(2):
        out[RATING + side] = min(rating(s, side), MOST)
        if s.defender != tb.NONE:
            out[FIGHTING + side] = 1 if fighter(s, side) // tb.PIECES_EACH == viewer else 0
            out[WHERE + side] = s.place[fighter(s, side)]

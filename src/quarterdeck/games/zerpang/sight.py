"""What a seat sees, as numbers: each seat, the board, the cards, what is asked, and what that means
for the goals.

Where pieces are does not tell a network which step leads nearer, what can be paid, what a fight
lacks; the last parts say so, in the order in which actions name pieces and directions.
"""

from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.aims import (
    FAR,
    NEAR_WIN,
    best_plan,
    enemies_beside,
    holds_post,
    marches,
    progress,
    shortfall,
    stepping,
    way_to_go,
    ways_to_go,
)
from quarterdeck.games.zerpang.board import on_board, owned_at, zones_held
from quarterdeck.games.zerpang.combat import fighter, fighter_owner, rating
from quarterdeck.games.zerpang.effects import MORE_SPEED
from quarterdeck.games.zerpang.movement import path_price
from quarterdeck.games.zerpang.paying import purse
from quarterdeck.games.zerpang.state import State

MOST = 60
"""Points and steps are counted as far as this: hardly a game has more."""
PHASES = st.END_PHASE + 1
COPIES = [int(copies) for copies in tb.COPIES]
MOST_ALIKE = max(COPIES)
COMPLETE = 100
"""Progress of whoever has nearly won."""
MOST_NEEDED, MOST_FREE, MOST_EAGER = 15, 5, 5
AT_GOAL = 3
"""What an open space at a goal counts; less for each step to it."""
WAY_BITS = 4
"""Enough for a way to go, and 1 more."""

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

PROGRESS = part("progress", tb.SEATS, COMPLETE, help="for each seat: how far it has come")
RACE = part("race", tb.SEATS, COMPLETE, help="the same by the seats' numbers, as actions name them")
ZONES = part("zones", tb.SEATS, tb.PIECES_EACH, help="for each seat: Resource Zones it holds")
PURSE = part("purse", high=MOST, help="points the observer can pay at once, if it is the actor")
NEEDED = part(
    "needed",
    high=MOST_NEEDED,
    help="points the actor still has to pay, or lacks to take the lead in a combat",
    kinds=True,
)
ENOUGH = part("enough", help="can the observer pay them?")
RIVALS = part(
    "rivals", 2, COMPLETE, help="for Aggressor and Defender: how far the fighter's owner has come"
)
LEADING = part(
    "leading",
    2,
    help="for Aggressor and Defender: is the fighter's owner, another, close to winning?",
)
DEFENDS = part(
    "defends", 2, help="for Aggressor and Defender: does an own piece fight where it should stand?"
)
EFFECT_BY = part(
    "effect_by",
    high=tb.SEATS - 1,
    low=tb.NONE,
    help="who played the effect, clockwise from the observer; -1: none",
    kinds=True,
)
HURTS = part("hurts", help="would the effect hurt the observer?")
NEGATED = part("negated", help="is the effect negated as it stands?")
MOVED = part("moved", help="has the active player made the ordinary move?")

# While the observer moves pieces
POSTED = part(
    "posted", tb.PIECES_EACH, help="for each of the observer's pieces: is it where it should be?"
)
EAGER = part(
    "eager",
    tb.PIECES_EACH,
    MOST_EAGER,
    help="for each other one on the board: 5 if it is nearest to its goal, less the farther it is",
)
SHORTEST = part(
    "shortest", high=FAR, help="how far the nearest of them has to go; 11: no goal", kinds=True
)
JOINS = part(
    "joins",
    tb.PIECES_EACH,
    help="for each of a Robot's pieces: could the group with it step nearer, all at once?",
)
OWN = part("own", help="is the piece that takes a step the observer's?")
WAY = part("way", high=FAR, help="how far it has to go; 11: no goal", kinds=True)
NEARER = part(
    "nearer",
    tb.DIRECTIONS,
    2,
    low=-2,
    help="for each direction: how much nearer to their goals the pieces that step come",
)
PREY, WEAKER, STRONGER = (
    part(
        name,
        1 + tb.DIRECTIONS,
        2,
        help=f"where it is, and in each direction: enemies beside it that are {what}",
    )
    for name, what in (
        ("prey", "weaker and worth fighting"),
        ("weaker", "weaker and better left alone"),
        ("stronger", "stronger"),
    )
)
STEP_PRICE = part("step_price", high=tb.PIECES_EACH, help="what the next step costs")
FREE = part("free", high=MOST_FREE, help="steps left that cost nothing")
PAYABLE = part("payable", help="can the whole way to the goal be paid?")
SPOT = part(
    "spot",
    tb.SPACES,
    AT_GOAL,
    low=-AT_GOAL,
    help="for each open space, if one is to be chosen: 3 at a goal, less for each step to it and 3 "
    "less beside a stronger enemy; for a balloon, prey there less twice the stronger enemies",
)


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
    if s.phase != st.SETUP:
        observe_aims(s, seat, out)


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


# What it means for the goals ------------------------------------------------------------------


@rule
def observe_aims(s: State, viewer: int, out: Row) -> None:
    """How far everybody has come, and what the question means to the observer."""
    leaders = 0
    for order in range(s.seats):
        seat = (viewer + order) % s.seats
        come = max(0, min(progress(s, seat), COMPLETE))
        out[PROGRESS + order] = come
        out[RACE + seat] = come
        out[ZONES + order] = zones_held(s, seat)
        if come >= NEAR_WIN:
            leaders |= 1 << seat
        for side in range(2):
            if s.defender != tb.NONE and fighter_owner(s, side) == seat:
                out[RIVALS + side] = come
                out[LEADING + side] = 1 if come >= NEAR_WIN and seat != viewer else 0
    out[MOVED] = 1 if s.moved else 0
    observe_effect(s, viewer, out)
    if s.actor == viewer:
        means = purse(s, viewer)
        out[PURSE] = min(means, MOST)
        plan = best_plan(s, viewer)
        if st.MOVEMENT <= s.question < st.PAY:
            observe_pieces(s, plan, out)
        else:
            observe_need(s, means, plan, out)
        observe_ways(s, means, plan, leaders, out)


@rule
def observe_effect(s: State, viewer: int, out: Row) -> None:
    """Whose effect waits for an answer, and whom it would hurt."""
    out[EFFECT_BY] = tb.NONE
    out[NEGATED] = s.bindings % 2
    if s.effect == tb.NONE or s.effect_by == tb.NONE:
        return
    out[EFFECT_BY] = (s.effect_by - viewer) % s.seats
    if s.phase == st.COMBAT_PHASE and s.effect_side != tb.NONE and s.defender != tb.NONE:
        hurts = fighter_owner(s, 1 - s.effect_side) == viewer
    elif s.effect == tb.KEEL:
        hurts = s.target == viewer
    else:
        hurts = s.effect == tb.BLOCKADE and s.active == viewer
    out[HURTS] = 1 if hurts else 0


@rule
def observe_need(s: State, means: int, plan: int, out: Row) -> None:
    """What has to be paid, or what a fight lacks; is a post at stake?"""
    needed = 0
    if s.question in (st.PAY, st.SET_CARD):
        needed = s.price - s.paid
    elif s.question == st.CLOCK:
        needed = shortfall(s, 1 - s.lead)
    elif s.question == st.ASSIST_PLAY:
        needed = shortfall(s, s.helping)
    out[NEEDED] = max(0, min(needed, MOST_NEEDED))
    out[ENOUGH] = 1 if means >= needed else 0
    if s.defender != tb.NONE:
        for side in range(2):
            piece = fighter(s, side)
            if piece // tb.PIECES_EACH == s.actor and holds_post(s, piece, plan):
                out[DEFENDS + side] = 1


@rule
def observe_pieces(s: State, plan: int, out: Row) -> None:
    """Which of the actor's pieces are where they should be, and how far the others have to go."""
    ways, shortest = 0, FAR
    for i in range(tb.PIECES_EACH):
        piece = s.actor * tb.PIECES_EACH + i
        if not on_board(s, piece):
            continue
        if holds_post(s, piece, plan):
            out[POSTED + i] = 1
        else:
            way = way_to_go(s, s.actor, s.place[piece], plan)
            ways |= way + 1 << WAY_BITS * i
            shortest = min(shortest, way)
    out[SHORTEST] = shortest
    for i in range(tb.PIECES_EACH):
        way = (ways >> WAY_BITS * i & (1 << WAY_BITS) - 1) - 1
        if way >= 0:
            out[EAGER + i] = max(1, MOST_EAGER - (way - shortest))
    if s.question == st.PATH and s.steps == 0 and s.role[s.actor] == tb.ROBOT:
        for i in range(tb.PIECES_EACH):
            if on_board(s, s.actor * tb.PIECES_EACH + i):
                out[JOINS + i] = 1 if marches(s, s.group | 1 << i, plan) else 0


@rule
def observe_ways(s: State, means: int, plan: int, leaders: int, out: Row) -> None:
    """What the actor's next step, or each space it may choose, is like."""
    piece = stepping(s)
    if piece != tb.NONE:
        observe_steps(s, piece, means, plan, out)
        for i in range(1 + tb.DIRECTIONS):
            here = s.place[piece]
            space = here if i == 0 else tb.NEXT[here][i - 1]
            if i == 0 or (space != tb.NONE and s.at[space] == tb.NONE):
                prey, weaker, stronger = enemies_beside(s, piece, space, means // 2, leaders)
                out[PREY + i] = min(prey, 2)
                out[WEAKER + i] = min(weaker, 2)
                out[STRONGER + i] = min(stronger, 2)
    elif s.question in (st.SECOND_SPACE, st.LEAP_SPACE, st.BALLOON_SPACE):
        for space in range(tb.SPACES):
            if s.at[space] == tb.NONE:
                prey, _, stronger = enemies_beside(s, s.chosen, space, means // 2, leaders)
                if s.question == st.BALLOON_SPACE:
                    out[SPOT + space] = max(-AT_GOAL, min(prey - 2 * stronger, AT_GOAL))
                else:
                    way = way_to_go(s, s.actor, space, plan)
                    out[SPOT + space] = max(0, AT_GOAL - way) - (AT_GOAL if stronger else 0)


@rule
def observe_steps(s: State, piece: int, means: int, plan: int, out: Row) -> None:
    """How far a piece has to go, what each direction gains, and what that costs."""
    owner = piece // tb.PIECES_EACH
    aim = plan if owner == s.actor else best_plan(s, owner)
    group = s.group if s.question == st.PATH else 1 << piece % tb.PIECES_EACH
    out[OWN] = 1 if owner == s.actor else 0
    way = way_to_go(s, owner, s.place[piece], aim)
    out[WAY] = way
    before = ways_to_go(s, owner, group, tb.NONE, aim) if group & group - 1 else way
    for direction in range(tb.DIRECTIONS):
        space = tb.NEXT[s.place[piece]][direction]
        if space != tb.NONE and (s.at[space] == tb.NONE or group & group - 1):
            nearer = before - ways_to_go(s, owner, group, direction, aim)
            out[NEARER + direction] = max(-2, min(nearer, 2))
    if s.question == st.PATH:
        price = path_price(s, s.steps + 1) - path_price(s, s.steps)
        out[STEP_PRICE] = min(price, tb.PIECES_EACH)
        out[FREE] = max(0, min(s.free - s.steps, MOST_FREE))
        out[PAYABLE] = 1 if means >= path_price(s, s.steps + way) else 0

"""How a sensible player decides: enter, head for the goal, fight what can be won, keep good cards.

Each action gets a number; the best is taken, ties at random. What a class wants is in aims.py.
"""

from quarterdeck.engine.odds import times
from quarterdeck.engine.rule import below, rule
from quarterdeck.engine.state import Row, lookup
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.aims import (
    FAR,
    NEAR_WIN,
    best_plan,
    gained,
    holds_post,
    hunts,
    marches,
    outmatches,
    progress,
    shortfall,
    way_to_go,
)
from quarterdeck.games.zerpang.board import on_board, owned_on_board, zones_held
from quarterdeck.games.zerpang.combat import fighter, fighter_owner
from quarterdeck.games.zerpang.movement import path_price
from quarterdeck.games.zerpang.paying import purse
from quarterdeck.games.zerpang.state import State

CROWD = 4
"""With this many players or more, classes matter more than the progress made."""
SEARCH = {
    "explore": 0.4,
    "sight": 250,
    "crowd": CROWD,
    "crowd_sight": 100,
    "sense": 100,
    "widen": 0.5,
    "trust": 0.18,
}
"""For the search: games are long, and results show late. Among many that is too far to foresee, and
`merit` judges better than a long rollout ends (measured: docs/search.md)."""
SIMULATIONS = {"cadet": 8, "mate": 12, "captain": 50, "admiral": 80_000}
NETWORK_SIMULATIONS = 1000
SLACK = 9
HABITS = {"cadet": 95, "mate": 45}
KEEP = lookup([3, 1, 3, 2, 1, 2, 3, 3, 2, 1, 1, 3, 0, 1, 0])
"""[kind]: how much a card is worth keeping for its effect."""
FORCE = lookup([4, 4, 6, 4, 5, 5, 0])
"""[class]: how many pieces it wants on the board; with two players, all."""
NO, MAYBE, YES = -5, 5, 10
STEP_WORTH, FIGHT_WORTH = 10, 8
"""A step nearer to the goal; a fight that can be won, for a class that wants to fight."""
STANDING = lookup(
    [
        [-10, -12, 13, 0, 1, 8, 0],
        [-10, -7, 10, -8, -5, 20, 0],
        [-6, -19, 24, -10, -14, 26, 0],
    ]
)
"""[players - CROWD][class]: what a class is worth by itself; 32 are odds of e to 1. Fitted, like
the next ones, to games of captains and mates (examples/fit_zerpang.py), which had no Elves; then
halved, because an admiral among captains wins more that way (docs/search.md)."""
ADVANCE = lookup([15, 7, 21, 12, 12, 13, 15])
"""[class]: what 16 of progress are worth; Robots won too rarely: theirs is from cadets' games."""
CARD, PIECE, TURN = 5, 5, 6
"""What a card in hand, a piece on the board and having the turn are worth."""


@rule
def prefer(s: State, actions: Row, count: int, dice: Row) -> int:
    """The action that is worth most; ties are broken at random."""
    if s.phase == st.SETUP:
        return actions[below(dice, count)]
    plan = best_plan(s, s.actor)
    best, ties, chosen = 0, 0, 0
    for i in range(count):
        appeal = appeal_of(s, actions[i], plan)
        if ties == 0 or appeal > best:
            best, ties, chosen = appeal, 1, actions[i]
        elif appeal == best:
            ties += 1
            if below(dice, ties) == 0:
                chosen = actions[i]
    return chosen


@rule
def appeal_of(s: State, action: int, plan: int) -> int:
    """What an action is worth to the actor; passing is worth nothing."""
    step = s.question
    if action in (st.DO_PASS, st.DO_REFUSE):
        return 0
    if step in (st.CLOCK, st.ASSIST_PLAY):
        return appeal_of_play(s, action, plan)
    if step in (st.PAY, st.SET_CARD, st.DISCARD):
        return appeal_of_payment(s, action)
    if st.DO_PLAY <= action < st.DO_CARD:
        return appeal_of_effect(s, action - st.DO_PLAY, plan)
    if st.MOVEMENT <= step < st.PAY:
        return appeal_of_move(s, action, plan)
    if st.DO_ENTER <= action < st.DO_PIECE:
        return YES if wants_more(s) else NO
    if st.DO_HELP <= action < st.DO_SEAT:
        return MAYBE if wants_to_stop(s, fighter_owner(s, 1 - (action - st.DO_HELP))) else NO
    if st.DO_SEAT <= action < st.DO_LEAP:
        return progress(s, action - st.DO_SEAT)
    if st.DO_STEP <= action < st.DO_STOP:  # fleeing
        piece = fighter(s, s.effect_side)
        return -way_to_go(s, s.actor, tb.NEXT[s.place[piece]][action - st.DO_STEP], plan)
    likely = action in (st.DO_ACCEPT, st.DO_UPLOAD, st.DO_SALVAGE)
    return YES if likely else NO  # a captive is kept


# Strength ------------------------------------------------------------------------------------


@rule
def wants_more(s: State) -> bool:
    """Does the actor want another piece on the board?"""
    wanted = tb.PIECES_EACH if s.seats == 2 else FORCE[s.role[s.actor]]
    return owned_on_board(s, s.actor) < wanted


@rule
def wants_to_stop(s: State, seat: int) -> bool:
    """Is somebody else about to win, and does the actor have cards to spare?"""
    return seat != s.actor and progress(s, seat) >= NEAR_WIN and s.hand_size[s.actor] >= 3


@rule
def brawl(s: State, piece: int, space: int) -> int:
    """What stopping there is worth: fights that can be won, or fights to avoid."""
    owner, total = piece // tb.PIECES_EACH, 0
    means = purse(s, s.actor) // 2
    for direction in range(tb.DIRECTIONS):
        near = tb.NEXT[space][direction]
        if near == tb.NONE or s.at[near] == tb.NONE or s.at[near] // tb.PIECES_EACH == owner:
            continue
        other = s.at[near]
        if s.role[owner] == tb.ZOMBIE and s.rings[piece] < 2:
            total += FIGHT_WORTH // 2  # won or lost, a fight leaves a ring
        elif not outmatches(s, piece, other, means):
            total -= 2 * FIGHT_WORTH
        elif hunts(s.role[owner]) or progress(s, other // tb.PIECES_EACH) >= NEAR_WIN:
            total += FIGHT_WORTH
        else:
            total -= FIGHT_WORTH // 2
    return total


# Moving --------------------------------------------------------------------------------------


@rule
def appeal_of_move(s: State, action: int, plan: int) -> int:
    """Head for the goal with the nearest piece, as far as it pays."""
    step = s.question
    if step == st.PATH:
        return appeal_of_path(s, action, plan)
    if st.DO_PIECE <= action < st.DO_STEP:
        return appeal_of_piece(s, action - st.DO_PIECE, plan)
    if st.DO_STEP <= action < st.DO_STOP:  # flanking
        return landing(s, s.flanker, tb.NEXT[s.place[s.flanker]][action - st.DO_STEP], plan)
    if st.DO_SPACE <= action < st.DO_PLAY:
        space = action - st.DO_SPACE
        fear = brawl(s, s.chosen, space)
        if step == st.BALLOON_SPACE:
            return fear
        if step == st.LEAP_SPACE:
            fear = min(fear, 0) * 2  # it would fight disoriented
        return fear - STEP_WORTH * way_to_go(s, s.actor, space, plan)
    if action == st.DO_LEAP:
        return 4 * STEP_WORTH
    if action == st.DO_BALLOON:
        return STEP_WORTH + 4 * s.hand_size[s.actor]
    if action == st.DO_EXTEND:
        return MAYBE if shortest_way(s, plan) > 3 else NO
    return MAYBE if action == st.DO_TRICK and somebody_near_win(s) else NO


@rule
def appeal_of_piece(s: State, piece: int, plan: int) -> int:
    """An own piece near its goal but not there yet; of others' pieces, the leader's."""
    owner = piece // tb.PIECES_EACH
    if owner != s.actor:
        return progress(s, owner)
    if holds_post(s, piece, plan):
        return 5 * NO
    way = way_to_go(s, owner, s.place[piece], plan)
    return NO if way == FAR else 3 * STEP_WORTH - way


@rule
def landing(s: State, piece: int, space: int, plan: int) -> int:
    """What stopping on a space is worth to a piece."""
    owner = piece // tb.PIECES_EACH
    nearer = way_to_go(s, owner, s.place[piece], plan) - way_to_go(s, owner, space, plan)
    return STEP_WORTH * nearer + brawl(s, piece, space)


@rule
def appeal_of_path(s: State, action: int, plan: int) -> int:
    """Step nearer; pay only if the goal is in reach. Lead another player's piece astray."""
    piece = s.chosen
    if action == st.DO_STOP:
        return brawl(s, piece, s.place[piece])
    if action < st.DO_STEP:
        joined = s.group | 1 << (action - st.DO_PIECE) % tb.PIECES_EACH
        return 3 * STEP_WORTH if marches(s, joined, plan) else NO
    space = tb.NEXT[s.place[piece]][action - st.DO_STEP]
    owner = piece // tb.PIECES_EACH
    if owner != s.actor:
        return -landing(s, piece, space, best_plan(s, owner)) - 2 * STEP_WORTH * min(s.steps, 1)
    way = way_to_go(s, owner, space, plan)
    nearer = gained(s, owner, s.group, action - st.DO_STEP, plan)
    price = path_price(s, s.steps + 1) - path_price(s, s.steps)
    arrives = purse(s, owner) >= path_price(s, s.steps + 1 + way)
    fear = brawl(s, piece, space) if s.steps + 1 >= s.free else 0
    return STEP_WORTH * nearer - price * (4 if arrives else 12) + fear


@rule
def shortest_way(s: State, plan: int) -> int:
    """How far the actor's piece that is nearest to its goal, and not there, has to go."""
    best = FAR
    for piece in range(s.actor * tb.PIECES_EACH, (s.actor + 1) * tb.PIECES_EACH):
        if on_board(s, piece) and not holds_post(s, piece, plan):
            best = min(best, way_to_go(s, s.actor, s.place[piece], plan))
    return best


@rule
def somebody_near_win(s: State) -> bool:
    """Is anybody else about to win?"""
    for seat in range(s.seats):
        if seat != s.actor and progress(s, seat) >= NEAR_WIN:
            return True
    return False


# Cards ---------------------------------------------------------------------------------------


@rule
def appeal_of_effect(s: State, effect: int, plan: int) -> int:
    """When a card is worth playing outside the clock of a combat."""
    if effect in (tb.SAVE, tb.FORTUNE_DRAW):
        return YES
    if effect == tb.CREW:
        return YES if owned_on_board(s, s.actor) and wants_more(s) else NO
    if effect in (tb.PLUNDER, tb.BLOCKADE):
        return YES if zones_held(s, s.active) >= 2 else NO
    if effect in (tb.SAILS, tb.GETA):
        way = shortest_way(s, plan)
        return 4 * STEP_WORTH if 2 <= way <= (3 if effect == tb.SAILS else 5) else NO
    if effect == tb.FLANK:
        return 4 * STEP_WORTH if shortest_way(s, plan) == 1 and s.moved else NO
    if effect == tb.KEEL:
        return MAYBE if somebody_near_win(s) else NO
    return YES if effect == tb.BINDING and should_bind(s) else NO


@rule
def should_bind(s: State) -> bool:
    """Does the card in question hurt the actor, or help somebody about to win?"""
    me = s.actor
    if s.effect_by == me:
        return s.bindings % 2 == 1
    if s.bindings % 2:
        return False
    if s.phase == st.COMBAT_PHASE and s.effect_side != tb.NONE:
        return fighter_owner(s, 1 - s.effect_side) == me
    if s.effect == tb.KEEL:
        return s.target == me
    return (s.effect == tb.BLOCKADE and s.active == me) or wants_to_stop(s, s.effect_by)


@rule
def appeal_of_payment(s: State, action: int) -> int:
    """Pay without waste, with what is least worth keeping."""
    if action >= st.DO_SET:
        return -tb.SET_TOTAL[action - st.DO_SET]
    kind = action - st.DO_CARD
    value = 1 if kind == tb.CLOUD_POINT else tb.VALUE[tb.VALUE_SIDE[s.role[s.actor]]][kind]
    if s.question != st.PAY:
        return -KEEP[kind] - value
    waste = max(0, s.paid + value - s.price)
    return value - 4 * waste - KEEP[kind]


# Fighting ------------------------------------------------------------------------------------


@rule
def appeal_of_play(s: State, action: int, plan: int) -> int:
    """Take the lead as cheaply as possible, if the price is fair; otherwise get away."""
    side = 1 - s.lead if s.question == st.CLOCK else s.helping
    lacking = shortfall(s, side)
    hopeless = lacking > min(purse(s, s.actor), fair_price(s, side, plan))
    if action == st.DO_NOT_HERE:
        return YES if hopeless else NO
    if action == st.DO_CONCEDE:
        return -1
    points, keep = points_of(s, action)
    if points == 0:
        return MAYBE if action == st.DO_PLAY + tb.FLEE and hopeless else NO
    if hopeless or lacking <= 0:
        return NO
    return 4 * YES - 4 * max(0, points - lacking) - 6 * max(0, lacking - points) - keep


@rule
def points_of(s: State, action: int) -> tuple[int, int]:
    """What a play adds to a rating (0: nothing), and how much its card is worth keeping."""
    if action >= st.DO_CLOUD:
        return action - st.DO_CLOUD + 1, 0
    if action >= st.DO_SET:
        return tb.SET_TOTAL[action - st.DO_SET], 2
    if action >= st.DO_CARD:
        kind = action - st.DO_CARD
        return tb.VALUE[tb.VALUE_SIDE[s.role[s.actor]]][kind], KEEP[kind]
    effect = action - st.DO_PLAY
    if effect in (tb.GUNPOWDER, tb.KATANA):
        return tb.WEAPON_BONUS[effect - tb.GUNPOWDER], 0
    return 0, KEEP[tb.EFFECT_KIND[effect]]


@rule
def fair_price(s: State, side: int, plan: int) -> int:
    """How many points a fight is worth: more where a post is held or a winner can be stopped."""
    piece = fighter(s, side)
    price = 4
    if piece // tb.PIECES_EACH == s.actor and holds_post(s, piece, plan):
        price += 4
    if hunts(s.role[s.actor]):
        price += 3
    return price + (6 if wants_to_stop(s, fighter_owner(s, 1 - side)) else 0)


# How the game stands -------------------------------------------------------------------------


@rule
def prospect(s: State, seat: int) -> int:
    """How likely a seat is to win, in thousandths."""
    if s.phase == st.SETUP:
        return 1000 // s.seats
    return chance_by_merit(s, seat) if s.seats >= CROWD else chance_by_progress(s, seat)


@rule
def chance_by_merit(s: State, seat: int) -> int:
    """By everything that helps to win."""
    mine, everybody = merit(s, seat), 0
    for other in range(s.seats):
        everybody += times(merit(s, other) - mine)
    return 1_000_000 // everybody


@rule
def merit(s: State, seat: int) -> int:
    """A seat's strength: with 32 more it wins e times as often."""
    role = s.role[seat]
    value = STANDING[s.seats - CROWD][role] + ADVANCE[role] * progress(s, seat) // 16
    value += CARD * s.hand_size[seat] + PIECE * owned_on_board(s, seat)
    return value + (TURN if s.active == seat else 0)


@rule
def chance_by_progress(s: State, seat: int) -> int:
    """With few players, by progress squared: judging by merit won no more games."""
    mine, everybody = 0, 0
    for other in range(s.seats):
        far = 10 + progress(s, other)
        everybody += far * far
        if other == seat:
            mine = far * far
    return 1000 * mine // everybody

"""PING's rules: the deal, legal actions, what each action does, what a seat may see.

A turn: an open report if wished; a card for its movement, its utility or as a repair; steps or a
direction if it asks for them; then `resolve`, which carries out the effect, and `end_turn`.

Each of these is called from one place only: compiled for a GPU, every call is inlined, and code
that does not fit the instruction cache runs at a quarter of the speed.
"""

from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import (
    ALL,
    SEATED,
    WATCHERS,
    any_bit,
    count_bits,
    emit,
    put_bits,
    roll,
    rule,
)
from quarterdeck.engine.state import Row
from quarterdeck.games.ping import state as st
from quarterdeck.games.ping.memory import (
    learn_action,
    learn_gone,
    learn_report,
    learn_sighting,
    learn_square,
    learn_taken,
    learn_within,
    lies_known,
    secrets_after,
    size,
    whereabouts,
)
from quarterdeck.games.ping.state import State

# Set-up --------------------------------------------------------------------------------------


def refuse(options: dict[str, int]) -> str:
    """A tiny game has its own number of turns."""
    both = options["tiny"] and options["limit"] != 100
    return "A tiny game has its own number of turns: leave the turn limit at 100." if both else ""


@rule
def deal(s: State) -> None:
    """Choose Player 1 at random and deal the hands; nobody knows the set-up card yet."""
    s.first = roll(s, st.STARTERS[size(s)])
    emit(s, ALL, st.GOES_FIRST, s.first, 0, 0, 0)
    cards = st.ALL_CARDS[size(s)]
    for seat in range(2):
        for _ in range(st.HAND[size(s)]):
            card = any_bit(s.rng, cards)
            cards &= ~(1 << card)
            s.hand[seat] |= 1 << card
            emit(s, 1 << seat, st.DEALT, seat, card, 0, 0)
        s.possible[seat] = st.CHART[size(s)]
        s.secrets_anywhere[seat] = st.NOTHING
    s.lying_as = st.SET_UP
    s.actor = s.first
    s.question = st.CHOOSE_START


@rule
def choose_start(s: State, square: int) -> None:
    """Player 1 secretly chooses a square, then Player 2; it may be the same one."""
    me = s.actor
    s.location[me] = square
    emit(s, 1 << me, st.STATIONED, me, square, 0, 0)
    emit(s, ALL & ~(1 << me), st.STATIONED, me, st.OFF_GRID, 0, 0)
    s.actor = 1 - me
    if s.actor == s.first:
        s.turn = 1
        s.question = st.START_TURN


# Legal actions -------------------------------------------------------------------------------


@rule
def legal(s: State, actions: Row) -> int:
    """List what the actor may do."""
    if s.question == st.TAKE_STEP or s.question == st.AIM:
        return list_directions(s, actions, st.DO_STEP if s.question == st.TAKE_STEP else st.DO_FIRE)
    if s.question == st.CHOOSE_START:
        return list_squares(st.CHART[size(s)], actions)
    count = list_cards(s, actions)
    if s.question == st.START_TURN and on_open_objective(s):
        actions[count] = st.DO_REPORT
        count += 1
    return count


@rule
def list_squares(chart: int, actions: Row) -> int:
    """Every square of the chart."""
    count = 0
    for square in range(st.SQUARES):
        actions[count] = st.STATION + square
        count += chart >> square & 1
    return count


@rule
def list_directions(s: State, actions: Row, verb: int) -> int:
    """The directions in which there is a square, so that a torpedo's line is not empty."""
    count, chart = 0, st.CHART[size(s)]
    for direction in range(4):
        if st.BEAM[s.location[s.actor]][direction] & chart:
            actions[count] = verb + direction
            count += 1
    return count


@rule
def list_cards(s: State, actions: Row) -> int:
    """Either half of an enabled card; a disabled one only to repair."""
    count = 0
    left = s.hand[s.actor]
    while left:
        bit = left & -left
        left ^= bit
        card = count_bits(bit - 1)
        if s.disabled[s.actor] & bit:
            actions[count] = st.DO_REPAIR + card
            count += 1
        else:
            actions[count] = st.DO_MOVE + card
            actions[count + 1] = st.DO_USE + card
            count += 2
    return count


@rule
def on_open_objective(s: State) -> bool:
    """Is the actor on an objective he has not completed?"""
    objective = st.OBJECTIVE_AT[s.location[s.actor]]
    return objective >= 0 and not s.completed[s.actor] >> objective & 1


# A turn --------------------------------------------------------------------------------------


@rule
def act(s: State, action: int) -> None:
    """Carry out one decision and what follows automatically."""
    if action < st.DO_REPORT:
        choose_start(s, action - st.STATION)
    elif action == st.DO_REPORT:
        report(s)
    elif action < st.DO_STEP:
        play(s, (action - st.DO_MOVE) % st.CARD_COUNT, action_of(action - st.DO_MOVE))
    elif action < st.DO_FIRE:
        take_step(s, action - st.DO_STEP)
    else:
        s.question = st.RESOLVE
        emit(s, ALL, st.FIRED, s.actor, s.location[s.actor], action - st.DO_FIRE, 0)
    if s.question == st.RESOLVE:
        resolve(s, action - st.DO_FIRE)


@rule
def action_of(number: int) -> int:
    """What a card is played for: all movements come first, then utilities, then repairs."""
    half = number // st.CARD_COUNT
    return st.REPAIR if half > st.UTILITY else st.CARDS[number % st.CARD_COUNT][half]


@rule
def report(s: State) -> None:
    """Report openly: reveal the square and complete its objective; a card is still to be played."""
    me = s.actor
    square = s.location[me]
    bit = 1 << st.OBJECTIVE_AT[square]
    s.completed[me] |= bit
    s.reported[me] |= bit
    emit(s, ALL, st.REPORTED, me, square, 0, 0)
    learn_report(s, 1 - me, square)
    learn_sighting(s, me, square)
    if s.completed[me] == st.ALL_OBJECTIVES[size(s)]:
        win(s, me, st.BY_OBJECTIVES)


@rule
def play(s: State, card: int, action: int) -> None:
    """Lay a card and begin its action; of a face-down card others are not told what it is."""
    me = s.actor
    s.hand[me] &= ~(1 << card)
    s.played = card
    s.played_as = action
    if st.FACE_UP[action]:
        emit(s, ALL, st.PLAYED, me, card, action, 0)
        learn_gone(s, 1 - me, card)
    else:
        emit(s, 1 << me, st.PLAYED, me, card, action, 0)
        told = action if action == st.REPAIR else st.UNKNOWN
        emit(s, ALL & ~(1 << me), st.PLAYED, me, st.NO_CARD, told, 0)
    if action == st.REPAIR:
        s.disabled[me] &= ~(1 << card)
        s.damaged[me] -= 1
    if st.STEPS[action]:
        s.steps_left = st.STEPS[action]
        s.question = st.TAKE_STEP
        return
    s.question = st.AIM if action == st.TORPEDO else st.RESOLVE
    if is_loud(action):
        reveal(s, me)


@rule
def is_loud(action: int) -> bool:
    """Does this action reveal the player's square?"""
    return action < st.REPAIR and st.TAG[action] == st.LOUD


@rule
def take_step(s: State, direction: int) -> None:
    """Move to a joined square; the printed number of steps must be taken."""
    me = s.actor
    s.location[me] = st.NEIGHBOUR[s.location[me]][direction]
    emit(s, 1 << me, st.STEPPED, me, s.location[me], direction, 0)
    s.steps_left -= 1
    if s.steps_left == 0:
        s.question = st.RESOLVE


# Effects -------------------------------------------------------------------------------------


@rule
def resolve(s: State, direction: int) -> None:
    """The action is fully chosen: carry out its effect and end the turn.

    Whether the adversary dived depends on his last action, which is revealed this turn anyway.
    """
    if not lies_known(s):
        learn_action(s, s.actor, s.lying_as)
    if s.played_as == st.ENCRYPT:
        encrypt(s)
    elif affects_adversary(s, direction) and not s.over:
        reveal(s, 1 - s.actor)
    if not s.over:
        end_turn(s)


@rule
def affects_adversary(s: State, direction: int) -> bool:
    """Carry out a weapon or a LISTEN; must the adversary reveal his square?"""
    if s.played_as == st.LISTEN:
        return hear(s)
    here = s.location[s.actor]
    if s.played_as == st.TORPEDO:
        return shoot(s, st.BEAM[here][direction])
    if s.played_as == st.DECK_GUN:
        return shoot(s, st.AROUND[here])
    return False


@rule
def hear(s: State) -> bool:
    """Was the adversary's previous action not QUIET? (PING-25, PING-27)"""
    if s.lying_as < st.REPAIR and st.TAG[s.lying_as] != st.QUIET:
        return True
    emit(s, ALL, st.SILENT, 1 - s.actor, 0, 0, 0)
    return False


@rule
def shoot(s: State, squares: int) -> bool:
    """Damage the adversary if he is there and did not dive (PING-29 to PING-32, PING-36)."""
    victim = 1 - s.actor
    dived = s.lying_as == st.DIVE
    if not dived and squares >> s.location[victim] & 1:
        damage(s, victim)
        return True
    emit(s, ALL, st.UNHARMED, victim, 0, 0, 0)
    if not dived:
        learn_within(s, s.actor, ~squares)
    return False


@rule
def damage(s: State, victim: int) -> None:
    """Two enabled cards, picked blind, are disabled; with fewer it sinks (PING-44, PING-49)."""
    emit(s, ALL, st.WAS_HIT, victim, 0, 0, 0)
    hand = st.HAND[size(s)]
    if hand - s.damaged[victim] <= st.DAMAGE:
        s.disabled[victim] = s.hand[victim]
        s.damaged[victim] = hand
        win(s, 1 - victim, st.BY_SINKING)
        return
    s.fence = 1
    spared = any_bit(s.rng, s.hand[victim])
    s.disabled[victim] = s.hand[victim] & ~(1 << spared)
    s.damaged[victim] = st.DAMAGE
    s.fresh[1 - victim] = 0
    for card in range(st.CARD_COUNT):
        if s.disabled[victim] >> card & 1:
            emit(s, 1 << victim, st.DISABLED, victim, card, 0, 0)


@rule
def encrypt(s: State) -> None:
    """Complete the objective here in secret; elsewhere it is a bluff (PING-33, PING-34)."""
    me = s.actor
    done = on_open_objective(s)
    if done:
        s.completed[me] |= 1 << st.OBJECTIVE_AT[s.location[me]]
    emit(s, 1 << me, st.ENCRYPTED, me, s.location[me], 1 if done else 0, 0)
    if s.completed[me] == st.ALL_OBJECTIVES[size(s)]:
        win(s, me, st.BY_OBJECTIVES)


@rule
def announce(s: State, seat: int) -> None:
    """Tell everybody where a seat is."""
    emit(s, ALL, st.REVEALED, seat, s.location[seat], 0, 0)
    learn_sighting(s, seat, s.location[seat])


@rule
def reveal(s: State, seat: int) -> None:
    """Announce a square to an adversary who knows the action that led there."""
    announce(s, seat)
    learn_within(s, 1 - seat, 1 << s.location[seat])


# The end of a turn ---------------------------------------------------------------------------


@rule
def end_turn(s: State) -> None:
    """Make the reveals that are due, take the lying card, pass the turn."""
    reveal_after_action(s)
    dived = s.lying_as == st.DIVE
    take_card(s)
    s.lying = s.played
    s.lying_as = s.played_as
    s.face_up = st.FACE_UP[s.played_as]
    s.played = st.NO_CARD
    s.played_as = st.UNKNOWN
    s.actor = 1 - s.actor
    s.question = st.START_TURN
    s.pinged = 1 if s.lying_as == st.PING and not dived else 0
    s.listened = 1 if s.lying_as == st.LISTEN and not dived else 0
    if s.turn == (s.tiny if s.tiny else s.limit):
        end_by_length(s)
        return
    s.turn += 1
    if s.pinged:
        reveal(s, s.actor)


@rule
def reveal_after_action(s: State) -> None:
    """Reveals due now, by MOVE 3, a PING or a LISTEN, are one announcement (PING-20)."""
    me, other, action = s.actor, 1 - s.actor, s.played_as
    s.shown = st.OFF_GRID
    s.overheard = s.listened
    heard = s.listened and action < st.REPAIR and st.TAG[action] != st.QUIET
    already = st.STEPS[action] == 0 and is_loud(action)
    if already or not (action == st.MOVE_3 or s.pinged or heard):
        return
    announce(s, me)
    if st.FACE_UP[action] or action == st.REPAIR:
        learn_square(s, other, s.location[me], secrets_after(s, other, s.location[me], action))
    else:
        s.shown = s.location[me]  # the other learns later which action led there


@rule
def take_card(s: State) -> None:
    """Add the lying card to the hand, enabled; the set-up card is drawn now (PING-15)."""
    me, other = s.actor, 1 - s.actor
    if s.lying_as == st.SET_UP:
        s.fence = 1
        seen = s.hand[0] | s.hand[1] | 1 << s.played
        s.lying = any_bit(s.rng, st.ALL_CARDS[size(s)] & ~seen)
        emit(s, 1 << me, st.TOOK, me, s.lying, st.SET_UP, 0)
        emit(s, ALL & ~(1 << me), st.TOOK, me, st.NO_CARD, st.SET_UP, 0)
    else:
        if s.face_up:
            emit(s, ALL, st.TOOK, me, s.lying, s.lying_as, 0)
        else:
            emit(s, SEATED, st.TOOK, me, s.lying, s.lying_as, 0)
            emit(s, WATCHERS, st.TOOK, me, st.NO_CARD, st.UNKNOWN, 0)
        learn_gone(s, me, s.lying)
        learn_taken(s, other, s.lying)
    s.hand[me] |= 1 << s.lying


@rule
def end_by_length(s: State) -> None:
    """The last turn is over: whoever has more objectives wins (PING-53)."""
    mine, yours = count_bits(s.completed[0]), count_bits(s.completed[1])
    win(s, st.NOBODY if mine == yours else 0 if mine > yours else 1, st.BY_LENGTH)


@rule
def win(s: State, winner: int, how: int) -> None:
    """The game ends at once."""
    s.over = 1
    s.winners = 1 << winner if winner >= 0 else 0
    emit(s, ALL, st.ENDED, winner, how, 0, 0)


# What a seat sees ----------------------------------------------------------------------------


@rule
def knows_lying(s: State, seat: int) -> bool:
    """Does a seat know the lying card? Face up, everybody does; face down, who played it."""
    return s.face_up == 1 or seat == 1 - s.actor


@rule
def conceal(s: State, seat: int) -> None:
    """Only its player knows a card played face down; only the actor knows a turn under way
    (PING-56)."""
    if not knows_lying(s, seat):
        s.lying = st.NO_CARD
        if s.lying_as < st.REPAIR:
            s.lying_as = st.UNKNOWN
    if seat != s.actor:
        s.played = st.NO_CARD
        s.played_as = st.UNKNOWN
        s.steps_left = 0


OBJECTIVES = len(st.OBJECTIVES)
MOST_TURNS = next(option.high for option in State.options if option.name == "limit")
MOST_TINY_TURNS = next(option.high for option in State.options if option.name == "tiny")

OBSERVATION = Observation()
part = OBSERVATION.part
FIRST = part("first", help="the observer is Player 1")
SQUARE = part("square", st.SQUARES, help="where the observer is")
POSSIBLE = part("possible", st.SQUARES, help="where the adversary may be")
SUSPECTED = part("suspected", st.SQUARES, help="where the adversary may think that the observer is")
HAND = part("hand", st.CARD_COUNT, help="the observer's cards")
DISABLED = part("disabled", st.CARD_COUNT, help="of these, the disabled ones")
THEIRS = part("theirs", st.CARD_COUNT, help="cards the adversary is known to have")
LYING = part("lying", st.CARD_COUNT, help="the card that lies to be taken, if known")
COMPLETED = part("completed", OBJECTIVES, help="the observer's objectives")
REPORTED = part("reported", OBJECTIVES, help="of these, the ones reported openly")
THEY_REPORTED = part("they_reported", OBJECTIVES, help="what the adversary reported")
LYING_AS = part("lying_as", st.SET_UP + 1, help="what the lying card was played for")
PLAYING = part("playing", st.CARD_COUNT, help="the card the observer is playing")
PLAYING_AS = part("playing_as", st.SET_UP + 1, help="what the observer is playing it for")
QUESTION = part("question", st.RESOLVE, help="what the actor is asked")
DAMAGE = part(
    "damage",
    high=int(st.HAND[st.FULL]),
    kinds=True,
    help="how many of the observer's cards are disabled",
)
THEIR_DAMAGE = part(
    "their_damage",
    high=int(st.HAND[st.FULL]),
    kinds=True,
    help="how many of the adversary's cards are disabled",
)
PINGED = part("pinged", help="the actor must reveal its square this turn")
LISTENED = part("listened", help="the actor must reveal it unless its action is quiet")
STEPS_LEFT = part("steps_left", high=3, kinds=True, help="steps left of the observer's move")
TURN = part("turn", high=MOST_TURNS, help="both players' turns so far")
TURNS_LEFT = part(
    "turns_left",
    high=MOST_TINY_TURNS,
    kinds=True,
    help="turns left of a tiny game; 0: it is the real one",
)


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """A seat's view as numbers: own square, where each may be, cards, objectives, the question."""
    other = 1 - seat
    lying, lying_as = s.lying, s.lying_as
    if not knows_lying(s, seat) and not s.over:
        lying = st.NO_CARD
        if lying_as < st.REPAIR:
            lying_as = st.UNKNOWN
    out[FIRST] = 1 if s.first == seat else 0
    if s.actor == seat and s.played != st.NO_CARD:
        put_bits(out, PLAYING, 1 << s.played, st.CARD_COUNT)
        put_bits(out, PLAYING_AS, 1 << s.played_as, st.SET_UP + 1)
    put_bits(out, SQUARE, 1 << s.location[seat] if s.location[seat] >= 0 else 0, st.SQUARES)
    put_bits(out, POSSIBLE, whereabouts(s, seat), st.SQUARES)
    put_bits(out, SUSPECTED, s.possible[other], st.SQUARES)
    put_bits(out, HAND, s.hand[seat], st.CARD_COUNT)
    put_bits(out, DISABLED, s.disabled[seat], st.CARD_COUNT)
    put_bits(out, THEIRS, s.theirs[seat], st.CARD_COUNT)
    put_bits(out, LYING, 1 << lying if lying >= 0 else 0, st.CARD_COUNT)
    put_bits(out, COMPLETED, s.completed[seat], OBJECTIVES)
    put_bits(out, REPORTED, s.reported[seat], OBJECTIVES)
    put_bits(out, THEY_REPORTED, s.reported[other], OBJECTIVES)
    put_bits(out, LYING_AS, 1 << lying_as if lying_as >= 0 else 0, st.SET_UP + 1)
    put_bits(out, QUESTION, 1 << s.question, st.RESOLVE)
    out[DAMAGE] = s.damaged[seat]
    out[THEIR_DAMAGE] = s.damaged[other]
    out[PINGED] = s.pinged
    out[LISTENED] = s.listened
    out[STEPS_LEFT] = s.steps_left if s.actor == seat else 0
    out[TURN] = s.turn
    out[TURNS_LEFT] = s.tiny - s.turn if s.tiny else 0

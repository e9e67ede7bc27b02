"""Hidden Threat's rules: the deal, legal actions, plays and powers, the end of a turn.

A turn: the PT Boat may remove a peg card; then a play, and the plays that powers allow; then the
hand is reloaded. `act` carries out what was chosen, `advance` what follows automatically. What
happens to ships and shields is in fleet.py.

Large rules are called from one place only: compiled for a GPU, every call is inlined.
"""

from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import ALL, any_bit, count_bits, emit, list_bits, roll, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.hidden_threat import state as st
from quarterdeck.games.hidden_threat.fleet import (
    active,
    attack,
    cover,
    damaged,
    hits_on,
    remove_peg,
    stuck_kinds,
    targets,
    which_game,
)
from quarterdeck.games.hidden_threat.memory import (
    learn_drawn,
    learn_drawn_stuck,
    learn_reshuffle,
    learn_spent,
    learn_stuck,
)
from quarterdeck.games.hidden_threat.state import State

# Set-up --------------------------------------------------------------------------------------


def refuse(options: dict[str, int]) -> str:
    """A tiny game has its own number of turns, and the powers of ships."""
    if options["tiny"] and (options["beginner"] or options["limit"] != 300):
        return "A tiny game has its own cards and number of turns: leave the other options alone."
    return ""


@rule
def deal(s: State) -> None:
    """Choose the first player at random; both draw their hands. Nobody knows the grids."""
    which = which_game(s)
    first = roll(s, st.STARTERS[which])
    emit(s, ALL, st.GOES_FIRST, first, 0, 0, 0)
    for seat in range(2):
        s.face_down[seat] = st.EVERY_PLACE[which]
        for kind in range(st.KINDS):
            s.pile[seat][kind] = st.DECK[which][kind]
        s.pile_size[seat] = st.DECK_SIZE[which]
        draw(s, seat, st.HAND[which])
    s.actor = first
    s.turn = 1
    s.question = st.PLAY


# Legal actions -------------------------------------------------------------------------------


@rule
def legal(s: State, actions: Row) -> int:
    """List what the actor may do."""
    if s.question == st.AIM:
        return list_bits(targets(s, s.chosen), st.DO_AIM, actions, 0)
    if s.question == st.COVER:
        return list_bits(s.up[s.actor], st.DO_COVER, actions, 0)
    if s.question == st.REMOVE_PEG:
        return list_pegs(s, actions)
    if s.question == st.DISCARD:
        for i in range(s.hand[s.actor][st.WHITE]):
            actions[i] = st.DO_DISCARD + i
        return s.hand[s.actor][st.WHITE]
    return list_plays(s, actions)


@rule
def list_pegs(s: State, actions: Row) -> int:
    """The peg cards under the actor's ships."""
    count = 0
    for ship in range(st.SHIPS):
        for peg in range(st.PEGS):
            if s.under[s.actor][ship][peg]:
                actions[count] = st.DO_REMOVE + ship * st.PEGS + peg
                count += 1
    return count


@rule
def list_plays(s: State, actions: Row) -> int:
    """What the cards in hand, or the three just drawn, can be played for; if nothing, discards."""
    me = s.actor
    stuck = stuck_kinds(s, me)
    count = 0
    for use in range(st.USES):
        if available(s, st.CARD_FOR[use]) and can_use(s, use, stuck):
            actions[count] = st.DO_PLAY + use
            count += 1
    if count == 0:
        for kind in range(st.SHIELD + 1):  # then the hand holds only whites and shields
            if s.hand[me][kind]:
                actions[count] = st.DO_GIVE_UP + kind
                count += 1
    return count


@rule
def available(s: State, kind: int) -> int:
    """How many cards of a kind the actor may play, from the hand or the three just drawn."""
    return s.drawn[kind] if s.question == st.PLAY_DRAWN else s.hand[s.actor][kind]


@rule
def can_use(s: State, use: int, stuck: int) -> bool:
    """Would this use of a card have any effect?"""
    if use == st.WHITE:
        return stuck & st.NO_WHITES == 0
    if use == st.USE_SHIELD:
        return stuck & st.NO_SHIELDS == 0
    if use == st.DISCARD_WHITES:
        return s.hand[s.actor][st.WHITE] > 0
    if use == st.REPAIR:
        return damaged(s, s.actor)
    return True


# A play --------------------------------------------------------------------------------------


@rule
def act(s: State, action: int) -> None:
    """Carry out one decision and what follows automatically."""
    if action < st.DO_AIM:
        choose(s, action - st.DO_PLAY)
    elif s.question == st.REMOVE_PEG and s.chosen == st.NONE:
        remove_peg(s, action - st.DO_REMOVE, 1)
        s.question = st.PLAY
    else:
        s.question = st.RESOLVE
    if s.question == st.RESOLVE:
        if action >= st.DO_GIVE_UP:
            s.chosen = action - st.DO_GIVE_UP  # a white or a shield
            learn_stuck(s, s.actor, stuck_kinds(s, s.actor))
        lay_down(s)
        carry_out(s, action)
        if not s.over:
            advance(s)
    if s.over:
        show_face_down(s)


@rule
def choose(s: State, use: int) -> None:
    """Choose a card and its use; Play 2 and Draw 3 leave nothing more to choose."""
    if s.depth:
        s.owed[s.depth - 1] -= 1
    s.chosen = use
    if use < st.PEGS:
        s.question = st.AIM
    elif use == st.USE_SHIELD:
        s.question = st.COVER
    elif use == st.DISCARD_WHITES:
        s.question = st.DISCARD
    elif use == st.REPAIR:
        s.question = st.REMOVE_PEG
    else:
        s.question = st.RESOLVE


@rule
def lay_down(s: State) -> None:
    """The chosen card leaves the hand; everybody sees what is done with it, so this is final."""
    me, kind = s.actor, st.CARD_FOR[s.chosen]
    s.fence = 1
    s.hand[me][kind] -= 1
    s.hand_size[me] -= 1
    learn_spent(s, me, kind, s.drawn_size > 0 and s.drawn_before == 0)
    forget_drawn(s)


@rule
def forget_drawn(s: State) -> None:
    """The three cards drawn are now like any others in the hand."""
    s.drawn_before = 0
    if s.drawn_size:
        s.drawn_size = 0
        for kind in range(st.KINDS):
            s.drawn[kind] = 0


@rule
def carry_out(s: State, action: int) -> None:
    """Do what the card was played for."""
    use = s.chosen
    if action >= st.DO_GIVE_UP:
        give_up(s, use)
    elif use < st.PEGS:
        attack(s, action - st.DO_AIM)
    elif use == st.USE_SHIELD:
        cover(s, action - st.DO_COVER)
    elif use == st.DISCARD_WHITES:
        discard_whites(s, action - st.DO_DISCARD + 1)
    else:
        lay_power(s, use)
        if use == st.REPAIR:
            remove_peg(s, action - st.DO_REMOVE, 0)


@rule
def give_up(s: State, kind: int) -> None:
    """Nothing can be played: a card is discarded instead."""
    s.discard[s.actor][kind] += 1
    emit(s, ALL, st.GAVE_UP, s.actor, kind, 0, 0)


@rule
def discard_whites(s: State, count: int) -> None:
    """Discard some white peg cards; no further play follows from it."""
    me = s.actor
    s.discard[me][st.WHITES_OR_TWO] += 1
    s.discard[me][st.WHITE] += count
    s.hand[me][st.WHITE] -= count
    s.hand_size[me] -= count
    for _ in range(count):
        learn_spent(s, me, st.WHITE, False)
    emit(s, ALL, st.DISCARDED, me, count, 0, 0)


@rule
def lay_power(s: State, use: int) -> None:
    """A power card lies on the table until the plays it allows are made."""
    s.power[s.depth] = use
    s.owed[s.depth] = 2 if use == st.PLAY_TWO else 1
    s.depth += 1
    emit(s, ALL, st.POWER, s.actor, use, 0, 0)


# What follows --------------------------------------------------------------------------------


@rule
def advance(s: State) -> None:
    """Finish powers, draw what is due, and ask for the next play or end the turn."""
    s.chosen = st.NONE
    while True:
        finish_powers(s)
        draw(s, s.actor, cards_due(s))
        if s.depth == 0:
            pass_turn(s)
            return
        s.question = st.PLAY_DRAWN if s.power[s.depth - 1] == st.DRAW_THREE else st.PLAY_MORE
        if can_play(s):
            return
        lapse(s)


@rule
def finish_powers(s: State) -> None:
    """Power cards that allow no more plays go to the discard, the last one first."""
    while s.depth and s.owed[s.depth - 1] == 0:
        s.depth -= 1
        s.discard[s.actor][st.CARD_FOR[s.power[s.depth]]] += 1
        s.power[s.depth] = st.NONE


@rule
def cards_due(s: State) -> int:
    """Three for Draw 3; at the end of the turn, enough to refill the hand."""
    if s.depth:
        return st.DRAWN if s.power[s.depth - 1] == st.DRAW_THREE else 0
    full = st.CARRIER_HAND if active(s, s.actor, st.CARRIER) else st.HAND[which_game(s)]
    return full - s.hand_size[s.actor]


@rule
def can_play(s: State) -> bool:
    """Can any of the cards that may be played now be used?"""
    me = s.actor
    stuck = stuck_kinds(s, me)
    count = s.drawn_size if s.question == st.PLAY_DRAWN else s.hand_size[me]
    if stuck & st.NO_WHITES:
        count -= available(s, st.WHITE)
    if stuck & st.NO_SHIELDS:
        count -= available(s, st.SHIELD)
    return count > 0


@rule
def lapse(s: State) -> None:
    """No card can be played: all plays still owed lapse; after Draw 3, only that one."""
    me = s.actor
    if s.question == st.PLAY_DRAWN:
        learn_drawn_stuck(s, me, stuck_kinds(s, me))
        s.owed[s.depth - 1] = 0
        emit(s, ALL, st.LAPSED, me, 1, 0, 0)
        forget_drawn(s)
        return
    learn_stuck(s, me, stuck_kinds(s, me))
    for i in range(s.depth):
        s.owed[i] = 0
    emit(s, ALL, st.LAPSED, me, 0, 0, 0)


@rule
def draw(s: State, seat: int, wanted: int) -> None:
    """Draw cards, reshuffling the discard when the pile is empty and more are needed."""
    packed, count = 0, 0
    while count < wanted:
        if s.pile_size[seat] == 0 and not reshuffle(s, seat, count):
            break
        kind = next_card(s, seat)
        s.pile[seat][kind] -= 1
        s.pile_size[seat] -= 1
        s.hand[seat][kind] += 1
        s.hand_size[seat] += 1
        if s.depth:
            s.drawn[kind] += 1
            s.drawn_size += 1
        learn_drawn(s, seat, 1)
        packed += 1 << 4 * kind
        count += 1
    if count:
        emit(s, 1 << seat, st.DREW, seat, packed & 0xFFF, packed >> 12 & 0xFFF, packed >> 24)
        emit(s, ALL & ~(1 << seat), st.DREW_UNSEEN, seat, count, 0, 0)


@rule
def next_card(s: State, seat: int) -> int:
    """The kind of the card on top of a pile: nobody knew it, so it is chosen at random now."""
    left = roll(s, s.pile_size[seat])
    for kind in range(st.KINDS):
        left -= s.pile[seat][kind]
        if left < 0:
            return kind
    return st.NONE


@rule
def reshuffle(s: State, seat: int, drawn: int) -> bool:
    """The discard becomes the pile; is there anything in it?"""
    for kind in range(st.KINDS):
        s.pile[seat][kind] = s.discard[seat][kind]
        s.pile_size[seat] += s.discard[seat][kind]
        s.discard[seat][kind] = 0
    learn_reshuffle(s, seat, drawn if s.depth else 0)
    if s.pile_size[seat] == 0:
        return False
    emit(s, ALL, st.RESHUFFLED, seat, s.pile_size[seat], 0, 0)
    return True


@rule
def pass_turn(s: State) -> None:
    """The other's turn begins, with the PT Boat if it has something to do."""
    if s.turn == (s.tiny if s.tiny else s.limit):
        end_by_length(s)
        return
    s.turn += 1
    s.actor = 1 - s.actor
    boat = active(s, s.actor, st.PT_BOAT) and damaged(s, s.actor)
    s.question = st.REMOVE_PEG if boat else st.PLAY


# The end -------------------------------------------------------------------------------------


@rule
def end_by_length(s: State) -> None:
    """The last turn is over: whoever has sunk more ships wins, then whoever has more hits."""
    s.over = 1
    lead, how = count_bits(s.sunk[1]) - count_bits(s.sunk[0]), st.BY_SHIPS
    if lead == 0:
        lead, how = standing_hits(s, 1) - standing_hits(s, 0), st.BY_HITS
    winner = st.NOBODY
    if lead:
        winner = 0 if lead > 0 else 1
        s.winners = 1 << winner
    emit(s, ALL, st.ENDED, winner, how if lead else st.BY_NOTHING, 0, 0)


@rule
def standing_hits(s: State, side: int) -> int:
    """Hits on a side's ships that are not sunk."""
    hits = 0
    for ship in range(st.SHIPS):
        hits += hits_on(s, side, ship)
    return hits


@rule
def show_face_down(s: State) -> None:
    """Show the cards still face down: chosen at random now, since nobody knew them."""
    for seat in range(2):
        s.fence = 1
        ships = st.ALL_SHIPS[which_game(s)] & ~(s.up[seat] | s.sunk[seat])
        free = s.face_down[seat]
        for ship in range(st.SHIPS):
            if ships >> ship & 1:
                place = any_bit(s.rng, free)
                free &= ~(1 << place)
                s.place[seat][ship] = place


# What a seat may see -------------------------------------------------------------------------


@rule
def conceal(s: State, seat: int) -> None:
    """Only the actor sees the three cards just drawn."""
    if seat != s.actor:
        for kind in range(st.KINDS):
            s.drawn[kind] = 0


FLEETS, DECK, MOST_ALIKE = 2, int(st.DECK_SIZE.max()), int(st.DECK.max())
"""The observer's fleet and the adversary's; cards in a deck, and how many of them are alike."""
MOST_HITS, OVERKILL = int(st.HITS.max()), -3
"""Four red pegs under an Aircraft Carrier, a shield on top, then a Battleship: three too many."""

MOST_TINY_TURNS = next(option.high for option in State.options if option.name == "tiny")

OBSERVATION = Observation()
part = OBSERVATION.part
FACE_DOWN = part("face_down", FLEETS, st.PLACES, help="for each fleet: cards face down")
MISSED = part(
    "missed", FLEETS, st.PLACES, help="for each fleet: cards that turned out to be misses"
)
HAND_SIZE = part("hand_size", FLEETS, DECK, help="for each fleet: cards in hand")
GRID = part(
    "grid",
    FLEETS * st.PLACES,
    low=-1,
    high=st.SHIPS,
    help="for each fleet and place: 0 face down, from 1 on a ship, -1 nothing to aim at",
    kinds=True,
)
UP = part("up", FLEETS * st.SHIPS, help="for each fleet and ship: is it face up and not sunk?")
SUNK = part("sunk", FLEETS * st.SHIPS, help="for each fleet and ship: is it sunk?")
NEEDED = part(
    "needed",
    FLEETS * st.SHIPS,
    MOST_HITS,
    low=OVERKILL,
    help="for each fleet and ship: hits that would sink it",
)
SHIELDS = part(
    "shields", FLEETS * st.SHIPS, st.MOST_SHIELDS, help="for each fleet and ship: shields on it"
)
SHIELD_HIT = part(
    "shield_hit",
    FLEETS * st.SHIPS,
    help="for each fleet and ship: does a peg card lie on its top shield?",
)
PEGS = part(
    "pegs",
    FLEETS * st.SHIPS * st.PEGS,
    MOST_ALIKE,
    help="for each fleet, ship and kind: peg cards under the ship",
)
HAND = part("hand", st.KINDS, MOST_ALIKE, help="for each kind of card: the observer's hand")
PILE = part("pile", st.KINDS, MOST_ALIKE, help="for each kind of card: the observer's draw pile")
DISCARD = part(
    "discard", st.KINDS, MOST_ALIKE, help="for each kind of card: the observer's discard pile"
)
THEIR_DISCARD = part(
    "their_discard",
    st.KINDS,
    MOST_ALIKE,
    help="for each kind of card: the adversary's discard pile",
)
SURELY = part(
    "surely",
    st.KINDS,
    MOST_ALIKE,
    help="for each kind of card: how many the adversary surely holds",
)

QUESTION = part("question", st.RESOLVE, help="what the actor is asked")
ACTING = part("acting", help="is the observer the actor?")
CHOSEN = part(
    "chosen", high=st.USES - 1, low=-1, help="what is being played; -1: nothing", kinds=True
)
DEPTH = part("depth", high=4, help="power cards being carried out")
OWED = part("owed", high=8, help="cards still to be played for these")
TURNS_LEFT = part(
    "turns_left", high=MOST_TINY_TURNS, help="turns left of a tiny game; 0: it is the real one"
)


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """The view as numbers: both fleets, the cards, the question."""
    observe_fleet(s, seat, 0, out)
    observe_fleet(s, 1 - seat, 1, out)
    for kind in range(st.KINDS):
        out[HAND + kind] = s.hand[seat][kind]
        out[PILE + kind] = s.pile[seat][kind]
        out[DISCARD + kind] = s.discard[seat][kind]
        out[THEIR_DISCARD + kind] = s.discard[1 - seat][kind]
        out[SURELY + kind] = s.surely[1 - seat][kind]
    for question in range(st.RESOLVE):
        out[QUESTION + question] = 1 if s.question == question else 0
    out[ACTING] = 1 if s.actor == seat else 0
    out[CHOSEN] = s.chosen
    out[DEPTH] = s.depth
    for i in range(s.depth):
        out[OWED] += s.owed[i]
    out[TURNS_LEFT] = s.tiny - s.turn if s.tiny else 0


@rule
def observe_fleet(s: State, side: int, fleet: int, out: Row) -> None:
    """The observer's fleet (0) or the adversary's (1)."""
    down = count_bits(s.face_down[side])
    known = count_bits(s.up[side] | s.sunk[side])
    out[FACE_DOWN + fleet] = down
    out[MISSED + fleet] = count_bits(st.EVERY_PLACE[which_game(s)]) - down - known
    out[HAND_SIZE + fleet] = s.hand_size[side]
    grid = GRID + fleet * st.PLACES
    for place in range(st.PLACES):
        out[grid + place] = 0 if s.face_down[side] >> place & 1 else -1
    for i in range(st.SHIPS):
        ship = fleet * st.SHIPS + i
        up = s.up[side] >> i & 1
        if up:
            out[grid + s.place[side][i]] = i + 1
        out[UP + ship] = up
        out[SUNK + ship] = s.sunk[side] >> i & 1
        out[NEEDED + ship] = st.HITS[i] - hits_on(s, side, i)
        top = s.shields[side][i] - 1
        out[SHIELDS + ship] = top + 1
        out[SHIELD_HIT + ship] = 1 if top >= 0 and s.on_shield[side][i][top] != st.NONE else 0
        for peg in range(st.PEGS):
            out[PEGS + ship * st.PEGS + peg] = s.under[side][i][peg]

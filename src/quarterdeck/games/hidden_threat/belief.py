"""Filling in a seat's blanks: `imagine` a state it may believe in, `allows` every such state.

The only secret is which of the other's unseen cards are in the hand and which in the pile. A view
remembers what a card counter would: what a reshuffle showed, and what a player who could not play
does not hold (memory.py). One thing is forgotten: when the discard is reshuffled in the middle of
Draw 3, which of the three came before it; the card then played counts as known before. Imagined
hands have the probabilities of a fair deal of the unseen cards, given that memory.
"""

from quarterdeck.engine.rule import below, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.hidden_threat import state as st
from quarterdeck.games.hidden_threat.fleet import stuck_kinds, which_game
from quarterdeck.games.hidden_threat.memory import is_stuck
from quarterdeck.games.hidden_threat.state import State

NOTHING_ASKED = -1


@rule
def unseen(s: State, side: int, kind: int) -> int:
    """How many cards of a kind a side has in hand and pile together: all others are visible."""
    count = st.DECK[which_game(s)][kind] - s.discard[side][kind]
    for ship in range(st.SHIPS):
        if kind < st.PEGS:
            count -= s.under[1 - side][ship][kind]
            for i in range(st.MOST_SHIELDS):
                if s.on_shield[1 - side][ship][i] == kind:
                    count -= 1
        elif kind == st.SHIELD:
            count -= s.shields[side][ship]
    if s.actor == side:
        for i in range(s.depth):
            if st.CARD_FOR[s.power[i]] == kind:
                count -= 1
    return count


@rule
def asked_to_play(s: State, side: int) -> int:
    """The kinds a side cannot play, if it is known to hold another kind; else NOTHING_ASKED."""
    if s.actor == side and (s.question == st.PLAY_MORE or s.question == st.PLAY_DRAWN):
        return stuck_kinds(s, side)
    return NOTHING_ASKED


# Imagining -----------------------------------------------------------------------------------


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Divide the other's unseen cards into hand and pile."""
    other = 1 - seat
    for kind in range(st.KINDS):
        s.hand[other][kind] = s.surely[other][kind]
        s.pile[other][kind] = unseen(s, other, kind) - s.surely[other][kind]
    wanted = s.hand_size[other]
    for kind in range(st.KINDS):
        wanted -= s.hand[other][kind]
    ways = 0
    for shields in range(st.MOST_SHIELDS + 1):
        for rest in range(wanted + 1 - shields):
            ways += deals(s, other, wanted, shields, rest)
    left = below(rng, ways)
    for shields in range(st.MOST_SHIELDS + 1):
        for rest in range(wanted + 1 - shields):
            if left >= 0:
                left -= deals(s, other, wanted, shields, rest)
                if left < 0:
                    fill_hand(s, other, wanted, shields, rest, rng)
    if s.question == st.PLAY_DRAWN and s.actor == other:
        imagine_drawn(s, other, rng)


@rule
def remaining(s: State, side: int) -> int:
    """Cards in a pile that are neither whites nor shields."""
    count = 0
    for kind in range(st.KINDS):
        if kind != st.WHITE and kind != st.SHIELD:
            count += s.pile[side][kind]
    return count


@rule
def deals(s: State, side: int, wanted: int, shields: int, rest: int) -> int:
    """In how many ways can the hand be filled up with this many shields and this many others that
    are not whites? 0 if memory excludes it."""
    whites = wanted - shields - rest
    pile = s.pile[side]
    if (
        whites < 0
        or whites > pile[st.WHITE]
        or shields > pile[st.SHIELD]
        or rest > remaining(s, side)
    ):
        return 0
    whites_held, shields_held = s.hand[side][st.WHITE] + whites, s.hand[side][st.SHIELD] + shields
    if not fits_memory(s, side, whites_held, shields_held):
        return 0
    if (
        s.question == st.PLAY_DRAWN and s.drawn_before == 0
    ):  # a new card is playable, not one known before
        whites_held, shields_held = whites, shields
    else:
        wanted = s.hand_size[side]
    if not fits_question(s, side, wanted, whites_held, shields_held):
        return 0
    few = st.CHOICES[pile[st.WHITE]][whites] * st.CHOICES[pile[st.SHIELD]][shields]
    return few * st.CHOICES[remaining(s, side)][rest]


@rule
def fits_memory(s: State, side: int, whites: int, shields: int) -> bool:
    """Does memory allow a hand with this many whites and shields?"""
    outside = s.hand_size[side]
    return (
        outside - whites <= s.at_most[side][st.NO_WHITES]
        and outside - shields <= s.at_most[side][st.NO_SHIELDS]
        and outside - whites - shields <= s.at_most[side][st.NO_WHITES | st.NO_SHIELDS]
    )


@rule
def fits_question(s: State, side: int, count: int, whites: int, shields: int) -> bool:
    """A player asked to play one of these cards has one that is playable."""
    stuck = asked_to_play(s, side)
    if stuck == NOTHING_ASKED:
        return True
    if stuck & st.NO_WHITES:
        count -= whites
    if stuck & st.NO_SHIELDS:
        count -= shields
    return count > 0


@rule
def fill_hand(s: State, side: int, wanted: int, shields: int, rest: int, rng: Row) -> None:
    """Move cards from the pile to the hand: these shields and others, then whites."""
    hand, pile = s.hand[side], s.pile[side]
    whites = wanted - shields - rest
    hand[st.WHITE] += whites
    pile[st.WHITE] -= whites
    hand[st.SHIELD] += shields
    pile[st.SHIELD] -= shields
    for _ in range(rest):
        left = below(rng, remaining(s, side))
        for kind in range(st.KINDS):
            if left >= 0 and kind != st.WHITE and kind != st.SHIELD:
                left -= pile[kind]
                if left < 0:
                    hand[kind] += 1
                    pile[kind] -= 1


@rule
def imagine_drawn(s: State, side: int, rng: Row) -> None:
    """Choose the three cards just drawn from the hand: first one that can be played, then any."""
    stuck = stuck_kinds(s, side)
    for kind in range(st.KINDS):
        s.drawn[kind] = 0
    for i in range(s.drawn_size):
        only = stuck if i == 0 else 0
        count = 0
        for kind in range(st.KINDS):
            if not is_stuck(only, kind):
                count += may_be_drawn(s, side, kind)
        left = below(rng, count)
        for kind in range(st.KINDS):
            if left >= 0 and not is_stuck(only, kind):
                left -= may_be_drawn(s, side, kind)
                if left < 0:
                    s.drawn[kind] += 1


@rule
def may_be_drawn(s: State, side: int, kind: int) -> int:
    """How many more cards of a kind in the hand may be among those just drawn."""
    known = 0 if s.drawn_before else s.surely[side][kind]
    return s.hand[side][kind] - known - s.drawn[kind]


# Allowing ------------------------------------------------------------------------------------


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Is this a state that the seat, from its view, cannot tell from the truth?"""
    other = 1 - seat
    held = 0
    for kind in range(st.KINDS):
        held += s.hand[other][kind]
        if s.hand[other][kind] + s.pile[other][kind] != unseen(view, other, kind):
            return False
        if s.hand[other][kind] < view.surely[other][kind] or s.pile[other][kind] < 0:
            return False
    whites, shields = s.hand[other][st.WHITE], s.hand[other][st.SHIELD]
    if held != view.hand_size[other] or not fits_memory(view, other, whites, shields):
        return False
    if view.question == st.PLAY_DRAWN and view.actor == other:
        return allows_drawn(view, other, s)
    for kind in range(st.KINDS):
        if s.drawn[kind] != view.drawn[kind]:
            return False
    return fits_question(view, other, held, whites, shields)


@rule
def allows_drawn(view: State, other: int, s: State) -> bool:
    """The cards just drawn are in the hand, and one of them can be played."""
    count = 0
    for kind in range(st.KINDS):
        count += s.drawn[kind]
        known = 0 if view.drawn_before else view.surely[other][kind]
        if s.drawn[kind] > s.hand[other][kind] - known:
            return False
    if count != view.drawn_size:
        return False
    return fits_question(view, other, count, s.drawn[st.WHITE], s.drawn[st.SHIELD])

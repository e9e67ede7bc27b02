"""What a seat may believe: `imagine` fills its blanks, `allows` says what its view permits.

A view hides the cards in the others' hands and in the draw pile, and which of the others' cards
are locked. It shows the discard pile, what lies on the table, all numbers of cards, and the seat's
own hand. Of another hand it remembers, by kind, how many cards are certainly there: those taken
from the viewer and those offered in a combat. Any card that leaves that hand later is taken to be
one of them. It does not reason further: which of two cards somebody else stole, what a hand must
hold when the draw pile ran out, what a player who did not respond may lack. Imagined hands are
fair deals of what is unseen; the others' memories are imagined empty.
"""

from quarterdeck.engine.rule import below, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.hands import nth_card
from quarterdeck.games.zerpang.state import State


@rule
def hidden_from(s: State, seat: int, kind: int) -> int:
    """How many cards of a kind the seat cannot see: in others' hands and the draw pile."""
    return tb.COPIES[kind] - s.discard[kind] - s.aside[kind] - s.tendered[kind] - s.hand[seat][kind]


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Deal the unseen cards to the others' hands; what is left is the draw pile."""
    left = 0
    for kind in range(tb.KINDS):
        s.deck[kind] = hidden_from(s, seat, kind)
        for other in range(s.seats):
            if other != seat:
                s.hand[other][kind] = s.known[seat][other][kind]
                s.deck[kind] -= s.hand[other][kind]
        left += s.deck[kind]
    for other in range(s.seats):
        if other != seat:
            left = fill_hand(s, other, left, rng)
            imagine_locks(s, other, rng)


@rule
def fill_hand(s: State, other: int, left: int, rng: Row) -> int:
    """Fill a hand from the draw pile up to its size; returns how many cards are left there."""
    held = 0
    for kind in range(tb.KINDS):
        held += s.hand[other][kind]
    while held < s.hand_size[other]:
        kind = nth_card(s.deck, below(rng, left))
        s.deck[kind] -= 1
        s.hand[other][kind] += 1
        left -= 1
        held += 1
    return left


@rule
def imagine_locks(s: State, other: int, rng: Row) -> None:
    """Cards drawn since the holder's turn began are locked: any of the hand, equally likely."""
    left = s.fresh[other]
    for i in range(tb.LOCKABLE):
        s.locked[other][i] = 0
        for _ in range(s.hand[other][tb.LOCKED_KIND[i]]):
            if left and below(rng, s.hand_size[other]) < s.fresh[other]:
                s.locked[other][i] += 1
                left -= 1


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Do the cards add up, and do the other hands contain what the seat knows is there?"""
    deck = 0
    for kind in range(tb.KINDS):
        hidden = hidden_from(view, seat, kind) - s.deck[kind]
        deck += s.deck[kind]
        for other in range(s.seats):
            if other != seat:
                hidden -= s.hand[other][kind]
                if s.hand[other][kind] < view.known[seat][other][kind]:
                    return False
        if hidden != 0 or s.deck[kind] < 0:
            return False
    for other in range(s.seats):
        if not allows_hand(view, seat, s, other):
            return False
    return deck == view.deck_size


@rule
def allows_hand(view: State, seat: int, s: State, other: int) -> bool:
    """Is the hand the right size, with no more cards locked than possible?"""
    held, locked = 0, 0
    for kind in range(tb.KINDS):
        held += s.hand[other][kind]
        if other == seat and s.hand[seat][kind] != view.hand[seat][kind]:
            return False
    for i in range(tb.LOCKABLE):
        locked += s.locked[other][i]
        if s.locked[other][i] > s.hand[other][tb.LOCKED_KIND[i]]:
            return False
        if other == seat and s.locked[seat][i] != view.locked[seat][i]:
            return False
    return held == view.hand_size[other] and locked <= view.fresh[other]

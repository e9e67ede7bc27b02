"""Cards in hands: drawn, spent, stolen, and what players remember of one another's.

The draw pile has no order: each card is chosen at random when it is drawn. A careful player knows
at least `known` cards of another's hand: those stolen from that player, and those refused.
"""

from quarterdeck.engine.rule import ALL, emit, roll, rule
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.state import State

MOST_FRESH = 99


@rule
def cloud_of(s: State, seat: int) -> int:
    """The cloud points a seat can still spend this round."""
    return s.cloud if s.role[seat] == tb.ROBOT else 0


# Drawing -------------------------------------------------------------------------------------


@rule
def draw(s: State, seat: int, wanted: int, why: int) -> None:
    """Draw cards, as many as there are; the discard pile is reshuffled when the deck is empty."""
    specialties, ones, twos, count = 0, 0, 0, 0
    while count < wanted:
        if s.deck_size == 0 and not reshuffle(s):
            break
        kind = nth_card(s.deck, roll(s, s.deck_size))
        s.deck[kind] -= 1
        s.deck_size -= 1
        if s.deck_size == 0:
            s.exhausted += 1
            s.unsettled = 1  # the Elves may have waited for it
        s.hand[seat][kind] += 1
        if why != st.FOR_START and tb.LOCK[kind] != tb.NONE:
            s.locked[seat][tb.LOCK[kind]] += 1
        if kind < tb.SPECIALTIES:
            specialties += 1 << 3 * kind
        elif kind == tb.ONE_POINT:
            ones += 1
        else:
            twos += 1
        count += 1
    s.hand_size[seat] += count
    if seat == s.active and count:
        s.drew = 1
    s.fresh[seat] = min(s.fresh[seat] + count, MOST_FRESH)
    emit(s, ALL, st.DREW, seat, count, why, s.active)
    tell_cards(s, 1 << seat, seat, specialties, ones, twos, 0)


@rule
def nth_card(row: list[int], n: int) -> int:
    """The kind of the n-th card in a pile or a hand, counting kind by kind."""
    for kind in range(tb.KINDS):
        n -= row[kind]
        if n < 0:
            return kind
    return tb.NONE


@rule
def reshuffle(s: State) -> bool:
    """The discard pile becomes the draw pile; False if it is empty, too."""
    for kind in range(tb.KINDS):
        s.deck[kind] += s.discard[kind]
        s.deck_size += s.discard[kind]
        s.discard[kind] = 0
    if s.deck_size == 0:
        return False
    emit(s, ALL, st.RESHUFFLED, tb.NONE, s.deck_size, 0, 0)
    return True


@rule
def tell_cards(
    s: State, audience: int, seat: int, specialties: int, ones: int, twos: int, cloud: int
) -> None:
    """Tell which cards they are: Specialty cards, three bits a kind, and points."""
    if specialties:
        parts = specialties & 0xFFF, specialties >> 12 & 0xFFF, specialties >> 24
        emit(s, audience, st.CARDS_SEEN, seat, parts[0], parts[1], parts[2])
    if ones + twos + cloud:
        emit(s, audience, st.POINTS_SEEN, seat, ones, twos, cloud)


@rule
def tell_tendered(s: State, seat: int) -> None:
    """Tell everybody which cards and cloud points were laid down together."""
    specialties = 0
    for kind in range(tb.SPECIALTIES):
        specialties += s.tendered[kind] << 3 * kind
    ones, twos = s.tendered[tb.ONE_POINT], s.tendered[tb.TWO_POINTS]
    tell_cards(s, ALL, seat, specialties, ones, twos, s.tendered[tb.CLOUD_POINT])


# Parting with cards --------------------------------------------------------------------------


@rule
def take(s: State, seat: int, kind: int, unlocked: int) -> None:
    """A card leaves a hand, seen by all: a locked copy first, unless it must be `unlocked`."""
    s.hand[seat][kind] -= 1
    s.hand_size[seat] -= 1
    if tb.LOCK[kind] != tb.NONE and s.locked[seat][tb.LOCK[kind]] and not unlocked:
        s.locked[seat][tb.LOCK[kind]] -= 1
    for viewer in range(s.seats):
        if s.known[viewer][seat][kind]:
            s.known[viewer][seat][kind] -= 1


@rule
def lay_away(s: State, kind: int) -> None:
    """A used card goes to the discard pile, in a Combat Phase only after the combat."""
    if s.phase == st.COMBAT_PHASE:
        s.aside[kind] += 1
    else:
        s.discard[kind] += 1


@rule
def clear_tendered(s: State) -> None:
    """The cards laid down are used up, and so are the cloud points."""
    for kind in range(tb.KINDS):
        while s.tendered[kind]:
            s.tendered[kind] -= 1
            lay_away(s, kind)
    s.cloud -= s.tendered[tb.CLOUD_POINT]
    s.tendered[tb.CLOUD_POINT] = 0


@rule
def steal(s: State, thief: int, victim: int) -> None:
    """A random card, if there is one, goes from one hand to another."""
    if s.hand_size[victim] == 0:
        return
    kind = nth_card(s.hand[victim], roll(s, s.hand_size[victim]))
    both = 1 << thief | 1 << victim
    for viewer in range(s.seats):  # to those who do not see it, any card may be gone
        for other in range(tb.KINDS):
            seen = 1 << viewer & both
            if s.known[viewer][victim][other] and (other == kind or not seen):
                s.known[viewer][victim][other] -= 1
    s.hand[victim][kind] -= 1
    s.hand_size[victim] -= 1
    if tb.LOCK[kind] != tb.NONE and s.locked[victim][tb.LOCK[kind]]:
        s.locked[victim][tb.LOCK[kind]] -= 1
    s.hand[thief][kind] += 1
    s.hand_size[thief] += 1
    s.known[victim][thief][kind] += 1
    emit(s, both, st.STOLE, thief, victim, kind, 0)
    emit(s, ALL & ~both, st.STOLE_UNSEEN, thief, victim, 0, 0)


@rule
def show(s: State, seat: int, kind: int, count: int) -> None:
    """Everybody has seen that a hand holds this many cards of a kind."""
    for viewer in range(s.seats):
        if viewer != seat and s.known[viewer][seat][kind] < count:
            s.known[viewer][seat][kind] = count


@rule
def unlock(s: State, seat: int) -> None:
    """A seat's own turn begins: all its cards may be used."""
    for i in range(tb.LOCKABLE):
        s.locked[seat][i] = 0
    s.fresh[seat] = 0

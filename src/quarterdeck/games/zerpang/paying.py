"""Paying: cards one at a time, highest value first, until the price is reached.

In that order no card can be superfluous: without any one of them the sum would fall short. A
Gunslinger pays in sets, highest total first, and chooses each set's cards one by one.
"""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.hands import clear_tendered, cloud_of, take, tell_tendered
from quarterdeck.games.zerpang.state import State

COUNT, ANY = 8, 0xFF
"""Bits for a number of cards, and such a number's mask."""

# What a hand can pay -------------------------------------------------------------------------


@rule
def at_hand(s: State, seat: int, kind: int) -> int:
    """How many cards of a kind, or cloud points, a seat can pay with."""
    return cloud_of(s, seat) - s.tendered[kind] if kind == tb.CLOUD_POINT else s.hand[seat][kind]


@rule
def purse(s: State, seat: int) -> int:
    """The most a seat can pay at once."""
    if s.role[seat] == tb.GUNSLINGER:
        return most_in_sets(s, seat, 0, 0, 0, 0)
    side = tb.VALUE_SIDE[s.role[seat]]
    total = cloud_of(s, seat)
    for kind in range(tb.KINDS):
        total += s.hand[seat][kind] * tb.VALUE[side][kind]
    return total


@rule
def most_in_sets(s: State, seat: int, first: int, a: int, b: int, c: int) -> int:
    """The most that disjoint sets from number `first` on can pay, after setting aside cards of the
    values a, b and c (0: none). Negative if those are not there."""
    hand = s.hand[seat]
    honors, flanks, hauls = hand[tb.CANNON_HONOR], hand[tb.FLANKING], hand[tb.KEEL_SACRIFICE]
    plain = plain_cards(s, seat)
    ones = (plain >> COUNT & ANY) - is_any(1, a, b, c)
    twos = (plain >> 2 * COUNT & ANY) - is_any(2, a, b, c)
    threes = (plain >> 3 * COUNT & ANY) - is_any(3, a, b, c)
    fours = (plain >> 4 * COUNT) - is_any(4, a, b, c)
    best = -1
    for as_two in range(honors + 1):  # these three read as 1 or 2, 2 or 4, 3 or 4
        for as_four in range(flanks + 1):
            for as_three in range(hauls + 1):
                total = best_packing(
                    ones + honors - as_two,
                    twos + as_two + flanks - as_four,
                    threes + as_three,
                    fours + as_four + hauls - as_three,
                    first,
                )
                best = max(best, total)
    return best


@rule
def is_any(value: int, a: int, b: int, c: int) -> int:
    """How many of three numbers are this value."""
    return int(a == value) + int(b == value) + int(c == value)


@rule
def plain_cards(s: State, seat: int) -> int:
    """Cards in hand with the same value on both sides: a count for each value, side by side."""
    counts = 0
    for kind in range(tb.KINDS):
        counts += s.hand[seat][kind] << COUNT * tb.PLAIN_VALUE[kind]
    return counts


@rule
def best_packing(ones: int, twos: int, threes: int, fours: int, first: int) -> int:
    """The most that so many cards of each value pay in sets from number `first` on; -1 if a number
    is negative."""
    if min(min(ones, twos), min(threes, fours)) < 0:
        return -1
    high = min(min(twos, threes), fours) if first <= 1 else 0  # straights 2-3-4
    best = 0
    for i in range(high + 1):
        low = min(min(ones, twos - i), threes - i) if first <= 3 else 0  # straights 1-2-3
        for j in range(low + 1):
            total = 18 * i + 12 * j
            total += equals(ones - j, 1, first <= 7, first <= 9)
            total += equals(twos - i - j, 2, first <= 4, first <= 8)
            total += equals(threes - i - j, 3, first <= 2, first <= 6)
            total += equals(fours - i, 4, first <= 0, first <= 5)
            best = max(best, total)
    return best


@rule
def equals(count: int, value: int, triples: int, pairs: int) -> int:
    """The most that cards of one value pay as triples (twice their sum) and pairs."""
    total = 0
    if triples:
        total = 6 * value * (count // 3)
        count %= 3
    return total + 2 * value * (count // 2) if pairs else total


# What may be chosen --------------------------------------------------------------------------


@rule
def list_payments(s: State, actions: Row) -> int:
    """Cards worth no more than the last, with which the price can still be reached."""
    me = s.actor
    if s.role[me] == tb.GUNSLINGER:
        return list_sets(s, actions, 0)
    side, count, reach = tb.VALUE_SIDE[s.role[me]], 0, s.paid
    for position in range(tb.KINDS, s.order - 1, -1):
        kind = tb.PAY_ORDER[side][position]
        held = at_hand(s, me, kind)
        reach += held * tb.VALUE[side][kind]
        if held and reach >= s.price:
            actions[count] = st.DO_CARD + kind
            count += 1
    return count


@rule
def list_sets(s: State, actions: Row, count: int) -> int:
    """Sets worth no more than the last, with which the price can still be reached; a triple only
    where the pair is not enough. (In a combat there is no price: any one set.)"""
    for chosen in range(s.order, tb.SETS):
        if tb.SET_PAIR[chosen] and s.price and s.paid + tb.SET_PAIR[chosen] >= s.price:
            continue
        if within_reach(s, chosen, 0):
            actions[count] = st.DO_SET + chosen
            count += 1
    return count


@rule
def list_set_cards(s: State, actions: Row) -> int:
    """Cards that have the value wanted next and leave the rest of the set within reach."""
    hand, chosen = s.hand[s.actor], s.set_chosen
    value = tb.SET_CARDS[chosen][s.set_filled]
    count = 0
    for kind in range(tb.KINDS):
        if hand[kind] and tb.READS_AS[kind][value]:
            hand[kind] -= 1  # as if it were laid down
            if within_reach(s, chosen, s.set_filled + 1):
                actions[count] = st.DO_CARD + kind
                count += 1
            hand[kind] += 1
    return count


@rule
def within_reach(s: State, chosen: int, filled: int) -> bool:
    """Can a set of which some cards are laid down be completed, and the price be reached?"""
    a = tb.SET_CARDS[chosen][0] if filled == 0 else 0
    b = tb.SET_CARDS[chosen][1] if filled <= 1 else 0
    c = tb.SET_CARDS[chosen][2] if filled <= 2 else 0
    enough = s.paid + tb.SET_TOTAL[chosen] >= s.price  # then no further set is needed
    rest = most_in_sets(s, s.actor, tb.SETS if enough else chosen, a, b, c)
    return rest >= 0 and s.paid + tb.SET_TOTAL[chosen] + rest >= s.price


# Laying down ---------------------------------------------------------------------------------


@rule
def ask_price(s: State, act: int, price: int) -> None:
    """The actor must pay for something; what is free is paid."""
    s.act = act
    s.price = price
    s.paid = 0
    s.order = 0
    s.question = st.PAY if price > 0 else st.PAID_FOR


@rule
def tender(s: State, action: int) -> None:
    """Lay down a card or a cloud point, or choose a set to lay down."""
    if action >= st.DO_SET:
        s.set_chosen = action - st.DO_SET
        s.set_filled = 0
        s.question = st.SET_CARD
        return
    me, kind = s.actor, action - st.DO_CARD
    s.tendered[kind] += 1
    if kind != tb.CLOUD_POINT:
        take(s, me, kind, 0)
    if s.set_chosen != tb.NONE:
        fill_set(s)
    else:
        side = tb.VALUE_SIDE[s.role[me]]
        s.paid += tb.VALUE[side][kind]
        while tb.PAY_ORDER[side][s.order] != kind:
            s.order += 1
    if s.set_chosen == tb.NONE and s.paid >= s.price:
        settle_payment(s)


@rule
def fill_set(s: State) -> None:
    """Another card of a Gunslinger's set; a whole set is paid."""
    s.set_filled += 1
    if s.set_filled == tb.SET_SIZE[s.set_chosen]:
        s.paid += tb.SET_TOTAL[s.set_chosen]
        s.order = s.set_chosen
        s.set_chosen = tb.NONE
        s.set_filled = 0
        s.question = st.PAY


@rule
def settle_payment(s: State) -> None:
    """The price is reached: everybody sees what was paid."""
    s.fence = 1
    if s.act != st.IN_FIGHT:
        emit(s, ALL, st.PAID, s.actor, s.act, s.price, 0)
        tell_tendered(s, s.actor)
        clear_tendered(s)
    if s.playing == tb.GETA:
        s.paid_two = 1 if s.paid > 1 else 0
    s.question = st.PAID_FOR

"""Filling in a seat's blanks: `imagine` a state it may believe in, `allows` every such state.

PING's memory is exact and forgets nothing: squares are kept with the secret reports that lead there
(`State.possible`, `State.secrets`), and every card seen is followed. What the adversary knows about
me follows from what both of us were told, so it is already in my view and need not be imagined. A
card played face down and not yet taken is imagined together with its action, then the squares.
"""

from quarterdeck.engine.rule import any_bit, below, count_bits, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.ping import state as st
from quarterdeck.games.ping.memory import (
    could_be_lying,
    facing_secret,
    holders,
    lies_known,
    secret_fits,
    secrets_after,
    secrets_at,
    size,
    squares_after,
    unseen,
)
from quarterdeck.games.ping.state import State


@rule
def has_started(s: State, seat: int) -> bool:
    """Has this seat chosen its starting square?"""
    return s.question != st.CHOOSE_START or (seat == s.first and s.actor != seat)


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Fill in the adversary's square, secret reports, hand, disabled cards and lying card."""
    if facing_secret(s, seat):
        imagine_lying(s, seat, rng)
    imagine_hand(s, seat, rng)
    if has_started(s, 1 - seat):
        imagine_square(s, seat, rng)


@rule
def weigh(s: State, me: int, cards: int) -> int:
    """How likely one of these lies there: known cards are certainly his, unseen ones may be."""
    pool = unseen(s, me)
    unknown = st.HAND[size(s)] + 1 - count_bits(s.theirs[me])
    known = count_bits(cards & s.theirs[me])
    return known * count_bits(pool) + count_bits(cards & pool) * unknown


@rule
def imagine_lying(s: State, me: int, rng: Row) -> None:
    """Choose what the adversary's face-down card is and what it was played for."""
    if s.lying_as == st.REPAIR:
        s.lying = pick_card(s, me, holders(s, me, st.REPAIR), rng)
        return
    total = 0
    for i in range(len(st.SECRET_ACTIONS)):
        if secret_fits(s, me, st.SECRET_ACTIONS[i]):
            total += weigh(s, me, holders(s, me, st.SECRET_ACTIONS[i]))
    left = below(rng, total)
    for i in range(len(st.SECRET_ACTIONS)):
        action = st.SECRET_ACTIONS[i]
        if secret_fits(s, me, action):
            left -= weigh(s, me, holders(s, me, action))
            if left < 0:
                s.lying = pick_card(s, me, holders(s, me, action), rng)
                s.lying_as = action
                return


@rule
def pick_card(s: State, me: int, cards: int, rng: Row) -> int:
    """One of the cards that may lie there, with the probabilities of `weigh`."""
    known = cards & s.theirs[me]
    if below(rng, weigh(s, me, cards)) < weigh(s, me, known):
        return any_bit(rng, known)
    return any_bit(rng, cards & ~known)


@rule
def imagine_hand(s: State, me: int, rng: Row) -> None:
    """Deal the adversary the cards he certainly holds, then unseen ones, and disable some."""
    other = 1 - me
    lying = 1 << s.lying if s.lying >= 0 else 0
    hand = s.theirs[me] & ~lying
    pool = unseen(s, me) & ~lying
    while count_bits(hand) < st.HAND[size(s)]:
        hand |= 1 << any_bit(rng, pool & ~hand)
    s.hand[other] = hand
    s.disabled[other] = 0
    while count_bits(s.disabled[other]) < s.damaged[other]:
        s.disabled[other] |= 1 << any_bit(rng, hand & ~s.fresh[me] & ~s.disabled[other])


@rule
def imagine_square(s: State, me: int, rng: Row) -> None:
    """Choose where the adversary is, then what he may have encrypted on his way there."""
    other = 1 - me
    if s.actor == me and not lies_known(s):
        square = any_bit(rng, squares_after(s, me, s.lying_as))
        secrets = secrets_after(s, me, square, s.lying_as)
    else:
        square = any_bit(rng, s.possible[me])
        secrets = secrets_at(s, me, square)
    s.location[other] = square
    s.completed[other] = s.reported[other] | any_bit(rng, secrets)


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Is this a state that the seat, from its view, cannot tell from the truth?"""
    return (
        allows_turn(view, seat, s) and allows_cards(view, seat, s) and allows_square(view, seat, s)
    )


@rule
def allows_turn(view: State, me: int, s: State) -> bool:
    """The adversary has no turn under way, and only a card played face down is unknown."""
    if view.actor == me:
        under_way = False
    else:
        under_way = s.played != st.NO_CARD or s.played_as != st.UNKNOWN or s.steps_left != 0
    known = s.lying == view.lying and s.lying_as == view.lying_as
    return not under_way and (known or facing_secret(view, me))


@rule
def allows_cards(view: State, me: int, s: State) -> bool:
    """The adversary holds what he must hold, and nothing the seat knows to be elsewhere."""
    other = 1 - me
    hand, lying = s.hand[other], 0
    if facing_secret(view, me):
        lying = 1 << s.lying
        if not could_be_lying(view, me, s.lying, s.lying_as == st.REPAIR):
            return False
    possible = view.theirs[me] | unseen(view, me)
    return (
        count_bits(hand) == st.HAND[size(view)]
        and hand & lying == 0
        and (hand | lying) & ~possible == 0
        and view.theirs[me] & ~(hand | lying) == 0
        and s.disabled[other] & ~hand == 0
        and s.disabled[other] & view.fresh[me] == 0
        and count_bits(s.disabled[other]) == view.damaged[other]
    )


@rule
def allows_square(view: State, me: int, s: State) -> bool:
    """The adversary is where he may be, with secret reports that he may have sent."""
    other = 1 - me
    square = s.location[other]
    if not has_started(view, other):
        return square == st.OFF_GRID and s.completed[other] == 0
    hidden = view.actor == me and not lies_known(s)
    if hidden:
        half = st.MOVEMENT if s.lying_as <= st.MOVE_2 else st.UTILITY
        if st.CARDS[s.lying][half] != s.lying_as:
            return False
        if view.overheard and (st.TAG[s.lying_as] == st.QUIET) != (view.shown == st.OFF_GRID):
            return False
    if view.reported[other] & ~s.completed[other] or square < 0:
        return False
    secret = s.completed[other] & ~view.reported[other]
    if hidden:
        squares = squares_after(view, me, s.lying_as)
        secrets = secrets_after(view, me, square, s.lying_as)
    else:
        squares, secrets = view.possible[me], secrets_at(view, me, square)
    return squares >> square & 1 == 1 and secrets >> secret & 1 == 1

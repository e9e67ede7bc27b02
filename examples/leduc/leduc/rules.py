"""The rules of Leduc poker, as OpenSpiel's `leduc_poker` has them."""

from leduc import state as st
from leduc.state import State
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import ALL, any_bit, emit, rule
from quarterdeck.engine.state import Row, Score

SCORE = Score(low=-st.MOST_PAID, high=st.MOST_PAID)
REVEALS = False  # hands that were folded stay hidden

OBSERVATION = Observation(recall=True)
WHO = OBSERVATION.part("who", st.SEATS, help="the observer's seat")
OWN = OBSERVATION.part("own", st.CARDS, help="its card")
PUBLIC = OBSERVATION.part("public", st.CARDS, help="the card that both share")
BETTING = OBSERVATION.part(
    "betting", 2 * st.ROUNDS * st.LONGEST, help="by round and decision: a call, a raise"
)


@rule
def unseen(s: State) -> int:
    """The cards that are neither shown nor in a hand, a bit each: in a truth, the deck; in a view,
    what its viewer has not seen."""
    cards = (1 << st.CARDS) - 1
    if s.public != st.NONE:
        cards &= ~(1 << s.public)
    for seat in range(st.SEATS):
        if s.card[seat] != st.NONE:
            cards &= ~(1 << s.card[seat])
    return cards


@rule
def deal(s: State) -> None:
    """A card and an ante each."""
    for seat in range(st.SEATS):
        s.paid[seat] = st.ANTE
        s.card[seat] = any_bit(s.rng, unseen(s))
        emit(s, 1 << seat, st.DEALT, seat, s.card[seat], 0, 0)
        emit(s, ALL & ~(1 << seat), st.DEALT, seat, st.NONE, 0, 0)


@rule
def owed(s: State) -> int:
    """What the actor must add to stay in."""
    return s.paid[1 - s.actor] - s.paid[s.actor]


@rule
def legal(s: State, actions: Row) -> int:
    """Fold if there is something to call; call or check; raise twice a round at most."""
    actions[0] = st.FOLD
    count = 1 if owed(s) > 0 else 0
    actions[count] = st.CALL
    actions[count + 1] = st.RAISE
    return count + (2 if s.raises < st.MOST_RAISES else 1)


@rule
def act(s: State, action: int) -> None:
    """Carry out one decision; a round ends when both have spoken and paid the same."""
    me = s.actor
    s.betting[s.round][s.decisions] = action
    s.decisions += 1
    s.turn += 1
    s.actor = 1 - me
    if action == st.FOLD:
        emit(s, ALL, st.FOLDED, me, 0, 0, 0)
        settle(s, 1 - me)
    elif action == st.RAISE:
        s.raises += 1
        pay(s, me, st.RAISED, s.paid[1 - me] - s.paid[me] + st.RAISE_BY[s.round])
    else:
        pay(s, me, st.CALLED, s.paid[1 - me] - s.paid[me])
        if s.decisions >= 2:
            end_round(s)


@rule
def pay(s: State, seat: int, event: int, chips: int) -> None:
    s.paid[seat] += chips
    emit(s, ALL, event, seat, chips, 0, 0)


@rule
def end_round(s: State) -> None:
    """Turn the public card over, or show hands."""
    if s.round == 1:
        show_down(s)
        return
    s.fence = 1  # a card came to light
    s.public = any_bit(s.rng, unseen(s))
    emit(s, ALL, st.TURNED, st.NONE, s.public, 0, 0)
    s.round = 1
    s.decisions = 0
    s.raises = 0
    s.actor = 0


@rule
def show_down(s: State) -> None:
    """The better hand wins what the other has paid; equal hands win nothing."""
    for seat in range(st.SEATS):
        emit(s, ALL, st.SHOWN, seat, s.card[seat], 0, 0)
    lead = strength(s, 0) - strength(s, 1)
    if lead == 0:
        s.over = 1
    else:
        settle(s, 0 if lead > 0 else 1)


@rule
def strength(s: State, seat: int) -> int:
    """The rank of the seat's card; any pair is stronger."""
    rank = s.card[seat] // 2
    return rank + st.RANKS if rank == s.public // 2 else rank


@rule
def settle(s: State, winner: int) -> None:
    """The winner takes what the loser has paid."""
    s.over = 1
    s.winners = 1 << winner
    s.score[winner] = s.paid[1 - winner]
    s.score[1 - winner] = -s.paid[1 - winner]


@rule
def conceal(s: State, seat: int) -> None:
    """Hands are shown at the showdown only: a fold leaves the payments unequal."""
    shown = s.over == 1 and s.paid[0] == s.paid[1]
    for other in range(st.SEATS):
        if other != seat and not shown:
            s.card[other] = st.NONE


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """Which seat it is, its card, the public card, and all the betting."""
    for who in range(st.SEATS):
        out[WHO + who] = 1 if who == seat else 0
    for card in range(st.CARDS):
        out[OWN + card] = 1 if s.card[seat] == card else 0
        out[PUBLIC + card] = 1 if s.public == card else 0
    for i in range(st.ROUNDS * st.LONGEST):
        action = s.betting[i // st.LONGEST][i % st.LONGEST]
        out[BETTING + 2 * i] = 1 if action == st.CALL else 0
        out[BETTING + 2 * i + 1] = 1 if action == st.RAISE else 0

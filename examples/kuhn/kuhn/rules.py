"""The rules of Kuhn poker, as OpenSpiel's `kuhn_poker` has them."""

from kuhn import state as st
from kuhn.state import State
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import ALL, any_bit, emit, rule
from quarterdeck.engine.state import Row, Score

SCORE = Score(low=-2, high=2)
REVEALS = False  # hands that were folded stay hidden

OBSERVATION = Observation(recall=True)
WHO = OBSERVATION.part("who", st.SEATS, help="the observer's seat")
OWN = OBSERVATION.part("own", st.CARDS, help="its card")
BETTING = OBSERVATION.part("betting", 2 * st.LONGEST, help="by decision: a pass, a bet")


@rule
def unseen(s: State) -> int:
    """The cards in no hand, a bit each: in a truth, the deck; in a view, what its viewer has not
    seen."""
    cards = (1 << st.CARDS) - 1
    for seat in range(st.SEATS):
        if s.card[seat] != st.NONE:
            cards &= ~(1 << s.card[seat])
    return cards


@rule
def deal(s: State) -> None:
    """A card and a chip each."""
    for seat in range(st.SEATS):
        s.paid[seat] = 1
        s.card[seat] = any_bit(s.rng, unseen(s))
        emit(s, 1 << seat, st.DEALT, seat, s.card[seat], 0, 0)
        emit(s, ALL & ~(1 << seat), st.DEALT, seat, st.NONE, 0, 0)


@rule
def legal(s: State, actions: Row) -> int:
    """One may always pass or bet."""
    actions[0] = st.PASS
    actions[1] = st.BET
    return 2


@rule
def act(s: State, action: int) -> None:
    """Pass or bet; to pass when the other has bet is to fold."""
    me = s.actor
    s.betting[s.turn] = action
    s.turn += 1
    s.actor = 1 - me
    s.paid[me] += action
    emit(s, ALL, st.BETTED if action == st.BET else st.PASSED, me, 0, 0, 0)
    if s.paid[me] < s.paid[1 - me]:
        settle(s, 1 - me)
    elif s.turn >= 2 and s.paid[0] == s.paid[1]:
        show_down(s)


@rule
def show_down(s: State) -> None:
    for seat in range(st.SEATS):
        emit(s, ALL, st.SHOWN, seat, s.card[seat], 0, 0)
    settle(s, 0 if s.card[0] > s.card[1] else 1)


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
    """Which seat it is, its card, and all the betting."""
    for who in range(st.SEATS):
        out[WHO + who] = 1 if who == seat else 0
    for card in range(st.CARDS):
        out[OWN + card] = 1 if s.card[seat] == card else 0
    for i in range(st.LONGEST):
        out[BETTING + 2 * i] = 1 if s.betting[i] == st.PASS else 0
        out[BETTING + 2 * i + 1] = 1 if s.betting[i] == st.BET else 0

"""The rules of Hideout."""

from hideout import state as st
from hideout.state import State
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import ALL, count_bits, emit, roll, rule
from quarterdeck.engine.state import Row

OBSERVATION = Observation()
WHERE = OBSERVATION.part("where", st.HUTS, help="where the hider is, or may be")
SEARCHED = OBSERVATION.part("searched", st.HUTS)
BURNT = OBSERVATION.part("burnt", st.HUTS)


@rule
def deal(s: State) -> None:
    """One hut burns down."""
    s.burnt = roll(s, st.HUTS)
    s.possible = 15 & ~(1 << s.burnt)
    emit(s, ALL, st.BURNT, st.NONE, s.burnt, 0, 0)
    s.actor = st.HIDER
    s.question = st.CHOOSE_ROW


@rule
def legal(s: State, actions: Row) -> int:
    """Any row, then a column whose hut stands; any hut not yet searched."""
    count = 0
    if s.question == st.CHOOSE_ROW:
        for row in range(2):
            actions[count] = st.ROW + row
            count += 1
    elif s.question == st.CHOOSE_COLUMN:
        for column in range(2):
            if 2 * s.row + column != s.burnt:
                actions[count] = st.COLUMN + column
                count += 1
    else:
        for hut in range(st.HUTS):
            if not s.searched >> hut & 1:
                actions[count] = st.GUESS + hut
                count += 1
    return count


@rule
def act(s: State, action: int) -> None:
    """Carry out one decision."""
    if action >= st.GUESS:
        search(s, action - st.GUESS)
    elif action >= st.COLUMN:
        hide(s, 2 * s.row + action - st.COLUMN)
    else:
        s.row = action - st.ROW
        s.question = st.CHOOSE_COLUMN


@rule
def hide(s: State, hut: int) -> None:
    """The hider is in a hut now; the seeker is told no more than that."""
    s.hut[st.HIDER] = hut
    s.row = st.NONE
    emit(s, 1 << st.HIDER, st.HIDDEN, st.HIDER, hut, 0, 0)
    emit(s, ALL & ~(1 << st.HIDER), st.HIDDEN, st.HIDER, st.NONE, 0, 0)
    s.actor = st.SEEKER
    s.question = st.SEEK


@rule
def search(s: State, hut: int) -> None:
    """The seeker looks into a hut and is told whether the row was right."""
    s.fence = 1  # something came to light
    s.searched |= 1 << hut
    right_row = s.hut[st.HIDER] // 2 == hut // 2
    emit(s, ALL, st.GUESSED, st.SEEKER, hut, 1 if right_row else 0, 0)
    row = 3 << hut // 2 * 2
    s.possible &= (row if right_row else ~row) & ~(1 << hut)
    if s.hut[st.HIDER] == hut:
        s.over = 1
        s.winners = 1 << st.SEEKER
    elif count_bits(s.searched) == s.guesses:
        s.over = 1
        s.winners = 1 << st.HIDER


@rule
def conceal(s: State, seat: int) -> None:
    """A half-chosen hut is the hider's alone."""
    if seat != st.HIDER:
        s.row = st.NONE


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """Where the hider may be or is, what was searched, what is burnt."""
    for hut in range(st.HUTS):
        known = s.hut[st.HIDER] == hut if seat == st.HIDER else s.possible >> hut & 1 == 1
        out[WHERE + hut] = 1 if known else 0
        out[SEARCHED + hut] = s.searched >> hut & 1
        out[BURNT + hut] = 1 if s.burnt == hut else 0

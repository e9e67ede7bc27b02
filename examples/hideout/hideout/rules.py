"""The rules of Hideout."""

from hideout.state import (
    BURNT,
    CHOOSE_COLUMN,
    CHOOSE_ROW,
    COLUMN,
    GUESS,
    GUESSED,
    HIDDEN,
    HIDER,
    HUTS,
    NONE,
    ROW,
    SEEK,
    SEEKER,
    State,
)
from quarterdeck.engine.rule import ALL, count_bits, emit, roll, rule
from quarterdeck.engine.state import Row

OBSERVATION = 3 * HUTS


@rule
def deal(s: State) -> None:
    """One hut burns down."""
    s.burnt = roll(s, HUTS)
    s.possible = 15 & ~(1 << s.burnt)
    emit(s, ALL, BURNT, NONE, s.burnt, 0, 0)
    s.actor = HIDER
    s.question = CHOOSE_ROW


@rule
def legal(s: State, actions: Row) -> int:
    """Any row, then a column whose hut stands; any hut not yet searched."""
    count = 0
    if s.question == CHOOSE_ROW:
        for row in range(2):
            actions[count] = ROW + row
            count += 1
    elif s.question == CHOOSE_COLUMN:
        for column in range(2):
            if 2 * s.row + column != s.burnt:
                actions[count] = COLUMN + column
                count += 1
    else:
        for hut in range(HUTS):
            if not s.searched >> hut & 1:
                actions[count] = GUESS + hut
                count += 1
    return count


@rule
def act(s: State, action: int) -> None:
    """Carry out one decision."""
    if action >= GUESS:
        search(s, action - GUESS)
    elif action >= COLUMN:
        hide(s, 2 * s.row + action - COLUMN)
    else:
        s.row = action - ROW
        s.question = CHOOSE_COLUMN


@rule
def hide(s: State, hut: int) -> None:
    """The hider is in a hut now; the seeker is told no more than that."""
    s.hut[HIDER] = hut
    s.row = NONE
    emit(s, 1 << HIDER, HIDDEN, HIDER, hut, 0, 0)
    emit(s, ALL & ~(1 << HIDER), HIDDEN, HIDER, NONE, 0, 0)
    s.actor = SEEKER
    s.question = SEEK


@rule
def search(s: State, hut: int) -> None:
    """The seeker looks into a hut and is told whether the row was right."""
    s.fence = 1  # something came to light
    s.searched |= 1 << hut
    right_row = s.hut[HIDER] // 2 == hut // 2
    emit(s, ALL, GUESSED, SEEKER, hut, 1 if right_row else 0, 0)
    row = 3 << hut // 2 * 2
    s.possible &= (row if right_row else ~row) & ~(1 << hut)
    if s.hut[HIDER] == hut:
        s.over = 1
        s.winners = 1 << SEEKER
    elif count_bits(s.searched) == s.guesses:
        s.over = 1
        s.winners = 1 << HIDER


@rule
def conceal(s: State, seat: int) -> None:
    """A half-chosen hut is the hider's alone."""
    if seat != HIDER:
        s.row = NONE


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """Where the hider may be or is, what was searched, what is burnt."""
    for hut in range(HUTS):
        known = s.hut[HIDER] == hut if seat == HIDER else s.possible >> hut & 1 == 1
        out[hut] = 1 if known else 0
        out[HUTS + hut] = s.searched >> hut & 1
        out[2 * HUTS + hut] = 1 if s.burnt == hut else 0

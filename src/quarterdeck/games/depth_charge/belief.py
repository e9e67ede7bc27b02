"""Filling a seat's blanks: `imagine` mines that explain every report, `allows` those that do.

All that is hidden are the adversary's mines, and a seat forgets nothing: the log keeps every charge
with its report, `clear` every square proved empty. A placement is consistent if each report so far
is what it would have given, together with the mines destroyed since.

How one is drawn. Mines are placed one by one. Each report asks for things: a mine heard at each
distance told (`ring`), something in front of each mine that should not have been heard (`before`).
The request with the fewest squares left is served next (`wanted`); without one, any open square is.
`venture` does so at random, choosing as if all else were free, and keeps count of how many
placements each choice stands for. Several ventures are weighed against each other by that count,
which makes each consistent placement as likely, in the limit; where only few placements are left,
or no venture comes home, `search` goes through all of them instead, and that is exact.
"""

import math
from typing import Any

from quarterdeck.engine.rule import any_bit, below, count_bits, rule
from quarterdeck.engine.state import Row, lookup
from quarterdeck.games.depth_charge.sonar import before, frame, pings, ring, silenced
from quarterdeck.games.depth_charge.state import (
    BLAST,
    HALF,
    KIND_MASK,
    LAY_MINE,
    MINE_SQUARES,
    MOST_MINES,
    NORTH,
    REPORT_BIT,
    SOUNDING,
    SOUTH,
    SQUARE_BIT,
    SQUARE_MASK,
    State,
)

CHOOSE = lookup([[math.comb(n, k) for k in range(MOST_MINES + 1)] for n in range(HALF)])
"""[n][k]: in how many ways k of n can be chosen."""
ONE = 1 << 8
"""A weight of one placement; the largest, of all ways to lay seven mines, fits 31 bits."""
VENTURES, ENOUGH = 96, 24
"""How many are tried at most, and how many that come home are weighed against each other."""
FEW = 48
"""With fewer placements than that, by the ventures' count, all are gone through."""
PATIENCE = 4000
"""After so many steps a search is content with the placements it has found."""


# What a seat knows ---------------------------------------------------------------------------


@rule
def has_laid(s: State, seat: int) -> bool:
    """Are this seat's mines in the lake?"""
    return s.turn > 0 or (s.question == LAY_MINE and seat == SOUTH and s.actor == NORTH)


@rule
def open_squares(s: State, owner: int) -> int:
    """Where a mine of the owner's may be, reports aside."""
    return MINE_SQUARES & ~s.land[owner] & ~s.clear[owner]


@rule
def last_entry(s: State, seat: int) -> int:
    """Where in the log the seat's last turn is; every other one before it is the seat's, too."""
    last = s.turn - 1
    return last if last % 2 == seat else last - 1


@rule
def has_sounded(s: State, seat: int) -> bool:
    """Has the seat received any report?"""
    for i in range(last_entry(s, seat), -1, -2):
        if s.log[i] & KIND_MASK == SOUNDING:
            return True
    return False


@rule
def explains(s: State, seat: int, mines: int) -> bool:
    """Would these mines have given every report the seat received?"""
    owner = 1 - seat
    then = mines
    for i in range(last_entry(s, seat), -1, -2):
        entry = s.log[i]
        spot = frame(owner, entry >> SQUARE_BIT & SQUARE_MASK)
        if entry & KIND_MASK == BLAST:
            then |= 1 << spot - HALF  # before that it was there
        elif entry & KIND_MASK == SOUNDING:
            if pings(s, owner, spot, then) != entry >> REPORT_BIT:
                return False
    return True


# Serving the reports' requests ---------------------------------------------------------------


@rule
def narrower(fits: int, best: int, left: int) -> int:
    """Of two requests the one with fewer squares; the last mine must serve both."""
    if left == 1:
        return fits & best
    return fits if count_bits(fits) < count_bits(best) else best


@rule
def wanted(s: State, seat: int, mines: int, open_: int, left: int) -> tuple[int, int]:
    """Squares, one of which surely holds one of the mines left to place: as few as can be named;
    all open ones if nothing is asked for, none if these mines cannot be completed. And the open
    squares, less those that no longer come into question."""
    owner = 1 - seat
    best = open_
    then = mines
    for i in range(last_entry(s, seat), -1, -2):
        entry = s.log[i]
        spot = frame(owner, entry >> SQUARE_BIT & SQUARE_MASK)
        if entry & KIND_MASK == BLAST:
            then |= 1 << spot - HALF
        elif entry & KIND_MASK == SOUNDING:
            best, open_ = serve(s, owner, spot, entry >> REPORT_BIT, then, open_, best, left)
            if best & open_ == 0:
                return 0, 0
    return best & open_, open_


@rule
def serve(
    s: State, owner: int, charge: int, report: int, mines: int, open_: int, best: int, left: int
) -> tuple[int, int]:
    """What one report asks for, if that is narrower than the best so far, and what it leaves open.
    Nothing, if it cannot be met."""
    deaf = silenced(s, owner, charge, mines)
    heard = mines & ~deaf
    answers = 0
    unmet = 0
    awaited = 0
    while report:
        bit = report & -report
        report ^= bit
        at = ring(charge, count_bits(bit - 1))
        answers |= at
        if heard & at == 0:
            unmet += 1
            fits = at & open_ & ~deaf
            awaited |= fits
            if fits == 0 or unmet > left:
                return 0, 0
            best = narrower(fits, best, left)
    wrong = heard & ~answers
    while wrong:
        bit = wrong & -wrong
        wrong ^= bit
        fits = before(charge, count_bits(bit - 1)) & open_
        if fits == 0:
            return 0, 0
        best = narrower(fits, best, left)
    if unmet == left:
        open_ &= awaited  # every mine still to come is one of those heard
    elif left == 1:
        open_ &= answers | deaf  # the last one is heard with others, or silenced already
    return best, open_


@rule
def thinned(s: State, seat: int) -> int:
    """The open squares less those that would be heard where nothing was, and cannot be silenced."""
    owner = 1 - seat
    open_ = open_squares(s, owner)
    before_that = 0
    while open_ != before_that:
        before_that = open_
        then = 0
        for i in range(last_entry(s, seat), -1, -2):
            entry = s.log[i]
            spot = frame(owner, entry >> SQUARE_BIT & SQUARE_MASK)
            if entry & KIND_MASK == BLAST:
                then |= 1 << spot - HALF
            elif entry & KIND_MASK == SOUNDING:
                open_ &= ~exposed(s, owner, spot, entry >> REPORT_BIT, then, open_)
    return open_


@rule
def exposed(s: State, owner: int, charge: int, report: int, mines: int, open_: int) -> int:
    """Open squares where a mine would have been heard at a distance that was not reported."""
    suspects = open_ & ~silenced(s, owner, charge, mines)
    while report:
        bit = report & -report
        report ^= bit
        suspects &= ~ring(charge, count_bits(bit - 1))
    found = 0
    while suspects:
        bit = suspects & -suspects
        suspects ^= bit
        if before(charge, count_bits(bit - 1)) & open_ == 0:
            found |= bit
    return found


# Drawing one ---------------------------------------------------------------------------------


@rule
def venture(s: State, seat: int, open_: int, rng: Row) -> tuple[int, int]:
    """Place the mines at random, and how many placements that stands for; 0: it came to nothing.

    The wanted squares are taken in order: the first is mined, or it is not and the second is...
    Each case is as likely as there are ways to lay the rest, were there no reports.
    """
    mines = 0
    weight = ONE
    for left in range(s.left[1 - seat], 0, -1):
        fits, open_ = wanted(s, seat, mines, open_, left)
        room = count_bits(open_)
        ways = CHOOSE[room][left] - CHOOSE[room - count_bits(fits)][left]
        if ways == 0:
            return 0, 0
        chosen = below(rng, ways)
        part = 0
        while chosen >= 0:
            bit = fits & -fits
            fits ^= bit
            open_ ^= bit
            room -= 1
            part = CHOOSE[room][left - 1]
            chosen -= part
            if chosen < 0:
                mines |= bit
        weight = weight * ways // part
    if not explains(s, seat, mines):
        return 0, 0
    return mines, weight


@rule
def is_drawn(rng: Row, weight: int, total: int) -> bool:
    """True with this probability: weight of total."""
    while total >> 30:
        total >>= 1
        weight >>= 1
    return below(rng, total) < weight


@rule
def search(s: State, seat: int, mines: int, open_: int, left: int, patience: int, rng: Row) -> int:
    """Go through the placements that add `left` mines on open squares to these; one of those found,
    each as likely, or 0. It stops early only with something found and its patience lost."""
    depth = 0
    found = 0
    kept = 0
    while True:
        fits = 0
        if depth < left:
            if count_bits(open_) >= left - depth:
                fits, open_ = wanted(s, seat, mines, open_, left - depth)
        elif explains(s, seat, mines):
            found += 1
            if below(rng, found) == 0:
                kept = mines
        patience -= 1
        if found and patience <= 0:
            return kept
        if fits:  # mine one of them; leaving it empty waits on the trail
            bit = 1 << any_bit(rng, fits)
            open_ &= ~bit
            s.trail[depth][0] = open_
            s.trail[depth][1] = mines
            mines |= bit
            depth += 1
        elif depth == 0:
            return kept
        else:
            depth -= 1
            open_ = s.trail[depth][0]
            mines = s.trail[depth][1]


@rule
def draw_mines(s: State, seat: int, rng: Row) -> int:
    """The adversary's mines, as all that the seat knows allows."""
    open_ = thinned(s, seat)
    enough = ENOUGH if has_sounded(s, seat) else 1
    total = 0
    home = 0
    tried = 0
    kept = 0
    while tried < VENTURES and home < enough:
        tried += 1
        mines, weight = venture(s, seat, open_, rng)
        if weight:
            home += 1
            total += weight
            if is_drawn(rng, weight, total):
                kept = mines
    if total < FEW * ONE * tried:
        kept = search(s, seat, 0, open_, s.left[1 - seat], PATIENCE, rng)
    return kept


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Lay the adversary's mines."""
    if has_laid(s, 1 - seat):
        s.mined[1 - seat] = draw_mines(s, seat, rng)
        wipe_trail(s)


@rule
def wipe_trail(s: State) -> None:
    """Leave the work space as it was found."""
    for depth in range(MOST_MINES):
        s.trail[depth][0] = 0
        s.trail[depth][1] = 0


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Are these mines that the seat's view cannot tell from the true ones?"""
    other = 1 - seat
    mines = s.mined[other]
    if not has_laid(view, other):
        return mines == 0
    return (
        count_bits(mines) == view.left[other]
        and mines & ~open_squares(view, other) == 0
        and explains(view, seat, mines)
    )


# For the chart -------------------------------------------------------------------------------


@rule
def may_hold(s: State, seat: int, rng: Row) -> int:
    """The squares where a mine of the adversary's may be: some placement has one there."""
    open_ = thinned(s, seat)
    left = s.left[1 - seat]
    found = 0
    for spot in range(HALF - 1):
        bit = 1 << spot
        if open_ & bit and not found & bit:
            found |= search(s, seat, bit, open_ & ~bit, left - 1, 1, rng)
    wipe_trail(s)
    return found


@rule
def must_hold(s: State, seat: int, rng: Row) -> int:
    """The squares where a mine surely is: no placement does without one there."""
    open_ = thinned(s, seat)
    left = s.left[1 - seat]
    sure = search(s, seat, 0, open_, left, 1, rng)
    suspects = sure
    while suspects:
        bit = suspects & -suspects
        other = search(s, seat, 0, open_ & ~bit, left, 1, rng)
        if other:
            sure &= other
        suspects &= sure & ~bit
    wipe_trail(s)
    return sure


def reckon(states: Any, i: int, seat: int, out: Any) -> None:
    """Entry point for the chart: what may be mined, and what surely is."""
    s = states[i]
    out[0] = may_hold(s, seat, s.rng)
    out[1] = must_hold(s, seat, s.rng)

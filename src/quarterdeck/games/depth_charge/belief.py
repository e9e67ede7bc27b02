"""Filling in a seat's blanks: `imagine` mines that explain every report, `allows` all that do.

Only the adversary's mines are hidden, and a seat forgets nothing: the log keeps every charge with
its report, `clear` every square known to be empty. A placement is consistent if, together with the
mines destroyed since, it would have given every report so far.

How one is drawn: mines are placed one by one. Each report makes requests: a mine heard at each
distance told (`ring`), something in front of each mine that should not have been heard (`before`).
The request with the fewest squares left is served next (`wanted`); if there is none, any open
square will do. `sample` does this at random, choosing as if there were no further requests, and
counts how many placements each choice stands for. Several samples are weighted by that count, which
in the limit makes all consistent placements equally likely. If only a few placements are left, or
no sample succeeds, `search` enumerates all of them instead, which is exact.
"""

import math
from typing import Any

from quarterdeck.engine.rule import any_bit, below, count_bits, rule
from quarterdeck.engine.state import Row, lookup
from quarterdeck.games.depth_charge import state as st
from quarterdeck.games.depth_charge.sonar import before, frame, pings, ring, silenced, size
from quarterdeck.games.depth_charge.state import State

CHOOSE = lookup([[math.comb(n, k) for k in range(st.MOST_MINES + 1)] for n in range(st.HALF)])
"""[n][k]: in how many ways k of n can be chosen."""
ONE = 1 << 8
"""The weight of one placement; the largest, of all ways to lay seven mines, fits 31 bits."""
SAMPLES, ENOUGH = 96, 24
"""How many samples are tried at most, and how many successful ones are enough."""
FEW = 48
"""With fewer placements than this, as estimated from the samples, all are enumerated."""
PATIENCE = 4000
"""After this many steps a search stops if it has found any placement."""


# What a seat knows ---------------------------------------------------------------------------


@rule
def has_laid(s: State, seat: int) -> bool:
    """Are this seat's mines in the lake?"""
    return s.turn > 0 or (s.question == st.LAY_MINE and seat == st.SOUTH and s.actor == st.NORTH)


@rule
def open_squares(s: State, owner: int) -> int:
    """Where the owner may have a mine, reports aside."""
    return st.MINE_SQUARES[size(s)] & ~s.land[owner] & ~s.clear[owner]


@rule
def last_entry(s: State, seat: int) -> int:
    """The log index of the seat's last turn; every second one before it is also the seat's."""
    last = s.turn - 1
    return last if last % 2 == seat else last - 1


@rule
def has_sounded(s: State, seat: int) -> bool:
    """Has the seat received any report?"""
    for i in range(last_entry(s, seat), -1, -2):
        if s.log[i] & st.KIND_MASK == st.SOUNDING:
            return True
    return False


@rule
def explains(s: State, seat: int, mines: int) -> bool:
    """Would these mines have given every report the seat received?"""
    owner = 1 - seat
    then = mines
    for i in range(last_entry(s, seat), -1, -2):
        entry = s.log[i]
        spot = frame(owner, entry >> st.SQUARE_BIT & st.SQUARE_MASK)
        if entry & st.KIND_MASK == st.BLAST:
            then |= 1 << spot - st.HALF  # it was there before
        elif entry & st.KIND_MASK == st.SOUNDING:
            if pings(s, owner, spot, then) != entry >> st.REPORT_BIT:
                return False
    return True


# Requests made by the reports ----------------------------------------------------------------


@rule
def narrower(fits: int, best: int, left: int) -> int:
    """Of two requests the one with fewer squares; the last mine must serve both."""
    if left == 1:
        return fits & best
    return fits if count_bits(fits) < count_bits(best) else best


@rule
def wanted(s: State, seat: int, mines: int, open_: int, left: int) -> tuple[int, int]:
    """Squares of which at least one must hold one of the mines left to place, as few as possible:
    all open ones if there is no request, none if these mines cannot be completed. And the open
    squares, less those that are no longer possible."""
    owner = 1 - seat
    best = open_
    then = mines
    for i in range(last_entry(s, seat), -1, -2):
        entry = s.log[i]
        spot = frame(owner, entry >> st.SQUARE_BIT & st.SQUARE_MASK)
        if entry & st.KIND_MASK == st.BLAST:
            then |= 1 << spot - st.HALF
        elif entry & st.KIND_MASK == st.SOUNDING:
            best, open_ = serve(s, owner, spot, entry >> st.REPORT_BIT, then, open_, best, left)
            if best & open_ == 0:
                return 0, 0
    return best & open_, open_


@rule
def serve(
    s: State, owner: int, charge: int, report: int, mines: int, open_: int, best: int, left: int
) -> tuple[int, int]:
    """One report's request, if it is narrower than the best so far, and the squares it leaves open;
    nothing if the report cannot be met."""
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
        open_ &= awaited  # every mine still to place is one of those heard
    elif left == 1:
        open_ &= answers | deaf  # the last one is heard with others, or is already silenced
    return best, open_


@rule
def thinned(s: State, seat: int) -> int:
    """The open squares, less those whose mine would have been heard and was not."""
    owner = 1 - seat
    open_ = open_squares(s, owner)
    before_that = 0
    while open_ != before_that:
        before_that = open_
        then = 0
        for i in range(last_entry(s, seat), -1, -2):
            entry = s.log[i]
            spot = frame(owner, entry >> st.SQUARE_BIT & st.SQUARE_MASK)
            if entry & st.KIND_MASK == st.BLAST:
                then |= 1 << spot - st.HALF
            elif entry & st.KIND_MASK == st.SOUNDING:
                open_ &= ~exposed(s, owner, spot, entry >> st.REPORT_BIT, then, open_)
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


# Drawing a placement -------------------------------------------------------------------------


@rule
def sample(s: State, seat: int, open_: int, rng: Row) -> tuple[int, int]:
    """Place the mines at random, and the number of placements that stands for; 0: it failed.

    The wanted squares are taken in order: the first is mined, or it is not and the second is...
    Each case is chosen in proportion to the ways to lay the rest if there were no reports.
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
    """True with probability weight / total."""
    while total >> 30:
        total >>= 1
        weight >>= 1
    return below(rng, total) < weight


@rule
def search(s: State, seat: int, mines: int, open_: int, left: int, patience: int, rng: Row) -> int:
    """Enumerate the placements that add `left` mines on open squares to these. Returns one of those
    found, all equally likely, or 0. Stops early only if it found one and its patience is spent."""
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
        if fits:  # mine one of them; the case without it waits on the trail
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
    """A placement of the adversary's mines that fits everything the seat knows."""
    open_ = thinned(s, seat)
    enough = ENOUGH if has_sounded(s, seat) else 1
    total = 0
    succeeded = 0
    tried = 0
    kept = 0
    while tried < SAMPLES and succeeded < enough:
        tried += 1
        mines, weight = sample(s, seat, open_, rng)
        if weight:
            succeeded += 1
            total += weight
            if is_drawn(rng, weight, total):
                kept = mines
    if total < FEW * ONE * tried:
        kept = search(s, seat, 0, open_, s.left[1 - seat], PATIENCE, rng)
    return kept


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Fill in the adversary's mines."""
    if has_laid(s, 1 - seat):
        s.mined[1 - seat] = draw_mines(s, seat, rng)
        wipe_trail(s)


@rule
def wipe_trail(s: State) -> None:
    """Leave the work space as it was found."""
    for depth in range(st.MOST_MINES):
        s.trail[depth][0] = 0
        s.trail[depth][1] = 0


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Are these mines that the seat, from its view, cannot tell from the true ones?"""
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
    """The squares where the adversary may have a mine: some placement has one there."""
    open_ = thinned(s, seat)
    left = s.left[1 - seat]
    found = 0
    for spot in range(st.HALF - 1):
        bit = 1 << spot
        if open_ & bit and not found & bit:
            found |= search(s, seat, bit, open_ & ~bit, left - 1, 1, rng)
    wipe_trail(s)
    return found


@rule
def must_hold(s: State, seat: int, rng: Row) -> int:
    """The squares where the adversary must have a mine: every placement has one there."""
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


def deduce(states: Any, i: int, seat: int, out: Any) -> None:
    """Entry point for the chart: where mines may be, and where they must be."""
    s = states[i]
    out[0] = may_hold(s, seat, s.rng)
    out[1] = must_hold(s, seat, s.rng)

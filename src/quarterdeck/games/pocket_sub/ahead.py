"""Looking ahead within one turn, for people: can a sub come through it afloat?

Everything is open and no chance is drawn, so the answer is exact: all ways on are tried, with the
rules' own functions, on a view.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from quarterdeck.engine.rule import interpret
from quarterdeck.games.pocket_sub import encounters, rules
from quarterdeck.games.pocket_sub import state as st

cost = interpret(rules.cost)
fate_in = interpret(encounters.fate_in)
places_for_mine = interpret(rules.places_for_mine)
reachable = interpret(rules.reachable)
in_friendly_centre = interpret(encounters.in_friendly_centre)
friends = interpret(encounters.friends)
supply = interpret(rules.supply)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        yield lowest.bit_length() - 1


def chosen(view: st.State, number: int) -> st.State:
    """The view once a sub has been chosen."""
    after = copy.copy(view)
    after.moving, after.start = number, view.sub[view.actor][number]
    after.at, after.visited = after.start, 1 << after.start
    after.points = st.POINTS + (view.using >> st.CURRENT & 1)
    return after


def stepped(view: st.State, region: int) -> st.State:
    """The view once the moving sub has entered a region; what it met there is not carried out."""
    after = copy.copy(view)
    after.points = view.points - cost(view, view.at, region)
    after.at, after.visited = region, view.visited | 1 << region
    return after


def survives(view: st.State, sunk: int = 0) -> bool:
    """Is there a way to complete the turn with the moving sub afloat? `sunk`: the regions where it
    has sunk enemies in thought."""
    if wins(view, sunk):
        return True
    if view.points == 0:
        return bool(wake(view, sunk)) or sheltered(view)
    for region in bits(reachable(view)):
        after = stepped(view, region)
        fate = fate_in(view, region, after.points)
        if fate == st.AFLOAT and survives(after, sunk):
            return True
        if fate == st.VICTORIOUS and survives(after, sunk | 1 << region):
            return True
    return False


def wins(view: st.State, sunk: int) -> bool:
    """Are all enemies among those sunk?"""
    foes = [
        region
        for seat in range(view.seats)
        if not friends(view, seat, view.actor)
        for region in view.sub[seat]
        if region != st.NOWHERE
    ]
    return all(sunk >> region & 1 for region in foes)


def wake(view: st.State, sunk: int) -> int:
    """Where a mine could be laid if the move ended here."""
    freed = sunk & ~view.deep & ~(1 << view.at) if supply(view, view.actor) else 0
    return int(places_for_mine(view)) | freed


def sheltered(view: st.State) -> bool:
    """Has the sub come from the open sea into a friendly centre?"""
    return in_friendly_centre(view, view.at) and not in_friendly_centre(view, view.start)

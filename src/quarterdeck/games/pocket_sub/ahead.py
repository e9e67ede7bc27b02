"""Looking ahead within one turn, for people: what does completing it cost?

Everything is open and nothing is random, so the answer is exact: all ways on are tried, with the
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
other_sub_at = interpret(encounters.other_sub_at)
supply = interpret(rules.supply)

BOTH = 2
"""A sub that ends on another sub of the same player destroys both."""


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


def losses(view: st.State, sunk: int = 0) -> int:
    """The fewest of the actor's own subs that completing the turn costs: none, the one that moves,
    or another one with it. `sunk`: the regions where it has sunk enemies while looking ahead."""
    if wins(view, sunk):
        return 0
    if view.points == 0:
        return 0 if wake(view, sunk) or sheltered(view) else 1
    fewest = BOTH
    steps = list(bits(reachable(view)))
    for region in steps:
        fewest = min(fewest, losses_by_step(view, region, sunk))
        if fewest == 0:
            break
    return fewest if steps else 1


def losses_by_step(view: st.State, region: int, sunk: int = 0) -> int:
    """The same if the moving sub enters this region next."""
    after = stepped(view, region)
    fate = fate_in(view, region, after.points)
    if fate == st.AFLOAT:
        return losses(after, sunk)
    if fate == st.VICTORIOUS:
        return losses(after, sunk | 1 << region)
    collides = fate == st.OWN_SUB and owner_of_sub(view, region) == view.actor
    return BOTH if collides else 1


def owner_of_sub(view: st.State, region: int) -> int:
    """Whose sub lies in a region, apart from the one that moves."""
    return int(other_sub_at(view, region)) // st.SUBS


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

"""Recall: what each seat has been told since the deal, as a number that changes with every line.

Two games in which a seat did the same and was told the same have the same number for it: that is an
information set of a player with perfect memory. A view may forget what no longer matters.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.rule import ALL, rule
from quarterdeck.engine.state import AUDIENCE_BIT, MAX_SEATS

DRAFT = MAX_SEATS
"""Index of the number for the draft's actions, after those for what each seat was told."""
ROOM = MAX_SEATS + 1


@rule
def mix(digest: int, number: int) -> int:
    """Add a number to a digest (the last steps of splitmix64)."""
    digest = ((digest ^ number) + 0x1E3779B97F4A7C15) * -0x40A7B892E31B1A47
    digest = (digest ^ (digest >> 27 & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15
    return digest ^ (digest >> 31 & 0x1FFFFFFFF)


@rule
def hear(s: Any, told: Any, actor: int, action: int) -> None:
    """After an action (-1: the deal): the actor knows what it did, and at a fence all seats hear of
    the events."""
    if action >= 0:
        told[DRAFT] = mix(told[DRAFT], action)
    if not s.fence:
        return
    if action >= 0:
        told[actor] = mix(told[actor], told[DRAFT])
    told[DRAFT] = 0
    for i in range(s.event_count):
        event = s.event[i]
        for seat in range(s.seats):
            if event >> AUDIENCE_BIT + seat & 1:
                told[seat] = mix(told[seat], event & ~(ALL << AUDIENCE_BIT))


@rule
def information(told: Any, actor: int, seat: int) -> int:
    """A seat's information set; only the actor knows of the draft."""
    draft = told[DRAFT] if seat == actor else 0
    return mix(mix(told[seat], draft), seat + 1)

"""Hideout in a player's words: `hidden("D", burnt="A").search("B")`."""

from __future__ import annotations

from hideout import GAME
from hideout import state as st

from quarterdeck.testing import Scenario


class Table(Scenario):
    def search(self, hut: str) -> Table:
        return self.act("guess", "ABCD".index(hut))


def hidden(hut: str, burnt: str, compiled: bool = True, **options: int) -> Table:
    """The hider is in a hut; the seeker is to search."""
    table = Table.deal(GAME, ["hider", "seeker"], compiled=compiled, **options)
    s = table.blank()
    s.actor, s.question = st.SEEKER, st.SEEK
    s.burnt, s.hut[st.HIDER] = "ABCD".index(burnt), "ABCD".index(hut)
    s.possible = 15 & ~(1 << s.burnt)
    return table.set_to(s)

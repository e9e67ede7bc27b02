"""Leduc poker in a player's words: `dealt("Js", "Kh").bet("raise", "call")`."""

from __future__ import annotations

from leduc import GAME
from leduc import state as st

from quarterdeck.testing import Scenario


def card(name: str) -> int:
    """The number of a card: `Qh` is the queen of hearts."""
    return 2 * "JQK".index(name[0]) + "sh".index(name[1])


class Table(Scenario):
    def bet(self, *verbs: str) -> Table:
        for verb in verbs:
            self.act(verb)
        return self

    def offer(self, verb: str, number: int) -> str:
        return verb

    def turn_over(self, name: str) -> Table:
        """Play a first round without raises, then let this be the card that both share."""
        s = self.bet("call", "call").truth
        s.public = card(name)
        return self.set_to(s)

    @property
    def scores(self) -> list[int]:
        return list(self.truth.score)


def dealt(first: str, second: str, compiled: bool = True) -> Table:
    """Both have a card and have paid their ante."""
    table = Table.deal(GAME, ["first", "second"], compiled=compiled)
    s = table.blank()
    s.card[0], s.card[1] = card(first), card(second)
    s.paid[0] = s.paid[1] = st.ANTE
    return table.set_to(s)

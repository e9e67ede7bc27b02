"""Kuhn poker in a player's words: `dealt("J", "K").bet("pass", "bet")`."""

from __future__ import annotations

from kuhn import GAME

from quarterdeck.testing import Scenario


class Table(Scenario):
    def bet(self, *verbs: str) -> Table:
        for verb in verbs:
            self.act(verb)
        return self

    @property
    def scores(self) -> list[int]:
        return list(self.truth.score)


def dealt(first: str, second: str, compiled: bool = True) -> Table:
    """Both have a card and have paid a chip."""
    table = Table.deal(GAME, ["first", "second"], compiled=compiled)
    s = table.blank()
    s.card[0], s.card[1] = "JQK".index(first), "JQK".index(second)
    s.paid[0] = s.paid[1] = 1
    return table.set_to(s)

"""Battleship in a player's words: `afloat(ships=1).shoot("A1", "B2")`."""

from __future__ import annotations

from battleship import GAME
from battleship import state as st

from quarterdeck.testing import Scenario


def cell(name: str) -> int:
    """The number of a cell: `C1` is the third in the first row."""
    return "ABCDEFGHIJ".index(name[0]) + st.SIDE * (int(name[1:]) - 1)


class Table(Scenario):
    def place(self, *places: str) -> Table:
        """`across A1`, `down C2`: the players' next ships, in turn."""
        for place in places:
            verb, name = place.split()
            self.act(verb, cell(name))
        return self

    def shoot(self, *names: str) -> Table:
        """In turn."""
        for name in names:
            self.act("shot", cell(name))
        return self

    def offer(self, verb: str, number: int) -> str:
        return f"{verb} {'ABCDEFGHIJ'[number % st.SIDE]}{number // st.SIDE + 1}"

    @property
    def answer(self) -> str:
        """What the last shot was answered."""
        return self.log("spectator")[-1].partition(": ")[2]

    @property
    def scores(self) -> list[int]:
        return list(self.truth.score)


def afloat(compiled: bool = True, **options: int) -> Table:
    """Each player's ships lie one below the other, at the left edge, shortest first."""
    table = Table.deal(GAME, ["first", "second"], compiled=compiled, **options)
    for row in range(table.truth.ships):
        table.place(*[f"across A{row + 1}"] * 2)
    return table

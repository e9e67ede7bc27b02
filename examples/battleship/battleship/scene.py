"""Battleship for people: two seas, ships in cells, answers as marks."""

from __future__ import annotations

from battleship import state as st
from quarterdeck.engine.scene import Board, Cell, Cue, Mark, Picture, Piece, Tally, Told
from quarterdeck.engine.state import Event

SHIPS = ("the patrol boat", "the submarine", "the destroyer", "the battleship", "the carrier")
ANSWERS = ("", "water", "a hit", "a hit, and the ship sinks")
MARKS = ("", "miss", "hit", "sunk")


def cell_name(cell: int) -> str:
    return f"{'ABCDEFGHIJ'[cell % st.SIDE]}{cell // st.SIDE + 1}"


def place(seat: int, cell: int) -> str:
    return f"sea{seat}:{cell_name(cell)}"


def whose(view: st.State, seat: int) -> str:
    return "Your" if view.viewer == seat else f"{{{seat}}}'s"


def draw(view: st.State) -> Picture:
    """The other's sea, then the viewer's own."""
    me = max(view.viewer, 0)
    return Picture(
        prompt=prompt(view),
        boards=[sea(view, 1 - me), sea(view, me)],
        pieces=[piece for seat in range(2) for piece in hulls(view, seat)],
        tallies=[
            [Tally("ships sunk", "sunk", view.sunk[1 - seat], view.ships)] for seat in range(2)
        ],
    )


def sea(view: st.State, seat: int) -> Board:
    cells = [
        Cell(place(seat, cell), column + 0.5, row + 0.5, "", cell_label(view, seat, cell),
             marks=marks(view, seat, cell))
        for row in range(view.height)
        for column in range(view.width)
        for cell in [st.SIDE * row + column]
    ]  # fmt: skip
    return Board(f"sea{seat}", f"{whose(view, seat)} sea", "square", cells,
                 columns=list("ABCDEFGHIJ"[: view.width]),
                 rows=[str(row + 1) for row in range(view.height)])  # fmt: skip


def cell_label(view: st.State, seat: int, cell: int) -> str:
    return f"{cell_name(cell)} in {whose(view, seat).lower()} sea"


def marks(view: st.State, seat: int, cell: int) -> list[Mark]:
    known = view.known[seat][cell]
    if known == st.UNKNOWN:
        return []
    return [Mark("symbol", ANSWERS[known], symbol=MARKS[known], filled=True)]


def hulls(view: st.State, seat: int) -> list[Piece]:
    """A piece for each part of a ship that the viewer sees."""
    return [
        Piece(f"hull:{place(seat, cell)}", place(seat, cell), "token", SHIPS[ship], "hull", seat)
        for cell, ship in enumerate(view.ship[seat])
        if ship != st.NONE
    ]


def prompt(view: st.State) -> str:
    if view.viewer != view.actor:
        doing = "place a ship" if view.question == st.PLACE else "shoot"
        return f"{{{view.actor}}} is to {doing}"
    if view.question == st.SHOOT:
        return "Shoot at a cell"
    ship = view.turn // 2
    return f"Place {SHIPS[ship]}, {st.SIZES[ship]} cells: where does it begin?"


def label(view: st.State, action: int) -> str:
    verb, cell = st.ACTIONS.parse(action)
    if verb == "shot":
        return f"Shoot at {cell_name(cell)}"
    return f"From {cell_name(cell)} {'to the right' if verb == 'across' else 'downwards'}"


def targets(view: st.State, action: int) -> list[str]:
    verb, cell = st.ACTIONS.parse(action)
    return [place(1 - view.actor if verb == "shot" else view.actor, cell)]


def ending(view: st.State) -> str:
    if not view.winners:
        return "As many ships were sunk on either side."
    winner = view.winners.bit_length() - 1
    who = "You win" if view.viewer == winner else f"{{{winner}}} wins"
    return f"{who}, {view.sunk[1 - winner]} ships to {view.sunk[winner]}."


def tell(view: st.State, event: Event) -> Told | None:
    who = event.who
    if event.kind == st.PLACED:
        you = view.viewer == who
        return Told(f"{'You place' if you else f'{{{who}}} places'} {SHIPS[event.a]}.", who)
    shoots = "You shoot" if view.viewer == who else f"{{{who}}} shoots"
    cue = Cue("pulse" if event.b == st.WATER else "strike", place(1 - who, event.a), seat=1 - who)
    return Told(f"{shoots} at {cell_name(event.a)}: {ANSWERS[event.b]}.", who, [cue])

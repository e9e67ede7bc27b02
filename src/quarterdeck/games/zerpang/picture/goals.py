"""How far each player is from winning, as tallies beside their names."""

from __future__ import annotations

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import Tally
from quarterdeck.games.zerpang import board
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.classes import ninja
from quarterdeck.games.zerpang.picture.names import CLASS_SYMBOLS, kind
from quarterdeck.games.zerpang.words import say

owned_at = interpret(board.owned_at)
stands_on = interpret(ninja.stands_on)
XS, HOUSES = list(tb.X_SPACES), list(tb.HOUSE_SPACES)
TRIANGLES = (0b010101, 0b101010)

GOALS = say.know(
    "Great Houses of a triangle",
    "Xs of a triangle",
    "pieces with two rings",
    "pieces uploaded",
    "pieces in a line",
    "captives that count",
    "half hours waited (30 turns each)",
)
IN_TWO = {tb.NINJA: "Great Houses", tb.PIRATE: "Xs"}
"""What counts in a two-player game: all six."""
say.know(*IN_TWO.values())


def tallies(view: st.State, who: int) -> list[Tally]:
    role = view.role[who]
    if role == tb.NONE:
        return []
    count, needed = progress(view, who)
    label = f"{kind(view, who)}: {goal_name(view, role)}"
    return [Tally(label, CLASS_SYMBOLS[role], count, needed)]


def goal_name(view: st.State, role: int) -> str:
    if role == tb.ELF and view.patience:
        return say("times the deck has run out")
    if role == tb.ELF and view.live:
        return say("three hours waited")
    return say(IN_TWO[role] if view.seats == 2 and role in IN_TWO else GOALS[role])


def progress(view: st.State, seat: int) -> tuple[int, int]:
    """How far a seat has come, and how far it has to go in all."""
    role = view.role[seat]
    if role in (tb.NINJA, tb.PIRATE):
        held = stands_on(view, seat, HOUSES if role == tb.NINJA else XS)
        if view.seats == 2:
            return held.bit_count(), 6
        return max((held & corners).bit_count() for corners in TRIANGLES), 3
    if role == tb.GUNSLINGER:
        houses, xs = stands_on(view, seat, HOUSES), stands_on(view, seat, XS)
        lines = [1 << i | 1 << i + tb.LINES for i in range(tb.LINES)]
        return max((houses & line).bit_count() + (xs & line).bit_count() for line in lines), 4
    if role == tb.ZOMBIE:
        own = range(seat * tb.PIECES_EACH, (seat + 1) * tb.PIECES_EACH)
        swarm = [p for p in own if view.rings[p] >= 2 and 0 <= view.place[p] < tb.SPACES]
        return min(len(swarm), 3), 3
    if role == tb.ROBOT:
        return owned_at(view, seat, tb.UPLOADED), tb.PIECES_EACH
    if role == tb.ALIEN:
        return captives_that_count(view), 4
    if view.patience:
        return min(view.exhausted, view.patience), view.patience
    if view.live:
        return int(view.winners >> seat & 1), 1
    return min(6 * view.turn // st.ELF_LIMIT, 6), 6


def captives_that_count(view: st.State) -> int:
    """The Alien needs four captives, at least one from each opponent."""
    taken = [
        owned_at(view, seat, tb.ABDUCTED)
        for seat in range(view.seats)
        if view.role[seat] not in (tb.ALIEN, tb.ELF)
    ]
    owners, any_of = sum(count > 0 for count in taken), max(0, 4 - len(taken))
    return min(owners, 4) + min(sum(taken) - owners, any_of)

"""The Pirate: Dirty Rotten Scoundrel, Salvage Operation, X Marks the Spot."""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.engine.state import Row, lookup
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import can_step, on_board
from quarterdeck.games.zerpang.classes.ninja import makes_triangle, stands_on
from quarterdeck.games.zerpang.state import State

_IMMUNE = {
    tb.PIRATE: (tb.TREASURE, tb.X_MARK),
    tb.GUNSLINGER: (tb.TREASURE, tb.X_MARK, tb.GREAT_HOUSE),
    tb.NINJA: (tb.GREAT_HOUSE,),
    tb.ROBOT: (tb.TREASURE,),
}
IMMUNE = lookup([[t in _IMMUNE.get(role, ()) for t in range(6)] for role in range(tb.CLASSES)])
"""[class][terrain]: where a class's pieces are safe from Scoundrels."""


@rule
def list_victims(s: State, actions: Row, count: int) -> int:
    """Others' pieces that can step; not the one moved last turn, nor one on a winning space."""
    for piece in range(s.seats * tb.PIECES_EACH):
        owner = piece // tb.PIECES_EACH
        if owner == s.actor or piece == s.wary or not on_board(s, piece):
            continue
        if not IMMUNE[s.role[owner]][tb.TERRAIN[s.place[piece]]] and can_step(s, piece):
            actions[count] = st.DO_PIECE + piece
            count += 1
    return count


@rule
def activate_trick(s: State) -> None:
    """The Pirate has paid to move somebody else's piece."""
    s.tricked[s.active] = s.chosen
    emit(s, ALL, st.TRICKED, s.active, s.chosen, 0, 0)


@rule
def may_salvage(s: State, seat: int) -> bool:
    """A Pirate who did nothing this turn may draw for every piece in a zone."""
    return s.role[seat] == tb.PIRATE and not s.acted


@rule
def marks_the_spot(s: State, seat: int) -> bool:
    """A Pirate wins with three pieces around the treasure, in a triangle."""
    return makes_triangle(s, stands_on(s, seat, tb.XS))

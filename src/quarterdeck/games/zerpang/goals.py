"""Who has won: tested whenever a piece has stopped, been abducted or uploaded, and whenever the
deck has run out."""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.classes.alien import owns_your_base
from quarterdeck.games.zerpang.classes.elf import outdraw
from quarterdeck.games.zerpang.classes.gunslinger import rides_into_sunset
from quarterdeck.games.zerpang.classes.ninja import dominates_dojo
from quarterdeck.games.zerpang.classes.pirate import marks_the_spot
from quarterdeck.games.zerpang.classes.robot import is_uploaded
from quarterdeck.games.zerpang.classes.zombie import has_swarm
from quarterdeck.games.zerpang.state import State


@rule
def has_won(s: State, seat: int) -> bool:
    """Has the seat reached its class's goal? (Elves may also win at the end of a turn.)"""
    role = s.role[seat]
    if role == tb.NINJA:
        return dominates_dojo(s, seat)
    if role == tb.PIRATE:
        return marks_the_spot(s, seat)
    if role == tb.ZOMBIE:
        return has_swarm(s, seat)
    if role == tb.ROBOT:
        return is_uploaded(s, seat)
    if role == tb.GUNSLINGER:
        return rides_into_sunset(s, seat)
    if role == tb.ELF:
        return outdraw(s)
    return role == tb.ALIEN and owns_your_base(s)


@rule
def test_goals(s: State) -> None:
    """If several have won at once, the active player comes first, then clockwise."""
    s.unsettled = 0
    for i in range(s.seats):
        seat = (s.active + i) % s.seats
        if not s.over and has_won(s, seat):
            end_game(s, seat)


@rule
def end_game(s: State, winner: int) -> None:
    """The game is over; NONE: nobody has won."""
    s.over = 1
    if winner != tb.NONE:
        s.winners = 1 << winner
    emit(s, ALL, st.ENDED, winner, s.role[winner] if winner != tb.NONE else tb.NONE, 0, 0)

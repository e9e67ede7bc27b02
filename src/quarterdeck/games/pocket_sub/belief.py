"""What a seat may believe: exactly what it sees. Nothing is hidden, and nothing is random after the
deal."""

from quarterdeck.engine.rule import rule
from quarterdeck.engine.state import Row
from quarterdeck.games.pocket_sub import state as st
from quarterdeck.games.pocket_sub.state import State


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """There is nothing to fill in."""


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Is this exactly the state the seat sees?"""
    return same_turn(view, s) and same_sea(view, s) and same_pieces(view, s)


@rule
def same_turn(view: State, s: State) -> bool:
    return (
        view.actor == s.actor
        and view.question == s.question
        and view.turn == s.turn
        and view.first == s.first
        and view.using == s.using
        and view.moving == s.moving
        and view.start == s.start
        and view.at == s.at
        and view.visited == s.visited
        and view.points == s.points
        and view.choices == s.choices
    )


@rule
def same_sea(view: State, s: State) -> bool:
    for place in range(st.PLACES):
        if view.tile[place] != s.tile[place] or view.rotation[place] != s.rotation[place]:
            return False
    for direction in range(st.WHIRLPOOLS):
        if view.whirlpool[direction] != s.whirlpool[direction]:
            return False
    return view.rocky == s.rocky and view.deep == s.deep


@rule
def same_pieces(view: State, s: State) -> bool:
    for seat in range(st.SEATS):
        if view.centre[seat] != s.centre[seat] or view.mines[seat] != s.mines[seat]:
            return False
        if view.afloat[seat] != s.afloat[seat] or view.tokens[seat] != s.tokens[seat]:
            return False
        for number in range(st.SUBS):
            if view.sub[seat][number] != s.sub[seat][number]:
                return False
    return True

"""What a player may believe: the other's ships lie anywhere that explains the answers to all shots.

A ship explains the answers for its own cells, wherever the others are. So a sea is possible if
every ship in it is, and if every hit is on a ship.
"""

from battleship import state as st
from battleship.rules import cell_of, fits, in_sea
from battleship.state import State
from quarterdeck.engine.rule import below, rule
from quarterdeck.engine.state import Row


@rule
def imagine(s: State, seat: int, rng: Row) -> None:
    """Place the other's ships at random, those that were hit first, until all hits are on ships.

    Before the first hit this is how ships are placed in random play. Later it is close to that, but
    not exact.
    """
    while not try_to_imagine(s, 1 - seat, rng):
        pass
    for ship in range(s.ships):
        s.left[1 - seat][ship] = unhit(s, 1 - seat, ship)


@rule
def allows(view: State, seat: int, s: State) -> bool:
    """Are all ships placed as they may be, and are the seat's own as it placed them?"""
    other, cells = 1 - seat, 0
    for cell in range(st.CELLS):
        if s.ship[seat][cell] != view.ship[seat][cell]:
            return False
        if s.ship[other][cell] != st.NONE:
            cells += 1
        elif view.known[other][cell] >= st.HIT:
            return False
    for ship in range(s.ships):
        if s.left[other][ship] != unhit(s, other, ship):
            return False
    for ship in range(placed(view, other)):
        action = placement(s, other, ship)
        if action == st.NONE or not explains(view, other, action, st.SIZES[ship]):
            return False
        cells -= st.SIZES[ship]
    return cells == 0


@rule
def placed(s: State, seat: int) -> int:
    """How many ships a seat has placed."""
    return min((s.turn + 1 - seat) // 2, s.ships)


@rule
def unhit(s: State, seat: int, ship: int) -> int:
    """How many cells of a ship have not been hit."""
    left = st.SIZES[ship]
    for cell in range(st.CELLS):
        if s.ship[seat][cell] == ship and s.known[seat][cell] != st.UNKNOWN:
            left -= 1
    return left


@rule
def placement(s: State, seat: int, ship: int) -> int:
    """The action that placed a ship where it is; NONE if nothing does."""
    for action in range(st.ACROSS, st.SHOT):
        if in_sea(s, action, st.SIZES[ship]):
            i = 0
            while i < st.SIZES[ship] and s.ship[seat][cell_of(action, i)] == ship:
                i += 1
            if i == st.SIZES[ship]:
                return action
    return st.NONE


@rule
def try_to_imagine(s: State, seat: int, rng: Row) -> bool:
    """Place a seat's ships; in vain if the wrong ones were placed where there were hits."""
    for cell in range(st.CELLS):
        s.ship[seat][cell] = st.NONE
    waiting = (1 << placed(s, seat)) - 1
    for cell in range(st.CELLS):
        if s.known[seat][cell] >= st.HIT and s.ship[seat][cell] == st.NONE:
            ship = place_any(s, seat, waiting, cell, rng)
            if ship == st.NONE:
                return False
            waiting &= ~(1 << ship)
    for ship in range(s.ships):
        if waiting >> ship & 1 and place_any(s, seat, 1 << ship, st.NONE, rng) == st.NONE:
            return False
    return True


@rule
def place_any(s: State, seat: int, ships: int, cell: int, rng: Row) -> int:
    """Place any of some ships in any possible way that covers a cell (NONE: in any possible way).
    Returns which ship; NONE if there is no way."""
    count, found, its_action = 0, st.NONE, st.NONE
    for ship in range(s.ships):
        if ships >> ship & 1:
            size = st.SIZES[ship]
            for action in range(st.ACROSS, st.SHOT):
                if cell != st.NONE and part_at(action, size, cell) == st.NONE:
                    continue
                if fits(s, seat, action, size) and explains(s, seat, action, size):
                    count += 1
                    if below(rng, count) == 0:
                        found, its_action = ship, action
    if found != st.NONE:
        for i in range(st.SIZES[found]):
            s.ship[seat][cell_of(its_action, i)] = found
    return found


@rule
def part_at(ship_action: int, size: int, cell: int) -> int:
    """Which part of a ship is in a cell; NONE if it is elsewhere."""
    step = 1 if ship_action < st.DOWN else st.SIDE
    away = cell - cell_of(ship_action, 0)
    return away // step if away % step == 0 and 0 <= away < step * size else st.NONE


@rule
def explains(s: State, seat: int, ship_action: int, size: int) -> bool:
    """Would a ship placed like this have given the answers that were given for its cells?"""
    for i in range(size):
        if s.known[seat][cell_of(ship_action, i)] == st.WATER:
            return False
    hit = 0
    for shot in range(s.shots):
        cell = s.target[seat][shot]
        if cell == st.NONE:
            break
        part = part_at(ship_action, size, cell)
        if part != st.NONE:
            hit |= 1 << part
            if s.answer[seat][shot] != (st.SUNK if hit == (1 << size) - 1 else st.HIT):
                return False
    return True

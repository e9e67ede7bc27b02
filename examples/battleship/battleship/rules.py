"""The rules of Battleship, as OpenSpiel's `battleship` has them by default: every ship is worth 1,
and what one player gains the other loses."""

from battleship import state as st
from battleship.state import State
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.engine.state import Row, Score

SCORE = Score(low=-st.SHIPS, high=st.SHIPS)

OBSERVATION = Observation()
OWN = OBSERVATION.part("own", st.CELLS, high=st.SHIPS, help="the ship in each cell of one's sea")
HITS = OBSERVATION.part("hits", st.CELLS, high=st.SUNK, help="the answers for each cell of it")
THEIRS = OBSERVATION.part("theirs", st.CELLS, high=st.SUNK, help="and of the other's sea")


def refuse(options: dict[str, int]) -> str:
    """A ship must find room however the ones before it lie: they are too few to cut every row, or
    every column, into pieces shorter than the ship."""
    width, height = options["width"], options["height"]
    if not options["repeats"] and options["shots"] > width * height:
        return f"{width * height} cells are too few for {options['shots']} shots without repeats."
    taken = 0
    for size in st.SIZES[: options["ships"]]:
        if taken >= max(height * (width // size), width * (height // size)):
            return f"A ship of {size} may find no room in a sea of {width} x {height}."
        taken += size
    return ""


@rule
def deal(s: State) -> None:
    """An empty sea each."""
    s.question = st.PLACE
    for seat in range(st.SEATS):
        for ship in range(s.ships):
            s.left[seat][ship] = st.SIZES[ship]


@rule
def cell_of(ship_action: int, i: int) -> int:
    """The i-th cell of a ship that is placed by an action."""
    if ship_action < st.DOWN:
        return ship_action - st.ACROSS + i
    return ship_action - st.DOWN + st.SIDE * i


@rule
def in_sea(s: State, ship_action: int, size: int) -> bool:
    """Does a ship placed like this stay in the sea?"""
    cell = cell_of(ship_action, 0)
    row, column = cell // st.SIDE, cell % st.SIDE
    if ship_action < st.DOWN:
        return row < s.height and column + size <= s.width
    return row + size <= s.height and column < s.width


@rule
def fits(s: State, seat: int, ship_action: int, size: int) -> bool:
    """Can a ship be placed like this: in the sea, clear of the seat's others?"""
    if not in_sea(s, ship_action, size):
        return False
    for i in range(size):
        if s.ship[seat][cell_of(ship_action, i)] != st.NONE:
            return False
    return True


@rule
def legal(s: State, actions: Row) -> int:
    """The next ship anywhere it fits; a shot at any cell, or at any not yet shot at."""
    count = 0
    if s.question == st.PLACE:
        size = st.SIZES[s.turn // 2]
        for action in range(st.ACROSS, st.SHOT):
            if fits(s, s.actor, action, size):
                actions[count] = action
                count += 1
        return count
    sea = s.known[1 - s.actor]
    for row in range(s.height):
        for cell in range(st.SIDE * row, st.SIDE * row + s.width):
            if s.repeats or sea[cell] == st.UNKNOWN:
                actions[count] = st.SHOT + cell
                count += 1
    return count


@rule
def act(s: State, action: int) -> None:
    """Place a ship or shoot, in turn: first all ships, then the shots."""
    if s.question == st.PLACE:
        place(s, s.actor, s.turn // 2, action)
    else:
        shoot(s, 1 - s.actor, action - st.SHOT)
    s.actor = 1 - s.actor
    s.turn += 1
    if s.turn == 2 * s.ships:
        s.question = st.SHOOT
    if s.turn == 2 * (s.ships + s.shots) or max(s.sunk[0], s.sunk[1]) == s.ships:
        finish(s)


@rule
def place(s: State, seat: int, ship: int, action: int) -> None:
    for i in range(st.SIZES[ship]):
        s.ship[seat][cell_of(action, i)] = ship
    emit(s, 1 << seat, st.PLACED, seat, ship, action, 0)
    emit(s, ALL & ~(1 << seat), st.PLACED, seat, ship, st.NONE, 0)


@rule
def shoot(s: State, target: int, cell: int) -> None:
    """Shoot at a cell of a seat's sea: everybody hears whether that is water, a hit, or a hit on a
    ship that has sunk, but not which ship it is."""
    ship = s.ship[target][cell]
    answer = st.WATER
    if ship != st.NONE:
        if s.known[target][cell] == st.UNKNOWN:
            s.left[target][ship] -= 1
            s.sunk[target] += 1 if s.left[target][ship] == 0 else 0
        answer = st.HIT if s.left[target][ship] else st.SUNK
    s.known[target][cell] = answer
    shot = s.turn // 2 - s.ships
    s.target[target][shot] = cell
    s.answer[target][shot] = answer
    emit(s, ALL, st.FIRED, 1 - target, cell, answer, 0)


@rule
def finish(s: State) -> None:
    """Whoever has sunk more ships wins."""
    s.over = 1
    lead = s.sunk[1] - s.sunk[0]
    s.score[0] = lead
    s.score[1] = -lead
    if lead != 0:
        s.winners = 1 if lead > 0 else 2


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """The seat's own ships, what is known of its sea, and what is known of the other's."""
    for cell in range(st.CELLS):
        out[OWN + cell] = s.ship[seat][cell] + 1
        out[HITS + cell] = s.known[seat][cell]
        out[THEIRS + cell] = s.known[1 - seat][cell]

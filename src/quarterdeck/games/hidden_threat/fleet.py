"""Ships under attack: searching, hits, shields, sinking, and the powers of ships in play.

What a peg card is worth is never stored: it changes when a Battleship is turned up or sunk.
"""

from quarterdeck.engine.rule import ALL, count_bits, emit, nth_bit, roll, rule
from quarterdeck.games.hidden_threat import state as st
from quarterdeck.games.hidden_threat.state import State

# Hits and targets ----------------------------------------------------------------------------


@rule
def which_game(s: State) -> int:
    """Which row of a lookup that has one for each of the games."""
    return st.TINY if s.tiny else s.beginner


@rule
def active(s: State, side: int, ship: int) -> bool:
    """Is a ship's power in play? From when it is turned up until it is sunk."""
    return s.beginner == 0 and s.up[side] >> ship & 1 == 1


@rule
def worth(s: State, attacker: int, peg: int) -> int:
    """How many hits a peg card counts as: a Battleship adds one to each red one."""
    bonus = 1 if peg != st.WHITE and active(s, attacker, st.BATTLESHIP) else 0
    return st.PEGS_ON[peg] + bonus


@rule
def hits_on(s: State, side: int, ship: int) -> int:
    """Hits by the peg cards under a ship."""
    hits = 0
    for peg in range(st.PEGS):
        if s.under[side][ship][peg]:
            hits += s.under[side][ship][peg] * worth(s, 1 - side, peg)
    return hits


@rule
def damaged(s: State, side: int) -> bool:
    """Is there a peg card under any of a side's ships?"""
    for ship in range(st.SHIPS):
        for peg in range(st.PEGS):
            if s.under[side][ship][peg]:
                return True
    return False


@rule
def targets(s: State, peg: int) -> int:
    """The places where the actor may play a peg card: face-down cards and ships it can harm."""
    foe = 1 - s.actor
    ships = s.up[foe]
    if peg == st.WHITE and not active(s, s.actor, st.DESTROYER):
        ships = open_submarine(s, foe)
    places = s.face_down[foe]
    while ships:
        bit = ships & -ships
        ships ^= bit
        places |= 1 << s.place[foe][count_bits(bit - 1)]
    return places


@rule
def open_submarine(s: State, side: int) -> int:
    """The Submarine, if it is in play without a shield: whites can always damage it."""
    if active(s, side, st.SUBMARINE) and s.shields[side][st.SUBMARINE] == 0:
        return 1 << st.SUBMARINE
    return 0


@rule
def stuck_kinds(s: State, me: int) -> int:
    """The kinds of cards a seat could not play now. A red one can always be played."""
    foe = 1 - me
    stuck = 0
    if not s.face_down[foe] and not active(s, me, st.DESTROYER) and not open_submarine(s, foe):
        stuck |= st.NO_WHITES
    if not s.up[me]:
        stuck |= st.NO_SHIELDS
    return stuck


# Playing a peg card --------------------------------------------------------------------------


@rule
def attack(s: State, place: int) -> None:
    """Play a peg card on a place: turn its card up, then count the hits.

    A Battleship turned up has its power at once, so the searcher's ships are checked first.
    """
    me, foe = s.actor, 1 - s.actor
    peg = s.chosen
    side, ships = me, 0
    if s.face_down[foe] >> place & 1:
        ship = turn_up(s, foe, place, peg)
        if ship == st.BATTLESHIP and not s.beginner:
            ships = s.up[me]
    else:
        ship = ship_at(s, foe, place)
    for landing in range(2):
        if landing:
            side, ships = foe, land(s, foe, ship, peg)
        settle(s, side, ships)


@rule
def ship_at(s: State, side: int, place: int) -> int:
    """The ship face up at a place."""
    for ship in range(st.SHIPS):
        if s.up[side] >> ship & 1 and s.place[side][ship] == place:
            return ship
    return st.MISS


@rule
def turn_up(s: State, side: int, place: int, peg: int) -> int:
    """Turn up a card that nobody has seen: each of those still face down is equally likely."""
    ships = st.ALL_SHIPS[which_game(s)] & ~(s.up[side] | s.sunk[side])
    ship = nth_bit(ships, roll(s, count_bits(s.face_down[side])))  # none: beyond the ships, a miss
    s.face_down[side] &= ~(1 << place)
    if ship != st.MISS:
        s.up[side] |= 1 << ship
        s.place[side][ship] = place
    emit(s, ALL, st.SEARCHED, 1 - side, peg, place, ship)
    return ship


@rule
def land(s: State, side: int, ship: int, peg: int) -> int:
    """Put a peg card on a shield, under a ship or on the discard; returns the ship to check."""
    me = 1 - side
    if ship != st.MISS and not s.over:
        if s.shields[side][ship]:
            emit(s, ALL, st.HIT_SHIELD, me, peg, ship, 0)
            lay_on_shield(s, side, ship, peg)
            return 1 << ship
        if can_damage(s, me, ship, peg):
            s.under[side][ship][peg] += 1
            emit(s, ALL, st.WAS_HIT, me, peg, ship, hits_on(s, side, ship))
            return 1 << ship
        if peg != st.WHITE:
            emit(s, ALL, st.WASTED, me, peg, ship, 0)
    s.discard[me][peg] += 1
    return 0


@rule
def can_damage(s: State, me: int, ship: int, peg: int) -> bool:
    """A Submarine takes whites only; others reds, and whites of a side whose Destroyer is up."""
    if ship == st.SUBMARINE and not s.beginner:
        return peg == st.WHITE
    return peg != st.WHITE or active(s, me, st.DESTROYER)


@rule
def lay_on_shield(s: State, side: int, ship: int, peg: int) -> None:
    """A second peg card always destroys a shield; a first one may (see `settle`)."""
    top = s.shields[side][ship] - 1
    if s.on_shield[side][ship][top] == st.NONE:
        s.on_shield[side][ship][top] = peg
    else:
        s.discard[1 - side][peg] += 1
        break_shield(s, side, ship)


@rule
def break_shield(s: State, side: int, ship: int) -> None:
    """The newest shield and the peg card on it go to their owners' discards."""
    top = s.shields[side][ship] - 1
    if s.on_shield[side][ship][top] != st.NONE:
        s.discard[1 - side][s.on_shield[side][ship][top]] += 1
        s.on_shield[side][ship][top] = st.NONE
    s.shields[side][ship] = top
    s.discard[side][st.SHIELD] += 1
    emit(s, ALL, st.SHIELD_GONE, side, ship, 0, 0)


@rule
def settle(s: State, side: int, ships: int) -> None:
    """Destroy and sink what has now taken enough hits. A shielded ship is never sunk."""
    while ships:
        bit = ships & -ships
        ships ^= bit
        ship = count_bits(bit - 1)
        while shield_fails(s, side, ship):
            break_shield(s, side, ship)
        if s.shields[side][ship] == 0 and hits_on(s, side, ship) >= st.HITS[ship]:
            sink(s, side, ship)


@rule
def shield_fails(s: State, side: int, ship: int) -> bool:
    """Does the peg card on the newest shield alone count enough hits?"""
    top = s.shields[side][ship] - 1
    if top < 0 or s.on_shield[side][ship][top] == st.NONE:
        return False
    return worth(s, 1 - side, s.on_shield[side][ship][top]) >= st.STRENGTH


@rule
def sink(s: State, side: int, ship: int) -> None:
    """A sunk ship leaves the game, its power with it; the peg cards go back to their owner."""
    s.up[side] &= ~(1 << ship)
    s.sunk[side] |= 1 << ship
    for peg in range(st.PEGS):
        s.discard[1 - side][peg] += s.under[side][ship][peg]
        s.under[side][ship][peg] = 0
    emit(s, ALL, st.SUNK, side, ship, 0, 0)
    if ship == st.DESTROYER:
        return_whites(s, side)
    if s.sunk[side] == st.ALL_SHIPS[which_game(s)]:
        s.over = 1
        s.winners = 1 << 1 - side
        emit(s, ALL, st.ENDED, 1 - side, st.BY_SINKING, 0, 0)


@rule
def return_whites(s: State, side: int) -> None:
    """When its Destroyer sinks, a side's whites leave play, except those under a Submarine."""
    foe, count = 1 - side, 0
    for ship in range(st.SHIPS):
        if ship != st.SUBMARINE:
            count += s.under[foe][ship][st.WHITE]
            s.under[foe][ship][st.WHITE] = 0
        for i in range(st.MOST_SHIELDS):
            if s.on_shield[foe][ship][i] == st.WHITE:
                s.on_shield[foe][ship][i] = st.NONE
                count += 1
    if count:
        s.discard[side][st.WHITE] += count
        emit(s, ALL, st.WHITES_GONE, side, count, 0, 0)


# Shields and repairs -------------------------------------------------------------------------


@rule
def cover(s: State, ship: int) -> None:
    """Place a shield on one of the actor's face-up ships."""
    s.shields[s.actor][ship] += 1
    emit(s, ALL, st.COVERED, s.actor, ship, 0, 0)


@rule
def remove_peg(s: State, number: int, by_boat: int) -> None:
    """Take a peg card from under one of the actor's ships; it goes to the other's discard."""
    ship, peg = number // st.PEGS, number % st.PEGS
    s.under[s.actor][ship][peg] -= 1
    s.discard[1 - s.actor][peg] += 1
    emit(s, ALL, st.REMOVED, s.actor, ship, peg, by_boat)

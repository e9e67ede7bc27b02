"""Setting up: the sea, then the pieces in turn, then the whirlpools."""

from quarterdeck.engine.rule import ALL, emit, roll, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.pocket_sub.encounters import friends, other_subs
from quarterdeck.games.pocket_sub.state import (
    ALL_TOKENS,
    BEGIN,
    CENTRE,
    CENTRE_AT,
    CENTRE_PLACED,
    DEEP_CENTRE,
    DO_WHIRLPOOL,
    FEWEST,
    FLEET_SIZE,
    GOES_FIRST,
    LAID_ROTATION,
    LAID_TILE,
    NONE,
    NOWHERE,
    PLACE_CENTRE,
    PLACE_COUNT,
    PLACE_SUB,
    PLACE_WHIRLPOOL,
    PLACES,
    REGIONS_A_TILE,
    ROCKS,
    SEATS,
    SIDES,
    SUB_AT,
    SUB_PLACED,
    SUBS,
    TILE,
    WHIRLPOOL_PLACED,
    WHIRLPOOLS,
    State,
)


@rule
def deal(s: State) -> None:
    """Choose the first player and lay the sea; in the introductory set-up place all pieces."""
    players = s.seats - FEWEST
    s.first = roll(s, s.seats)
    emit(s, ALL, GOES_FIRST, s.first, 0, 0, 0)
    lay_sea(s)
    for seat in range(s.seats):
        s.tokens[seat] = ALL_TOKENS if s.captain else 0
        if s.seats == SEATS:
            s.team[seat] = seat & 1
        if not s.standard:
            s.centre[seat] = CENTRE_AT[players][seat]
            s.afloat[seat] = FLEET_SIZE[players]
            for number in range(SUBS):
                s.sub[seat][number] = SUB_AT[players][seat][number]
    s.actor = s.first
    if s.standard:
        s.question = PLACE_CENTRE
        s.choices = s.deep
    else:
        finish_setup(s)


@rule
def lay_sea(s: State) -> None:
    """The tiles as in the layout, or shuffled over its places and turned at random."""
    players = s.seats - FEWEST
    places = PLACE_COUNT[players]
    for place in range(places):
        s.tile[place] = LAID_TILE[players][place]
        s.rotation[place] = LAID_ROTATION[players][place]
    for place in range(places):
        if s.standard:
            other = place + roll(s, places - place)
            tile = s.tile[other]
            s.tile[other] = s.tile[place]
            s.tile[place] = tile
            s.rotation[place] = roll(s, SIDES)
        tile = s.tile[place]
        s.rocky |= ROCKS[tile] << place * REGIONS_A_TILE
        s.deep |= DEEP_CENTRE[tile] << place * REGIONS_A_TILE + CENTRE
        emit(s, ALL, TILE, NONE, place, tile, s.rotation[place])


@rule
def place_piece(s: State, region: int) -> None:
    """A set-up turn: first every command centre, then the subs, one each in turn."""
    me = s.actor
    if s.question == PLACE_CENTRE:
        s.centre[me] = region
        emit(s, ALL, CENTRE_PLACED, me, region, 0, 0)
    else:
        s.sub[me][s.afloat[me]] = region
        s.afloat[me] += 1
        emit(s, ALL, SUB_PLACED, me, region, 0, 0)
    s.actor = seat_after(s, me)
    if s.actor == s.first:
        s.question = PLACE_SUB
        if s.afloat[me] == FLEET_SIZE[s.seats - FEWEST]:
            finish_setup(s)
            return
    s.choices = free_regions(s)


@rule
def free_regions(s: State) -> int:
    """Where the actor may place a piece: a centre on an empty deep region; a sub on an empty region
    that is not deep, or in a friendly centre, which may hold several."""
    centres, friendly = 0, 0
    for seat in range(s.seats):
        if s.centre[seat] != NOWHERE:
            centres |= 1 << s.centre[seat]
            if friends(s, seat, s.actor):
                friendly |= 1 << s.centre[seat]
    if s.question == PLACE_CENTRE:
        return s.deep & ~centres
    everywhere = (1 << PLACE_COUNT[s.seats - FEWEST] * REGIONS_A_TILE) - 1
    return everywhere & ~s.deep & ~other_subs(s) | friendly


@rule
def finish_setup(s: State) -> None:
    """The second player places a whirlpool, then the first; or the first player's turn begins."""
    s.choices = 0
    if s.captain:
        s.question = PLACE_WHIRLPOOL
        s.actor = seat_after(s, s.first)
    else:
        s.question = BEGIN
        s.turn = 1


@rule
def place_whirlpool(s: State, direction: int, place: int) -> None:
    """Place a whirlpool on a tile; after the first player's the game begins."""
    s.whirlpool[direction] = place
    s.fence = 1  # the set-up is not part of a turn that may be taken back
    emit(s, ALL, WHIRLPOOL_PLACED, s.actor, direction, place, 0)
    if s.actor == s.first:
        s.question = BEGIN
        s.turn = 1
    s.actor = s.first


@rule
def may_whirl(s: State, direction: int, place: int) -> bool:
    """May this whirlpool lie there? Not on the other's tile, nor on a command centre."""
    if s.whirlpool[direction] != NOWHERE or s.whirlpool[1 - direction] == place:
        return False
    for seat in range(s.seats):
        if s.centre[seat] == place * REGIONS_A_TILE + CENTRE:
            return False
    return True


@rule
def seat_after(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def list_whirlpools(s: State, actions: Row) -> int:
    """Either whirlpool, or the one that is left, on any tile where it may lie."""
    count = 0
    for direction in range(WHIRLPOOLS):
        for place in range(PLACE_COUNT[s.seats - FEWEST]):
            if may_whirl(s, direction, place):
                actions[count] = DO_WHIRLPOOL + direction * PLACES + place
                count += 1
    return count

"""Setting up: the sea, then the pieces in turn, then the whirlpools."""

from quarterdeck.engine.rule import ALL, emit, roll, rule
from quarterdeck.engine.state import Row
from quarterdeck.games.pocket_sub import state as st
from quarterdeck.games.pocket_sub.encounters import friends, other_subs
from quarterdeck.games.pocket_sub.state import State


@rule
def deal(s: State) -> None:
    """Choose the first player and lay the sea; in the introductory set-up place all pieces."""
    players = s.seats - st.FEWEST
    s.first = roll(s, s.seats)
    emit(s, ALL, st.GOES_FIRST, s.first, 0, 0, 0)
    lay_sea(s)
    for seat in range(s.seats):
        s.tokens[seat] = st.ALL_TOKENS if s.captain else 0
        if s.seats == st.SEATS:
            s.team[seat] = seat & 1
        if not s.standard:
            s.centre[seat] = st.CENTRE_AT[players][seat]
            s.afloat[seat] = st.FLEET_SIZE[players]
            for number in range(st.SUBS):
                s.sub[seat][number] = st.SUB_AT[players][seat][number]
    s.actor = s.first
    if s.standard:
        s.question = st.PLACE_CENTRE
        s.choices = s.deep
    else:
        finish_setup(s)


@rule
def lay_sea(s: State) -> None:
    """The tiles as in the layout, or shuffled over its places and turned at random."""
    players = s.seats - st.FEWEST
    places = st.PLACE_COUNT[players]
    for place in range(places):
        s.tile[place] = st.LAID_TILE[players][place]
        s.rotation[place] = st.LAID_ROTATION[players][place]
    for place in range(places):
        if s.standard:
            other = place + roll(s, places - place)
            tile = s.tile[other]
            s.tile[other] = s.tile[place]
            s.tile[place] = tile
            s.rotation[place] = roll(s, st.SIDES)
        tile = s.tile[place]
        s.rocky |= st.ROCKS[tile] << place * st.REGIONS_A_TILE
        s.deep |= st.DEEP_CENTRE[tile] << place * st.REGIONS_A_TILE + st.CENTRE
        emit(s, ALL, st.TILE, st.NONE, place, tile, s.rotation[place])


@rule
def place_piece(s: State, region: int) -> None:
    """A set-up turn: first every command centre, then the subs, one each in turn."""
    me = s.actor
    if s.question == st.PLACE_CENTRE:
        s.centre[me] = region
        emit(s, ALL, st.CENTRE_PLACED, me, region, 0, 0)
    else:
        s.sub[me][s.afloat[me]] = region
        s.afloat[me] += 1
        emit(s, ALL, st.SUB_PLACED, me, region, 0, 0)
    s.actor = seat_after(s, me)
    if s.actor == s.first:
        s.question = st.PLACE_SUB
        if s.afloat[me] == st.FLEET_SIZE[s.seats - st.FEWEST]:
            finish_setup(s)
            return
    s.choices = free_regions(s)


@rule
def free_regions(s: State) -> int:
    """Where the actor may place a piece: a centre on an empty deep region; a sub on an empty region
    that is not deep, or in a friendly centre, which may hold several."""
    centres, friendly = 0, 0
    for seat in range(s.seats):
        if s.centre[seat] != st.NOWHERE:
            centres |= 1 << s.centre[seat]
            if friends(s, seat, s.actor):
                friendly |= 1 << s.centre[seat]
    if s.question == st.PLACE_CENTRE:
        return s.deep & ~centres
    everywhere = (1 << st.PLACE_COUNT[s.seats - st.FEWEST] * st.REGIONS_A_TILE) - 1
    return everywhere & ~s.deep & ~other_subs(s) | friendly


@rule
def finish_setup(s: State) -> None:
    """The second player places a whirlpool, then the first; or the first player's turn begins."""
    s.choices = 0
    if s.captain:
        s.question = st.PLACE_WHIRLPOOL
        s.actor = seat_after(s, s.first)
    else:
        s.question = st.BEGIN
        s.turn = 1


@rule
def place_whirlpool(s: State, direction: int, place: int) -> None:
    """Place a whirlpool on a tile; after the first player's the game begins."""
    s.whirlpool[direction] = place
    s.fence = 1  # the set-up is not part of a turn that may be taken back
    emit(s, ALL, st.WHIRLPOOL_PLACED, s.actor, direction, place, 0)
    if s.actor == s.first:
        s.question = st.BEGIN
        s.turn = 1
    s.actor = s.first


@rule
def may_whirl(s: State, direction: int, place: int) -> bool:
    """May this whirlpool lie there? Not on the other's tile, nor on a command centre."""
    if s.whirlpool[direction] != st.NOWHERE or s.whirlpool[1 - direction] == place:
        return False
    for seat in range(s.seats):
        if s.centre[seat] == place * st.REGIONS_A_TILE + st.CENTRE:
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
    for direction in range(st.WHIRLPOOLS):
        for place in range(st.PLACE_COUNT[s.seats - st.FEWEST]):
            if may_whirl(s, direction, place):
                actions[count] = st.DO_WHIRLPOOL + direction * st.PLACES + place
                count += 1
    return count

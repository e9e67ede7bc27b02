"""What happens when pieces meet, when a sub is lost, and when the game is won."""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.games.pocket_sub import state as st
from quarterdeck.games.pocket_sub.state import State


@rule
def encounter(s: State, region: int) -> int:
    """The moving sub meets what is in a region; returns how it is lost, or AFLOAT."""
    fate = fate_in(s, region, s.points)
    if st.BY_MINE <= fate <= st.OWN_MINE:
        owner = mine_at(s, region)
        s.mines[owner] ^= 1 << region
        emit(s, ALL, st.MINE_GONE, owner, region, 0, 0)
    elif fate == st.VICTORIOUS or st.BY_SUB <= fate <= st.OWN_SUB:
        other = other_sub_at(s, region)
        sink(s, other // st.SUBS, other % st.SUBS, st.BY_HERO if fate == st.VICTORIOUS else fate)
    return st.AFLOAT if fate == st.VICTORIOUS else fate


@rule
def fate_in(s: State, region: int, points: int) -> int:
    """What happens to the moving sub if it enters a region and has this many points left:
    POCKET-SUB-18 to POCKET-SUB-27, POCKET-SUB-41, POCKET-SUB-42.

    Apart from a command centre and the subs in it, a region holds one piece at most.
    """
    owner = centre_at(s, region)
    if owner != st.NONE:
        mapped = s.using >> st.MAP & 1 and points
        return st.AFLOAT if mapped or friends(s, owner, s.actor) else st.IN_ENEMY_CENTRE
    owner = mine_at(s, region)
    if owner != st.NONE and meets(s, owner, points):
        return st.OWN_MINE if friends(s, owner, s.actor) else st.BY_MINE
    other = other_sub_at(s, region)
    if other == st.NONE or not meets(s, other // st.SUBS, points):
        return st.AFLOAT
    if friends(s, other // st.SUBS, s.actor):
        return st.OWN_SUB
    if is_hero(s, s.actor):
        return st.VICTORIOUS
    return st.BY_HERO if is_hero(s, other // st.SUBS) else st.BY_SUB


@rule
def meets(s: State, owner: int, points: int) -> bool:
    """Is a mine or sub met rather than passed? Where the move ends, always; on the way only enemies
    are, and not even they with an Intelligence Report."""
    passing = friends(s, owner, s.actor) or s.using >> st.INTELLIGENCE & 1
    return points == 0 or not passing


@rule
def is_hero(s: State, seat: int) -> bool:
    """A player's only sub is a Hero Sub."""
    return s.afloat[seat] == 1


@rule
def friends(s: State, one: int, other: int) -> bool:
    """The same player, or partners."""
    return s.team[one] == s.team[other]


@rule
def centre_at(s: State, region: int) -> int:
    """Whose command centre is in a region."""
    for seat in range(s.seats):
        if s.centre[seat] == region:
            return seat
    return st.NONE


@rule
def in_friendly_centre(s: State, region: int) -> bool:
    """Is the actor safe there?"""
    owner = centre_at(s, region)
    return owner != st.NONE and friends(s, owner, s.actor)


@rule
def mine_at(s: State, region: int) -> int:
    """Whose mine is in a region."""
    for seat in range(s.seats):
        if s.mines[seat] >> region & 1:
            return seat
    return st.NONE


@rule
def other_sub_at(s: State, region: int) -> int:
    """The sub in a region other than the moving one, as SUBS * owner + number."""
    for seat in range(s.seats):
        for number in range(st.SUBS):
            if s.sub[seat][number] == region and not is_moving(s, seat, number):
                return st.SUBS * seat + number
    return st.NONE


@rule
def is_moving(s: State, seat: int, number: int) -> bool:
    """Is this the sub that moves this turn?"""
    return seat == s.actor and number == s.moving


@rule
def other_subs(s: State) -> int:
    """The regions with a sub other than the moving one."""
    found = 0
    for seat in range(s.seats):
        for number in range(st.SUBS):
            if s.sub[seat][number] != st.NOWHERE and not is_moving(s, seat, number):
                found |= 1 << s.sub[seat][number]
    return found


@rule
def sink(s: State, seat: int, number: int, how: int) -> None:
    """A sub is destroyed. A player with no other is out; the pieces left behind stay."""
    emit(s, ALL, st.SUNK, seat, s.sub[seat][number], how, 0)
    s.sub[seat][number] = st.NOWHERE
    s.afloat[seat] -= 1
    if s.afloat[seat] == 0:
        emit(s, ALL, st.OUT, seat, 0, 0, 0)
        judge(s)


@rule
def judge(s: State) -> None:
    """The last side with subs afloat wins at once."""
    afloat = st.NONE
    for seat in range(s.seats):
        if s.afloat[seat]:
            if afloat != st.NONE and not friends(s, seat, afloat):
                return
            afloat = seat
    s.over = 1
    for seat in range(s.seats):
        if friends(s, seat, afloat):
            s.winners |= 1 << seat
    emit(s, ALL, st.ENDED, afloat, 0, 0, 0)

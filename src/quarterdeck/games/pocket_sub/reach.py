"""Which regions touch, which are fatal, and where a sub could go."""

from quarterdeck.engine.rule import rule
from quarterdeck.games.pocket_sub import state as st
from quarterdeck.games.pocket_sub.encounters import friends, is_hero, is_moving
from quarterdeck.games.pocket_sub.state import State


@rule
def neighbours(s: State, region: int) -> int:
    """The regions that touch a region, on its own tile and across the edge."""
    place, number = region // st.REGIONS_A_TILE, region % st.REGIONS_A_TILE
    if number == st.CENTRE:
        return st.EDGES << place * st.REGIONS_A_TILE
    near = st.BESIDE[number] << place * st.REGIONS_A_TILE
    side = (number + s.rotation[place]) % st.SIDES
    other = st.ACROSS[s.seats - st.FEWEST][place][side]
    if other == st.NOWHERE:
        return near
    facing = (side + st.SIDES // 2 + st.SIDES - s.rotation[other]) % st.SIDES
    return near | 1 << other * st.REGIONS_A_TILE + facing


@rule
def dangers(s: State, who: int) -> tuple[int, int]:
    """The regions where a player's subs are lost if they stop, and those where they are lost if
    they pass."""
    mines, fleet, centres, own, shelters = 0, 0, 0, 0, 0
    for seat in range(s.seats):
        if friends(s, seat, who):
            own |= s.mines[seat] | subs_of(s, seat)
            shelters |= 1 << s.centre[seat]
        else:
            mines |= s.mines[seat]
            fleet |= subs_of(s, seat)
            centres |= 1 << s.centre[seat]
    deadly = mines | (0 if is_hero(s, who) else fleet & ~centres)
    using = s.using if who == s.actor else 0
    passes = 0 if using >> st.INTELLIGENCE & 1 else deadly
    passes |= 0 if using >> st.MAP & 1 else centres
    return (deadly | centres | own) & ~shelters, passes


@rule
def subs_of(s: State, seat: int) -> int:
    """Where a player's subs are, except the one that moves."""
    found = 0
    for number in range(st.SUBS):
        if s.sub[seat][number] != st.NOWHERE and not is_moving(s, seat, number):
            found |= 1 << s.sub[seat][number]
    return found


@rule
def ways_from(
    s: State, at: int, points: int, visited: int, stops: int, passes: int
) -> tuple[int, int]:
    """The regions that a sub can enter with its points, and those where it can stop afloat.

    A way may cross itself here, which the rules forbid: of three places to stop it says four.
    """
    here, one, two, entered = 1 << at, 0, 0, 0
    for left in range(points, 0, -1):
        for region in range(st.PLACE_COUNT[s.seats - st.FEWEST] * st.REGIONS_A_TILE):
            if here >> region & 1:
                near = neighbours(s, region)
                one |= near & ~s.rocky & ~visited
                if left > 1:
                    far = near & s.rocky | (s.deep if s.deep >> region & 1 else 0)
                    two |= far & ~visited
        entered |= one | two
        here, one, two = one if left == 1 else one & ~passes, two, 0
    return entered, here & ~stops

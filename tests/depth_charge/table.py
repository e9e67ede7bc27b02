"""Setting a Depth Charge table by hand, in a player's words, and what is done and told on it.

    game = position(south="d3", north_mines="d7 g7")
    game.sound("d4")
    assert game.report == [3]

What is not said is filled in: boats in their corners, no islands, no charges dropped yet. A side's
mines that are not named were destroyed long ago; if none is named, all are left, out of the way.
"""

from __future__ import annotations

from quarterdeck.engine.game import find
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.state import Event
from quarterdeck.games.depth_charge import sonar
from quarterdeck.games.depth_charge import state as st
from quarterdeck.testing import Scenario

GAME = find("depth_charge")
SIDES = ("south", "north")
ENDINGS = {
    st.BY_CLEARING: "destroying every mine",
    st.BY_MISSES: "two misses",
    st.BY_MINE: "a mine",
    st.BY_LENGTH: "length",
}
FILLERS = ("f1 g1 h1 h2 h3 h4 g2", "a5 a6 a7 a8 b8 c8 b7")
"""Mines nobody named lie here, or lay here before they were destroyed."""
frame = interpret(sonar.frame)


def square(name: str) -> int:
    return "abcdefgh".index(name[0]) + st.SIDE * (int(name[1]) - 1)


def squares(names: str) -> list[int]:
    return [square(name) for name in names.split()]


def mask(owner: int, names: str) -> int:
    """Squares of somebody's half as a mask."""
    bits = [frame(owner, s) - st.HALF for s in squares(names)]
    assert all(0 <= bit < st.CORNER for bit in bits), f"{names} is not all in {SIDES[owner]}'s half"
    return sum(1 << bit for bit in bits)


def names(owner: int, found: int) -> set[str]:
    """The squares of a mask of somebody's half."""
    return {
        st.square_name(frame(owner, st.HALF + bit)) for bit in range(st.CORNER) if found >> bit & 1
    }


class Table(Scenario):
    """A game in progress, played and read in a player's words."""

    # Playing

    def island(self, name: str) -> Table:
        return self.act("island", self._own(name))

    def lay(self, places: str) -> Table:
        for name in places.split():
            self.act("mine", self._own(name))
        return self

    def sail(self, *places: str) -> Table:
        """Step by step over these squares; the sail goes on unless it is the third step."""
        for name in places:
            self.act("sail", self._way(name, st.SAILING_WAYS))
        return self

    def stop(self) -> Table:
        return self.act("stop", 0)

    def sail_and_stop(self, *places: str) -> Table:
        self.sail(*places)
        return self if len(places) == st.MOST_STEPS else self.stop()

    def sound(self, name: str) -> Table:
        return self.act("sound", self._way(name, st.WAYS))

    def drop(self, name: str) -> Table:
        return self.act("drop", self._way(name, st.WAYS))

    def _own(self, name: str) -> int:
        bit = frame(self.match.actor, square(name)) - st.HALF
        assert bit >= 0, f"{name} is not in {self.to_play}'s half"
        return bit

    def _way(self, name: str, ways: int) -> int:
        here = self.truth.boat[self.match.actor]
        return [int(s) for s in st.NEIGHBOUR[here]][:ways].index(square(name))

    # The truth

    def boat(self, side: str) -> str:
        return st.square_name(self.truth.boat[SIDES.index(side)])

    def mines(self, side: str) -> set[str]:
        seat = SIDES.index(side)
        return names(seat, self.truth.mined[seat])

    def islands(self, side: str) -> set[str]:
        seat = SIDES.index(side)
        return names(seat, self.truth.land[seat])

    def offer(self, verb: str, number: int) -> str:
        seat = self.match.actor
        if verb == "stop":
            return verb
        if verb in ("island", "mine"):
            return f"{verb} {st.square_name(frame(seat, st.HALF + number))}"
        return f"{verb} {st.square_name(int(st.NEIGHBOUR[self.truth.boat[seat]][number]))}"

    def offered(self, verb: str) -> set[str]:
        """The squares on which this may be done."""
        return {offer.split()[1] for offer in self.offers if offer.startswith(verb + " ")}

    # What a side knows

    @property
    def report(self) -> list[int]:
        """The last sounding's report, as both players and any spectator were told it."""
        heard = [[e for e in self.events(side) if e.kind == st.SOUNDED] for side in ALL_SIDES]
        assert heard[0] == heard[1] == heard[2]
        last = heard[0][-1]
        return [d for d in range(14) if (last.b | last.c << st.PART_BITS) >> d & 1]

    def events(self, player: str) -> list[Event]:
        """Whoever else was told the same does not matter."""
        return [event._replace(audience=0) for event in super().events(player)]

    def fact(self, event: Event) -> str:
        return fact(event)

    def marks(self, side: str, kind: str) -> dict[str, str]:
        """The marks of one kind on the chart: square and text."""
        (lake,) = self.scene(side).boards
        return {c.name: m.text for c in lake.cells for m in c.marks if m.kind == kind}

    def hatched(self, side: str) -> set[str]:
        return set(self.marks(side, "hatch"))

    def imagined_mines(self, side: str, count: int = 1, seed: int = 1) -> list[set[str]]:
        """Where a side imagines the other's mines."""
        other = 1 - SIDES.index(side)
        return [names(other, s.mined[other]) for s in self.imagined(side, count, seed)]


ALL_SIDES = (*SIDES, "spectator")


def fact(event: Event) -> str:
    """An event in plain words, so that scenarios do not depend on how the log is worded."""
    kind, who = st.EVENTS[event.kind], SIDES[event.who] if event.who >= 0 else "nobody"
    place = st.square_name(event.a) if 0 <= event.a < st.SQUARES else "somewhere"
    if kind == "ended":
        return f"{who} won by {ENDINGS[event.a]}"
    words = {
        "island": f"has an island on {place}",
        "laid": f"laid a mine on {place}",
        "ready": "has laid all mines",
        "sailed": f"sailed to {place}",
        "stopped": f"stopped on {place}",
        "sounded": f"sounded from {place}",
        "hit": f"destroyed a mine on {place}",
        "missed": f"missed on {place}",
        "struck": f"struck a mine on {place}",
    }
    return f"{who} {words[kind]}"


# Setting the table ---------------------------------------------------------------------------


def fresh(compiled: bool = True, seed: int = 1, **options: int) -> Table:
    """A game just begun, islands and mines still to be placed."""
    return Table.deal(GAME, SIDES, seed, compiled, **options)


def position(
    south: str = "a1",
    north: str = "h8",
    south_mines: str = "",
    north_mines: str = "",
    islands: str = "",
    to_play: str = "south",
    south_misses: int = 0,
    north_misses: int = 0,
    south_destroyed: str = "",
    north_destroyed: str = "",
    turn: int = 0,
    mines: int = 0,
    seed: int = 1,
    compiled: bool = True,
) -> Table:
    """A position at the start of a side's turn, nothing sounded yet.

    `south_mines` are those that South has left, `south_destroyed` where others were. `mines` is how
    many each side laid, if more than were named.
    """
    laid = [south_mines.split(), north_mines.split()]
    gone = [south_destroyed.split(), north_destroyed.split()]
    count = max(3, mines, *(len(laid[seat]) + len(gone[seat]) for seat in range(2)))
    table = fresh(compiled, seed, mines=count)
    s = table.blank()
    s.actor, s.question = SIDES.index(to_play), st.START_TURN
    s.turn = turn or 11 + s.actor
    assert s.turn % 2 != s.actor, "South's turns are the odd ones"
    for place in islands.split():
        owner = square(place) // st.HALF
        s.land[owner] |= mask(owner, place)
    for seat in range(2):
        s.boat[seat] = square((south, north)[seat])
        s.misses[seat] = (south_misses, north_misses)[seat]
        taken = [*laid[seat], *gone[seat], south, north, *islands.split()]
        spare = [f for f in FILLERS[seat].split() if f not in taken]
        spare = spare[: count - len(laid[seat]) - len(gone[seat])]
        (gone if laid[seat] else laid)[seat].extend(spare)
        s.mined[seat] = mask(seat, " ".join(laid[seat]))
        s.left[seat] = len(laid[seat])
        s.destroyed[seat] = s.clear[seat] = mask(seat, " ".join(gone[seat]))
    return table.set_to(s)

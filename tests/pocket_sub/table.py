"""Setting a table of Pocket Sub by hand: a position in a player's words, and its play.

    game = position(red=["B NW"], blue=["D", "E SW"], blue_mines=["B SW"])
    game.move("B NW", "B W", "B SW", mine="B W")
    assert game.subs("red") == []

Colours are the seats. A region is a tile's letter and the side where it lies, a centre the letter
alone. The sea and the command centres are the introductory ones unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quarterdeck.engine.game import find
from quarterdeck.engine.state import Event, events_of
from quarterdeck.games.pocket_sub import chart
from quarterdeck.games.pocket_sub import state as st
from quarterdeck.testing import Scenario

GAME = find("pocket_sub")
TOKENS = ("intelligence", "map", "current")
WAYS = ("clockwise", "counter-clockwise")
HOW = ("centre", "hero", "mine", "own mine", "sub", "own sub", "stuck", "no mine")


def colours(players: int) -> list[str]:
    return [colour.lower() for colour in st.FLEETS[players]]


def around(letter: str) -> list[str]:
    """The six edge regions of a tile."""
    return [f"{letter} {side}" for side in chart.COMPASS]


class Table(Scenario):
    """A game in progress, played and read in a player's words."""

    # Playing

    def move(self, *path: str, mine: str = "") -> Table:
        """Choose the sub at the first region, sail it through the others, lay the mine."""
        self.sub(path[0]).sail(*path[1:])
        return self.lay(mine) if mine else self

    def use(self, *tokens: str) -> Table:
        for token in tokens:
            self.act("token", TOKENS.index(token))
        return self

    def sub(self, at: str) -> Table:
        fleet = self.truth.sub[self.match.actor or 0]
        return self.act("sub", fleet.index(self.region(at)))

    def sail(self, *path: str) -> Table:
        for name in path:
            self.act("sail", self.region(name))
        return self

    def lay(self, at: str) -> Table:
        return self.act("lay", self.region(at))

    def place(self, at: str) -> Table:
        return self.act("place", self.region(at))

    def whirl(self, way: str, letter: str) -> Table:
        return self.act("whirlpool", WAYS.index(way) * st.PLACES + chart.LETTERS.index(letter))

    # Reading

    def region(self, name: str) -> int:
        return region(self.truth.rotation, name)

    def name(self, region: int) -> str:
        return chart.name(self.truth.rotation, region)

    def subs(self, colour: str) -> list[str]:
        fleet = self.truth.sub[self.players.index(colour)]
        return [self.name(region) for region in fleet if region != st.NOWHERE]

    def mines(self, colour: str) -> list[str]:
        mask = self.truth.mines[self.players.index(colour)]
        return [self.name(region) for region in range(st.REGIONS) if mask >> region & 1]

    def centre(self, colour: str) -> str:
        return self.name(self.truth.centre[self.players.index(colour)])

    def tokens(self, colour: str) -> list[str]:
        mask = self.truth.tokens[self.players.index(colour)]
        return [token for i, token in enumerate(TOKENS) if mask >> i & 1]

    def terrain(self, name: str) -> str:
        bit = 1 << self.region(name)
        return "rocky" if self.truth.rocky & bit else "deep" if self.truth.deep & bit else "shallow"

    @property
    def points(self) -> int:
        return int(self.truth.points)

    @property
    def asked(self) -> str:
        """What the player to move is asked for."""
        names = ("centre", "sub placed", "whirlpool", "sub", "step", "mine")
        return names[self.truth.question] if not self.match.over else "nothing"

    def offer(self, verb: str, number: int) -> str:
        if verb == "token":
            return TOKENS[number]
        if verb == "sub":
            return self.name(self.truth.sub[self.match.actor or 0][number])
        if verb == "whirlpool":
            return f"{WAYS[number // st.PLACES]} {chart.LETTERS[number % st.PLACES]}"
        return self.name(number)

    @property
    def lost(self) -> list[str]:
        """The subs lost in the last turn, or so far in this one: whose, and how."""
        sunk = [event for event in self._events if st.EVENTS[event.kind] == "sunk"]
        return [f"{self.players[event.who]}: {HOW[event.b]}" for event in sunk]

    @property
    def happened(self) -> list[str]:
        """The kinds of events since the last fence."""
        return [st.EVENTS[event.kind] for event in self._events]

    @property
    def _events(self) -> list[Event]:
        return events_of(self.match.truth)

    def foreseen(self, target: str) -> list[tuple[str, str]]:
        """Text and tone of what the actor is told of an action, by its region, token or label."""
        scene = self.scene(self.to_play)
        found = [
            action
            for action in scene.actions
            if target in (self.offer(*GAME.actions.parse(action.id)), action.label)
        ]
        assert len(found) == 1, f"{target}: {[action.label for action in scene.actions]}"
        return [(c.text, c.tone) for c in found[0].consequences]


def region(rotation: list[int], name: str) -> int:
    letter, _, side = name.partition(" ")
    place = chart.LETTERS.index(letter)
    number = (chart.COMPASS.index(side) - rotation[place]) % 6 if side else st.CENTRE
    return place * st.REGIONS_A_TILE + number


# Setting the table ---------------------------------------------------------------------------


def fresh(players: int = 2, compiled: bool = True, seed: int = 1, **options: int) -> Table:
    """A game just dealt."""
    return Table.deal(GAME, colours(players), seed, compiled, **options)


def position(
    players: int = 2,
    to_play: str = "red",
    first: str = "red",
    tokens: Iterable[str] = (),
    whirlpools: dict[str, str] | None = None,
    unlimited: int = 0,
    compiled: bool = True,
    **pieces: Any,
) -> Table:
    """A position at the start of a turn.

    For each colour: `red`, its subs; `red_mines`; `red_centre`. `tokens`: what the player to move
    has of them; `whirlpools`: on which tile each way lies.
    """
    captain = int(bool(tokens or whirlpools))
    table = fresh(players, compiled, captain=captain, unlimited=unlimited)
    s = table.truth
    s.question, s.turn, s.fence, s.event_count = st.BEGIN, 10, 1, 0
    s.actor, s.first = table.players.index(to_play), table.players.index(first)
    for way, letter in (whirlpools or {}).items():
        s.whirlpool[WAYS.index(way)] = chart.LETTERS.index(letter)
    s.tokens[s.actor] = sum(1 << TOKENS.index(token) for token in tokens)
    for seat, colour in enumerate(table.players):
        subs = pieces.pop(colour)
        s.afloat[seat] = len(subs)
        for number in range(st.SUBS):
            at = region(s.rotation, subs[number]) if number < len(subs) else st.NOWHERE
            s.sub[seat][number] = at
        s.mines[seat] = sum(1 << region(s.rotation, m) for m in pieces.pop(f"{colour}_mines", []))
        if centre := pieces.pop(f"{colour}_centre", ""):
            s.centre[seat] = region(s.rotation, centre)
    assert not pieces, f"not understood: {list(pieces)}"
    return table.set_to(s)

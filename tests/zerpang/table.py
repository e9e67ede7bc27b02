"""A game of Zerpang! as its players would play and describe it.

    game = position(ninja="X0 H0a | Smoke Bomb, 1, 2", pirate="3,0+2 | Gunpowder")
    game.play("ninja: move X0 E E; pay 1", "ninja: end", "pirate: play Gunpowder")
    assert game.at("pirate") == {"3,0"}

How tables are set: see setting.py. How acts are written: see script.py.
"""

from __future__ import annotations

from quarterdeck.engine.state import Event
from quarterdeck.games.zerpang import GAME
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.testing import Scenario

from .facts import fact
from .names import kinds_of, space, space_name
from .script import WINDOWS, CannotDo, Script


class Table(Scenario):
    """A game in progress, played and read in a player's words."""

    # Playing

    def play(self, *lines: str) -> Table:
        """Carry out lines like `ninja: move X0 E; pay 1`; who is asked in between declines."""
        Script(self).run(lines)
        return self

    def can(self, *lines: str) -> bool:
        """Could these lines be played? Nothing is changed."""
        try:
            Script(Table(self.match.rehearsal(), self.players)).run(lines)
        except CannotDo:
            return False
        return True

    def legal(self, verb: str, number: int = 0) -> bool:
        return GAME.actions.verbs[verb].start + number in self._legal()

    def _legal(self) -> list[int]:
        """What is legal, by the compiled rules, which are quick; `Match.act` asks its own again."""
        rules = GAME.load()
        room = rules.room()
        return [] if self.over else room[: rules.legal(self.match.truth, 0, room)].tolist()

    def decline_all(self) -> Table:
        """Everybody lets things be who is asked whether to butt in."""
        while not self.over and self.truth.question in WINDOWS:
            self.act("pass")
        return self

    def decline_bindings(self) -> Table:
        while not self.over and self.truth.question == st.BIND:
            self.act("pass")
        return self

    def settle(self) -> Table:
        """Everybody passes until the Combat Phase is over."""
        while not self.over and self.truth.phase == st.COMBAT_PHASE:
            self._go_on()
        return self

    def settle_until(self, step: str) -> Table:
        """The same, until this is asked."""
        while not self.asked.endswith(f": {step}"):
            assert self.truth.phase == st.COMBAT_PHASE, f"{step} was never asked"
            self._go_on()
        return self

    def finish_turn(self, of: str = "") -> Table:
        """Everybody passes until the turn is over (if it is still this player's)."""
        number = self.truth.turn
        while not self.over and self.truth.turn == number and of in ("", self.turn_of):
            self._go_on()
        return self

    def finish_turn_number(self, number: int) -> Table:
        """The same, if this turn is not over yet."""
        return self.finish_turn() if self.truth.turn == number else self

    def _go_on(self) -> None:
        """Pass, or where that cannot be, do the first thing that can."""
        if self.legal("pass"):
            self.act("pass")
        else:
            assert self.match.actor is not None
            self.match.act(self.match.actor, self._legal()[0])

    # The truth

    @property
    def to_act(self) -> str:
        return "" if self.match.actor is None else self.players[self.match.actor]

    @property
    def asked(self) -> str:
        """Who is asked what: `ninja: clock`."""
        return f"{self.to_act}: {st.STEPS[self.truth.question]}"

    def asked_in_turn(self, step: str) -> list[str]:
        """Who is asked this, one after the other, if everybody declines."""
        order = []
        while self.asked.endswith(f": {step}"):
            order.append(self.to_act)
            self.act("pass")
        return order

    @property
    def turn_of(self) -> str:
        return self.players[self.truth.active]

    @property
    def phase(self) -> int:
        return int(self.truth.phase)

    def at(self, player: str) -> set[str]:
        """The spaces a player's pieces stand on."""
        return {space_name(p) for p in self._pieces(player) if 0 <= p < tb.SPACES}

    def home(self, player: str) -> int:
        return self._pieces(player).count(tb.AT_HOME)

    def held(self, player: str) -> int:
        """How many of a player's pieces are abducted."""
        return self._pieces(player).count(tb.ABDUCTED)

    def uploaded(self) -> int:
        return list(self.truth.place).count(tb.UPLOADED)

    def _pieces(self, player: str) -> list[int]:
        seat = self.players.index(player)
        return list(self.truth.place)[6 * seat : 6 * seat + 6]

    def _piece_at(self, at: str) -> int:
        piece = int(self.truth.at[space(at)])
        assert piece >= 0, f"nobody stands on {at}"
        return piece

    def carried(self, at: str) -> int:
        """The rings on the piece at a space."""
        return int(self.truth.rings[self._piece_at(at)])

    def disoriented(self, at: str) -> bool:
        return bool(self.truth.disoriented[self._piece_at(at)])

    @property
    def rings(self) -> set[str]:
        """Where rings lie."""
        return {space_name(i) for i, ring in enumerate(self.truth.lying) if ring}

    def hand(self, player: str) -> list[str]:
        return kinds_of(self.truth.hand[self.players.index(player)])

    def discard(self) -> list[str]:
        return kinds_of(self.truth.discard)

    @property
    def deck_size(self) -> int:
        return int(self.truth.deck_size)

    @property
    def fighters(self) -> tuple[str, ...]:
        """The spaces of Aggressor and Defender; nothing when nobody fights."""
        s = self.truth
        if s.aggressor < 0 or s.defender < 0:
            return ()
        return space_name(s.place[s.aggressor]), space_name(s.place[s.defender])

    def rating(self, player: str) -> int:
        """A fighter's Combat Rating."""
        s, seat = self.truth, self.players.index(player)
        side = [s.aggressor // 6, s.defender // 6].index(seat)
        gain = s.gain[side] if s.resourceful >> side & 1 else 0
        return int(s.base[side] + s.points[side] + gain)

    def adjacent_enemies(self) -> list[tuple[str, str]]:
        s = self.truth
        return [
            (space_name(here), space_name(there))
            for here in range(tb.SPACES)
            for there in tb.NEXT[here]
            if there > here and min(s.at[here], s.at[there]) >= 0
            and s.at[here] // 6 != s.at[there] // 6
        ]  # fmt: skip

    # What a player knows

    def fact(self, event: Event) -> str:
        return fact(event, self.players)

    def imagined_hands(self, player: str, of: str, times: int = 60) -> list[list[str]]:
        """Hands of another's that a player thinks possible."""
        seat = self.players.index(of)
        return [kinds_of(s.hand[seat]) for s in self.imagined(player, times)]

"""Acts as the scenarios write them, carried out one atomic decision after another.

    ninja: enter H0a; pay 1                     robots: move X0+X1 E E; pay 2
    ninja: leap H0a T; pay 2                    aliens: balloon X0 4,0; pay 2
    pirate: scoundrel 3,0 E E; pay 2; pay 2     ninja: play Geta of Speed; boost 1
    pirate: play Flanking Maneuver; flank X3 SW
    ninja: play They're Everywhere; place H0a G2
    pirate: play Keel Haul; on ninja            ninja: play Smoke Bomb; to X1
    ninja: points 2                             zombies: points 2 for pirate
    robots: cloud 2                             gunslinger: pair 2: 2+Plunder
    pirate: play Gunpowder for ninja            ninja: accept
    ninja: save Roll with the Punch; gate H0a   ninja: bind
    aliens: release ninja                       ninja: concede
    ninja: pass (in combat)    ninja: decline (when asked)    ninja: end (the Movement Phase)

Whoever is asked something else on the way declines, and phases are ended to reach the act's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb

from .names import DIRECTIONS, EFFECTS, kind, space, space_name

if TYPE_CHECKING:
    from .table import Table

OWN_PHASES = (st.ENTRANCE, st.MOVEMENT, st.UPLOAD, st.DRAW, st.KEEL_HAUL)
WINDOWS = (st.ASSIST, st.BIND, st.SAVING, st.BLOCKADING, st.OFFER_SACRIFICE,
           st.EXTEND)  # fmt: skip
FIGHTING = (st.CLOCK, st.ASSIST_PLAY)
UNFINISHED = (st.PAY, st.SET_CARD, st.PATH)
WORDS = {"concede": "concede", "accept": "accept", "refuse": "refuse", "upload": "upload",
         "salvage": "salvage", "not here": "not-here", "boost": "extend"}  # fmt: skip


class CannotDo(Exception):
    """The rules do not offer this now."""


class Atom(NamedTuple):
    """One decision: an action, and at which steps it is meant (none given: at any)."""

    verb: str
    number: int = 0
    steps: tuple[int, ...] = ()
    automatic: str = ""
    """Not asked where there is only one choice; then a piece of the player stands here after it."""


class Script:
    """Carries out a scenario's lines at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def run(self, lines: Iterable[str]) -> None:
        todo = [(who, rest) for who, _, rest in (line.partition(": ") for line in lines)]
        for i, (who, rest) in enumerate(todo):
            if rest == "end":
                self._end_movement()
                continue
            answered = i + 1 < len(todo) and todo[i + 1][1].startswith("bind")
            self._line(who, [part.strip() for part in rest.split(";")], answered)

    def _line(self, who: str, parts: list[str], answered: bool) -> None:
        """`answered`: somebody binds this play, so what it asks afterwards is not asked."""
        seat = self.table.players.index(who)
        atoms = [atom for part in parts for atom in self._atoms(who, part)]
        turn, first = self.table.truth.turn, True
        while atoms:
            s = self.table.truth
            chosen = self._next(seat, atoms, s)
            if chosen is not None:
                atoms.remove(chosen)
                self.table.act(chosen.verb, chosen.number)
                first = False
            elif not first and answered:
                return
            elif self._may_go_on(s, seat, turn, first):
                self.table.act("pass")
            elif not first and all(a.automatic and s.question not in a.steps for a in atoms):
                break
            else:
                raise CannotDo(f"{who}: {parts}: {self.table.asked} is asked, not {atoms}")
        s = self.table.truth
        if s.question in UNFINISHED and self.table.match.actor == seat:
            raise CannotDo(f"{who}: {parts}: there is more to pay or to say")
        for atom in atoms:
            self._check_automatic(seat, atom)

    def _end_movement(self) -> None:
        """On to the Combat Phase, unless that is already past."""
        while not self.table.over and self.table.truth.phase < st.COMBAT_PHASE:
            self.table.act("pass")

    def _next(self, seat: int, atoms: list[Atom], s: Any) -> Atom | None:
        """What can be done now: the first decision, then any that the rules ask for."""
        if self.table.match.actor != seat:
            return None
        for i, atom in enumerate(atoms):
            earlier = any(a.verb == atom.verb for a in atoms[:i])
            if earlier or (atom.steps and s.question not in atom.steps):
                continue
            if self.table.legal(atom.verb, atom.number):
                return atom
        return None

    def _may_go_on(self, s: Any, seat: int, turn: int, first: bool) -> bool:
        """May whoever is asked decline: anybody butting in, and, before the act, a whole phase?"""
        if self.table.over or s.turn != turn or not self.table.legal("pass"):
            return False
        if s.question in WINDOWS:
            return first or self.table.match.actor != seat
        return first and s.question in OWN_PHASES

    def _check_automatic(self, seat: int, atom: Atom) -> None:
        if atom.automatic and atom.automatic != "any":
            piece = self.table.truth.at[space(atom.automatic)]
            if piece // 6 != seat:
                raise CannotDo(f"nothing of the player's came to {atom.automatic}")

    # Words to decisions

    def _atoms(self, who: str, part: str) -> list[Atom]:
        word, _, rest = part.partition(" ")
        parse: Callable[[str, str], list[Atom]] | None = getattr(self, f"_do_{word}", None)
        if parse is not None:
            return parse(who, rest)
        if part in WORDS or word in WORDS:
            atoms = [Atom(WORDS[part if part in WORDS else word])]
            return atoms + (self._do_pay(who, rest) if word == "boost" and rest else [])
        raise ValueError(f"no such act: {part!r}")

    def _do_enter(self, who: str, gate: str) -> list[Atom]:
        return [Atom("enter", self._gate(who, gate), (st.ENTRANCE,))]

    def _do_gate(self, who: str, gate: str) -> list[Atom]:
        return [Atom("enter", self._gate(who, gate), (st.AT_GATE,), gate)]

    def _gate(self, who: str, gate: str) -> int:
        gates = tb.GATES[self.table.truth.home[self.table.players.index(who)]].tolist()
        if space(gate) not in gates:
            raise CannotDo(f"{gate} is not {who}'s Gate")
        return gates.index(space(gate))

    def _do_pay(self, who: str, cards: str) -> list[Atom]:
        kinds = [kind(card) for card in cards.split("+")]
        order = tb.PAY_ORDER[tb.VALUE_SIDE[self._role(who)]].tolist()
        return [Atom("card", k, (st.PAY,)) for k in sorted(kinds, key=order.index)]

    _do_fee = _do_pay

    def _role(self, who: str) -> int:
        return int(self.table.truth.role[self.table.players.index(who)])

    def _do_move(self, who: str, rest: str) -> list[Atom]:
        start, *way = rest.split()
        pieces = [self._piece(at) for at in start.split("+")]
        return [
            Atom("piece", pieces[0], (st.MOVEMENT,)),
            *(Atom("piece", piece, (st.PATH,)) for piece in pieces[1:]),
            *self._way(way),
        ]

    def _way(self, way: list[str]) -> list[Atom]:
        steps = [Atom("step", tb.OFFSETS.index(DIRECTIONS[d]), (st.PATH,)) for d in way]
        return [*steps, Atom("stop", 0, (st.PATH,))]

    def _piece(self, at: str) -> int:
        piece = int(self.table.truth.at[space(at)])
        if piece < 0:
            raise ValueError(f"nobody stands on {at}")
        return piece

    def _do_scoundrel(self, who: str, rest: str) -> list[Atom]:
        start, *way = rest.split()
        return [Atom("trick"), Atom("piece", self._piece(start), (st.TRICK_PIECE,)),
                *self._way(way)]  # fmt: skip

    def _do_leap(self, who: str, rest: str) -> list[Atom]:
        start, end = rest.split()
        piece = Atom("piece", self._piece(start), (st.LEAP_PIECE,), "any")
        return [Atom("leap"), piece, Atom("space", space(end), (st.LEAP_SPACE,))]

    def _do_balloon(self, who: str, rest: str) -> list[Atom]:
        start, end = rest.split()
        piece = Atom("piece", self._piece(start), (st.BALLOON_PIECE,), "any")
        return [Atom("balloon"), piece, Atom("space", space(end), (st.BALLOON_SPACE,))]

    def _do_play(self, who: str, rest: str) -> list[Atom]:
        card, _, helped = rest.partition(" for ")
        return [*self._help(helped), Atom("play", EFFECTS[card])]

    _do_save = _do_play

    def _help(self, whom: str) -> list[Atom]:
        if not whom:
            return []
        s, seat = self.table.truth, self.table.players.index(whom)
        return [Atom("help", [s.aggressor // 6, s.defender // 6].index(seat), (st.ASSIST,))]

    def _do_bind(self, who: str, rest: str) -> list[Atom]:
        return [Atom("play", tb.BINDING, (st.BIND,))]

    def _do_points(self, who: str, rest: str) -> list[Atom]:
        card, _, helped = rest.partition(" for ")
        return [*self._help(helped), Atom("card", kind(card), FIGHTING)]

    def _do_cloud(self, who: str, rest: str) -> list[Atom]:
        count, _, helped = rest.partition(" for ")
        return [*self._help(helped), Atom("cloud", int(count) - 1, FIGHTING)]

    def _set(self, who: str, rest: str, length: int) -> list[Atom]:
        values, _, chosen = rest.partition(": ")
        chosen, _, helped = chosen.partition(" for ")
        numbers = [int(v) for v in values] * (length if len(values) == 1 else 1)
        row = [*numbers, *[0] * (3 - len(numbers))]
        picks = [Atom("card", kind(card), (st.SET_CARD,), "any") for card in chosen.split("+")]
        return [*self._help(helped), Atom("set", tb.SET_CARDS.tolist().index(row)), *picks]

    def _do_pair(self, who: str, rest: str) -> list[Atom]:
        return self._set(who, rest, 2)

    def _do_triple(self, who: str, rest: str) -> list[Atom]:
        return self._set(who, rest, 3)

    _do_straight = _do_triple

    def _do_flank(self, who: str, rest: str) -> list[Atom]:
        at, way = rest.split()
        direction = tb.OFFSETS.index(DIRECTIONS[way])
        end = space_name(tb.NEXT[space(at)][direction])
        piece = Atom("piece", self._piece(at), (st.FLANKING_STEP,), end)
        return [piece, Atom("step", direction, (st.FLANKING_STEP,))]

    def _do_place(self, who: str, rest: str) -> list[Atom]:
        at, to = rest.split()
        piece = Atom("piece", self._piece(at), (st.SECOND_PIECE,), "any")
        return [piece, Atom("space", space(to), (st.SECOND_SPACE,), to)]

    def _do_to(self, who: str, rest: str) -> list[Atom]:
        s = self.table.truth
        fighters = [p for p in (s.aggressor, s.defender) if p // 6 == self.table.players.index(who)]
        here = s.place[fighters[0]]
        if space(rest) not in tb.NEXT[here]:
            raise CannotDo(f"{rest} is no step away")
        return [Atom("step", tb.NEXT[here].tolist().index(space(rest)), (st.FLEEING,), rest)]

    def _do_on(self, who: str, rest: str) -> list[Atom]:
        return [Atom("seat", self.table.players.index(rest), (st.KEEL_WHOM,))]

    def _do_release(self, who: str, rest: str) -> list[Atom]:
        return [self._captive(rest, st.DRAW)]

    def _do_free(self, who: str, rest: str) -> list[Atom]:
        return [self._captive(rest, st.SEVENTH)]

    def _captive(self, owner: str, step: int) -> Atom:
        seat = self.table.players.index(owner)
        held = [
            p for p in range(6 * seat, 6 * seat + 6) if self.table.truth.place[p] == tb.ABDUCTED
        ]
        if not held:
            raise CannotDo(f"no piece of {owner} is held")
        return Atom("piece", held[0], (step,))

    def _do_attack(self, who: str, rest: str) -> list[Atom]:
        return [Atom("piece", self._piece(rest), (st.PICK_AGGRESSOR,))]

    def _do_defend(self, who: str, rest: str) -> list[Atom]:
        return [Atom("piece", self._piece(rest), (st.PICK_DEFENDER,))]

    def _do_discard(self, who: str, rest: str) -> list[Atom]:
        return [Atom("card", kind(card), (st.DISCARD,)) for card in rest.split("+")]

    def _do_pass(self, who: str, rest: str) -> list[Atom]:
        return [Atom("pass", 0, (st.CLOCK,))]

    def _do_decline(self, who: str, rest: str) -> list[Atom]:
        return [Atom("pass", 0, WINDOWS)]

"""Setting a table of Hidden Threat by hand: a position in a player's words, and its play.

    game = position(ann_hand=["white"], ben_ships=["Carrier"], ben_pegs={"Carrier": ["red 2"]})
    game.play("white", at="C4", finds="Battleship")
    assert "ann searched C4 with white: Battleship" in game.told("ben")

Ann is seat 0, Ben seat 1. Ships named are face up, in order from A1 on; then come the misses that
are face up. Cards are `white`, `red 1`, `red 2`, `red 4`, `shield`, `discard/two`, `repair/draw`.
What is not said is filled in: all other cards of a deck are in the draw pile, or, where the pile
is given, in the discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from quarterdeck.engine import seeds
from quarterdeck.engine.game import find
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.state import Event, clone, events_of
from quarterdeck.games.hidden_threat import fleet
from quarterdeck.games.hidden_threat import state as st
from quarterdeck.testing import Scenario

GAME = find("hidden_threat")
SIDES = ("ann", "ben")
SHIPS = ("Carrier", "Battleship", "Destroyer", "Submarine", "PT Boat")
CARDS = ("white", "red 1", "red 2", "red 4", "shield", "discard/two", "repair/draw")
USES = (*CARDS[:5], "discard whites", "play 2", "repair", "draw 3")
PLACES = [f"{row}{column}" for row in "ABC" for column in range(1, 5)]
ENDINGS = ("sinking", "ships", "hits", "nothing")
hits_on = interpret(fleet.hits_on)


def counts(cards: Iterable[str]) -> list[int]:
    held = Counter(cards)
    assert not set(held) - set(CARDS), f"no such cards: {set(held) - set(CARDS)}"
    return [held[name] for name in CARDS]


def names(row: Iterable[int]) -> list[str]:
    return [name for name, count in zip(CARDS, row, strict=True) for _ in range(count)]


class Table(Scenario):
    """A game in progress, played and read in a player's words."""

    # Playing

    def play(self, card: str, at: str, finds: str = "") -> Table:
        """Play a peg card on a ship or a place; `finds`: what a search turns up there."""
        self.choose(card)
        if finds:
            self._rig(self._place(at), st.MISS if finds == "miss" else SHIPS.index(finds))
        return self.act("aim", self._place(at))

    def choose(self, use: str) -> Table:
        return self.act("play", USES.index(use))

    def shield(self, ship: str) -> Table:
        return self.choose("shield").act("cover", SHIPS.index(ship))

    def discard_whites(self, count: int) -> Table:
        return self.choose("discard whites").act("discard", count - 1)

    def repair(self, ship: str, card: str) -> Table:
        return self.choose("repair").remove(ship, card)

    def remove(self, ship: str, card: str) -> Table:
        return self.act("remove", SHIPS.index(ship) * st.PEGS + CARDS.index(card))

    def give_up(self, card: str) -> Table:
        return self.act("give-up", CARDS.index(card))

    def _place(self, at: str) -> int:
        if at in PLACES:
            return PLACES.index(at)
        place = int(self.truth.place[1 - SIDES.index(self.to_play)][SHIPS.index(at)])
        assert place >= 0, f"the {at} is not face up"
        return place

    def _rig(self, place: int, ship: int) -> None:
        """Chance such that a search turns up this."""
        action = GAME.actions.verbs["aim"].start + place
        for seed in range(2000):
            self.match.truth["rng"][0] = seeds.generator(seeds.secret(seed))
            after = clone(self.match.truth)
            GAME.load().act(after, 0, action)
            found = [event.c for event in events_of(after) if event.kind == st.SEARCHED]
            if found and found[-1] == ship:
                return
        raise AssertionError("that cannot be found there")

    # The truth

    def hand(self, side: str) -> list[str]:
        return names(self.truth.hand[SIDES.index(side)])

    def discard(self, side: str) -> list[str]:
        return names(self.truth.discard[SIDES.index(side)])

    def up(self, side: str) -> list[str]:
        return ships_in(self.truth.up[SIDES.index(side)])

    def sunk(self, side: str) -> list[str]:
        return ships_in(self.truth.sunk[SIDES.index(side)])

    def under(self, side: str, ship: str) -> list[str]:
        """The peg cards under a ship."""
        return names([*self.truth.under[SIDES.index(side)][SHIPS.index(ship)], 0, 0, 0])

    def hits(self, side: str, ship: str) -> int:
        return int(hits_on(self.truth, SIDES.index(side), SHIPS.index(ship)))

    def shields(self, side: str, ship: str) -> list[str]:
        """What lies on each shield of a ship, the oldest first."""
        seat, number = SIDES.index(side), SHIPS.index(ship)
        row = self.truth.on_shield[seat][number][: self.truth.shields[seat][number]]
        return [CARDS[peg] if peg >= 0 else "" for peg in row]

    def offer(self, verb: str, number: int) -> str:
        foe = 1 - SIDES.index(self.to_play)
        if verb == "play":
            return USES[number]
        if verb == "aim":
            at = [s for s in ships_in(self.truth.up[foe]) if self._place(s) == number]
            return at[0] if at else PLACES[number]
        if verb == "cover":
            return SHIPS[number]
        if verb == "remove":
            return f"{CARDS[number % st.PEGS]} from {SHIPS[number // st.PEGS]}"
        return f"discard {number + 1}" if verb == "discard" else f"give up {CARDS[number]}"

    def aims(self, card: str) -> set[str]:
        """Where a peg card may be played."""
        self.choose(card)
        found = self.offers
        assert self.match.actor is not None
        self.match.undo(self.match.actor)
        return found

    # What a side knows

    def fact(self, event: Event) -> str:
        return fact(event)

    def imagined_hands(self, side: str, of: str, times: int = 200) -> set[tuple[str, ...]]:
        """Hands of another's that a side thinks possible."""
        imagined = self.imagined(side, times)
        return {tuple(names(s.hand[SIDES.index(of)])) for s in imagined}


def ships_in(mask: int) -> list[str]:
    return [ship for i, ship in enumerate(SHIPS) if mask >> i & 1]


def fact(event: Event) -> str:
    """An event in plain words, so that scenarios do not depend on how the log is worded."""
    kind, who = st.EVENTS[event.kind], SIDES[event.who] if event.who >= 0 else "nobody"
    if kind == "drew":
        packed = event.a | event.b << 12 | event.c << 24
        return f"{who} drew {', '.join(names([packed >> 4 * k & 15 for k in range(7)]))}"
    if kind == "searched":
        found = SHIPS[event.c] if event.c >= 0 else "miss"
        return f"{who} searched {PLACES[event.b]} with {CARDS[event.a]}: {found}"
    if kind in ("hit", "hit-shield", "wasted"):
        words = {"hit": "hit", "hit-shield": "hit the shield of", "wasted": "wasted on"}
        end = f": {event.c} hits" if kind == "hit" else ""
        return f"{who} {words[kind]} {SHIPS[event.b]} with {CARDS[event.a]}{end}"
    if kind in ("shield-gone", "sunk"):
        state = "is sunk" if kind == "sunk" else "lost a shield"
        return f"{who}'s {SHIPS[event.a]} {state}"
    if kind == "removed":
        by = "PT Boat" if event.c else "repair"
        return f"{who} removed {CARDS[event.b]} from {SHIPS[event.a]} by {by}"
    if kind == "ended":
        return f"{who} won by {ENDINGS[event.a]}"
    words = {"goes-first": "goes first", "drew-unseen": f"drew {event.a} cards"}
    words |= {"reshuffled": f"reshuffled {event.a} cards"}
    words |= {"whites-gone": f"lost {event.a} whites in play"}
    words |= {"lapsed": "could play none of the three" if event.a else "could play no more"}
    words |= {"discarded": f"discarded {event.a} whites"}
    if kind == "covered":
        return f"{who} shielded {SHIPS[event.a]}"
    if kind in ("power", "gave-up"):
        return f"{who} {'played' if kind == 'power' else 'gave up'} {USES[event.a]}"
    return f"{who} {words[kind]}"


# Setting the table ---------------------------------------------------------------------------


def fresh(compiled: bool = True, seed: int = 1, **options: int) -> Table:
    """A game just dealt."""
    return Table.deal(GAME, SIDES, seed, compiled, **options)


def position(
    to_play: str = "ann",
    turn: int = 10,
    beginner: int = 0,
    limit: int = 300,
    compiled: bool = True,
    **sides: Any,
) -> Table:
    """A position at the start of a side's play (or of its turn, if the PT Boat has work to do).

    For `ann_...` and `ben_...` each: `hand`, the cards held; `ships`, those face up; `sunk`;
    `misses`, how many are face up; `all_up`, nothing is face down; `pegs`, the enemy's cards under
    each ship; `shields`, for each ship what lies on its shields, the oldest first ("" for nothing);
    `pile`, the cards still to be drawn.
    """
    table = fresh(compiled, beginner=beginner, limit=limit)
    s = table.blank()
    s.actor, s.turn = SIDES.index(to_play), turn
    for seat, side in enumerate(SIDES):
        given = {k.removeprefix(f"{side}_"): v for k, v in sides.items() if k.startswith(side)}
        _lay_fleet(s, seat, given)
    for seat, side in enumerate(SIDES):
        _deal_cards(s, seat, sides.get(f"{side}_hand", ()), sides.get(f"{side}_pile"))
    boat = not beginner and "PT Boat" in ships_in(s.up[s.actor])
    pegs = any(card for ship in s.under[s.actor] for card in ship)
    s.question = st.REMOVE_PEG if boat and pegs else st.PLAY
    return table.set_to(s)


def _lay_fleet(s: Any, seat: int, given: Mapping[str, Any]) -> None:
    ships, sunk = given.get("ships", []), given.get("sunk", [])
    taken = 0
    for ship in [*ships, *sunk]:
        s.place[seat][SHIPS.index(ship)] = taken
        taken += 1
    s.up[seat] = sum(1 << SHIPS.index(ship) for ship in ships)
    s.sunk[seat] = sum(1 << SHIPS.index(ship) for ship in sunk)
    taken += 7 if given.get("all_up") else given.get("misses", 0)
    assert not given.get("all_up") or taken == st.PLACES, "a face-down ship is left"
    s.face_down[seat] = int(st.EVERY_PLACE[st.FULL]) >> taken << taken
    for ship, cards in given.get("pegs", {}).items():
        for card in cards:
            s.under[seat][SHIPS.index(ship)][CARDS.index(card)] += 1
    for ship, shields in given.get("shields", {}).items():
        s.shields[seat][SHIPS.index(ship)] = len(shields)
        for i, card in enumerate(shields):
            if card:
                s.on_shield[seat][SHIPS.index(ship)][i] = CARDS.index(card)


def _deal_cards(s: Any, seat: int, hand: Iterable[str], pile: Iterable[str] | None) -> None:
    left = st.DECK[s.beginner].tolist()
    for ship in range(st.SHIPS):
        for peg in range(st.PEGS):
            left[peg] -= s.under[1 - seat][ship][peg]
        for peg in s.on_shield[1 - seat][ship]:
            if peg >= 0:
                left[peg] -= 1
        left[st.SHIELD] -= s.shields[seat][ship]
    held = counts(hand)
    for kind in range(st.KINDS):
        left[kind] -= held[kind]
        s.hand[seat][kind] = held[kind]
    to_draw = left if pile is None else counts(pile)
    for kind in range(st.KINDS):
        assert left[kind] >= to_draw[kind], f"too many of {CARDS[kind]}"
        s.pile[seat][kind] = to_draw[kind]
        s.discard[seat][kind] = left[kind] - to_draw[kind]
    s.hand_size[seat], s.pile_size[seat] = sum(held), sum(to_draw)
    for stuck in range(st.STUCK_SETS):
        s.at_most[seat][stuck] = sum(held)

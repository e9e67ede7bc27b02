"""Setting a PING table by hand: a position in a player's words, and what is played and told on it.

    game = position(red="C", blue="M", red_hand=["MOVE 1 / PING"])
    game.play("PING")
    assert "blue is at M" in game.told("red")

Red is seat 0, Blue seat 1. What is not said is filled in: cards nobody named, no damage, nobody
knows where anybody is.
"""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.engine.game import find
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.state import Event, Plain
from quarterdeck.games.ping import memory
from quarterdeck.games.ping import state as st
from quarterdeck.testing import Scenario

PING = find("ping")
SIDES = ("red", "blue")
ENDINGS = {st.BY_OBJECTIVES: "objectives", st.BY_SINKING: "sinking", st.BY_LENGTH: "length"}
CARD_NAMES = [
    f"{st.ACTION_NAMES[movement]} / {st.ACTION_NAMES[utility]}"
    for movement, utility in st.CARDS.tolist()
]
whereabouts = interpret(memory.whereabouts)
learn_action, learn_within = interpret(memory.learn_action), interpret(memory.learn_within)


def card(name: str) -> int:
    return CARD_NAMES.index(name)


def action(name: str) -> int:
    return {"REPAIR": st.REPAIR, "SET-UP": st.SET_UP}.get(name) or st.ACTION_NAMES.index(name)


def names(mask: int) -> set[str]:
    return {name for i, name in enumerate(CARD_NAMES) if mask >> i & 1}


def mask(cards: Iterable[str]) -> int:
    return sum(1 << card(name) for name in cards)


def objectives(letters: str) -> int:
    return sum(1 << st.OBJECTIVES.index(letter) for letter in letters)


def squares(letters: str) -> int:
    return sum(1 << st.LETTERS.index(letter) for letter in letters)


def letters(squares: int) -> str:
    return "".join(letter for i, letter in enumerate(st.LETTERS) if squares >> i & 1)


class Table(Scenario):
    """A game in progress, played and read in a player's words."""

    named: frozenset[str] = frozenset()
    """The cards that the position named."""

    # Playing

    def start(self, square: str) -> Table:
        return self.act("station", st.LETTERS.index(square))

    def report(self) -> Table:
        return self.act("report", 0)

    def play(self, name: str, with_card: str = "") -> Table:
        """Use a card for the action named: the one in hand, or of several the one that the position
        named; `with_card` says which where that is not enough."""
        half = st.MOVEMENT if name.startswith("MOVE") else st.UTILITY
        fits = [c for c in self.hand(self.to_play) if st.CARDS[card(c)][half] == action(name)]
        if with_card:
            fits = [with_card]
        elif len(fits) > 1:
            fits = [c for c in fits if c in self.named]
        assert len(fits) == 1, f"which card to play for {name}? {fits}"
        return self.act("move" if half == st.MOVEMENT else "use", card(fits[0]))

    def repair(self, with_card: str) -> Table:
        return self.act("repair", card(with_card))

    def step(self, *directions: str) -> Table:
        for direction in directions:
            self.act("step", st.DIRECTIONS.index(direction))
        return self

    def fire(self, direction: str) -> Table:
        return self.act("fire", st.DIRECTIONS.index(direction))

    # The truth

    def square(self, side: str) -> str:
        return st.LETTERS[self.truth.location[SIDES.index(side)]]

    def hand(self, side: str) -> set[str]:
        return names(self.truth.hand[SIDES.index(side)])

    def disabled(self, side: str) -> set[str]:
        return names(self.truth.disabled[SIDES.index(side)])

    def completed(self, side: str) -> str:
        done = self.truth.completed[SIDES.index(side)]
        return "".join(o for i, o in enumerate(st.OBJECTIVES) if done >> i & 1)

    def offer(self, verb: str, number: int) -> str:
        if verb in ("step", "fire"):
            return f"{verb} {st.DIRECTIONS[number]}"
        if verb == "station":
            return f"start {st.LETTERS[number]}"
        if verb == "repair":
            return f"repair {CARD_NAMES[number]}"
        if verb == "report":
            return "report"
        half = st.MOVEMENT if verb == "move" else st.UTILITY
        return f"{st.ACTION_NAMES[st.CARDS[number][half]]} with {CARD_NAMES[number]}"

    # What a side knows

    def fact(self, event: Event) -> str:
        return fact(event)

    def may_be(self, side: str) -> str:
        """The squares where, as far as its adversary can tell, this side may be."""
        other = 1 - SIDES.index(side)
        return letters(whereabouts(self.view(SIDES[other]), other))


def fact(event: Event) -> str:
    """An event in plain words, so that scenarios do not depend on how the log is worded."""
    kind, who = st.EVENTS[event.kind], SIDES[event.who] if event.who >= 0 else "nobody"
    name = CARD_NAMES[event.a] if 0 <= event.a < st.CARD_COUNT else "a card"
    square = st.LETTERS[event.a] if 0 <= event.a < st.SQUARES else "somewhere"
    if kind == "played":
        return _played(event, who, name)
    if kind == "took":
        return _took(event, who, name)
    if kind in ("stepped", "fired"):
        to = f"to {square}" if kind == "stepped" else f"from {square}"
        return f"{who} {kind} {st.DIRECTIONS[event.b]} {to}"
    if kind == "encrypted":
        return (
            f"{who} encrypted at {square}, {'completing it' if event.b else 'completing nothing'}"
        )
    if kind == "ended":
        return f"{who} won by {ENDINGS[event.a]}"
    words = {"revealed": f"is at {square}", "reported": f"reported from {square}"}
    words |= {"stationed": f"starts at {square}", "dealt": f"is dealt {name}"}
    words |= {"unharmed": "takes no damage", "hit": "is hit", "silent": "gives nothing away"}
    words |= {"disabled": f"cannot use {name}", "goes-first": "goes first"}
    return f"{who} {words[kind]}"


def _played(event: Event, who: str, name: str) -> str:
    if event.b == st.REPAIR:
        return f"{who} repaired with {name}"
    if event.b == st.UNKNOWN:
        return f"{who} played a card face down"
    return f"{who} played {name} for {st.ACTION_NAMES[event.b]}"


def _took(event: Event, who: str, name: str) -> str:
    if event.b == st.UNKNOWN:
        return f"{who} took {name}"
    was = {st.REPAIR: "a repair", st.SET_UP: "the set-up card"}
    return f"{who} took {name}, {was.get(event.b) or f'played for {st.ACTION_NAMES[event.b]}'}"


# Setting the table ---------------------------------------------------------------------------


def fresh(compiled: bool = True, seed: int = 1, **options: int) -> Table:
    """A game just dealt, starting squares still to be chosen."""
    return Table.deal(PING, SIDES, seed, compiled, **options)


def position(
    red: str,
    blue: str,
    red_hand: Iterable[str] = (),
    blue_hand: Iterable[str] = (),
    to_play: str = "red",
    last: tuple[str, str] | None = None,
    red_disabled: Iterable[str] = (),
    blue_disabled: Iterable[str] = (),
    red_encrypted: str = "",
    blue_encrypted: str = "",
    red_reported: str = "",
    blue_reported: str = "",
    red_may_be: str = "",
    blue_may_be: str = "",
    pinged: bool = False,
    listened: bool = False,
    turn: int = 10,
    limit: int = 100,
    seed: int = 1,
    compiled: bool = True,
) -> Table:
    """A position at the start of a side's turn.

    `last` is the adversary's last card and what it was used for ("REPAIR" for a repair); if not
    said, they moved three squares with a card nobody named. `red_may_be`: the squares where Blue
    thought Red might be before that card, if not anywhere; in the same way `blue_may_be`. `pinged`,
    `listened`: the side to play was.
    """
    table = fresh(compiled, seed, limit=limit)
    table.named = frozenset([*red_hand, *blue_hand])
    remembered = [name for name, field in PING.state.fields.items() if field.memory]
    s = table.blank(*remembered)
    s.actor, s.question, s.turn = SIDES.index(to_play), st.START_TURN, turn
    s.first = s.actor if turn % 2 else 1 - s.actor
    s.pinged, s.listened = int(pinged), int(listened)
    hands, disabled = [list(red_hand), list(blue_hand)], [red_disabled, blue_disabled]
    s.lying, s.lying_as = _last_card(last, {*hands[0], *hands[1], *red_disabled, *blue_disabled})
    s.face_up = int(st.FACE_UP[s.lying_as])
    _deal_hands(s, hands, disabled)
    reported, encrypted = (red_reported, blue_reported), (red_encrypted, blue_encrypted)
    may_be = (red_may_be, blue_may_be)
    for seat in range(2):
        s.location[seat] = st.LETTERS.index((red, blue)[seat])
        s.reported[seat] = objectives(reported[seat])
        s.completed[seat] = objectives(reported[seat] + encrypted[seat])
        _remember(s, 1 - seat, squares(may_be[seat]))
    if s.face_up and st.TAG[s.lying_as] == st.LOUD:  # then that is where they were revealed
        learn_within(s, s.actor, 1 << s.location[1 - s.actor])
    return table.set_to(s)


def _last_card(last: tuple[str, str] | None, taken: set[str]) -> tuple[int, int]:
    if last is None:
        free = [n for n in CARD_NAMES if n.startswith("MOVE 3") and n not in taken]
        last = (free[-1], "MOVE 3")
    assert last[0] not in taken, f"{last[0]} is in a hand already"
    return card(last[0]), action(last[1])


def _deal_hands(s: Plain, hands: list[list[str]], disabled: list[Iterable[str]]) -> None:
    """The cards named, disabled ones included, and others to make up three."""
    given = [list(dict.fromkeys([*hands[seat], *disabled[seat]])) for seat in range(2)]
    free = [n for n in CARD_NAMES if n not in given[0] + given[1] and card(n) != s.lying]
    for seat in range(2):
        while len(given[seat]) < st.HAND[st.FULL]:
            given[seat].append(free.pop(0))
        s.hand[seat] = mask(given[seat])
        s.disabled[seat] = mask(disabled[seat])
        s.damaged[seat] = len(list(disabled[seat]))
        assert s.hand[seat].bit_count() == st.HAND[st.FULL], "a hand has three cards"


def _remember(s: Plain, me: int, may_be: int) -> None:
    """What the adversary encrypted, he encrypted long ago, and has been about everywhere since."""
    other = 1 - me
    encrypted = (s.completed[other] & ~s.reported[other]).bit_count()
    for _ in range(encrypted):
        learn_action(s, me, st.ENCRYPT)
        for _ in range(8):  # enough to get from anywhere to anywhere
            learn_action(s, me, st.MOVE_1)
    if encrypted and s.location[other] % 2:  # objectives are even squares, a step leads to odd ones
        learn_action(s, me, st.MOVE_1)
    learn_within(s, me, may_be or int(st.CHART[st.FULL]))

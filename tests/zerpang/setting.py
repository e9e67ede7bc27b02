"""Setting a table of Zerpang! by hand: `position`; or dealing one: `fresh`.

    position(ninja="X0 H0a | Smoke Bomb, 1, 2", pirate="3,0+2 | Gunpowder", turn="pirate")

Players are named by class (a second Ninja is `ninja2`) and sit clockwise in the order given. Before
the bar are pieces: `+2` carries two rings, `~` is disoriented. After it is the hand: `1` and `2`
are Point cards, a Specialty card goes by either of its names. Spaces are `T`, `X0`, `G0`, `H0a`,
`H0b` or axial coordinates like `3,-2`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from quarterdeck.games.zerpang import GAME
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb

from .names import counts, role_of, space
from .table import Table


def fresh(players: Iterable[str], compiled: bool = True, seed: int = 1, **options: int) -> Table:
    """A game just dealt, its classes chosen."""
    table = _sit_down(list(players), compiled, seed, options)
    for name in table.players:
        table.act("class", role_of(name))
    return table


def _sit_down(names: list[str], compiled: bool, seed: int, options: dict[str, int]) -> Table:
    options.setdefault("elves", int("elves" in names))
    return Table.deal(GAME, names, seed, compiled, **options)


def position(
    turn: str = "",
    aggressor: str = "",
    number: int = 10,
    rings: str = "",
    deck: str | None = None,
    discard: str | None = None,
    captives: dict[str, int] | None = None,
    uploaded: int = 0,
    cloud: int = 0,
    skip: Iterable[str] = (),
    compiled: bool = True,
    limit: int = 4,
    patience: int = 0,
    **players: str,
) -> Table:
    """A position at the start of a turn (`turn`: whose; the first player's unless said).

    `aggressor`: pieces just moved there, in order; then the Combat Phase begins at once. `rings`
    lie on spaces. `deck`: all that remains to be drawn; the rest is discarded, or with `discard`
    given, too, in the last player's hand. `captives`: how many pieces of each the Aliens hold.
    """
    table = _sit_down(list(players), compiled, 1, {"limit": limit, "patience": patience})
    s = table.blank("home", "keeper")
    s.cloud = cloud
    for seat, (name, setting) in enumerate(players.items()):
        s.role[seat], s.skip[seat] = role_of(name), int(name in skip)
        gone = uploaded if name == "robots" else 0
        _lay_pieces(s, seat, setting.partition("|")[0], (captives or {}).get(name, 0), gone)
    for ring in rings.split():
        s.lying[space(ring)] = 1
    s.supply = tb.RING_SUPPLY - sum(s.rings) - sum(s.lying)
    _deal(s, [setting.partition("|")[2] for setting in players.values()], deck, discard)
    _begin(s, table.players.index(turn) if turn else 0, number, aggressor)
    return table.set_to(s).act("pass")


def _begin(s: Any, seat: int, number: int, aggressor: str) -> None:
    """One pass before a turn begins; or, with pieces just moved, before its Combat Phase."""
    if aggressor:
        s.active, s.question, s.phase, s.turn = seat, st.MOVEMENT, st.MOVEMENT_PHASE, number
    else:
        before = (seat - 1) % s.seats
        s.active, s.question, s.phase, s.turn = before, st.KEEL_HAUL, st.END_PHASE, number - 1
    s.actor = s.active
    for order, piece in enumerate(aggressor.split(), 1):
        s.stamp[s.at[space(piece)]] = s.stamps = order


def _lay_pieces(s: Any, seat: int, pieces: str, captives: int, uploaded: int) -> None:
    for i, text in enumerate(pieces.split()):
        piece, at = 6 * seat + i, space(text.rstrip("~").partition("+")[0])
        assert s.at[at] < 0, f"two pieces on {text}"
        s.place[piece], s.at[at] = at, piece
        s.disoriented[piece] = int(text.endswith("~"))
        s.rings[piece] = int(text.rstrip("~").partition("+")[2] or 0)
    for i in range(captives):
        s.place[6 * seat + 5 - i] = tb.ABDUCTED
    for i in range(uploaded):
        s.place[6 * seat + 5 - captives - i] = tb.UPLOADED


def _deal(s: Any, hands: list[str], deck: str | None, discard: str | None) -> None:
    held = [counts(hand) for hand in hands]
    left = Counter(dict(enumerate(tb.COPIES.tolist())))
    for hand in held:
        left.subtract(hand)
    piles = [counts(text or "") for text in (deck, discard)]
    for pile in piles:
        left.subtract(pile)
    assert min(left.values()) >= 0, f"too many of {[k for k in left if left[k] < 0]}"
    (piles[0] if deck is None else piles[1] if discard is None else held[-1]).update(left)
    for kind in range(tb.KINDS):
        s.deck[kind], s.discard[kind] = piles[0][kind], piles[1][kind]
        for seat, hand in enumerate(held):
            s.hand[seat][kind] = hand[kind]
    s.deck_size = sum(piles[0].values())
    for seat, hand in enumerate(held):
        s.hand_size[seat] = sum(hand.values())


def random_tables(count: int, *players: str) -> Iterator[Table]:
    """Tables after every decision of games played at random."""
    for seed in range(count):
        table, choose = fresh(players, seed=seed), random.Random(seed)
        while not table.over and table.truth.turn < 60:
            assert table.match.actor is not None
            table.match.act(table.match.actor, choose.choice(table.match.legal()))
            yield table

"""What takes one click although the rules ask several questions: a whole path, a whole payment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quarterdeck.engine.game import Walk
from quarterdeck.engine.rule import interpret
from quarterdeck.games.zerpang import paying
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.labels import path_price
from quarterdeck.games.zerpang.picture.names import (
    VALUE_SIDE,
    cards_named,
    number_of_rings,
    piece_at,
    points,
    space_name,
    value,
)
from quarterdeck.games.zerpang.words import say

WALKS = (Walk("piece", "step", "stop"),)
PAY_ORDER = tb.PAY_ORDER.tolist()
at_hand = interpret(paying.at_hand)


def route(view: st.State, there: st.State) -> str:
    """Where the piece goes, what that costs and what it picks up on the way."""
    piece = there.chosen
    price, rings = path_price(there, there.steps), there.rings[piece] - view.rings[piece]
    said = {"piece": piece_at(view, piece), "space": space_name(there, there.place[piece])}
    if price and rings:
        return say(
            "Move {piece} to {space} for {points}, taking {rings}",
            **said,
            points=points(price),
            rings=number_of_rings(rings),
        )
    if price:
        return say("Move {piece} to {space} for {points}", **said, points=points(price))
    if rings:
        return say("Move {piece} to {space}, taking {rings}", **said, rings=number_of_rings(rings))
    return say("Move {piece} to {space}", **said)


def shortcuts(view: st.State) -> list[tuple[str, list[int]]]:
    """The obvious payment. A Gunslinger's sets are worth a thought."""
    if view.question != st.PAY or view.role[view.actor] == tb.GUNSLINGER:
        return []
    cards = min(payments(view), key=lambda chosen: regret(view, chosen))
    held = Counter(cards)
    counts = [held[kind] for kind in range(tb.KINDS + 1)]
    label = say("Pay with {cards}", cards=cards_named(view, view.actor, counts))
    return [(label, [st.DO_CARD + kind for kind in cards])]


def payments(view: st.State, paid: int = 0, first: int = 0) -> Iterator[list[int]]:
    """Every way to pay what is left: highest value first, and no card too many."""
    me, left = view.actor, view.price - view.paid - paid
    order = PAY_ORDER[VALUE_SIDE[view.role[me]]]
    for position in range(max(first, view.order), tb.KINDS + 1):
        kind = order[position]
        worth = value(view, me, kind)
        for count in range(1, at_hand(view, me, kind) + 1):
            if worth * count >= left:
                yield [kind] * count
                break
            for rest in payments(view, paid + worth * count, position + 1):
                yield [kind] * count + rest


def regret(view: st.State, cards: list[int]) -> tuple[int, int, int]:
    """How much a payment is missed afterwards: Specialty cards, what is overpaid, other cards.
    Cloud points are gone at the end of the round anyway."""
    overpaid = sum(value(view, view.actor, kind) for kind in cards) - view.price + view.paid
    specialties = sum(kind < tb.SPECIALTIES for kind in cards)
    return specialties, overpaid, len(cards) - cards.count(tb.CLOUD_POINT)

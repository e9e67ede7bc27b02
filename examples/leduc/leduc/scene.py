"""Leduc poker for people: cards and chips, no board."""

from __future__ import annotations

from leduc import state as st
from quarterdeck.engine.scene import Half, Picture, Piece, Tally, Told, Zone
from quarterdeck.engine.state import Event

RANKS = ("jack", "queen", "king")
SUITS = ("spade", "heart")


def card_name(card: int) -> str:
    return f"{RANKS[card // 2]} of {SUITS[card % 2]}s"


def name(view: st.State, seat: int) -> str:
    return "You" if view.viewer == seat else f"{{{seat}}}"


def verb(view: st.State, seat: int, word: str) -> str:
    """You call, she calls."""
    return f"You {word}" if view.viewer == seat else f"{{{seat}}} {word}s"


def chips(count: int) -> str:
    return "1 chip" if count == 1 else f"{count} chips"


def draw(view: st.State) -> Picture:
    """The card that both share, a card each, and what each has paid."""
    pieces = [card(f"card:{seat}", f"hand:{seat}", view.card[seat], seat) for seat in range(2)]
    if view.public != st.NONE:
        pieces.append(card("public", "table", view.public, None))
    return Picture(
        prompt=prompt(view),
        detail=f"There are {chips(sum(view.paid))} in the pot.",
        zones=[
            Zone("table", "On the table", "table"),
            *(Zone(f"hand:{seat}", hand_label(view, seat), "hand", seat) for seat in order(view)),
        ],
        pieces=pieces,
        tallies=[[Tally("chips paid", "chip", view.paid[seat], st.MOST_PAID)] for seat in range(2)],
    )


def order(view: st.State) -> tuple[int, int]:
    """The viewer's own hand comes first."""
    return (1, 0) if view.viewer == 1 else (0, 1)


def hand_label(view: st.State, seat: int) -> str:
    return "Your card" if view.viewer == seat else f"{{{seat}}}'s card"


def card(id: str, at: str, card: int, seat: int | None) -> Piece:
    """A card with its face, or its back: a card without halves."""
    if card == st.NONE:
        return Piece(id, at, "card", "a hidden card", seat=seat)
    suit = SUITS[card % 2]
    face = Half(RANKS[card // 2].capitalize(), suit, text=f"of {suit}s")
    return Piece(id, at, "card", card_name(card), seat=seat, halves=[face])


def owed(view: st.State) -> int:
    return view.paid[1 - view.actor] - view.paid[view.actor]


def prompt(view: st.State) -> str:
    if view.viewer != view.actor:
        return f"{{{view.actor}}} is to bet"
    return f"Call {chips(owed(view))}, raise or fold?" if owed(view) else "Check or raise?"


def label(view: st.State, action: int) -> str:
    if action == st.FOLD:
        return "Fold"
    if action == st.RAISE:
        return f"Raise: pay {owed(view) + st.RAISE_BY[view.round]}"
    return f"Call: pay {owed(view)}" if owed(view) else "Check"


def targets(view: st.State, action: int) -> list[str]:
    return []


def ending(view: st.State) -> str:
    if not view.winners:
        return "Equal hands: the pot is shared."
    winner = view.winners.bit_length() - 1
    taken = f"{verb(view, winner, 'win')} {chips(view.paid[1 - winner])}"
    return f"{taken}." if view.paid[0] == view.paid[1] else f"{taken}: the other hand was folded."


def tell(view: st.State, event: Event) -> Told | None:
    kind, who = st.EVENTS[event.kind], event.who
    if kind == "turned":
        return Told(f"The {card_name(event.a)} is turned over.")
    if kind == "dealt" and event.a == st.NONE:
        return None
    if kind == "dealt":
        return Told(f"You are dealt the {card_name(event.a)}.", who)
    if kind == "shown":
        return Told(f"{verb(view, who, 'show')} the {card_name(event.a)}.", who)
    if kind == "folded":
        return Told(f"{verb(view, who, 'fold')}.", who)
    if kind == "called" and event.a == 0:
        return Told(f"{verb(view, who, 'check')}.", who)
    word = "call" if kind == "called" else "raise"
    return Told(f"{verb(view, who, word)}, paying {chips(event.a)}.", who)

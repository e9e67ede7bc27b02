"""Kuhn poker for people: two cards and a few chips."""

from __future__ import annotations

from kuhn import state as st
from quarterdeck.engine.scene import Half, Picture, Piece, Tally, Told, Zone
from quarterdeck.engine.state import Event

CARDS = ("jack", "queen", "king")


def verb(view: st.State, seat: int, word: str) -> str:
    """You bet, she bets."""
    if view.viewer == seat:
        return f"You {word}"
    return f"{{{seat}}} {word}es" if word == "pass" else f"{{{seat}}} {word}s"


def chips(count: int) -> str:
    return "1 chip" if count == 1 else f"{count} chips"


def draw(view: st.State) -> Picture:
    """A card each, and what each has paid."""
    seats = (1, 0) if view.viewer == 1 else (0, 1)  # the viewer's own hand comes first
    return Picture(
        prompt=prompt(view),
        detail=f"There are {chips(sum(view.paid))} in the pot.",
        zones=[Zone(f"hand:{seat}", hand_label(view, seat), "hand", seat) for seat in seats],
        pieces=[card(view, seat) for seat in seats],
        tallies=[[Tally("chips paid", "chip", view.paid[seat], 2)] for seat in range(2)],
    )


def hand_label(view: st.State, seat: int) -> str:
    return "Your card" if view.viewer == seat else f"{{{seat}}}'s card"


def card(view: st.State, seat: int) -> Piece:
    """A card with its face, or its back: a card without halves."""
    id, at, face = f"card:{seat}", f"hand:{seat}", view.card[seat]
    if face == st.NONE:
        return Piece(id, at, "card", "a hidden card", seat=seat)
    return Piece(id, at, "card", CARDS[face], seat=seat, halves=[Half(CARDS[face].capitalize())])


def facing_a_bet(view: st.State) -> bool:
    return view.paid[1 - view.actor] > view.paid[view.actor]


def prompt(view: st.State) -> str:
    if view.viewer != view.actor:
        return f"{{{view.actor}}} is to bet"
    return "Call or fold?" if facing_a_bet(view) else "Bet or check?"


def label(view: st.State, action: int) -> str:
    if facing_a_bet(view):
        return "Call: pay 1" if action == st.BET else "Fold"
    return "Bet 1" if action == st.BET else "Check"


def targets(view: st.State, action: int) -> list[str]:
    return []


def ending(view: st.State) -> str:
    winner = view.winners.bit_length() - 1
    taken = f"{verb(view, winner, 'win')} {chips(view.paid[1 - winner])}"
    return f"{taken}." if view.paid[0] == view.paid[1] else f"{taken}: the other hand was folded."


def tell(view: st.State, event: Event) -> Told | None:
    kind, who = st.EVENTS[event.kind], event.who
    if kind == "dealt":
        return Told(f"You are dealt the {CARDS[event.a]}.", who) if event.a >= 0 else None
    if kind == "shown":
        return Told(f"{verb(view, who, 'show')} the {CARDS[event.a]}.", who)
    return Told(f"{verb(view, who, 'bet' if kind == 'bet' else 'pass')}.", who)

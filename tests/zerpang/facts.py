"""Events in plain words, so that scenarios do not depend on how the log is worded."""

from __future__ import annotations

from quarterdeck.engine.state import Event
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb

from .names import ROLES, space_name

PLAIN = {"skipped", "passed", "conceded", "not-here", "honored", "salvage", "extended"}
JOURNEYS = {"moved", "leapt", "ballooned", "placed", "fled", "saved"}
WHY = ("at the start", "in the Draw Phase", "by fortune", "by Blockade", "by Probe", "by Salvage")
EFFECT_NAMES = ("a save", "two more cards", "an entrance", "a flight", "Full Sails",
                "Geta of Speed", "Gunpowder", "Killing Katana", "Blockade", "Mystic Binding",
                "Plunder", "Resourcefulness", "Cannoneer", "Honor Bound", "Flanking Maneuver",
                "They're Everywhere", "Keel Haul", "Self Sacrifice")  # fmt: skip


def fact(event: Event, players: list[str]) -> str:
    """One event, self-contained."""
    name, who = st.EVENTS[event.kind], players[event.who] if event.who >= 0 else "nobody"
    a, b, c = event.a, event.b, event.c
    if name in PLAIN:
        return f"{who} {name}"
    if name in JOURNEYS:
        return f"{who} {name} {space_name(b)} to {space_name(c)}"
    words = {
        "chose": lambda: f"{who} chose {ROLES[a]}",
        "first": lambda: f"{who} goes first",
        "turn": lambda: f"{who}'s turn",
        "entered": lambda: f"{who} entered {space_name(b)}",
        "tricked": lambda: f"{who} tricked {players[a // 6]}",
        "ring-taken": lambda: f"{who} took the ring at {space_name(b)}: {c}",
        "ring-left": lambda: f"a ring lies at {space_name(a)}",
        "paid": lambda: f"{who} paid {b}",
        "cards": lambda: f"{who}: {', '.join(_specialties(a, b, c))}",
        "points": lambda: f"{who}: {a} ones, {b} twos, {c} cloud points",
        "played": lambda: f"{who} played {EFFECT_NAMES[a]}",
        "bound": lambda: f"{who} bound {players[a]}'s card",
        "negated": lambda: f"{who}'s {EFFECT_NAMES[a]} is negated",
        "fight": lambda: f"{who} attacks {players[b // 6]}",
        "added": lambda: f"{who} added {b} to side {a}",
        "offered": lambda: f"{who} offered {EFFECT_NAMES[a]}",
        "refused": lambda: f"{who} refused {players[a]}'s {EFFECT_NAMES[b]}",
        "sacrificed": lambda: f"{who} sacrificed a piece",
        "stole": lambda: f"{who} stole {tb.CARDS[b][1]} from {players[a]}",
        "stole-unseen": lambda: f"{who} stole a card from {players[a]}",
        "defeated": lambda: f"{who}'s piece is defeated",
        "home": lambda: f"{who}'s piece goes home",
        "abducted": lambda: f"{who} abducted a piece of {players[a // 6]}",
        "freed": lambda: f"a piece of {players[a // 6]} is freed",
        "uploaded": lambda: f"{who} uploaded a piece: {b}",
        "drew": lambda: f"{who} drew {a} {WHY[b]}",
        "reshuffled": lambda: f"{a} cards are reshuffled",
        "discarded": lambda: f"{who} discarded {a}",
        "hauled": lambda: f"{who} keel-hauled {players[a]}",
        "ended": lambda: f"{who} won",
        "declined": lambda: f"{who} declined: {st.STEPS[a]}",
        "accepted": lambda: f"{who} accepted {players[a]}'s {EFFECT_NAMES[b]}",
        "attacker": lambda: f"{who} chose an Aggressor",
    }
    return words[name]()


def _specialties(*numbers: int) -> list[str]:
    """Three bits a kind, four kinds a number."""
    return [
        tb.CARDS[4 * i + k][1]
        for i, number in enumerate(numbers)
        for k in range(4)
        for _ in range(number >> 3 * k & 7)
    ]

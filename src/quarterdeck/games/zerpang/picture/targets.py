"""What an action lights up: spaces, pieces, cards and the halves of cards."""

from __future__ import annotations

from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.cards import copies, valued_halves
from quarterdeck.games.zerpang.picture.fight import fighter
from quarterdeck.games.zerpang.picture.labels import SET_CARDS, destination, gate
from quarterdeck.games.zerpang.picture.names import (
    EFFECT_KIND,
    EFFECT_SIDE,
    VALUE,
    cell,
    pawn,
)


def targets(view: st.State, action: int) -> list[str]:
    verb, number = st.ACTIONS.parse(action)
    if verb == "class":
        return [f"class:{number}"]
    if verb == "enter":
        return [cell(gate(view, view.actor, number))]
    if verb == "home":
        return [cell(space) for space in tb.GATE_SPACES[number]]
    if verb == "piece":
        return [pawn(number)]
    if verb == "step":
        return [cell(destination(view, number))]
    if verb == "space":
        return [cell(number)]
    if verb == "help":
        return [pawn(fighter(view, number))]
    if verb == "play":
        halves = played_halves(view, number)
        return [f"{copy}/{half}" for copy in copies(view, EFFECT_KIND[number]) for half in halves]
    if verb == "card" and number < tb.KINDS:
        return card_targets(view, number)
    return []


def played_halves(view: st.State, effect: int) -> list[int]:
    """The halves with this effect; if both have it, the one that the actor's class reads."""
    if EFFECT_SIDE[effect] != tb.EITHER:
        return [EFFECT_SIDE[effect]]
    reads = {tb.NINJA: [tb.NINJUTSU], tb.PIRATE: [tb.PILLAGE]}
    return reads.get(view.role[view.actor], [tb.PILLAGE, tb.NINJUTSU])


def card_targets(view: st.State, card: int) -> list[str]:
    """Point cards as a whole; of others the halves on which the points are read."""
    if card >= tb.SPECIALTIES or view.question == st.DISCARD:
        return copies(view, card)
    halves = valued_halves(view, view.actor, card)
    if view.question == st.SET_CARD:
        wanted = SET_CARDS[view.set_chosen][view.set_filled]
        halves = [half for half in (tb.PILLAGE, tb.NINJUTSU) if VALUE[half][card] == wanted]
    return [f"{copy}/{half}" for copy in copies(view, card) for half in halves]

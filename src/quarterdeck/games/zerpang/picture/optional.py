"""Optional responses: which action declines, and whether the question concerns the actor."""

from __future__ import annotations

from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.cards import open_to_actor
from quarterdeck.games.zerpang.picture.fight import fighter
from quarterdeck.games.zerpang.picture.goals import progress
from quarterdeck.games.zerpang.picture.names import NEXT, owner

OPTIONAL = (st.BIND, st.ASSIST, st.BLOCKADING, st.SAVING, st.OFFER_SACRIFICE, st.KEEL_HAUL)
"""Questions that passing declines."""


def decline(view: st.State) -> int | None:
    """The action that declines, or that goes on when it is the only one legal."""
    if view.question in (st.MOVEMENT, st.DRAW):
        return st.DO_PASS if open_to_actor(view) == [st.DO_PASS] else None
    return st.DO_PASS if view.question in OPTIONAL else None


def concerns(view: st.State) -> bool:
    """Does the question concern the actor: their fight, their card, their piece next, or somebody
    who is one step from winning?"""
    me = view.actor
    if view.question == st.ASSIST:
        rivals = [owner(fighter(view, side)) for side in (0, 1)]
        return any(nearly_won(view, seat) for seat in rivals) or is_next_in_line(view, me)
    if view.question == st.BLOCKADING:
        return nearly_won(view, view.active)
    if view.question == st.BIND:
        return is_hit(view, me) or nearly_won(view, view.effect_by)
    return True


def nearly_won(view: st.State, seat: int) -> bool:
    count, needed = progress(view, seat)
    return count >= needed - 1


def is_next_in_line(view: st.State, seat: int) -> bool:
    """Will the Aggressor, if it survives, attack a piece of this seat?"""
    place = view.place[view.aggressor]
    near = [view.at[space] for space in NEXT[place] if space != tb.NONE]
    return any(piece != tb.NONE and owner(piece) == seat for piece in near)


def is_hit(view: st.State, seat: int) -> bool:
    """Was the card in question played by this seat or against it?"""
    if view.effect_by == seat:
        return True
    if view.effect == tb.KEEL:
        return view.target == seat
    if view.effect == tb.BLOCKADE:
        return view.active == seat
    if view.defender == tb.NONE:
        return False
    if view.effect == tb.SACRIFICE and is_next_in_line(view, seat):
        return True
    return seat in (owner(view.aggressor), owner(view.defender))

"""Zerpang! for people: `draw` puts the picture together; words, questions, log and foresight are
in modules of their own."""

from __future__ import annotations

from quarterdeck.engine.scene import Outcome, Scene
from quarterdeck.games.zerpang import cards_scene, picture
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang.answers import label, targets
from quarterdeck.games.zerpang.foresight import foresee
from quarterdeck.games.zerpang.questions import ask, concerns, decline
from quarterdeck.games.zerpang.telling import ended, tell
from quarterdeck.games.zerpang.words import bits, kind

__all__ = ["draw", "foresee", "kind", "label", "targets", "tell"]


def draw(view: st.State, seat: int) -> Scene:
    """What a seat (-1: a spectator) sees."""
    prompt, hint = ask(view, seat)
    asked = seat == view.actor and not view.over
    return Scene(
        game="Zerpang!",
        viewer=None if seat < 0 else seat,
        actor=None if view.over else view.actor,
        turn=view.turn,
        prompt=prompt,
        hint=hint,
        boards=[picture.island(view)],
        zones=cards_scene.zones(view, seat),
        pieces=[
            *picture.pawns(view),
            *picture.at_home(view),
            *cards_scene.cards(view, seat, asked),
        ],
        players=[picture.player(view, who) for who in range(view.seats)],
        outcome=Outcome(bits(view.winners), ended(view)) if view.over else None,
        contest=picture.fight(view),
        decline=decline(view) if asked else None,
        concerns=not asked or concerns(view),
    )

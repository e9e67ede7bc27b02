"""Zerpang! for people: `draw` puts the picture together; words, questions, log and foresight are
in modules of their own."""

from __future__ import annotations

from quarterdeck.engine.scene import Picture
from quarterdeck.games.zerpang import cards_scene, picture
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang.answers import label, targets
from quarterdeck.games.zerpang.foresight import foresee
from quarterdeck.games.zerpang.questions import ask, concerns, decline
from quarterdeck.games.zerpang.telling import ending, tell
from quarterdeck.games.zerpang.words import kind

__all__ = ["draw", "ending", "foresee", "kind", "label", "targets", "tell"]


def draw(view: st.State) -> Picture:
    """What a seat (-1: a spectator) sees."""
    seat = view.viewer
    prompt, detail = ask(view, seat)
    asked = seat == view.actor and not view.over
    return Picture(
        prompt=prompt,
        detail=detail,
        boards=[picture.island(view)],
        zones=cards_scene.zones(view, seat),
        pieces=[
            *picture.pawns(view),
            *picture.at_home(view),
            *cards_scene.cards(view, seat, asked),
        ],
        tallies=[picture.tallies(view, who) for who in range(view.seats)],
        contest=picture.fight(view),
        decline=decline(view) if asked else None,
        concerns=not asked or concerns(view),
    )

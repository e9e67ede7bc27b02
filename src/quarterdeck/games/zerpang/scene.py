"""Zerpang! for people: puts the picture together from the modules in picture/."""

from __future__ import annotations

from quarterdeck.engine.scene import Picture
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang.picture import cards, fight, goals, island
from quarterdeck.games.zerpang.picture.consequences import foresee
from quarterdeck.games.zerpang.picture.labels import label
from quarterdeck.games.zerpang.picture.names import kind
from quarterdeck.games.zerpang.picture.optional import concerns, decline
from quarterdeck.games.zerpang.picture.prompts import ask
from quarterdeck.games.zerpang.picture.routes import WALKS, route, shortcuts
from quarterdeck.games.zerpang.picture.targets import targets
from quarterdeck.games.zerpang.picture.told import ending, tell
from quarterdeck.games.zerpang.words import say

__all__ = [
    "WALKS",
    "draw",
    "ending",
    "foresee",
    "kind",
    "label",
    "route",
    "shortcuts",
    "targets",
    "tell",
]
say.know("the Elves wait for the clock or for the deck, not for both.")  # in rules.py


def draw(view: st.State) -> Picture:
    """What a seat (-1: a spectator) sees."""
    seat = view.viewer
    prompt, detail = ask(view, seat)
    asked = seat == view.actor and not view.over
    return Picture(
        prompt=prompt,
        detail=detail,
        boards=[island.island(view)],
        zones=cards.zones(view, seat),
        pieces=[*island.pawns(view), *island.at_home(view), *cards.cards(view, seat, asked)],
        tallies=[goals.tallies(view, who) for who in range(view.seats)],
        contest=fight.fight(view),
        decline=decline(view) if asked else None,
        concerns=not asked or concerns(view),
    )

"""Nobody searches what is found."""

from __future__ import annotations

import pytest

from quarterdeck.bots import make
from quarterdeck.games.hidden_threat import state as st

from ..contests import decisions
from .table import GAME


@pytest.mark.parametrize("bot", ["deckhand", "cadet"])
def test_nobody_goes_on_searching_when_all_ships_are_found(bot) -> None:
    aimed = 0
    for seed in range(8):
        bots = [make(bot, GAME, 10 * seed + seat) for seat in range(2)]
        for view, me, action in decisions(GAME, bots, seed):
            foe = 1 - me
            found = int(view["up"][0][foe] | view["sunk"][0][foe]).bit_count() == st.SHIPS
            hidden = int(view["face_down"][0][foe])
            if found and view["question"][0] == st.AIM and can_hit(view):
                assert not hidden >> action - st.DO_AIM & 1
                aimed += bool(hidden)
    assert aimed > 10


def can_hit(view) -> bool:
    """May the card be aimed at anything that lies open?"""
    rules = GAME.load()
    room = rules.room()
    hidden = int(view["face_down"][0][1 - view["actor"][0]])
    places = [int(action) - st.DO_AIM for action in room[: rules.legal(view, 0, room)]]
    return any(not hidden >> place & 1 for place in places)

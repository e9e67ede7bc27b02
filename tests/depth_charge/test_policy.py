"""Even who misjudges does nothing pointless: charges are dropped where they can tell something."""

from __future__ import annotations

import pytest

from quarterdeck.bots import make
from quarterdeck.engine.rule import interpret
from quarterdeck.games.depth_charge import belief
from quarterdeck.games.depth_charge import state as st

from ..contests import decisions
from .table import GAME, frame

open_squares = interpret(belief.open_squares)


def beside(view, me, way) -> int:
    """The square next to the boat."""
    return int(st.NEIGHBOUR[view["boat"][0][me]][way])


@pytest.mark.parametrize("bot", ["deckhand", "cadet"])
@pytest.mark.parametrize("seed", range(3))
def test_no_depth_charge_is_dropped_where_no_mine_can_be(bot, seed) -> None:
    dropped = 0
    for view, me, action in decisions(GAME, [make(bot, GAME, seat) for seat in range(2)], seed):
        if action >= st.DO_DROP:
            spot = frame(1 - me, beside(view, me, action - st.DO_DROP)) - st.HALF
            assert spot >= 0, "in the own half"
            assert open_squares(GAME.load(False).working(view)[0], 1 - me) >> spot & 1
            dropped += 1
    assert dropped


@pytest.mark.parametrize("seed", range(3))
def test_a_cadet_that_looks_ahead_never_sounds_twice_what_told_all(seed) -> None:
    cadets = [make("cadet", GAME, seat, instinct=0) for seat in range(2)]
    for cadet in cadets:
        cadet.habit = 0
    told = set()
    for view, me, action in decisions(GAME, cadets, seed):
        if st.DO_SOUND <= action < st.DO_DROP:
            # what a mine silenced can be heard when it is destroyed
            destroyed = int(view["destroyed"][0][1 - me])
            sounding = (me, beside(view, me, action - st.DO_SOUND), destroyed)
            assert sounding not in told
            told.add(sounding)
    assert told

"""Even who misjudges does nothing pointless: charges are dropped where they can tell something."""

from __future__ import annotations

import pytest

from quarterdeck.bots import make
from quarterdeck.engine.match import Match
from quarterdeck.engine.rule import interpret
from quarterdeck.games.depth_charge import belief
from quarterdeck.games.depth_charge import state as st

from .table import GAME, frame

open_squares = interpret(belief.open_squares)


@pytest.mark.parametrize("bot", ["deckhand", "cadet"])
@pytest.mark.parametrize("seed", range(3))
def test_no_depth_charge_is_dropped_where_no_mine_can_be(bot, seed) -> None:
    match = Match(GAME, seed=seed)
    players = [make(bot, GAME, seat) for seat in range(2)]
    dropped = 0
    while (me := match.actor) is not None:
        view = match.view(me)
        action = players[me].choose(view, me)
        if action >= st.DO_DROP:
            square = int(st.NEIGHBOUR[view["boat"][0][me]][action - st.DO_DROP])
            spot = frame(1 - me, square) - st.HALF
            assert spot >= 0, "in the own half"
            assert open_squares(GAME.load(False).working(view)[0], 1 - me) >> spot & 1
            dropped += 1
        match.act(me, action)
    assert dropped


@pytest.mark.parametrize("seed", range(3))
def test_a_cadet_that_looks_ahead_never_sounds_twice_what_told_all(seed) -> None:
    match = Match(GAME, seed=seed)
    players = [make("cadet", GAME, seat) for seat in range(2)]
    for player in players:
        player.habit = 0
    told: list[set[int]] = [set(), set()]
    while (me := match.actor) is not None:
        view = match.view(me)
        action = players[me].choose(view, me)
        if st.DO_SOUND <= action < st.DO_DROP:
            square = int(st.NEIGHBOUR[view["boat"][0][me]][action - st.DO_SOUND])
            assert square not in told[me]
            told[me].add(square)
        match.act(me, action)
        if match.truth["destroyed"][0][1 - me] != view["destroyed"][0][1 - me]:
            told[me].clear()  # what it silenced can be heard now
    assert any(told)

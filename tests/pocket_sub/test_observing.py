"""What learners are shown of where subs can go, against all that the rules allow."""

from __future__ import annotations

import numpy as np

from quarterdeck.engine.position import Position
from quarterdeck.games.pocket_sub import rules
from quarterdeck.games.pocket_sub import state as st

from .table import GAME


def ways_of(position: Position) -> tuple[set[int], set[int]]:
    """The regions that the moving sub can enter, and those where it can stop afloat."""
    seat, number = position.actor, int(position.state["moving"][0])
    entered, stopped = set(), set()
    for action in position.legal():
        region = action - st.DO_SAIL
        after = position.act(action)
        entered.add(region)
        if after.over:
            continue
        if int(after.state["question"][0]) == st.SAIL:
            further, ends = ways_of(after)
            entered |= further
            stopped |= ends
        elif int(after.state["sub"][0][seat][number]) == region:
            stopped.add(region)
    return entered, stopped


def shown(position: Position, part: int) -> set[int]:
    """The regions of the actor's own subs in a part of the observation."""
    out = np.zeros(rules.OBSERVATION.size, np.int16)
    GAME.load().observe(position.state, 0, position.actor, out)
    return set(np.flatnonzero(out[part : part + st.REGIONS]).tolist())


def test_an_observation_says_where_subs_can_go():
    """All of it, and somewhat more: it does not see that a way crosses itself."""
    luck, too_many, all_told = np.random.default_rng(1), 0, 0
    for seed in range(6):
        position = Position.dealt(GAME, 2 + seed % 3, {"standard": seed % 2}, seed)
        while not position.over:
            legal = position.legal()
            if int(position.state["question"][0]) == st.BEGIN and luck.random() < 0.2:
                subs = [ways_of(position.act(action)) for action in legal]
                entered, stopped = (set().union(*each) for each in zip(*subs, strict=True))
                assert entered <= shown(position, rules.STRIKES)
                assert stopped <= shown(position, rules.STOPS)
                too_many += len(shown(position, rules.STOPS) - stopped)
                all_told += len(stopped)
            position = position.act(int(luck.choice(legal)))
    assert all_told > 100
    assert too_many < 0.5 * all_told

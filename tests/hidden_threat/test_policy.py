"""What was learnt plays well and sees nothing that is hidden; nobody searches what is found."""
# ruff: noqa: F821 (generic code that is bound to the game's functions before it is compiled)

from __future__ import annotations

from typing import Any

import pytest

from quarterdeck.bots import make
from quarterdeck.engine.rule import below
from quarterdeck.engine.seeds import generators
from quarterdeck.engine.state import clone
from quarterdeck.games.hidden_threat import state as st

from ..contests import decisions, wins
from .table import GAME

# the game's own, bound by Rules
expect: Any
legal: Any
prospect: Any


@pytest.mark.parametrize("beginner", [0, 1])
def test_what_was_learnt_beats_the_rule_of_thumb(beginner) -> None:
    functions = GAME.load().functions
    ways = functions["expect"], functions["prefer"]
    assert wins(GAME, ways, 400, 2, {"beginner": beginner}) >= 300


def opinion(states, i, actions, dice):
    """What it would do and how it judges, in one number."""
    s = states[i]
    return 1000 * expect(s, actions, legal(s, actions), dice) + prospect(s, s.actor)


@pytest.mark.parametrize("seed", range(4))
def test_it_thinks_the_same_of_the_truth_and_of_what_the_actor_sees(seed) -> None:
    rules, plain = GAME.load(), GAME.load(compiled=False)
    think, think_plainly = rules.bind(opinion), plain.bind(opinion)
    states, room = rules.new(), rules.room()
    states["rng"], dice = generators(seed, 2)
    rules.deal(states, 0)
    while not states["over"][0]:
        view = clone(states)
        rules.conceal(view, 0, int(states["actor"][0]))
        thought = think(states, 0, room, dice)
        assert think(view, 0, room, dice) == thought
        assert think_plainly(plain.working(view), 0, plain.room(), dice) == thought
        rules.act(states, 0, room[below(dice, rules.legal(states, 0, room))])


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

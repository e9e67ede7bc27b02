"""What learners are shown of the goals: which step leads nearer, what it costs, what is lacking."""

from __future__ import annotations

from quarterdeck.engine.rule import interpret
from quarterdeck.games.zerpang import sight
from quarterdeck.games.zerpang import state as st

from .table import Table

observe = interpret(sight.observe)
EAST, WEST = 1, 4


def shown(game: Table, name: str) -> list[int]:
    """A part of what whoever is asked sees."""
    out = [0] * sight.OBSERVATION.size
    observe(game.truth, game.truth.actor, out)
    part = next(each for each in sight.OBSERVATION.parts if each.name == name)
    return out[part.start : part.start + part.size]


def moving(game: Table) -> Table:
    """Go on to the choice of a piece."""
    while game.truth.question != st.MOVEMENT:
        game.act("pass")
    return game


def test_it_shows_which_piece_is_nearest_to_its_goal(table) -> None:
    game = moving(table(ninja="G0 3,0 1,0 | 1", pirate=""))
    assert shown(game, "posted") == [1, 0, 0, 0, 0, 0]
    assert shown(game, "eager") == [0, 5, 3, 0, 0, 0]
    assert shown(game, "shortest") == [2]


def test_it_shows_which_step_leads_nearer_and_what_the_way_costs(table) -> None:
    game = moving(table(ninja="3,0 | 1", pirate="")).act("piece", 0)
    nearer = shown(game, "nearer")
    assert (nearer[EAST], nearer[WEST]) == (1, -1)
    assert shown(game, "way") == [2]
    assert shown(game, "free") == [1]
    assert shown(game, "payable") == [1]
    game.act("step", EAST)
    assert shown(game, "way") == [1]
    assert shown(game, "step_price") == [1]


def test_it_shows_whom_a_step_would_meet(table) -> None:
    game = moving(table(ninja="3,0 | ", pirate="1,0 | 1, 1, 1")).act("piece", 0)
    stronger = shown(game, "stronger")
    assert stronger[0] == 0
    assert stronger[1 + WEST] == 1
    assert stronger[1 + EAST] == 0


def test_it_shows_which_robots_can_march_together(table) -> None:
    game = moving(table(robots="2,0 3,0 -3,0 | 1, 1", pirate="")).act("piece", 0)
    assert shown(game, "joins") == [1, 1, 0, 0, 0, 0]


def test_it_shows_what_a_fight_lacks(table) -> None:
    game = table(aggressor="3,0", ninja="3,0 | 2, 2", pirate="2,0 | 1, 1")
    game.settle_until("clock")
    assert game.asked == "ninja: clock"
    assert shown(game, "needed") == [1]
    assert shown(game, "enough") == [1]

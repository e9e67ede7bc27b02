"""One click for a whole path or payment: the way is the cheapest, and is taken back as one."""

from __future__ import annotations

import random

import pytest

from quarterdeck.engine import errors
from quarterdeck.engine.match import Match
from quarterdeck.engine.scene import Action
from quarterdeck.games.zerpang import GAME
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang.picture.names import cell

from .names import space


def routes(game, where: str = "") -> list[Action]:
    """All routes, or those to a space."""
    found = game.match.scene(game.match.actor).routes
    return [route for route in found if not where or cell(space(where)) in route.targets]


def to_move(game):
    """The game in the Movement Phase."""
    game.match.act(game.match.actor, st.DO_PASS)
    return game


def go(game, route: Action) -> None:
    game.match.act(game.match.actor, route.id, then=route.then)


def test_a_click_moves_a_piece_and_one_more_takes_that_back(table) -> None:
    game = to_move(table(ninja="X0 | 1", pirate=""))
    before = game.match.truth.tobytes()
    (route,) = routes(game, "2,-2")
    assert route.label.startswith("Move your Ninja on ")
    go(game, route)
    assert game.at("ninja") == {"2,-2"}
    game.match.undo(game.match.actor)
    assert game.match.truth.tobytes() == before


def test_a_click_takes_the_shortest_way_and_says_what_it_costs(table) -> None:
    game = to_move(table(ninja="H0a | 1, 1, 2", pirate=""))
    (route,) = routes(game, "2,-3")
    assert route.label.endswith("for 1 point")
    go(game, route)
    assert game.at("ninja") == {"2,-3"}
    (pay,) = routes(game)
    assert pay.label == "Pay with 1-point card"
    assert pay.final
    assert pay.targets == []


def test_where_a_stop_means_a_fight_the_click_warns_of_it(table) -> None:
    game = to_move(table(ninja="X0 | 1", pirate="3,-2"))
    (beside,) = routes(game, "2,-2")
    assert any("fight" in one.text for one in beside.consequences)


@pytest.mark.parametrize("seed", range(4))
def test_every_route_can_be_taken_and_is_as_final_as_it_says(seed: int) -> None:
    match, dice = Match(GAME, seats=2 + seed % 3, seed=seed), random.Random(seed)
    seen = 0
    for _ in range(400):
        if match.over:
            break
        seat = match.actor
        scene = match.scene(seat)
        legal = {action.id for action in scene.actions}
        said = [(route.label, *route.targets) for route in scene.routes]
        assert len(set(said)) == len(said)
        for route in scene.routes:
            assert route.id in legal
            assert match.rehearsal().act(seat, route.id, then=route.then) is route.final
        seen += len(scene.routes)
        chosen = dice.choice([*scene.routes, *scene.actions])
        match.act(seat, chosen.id, then=chosen.then)
    assert seen > 100


def test_a_route_with_an_illegal_part_changes_nothing(table) -> None:
    game = to_move(table(ninja="X0 | 1", pirate=""))
    before = game.match.truth.tobytes()
    (route,) = routes(game, "2,-2")
    with pytest.raises(errors.IllegalAction):
        game.match.act(game.match.actor, route.id, then=[*route.then, 0])
    assert game.match.truth.tobytes() == before
    assert game.match.draft == [st.DO_PASS]

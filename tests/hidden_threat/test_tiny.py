"""The tiny game: two ships, four cards, a hand of two."""

from __future__ import annotations

import random

import pytest

from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.position import Position

from .table import GAME, fresh


@pytest.mark.rule("HIDDEN-THREAT-53")
def test_each_grid_is_two_places_without_a_miss(new_game) -> None:
    game = new_game(tiny=4)
    assert game.to_play == "ann", "whoever sits down first goes first"
    for board in game.scene("ann").boards:
        assert [cell.name for cell in board.cells] == ["A1", "A2"]
    found = set()
    for seed in range(30):
        game = new_game(tiny=4, seed=seed)
        card = next(card for card in game.hand("ann") if card != "shield")
        assert game.aims(card) == {"A1", "A2"}
        game.choose(card).act("aim", 1)
        found |= {*game.up("ben"), *game.sunk("ben")}
    assert found == {"Destroyer", "PT Boat"}


@pytest.mark.rule("HIDDEN-THREAT-53")
def test_a_deck_is_four_cards_and_a_hand_two(new_game) -> None:
    for seed in range(10):
        truth = new_game(tiny=4, seed=seed).truth
        for seat in range(2):
            assert (truth.hand_size[seat], truth.pile_size[seat]) == (2, 2)
            cards = [truth.hand[seat][k] + truth.pile[seat][k] for k in range(7)]
            assert cards == [1, 1, 0, 1, 1, 0, 0]


@pytest.mark.rule("HIDDEN-THREAT-53")
def test_hands_are_reloaded_to_two(new_game) -> None:
    games = (new_game(tiny=4, seed=seed) for seed in range(50))
    game = next(game for game in games if "white" in game.hand("ann"))
    game.play("white", at="A1")
    assert len(game.hand("ann")) == 2
    assert "white" not in game.hand("ann"), "it is discarded, or under the ship"


@pytest.mark.rule("HIDDEN-THREAT-53")
def test_nobody_ever_runs_out_of_cards() -> None:
    dice = random.Random(1)
    for seed in range(1000):
        now = Position.dealt(GAME, options={"tiny": 12}, seed=seed)
        while not now.over:
            assert now.state["hand_size"][0].min() > 0
            now = now.after(dice.choice(now.legal()))


@pytest.mark.rule("HIDDEN-THREAT-53")
def test_both_ships_sunk_win(new_game) -> None:
    games = (new_game(tiny=8, seed=seed) for seed in range(50))
    game = next(game for game in games if "red 4" in game.hand("ann"))
    state = game.truth
    state.sunk[1], state.face_down[1], state.place[1][2] = 1 << 2, 0b10, 0
    game.set_to(state).play("red 4", at="A2")
    assert game.winner == "ann"
    assert "both enemy ships are sunk" in game.scene("ann").prompt
    assert [tally.of for tally in game.scene("ann").players[0].tallies] == [2]


@pytest.mark.rule("HIDDEN-THREAT-53")
def test_it_lasts_as_many_turns_as_agreed(new_game) -> None:
    game = new_game(tiny=1)
    card = next(card for card in game.hand("ann") if card != "shield")
    game.play(card, at="A2")
    assert game.match.over


@pytest.mark.parametrize("other", [{"beginner": 1}, {"limit": 40}])
def test_a_tiny_game_has_its_own_cards_and_turns(other) -> None:
    with pytest.raises(BadOption, match="its own cards and number of turns"):
        fresh(tiny=4, **other)

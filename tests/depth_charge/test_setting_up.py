"""The lake, the islands, the mines."""

from __future__ import annotations

import pytest

from quarterdeck.engine.errors import BadOption, IllegalAction, NothingToTakeBack
from quarterdeck.games.depth_charge import state as st

from .table import ALL_SIDES, GAME, fresh

SOUTH_INLAND = {f"{column}{row}" for column in "bcdefg" for row in "234"}
NORTH_INLAND = {f"{column}{row}" for column in "bcdefg" for row in "567"}


@pytest.mark.rule("DEPTH-CHARGE-1")
def test_the_lake_has_eight_rows_of_eight_squares(new_game) -> None:
    (lake,) = new_game().scene("south").boards
    assert [cell.name for cell in lake.cells][:9] == ["a8", "b8", "c8", "d8", "e8", "f8", "g8",
                                                      "h8", "a7"]  # fmt: skip
    assert len({cell.name for cell in lake.cells}) == 64
    halves = {cell.name: cell.label for cell in lake.cells}
    assert halves["e4"] == "e4, South's half"
    assert halves["e5"] == "e5, North's half"


@pytest.mark.rule("DEPTH-CHARGE-2")
def test_the_boats_start_in_opposite_corners(new_game) -> None:
    game = new_game()
    assert (game.boat("south"), game.boat("north")) == ("a1", "h8")


@pytest.mark.rule("DEPTH-CHARGE-3")
@pytest.mark.parametrize("mines", [3, 4, 5, 6, 7])
def test_three_to_seven_mines_may_be_agreed_on_and_everybody_knows_how_many(
    new_game, mines
) -> None:
    game = new_game(mines=mines, islands=0)
    game.lay("b1 c1 d1 e1 f1 g1 h1"[: 3 * mines - 1])
    assert game.to_play == "north"
    for side in ALL_SIDES:
        assert list(game.view(side).left) == [mines, mines]


@pytest.mark.rule("DEPTH-CHARGE-3")
def test_five_is_usual_and_eight_are_too_many() -> None:
    assert fresh().truth.mines == 5
    for wrong in (2, 8):
        with pytest.raises(BadOption, match="mines must be a number from 3 to 7"):
            fresh(mines=wrong)


@pytest.mark.rule("DEPTH-CHARGE-4", "DEPTH-CHARGE-5")
def test_islands_are_placed_openly_and_by_turns_south_first(new_game) -> None:
    game = new_game()
    for number, place in enumerate(["c3", "d6", "e2", "g7"]):
        assert game.to_play == ("south", "north")[number % 2]
        game.island(place)
        for side in ALL_SIDES:
            assert (
                game.told(side)[-1] == f"{('south', 'north')[number % 2]} has an island on {place}"
            )
    assert game.islands("south") == {"c3", "e2"}
    assert game.islands("north") == {"d6", "g7"}
    assert game.to_play == "south"
    assert "mine b1" in game.offers


@pytest.mark.rule("DEPTH-CHARGE-4")
def test_without_islands_the_mines_come_first(new_game) -> None:
    assert "mine b1" in new_game(islands=0).offers


@pytest.mark.rule("DEPTH-CHARGE-4")
def test_with_three_islands_each_six_are_placed(new_game) -> None:
    game = new_game(islands=3)
    for place in ("c3", "d6", "e2", "g7", "b4", "b5"):
        game.island(place)
    assert len(game.islands("south") | game.islands("north")) == 6
    assert game.offered("island") == set()


@pytest.mark.rule("DEPTH-CHARGE-6")
def test_an_island_lies_on_your_side_and_not_along_the_shore(new_game) -> None:
    game = new_game()
    assert game.offered("island") == SOUTH_INLAND
    game.island("d4")
    assert game.offered("island") == NORTH_INLAND, "also next to South's, across the middle"
    game.island("d5")
    assert game.offered("island") == SOUTH_INLAND - {"d4"}


@pytest.mark.rule("DEPTH-CHARGE-7")
def test_islands_may_be_dealt_at_random_instead() -> None:
    seen = set()
    for seed in range(60):
        game = fresh(seed=seed, islands=3, drift=1)
        assert len(game.islands("south")) == len(game.islands("north")) == 3
        assert game.islands("south") <= SOUTH_INLAND
        assert game.islands("north") <= NORTH_INLAND
        assert "mine b1" in game.offers
        assert len([line for line in game.log("spectator") if "island" in line]) == 6
        seen |= game.islands("south")
    assert seen == SOUTH_INLAND


@pytest.mark.rule("DEPTH-CHARGE-8")
def test_mines_are_laid_unseen_south_first(new_game) -> None:
    game = new_game(islands=0, mines=3)
    game.lay("b1 c2")
    assert game.to_play == "south"
    assert game.told("north") == []
    game.lay("d3")
    assert game.told("north") == game.told("spectator") == ["south has laid all mines"]
    assert game.told("south") == [f"south laid a mine on {place}" for place in ("b1", "c2", "d3")]
    assert game.view("north").mined[0] == game.view("spectator").mined[0] == 0
    assert game.to_play == "north"
    game.lay("a8 b8 c8")
    assert game.view("south").mined[1] == 0
    assert game.to_play == "south"
    assert game.truth.turn == 1


@pytest.mark.rule("DEPTH-CHARGE-9")
def test_mines_lie_anywhere_in_the_own_half_but_on_islands_mines_and_the_boats_corner(new_game):
    game = new_game(islands=1)
    game.island("c3").island("f6")
    south = {f"{column}{row}" for column in "abcdefgh" for row in "1234"}
    assert game.offered("mine") == south - {"c3", "a1"}
    game.lay("h1 c2")
    assert game.offered("mine") == south - {"c3", "a1", "h1", "c2"}
    game.lay("a2 b1 b2")
    north = {f"{column}{row}" for column in "abcdefgh" for row in "5678"}
    assert game.offered("mine") == north - {"f6", "h8"}


@pytest.mark.rule("DEPTH-CHARGE-10")
def test_what_was_laid_may_be_taken_back_until_the_last(new_game) -> None:
    game = new_game(islands=0, mines=3)
    game.lay("b1 c2")
    game.match.undo(0)
    assert game.mines("south") == {"b1"}
    game.lay("e4 f4")
    with pytest.raises(NothingToTakeBack):
        game.match.undo(game.match.actor)


@pytest.mark.rule("DEPTH-CHARGE-9")
def test_masks_fit_because_no_mine_can_lie_in_the_corner() -> None:
    game = fresh(islands=0)
    with pytest.raises(IllegalAction):
        game.lay("a1")
    assert max(st.MINE_SQUARES) < 1 << 31
    assert GAME.state.dtype["mined"].base.itemsize == 4

"""The tiny game: a corner of the chart, four cards, a hand of one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quarterdeck.engine.errors import BadOption

from .table import Table, fresh

CORNER = "ABCFGHKLM"
TORPEDO = "MOVE 1 / TORPEDO"


def dealt(new_game: Callable[..., Table], red: str) -> Table:
    """A tiny game in which Red was dealt this card."""
    games = (new_game(tiny=4, seed=seed) for seed in range(50))
    return next(game for game in games if game.hand("red") == {red})


@pytest.mark.rule("PING-60")
def test_the_chart_is_the_corner_from_a_to_m(new_game) -> None:
    game = new_game(tiny=4)
    assert game.offers == {f"start {letter}" for letter in CORNER}
    game.start("H")
    (chart,) = game.scene("red").boards
    assert [cell.name for cell in chart.cells] == list(CORNER)
    assert (chart.columns, chart.rows) == (["1", "2", "3"], ["I", "II", "III"])
    joined = {"-".join(cell[-1] for cell in link) for link in chart.links}
    assert joined == {
        *("A-B", "B-C", "F-G", "G-H", "K-L", "L-M"),
        *("A-F", "B-G", "C-H", "F-K", "G-L", "H-M"),
    }
    game.start("A")
    game.play("MOVE 1")
    assert game.offers == {"step north", "step south", "step west"}, "east of H there is nothing"


@pytest.mark.rule("PING-60")
def test_each_is_dealt_one_of_the_cards_with_move_1(new_game) -> None:
    hands = set()
    for seed in range(20):
        game = new_game(tiny=4, seed=seed)
        assert len(game.hand("red")) == len(game.hand("blue")) == 1
        assert game.to_play == "red", "whoever sits down first is Player 1"
        hands |= game.hand("red") | game.hand("blue")
    assert hands == {f"MOVE 1 / {use}" for use in ("PING", "TORPEDO", "DECK GUN", "ENCRYPT")}


@pytest.mark.rule("PING-60")
def test_one_hit_sinks(new_game) -> None:
    game = dealt(new_game, TORPEDO).start("A").start("C")
    game.play("TORPEDO")
    assert game.offers == {"fire east", "fire south"}
    game.fire("east")
    assert game.winner == "red"
    assert game.told("blue")[-2:] == ["blue is hit", "red won by sinking"]


@pytest.mark.rule("PING-60")
def test_a_torpedo_ends_where_the_corner_ends(new_game) -> None:
    game = dealt(new_game, TORPEDO).start("B").start("A").play("TORPEDO")
    lines = {action.label: action.targets for action in game.scene("red").actions}
    assert lines["Fire south"] == ["square:G", "square:L"]


@pytest.mark.rule("PING-60")
def test_both_objectives_win(new_game) -> None:
    game = new_game(tiny=9).start("A").start("K").report()
    for red, blue in zip(("east", "east", "south", "south"), ("north", "south") * 2, strict=True):
        game.play("MOVE 1").step(red).play("MOVE 1").step(blue)
    assert (game.square("red"), game.completed("red")) == ("M", "A")
    game.report()
    assert game.winner == "red"
    assert "both objectives are complete" in game.scene("blue").prompt


@pytest.mark.rule("PING-60")
def test_it_lasts_as_many_turns_as_agreed(new_game) -> None:
    game = new_game(tiny=1).start("B").start("K").play("MOVE 1").step("south")
    assert game.winner == "nobody"


@pytest.mark.rule("PING-60")
def test_nobody_may_be_anywhere_else(new_game) -> None:
    game = new_game(tiny=4).start("C").start("K")
    assert game.may_be("red") == game.may_be("blue") == CORNER
    game.play("MOVE 1").step("west")
    assert set(game.may_be("red")) <= set(CORNER)


def test_a_tiny_game_and_a_turn_limit_do_not_go_together() -> None:
    with pytest.raises(BadOption, match="own number of turns"):
        fresh(tiny=4, limit=20)

"""How a game ends."""

from __future__ import annotations

import pytest

from quarterdeck.engine.errors import GameOver


@pytest.mark.rule("PING-51")
def test_the_fifth_objective_reported_openly_wins_before_a_card_is_played(table) -> None:
    game = table(red="Z", blue="C", red_reported="AE", red_encrypted="MV")
    game.report()
    assert game.winner == "red"
    assert len(game.hand("red")) == 3, "no card was played"
    with pytest.raises(GameOver):
        game.match.act(0, 0)


@pytest.mark.rule("PING-51", "PING-33")
def test_the_fifth_objective_encrypted_wins_before_a_card_is_taken(table) -> None:
    game = table(red="Z", blue="C", red_hand=["MOVE 1 / ENCRYPT"], red_encrypted="AEMV",
                 pinged=True)  # fmt: skip
    game.play("ENCRYPT")
    assert game.winner == "red"
    assert len(game.hand("red")) == 2
    assert game.told("blue") == ["red played a card face down", "red won by objectives"]


@pytest.mark.rule("PING-51")
def test_four_objectives_do_not_win(table) -> None:
    game = table(red="Z", blue="C", red_reported="AEM", blue_reported="AEMV")
    assert game.report().winner == ""


@pytest.mark.rule("PING-52")
def test_a_sinking_ends_the_game_before_a_card_is_taken(table) -> None:
    game = table(red="M", blue="N", red_hand=["MOVE 1 / DECK GUN"],
                 blue_disabled=["MOVE 1 / PING"])  # fmt: skip
    game.play("DECK GUN")
    assert game.winner == "red"
    assert len(game.hand("red")) == 2


@pytest.mark.rule("PING-53")
@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [("AE", "A", "red"), ("A", "AE", "blue"), ("A", "Z", "nobody")],
)
@pytest.mark.parametrize("limit", [20, 100])
def test_after_the_last_turn_more_objectives_win(table, red, blue, winner, limit) -> None:
    game = table(
        red="C", blue="M", red_hand=["MOVE 2 / DIVE"], red_encrypted=red, blue_reported=blue,
        turn=limit, limit=limit,
    )  # fmt: skip
    game.play("DIVE")
    assert game.winner == winner
    assert game.told("spectator")[-1] == f"{winner} won by length"


@pytest.mark.rule("PING-53")
def test_the_last_turn_is_played_to_its_end(table) -> None:
    game = table(red="C", blue="M", red_hand=["MOVE 2 / DIVE"], blue_hand=["MOVE 3 / DIVE"],
                 turn=19, limit=20)  # fmt: skip
    assert game.play("DIVE").winner == ""
    assert game.play("DIVE").winner == "nobody"
    assert len(game.hand("blue")) == 3, "the last card was taken"


@pytest.mark.rule("PING-53", "PING-51")
def test_a_report_on_the_last_turn_counts(table) -> None:
    game = table(red="A", blue="C", red_hand=["MOVE 2 / DIVE"], turn=20, limit=20)
    assert game.report().play("DIVE").winner == "red"


@pytest.mark.rule("PING-59")
def test_who_resigns_has_lost(new_game) -> None:
    game = new_game()
    game.match.resign(0)
    assert game.winner == "blue"


@pytest.mark.rule("PING-54", "PING-43")
def test_after_the_end_everything_is_shown(table) -> None:
    game = table(red="Z", blue="C", red_reported="AE", red_encrypted="MV", blue_encrypted="A",
                 last=("MOVE 2 / DIVE", "DIVE"))  # fmt: skip
    game.report()
    for side in ("red", "blue", "spectator"):
        view = game.view(side)
        for field in ("location", "hand", "completed", "disabled"):
            assert getattr(view, field) == getattr(game.truth, field)
        assert view.lying == game.truth.lying
        assert {piece.id for piece in game.scene(side).pieces} >= {"sub:0", "sub:1"}

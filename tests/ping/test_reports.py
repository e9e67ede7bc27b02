"""Objectives: open reports and encrypted ones."""

from __future__ import annotations

import pytest

from quarterdeck.engine.errors import IllegalAction


@pytest.mark.rule("PING-41", "PING-18")
@pytest.mark.parametrize("square", list("AEMVZ"))
def test_an_open_report_reveals_completes_and_leaves_the_card_to_be_played(table, square) -> None:
    game = table(red=square, blue="C", red_hand=["MOVE 3 / LISTEN"])
    game.report()
    assert game.completed("red") == square
    assert game.to_play == "red"
    game.play("LISTEN")
    for side in ("blue", "spectator"):
        assert game.told(side)[0] == f"red reported from {square}"
    assert game.may_be("red") == square


@pytest.mark.rule("PING-41")
def test_there_is_no_report_away_from_an_objective(table) -> None:
    assert "report" not in table(red="C", blue="M").offers


@pytest.mark.rule("PING-41")
def test_only_one_report_a_turn_and_only_before_the_card(table) -> None:
    game = table(red="A", blue="C", red_hand=["MOVE 1 / PING"])
    assert "report" in game.offers
    assert "report" not in game.report().offers
    game.play("MOVE 1")
    with pytest.raises(IllegalAction):
        game.report()


@pytest.mark.rule("PING-41", "PING-47")
def test_a_report_may_be_sent_on_a_repair_turn(table) -> None:
    game = table(red="A", blue="C", red_disabled=["MOVE 1 / PING", "MOVE 2 / PING"])
    game.report().repair("MOVE 1 / PING")
    assert game.completed("red") == "A"
    assert game.disabled("red") == {"MOVE 2 / PING"}


@pytest.mark.rule("PING-42")
@pytest.mark.parametrize("how", ["red_reported", "red_encrypted"])
def test_a_completed_objective_cannot_be_reported_again(table, how: str) -> None:
    assert "report" not in table(red="A", blue="C", **{how: "A"}).offers


@pytest.mark.rule("PING-3", "PING-42")
def test_both_players_complete_the_same_square(table) -> None:
    game = table(red="M", blue="M", red_hand=["MOVE 2 / DIVE"], blue_hand=["MOVE 3 / DIVE"])
    game.report().play("DIVE").report().play("DIVE")
    assert game.completed("red") == game.completed("blue") == "M"


@pytest.mark.rule("PING-33", "PING-43")
def test_encrypt_completes_the_objective_in_secret(table) -> None:
    game = table(red="E", blue="C", red_hand=["MOVE 1 / ENCRYPT"])
    game.play("ENCRYPT")
    assert game.completed("red") == "E"
    assert "red encrypted at E, completing it" in game.told("red")
    for side in ("blue", "spectator"):
        assert game.told(side)[0] == "red played a card face down"
        assert not any("encrypted" in line or "is at" in line for line in game.told(side))
        assert game.view(side).completed[0] == 0
        assert game.view(side).reported[0] == 0


@pytest.mark.rule("PING-34")
@pytest.mark.parametrize("square", ["C", "E"])
def test_encrypt_elsewhere_or_where_all_is_done_is_a_bluff(table, square: str) -> None:
    game = table(red=square, blue="M", red_hand=["MOVE 1 / ENCRYPT"], red_encrypted="E")
    game.play("ENCRYPT")
    assert game.completed("red") == "E"
    assert f"red encrypted at {square}, completing nothing" in game.told("red")


@pytest.mark.rule("PING-34", "PING-41")
def test_report_and_encrypt_on_the_same_turn_complete_one_objective(table) -> None:
    game = table(red="A", blue="M", red_hand=["MOVE 1 / ENCRYPT"])
    game.report().play("ENCRYPT")
    assert game.completed("red") == "A"
    assert "red encrypted at A, completing nothing" in game.told("red")


@pytest.mark.rule("PING-35", "PING-16")
def test_the_bluff_and_the_real_thing_look_the_same_even_when_the_card_is_taken(table) -> None:
    heard = []
    for square in "EJ":
        game = table(red=square, blue="M", red_hand=["MOVE 1 / ENCRYPT"],
                     blue_hand=["MOVE 2 / DIVE"])  # fmt: skip
        game.play("ENCRYPT").play("DIVE")
        heard.append((game.told("blue"), game.log("blue"), game.match.view(1).tobytes()))
    assert heard[0] == heard[1]
    assert "blue took MOVE 1 / ENCRYPT, played for ENCRYPT" in heard[0][0]


@pytest.mark.rule("PING-43")
def test_open_reports_are_public_and_encrypted_ones_private(table) -> None:
    game = table(red="C", blue="M", red_reported="AE", red_encrypted="Z")
    assert len([o for o in "AEMVZ" if o in game.completed("red")]) == 3
    for side in ("blue", "spectator"):
        assert game.view(side).reported[0].bit_count() == 2
        assert game.view(side).completed[0] == 0
    assert game.view("red").completed[0].bit_count() == 3


@pytest.mark.rule("PING-20", "PING-41")
def test_an_open_report_while_pinged(table) -> None:
    game = table(red="C", blue="A", red_hand=["MOVE 1 / PING"], blue_hand=["MOVE 1 / ENCRYPT"])
    game.play("PING").report().play("MOVE 1").step("east")
    heard = [line for line in game.told("red") if line.startswith("blue")]
    assert heard == [
        "blue is at A",
        "blue reported from A",
        "blue played a card face down",
        "blue is at B",
        "blue took MOVE 1 / PING, played for PING",
    ]


@pytest.mark.rule("PING-20", "PING-41")
def test_a_report_while_pinged_is_not_told_as_a_second_reveal(table) -> None:
    game = table(red="C", blue="A", red_hand=["MOVE 1 / PING"], blue_hand=["MOVE 1 / ENCRYPT"])
    label = next(a.label for a in game.play("PING").scene("blue").actions if a.verb == "report")
    assert label == "Report from A: your square is known already"
    game.report().play("MOVE 1").step("east")
    assert game.log("red")[-5:-2] == [
        "{1} is revealed at **A**.",
        "{1} **reports**: objective **A** is complete.",
        "{1} plays a card face down.",
    ]
    calm = table(red="A", blue="C")
    label = next(a.label for a in calm.scene("red").actions if a.verb == "report")
    assert label == "Report from A: this reveals your square"


@pytest.mark.rule("PING-26", "PING-33")
def test_encrypt_is_heard_by_a_listener_for_it_is_not_quiet(table) -> None:
    game = table(red="E", blue="C", red_hand=["MOVE 1 / ENCRYPT"], listened=True)
    game.play("ENCRYPT")
    assert "red is at E" in game.told("blue")
    assert game.completed("red") == "E"

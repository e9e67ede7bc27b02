"""A turn: playing and taking cards, moving, revealing."""

from __future__ import annotations

import pytest

from quarterdeck.engine.errors import IllegalAction

from .table import names


@pytest.mark.rule("PING-11", "PING-12", "PING-15", "PING-23")
def test_the_rulebook_s_example_a_ping_lies_face_up_and_is_taken_at_the_end_of_the_next_turn(
    table,
) -> None:
    game = table(
        red="C",
        blue="M",
        to_play="blue",
        red_hand=["MOVE 2 / LISTEN"],
        blue_hand=["MOVE 1 / PING"],
        last=("MOVE 3 / DIVE", "MOVE 3"),
    )
    game.play("PING")
    assert "blue played MOVE 1 / PING for PING" in game.told("red")
    assert names(1 << game.view("red").lying) == {"MOVE 1 / PING"}, "it lies face up"
    assert game.to_play == "red"
    assert "MOVE 1 / PING" not in game.hand("red")
    game.play("LISTEN")
    assert "MOVE 1 / PING" in game.hand("red")
    assert "MOVE 2 / LISTEN" not in game.hand("red")
    assert names(1 << game.truth.lying) == {"MOVE 2 / LISTEN"}, "now Red's card lies for Blue"
    assert game.to_play == "blue"


@pytest.mark.rule("PING-12")
def test_the_parts_of_a_turn_come_in_order(table) -> None:
    game = table(
        red="C", blue="A", blue_hand=["MOVE 3 / ENCRYPT"], red_hand=["MOVE 1 / PING"],
        last=("MOVE 2 / DIVE", "MOVE 2"),
    )  # fmt: skip
    game.play("PING").report().play("MOVE 3").step("east", "east", "east")
    assert game.told("red") == [
        "red played MOVE 1 / PING for PING",
        "red is at C",
        "red took MOVE 2 / DIVE, played for MOVE 2",
        "blue is at A",
        "blue reported from A",
        "blue played MOVE 3 / ENCRYPT for MOVE 3",
        "blue is at D",
        "blue took MOVE 1 / PING, played for PING",
    ]


@pytest.mark.rule("PING-13")
def test_either_half_of_an_enabled_card_may_be_used_and_a_disabled_one_only_repairs(table) -> None:
    game = table(
        red="C",
        blue="M",
        red_hand=["MOVE 1 / PING", "MOVE 2 / DIVE", "MOVE 3 / TORPEDO"],
        red_disabled=["MOVE 2 / DIVE"],
    )
    assert game.offers == {
        "MOVE 1 with MOVE 1 / PING",
        "PING with MOVE 1 / PING",
        "MOVE 3 with MOVE 3 / TORPEDO",
        "TORPEDO with MOVE 3 / TORPEDO",
        "repair MOVE 2 / DIVE",
    }


@pytest.mark.rule("PING-14", "PING-16", "PING-22")
@pytest.mark.parametrize("action", ["MOVE 2", "DIVE"])
def test_a_face_down_card_tells_nothing_until_it_is_taken(table, action: str) -> None:
    game = table(red="C", blue="M", red_hand=["MOVE 2 / DIVE"], blue_hand=["MOVE 2 / LISTEN"])
    game.play(action)
    if action == "MOVE 2":
        game.step("west", "west")
    for side in ("blue", "spectator"):
        assert game.told(side)[0] == "red played a card face down"
        assert "MOVE 2 / DIVE" not in " ".join(game.told(side))
    game.play("MOVE 2").step("north", "north")
    assert f"blue took MOVE 2 / DIVE, played for {action}" in game.told("blue")
    assert "blue took a card" in game.told("spectator")
    assert "MOVE 2 / DIVE" not in " ".join(game.told("spectator"))


@pytest.mark.rule("PING-14")
@pytest.mark.parametrize("action", ["PING", "LISTEN", "DECK GUN", "MOVE 3"])
def test_a_face_up_card_is_seen_by_all(table, action: str) -> None:
    name = "MOVE 3 / ENCRYPT" if action == "MOVE 3" else f"MOVE 2 / {action}"
    game = table(red="C", blue="M", red_hand=[name])
    game.play(action)
    if action == "MOVE 3":
        game.step("west", "west", "south")
    for side in ("red", "blue", "spectator"):
        assert f"red played {name} for {action}" in game.told(side)


@pytest.mark.rule("PING-15")
def test_the_card_played_goes_to_the_adversary_and_may_come_back(table) -> None:
    game = table(
        red="C", blue="M", red_hand=["MOVE 2 / PING"], blue_hand=["MOVE 1 / ENCRYPT"],
        last=("MOVE 3 / DIVE", "DIVE"),
    )  # fmt: skip
    game.play("MOVE 2").step("west", "east")
    assert "MOVE 3 / DIVE" in game.hand("red")
    game.play("ENCRYPT")
    assert "MOVE 2 / PING" in game.hand("blue")
    game.play("DIVE")
    assert "MOVE 1 / ENCRYPT" in game.hand("red")
    game.play("PING")
    assert len(game.hand("red")) == len(game.hand("blue")) == 3


@pytest.mark.rule("PING-21")
def test_every_step_must_be_taken_and_leads_to_a_joined_square(table) -> None:
    game = table(red="A", blue="M", red_hand=["MOVE 2 / DIVE"])
    game.play("MOVE 2")
    assert game.offers == {"step east", "step south"}
    game.step("east")
    assert game.to_play == "red"
    assert game.offers == {"step east", "step south", "step west"}


@pytest.mark.rule("PING-21")
def test_turning_round_and_ending_where_one_began_is_allowed(table) -> None:
    game = table(red="A", blue="M", red_hand=["MOVE 2 / DIVE"])
    game.play("MOVE 2").step("east", "west")
    assert game.square("red") == "A"
    assert game.to_play == "blue"


@pytest.mark.rule("PING-4")
def test_submarines_cross_and_share_squares_unnoticed(table) -> None:
    game = table(red="C", blue="D", red_hand=["MOVE 2 / DIVE"], blue_hand=["MOVE 1 / PING"])
    game.play("MOVE 2").step("east", "east").play("MOVE 1").step("east")
    assert game.square("red") == game.square("blue") == "E"
    assert not any("is at" in line for line in game.told("red") + game.told("blue"))


@pytest.mark.rule("PING-18", "PING-19", "PING-22")
def test_move_3_reveals_the_last_square_and_not_the_way_there(table) -> None:
    game = table(red="C", blue="M", red_hand=["MOVE 3 / DIVE"])
    game.play("MOVE 3").step("west", "south", "south")
    assert game.told("blue")[:2] == ["red played MOVE 3 / DIVE for MOVE 3", "red is at L"]
    assert not any("stepped" in line for line in game.told("blue") + game.told("spectator"))
    assert game.may_be("red") == "L"


@pytest.mark.rule("PING-19")
@pytest.mark.parametrize("action", ["PING", "TORPEDO", "DECK GUN"])
def test_loud_utilities_reveal_as_the_card_is_played(table, action: str) -> None:
    game = table(red="C", blue="T", red_hand=[f"MOVE 1 / {action}"])
    game.play(action)
    if action == "TORPEDO":
        game.fire("south")
    told = game.told("blue")
    assert told[:2] == [f"red played MOVE 1 / {action} for {action}", "red is at C"]
    assert told.count("red is at C") == 1


@pytest.mark.rule("PING-19")
@pytest.mark.parametrize("action", ["MOVE 1", "MOVE 2", "LISTEN", "ENCRYPT", "DIVE"])
def test_what_is_not_loud_reveals_nothing(table, action: str) -> None:
    name = {
        "MOVE 1": "MOVE 1 / PING",
        "MOVE 2": "MOVE 2 / PING",
        "LISTEN": "MOVE 2 / LISTEN",
        "ENCRYPT": "MOVE 2 / ENCRYPT",
        "DIVE": "MOVE 2 / DIVE",
    }[action]
    game = table(red="C", blue="T", red_hand=[name])
    game.play(action)
    while game.to_play == "red":
        game.step("south")
    assert not any("red is at" in line for line in game.told("blue"))


@pytest.mark.rule("PING-20")
@pytest.mark.parametrize("duty", ["pinged", "listened"])
def test_move_3_under_ping_or_listen_is_one_announcement(table, duty: str) -> None:
    game = table(red="C", blue="T", red_hand=["MOVE 3 / DIVE"], **{duty: True})
    game.play("MOVE 3").step("south", "south", "south")
    assert game.told("blue").count("red is at S") == 1


@pytest.mark.rule("PING-20")
@pytest.mark.parametrize("duty", ["pinged", "listened"])
def test_a_gun_fired_under_ping_or_listen_reveals_once(table, duty: str) -> None:
    game = table(red="C", blue="T", red_hand=["MOVE 1 / DECK GUN"], **{duty: True})
    game.play("DECK GUN")
    assert game.told("blue").count("red is at C") == 1


@pytest.mark.rule("PING-13")
def test_a_card_that_is_not_in_hand_cannot_be_played(table) -> None:
    game = table(red="C", blue="T", red_hand=["MOVE 1 / PING"], blue_hand=["MOVE 2 / PING"])
    with pytest.raises(IllegalAction):
        game.play("PING", with_card="MOVE 2 / PING")

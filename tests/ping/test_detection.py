"""PING and LISTEN, and what DIVE does against them."""

from __future__ import annotations

import pytest

from .table import Table


def reveals(game: Table, side: str) -> list[str]:
    """All reveals of a side, in order, as its adversary heard them."""
    other = "blue" if side == "red" else "red"
    return [line[-1] for line in game.told(other) if line.startswith(f"{side} is at")]


@pytest.mark.rule("PING-23")
def test_ping_makes_the_adversary_reveal_before_and_after_a_move(table) -> None:
    game = table(red="C", blue="M", red_hand=["MOVE 1 / PING"], blue_hand=["MOVE 2 / ENCRYPT"])
    game.play("PING")
    assert reveals(game, "red") == ["C"]
    assert reveals(game, "blue") == ["M"], "as Blue's turn begins"
    game.play("MOVE 2").step("north", "east")
    assert reveals(game, "blue") == ["M", "I"], "and as it ends"


@pytest.mark.rule("PING-23", "PING-24")
def test_a_ping_lasts_one_turn(table) -> None:
    game = table(
        red="C",
        blue="M",
        red_hand=["MOVE 1 / PING", "MOVE 2 / DIVE"],
        blue_hand=["MOVE 2 / ENCRYPT", "MOVE 1 / DECK GUN"],
    )
    game.play("PING").play("MOVE 2").step("north", "east")
    game.play("DIVE").play("MOVE 1", with_card="MOVE 1 / DECK GUN").step("north")
    assert reveals(game, "blue") == ["M", "I"]


@pytest.mark.rule("PING-24", "PING-47")
def test_repair_under_ping_reveals_twice_all_the_same(table) -> None:
    game = table(
        red="C", blue="M", red_hand=["MOVE 1 / PING"],
        blue_disabled=["MOVE 1 / ENCRYPT", "MOVE 2 / ENCRYPT"],
    )  # fmt: skip
    game.play("PING").repair("MOVE 1 / ENCRYPT")
    assert reveals(game, "blue") == ["M", "M"]


@pytest.mark.rule("PING-23", "PING-25")
def test_ping_then_listen_the_second_turn_hears_what_the_pinged_one_did(table) -> None:
    game = table(red="C", blue="M", red_hand=["MOVE 1 / PING", "MOVE 2 / LISTEN"],
                 blue_hand=["MOVE 2 / ENCRYPT"])  # fmt: skip
    game.play("PING").play("MOVE 2").step("north", "north").play("LISTEN")
    assert reveals(game, "blue") == ["M", "C", "C"], "twice for PING, once for LISTEN"
    assert game.may_be("blue") == "C"


@pytest.mark.rule("PING-25", "PING-28")
def test_ping_then_listen_a_quiet_step_is_known_by_ping_and_not_heard(table) -> None:
    game = table(red="C", blue="M", red_hand=["MOVE 1 / PING", "MOVE 2 / LISTEN"],
                 blue_hand=["MOVE 1 / ENCRYPT"])  # fmt: skip
    game.play("PING").play("MOVE 1").step("north").play("LISTEN")
    assert reveals(game, "blue") == ["M", "H"]
    assert "blue gives nothing away" in game.told("red")


@pytest.mark.rule("PING-25")
@pytest.mark.parametrize(
    ("last", "heard"),
    [
        (("MOVE 1 / ENCRYPT", "MOVE 1"), False),
        (("MOVE 2 / ENCRYPT", "MOVE 2"), True),
        (("MOVE 3 / ENCRYPT", "MOVE 3"), True),
        (("MOVE 1 / PING", "PING"), True),
        (("MOVE 3 / LISTEN", "LISTEN"), False),
        (("MOVE 1 / TORPEDO", "TORPEDO"), True),
        (("MOVE 1 / DECK GUN", "DECK GUN"), True),
        (("MOVE 1 / ENCRYPT", "ENCRYPT"), True),
        (("MOVE 2 / DIVE", "DIVE"), False),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_listen_hears_every_last_action_that_was_not_quiet(table, last, heard: bool) -> None:
    game = table(red="C", blue="T", red_hand=["MOVE 2 / LISTEN"], last=last)
    game.play("LISTEN")
    assert reveals(game, "blue") == (["T"] if heard else [])
    assert ("blue gives nothing away" in game.told("red")) != heard


@pytest.mark.rule("PING-27")
def test_listen_does_not_hear_a_repair(table) -> None:
    game = table(red="C", blue="T", red_hand=["MOVE 2 / LISTEN"], last=("MOVE 3 / PING", "REPAIR"))
    game.play("LISTEN")
    assert reveals(game, "blue") == []


@pytest.mark.rule("PING-26")
@pytest.mark.parametrize(
    ("name", "action", "heard"),
    [
        ("MOVE 1 / PING", "MOVE 1", False),
        ("MOVE 2 / PING", "MOVE 2", True),
        ("MOVE 2 / ENCRYPT", "ENCRYPT", True),
        ("MOVE 2 / DIVE", "DIVE", False),
        ("MOVE 3 / LISTEN", "LISTEN", False),
    ],
)
def test_listen_hears_the_next_action_unless_it_is_quiet(table, name, action, heard) -> None:
    game = table(
        red="C", blue="T", red_hand=["MOVE 2 / LISTEN"], blue_hand=[name],
        last=("MOVE 1 / ENCRYPT", "MOVE 1"),
    )  # fmt: skip
    game.play("LISTEN").play(action)
    while game.to_play == "blue":
        game.step("north")
    assert reveals(game, "blue") == ([game.square("blue")] if heard else [])


@pytest.mark.rule("PING-26", "PING-27")
def test_listen_on_a_repair_turn_is_spent(table) -> None:
    game = table(
        red="C", blue="T", red_hand=["MOVE 2 / LISTEN", "MOVE 1 / PING"],
        blue_hand=["MOVE 2 / DECK GUN"], blue_disabled=["MOVE 1 / ENCRYPT"],
        last=("MOVE 1 / TORPEDO", "MOVE 1"),
    )  # fmt: skip
    game.play("LISTEN").repair("MOVE 1 / ENCRYPT")
    game.play("MOVE 1", with_card="MOVE 1 / PING").step("west")
    game.play("MOVE 2", with_card="MOVE 2 / DECK GUN").step("north", "north")
    assert reveals(game, "blue") == []


@pytest.mark.rule("PING-36", "PING-37", "PING-38")
def test_dive_against_ping_neither_reveal_happens_and_the_pinger_is_known(table) -> None:
    game = table(
        red="C", blue="M", red_hand=["MOVE 1 / PING"], blue_hand=["MOVE 2 / ENCRYPT"],
        last=("MOVE 2 / DIVE", "DIVE"),
    )  # fmt: skip
    game.play("PING")
    assert reveals(game, "red") == ["C"]
    game.play("MOVE 2").step("north", "north")
    assert reveals(game, "blue") == []
    assert "red took MOVE 2 / DIVE, played for DIVE" in game.told("red")


@pytest.mark.rule("PING-28", "PING-36", "PING-38")
def test_dive_against_listen_both_halves_are_dropped_in_silence(table) -> None:
    game = table(
        red="C", blue="M", red_hand=["MOVE 2 / LISTEN"], blue_hand=["MOVE 2 / ENCRYPT"],
        last=("MOVE 2 / DIVE", "DIVE"),
    )  # fmt: skip
    game.play("LISTEN")
    assert "blue gives nothing away" in game.told("red")
    game.play("MOVE 2").step("north", "north")
    assert reveals(game, "blue") == []


@pytest.mark.rule("PING-39")
def test_a_pinged_diver_reveals_at_both_ends_of_the_turn(table) -> None:
    game = table(red="C", blue="M", red_hand=["MOVE 1 / PING"], blue_hand=["MOVE 3 / DIVE"])
    game.play("PING").play("DIVE")
    assert reveals(game, "blue") == ["M", "M"]


@pytest.mark.rule("PING-39")
def test_a_diver_who_is_listened_to_is_quiet(table) -> None:
    game = table(red="C", blue="M", to_play="blue", blue_hand=["MOVE 2 / DIVE"], listened=True)
    game.play("DIVE")
    assert reveals(game, "blue") == []


@pytest.mark.rule("PING-40")
def test_a_dive_lasts_one_turn_whether_needed_or_not(table) -> None:
    game = table(
        red="C", blue="M", red_hand=["MOVE 1 / DECK GUN", "MOVE 1 / PING"],
        blue_hand=["MOVE 1 / ENCRYPT"], last=("MOVE 2 / DIVE", "DIVE"),
    )  # fmt: skip
    game.play("MOVE 1", with_card="MOVE 1 / DECK GUN").step("south")
    game.play("MOVE 1").step("east")
    game.play("PING")
    assert reveals(game, "blue") == ["N"]


@pytest.mark.rule("PING-40")
def test_a_dive_lapses_when_the_adversary_repairs(table) -> None:
    game = table(
        red="C", blue="M", red_hand=["MOVE 1 / PING"], red_disabled=["MOVE 1 / DECK GUN"],
        blue_hand=["MOVE 1 / ENCRYPT"], last=("MOVE 2 / DIVE", "DIVE"),
    )  # fmt: skip
    game.repair("MOVE 1 / DECK GUN").play("MOVE 1").step("east").play("PING")
    assert reveals(game, "blue") == ["N"]


@pytest.mark.rule("PING-28", "PING-38")
def test_a_diver_answers_a_listener_in_the_same_words_as_a_quiet_mover(table) -> None:
    heard = []
    for last in (("MOVE 2 / DIVE", "DIVE"), ("MOVE 1 / ENCRYPT", "MOVE 1")):
        game = table(red="C", blue="M", red_hand=["MOVE 2 / LISTEN"], last=last)
        game.play("LISTEN")
        heard.append([game.told("spectator"), game.log("spectator")])
        heard[-1].append(game.told("red")[:2])
    assert heard[0] == heard[1]

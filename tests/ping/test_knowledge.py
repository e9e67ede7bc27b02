"""What each side knows, and how the scene and the log put it."""

from __future__ import annotations

import pytest

from quarterdeck.engine.errors import NothingToTakeBack
from quarterdeck.games.ping import state as st

from .table import card, names


@pytest.mark.rule("PING-56", "PING-16")
def test_a_hidden_card_is_known_to_who_played_it_alone_until_it_is_taken(table) -> None:
    game = table(red="C", blue="M", red_hand=["MOVE 2 / DIVE"], blue_hand=["MOVE 1 / ENCRYPT"])
    game.play("DIVE")
    assert game.view("red").lying == card("MOVE 2 / DIVE")
    assert game.view("red").lying_as == st.DIVE
    for side in ("blue", "spectator"):
        assert game.view(side).lying == st.NO_CARD
        assert game.view(side).lying_as == st.UNKNOWN
        assert "card:move2-dive" not in {piece.id for piece in game.scene(side).pieces}
    game.play("ENCRYPT")
    assert names(game.view("red").theirs[0]) == {"MOVE 2 / DIVE"}
    assert "MOVE 2 / DIVE" in names(game.view("blue").hand[1])
    assert "MOVE 2 / DIVE" not in str(game.scene("spectator"))


@pytest.mark.rule("PING-55")
def test_a_card_handed_over_is_followed_until_it_is_played_again(table) -> None:
    game = table(
        red="C", blue="T", red_hand=["MOVE 2 / PING", "MOVE 2 / DIVE", "MOVE 3 / DIVE"],
        blue_hand=["MOVE 1 / ENCRYPT", "MOVE 1 / TORPEDO"],
    )  # fmt: skip
    game.play("MOVE 2", with_card="MOVE 2 / PING").step("west", "east")
    assert names(game.view("red").theirs[0]) == set(), "it still lies on the table"
    game.play("ENCRYPT")
    assert names(game.view("red").theirs[0]) == {"MOVE 2 / PING"}
    game.play("DIVE", with_card="MOVE 2 / DIVE").play("PING")
    assert names(game.view("red").theirs[0]) == {"MOVE 2 / DIVE"}, "PING was played face up"
    assert game.view("red").hand[1] == 0


def badges_on_blues_hand(game) -> dict[str, list[str]]:
    """What red is told about each card that blue may hold."""
    return {p.label: p.badges for p in game.scene("red").pieces if p.at == "hand:1"}


@pytest.mark.rule("PING-55")
def test_a_known_card_played_face_down_may_be_in_hand_or_on_the_table(table) -> None:
    game = table(
        red="C", blue="T", red_hand=["MOVE 2 / ENCRYPT", "MOVE 2 / DIVE", "MOVE 3 / PING"],
        blue_hand=["MOVE 1 / ENCRYPT", "MOVE 1 / TORPEDO"],
    )  # fmt: skip
    game.play("ENCRYPT").play("MOVE 1", with_card="MOVE 1 / TORPEDO").step("west")
    game.play("DIVE").play("MOVE 2", with_card="MOVE 2 / ENCRYPT").step("north", "north")
    assert names(game.view("red").theirs[0]) == {"MOVE 2 / ENCRYPT", "MOVE 2 / DIVE"}
    shown = badges_on_blues_hand(game)
    assert shown["MOVE 2 / ENCRYPT"] == ["or on the table"]
    assert shown["MOVE 2 / DIVE"] == [], "taken after the card was played"


@pytest.mark.rule("PING-55")
def test_a_known_card_that_is_only_played_face_up_is_not_the_one_face_down(table) -> None:
    game = table(
        red="C", blue="T", red_hand=["MOVE 3 / LISTEN", "MOVE 2 / DIVE", "MOVE 2 / ENCRYPT"],
        blue_hand=["MOVE 1 / ENCRYPT", "MOVE 1 / TORPEDO"],
    )  # fmt: skip
    game.play("LISTEN").play("MOVE 1", with_card="MOVE 1 / TORPEDO").step("west")
    game.play("DIVE").play("ENCRYPT")
    shown = badges_on_blues_hand(game)
    assert shown["MOVE 3 / LISTEN"] == []


@pytest.mark.rule("PING-55", "PING-57")
def test_a_known_card_that_a_listener_would_have_heard_is_not_on_the_table(table) -> None:
    game = table(
        red="C", blue="T", red_hand=["MOVE 2 / ENCRYPT", "MOVE 3 / LISTEN", "MOVE 3 / PING"],
        blue_hand=["MOVE 1 / ENCRYPT", "MOVE 1 / TORPEDO"],
    )  # fmt: skip
    game.play("ENCRYPT").play("MOVE 1", with_card="MOVE 1 / TORPEDO").step("west")
    game.play("LISTEN").play("MOVE 1", with_card="MOVE 1 / ENCRYPT").step("north")
    shown = badges_on_blues_hand(game)
    assert shown["MOVE 2 / ENCRYPT"] == [], "neither half is QUIET"


@pytest.mark.rule("PING-55", "PING-57")
def test_a_known_card_that_does_not_lead_where_they_were_revealed_is_not_on_the_table(
    table,
) -> None:
    game = table(
        red="C", blue="T", red_hand=["MOVE 2 / ENCRYPT", "MOVE 3 / PING", "MOVE 3 / LISTEN"],
        blue_hand=["MOVE 1 / ENCRYPT", "MOVE 1 / TORPEDO"],
    )  # fmt: skip
    game.play("ENCRYPT").play("MOVE 1", with_card="MOVE 1 / TORPEDO").step("west")
    game.play("PING").play("MOVE 1", with_card="MOVE 1 / ENCRYPT").step("north")
    assert badges_on_blues_hand(game)["MOVE 2 / ENCRYPT"] == [], "they took one step"
    assert game.may_be("blue") == "M"


@pytest.mark.rule("PING-47", "PING-55")
def test_a_known_card_taken_since_the_damage_is_not_the_one_repaired(table) -> None:
    disabled = ["MOVE 1 / ENCRYPT", "MOVE 1 / TORPEDO"]
    game = table(
        red="C", blue="T", red_hand=["MOVE 2 / ENCRYPT", "MOVE 2 / DIVE", "MOVE 3 / PING"],
        blue_hand=["MOVE 2 / PING"], blue_disabled=disabled,
    )  # fmt: skip
    game.play("ENCRYPT").play("PING").play("DIVE").repair("MOVE 1 / ENCRYPT")
    assert badges_on_blues_hand(game)["MOVE 2 / ENCRYPT"] == []


@pytest.mark.rule("PING-55", "PING-57")
def test_a_known_card_that_must_be_the_one_face_down_is_said_to_be_there(table) -> None:
    game = table(
        red="C", blue="T", red_hand=["MOVE 3 / DIVE", "MOVE 3 / LISTEN", "MOVE 3 / TORPEDO"],
        blue_hand=["MOVE 1 / ENCRYPT", "MOVE 1 / PING", "MOVE 2 / PING"],
    )  # fmt: skip
    for given, handed_back in (
        ("MOVE 3 / DIVE", "MOVE 1 / ENCRYPT"),
        ("MOVE 3 / LISTEN", "MOVE 1 / PING"),
        ("MOVE 3 / TORPEDO", "MOVE 2 / PING"),
    ):
        game.play("MOVE 3", with_card=given).step("south", "north", "south")
        game.play(handed_back[:6], with_card=handed_back).step("west")
        if handed_back.startswith("MOVE 2"):
            game.step("east")
    game.play("ENCRYPT", with_card="MOVE 1 / ENCRYPT").play("DIVE", with_card="MOVE 3 / DIVE")
    assert badges_on_blues_hand(game) == {
        "MOVE 3 / DIVE": ["on the table"],
        "MOVE 3 / LISTEN": [],
        "MOVE 3 / TORPEDO": [],
        "MOVE 1 / ENCRYPT": [],
    }


@pytest.mark.rule("PING-57")
def test_while_they_may_be_anywhere_every_square_is_hatched(new_game) -> None:
    game = new_game()
    game.start("A").start("B")
    (chart,) = game.scene(game.to_play).boards
    assert all(any(mark.kind == "hatch" for mark in c.marks) for c in chart.cells)


@pytest.mark.rule("PING-57")
def test_a_face_down_card_may_have_been_any_secret_action(table) -> None:
    game = table(red="A", blue="M", red_hand=["MOVE 1 / ENCRYPT"], red_may_be="A")
    game.play("MOVE 1").step("east")
    assert game.may_be("red") == "ABCFGK", "no step, one, or two"


@pytest.mark.rule("PING-57", "PING-16")
def test_taking_the_card_settles_what_was_done(table) -> None:
    game = table(
        red="A", blue="M", red_hand=["MOVE 1 / ENCRYPT"], blue_hand=["MOVE 3 / DIVE"],
        red_may_be="A",
    )  # fmt: skip
    game.play("MOVE 1").step("east").play("DIVE")
    assert game.may_be("red") == "BF"


@pytest.mark.rule("PING-57", "PING-26")
def test_silence_under_listen_leaves_one_step_or_none(table) -> None:
    game = table(red="A", blue="M", red_hand=["MOVE 1 / ENCRYPT"], red_may_be="A", listened=True)
    game.play("MOVE 1").step("east")
    assert game.may_be("red") == "ABF", "MOVE 1 or DIVE: not MOVE 2, not ENCRYPT"


@pytest.mark.rule("PING-57")
def test_the_scene_hatches_these_squares_and_draws_a_submarine_that_is_certain(table) -> None:
    game = table(red="A", blue="M", red_hand=["MOVE 1 / ENCRYPT"], red_may_be="A")
    game.play("MOVE 1").step("east")
    (chart,) = game.scene("blue").boards
    hatched = [c.name for c in chart.cells if any(m.kind == "hatch" for m in c.marks)]
    assert "".join(hatched) == game.may_be("red")
    assert "sub:0" not in {piece.id for piece in game.scene("blue").pieces}
    game = table(red="C", blue="M", red_hand=["MOVE 1 / PING"])
    game.play("PING")
    subs = {piece.id: piece.at for piece in game.scene("blue").pieces}
    assert subs["sub:0"] == "square:C"
    assert "sub:0" not in {piece.id for piece in game.scene("spectator").pieces}


@pytest.mark.rule("PING-51", "PING-57")
def test_who_encrypted_and_has_not_won_was_not_on_the_last_objective(table) -> None:
    game = table(
        red="C",
        blue="Y",
        to_play="blue",
        red_hand=["MOVE 3 / DIVE"],
        blue_hand=["MOVE 1 / ENCRYPT"],
        blue_reported="AEMV",
        blue_may_be="YZ",
    )
    game.play("ENCRYPT").play("DIVE")
    assert game.may_be("blue") == "Y"


@pytest.mark.rule("PING-58")
def test_a_turn_may_be_taken_back_until_its_last_choice(table) -> None:
    game = table(red="A", blue="M", red_hand=["MOVE 2 / DIVE"])
    game.report().play("MOVE 2").step("east")
    assert game.told("blue") == []
    assert game.view("blue").reported[0] == 0
    for _ in range(3):
        game.match.undo(0)
    assert game.completed("red") == ""
    assert game.square("red") == "A"
    game.play("DIVE")
    with pytest.raises(NothingToTakeBack):
        game.match.undo(game.match.actor)


# What players read ---------------------------------------------------------------------------


@pytest.mark.rule("PING-20", "PING-22")
@pytest.mark.parametrize(
    ("action", "duty", "hint"),
    [
        ("MOVE 1 / PING", {}, "Nobody sees where."),
        ("MOVE 2 / PING", {}, "Nobody sees where."),
        ("MOVE 3 / PING", {}, "Only the square where you end will be revealed."),
        ("MOVE 1 / PING", {"pinged": True}, "Only the square where you end will be revealed."),
        ("MOVE 1 / PING", {"listened": True}, "Nobody sees where."),
        ("MOVE 2 / PING", {"listened": True}, "Only the square where you end will be revealed."),
    ],
)
def test_the_prompt_says_whether_the_steps_will_end_in_a_reveal(table, action, duty, hint) -> None:
    game = table(red="A", blue="M", red_hand=[action], **duty)
    assert game.play(action[:6], with_card=action).scene("red").detail == hint


@pytest.mark.rule("PING-41")
def test_the_prompt_mentions_a_report_where_one_can_be_sent(table) -> None:
    game = table(red="A", blue="M")
    assert game.scene("red").prompt == "Report from here first, or play a card"
    assert game.report().scene("red").prompt == "Play a card"


@pytest.mark.rule("PING-52")
def test_the_log_names_who_was_sunk(table) -> None:
    game = table(red="M", blue="N", red_hand=["MOVE 1 / DECK GUN"],
                 blue_disabled=["MOVE 1 / PING"])  # fmt: skip
    game.play("DECK GUN")
    assert game.log("red")[-2:] == ["{1} is **hit**.", "You **win**: {1} is sunk."]
    assert game.log("blue")[-2:] == ["You are **hit**.", "{0} **wins**: you are sunk."]
    assert game.log("spectator")[-1] == "{0} **wins**: {1} is sunk."


@pytest.mark.rule("PING-17")
def test_the_set_up_card_lies_on_the_table_from_the_deal_on(new_game) -> None:
    game = new_game()
    for side in ("red", "blue", "spectator"):
        (lying,) = [piece for piece in game.scene(side).pieces if piece.at == "lying"]
        assert lying.badges == ["set-up card"]
        assert not lying.halves

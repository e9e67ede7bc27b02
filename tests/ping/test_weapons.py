"""Torpedoes and guns, damage, repair, sinking."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.games.ping import state as st

from .table import position


@pytest.mark.rule("PING-29", "PING-44", "PING-45")
@pytest.mark.parametrize("blue", list("LMNO"))
def test_a_torpedo_hits_anywhere_along_the_row(table, blue: str) -> None:
    game = table(red="K", blue=blue, red_hand=["MOVE 1 / TORPEDO"])
    game.play("TORPEDO").fire("east")
    assert "red fired east from K" in game.told("blue")
    assert "blue is hit" in game.told("red")
    assert f"blue is at {blue}" in game.told("red")
    assert len(game.disabled("blue")) == 2


@pytest.mark.rule("PING-29", "PING-32")
@pytest.mark.parametrize("blue", list("KGRA"))
def test_a_torpedo_misses_what_is_behind_or_beside_it(table, blue: str) -> None:
    game = table(red="L", blue=blue, red_hand=["MOVE 1 / TORPEDO"])
    game.play("TORPEDO").fire("east")
    assert "blue takes no damage" in game.told("red")
    assert game.disabled("blue") == set()


@pytest.mark.rule("PING-30")
def test_a_torpedo_runs_past_its_own_square_and_spares_who_shares_it(table) -> None:
    for direction in ("north", "east", "south", "west"):
        game = table(red="M", blue="M", red_hand=["MOVE 1 / TORPEDO"])
        game.play("TORPEDO").fire(direction)
        assert game.disabled("blue") == set()


@pytest.mark.rule("PING-30")
def test_a_torpedo_cannot_be_fired_off_the_chart(table) -> None:
    game = table(red="A", blue="M", red_hand=["MOVE 1 / TORPEDO"])
    assert game.play("TORPEDO").offers == {"fire east", "fire south"}


@pytest.mark.rule("PING-29", "PING-57")
def test_a_miss_clears_the_line_of_suspicion(table) -> None:
    repaired = ("MOVE 3 / PING", "REPAIR")
    game = table(
        red="M", blue="A", red_hand=["MOVE 1 / TORPEDO"], last=repaired, blue_may_be="AHCM"
    )
    game.play("TORPEDO").fire("north")
    assert game.may_be("blue") == "AM", "not H or C; Red's own square stays possible"


@pytest.mark.rule("PING-31")
@pytest.mark.parametrize("blue", list("MHLNR"))
def test_a_deck_gun_hits_its_own_square_and_those_joined_to_it(table, blue: str) -> None:
    near = {"M": True, "H": True, "L": True, "N": True, "R": False}[blue]
    game = table(red="M", blue=blue, red_hand=["MOVE 1 / DECK GUN"])
    game.play("DECK GUN")
    assert bool(game.disabled("blue")) == near
    assert ("blue is hit" in game.told("red")) == near


@pytest.mark.rule("PING-31")
def test_a_deck_gun_does_not_reach_round_the_edge_of_the_chart(table) -> None:
    game = table(red="E", blue="F", red_hand=["MOVE 1 / DECK GUN"])
    game.play("DECK GUN")
    assert game.disabled("blue") == set()


@pytest.mark.rule("PING-32", "PING-36", "PING-37", "PING-38")
@pytest.mark.parametrize("weapon", ["TORPEDO", "DECK GUN"])
def test_dive_against_a_weapon_reads_like_a_miss(table, weapon: str) -> None:
    heard = []
    for blue, last in (("N", ("MOVE 2 / DIVE", "DIVE")), ("A", ("MOVE 1 / ENCRYPT", "MOVE 1"))):
        game = table(red="M", blue=blue, red_hand=[f"MOVE 1 / {weapon}"], last=last)
        game.play(weapon)
        if weapon == "TORPEDO":
            game.fire("east")
        assert game.disabled("blue") == set()
        heard.append((game.told("red")[:-1], game.log("red")[-4:-1], game.told("spectator")))
    assert heard[0] == heard[1]
    assert "red is at M" in heard[0][0]
    assert "blue takes no damage" in heard[0][0]


@pytest.mark.rule("PING-38", "PING-57")
def test_a_miss_on_a_diver_clears_no_square(table) -> None:
    game = table(
        red="M", blue="N", red_hand=["MOVE 1 / TORPEDO"], blue_may_be="NO",
        last=("MOVE 2 / DIVE", "DIVE"),
    )  # fmt: skip
    game.play("TORPEDO").fire("east")
    assert game.may_be("blue") == "NO"


@pytest.mark.rule("PING-44", "PING-46")
def test_two_cards_are_disabled_blind_and_only_the_victim_knows_which(table) -> None:
    game = table(
        red="K", blue="O", red_hand=["MOVE 1 / TORPEDO"],
        blue_hand=["MOVE 1 / PING", "MOVE 2 / PING", "MOVE 3 / PING"],
    )  # fmt: skip
    game.play("TORPEDO").fire("east")
    hurt = game.disabled("blue")
    assert len(hurt) == 2
    assert {line for line in game.told("blue") if "cannot use" in line} == {
        f"blue cannot use {name}" for name in hurt
    }
    for side in ("red", "spectator"):
        assert not any("cannot use" in line for line in game.told(side))
        assert game.view(side).damaged[1] == 2
        assert game.view(side).disabled[1] == 0


@pytest.mark.rule("PING-44")
def test_each_card_is_as_likely_to_be_spared() -> None:
    spared: Counter[str] = Counter()
    for seed in range(300):
        game = position(red="K", blue="O", red_hand=["MOVE 1 / TORPEDO"], seed=seed)
        game.play("TORPEDO").fire("east")
        spared.update(game.hand("blue") - game.disabled("blue"))
    assert len(spared) == 3
    assert min(spared.values()) > 70


@pytest.mark.rule("PING-45")
def test_the_victim_reveals_before_the_next_turn_begins(table) -> None:
    game = table(red="K", blue="O", red_hand=["MOVE 1 / TORPEDO"])
    game.play("TORPEDO").fire("east")
    told = game.told("red")
    assert told.index("blue is hit") < told.index("blue is at O") < len(told) - 1
    assert told[-1].startswith("red took")
    assert game.to_play == "blue"
    assert game.may_be("blue") == "O"


@pytest.mark.rule("PING-47")
def test_a_repair_is_no_action_and_its_card_lies_face_down(table) -> None:
    game = table(
        red="C", blue="T", red_disabled=["MOVE 1 / DECK GUN", "MOVE 2 / PING"],
        last=("MOVE 2 / DIVE", "MOVE 2"),
    )  # fmt: skip
    game.repair("MOVE 2 / PING")
    assert game.told("blue") == ["red repaired with a card", "red took MOVE 2 / DIVE, played for "
                                 "MOVE 2"]  # fmt: skip
    assert game.told("spectator") == ["red repaired with a card", "red took a card"]
    assert game.square("red") == "C"
    assert "MOVE 2 / DIVE" in game.hand("red")
    assert game.disabled("red") == {"MOVE 1 / DECK GUN"}
    assert game.view("blue").lying == st.NO_CARD
    assert game.view("blue").lying_as == st.REPAIR
    assert game.view("blue").damaged[0] == 1


@pytest.mark.rule("PING-48")
def test_a_repaired_card_is_taken_ready_for_use(table) -> None:
    game = table(red="C", blue="T", red_disabled=["MOVE 2 / PING"], blue_hand=["MOVE 1 / ENCRYPT"])
    game.repair("MOVE 2 / PING").play("ENCRYPT")
    assert "blue took MOVE 2 / PING, a repair" in game.told("blue")
    assert "MOVE 2 / PING" in game.hand("blue")
    assert game.disabled("blue") == set()


@pytest.mark.rule("PING-49", "PING-52")
@pytest.mark.parametrize("disabled", [["MOVE 1 / PING"], ["MOVE 1 / PING", "MOVE 2 / PING"]])
def test_a_second_hit_before_both_are_repaired_sinks(table, disabled: list[str]) -> None:
    game = table(red="K", blue="O", red_hand=["MOVE 1 / TORPEDO"], blue_disabled=disabled)
    game.play("TORPEDO").fire("east")
    assert game.winner == "red"
    assert game.disabled("blue") == game.hand("blue")
    assert game.told("blue")[-2:] == ["blue is hit", "red won by sinking"]
    assert "blue is at O" not in game.told("red"), "the sunk reveal nothing"


@pytest.mark.rule("PING-44", "PING-49", "PING-52")
def test_hit_twice_in_play_the_second_time_with_one_card_repaired(table) -> None:
    game = table(
        red="M", blue="N", red_hand=["MOVE 1 / DECK GUN", "MOVE 1 / TORPEDO"],
        blue_hand=["MOVE 2 / PING", "MOVE 2 / LISTEN", "MOVE 2 / ENCRYPT"],
    )  # fmt: skip
    game.play("DECK GUN")
    game.repair(min(game.disabled("blue")))
    game.play("TORPEDO").fire("east")
    assert game.winner == "red"


@pytest.mark.rule("PING-50")
def test_after_both_repairs_a_hit_is_a_first_hit_again(table) -> None:
    game = table(
        red="M", blue="N", red_hand=["MOVE 1 / DECK GUN", "MOVE 1 / TORPEDO", "MOVE 1 / PING"],
        blue_hand=["MOVE 2 / PING", "MOVE 2 / LISTEN", "MOVE 2 / ENCRYPT"],
    )  # fmt: skip
    game.play("DECK GUN").repair(min(game.disabled("blue")))
    game.play("PING").repair(min(game.disabled("blue")))
    game.play("TORPEDO").fire("east")
    assert game.winner == ""
    assert len(game.disabled("blue")) == 2
    assert game.to_play == "blue"


@pytest.mark.rule("PING-15", "PING-49")
def test_the_card_taken_while_damaged_is_not_disabled(table) -> None:
    game = table(
        red="C", blue="T", red_disabled=["MOVE 1 / DECK GUN", "MOVE 2 / PING"],
        red_hand=["MOVE 1 / ENCRYPT"], last=("MOVE 3 / PING", "PING"), pinged=True,
    )  # fmt: skip
    game.play("ENCRYPT")
    assert "MOVE 3 / PING" in game.hand("red") - game.disabled("red")
    assert len(game.disabled("red")) == 2

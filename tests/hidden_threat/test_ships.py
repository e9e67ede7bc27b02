"""The five ship powers, and what happens when they begin and end."""

from __future__ import annotations

import pytest

ALL_BUT_PT = ["Carrier", "Battleship", "Destroyer", "Submarine"]


@pytest.mark.rule("HIDDEN-THREAT-29")
def test_a_power_works_from_when_the_ship_is_turned_up_until_it_is_sunk(table) -> None:
    hidden = table(ann_hand=["red 1"], ben_ships=["Carrier"])
    assert hidden.play("red 1", at="Carrier").hits("ben", "Carrier") == 1
    up = table(ann_hand=["red 1"], ann_ships=["Battleship"], ben_ships=["Carrier"])
    assert up.play("red 1", at="Carrier").hits("ben", "Carrier") == 2
    sunk = table(ann_hand=["red 1"], ann_sunk=["Battleship"], ben_ships=["Carrier"])
    assert sunk.play("red 1", at="Carrier").hits("ben", "Carrier") == 1


@pytest.mark.rule("HIDDEN-THREAT-29")
def test_a_shielded_ship_keeps_its_power(table) -> None:
    game = table(ann_hand=["red 1"], ann_ships=["Battleship"], ann_shields={"Battleship": [""]},
                 ben_ships=["Carrier"])  # fmt: skip
    assert game.play("red 1", at="Carrier").hits("ben", "Carrier") == 2


# Submarine -----------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-30")
def test_the_white_that_turns_up_a_submarine_is_a_hit(table) -> None:
    game = table(ann_hand=["white"])
    game.play("white", at="A1", finds="Submarine")
    assert game.under("ben", "Submarine") == ["white"]
    assert game.discard("ann") == []


@pytest.mark.rule("HIDDEN-THREAT-30")
def test_three_whites_sink_a_submarine(table) -> None:
    game = table(ann_hand=["white"], ben_ships=["Submarine"],
                 ben_pegs={"Submarine": ["white", "white"]})  # fmt: skip
    game.play("white", at="Submarine")
    assert game.sunk("ben") == ["Submarine"]
    assert game.discard("ann") == ["white"] * 3


@pytest.mark.rule("HIDDEN-THREAT-31")
def test_red_on_a_submarine_is_wasted(table) -> None:
    game = table(ann_hand=["red 4"], ann_ships=["Battleship", "Destroyer"], ben_ships=["Submarine"])
    game.play("red 4", at="Submarine")
    assert game.told("ben")[0] == "ann wasted on Submarine with red 4"
    assert game.hits("ben", "Submarine") == 0
    assert game.discard("ann") == ["red 4"]


@pytest.mark.rule("HIDDEN-THREAT-31")
def test_red_that_turns_up_a_submarine_is_wasted_and_it_stays_up(table) -> None:
    game = table(ann_hand=["red 2"])
    game.play("red 2", at="A1", finds="Submarine")
    assert game.up("ben") == ["Submarine"]
    assert game.under("ben", "Submarine") == []
    assert game.discard("ann") == ["red 2"]


# Carrier -------------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-32")
def test_with_a_carrier_the_hand_is_reloaded_to_seven(table) -> None:
    game = table(ann_hand=["white"] * 5, ann_ships=["Carrier"])
    game.play("white", at="A1", finds="miss")
    assert len(game.hand("ann")) == 7


@pytest.mark.rule("HIDDEN-THREAT-32")
def test_a_carrier_turned_up_in_the_enemy_s_turn_counts_at_the_own_reload_only(table) -> None:
    game = table(ann_hand=["white"] * 5, ben_hand=["white"] * 5)
    game.play("white", at="A1", finds="Carrier")
    assert len(game.hand("ann")) == len(game.hand("ben")) == 5
    game.play("white", at="A1", finds="miss")
    assert len(game.hand("ben")) == 7


@pytest.mark.rule("HIDDEN-THREAT-32")
def test_when_the_carrier_sinks_the_larger_hand_is_kept_but_not_refilled(table) -> None:
    game = table(ann_hand=["white"] * 7, ann_sunk=["Carrier"], ben_hand=["white"] * 5)
    game.play("white", at="A1", finds="miss")
    assert len(game.hand("ann")) == 6
    game.play("white", at="B1", finds="miss").play("white", at="A2", finds="miss")
    assert len(game.hand("ann")) == 5


# PT Boat -------------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-33")
def test_the_pt_boat_must_remove_a_peg_card_of_its_owner_s_choice(table) -> None:
    game = table(
        ann_hand=["white"],
        ann_ships=["PT Boat", "Carrier"],
        ann_pegs={"PT Boat": ["red 1"], "Carrier": ["red 1", "red 2"]},
    )
    assert game.offers == {"red 1 from PT Boat", "red 1 from Carrier", "red 2 from Carrier"}
    game.remove("PT Boat", "red 1")
    assert game.under("ann", "PT Boat") == []
    assert game.discard("ben") == ["red 1"]
    assert game.offers == {"white"}  # once a turn


@pytest.mark.rule("HIDDEN-THREAT-33")
def test_the_whole_peg_card_is_removed(table) -> None:
    game = table(ann_hand=["white"], ann_ships=["PT Boat", "Carrier"],
                 ann_pegs={"Carrier": ["red 4"]})  # fmt: skip
    game.remove("Carrier", "red 4")
    assert game.hits("ann", "Carrier") == 0


@pytest.mark.rule("HIDDEN-THREAT-34")
def test_the_pt_boat_leaves_shields_alone_but_reaches_under_them(table) -> None:
    game = table(ann_hand=["white"], ann_ships=["PT Boat"], ann_shields={"PT Boat": ["red 1"]})
    assert game.offers == {"white"}
    game = table(ann_hand=["white"], ann_ships=["PT Boat"], ann_shields={"PT Boat": ["red 1"]},
                 ann_pegs={"PT Boat": ["red 1"]})  # fmt: skip
    assert game.offers == {"red 1 from PT Boat"}


@pytest.mark.rule("HIDDEN-THREAT-34")
def test_a_pt_boat_turned_up_works_from_its_owner_s_next_turn(table) -> None:
    game = table(ann_hand=["red 1"], ben_hand=["white"], ben_ships=["Carrier"],
                 ben_pegs={"Carrier": ["red 2"]})  # fmt: skip
    game.play("red 1", at="C4", finds="PT Boat")
    assert game.to_play == "ben"
    assert game.offers == {"red 1 from PT Boat", "red 2 from Carrier"}


@pytest.mark.rule("HIDDEN-THREAT-34")
def test_a_sunk_pt_boat_removes_nothing(table) -> None:
    game = table(ann_hand=["white"], ann_sunk=["PT Boat"], ann_ships=["Carrier"],
                 ann_pegs={"Carrier": ["red 4"]})  # fmt: skip
    assert game.offers == {"white"}


# Destroyer -----------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-35")
def test_the_example_your_opponent_finds_your_destroyer(table) -> None:
    """The rulebook: "Now you can play white pegs to damage all enemy ships." """
    game = table(to_play="ben", ben_hand=["white"], ann_hand=["white"], ben_ships=["Carrier"])
    game.play("white", at="A1", finds="Destroyer")
    assert "Carrier" in game.aims("white")
    game.play("white", at="Carrier")
    assert game.under("ben", "Carrier") == ["white"]
    assert game.hits("ben", "Carrier") == 1


@pytest.mark.rule("HIDDEN-THREAT-35")
def test_with_a_destroyer_the_white_that_turns_up_a_ship_is_a_hit(table) -> None:
    game = table(ann_hand=["white"], ann_ships=["Destroyer"])
    game.play("white", at="A1", finds="Carrier")
    assert game.hits("ben", "Carrier") == 1


@pytest.mark.rule("HIDDEN-THREAT-35", "HIDDEN-THREAT-37")
def test_a_battleship_adds_nothing_to_whites(table) -> None:
    game = table(ann_hand=["white"], ann_ships=["Destroyer", "Battleship"], ben_ships=["Carrier"],
                 ben_shields={"Carrier": [""]})  # fmt: skip
    game.play("white", at="Carrier")
    assert game.shields("ben", "Carrier") == ["white"]


@pytest.mark.rule("HIDDEN-THREAT-36")
def test_when_the_destroyer_sinks_its_side_s_whites_are_discarded_except_on_a_submarine(
    table,
) -> None:
    game = table(
        ann_hand=["red 4"],
        ben_ships=["Destroyer"],
        ann_ships=["Carrier", "Submarine", "Battleship"],
        ann_pegs={"Carrier": ["white", "red 1"], "Submarine": ["white"]},
        ann_shields={"Battleship": ["white"]},
    )
    game.play("red 4", at="Destroyer")
    assert game.sunk("ben") == ["Destroyer"]
    assert "ben lost 2 whites in play" in game.told("ann")
    assert game.under("ann", "Carrier") == ["red 1"]
    assert game.under("ann", "Submarine") == ["white"]
    assert game.shields("ann", "Battleship") == [""]
    assert game.discard("ben") == ["white", "white"]


@pytest.mark.rule("HIDDEN-THREAT-36", "HIDDEN-THREAT-20")
def test_whites_on_a_submarine_s_shield_go_with_the_destroyer(table) -> None:
    game = table(ann_hand=["red 4"], ben_ships=["Destroyer"], ann_ships=["Submarine"],
                 ann_pegs={"Submarine": ["white"]},
                 ann_shields={"Submarine": ["white", "white"]})  # fmt: skip
    game.play("red 4", at="Destroyer")
    assert game.shields("ann", "Submarine") == ["", ""]
    assert game.hits("ann", "Submarine") == 1


# Battleship ----------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-37")
def test_with_a_battleship_a_2_peg_card_counts_three(table) -> None:
    """The rulebook: "a 2-peg card now counts as a 3-peg card." """
    game = table(ann_hand=["red 2"], ann_ships=["Battleship"], ben_ships=["Carrier"])
    game.play("red 2", at="Carrier")
    assert game.hits("ben", "Carrier") == 3


@pytest.mark.rule("HIDDEN-THREAT-37")
def test_with_a_battleship_a_1_peg_card_destroys_a_shield(table) -> None:
    game = table(ann_hand=["red 1"], ann_ships=["Battleship"], ben_ships=["Carrier"],
                 ben_shields={"Carrier": [""]})  # fmt: skip
    game.play("red 1", at="Carrier")
    assert game.shields("ben", "Carrier") == []


@pytest.mark.rule("HIDDEN-THREAT-38", "HIDDEN-THREAT-40")
def test_turning_up_a_battleship_can_cost_the_searcher_a_ship(table) -> None:
    game = table(
        ann_hand=["white"],
        ann_ships=["Destroyer", "Carrier"],
        ann_pegs={"Destroyer": ["red 2"], "Carrier": ["red 1"]},
    )
    game.play("white", at="A1", finds="Battleship")
    assert game.told("ann")[:2] == [
        "ann searched A1 with white: Battleship",
        "ann's Destroyer is sunk",
    ]
    assert game.hits("ann", "Carrier") == 2
    assert game.discard("ben") == ["red 2"]


@pytest.mark.rule("HIDDEN-THREAT-38")
def test_turning_up_a_battleship_can_cost_the_searcher_a_shield(table) -> None:
    game = table(ann_hand=["white"], ann_ships=["Carrier"], ann_shields={"Carrier": ["red 1"]})
    game.play("white", at="A1", finds="Battleship")
    assert game.shields("ann", "Carrier") == []


@pytest.mark.rule("HIDDEN-THREAT-38", "HIDDEN-THREAT-21")
def test_a_shield_lost_to_a_battleship_lets_the_ship_below_sink_too(table) -> None:
    game = table(ann_hand=["white"], ann_ships=["Carrier"], ann_shields={"Carrier": ["red 1"]},
                 ann_pegs={"Carrier": ["red 4"]})  # fmt: skip
    game.play("white", at="A1", finds="Battleship")
    assert game.sunk("ann") == ["Carrier"]


@pytest.mark.rule("HIDDEN-THREAT-39")
def test_when_the_battleship_sinks_its_bonus_ends(table) -> None:
    game = table(
        ann_hand=["red 4"],
        ben_ships=["Battleship"],
        ann_ships=["Carrier"],
        ann_sunk=["PT Boat"],
        ann_pegs={"Carrier": ["red 2", "red 1"]},
    )
    assert game.hits("ann", "Carrier") == 5
    game.play("red 4", at="Battleship")
    assert game.hits("ann", "Carrier") == 3
    assert game.sunk("ann") == ["PT Boat"]


@pytest.mark.rule("HIDDEN-THREAT-40")
def test_a_searcher_who_loses_the_destroyer_loses_the_white_hit_as_well(table) -> None:
    game = table(ann_hand=["white"], ann_ships=["Destroyer"], ann_pegs={"Destroyer": ["red 2"]})
    game.play("white", at="A1", finds="Battleship")
    assert game.sunk("ann") == ["Destroyer"]
    assert game.under("ben", "Battleship") == []
    assert game.discard("ann") == ["white"]


@pytest.mark.rule("HIDDEN-THREAT-40")
def test_a_searcher_who_loses_the_battleship_counts_without_it(table) -> None:
    game = table(ann_hand=["red 2"], ann_ships=["Battleship"],
                 ann_pegs={"Battleship": ["red 1", "red 1"]})  # fmt: skip
    game.play("red 2", at="A1", finds="Battleship")
    assert game.sunk("ann") == ["Battleship"]
    assert game.hits("ben", "Battleship") == 2


@pytest.mark.rule("HIDDEN-THREAT-41")
def test_turning_up_a_battleship_can_lose_the_game_at_once(table) -> None:
    game = table(
        ann_hand=["red 4"],
        ann_ships=["PT Boat"],
        ann_sunk=ALL_BUT_PT,
        ann_pegs={"PT Boat": ["red 1"]},
        ben_ships=["Carrier"],
    )
    game.remove("PT Boat", "red 1")  # the PT Boat itself escapes that
    game.play("red 4", at="C4", finds="Battleship")
    assert game.winner == ""
    game = table(
        ann_hand=["red 4"],
        ann_ships=["Destroyer"],
        ann_sunk=["Carrier", "Battleship", "Submarine", "PT Boat"],
        ann_pegs={"Destroyer": ["red 2"]},
    )
    game.play("red 4", at="C4", finds="Battleship")
    assert game.winner == "ben"
    assert game.up("ben") == ["Battleship"]
    assert game.under("ben", "Battleship") == []
    assert "red 4" in game.discard("ann")


# Beginner ------------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-46")
def test_in_the_beginner_game_a_submarine_takes_red_and_no_white(table) -> None:
    game = table(beginner=1, ann_hand=["red 2", "white"], ben_ships=["Submarine"], ben_misses=7)
    assert game.aims("white") == {"C1", "C2", "C3", "C4"}
    game.play("red 2", at="Submarine")
    assert game.hits("ben", "Submarine") == 2


@pytest.mark.rule("HIDDEN-THREAT-46")
def test_in_the_beginner_game_no_ship_has_a_power(table) -> None:
    game = table(
        beginner=1,
        ann_hand=["red 1", "white"],
        ann_ships=["Carrier", "Battleship", "Destroyer", "PT Boat"],
        ann_pegs={"Carrier": ["red 1"]},
        ben_ships=["Carrier"],
    )
    assert game.offers == {"red 1", "white"}
    assert "Carrier" not in game.aims("white")
    game.play("red 1", at="Carrier")
    assert game.hits("ben", "Carrier") == 1
    assert len(game.hand("ann")) == 5


@pytest.mark.rule("HIDDEN-THREAT-46")
def test_in_the_beginner_game_a_white_that_turns_up_a_submarine_is_discarded(table) -> None:
    game = table(beginner=1, ann_hand=["white"])
    game.play("white", at="A1", finds="Submarine")
    assert game.under("ben", "Submarine") == []


@pytest.mark.rule("HIDDEN-THREAT-46", "HIDDEN-THREAT-9")
def test_in_the_beginner_game_a_hand_of_whites_can_be_stuck(table) -> None:
    game = table(beginner=1, ann_hand=["white"] * 5, ben_all_up=True, ben_ships=["Submarine"],
                 ben_sunk=["Carrier", "Battleship", "Destroyer", "PT Boat"])  # fmt: skip
    assert game.offers == {"give up white"}

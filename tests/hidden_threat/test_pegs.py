"""White and red peg cards, sinking, shields."""

from __future__ import annotations

import pytest

# White ---------------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-10")
def test_a_white_peg_turns_up_a_miss_and_nothing_happens(table) -> None:
    game = table(ann_hand=["white"] * 5)
    game.play("white", at="B3", finds="miss")
    assert game.told("ben")[0] == "ann searched B3 with white: miss"
    assert game.discard("ann") == ["white"]
    assert game.up("ben") == []
    assert not game.truth.face_down[1] >> 6 & 1


@pytest.mark.rule("HIDDEN-THREAT-10", "HIDDEN-THREAT-12")
def test_a_ship_turned_up_stays_up_and_takes_red_pegs_from_then_on(table) -> None:
    game = table(ann_hand=["white", "red 2"], ben_hand=["white"] * 5)
    game.play("white", at="B3", finds="Carrier")
    assert game.hits("ben", "Carrier") == 0
    assert game.discard("ann") == ["white"]
    game.play("white", at="A1", finds="miss")
    game.play("red 2", at="Carrier")
    assert game.hits("ben", "Carrier") == 2


@pytest.mark.rule("HIDDEN-THREAT-11")
def test_white_is_not_played_on_a_face_up_ship_without_a_destroyer(table) -> None:
    game = table(ann_hand=["white"], ben_ships=["Carrier", "Battleship", "PT Boat"], ben_misses=7)
    assert game.aims("white") == {"C3", "C4"}


@pytest.mark.rule("HIDDEN-THREAT-11", "HIDDEN-THREAT-30")
def test_white_is_played_on_a_face_up_submarine(table) -> None:
    game = table(ann_hand=["white"], ben_ships=["Carrier", "Submarine"], ben_misses=7)
    assert game.aims("white") == {"Submarine", "C2", "C3", "C4"}
    game.play("white", at="Submarine")
    assert game.hits("ben", "Submarine") == 1


# Red -----------------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-12")
def test_the_example_two_hits_on_the_carrier(table) -> None:
    """The rulebook: "Count two hits for the two red pegs on your card." """
    game = table(ann_hand=["red 2"], ben_ships=["Carrier"])
    game.play("red 2", at="Carrier")
    assert game.told("ben")[0] == "ann hit Carrier with red 2: 2 hits"
    assert game.under("ben", "Carrier") == ["red 2"]
    assert game.discard("ann") == []


@pytest.mark.rule("HIDDEN-THREAT-14")
def test_the_example_sinking_the_carrier_with_six_hits(table) -> None:
    """The rulebook: a 2-peg card lies there, a second one makes six. "You sank the carrier!" """
    game = table(ann_hand=["red 4"], ben_ships=["Carrier"], ben_pegs={"Carrier": ["red 2"]})
    game.play("red 4", at="Carrier")
    assert game.told("ben")[:2] == [
        "ann hit Carrier with red 4: 6 hits",
        "ben's Carrier is sunk",
    ]
    assert game.sunk("ben") == ["Carrier"]
    assert game.discard("ann") == ["red 2", "red 4"]


@pytest.mark.rule("HIDDEN-THREAT-14")
def test_the_place_of_a_sunk_ship_is_no_target(table) -> None:
    game = table(ann_hand=["red 1", "white"], ben_sunk=["PT Boat"], ben_ships=["Carrier"])
    assert "A2" not in game.aims("red 1") | game.aims("white")
    assert "Carrier" in game.aims("red 1")


@pytest.mark.rule("HIDDEN-THREAT-14")
def test_a_sunk_ship_stays_where_it_was_as_a_wreck(table) -> None:
    game = table(ann_hand=["red 4"], ben_ships=["Battleship"])
    floating, (wreck,) = fleet(game, "ann"), fleet(game.play("red 4", at="Battleship"), "ann")
    assert floating == [("ship:1:battleship", "grid1:A1", "battleship")]
    assert wreck == ("ship:1:battleship", "grid1:A1", "wreck-battleship")


def fleet(game, player: str) -> list[tuple[str, str, str]]:
    pieces = game.scene(player).pieces
    return [(one.id, one.at, one.symbol) for one in pieces if one.id.startswith("ship:")]


@pytest.mark.rule("HIDDEN-THREAT-13")
def test_a_search_with_red_that_finds_nothing_is_discarded(table) -> None:
    game = table(ann_hand=["red 2"])
    game.play("red 2", at="A1", finds="miss")
    assert game.discard("ann") == ["red 2"]


@pytest.mark.rule("HIDDEN-THREAT-13")
def test_a_search_with_red_hits_the_ship_it_turns_up_at_once(table) -> None:
    game = table(ann_hand=["red 2"])
    game.play("red 2", at="A1", finds="Destroyer")
    assert game.under("ben", "Destroyer") == ["red 2"]
    assert game.hits("ben", "Destroyer") == 2


@pytest.mark.rule("HIDDEN-THREAT-13", "HIDDEN-THREAT-14")
def test_a_search_with_the_4_peg_card_can_sink_a_ship_unseen_before(table) -> None:
    game = table(ann_hand=["red 4"])
    game.play("red 4", at="A1", finds="Battleship")
    assert game.sunk("ben") == ["Battleship"]
    assert game.discard("ann") == ["red 4"]


# Shields -------------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-16", "HIDDEN-THREAT-17")
def test_the_example_a_shield_on_a_destroyer_with_one_peg_of_damage(table) -> None:
    """The rulebook: "Your opponent must play two pegs to destroy the shield before playing any more
    pegs on your ship." """
    game = table(
        ann_hand=["shield"],
        ann_ships=["Destroyer"],
        ann_pegs={"Destroyer": ["red 1"]},
        ben_hand=["red 1", "red 1", "red 1", "white", "white"],
        ann_pile=["white"] * 9,
        ben_pile=["white"] * 5,
    )
    game.shield("Destroyer")
    assert game.hits("ann", "Destroyer") == 1
    game.play("red 1", at="Destroyer")
    assert game.shields("ann", "Destroyer") == ["red 1"]
    game.play("white", at="C4", finds="miss").play("red 1", at="Destroyer")
    assert game.shields("ann", "Destroyer") == []
    assert game.hits("ann", "Destroyer") == 1
    game.play("white", at="C3", finds="miss").play("red 1", at="Destroyer")
    assert game.hits("ann", "Destroyer") == 2


@pytest.mark.rule("HIDDEN-THREAT-16")
def test_a_shield_needs_a_ship_that_is_face_up(table) -> None:
    game = table(ann_hand=["shield", "red 1"])
    assert game.offers == {"red 1"}
    game = table(ann_hand=["shield", "red 1"], ann_ships=["PT Boat"], ann_sunk=["Carrier"])
    assert game.choose("shield").offers == {"PT Boat"}


@pytest.mark.rule("HIDDEN-THREAT-18")
def test_hits_beyond_the_second_are_lost_on_a_shield(table) -> None:
    game = table(ann_hand=["red 4"], ben_ships=["PT Boat"], ben_shields={"PT Boat": [""]})
    game.play("red 4", at="PT Boat")
    assert game.shields("ben", "PT Boat") == []
    assert game.hits("ben", "PT Boat") == 0
    assert game.up("ben") == ["PT Boat"]
    assert game.discard("ann") == ["red 4"]
    assert game.discard("ben") == ["shield"]


@pytest.mark.rule("HIDDEN-THREAT-18")
def test_peg_cards_stay_on_a_shield_until_it_is_destroyed(table) -> None:
    game = table(ann_hand=["red 2"], ben_ships=["Carrier"], ben_shields={"Carrier": ["red 1"]})
    game.play("red 2", at="Carrier")
    assert "ben's Carrier lost a shield" in game.told("ann")
    assert game.discard("ann") == ["red 1", "red 2"]


@pytest.mark.rule("HIDDEN-THREAT-19")
def test_two_shields_are_broken_newest_first(table) -> None:
    game = table(
        ann_hand=["red 2"],
        ben_ships=["Carrier"],
        ben_shields={"Carrier": ["red 1", ""]},
    )
    game.play("red 2", at="Carrier")
    assert game.shields("ben", "Carrier") == ["red 1"]
    assert game.discard("ann") == ["red 2"]


@pytest.mark.rule("HIDDEN-THREAT-19", "HIDDEN-THREAT-38")
def test_a_covered_shield_fails_only_when_the_one_above_is_gone(table) -> None:
    game = table(
        ann_hand=["red 2"],
        ann_ships=["Battleship"],
        ben_ships=["Carrier"],
        ben_shields={"Carrier": ["red 1", ""]},
    )
    game.play("red 2", at="Carrier")  # with the bonus the red 1 below counts two by now
    assert game.shields("ben", "Carrier") == []


@pytest.mark.rule("HIDDEN-THREAT-20")
def test_whites_damage_shields_only_with_a_destroyer(table) -> None:
    ben = {"ben_ships": ["Carrier", "Submarine"], "ben_misses": 7}
    ben |= {"ben_shields": {"Submarine": [""], "Carrier": [""]}}
    game = table(ann_hand=["white"], **ben)
    assert game.aims("white") == {"C2", "C3", "C4"}
    game = table(ann_hand=["white"], ann_ships=["Destroyer"], **ben)
    assert game.aims("white") == {"C2", "C3", "C4", "Carrier", "Submarine"}
    game.play("white", at="Submarine")
    assert game.shields("ben", "Submarine") == ["white"]
    assert game.hits("ben", "Submarine") == 0


@pytest.mark.rule("HIDDEN-THREAT-20")
def test_red_on_a_shielded_submarine_hits_the_shield(table) -> None:
    game = table(ann_hand=["red 4"], ben_ships=["Submarine"], ben_shields={"Submarine": [""]})
    game.play("red 4", at="Submarine")
    assert game.shields("ben", "Submarine") == []
    assert game.hits("ben", "Submarine") == 0


@pytest.mark.rule("HIDDEN-THREAT-21", "HIDDEN-THREAT-38")
def test_a_shielded_ship_is_not_sunk_by_a_battleship_s_bonus(table) -> None:
    game = table(
        to_play="ben",
        ben_hand=["white"],
        ben_ships=["Destroyer"],
        ben_pegs={"Destroyer": ["red 1", "red 1"]},
        ben_shields={"Destroyer": [""]},
    )
    game.play("white", at="C4", finds="Battleship")
    assert game.hits("ben", "Destroyer") == 4
    assert game.up("ben") == ["Destroyer"]


@pytest.mark.rule("HIDDEN-THREAT-21")
def test_a_ship_may_sink_in_the_moment_its_last_shield_goes(table) -> None:
    game = table(
        ann_hand=["red 1"],
        ann_ships=["Battleship"],
        ben_ships=["Destroyer"],
        ben_pegs={"Destroyer": ["red 1", "red 1"]},
        ben_shields={"Destroyer": [""]},
    )
    game.play("red 1", at="Destroyer")
    assert game.told("ben")[:3] == [
        "ann hit the shield of Destroyer with red 1",
        "ben's Destroyer lost a shield",
        "ben's Destroyer is sunk",
    ]


# What players read ---------------------------------------------------------------------------


def aimed(game, card: str) -> tuple[str, set[str]]:
    """The detail once a peg card is chosen, and the labels of the ships it can be played on."""
    scene = game.choose(card).scene("ann")
    return scene.detail, {a.label for a in scene.actions if not a.label.startswith("Search")}


@pytest.mark.rule("HIDDEN-THREAT-11")
def test_white_without_a_destroyer_is_said_to_search_or_to_hit_a_submarine(table) -> None:
    game = table(ann_hand=["white"], ben_ships=["Carrier", "Battleship"])
    assert aimed(game, "white") == ("Turn up a face-down card.", set())
    game = table(ann_hand=["white"], ben_ships=["Carrier", "Submarine"])
    hint = "Turn up a face-down card, or hit the Submarine."
    assert aimed(game, "white") == (hint, {"Hit the Submarine at A2"})


@pytest.mark.rule("HIDDEN-THREAT-35")
def test_white_with_a_destroyer_is_said_to_hit_ships_and_shields(table) -> None:
    game = table(ann_hand=["white"], ann_ships=["Destroyer"], ben_ships=["Carrier", "Submarine"],
                 ben_shields={"Submarine": [""]})  # fmt: skip
    hint = "Turn up a face-down card, or hit a face-up ship."
    labels = {"Hit the Aircraft Carrier at A1", "Hit the shield of the Submarine at A2"}
    assert aimed(game, "white") == (hint, labels)


@pytest.mark.rule("HIDDEN-THREAT-31")
def test_red_at_a_submarine_is_said_to_be_wasted(table) -> None:
    game = table(ann_hand=["red 2"], ben_ships=["Submarine"])
    hint = "Turn up a face-down card. Only white pegs damage the Submarine."
    assert aimed(game, "red 2") == (hint, {"Waste it on the Submarine at A1: no damage"})
    game = table(ann_hand=["red 2"], ben_ships=["Submarine"], ben_shields={"Submarine": [""]})
    hint = "Turn up a face-down card, or hit the Submarine."
    assert aimed(game, "red 2") == (hint, {"Hit the shield of the Submarine at A1"})


@pytest.mark.rule("HIDDEN-THREAT-46")
def test_the_beginner_game_is_explained_without_powers(table) -> None:
    game = table(ann_hand=["white", "red 1"], ben_ships=["Submarine"], beginner=1)
    scene = game.scene("ann")
    assert scene.detail == "Search with white or hit with red. Then you draw back up."
    white = next(piece for piece in scene.pieces if piece.label == "White peg")
    assert white.halves[0].text == "Turn up a face-down enemy card. It does no damage."
    hint = "Turn up a face-down card, or hit the Submarine."
    assert aimed(game, "red 1") == (hint, {"Hit the Submarine at A1"})


@pytest.mark.rule("HIDDEN-THREAT-29", "HIDDEN-THREAT-11")
def test_the_full_game_is_explained_with_powers(table) -> None:
    scene = table(ann_hand=["white", "red 1"]).scene("ann")
    assert "power card" in scene.detail
    white = next(piece for piece in scene.pieces if piece.label == "White peg")
    assert "unless your Destroyer is in play" in white.halves[0].text


# In play -------------------------------------------------------------------------------------


@pytest.mark.rule("HIDDEN-THREAT-51", "HIDDEN-THREAT-10")
def test_a_white_peg_card_is_in_play_only_where_it_hit(table) -> None:
    game = table(ann_hand=["white"], ann_ships=["Destroyer"])
    game.play("white", at="A1", finds="Carrier")
    assert game.under("ben", "Carrier") == ["white"]
    assert game.discard("ann") == []
    game = table(ann_hand=["white"])
    game.play("white", at="A1", finds="Carrier")
    assert game.under("ben", "Carrier") == []
    assert game.discard("ann") == ["white"]

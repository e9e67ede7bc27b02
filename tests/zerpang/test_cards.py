"""The combat cards, one by one, and the two uses of a Specialty card."""

from __future__ import annotations

import pytest

from .names import cards


def duel(table, ninja="", pirate="", ninja_at="2,0", pirate_at="3,0", aggressor="2,0", **more):
    """Ninja against Pirate, two players."""
    return table(ninja=f"{ninja_at} | {ninja}", pirate=f"{pirate_at} | {pirate}",
                 aggressor=aggressor, **more)  # fmt: skip


def raid(table, pirate="", ninja="", pirate_at="2,0", ninja_at="3,0", **more):
    """Pirate against Ninja: the Pirate attacks."""
    return table(pirate=f"{pirate_at} | {pirate}", ninja=f"{ninja_at} | {ninja}",
                 aggressor="2,0", **more)  # fmt: skip


@pytest.mark.rule("ZERPANG-20", "ZERPANG-22")
def test_a_card_gives_either_its_points_or_what_it_says(table) -> None:
    game = duel(table, ninja="Killing Katana")
    game.play("ninja: points Killing Katana")
    assert game.rating("ninja") == 2
    game = duel(table, ninja="Killing Katana")
    game.play("ninja: play Killing Katana")
    assert game.rating("ninja") == 4


@pytest.mark.rule("ZERPANG-22")
@pytest.mark.parametrize(
    ("who", "fits", "fails"),
    [("ninja", "Killing Katana", "Gunpowder"), ("pirate", "Gunpowder", "Killing Katana")],
)
def test_each_uses_its_own_side(table, who: str, fits: str, fails: str) -> None:
    other = {"ninja": "pirate", "pirate": "ninja"}[who]
    game = table(**{who: f"2,0 | {fits}", other: "3,0 |"}, aggressor="2,0")
    assert game.can(f"{who}: play {fits}")
    assert not game.can(f"{who}: play {fails}")


@pytest.mark.rule("ZERPANG-91", "ZERPANG-93")
@pytest.mark.parametrize("name", ["Gunpowder", "Sabre of Yarrr"])
def test_pillage_weapons_add_two(table, name: str) -> None:
    assert raid(table, pirate=name).play(f"pirate: play {name}").rating("pirate") == 3
    game = duel(table, ninja="2", pirate=name).play("ninja: points 2", f"pirate: play {name}")
    assert game.rating("pirate") == 3


@pytest.mark.rule("ZERPANG-92", "ZERPANG-93")
@pytest.mark.parametrize("name", ["Killing Katana", "Wailing Wakazashi", "Shrieking Shuriken"])
def test_ninjutsu_weapons_add_three(table, name: str) -> None:
    assert duel(table, ninja=name).play(f"ninja: play {name}").rating("ninja") == 4
    game = raid(table, pirate="2", ninja=name).play("pirate: points 2", f"ninja: play {name}")
    assert game.rating("ninja") == 4


@pytest.mark.rule("ZERPANG-94")
def test_cannoneer_counts_all_pieces_on_the_board(table) -> None:
    game = raid(table, pirate="Cannoneer", pirate_at="2,0 1,0 -3,0 G2 H0a")
    assert game.rating("pirate") == 2
    game = raid(table, pirate="Cannoneer", pirate_at="2,0 -3,0 G2 H0a", ninja_at="3,0 4,0")
    game.play("pirate: play Cannoneer")
    assert game.rating("pirate") == 4


@pytest.mark.rule("ZERPANG-95", "ZERPANG-96")
def test_honor_bound_leaves_only_the_fighters_and_what_was_played(table) -> None:
    game = duel(table, ninja="Honor Bound, 1", pirate="1", ninja_at="2,0 1,0",
                pirate_at="3,0 4,0 4,-1")  # fmt: skip
    game.play("ninja: points 1")  # 3 to 3
    game.play("ninja: play Honor Bound")
    assert (game.rating("ninja"), game.rating("pirate")) == (2, 1)
    assert game.to_act == "pirate"


@pytest.mark.rule("ZERPANG-96")
def test_honor_bound_leaves_the_home_advantage(table) -> None:
    game = duel(table, ninja="Honor Bound", ninja_at="-2,4", pirate_at="H3a -1,5 G2",
                aggressor="-2,4")  # fmt: skip
    game.play("ninja: play Honor Bound")
    assert game.rating("pirate") == 6


@pytest.mark.rule("ZERPANG-97")
@pytest.mark.parametrize("order", ["before", "after"])
def test_resourcefulness_doubles_specialty_points_before_and_after(table, order: str) -> None:
    script = ["ninja: points Smoke Bomb", "ninja: play Resourcefulness"]
    pirate = "3,0 4,0 5,0 4,-1 5,-1 3,1"  # six pieces: the ninja stays behind for long
    game = duel(table, ninja="Smoke Bomb, Resourcefulness, 1", pirate_at=pirate)
    game.play(*(script if order == "after" else script[::-1]))
    assert game.rating("ninja") == 1 + 6


@pytest.mark.rule("ZERPANG-98")
def test_resourcefulness_leaves_point_cards_weapons_and_assistance_alone(table) -> None:
    game = table(
        ninja="2,0 | 2, Resourcefulness, Killing Katana, Resourcefulness",
        pirate="3,0 4,0 G1 4,-1 5,-1 3,1 | ",
        robots="| Smoke Bomb",
        aggressor="2,0",
    )
    game.play("robots: points Smoke Bomb for ninja")
    assert game.rating("ninja") == 4
    game.play("ninja: play Resourcefulness", "ninja: points 2")
    assert game.rating("ninja") == 6  # to six: still behind
    game.play("ninja: play Killing Katana")
    assert game.rating("ninja") == 9


@pytest.mark.rule("ZERPANG-98")
def test_a_second_resourcefulness_adds_nothing(table) -> None:
    game = duel(table, ninja="Resourcefulness, Resourcefulness, Resourcefulness",
                pirate_at="3,0 4,0 5,0 4,-1 5,-1 3,1")  # fmt: skip
    game.play("ninja: play Resourcefulness", "ninja: points Resourcefulness")
    assert game.rating("ninja") == 5
    assert game.to_act == "ninja"
    if game.can("ninja: play Resourcefulness"):
        assert game.play("ninja: play Resourcefulness").rating("ninja") == 5


# Self Sacrifice --------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-99")
def test_self_sacrifice_defeats_the_aggressor_and_all_beside_it(table) -> None:
    game = duel(table, ninja="Self Sacrifice", ninja_at="2,0 1,0 -1,0",
                pirate_at="3,0 2,1 4,0")  # fmt: skip
    game.play("pirate: defend 3,0", "ninja: play Self Sacrifice").settle()
    assert game.at("ninja") == {"X4"}
    assert game.at("pirate") == {"4,0"}


@pytest.mark.rule("ZERPANG-99", "ZERPANG-93")
def test_a_defender_cannot_sacrifice_itself(table) -> None:
    game = raid(table, pirate="2", ninja="Self Sacrifice")
    game.play("pirate: points 2")
    assert not game.can("ninja: play Self Sacrifice")
    assert game.can("ninja: points Self Sacrifice")


@pytest.mark.rule("ZERPANG-100")
def test_an_aggressor_that_is_ahead_may_sacrifice_at_the_start(table) -> None:
    game = duel(table, ninja="Self Sacrifice", ninja_at="2,0 1,0", pirate_at="3,0 4,-2", pirate="1")
    assert game.rating("ninja") > game.rating("pirate")
    game.play("ninja: play Self Sacrifice").settle()
    assert game.at("ninja") == set()
    assert game.at("pirate") == {"4,-2"}


@pytest.mark.rule("ZERPANG-100")
def test_but_only_at_the_start(table) -> None:
    game = duel(table, ninja="Self Sacrifice, 2", ninja_at="2,0", pirate="1, 1")
    game.play("ninja: points 2")
    assert game.to_act == "pirate"
    assert not game.can("ninja: play Self Sacrifice")


@pytest.mark.rule("ZERPANG-101", "ZERPANG-104")
def test_pieces_lost_by_self_sacrifice_may_be_saved(table) -> None:
    game = duel(table, ninja="Self Sacrifice, Roll with the Punch", pirate="Jury Rig")
    game.play("ninja: play Self Sacrifice", "ninja: save Roll with the Punch; gate H0a",
              "pirate: save Jury Rig; gate H3b")  # fmt: skip
    assert game.at("ninja") == {"H0a"}
    assert game.at("pirate") == {"H3b"}


# Fleeing ---------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-102")
@pytest.mark.parametrize(("who", "card"), [("ninja", "Smoke Bomb"),
                                           ("pirate", "Tactically Advance Backwards")])  # fmt: skip
def test_fleeing_ends_the_combat_without_a_loser(table, who: str, card: str) -> None:
    other = {"ninja": "pirate", "pirate": "ninja"}[who]
    game = table(**{who: f"2,0 | {card}", other: "3,0 | 1"}, aggressor="2,0")
    game.play(f"{who}: play {card}; to X1")
    assert game.at(who) == {"X1"}
    assert game.at(other) == {"3,0"}
    assert not game.fighters
    assert game.discard() == cards(card)


@pytest.mark.rule("ZERPANG-102", "ZERPANG-103")
def test_one_flees_only_to_where_no_enemy_is_adjacent(table) -> None:
    game = duel(table, ninja="Smoke Bomb")
    for space, fits in [("X1", True), ("1,1", True), ("3,-1", False), ("2,1", False),
                        ("2,-1", True), ("3,0", False)]:  # fmt: skip
        assert game.can(f"ninja: play Smoke Bomb; to {space}") is fits, space


@pytest.mark.rule("ZERPANG-103")
def test_without_such_a_space_fleeing_is_impossible(table) -> None:
    """In the corner G1, with its other two neighbours occupied or threatened."""
    game = duel(table, ninja="Smoke Bomb", ninja_at="G1", pirate_at="4,0", aggressor="G1")
    assert not game.can("ninja: play Smoke Bomb; to 5,-1")
    assert game.can("ninja: points Smoke Bomb")
    assert game.to_act == "ninja"


@pytest.mark.rule("ZERPANG-103", "ZERPANG-16")
def test_no_flight_onto_anothers_gate(table) -> None:
    game = duel(table, ninja="Smoke Bomb", ninja_at="-1,5", pirate_at="0,4", aggressor="-1,5")
    assert not game.can("ninja: play Smoke Bomb; to H3a")


# Saved to a Gate -------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-104")
@pytest.mark.parametrize(("who", "card", "gate"), [("ninja", "Roll with the Punch", "H0b"),
                                                   ("pirate", "Jury Rig", "H0a")])  # fmt: skip
def test_a_losing_piece_is_saved_to_an_open_gate(table, who, card, gate) -> None:
    other = {"ninja": "pirate", "pirate": "ninja"}[who]
    game = table(**{who: f"2,0 | {card}", other: "3,0 | 1"}, aggressor="2,0")
    game.play(f"{who}: pass", f"{who}: save {card}; gate {gate}")
    assert game.at(who) == {gate}
    assert game.home(who) == 5


@pytest.mark.rule("ZERPANG-104")
def test_only_the_loser_may_play_it_and_only_after_the_combat(table) -> None:
    game = duel(table, ninja="Roll with the Punch, 2", pirate="Jury Rig, 1")
    assert game.asked == "ninja: clock"
    assert not game.can("ninja: save Roll with the Punch; gate H0a")
    assert game.can("ninja: points Roll with the Punch")
    game.play("ninja: pass")
    assert not game.can("pirate: save Jury Rig; gate H3a")


@pytest.mark.rule("ZERPANG-105")
def test_with_both_gates_occupied_nothing_is_saved(table) -> None:
    game = duel(table, ninja="Roll with the Punch", ninja_at="2,0 H0a H0b")
    game.play("ninja: pass")
    assert not game.asked.endswith("save")
    assert game.at("ninja") == {"H0a", "H0b"}


@pytest.mark.rule("ZERPANG-105")
def test_the_gate_one_stood_on_is_not_open(table) -> None:
    game = table(ninja="H0a | Roll with the Punch", pirate="1,-5 | Keel Haul, Keel Haul",
                 turn="pirate", aggressor="1,-5")  # fmt: skip
    game.play("pirate: points Keel Haul", "pirate: points Keel Haul", "ninja: pass")
    assert game.asked == "ninja: save"
    assert not game.can("ninja: save Roll with the Punch; gate H0a")
    game.play("ninja: save Roll with the Punch; gate H0b")
    assert game.at("ninja") == {"H0b"}


@pytest.mark.rule("ZERPANG-107")
def test_a_piece_saved_beside_an_enemy_attacks_it(table) -> None:
    game = duel(table, ninja="Roll with the Punch", pirate_at="3,0 4,-5", pirate="1")
    game.play("ninja: pass", "ninja: save Roll with the Punch; gate H0b")
    assert game.fighters == ("H0b", "4,-5")
    assert game.rating("ninja") == 6

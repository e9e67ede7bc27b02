"""Ninjas and Pirates: their abilities and goals."""

from __future__ import annotations

import pytest

from .names import cards

# Ninjas ----------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-121", "ZERPANG-122")
@pytest.mark.parametrize(
    ("space", "fits"),
    [("T", True), ("X0", True), ("3,0", True), ("-3,-2", True), ("2,2", True), ("H0b", True),
     ("G0", False), ("G3", False), ("H2a", False), ("4,0", False)],
)  # fmt: skip
def test_a_leap_ends_on_any_open_space_but_a_great_house_or_anothers_gate(table, space, fits):
    game = table(ninja="H0a | 2", pirate="4,0 |", zombies="")
    assert game.can(f"ninja: leap H0a {space}; pay 2") is fits


@pytest.mark.rule("ZERPANG-121")
def test_a_leap_starts_on_ones_own_gate_and_costs_two(table) -> None:
    game = table(ninja="H0a X0 | 1, 1", pirate="")
    assert not game.can("ninja: leap X0 T; pay 1+1")
    game.play("ninja: leap H0a 3,0; pay 1+1")
    assert game.at("ninja") == {"X0", "3,0"}
    assert not table(ninja="H0a | 1", pirate="").can("ninja: leap H0a T; pay 1")
    assert not table(ninja="X0 | 2", pirate="").can("ninja: leap X0 T; pay 2")
    assert not table(ninja="-2,5 | 2", zombies="", pirate="").can("ninja: leap H3a T; pay 2")


@pytest.mark.rule("ZERPANG-121")
def test_a_piece_may_enter_and_leap_in_the_same_turn(table) -> None:
    game = table(ninja="| 2", pirate="").play("ninja: enter H0b", "ninja: leap H0b T; pay 2")
    assert game.at("ninja") == {"T"}


@pytest.mark.rule("ZERPANG-123", "ZERPANG-122")
def test_a_piece_that_leapt_counts_nothing_but_its_friends_and_cards_do(table) -> None:
    game = table(ninja="H0a 1,0 | 2, 2", pirate="3,0 |")
    game.play("ninja: leap H0a 2,0; pay 2", "ninja: end")
    assert game.fighters == ("2,0", "3,0")
    assert (game.rating("ninja"), game.rating("pirate")) == (1, 1)
    game.play("ninja: points 2")
    assert game.rating("ninja") == 3


@pytest.mark.rule("ZERPANG-123", "ZERPANG-70")
def test_a_disoriented_piece_still_connects_others(table) -> None:
    game = table(ninja="2,0 1,0~ 0,0 |", pirate="3,0 |", aggressor="2,0")
    assert game.rating("ninja") == 2


@pytest.mark.rule("ZERPANG-123")
def test_disorientation_counts_for_connected_pieces_and_ends_with_the_next_turn(table) -> None:
    game = table(pirate="1,0 | 1", ninja="3,0 4,0~ | 1")
    game.play("pirate: move 1,0 E", "pirate: end")
    assert game.rating("ninja") == 1
    game = table(ninja="H0a |2", pirate="").play("ninja: leap H0a T; pay 2").finish_turn("ninja")
    assert game.disoriented("T")
    game.finish_turn()
    assert game.turn_of == "ninja"
    assert not game.disoriented("T")


@pytest.mark.rule("ZERPANG-124")
@pytest.mark.parametrize("role", ["aggressor", "defender"])
def test_not_here_gives_the_combat_up_and_takes_a_card(table, role: str) -> None:
    attacks = role == "aggressor"
    game = table(ninja="2,0 | 1", pirate="3,0 | Keel Haul" if attacks else "3,0 | Keel Haul, 2",
                 turn="ninja" if attacks else "pirate",
                 aggressor="2,0" if attacks else "3,0")  # fmt: skip
    if not attacks:
        game.play("pirate: points 2")
    game.play("ninja: not here").decline_all()
    assert game.at("ninja") == set()
    assert game.at("pirate") == {"3,0"}
    assert cards("Keel Haul")[0] in game.hand("ninja")
    assert cards("Keel Haul")[0] not in game.hand("pirate")


@pytest.mark.rule("ZERPANG-125")
def test_a_card_played_forfeits_it(table) -> None:
    game = table(ninja="2,0 | 1, 1", pirate="3,0 4,0 | 1", aggressor="2,0")
    assert game.can("ninja: not here")
    game.play("ninja: points 1")
    assert game.to_act == "ninja"
    assert not game.can("ninja: not here")


@pytest.mark.rule("ZERPANG-125")
def test_so_does_a_mystic_binding_but_not_help_received(table) -> None:
    game = table(pirate="2,0 4,0 | Gunpowder, 2", ninja="3,0 | Mystic Binding, 1", aggressor="2,0")
    game.play("pirate: play Gunpowder", "ninja: bind", "pirate: points 2")
    assert game.asked == "ninja: clock"
    assert not game.can("ninja: not here")
    game = table(ninja="2,0 | 1", pirate="3,0 4,0 4,-1 | 1", robots="| 1", aggressor="2,0")
    game.play("robots: points 1 for ninja")
    assert game.can("ninja: not here")


@pytest.mark.rule("ZERPANG-126", "ZERPANG-33")
def test_roll_with_the_punch_follows_and_may_be_the_very_card_taken(table) -> None:
    game = table(ninja="2,0 |", pirate="3,0 | Jury Rig", aggressor="2,0")
    game.play("ninja: not here", "ninja: save Roll with the Punch; gate H0a")
    assert game.at("ninja") == {"H0a"}
    assert game.hand("pirate") == []


@pytest.mark.rule("ZERPANG-127")
def test_in_later_combats_of_the_phase_it_may_be_used_again_but_no_card_is_played(table) -> None:
    game = table(pirate="2,0 | Keel Haul, Keel Haul, Keel Haul, 2", ninja="3,0 X1 | 2, 2",
                 aggressor="2,0")  # fmt: skip
    game.play("ninja: defend 3,0", "pirate: points 2", "ninja: not here").decline_all()
    assert game.fighters == ("2,0", "X1")
    game.play("pirate: points Keel Haul")
    assert game.asked == "ninja: clock"
    assert not game.can("ninja: points 2")
    game.play("ninja: not here").decline_all()
    assert game.at("ninja") == set()
    assert len(game.hand("ninja")) == 4


@pytest.mark.rule("ZERPANG-127", "ZERPANG-191")
def test_who_was_not_here_neither_assists_nor_binds_in_that_phase(table) -> None:
    game = table(pirate="2,0 | 2, Gunpowder, Gunpowder", ninja="3,0 | Mystic Binding, 1",
                 zombies="2,1 |", aggressor="2,0")  # fmt: skip
    game.play("pirate: points 2", "ninja: not here", "ninja: decline")
    assert game.fighters == ("2,0", "2,1")
    assert game.asked == "pirate: clock"
    game.play("pirate: play Gunpowder")  # one was taken, one is left
    assert game.asked == "zombies: clock"


@pytest.mark.rule("ZERPANG-128")
def test_from_an_empty_hand_nothing_is_taken(table) -> None:
    game = table(ninja="2,0 | 1", pirate="3,0 |", aggressor="2,0", deck="2")
    game.play("ninja: not here").decline_all()
    assert game.at("ninja") == set()
    assert not any("stole" in line for line in game.told("ninja"))


@pytest.mark.rule("ZERPANG-128", "ZERPANG-174", "ZERPANG-139")
@pytest.mark.parametrize("foe", ["aliens", "zombies"])
def test_aliens_abduct_and_zombies_infect_who_was_not_here(table, foe: str) -> None:
    game = table(**{"ninja": "2,0 | 1", foe: "3,0 | 1", "pirate": ""}, aggressor="2,0")
    game.play("ninja: not here").decline_all()
    assert game.held("ninja") == (foe == "aliens")
    assert game.rings == ({"2,0"} if foe == "zombies" else set())


@pytest.mark.rule("ZERPANG-120", "ZERPANG-10")
@pytest.mark.parametrize(
    ("houses", "wins"),
    [("G2 G4", True), ("G1 G3", False), ("G2 G3", False), ("G1 G5 G2 G4", True)],
)
def test_a_ninja_wins_with_every_other_great_house(table, houses: str, wins: bool) -> None:
    game = table(ninja=f"5,-4 {houses} |", pirate="", zombies="").play("ninja: move 5,-4 NW")
    assert (game.winner == "ninja") is wins


@pytest.mark.rule("ZERPANG-120")
def test_with_two_players_it_takes_all_six_great_houses(table) -> None:
    game = table(ninja="5,-4 G2 G4 |", pirate="").play("ninja: move 5,-4 NW")
    assert game.winner == ""
    game = table(ninja="5,-4 G1 G2 G3 G4 G5 |", pirate="").play("ninja: move 5,-4 NW")
    assert game.winner == "ninja"


# Pirates ---------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-129", "ZERPANG-11")
@pytest.mark.parametrize(("xs", "wins"), [("X2 X4", True), ("X3 X5", False), ("X1 X2", False),
                                          ("X3 T", False)])  # fmt: skip
def test_a_pirate_wins_with_every_other_x(table, xs: str, wins: bool) -> None:
    game = table(pirate=f"2,-2 {xs} |", ninja="", zombies="").play("pirate: move 2,-2 SW")
    assert (game.winner == "pirate") is wins


@pytest.mark.rule("ZERPANG-129")
def test_with_two_players_it_takes_all_six_xs(table) -> None:
    game = table(pirate="2,-2 X2 X4 |", ninja="").play("pirate: move 2,-2 SW")
    assert game.winner == ""
    game = table(pirate="2,-2 X1 X2 X3 X4 X5 |", ninja="").play("pirate: move 2,-2 SW")
    assert game.winner == "pirate"


@pytest.mark.rule("ZERPANG-130", "ZERPANG-30")
@pytest.mark.parametrize(
    ("script", "fits"),
    [
        ("3,0 E; pay 2", True),
        ("3,0 E; pay 1+1", True),
        ("3,0 E", False),
        ("3,0 E E; pay 2; pay 2", True),
        ("3,0 E E; pay 2; pay 1", False),
        ("3,0 W W W; pay 2; pay 2+2", True),
    ],
)
def test_scoundrel_costs_two_then_two_for_each_space_after_the_first(table, script, fits) -> None:
    game = table(pirate="G3 | 2, 2, 2, 1, 1", ninja="3,0 |")
    assert game.can(f"pirate: scoundrel {script}") is fits


@pytest.mark.rule("ZERPANG-130", "ZERPANG-30")
def test_the_four_points_of_one_card_do_not_pay_activation_and_space(table) -> None:
    game = table(pirate="G3 | Blockade", ninja="3,0 |")
    assert not game.can("pirate: scoundrel 3,0 E E; pay Blockade")
    assert game.can("pirate: scoundrel 3,0 E; pay Blockade")


@pytest.mark.rule("ZERPANG-131")
def test_the_piece_goes_where_its_owner_may(table) -> None:
    game = table(pirate="X3 | 2", ninja="1,-5 -1,4 |", zombies="")
    assert not game.can("pirate: scoundrel 1,-5 E; pay 2")  # the pirate's own Gate
    assert game.can("pirate: scoundrel 1,-5 W; pay 2")
    game = table(pirate="X3 | 2", ninja="4,1 |", zombies="")
    game.play("pirate: scoundrel 4,1 SW; pay 2")  # the ninja's Gate
    assert game.at("ninja") == {"H2a"}


@pytest.mark.rule("ZERPANG-132")
def test_not_the_same_piece_twice_in_a_row(table) -> None:
    game = table(pirate="G3 | 2, 2, 2", ninja="3,0 -3,0 |")
    game.play("pirate: scoundrel 3,0 E; pay 2").finish_turn("pirate").finish_turn("ninja")
    assert game.turn_of == "pirate"
    assert not game.can("pirate: scoundrel 4,0 W; pay 2")
    game.play("pirate: scoundrel -3,0 E; pay 2").finish_turn("pirate").finish_turn("ninja")
    assert game.can("pirate: scoundrel 4,0 W; pay 2")
    assert not game.can("pirate: scoundrel -2,0 W; pay 2")


@pytest.mark.rule("ZERPANG-133")
@pytest.mark.parametrize(
    ("who", "immune", "open_to_it"),
    [
        ("pirate2", "X0 T", "G0 3,0"),
        ("ninja", "G0 G3", "X0 T 3,0"),
        ("gunslinger", "G0 X0 T", "3,0"),
        ("robots", "T", "X0 G0 3,0"),
        ("zombies", "", "T X0 G0"),
        ("aliens", "", "T X0 G0"),
    ],
)
def test_a_piece_where_its_class_wins_is_immune(table, who, immune, open_to_it) -> None:
    ways = {"X0": "NE", "T": "W", "G0": "W", "3,0": "E", "G3": "E"}
    for space in [*immune.split(), *open_to_it.split()]:
        game = table(**{"pirate": "-3,0 | 2", who: f"{space} |", "ninja2": ""})
        can = game.can(f"pirate: scoundrel {space} {ways[space]}; pay 2")
        assert can is (space in open_to_it.split()), space


@pytest.mark.rule("ZERPANG-134")
def test_salvage_draws_for_every_piece(table) -> None:
    game = table(pirate="3,0 3,1 2,1 3,-3 G0 |", ninja="")
    game.play("pirate: salvage").finish_turn("pirate")
    assert len(game.hand("pirate")) == 5


@pytest.mark.rule("ZERPANG-134")
@pytest.mark.parametrize("act", ["enter H0a; pay 2", "move 3,0 E", "play New Crew; gate H0a",
                                 "play Full Sails", "scoundrel X0 NE; pay 2"])  # fmt: skip
def test_salvage_is_only_for_who_did_nothing(table, act: str) -> None:
    game = table(pirate="3,0 3,1 | 2, New Crew, Full Sails", ninja="X0 |")
    assert game.can("pirate: salvage")
    game.play(f"pirate: {act}")
    assert not game.can("pirate: salvage")


@pytest.mark.rule("ZERPANG-135", "ZERPANG-55")
def test_with_salvage_nobody_plays_a_draw_phase_card(table) -> None:
    game = table(pirate="3,0 3,1 | Plunder", pirate2="| Blockade, 1", ninja="")
    game.play("pirate: salvage")
    assert not game.can("pirate: play Plunder")
    assert not game.can("pirate2: play Blockade")
    game.finish_turn("pirate")
    assert len(game.hand("pirate")) == 1 + 3

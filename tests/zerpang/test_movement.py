"""Moving: prices, paths, Gates, and the cards of the Movement Phase."""

from __future__ import annotations

import pytest

from .names import cards


@pytest.mark.rule("ZERPANG-41")
@pytest.mark.parametrize(
    ("steps", "end"),
    [
        ("SE", "2,-4"),
        ("SE SE; pay 1", "2,-3"),
        ("SE SE SE; pay 1+1", "2,-2"),
        ("SE SE SE; pay 2", "2,-2"),
    ],
)
def test_the_first_space_is_free_and_every_further_one_costs_a_point(table, steps, end) -> None:
    game = table(ninja="H0a | 1, 1, 2", pirate="")
    game.play(f"ninja: move H0a {steps}")
    assert game.at("ninja") == {end}


@pytest.mark.rule("ZERPANG-41")
def test_there_is_no_other_limit_to_a_move(table) -> None:
    hand = "Mystic Binding, Mystic Binding, 1"
    game = table(ninja=f"G3 | {hand}", pirate="")
    assert game.at("ninja") == {"G3"}
    way = "NE NE NE NE NE NE NE NE NE NE"  # the whole board, along the axis through the treasure
    game.play(f"ninja: move G3 {way}; pay Mystic Binding+Mystic Binding+1")
    assert game.at("ninja") == {"G0"}


@pytest.mark.rule("ZERPANG-41")
def test_a_piece_that_has_just_come_in_may_move(table) -> None:
    game = table(ninja="X0 |", pirate="").play("ninja: move X0 NE")
    assert game.at("ninja") == {"2,-2"}
    game = table(ninja="|", pirate="").play("ninja: enter H0b", "ninja: move H0b SE")
    assert game.at("ninja") == {"3,-4"}


@pytest.mark.rule("ZERPANG-42")
def test_only_one_piece_moves(table) -> None:
    game = table(ninja="H0a X0 | 1, 1", pirate="")
    assert game.can("ninja: move X0 NE")
    game.play("ninja: move H0a SE")
    assert not game.can("ninja: move X0 NE")
    assert not game.can("ninja: move 2,-4 SE")


@pytest.mark.rule("ZERPANG-15")
def test_no_piece_moves_onto_or_over_another(table) -> None:
    game = table(ninja="X4 X1 | 1, 1, 1", pirate="T G3 |")
    assert not game.can("ninja: move X4 E; pay 1")
    assert not game.can("ninja: move X4 E E; pay 1")
    assert not game.can("ninja: move X1 W")
    assert game.can("ninja: move X4 NE E SE; pay 1+1") is False  # X1 is a friend's space
    assert game.can("ninja: move X4 NE E NE; pay 1+1")


@pytest.mark.rule("ZERPANG-16", "ZERPANG-12")
def test_a_gate_is_open_to_its_owner_alone(table) -> None:
    owner = table(ninja="X0 |", pirate="-1,4 |", turn="pirate")
    assert owner.can("pirate: move -1,4 SW")
    game = table(ninja="-1,4 |", pirate="X0 |")
    assert game.can("ninja: move -1,4 SE")
    assert not game.can("ninja: move -1,4 SW")


@pytest.mark.rule("ZERPANG-16")
def test_a_gate_is_not_even_passed_through(table) -> None:
    game = table(ninja="-1,5 | 1, 1, 2", pirate="G0 |")
    assert not game.can("ninja: move -1,5 W")
    assert not game.can("ninja: move -1,5 W NW; pay 1")
    assert game.can("ninja: move -1,5 NW W; pay 1")


@pytest.mark.rule("ZERPANG-17")
def test_gates_of_unused_home_bases_are_ordinary_spaces(table) -> None:
    game = table(ninja="4,-4 | 1, 1", pirate="")
    game.play("ninja: move 4,-4 E SE SW; pay 1+1")
    assert game.at("ninja") == {"4,-2"}
    game = table(ninja="5,-4 | 1, 1", pirate="").play("ninja: move 5,-4 SE")
    assert game.at("ninja") == {"H1a"}


@pytest.mark.rule("ZERPANG-17", "ZERPANG-183")
def test_so_are_those_of_elves(table) -> None:
    game = table(ninja="4,1 |", elves="", pirate="")
    game.play("ninja: move 4,1 SW")
    assert game.at("ninja") == {"H2a"}
    game.finish_turn("ninja")
    assert game.turn_of == "pirate"
    assert not game.fighters


@pytest.mark.rule("ZERPANG-43")
def test_a_move_is_made_when_it_is_paid(table) -> None:
    game = table(ninja="H0a | 1", pirate="")
    assert not game.can("ninja: move H0a SE SE SE; pay 1")
    assert game.can("ninja: move H0a SE SE; pay 1")


@pytest.mark.rule("ZERPANG-44")
def test_passing_beside_an_enemy_is_free_and_only_stopping_counts(table) -> None:
    game = table(ninja="1,0 | 1, 1", pirate="2,-1 | 1")
    game.play("ninja: move 1,0 E E; pay 1", "ninja: end")
    assert not game.fighters
    game = table(ninja="0,0 | 1, 1", pirate="2,-1 | 1")
    game.play("ninja: move 0,0 E", "ninja: end")
    assert game.fighters == ("X1", "2,-1")


@pytest.mark.rule("ZERPANG-14", "ZERPANG-10", "ZERPANG-11")
@pytest.mark.parametrize("space", ["G2", "X2", "T"])
def test_great_houses_treasure_and_xs_are_open_to_all_and_give_nothing(table, space: str) -> None:
    near = {"G2": ("0,4", "SE", "-1,5"), "X2": ("0,2", "NW", "1,1"), "T": ("X2", "NW", "X1")}
    start, way, other = near[space]
    for who in ("zombies", "robots", "aliens", "gunslinger", "pirate"):
        others = {"ninja": f"{other} |", "pirate": ""}
        game = table(turn=who, **{**others, who: f"{start} |"})
        game.play(f"{who}: move {start} {way}", f"{who}: end")
        assert game.fighters == (space, other)
        assert game.rating(who) == game.rating("ninja") == 1


# Full Sails and Geta ---------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-45")
def test_full_sails_gives_two_more_spaces(table) -> None:
    game = table(pirate="X0 | Full Sails, Full Sails, 1", ninja="")
    assert not game.can("pirate: move X0 NE NE NE")
    game.play("pirate: play Full Sails", "pirate: move X0 NE NE NE")
    assert game.at("pirate") == {"4,-4"}
    assert game.hand("pirate") == cards("Full Sails, 1")


@pytest.mark.rule("ZERPANG-45")
def test_several_add_up_and_further_spaces_are_paid(table) -> None:
    game = table(pirate="X3 | Full Sails, Full Sails, 1", ninja="")
    game.play("pirate: play Full Sails", "pirate: play Full Sails")
    game.play("pirate: move X3 NE NE NE NE NE NE; pay 1")
    assert game.at("pirate") == {"G0"}


@pytest.mark.rule("ZERPANG-45", "ZERPANG-43")
def test_full_sails_comes_before_the_move(table) -> None:
    game = table(pirate="X0 | Full Sails", ninja="").play("pirate: move X0 NE")
    assert not game.can("pirate: play Full Sails")


@pytest.mark.rule("ZERPANG-46", "ZERPANG-47")
@pytest.mark.parametrize(("boost", "steps", "fits"), [
    ("", "NE NE NE", True), ("", "NE NE NE NE", False),
    ("; boost 1", "NE NE NE NE NE", True), ("; boost 1", "NE NE NE NE NE NE", False),
])  # fmt: skip
def test_geta_gives_two_more_spaces_or_four_for_a_point(table, boost, steps, fits) -> None:
    game = table(ninja="X3 | Geta of Speed, 1", pirate="")
    assert game.can(f"ninja: play Geta of Speed{boost}", f"ninja: move X3 {steps}") is fits


@pytest.mark.rule("ZERPANG-47", "ZERPANG-108")
def test_getas_point_is_paid_only_when_the_card_stands(table) -> None:
    game = table(ninja="X3 | Geta of Speed, 1", ninja2="| Mystic Binding")
    game.play("ninja: play Geta of Speed", "ninja2: bind").decline_all()
    assert game.hand("ninja") == cards("1")
    assert not game.can("ninja: move X3 NE NE NE; pay 1")


# Flanking and They're Everywhere ---------------------------------------------------------------


@pytest.mark.rule("ZERPANG-48", "ZERPANG-50")
@pytest.mark.parametrize("order", ["before", "after", "alone"])
def test_flanking_moves_a_second_piece_one_space(table, order: str) -> None:
    game = table(pirate="X0 X3 | Flanking Maneuver", ninja="")
    script = ["pirate: move X0 NE", "pirate: play Flanking Maneuver; flank X3 SW"]
    script = {"before": script[::-1], "after": script, "alone": script[1:]}[order]
    game.play(*script)
    assert game.at("pirate") == {"X0" if order == "alone" else "2,-2", "-2,2"}
    assert game.discard() == cards("Flanking Maneuver")


@pytest.mark.rule("ZERPANG-48")
def test_the_second_piece_is_another_than_the_mover(table) -> None:
    game = table(pirate="X0 X3 | Flanking Maneuver", ninja="")
    game.play("pirate: move X0 NE")
    assert not game.can("pirate: play Flanking Maneuver; flank 2,-2 NE")
    game = table(pirate="X0 X3 | Flanking Maneuver", ninja="")
    game.play("pirate: play Flanking Maneuver; flank X3 SW")
    assert not game.can("pirate: move -2,2 NE")
    assert game.can("pirate: move X0 NE")


@pytest.mark.rule("ZERPANG-49")
def test_more_flanking_maneuvers_move_the_same_second_piece(table) -> None:
    game = table(pirate="X0 X3 X4 | Flanking Maneuver, Flanking Maneuver", ninja="")
    game.play("pirate: play Flanking Maneuver; flank X3 SW")
    assert not game.can("pirate: play Flanking Maneuver; flank X4 W")
    game.play("pirate: play Flanking Maneuver; flank -2,2 SW")
    assert game.at("pirate") == {"X0", "-3,3", "X4"}


@pytest.mark.rule("ZERPANG-49")
def test_a_second_piece_that_is_boxed_in_is_not_replaced_by_a_third(table) -> None:
    game = table(pirate="4,-4 4,-5 5,-4 3,-3 | Flanking Maneuver, Flanking Maneuver", ninja="")
    game.play("pirate: play Flanking Maneuver; flank 4,-4 NE")
    assert game.can("pirate: play Flanking Maneuver; flank G0 SW")
    game.play("pirate: move 3,-3 NE")
    assert not game.can("pirate: play Flanking Maneuver")


@pytest.mark.rule("ZERPANG-50", "ZERPANG-45")
def test_full_sails_does_not_serve_the_second_piece(table) -> None:
    game = table(pirate="X0 X3 | Flanking Maneuver, Full Sails", ninja="")
    game.play("pirate: play Full Sails", "pirate: play Flanking Maneuver; flank X3 SW")
    assert game.at("pirate") == {"X0", "-2,2"}
    game.play("pirate: move X0 NE NE NE")
    assert game.at("pirate") == {"4,-4", "-2,2"}


@pytest.mark.rule("ZERPANG-51")
def test_theyre_everywhere_puts_a_piece_beside_a_friend(table) -> None:
    game = table(ninja="G5 0,4 H0a | They're Everywhere", pirate="X0 |")
    for space, fits in [("G2", True), ("-1,-4", True), ("1,-2", False), ("3,0", False),
                        ("H0b", False), ("T", False)]:  # fmt: skip
        assert game.can(f"ninja: play They're Everywhere; place H0a {space}") is fits, space
    game.play("ninja: move G5 E", "ninja: play They're Everywhere; place H0a G2")
    assert game.at("ninja") == {"1,-5", "0,4", "G2"}


@pytest.mark.rule("ZERPANG-51", "ZERPANG-16")
def test_theyre_everywhere_takes_no_mover_and_no_gate(table) -> None:
    game = table(ninja="-1,5 G5 | They're Everywhere", pirate="G0 |")
    assert not game.can("ninja: play They're Everywhere; place G5 H3a")
    assert game.can("ninja: play They're Everywhere; place G5 -2,4") is False  # not adjacent
    assert game.can("ninja: play They're Everywhere; place G5 -1,4")
    game.play("ninja: move G5 E")
    assert not game.can("ninja: play They're Everywhere; place 1,-5 -1,4")


@pytest.mark.rule("ZERPANG-33", "ZERPANG-121")
def test_after_a_card_of_the_phase_it_can_no_longer_be_replaced(table) -> None:
    game = table(ninja="H0a X0 | Geta of Speed, 2, They're Everywhere", pirate="")
    assert game.can("ninja: leap H0a T; pay 2")
    game.play("ninja: play Geta of Speed")
    assert not game.can("ninja: leap H0a T; pay 2")
    game = table(ninja="H0a X0 | Geta of Speed, 2", pirate="").play("ninja: leap H0a T; pay 2")
    assert not game.can("ninja: play Geta of Speed")
    assert not game.can("ninja: move X0 NE")


@pytest.mark.rule("ZERPANG-33", "ZERPANG-130")
def test_a_replaced_movement_phase_has_no_flanking(table) -> None:
    game = table(pirate="X0 X3 | Flanking Maneuver, 2", ninja="3,0 |")
    game.play("pirate: scoundrel 3,0 E; pay 2")
    assert not game.can("pirate: play Flanking Maneuver; flank X3 SW")
    game = table(pirate="X0 X3 | Flanking Maneuver, 2", ninja="3,0 |")
    assert game.can("pirate: scoundrel 3,0 E; pay 2")
    game.play("pirate: play Flanking Maneuver; flank X3 SW")
    assert not game.can("pirate: scoundrel 3,0 E; pay 2")

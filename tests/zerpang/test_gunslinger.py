"""The Gunslinger: sets, pairs for effects, the hand limit."""

from __future__ import annotations

import pytest

from .names import cards


def draw_guns(table, hand: str, foe: str = "3,0 4,0", foe_hand: str = "", **more):
    """The Gunslinger attacks a Pirate; a Ninja without cards looks on."""
    return table(gunslinger=f"2,0 | {hand}", pirate=f"{foe} | {foe_hand}", ninja="",
                 aggressor="2,0", **more)  # fmt: skip


@pytest.mark.rule("ZERPANG-161", "ZERPANG-165")
@pytest.mark.parametrize(
    ("hand", "play", "points"),
    [
        ("1, 1", "pair 1: 1+1", 2),
        ("2, 2", "pair 2: 2+2", 4),
        ("Blockade, Blockade", "pair 4: Blockade+Blockade", 8),
        ("1, 1, 1", "triple 1: 1+1+1", 6),
        ("2, 2, 2", "triple 2: 2+2+2", 12),
        ("1, 2, Smoke Bomb", "straight 123: 1+2+Smoke Bomb", 12),
        ("2, Smoke Bomb, Blockade", "straight 234: 2+Smoke Bomb+Blockade", 18),
    ],
)
def test_what_the_sets_are_worth(table, hand: str, play: str, points: int) -> None:
    game = draw_guns(table, hand).play(f"gunslinger: {play}")
    assert game.rating("gunslinger") == 1 + points
    assert game.hand("gunslinger") == []


@pytest.mark.rule("ZERPANG-161")
def test_a_single_card_is_never_played(table) -> None:
    game = draw_guns(table, "2, 1, Smoke Bomb, Blockade")
    assert not game.can("gunslinger: points 2")
    assert not game.can("gunslinger: pair 2: 2+1")
    game = table(gunslinger="X0 | 1, 2", ninja="", pirate="")
    assert not game.can("gunslinger: enter H0a; pay 1")


@pytest.mark.rule("ZERPANG-163", "ZERPANG-28")
def test_a_price_of_one_still_costs_a_set(table) -> None:
    game = table(gunslinger="X0 | 1, 1, 2", ninja="", pirate="")
    game.play("gunslinger: enter H0a; pair 1: 1+1")
    assert game.at("gunslinger") == {"X0", "H0a"}
    assert game.hand("gunslinger") == cards("2")


@pytest.mark.rule("ZERPANG-163")
def test_several_sets_pay_one_price(table) -> None:
    game = table(gunslinger="X3 | 2, 2, 1, 1", ninja="", pirate="")
    game.play("gunslinger: move X3 NE NE NE NE NE NE; pair 2: 2+2; pair 1: 1+1")
    assert game.at("gunslinger") == {"G0"}
    assert game.discard() == cards("1, 1, 2, 2")


@pytest.mark.rule("ZERPANG-163", "ZERPANG-29")
def test_a_set_too_many_is_refused(table) -> None:
    game = table(gunslinger="X3 | 2, 2, 1, 1", ninja="", pirate="")
    assert game.can("gunslinger: move X3 NE NE NE; pair 2: 2+2")
    assert not game.can("gunslinger: move X3 NE NE NE; pair 2: 2+2; pair 1: 1+1")


@pytest.mark.rule("ZERPANG-163", "ZERPANG-29")
@pytest.mark.parametrize(("steps", "triple"), [("NE NE", False), ("NE NE NE NE", True)])
def test_three_of_a_kind_are_not_spent_where_two_would_do(table, steps: str, triple: bool) -> None:
    game = table(gunslinger="X3 | 1, 1, 1", ninja="", pirate="")
    assert game.can(f"gunslinger: move X3 {steps}; triple 1: 1+1+1") is triple
    assert game.can(f"gunslinger: move X3 {steps}; pair 1: 1+1") is not triple


@pytest.mark.rule("ZERPANG-162")
@pytest.mark.parametrize("play", ["pair 1: 1+Cannoneer", "pair 2: 2+Cannoneer"])
def test_a_card_is_read_on_either_side_and_mixes_with_point_cards(table, play: str) -> None:
    game = draw_guns(table, "1, 2, Cannoneer")
    game.play(f"gunslinger: {play}")
    assert game.rating("gunslinger") == 1 + 2 * int(play[5])
    assert cards("Cannoneer")[0] not in game.hand("gunslinger")


@pytest.mark.rule("ZERPANG-162")
def test_one_straight_may_read_cards_on_different_sides(table) -> None:
    game = draw_guns(table, "Honor Bound, Flanking Maneuver, Keel Haul")
    game.play("gunslinger: straight 234: Honor Bound+Keel Haul+Flanking Maneuver")
    assert game.rating("gunslinger") == 19


@pytest.mark.rule("ZERPANG-164")
@pytest.mark.parametrize(("card", "bonus"), [("Gunpowder", 2), ("Killing Katana", 3)])
def test_two_of_a_kind_are_used_once_on_either_side_without_points(table, card, bonus) -> None:
    game = draw_guns(table, "Gunpowder, Gunpowder").play(f"gunslinger: play {card}")
    assert game.rating("gunslinger") == 1 + bonus
    assert game.hand("gunslinger") == []
    assert not draw_guns(table, "Gunpowder, 1, 1").can(f"gunslinger: play {card}")


@pytest.mark.rule("ZERPANG-164", "ZERPANG-40", "ZERPANG-110")
def test_effects_outside_combat_take_two_of_a_kind_as_well(table) -> None:
    game = table(gunslinger="X0 | New Crew, New Crew", ninja="", pirate="")
    game.play("gunslinger: play New Crew; gate H0a")
    assert game.at("gunslinger") == {"X0", "H0a"}
    assert game.hand("gunslinger") == []
    game = table(pirate="X0 | New Crew", gunslinger="| Blockade, Blockade", ninja="")
    game.play("pirate: play New Crew; gate H0a", "gunslinger: bind")
    assert game.at("pirate") == {"X0"}
    assert game.hand("gunslinger") == []


@pytest.mark.rule("ZERPANG-165")
def test_one_set_is_one_play(table) -> None:
    game = draw_guns(table, "1, 1, 2, 2", foe="3,0", foe_hand="1")
    game.play("gunslinger: pair 1: 1+1")
    assert game.asked == "pirate: clock"


@pytest.mark.rule("ZERPANG-166", "ZERPANG-97")
@pytest.mark.parametrize(
    ("hand", "play", "points"),
    [
        ("Gunpowder, Gunpowder, Gunpowder", "triple 1: Gunpowder+Gunpowder+Gunpowder", 9),
        ("Gunpowder, 1", "pair 1: Gunpowder+1", 3),
        ("Cannoneer, 2, Smoke Bomb", "straight 123: Cannoneer+2+Smoke Bomb", 17),
        ("1, 1", "pair 1: 1+1", 2),
    ],
)
def test_resourcefulness_adds_each_specialty_cards_ninjutsu_value(table, hand, play, points):
    game = draw_guns(table, f"Resourcefulness, Resourcefulness, {hand}")
    game.play("gunslinger: play Resourcefulness", f"gunslinger: {play}")
    assert game.rating("gunslinger") == 1 + points


@pytest.mark.rule("ZERPANG-166")
def test_a_set_played_before_gains_as_well(table) -> None:
    crowd = "3,0 4,0 G1 4,-1 5,-1 3,1"
    game = draw_guns(table, "Gunpowder, 1, Resourcefulness, Resourcefulness", foe=crowd)
    game.play("gunslinger: pair 1: Gunpowder+1", "gunslinger: play Resourcefulness")
    assert game.rating("gunslinger") == 1 + 3


# The hand --------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-167", "ZERPANG-168")
@pytest.mark.parametrize(
    ("pieces", "hand", "then"),
    [
        ("", "", 4),
        ("G0", "", 5),
        ("G0 G2 G4 T", "1", 8),
        ("3,0 G2", "1, 1, 1", 6),
        ("3,0 -3,0", "1, 1, 1, 1, 1", 6),
    ],
)
def test_the_gunslinger_draws_up_to_four_and_one_a_piece(table, pieces, hand, then) -> None:
    """The rulebook: one piece, five cards; four pieces, eight."""
    game = table(gunslinger=f"{pieces} | {hand}", ninja="", pirate="").finish_turn()
    assert len(game.hand("gunslinger")) == then


@pytest.mark.rule("ZERPANG-169", "ZERPANG-168")
def test_who_is_above_the_limit_draws_and_then_discards_by_choice(table) -> None:
    game = table(gunslinger="3,0 | 1, 1, 1, 1, 2", ninja="", pirate="", deck="Blockade, Plunder")
    game.play("gunslinger: end", "gunslinger: end", "gunslinger: discard 1+1")
    assert game.hand("gunslinger") == cards("1, 1, 2, Blockade, Plunder")


@pytest.mark.rule("ZERPANG-169")
def test_outside_the_draw_phase_the_hand_may_be_larger(table) -> None:
    game = table(ninja="2,0 | 1", gunslinger="3,0 | 1, 1, 2, 2, 2", pirate="", aggressor="2,0")
    game.settle()
    assert len(game.hand("gunslinger")) == 5
    game = table(ninja="2,0 1,0 |", gunslinger="3,0 | 1, 1, 1, 2, 2", pirate="", aggressor="2,0")
    game.play("gunslinger: pass").settle()
    assert game.at("gunslinger") == set()
    assert len(game.hand("gunslinger")) == 5  # one above the limit until the own Draw Phase


@pytest.mark.rule("ZERPANG-170", "ZERPANG-59")
def test_blockade_takes_all_that_the_gunslinger_would_have_drawn(table) -> None:
    game = table(gunslinger="3,0 G2 | 1", pirate="| Blockade", ninja="")
    game.play("pirate: play Blockade").finish_turn("gunslinger")
    assert len(game.hand("pirate")) == 5
    assert game.hand("gunslinger") == cards("1")


@pytest.mark.rule("ZERPANG-167")
def test_the_publishers_other_limit_is_an_option(table) -> None:
    game = table(gunslinger="G0 |", ninja="", pirate="", limit=5).finish_turn()
    assert len(game.hand("gunslinger")) == 6


@pytest.mark.rule("ZERPANG-160")
@pytest.mark.parametrize(
    ("others", "wins"),
    [("X0 X3 G3", True), ("X1 X4 G3", False), ("X0 X3 T", False), ("X0 X3 G4", False)],
)
def test_the_gunslinger_wins_with_a_line_across_the_board(table, others: str, wins: bool) -> None:
    game = table(gunslinger=f"4,-4 {others} |", ninja="", pirate="")
    game.play("gunslinger: move 4,-4 NE")
    assert (game.winner == "gunslinger") is wins

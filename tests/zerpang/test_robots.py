"""Robots: fees, group moves, uploads and Cloud Points."""

from __future__ import annotations

import pytest

from .names import cards


def charge(table, hand: str, at: str = "2,0", **more):
    """Robots attack a Pirate; a Ninja without cards looks on."""
    return table(robots=f"{at} | {hand}", pirate="3,0 4,0 |", ninja="", aggressor="2,0", **more)


@pytest.mark.rule("ZERPANG-150")
@pytest.mark.parametrize(("card", "bonus"), [("Gunpowder", 2), ("Killing Katana", 3)])
def test_robots_use_either_side_for_a_fee(table, card: str, bonus: int) -> None:
    game = charge(table, f"{card}, 1, 2").play(f"robots: play {card}; fee 1")
    assert game.rating("robots") == 1 + bonus
    assert game.hand("robots") == cards("2")


@pytest.mark.rule("ZERPANG-150")
def test_without_the_fee_a_robot_cannot_use_a_card(table) -> None:
    game = charge(table, "Gunpowder")
    assert not game.can("robots: play Gunpowder")
    assert game.can("robots: points Gunpowder")
    assert charge(table, "Gunpowder", uploaded=1, cloud=1).can("robots: play Gunpowder; fee cloud")


@pytest.mark.rule("ZERPANG-150", "ZERPANG-28")
def test_a_fee_paid_with_more_adds_nothing(table) -> None:
    game = charge(table, "Gunpowder, 2").play("robots: play Gunpowder; fee 2")
    assert game.rating("robots") == 3
    assert game.hand("robots") == []


@pytest.mark.rule("ZERPANG-150", "ZERPANG-108")
def test_the_fee_is_lost_when_the_card_is_bound(table) -> None:
    game = table(robots="X0 X2 | New Crew, 1, 1", ninja="| Mystic Binding", pirate="")
    game.play("robots: play New Crew; fee 1", "ninja: bind").decline_all()
    assert game.hand("robots") == cards("1")
    assert game.at("robots") == {"X0", "X2"}


@pytest.mark.rule("ZERPANG-150", "ZERPANG-110")
def test_robots_bind_for_a_fee(table) -> None:
    game = table(pirate="X0 | New Crew", robots="| Mystic Binding, 1", ninja="")
    game.play("pirate: play New Crew", "robots: bind; fee 1").decline_all()
    assert game.at("pirate") == {"X0"}
    assert game.hand("robots") == []


@pytest.mark.rule("ZERPANG-150", "ZERPANG-62", "ZERPANG-104")
def test_the_fee_is_due_at_any_time(table) -> None:
    game = table(robots="| Keel Haul, 1", ninja="", pirate="", deck="2")
    game.play("robots: play Keel Haul; fee 1; on ninja").finish_turn("robots")
    assert game.turn_of == "pirate"
    game = charge(table, "Jury Rig, 1").play("robots: pass")
    game.play("robots: save Jury Rig; fee 1; gate H0a")
    assert game.at("robots") == {"H0a"}


@pytest.mark.rule("ZERPANG-151")
@pytest.mark.parametrize(
    ("hand", "script", "fits"),
    [
        ("Geta of Speed, 2", "fee 2", True),
        ("Geta of Speed, 1, 1", "fee 1; boost 1", True),
        ("Geta of Speed, 1", "fee 1", False),
        ("Geta of Speed, 1, 2", "fee 1; boost 2", True),
    ],
)
def test_one_two_pays_both_getas_fee_and_its_point(table, hand, script, fits) -> None:
    game = table(robots=f"X3 | {hand}", ninja="", pirate="")
    lines = [f"robots: play Geta of Speed; {script}", "robots: move X3 NE NE NE NE NE"]
    assert game.can(*lines) is fits
    if fits:
        assert set(cards(hand)) == set(game.play(*lines).discard())


@pytest.mark.rule("ZERPANG-151", "ZERPANG-30")
def test_no_other_two_is_split(table) -> None:
    game = table(robots="X3 | Full Sails, 2", ninja="", pirate="")
    game.play("robots: play Full Sails; fee 2")
    assert not game.can("robots: move X3 NE NE NE NE")
    assert game.can("robots: move X3 NE NE NE")


# Cyberlink -------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-152")
@pytest.mark.parametrize(
    ("script", "ends"),
    [
        ("X1+X4 E", {"2,0", "T"}),
        ("X1+X4 E E; pay 2", {"3,0", "X1"}),
        ("X1+X4 E NE; pay 1+1", {"3,-1", "X0"}),
    ],
)
def test_several_robots_move_the_same_way_step_by_step(table, script: str, ends) -> None:
    game = table(robots="X1 X4 G0 | 1, 1, 2", ninja="", pirate="").play(f"robots: move {script}")
    assert game.at("robots") == {*ends, "G0"}


@pytest.mark.rule("ZERPANG-152")
def test_each_further_space_costs_a_point_a_piece(table) -> None:
    game = table(robots="X1 X4 -3,0 | 1, 1, 1, 1", ninja="", pirate="")
    assert not game.can("robots: move X1+X4+-3,0 E E; pay 1+1")
    assert game.can("robots: move X1+X4+-3,0 E E; pay 1+1+1")
    assert game.can("robots: move X1+X4 E E E; pay 1+1+1+1")


@pytest.mark.rule("ZERPANG-153")
def test_pieces_follow_one_another_into_spaces_the_group_leaves(table) -> None:
    game = table(robots="X1 T X4 |", ninja="", pirate="")
    assert not game.can("robots: move T+X4 E")
    for order in ("X1+T+X4", "X4+T+X1", "T+X4+X1"):
        assert game.can(f"robots: move {order} E"), order
    game.play("robots: move X4+T+X1 E")
    assert game.at("robots") == {"2,0", "X1", "T"}


@pytest.mark.rule("ZERPANG-153")
def test_a_blocked_piece_stops_the_whole_group(table) -> None:
    game = table(robots="X1 X4 | 1, 1", ninja="3,0 |", pirate="")
    assert not game.can("robots: move X1+X4 E E; pay 1+1")
    game = table(robots="3,-4 X4 |", ninja="", pirate="")
    assert not game.can("robots: move 3,-4+X4 NE NE; pay 1+1")
    assert game.can("robots: move 3,-4+X4 NE")


@pytest.mark.rule("ZERPANG-154")
@pytest.mark.parametrize("card", ["Full Sails", "Geta of Speed"])
def test_with_full_sails_or_geta_only_one_moves(table, card: str) -> None:
    game = table(robots=f"X1 X4 | {card}, 1", ninja="", pirate="")
    game.play(f"robots: play {card}; fee 1")
    assert not game.can("robots: move X1+X4 E")
    assert game.can("robots: move X1 E E E")


@pytest.mark.rule("ZERPANG-152", "ZERPANG-81")
def test_a_group_that_attacks_fights_one_after_the_other(table) -> None:
    game = table(robots="X1 X4 | 2, 2", ninja="3,0 |", pirate="-2,1 |")
    game.play("robots: move X1+X4 E", "robots: end")
    assert game.fighters == ("2,0", "3,0")
    game = table(robots="X1 -1,-1 | 2, 2", ninja="3,0 |", pirate="1,-2 |")
    game.play("robots: move X1+-1,-1 E", "robots: end")
    assert game.asked == "robots: pick-aggressor"


# Upload ----------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-155", "ZERPANG-11")
def test_a_robot_on_the_treasure_is_uploaded_after_combat(table) -> None:
    game = table(robots="X1 |", ninja="", pirate="").play("robots: move X1 W", "robots: upload")
    assert game.at("robots") == set()
    assert game.uploaded() == 1
    assert game.home("robots") == 5


@pytest.mark.rule("ZERPANG-155")
def test_uploading_is_a_choice(table) -> None:
    game = table(robots="X1 |", ninja="", pirate="").play("robots: move X1 W").finish_turn("robots")
    assert game.at("robots") == {"T"}


@pytest.mark.rule("ZERPANG-155")
def test_combat_comes_before_the_upload(table) -> None:
    game = table(robots="X1 |", ninja="X4 |", pirate="").play("robots: move X1 W")
    assert not game.can("robots: upload")
    game.play("robots: end")
    assert game.fighters == ("T", "X4")
    game.settle()
    assert game.uploaded() == 0
    assert game.home("robots") == 6


@pytest.mark.rule("ZERPANG-155", "ZERPANG-133")
def test_a_robot_brought_to_the_treasure_is_uploaded_on_its_own_turn(table) -> None:
    game = table(pirate="-3,0 | 2", robots="X1 |", ninja="")
    game.play("pirate: scoundrel X1 W; pay 2").finish_turn("pirate")
    assert game.turn_of == "robots"
    game.play("robots: upload")
    assert game.uploaded() == 1


@pytest.mark.rule("ZERPANG-155")
def test_one_piece_a_turn(table) -> None:
    game = table(robots="X1 X4 |", ninja="", pirate="").play("robots: move X1 W", "robots: upload")
    assert not game.can("robots: upload")
    assert game.at("robots") == {"X4"}


@pytest.mark.rule("ZERPANG-156")
def test_cloud_points_pay_and_may_be_spent_one_by_one(table) -> None:
    game = table(robots="X0 X3 |", ninja="", pirate="", uploaded=3, cloud=3)
    game.play("robots: move X0 NE NE; pay cloud")
    assert game.truth.cloud == 2
    game = table(robots="X0 X3 |", ninja="", pirate="", uploaded=2, cloud=2)
    game.play("robots: move X0 NE NE NE; pay cloud+cloud")
    assert game.truth.cloud == 0


@pytest.mark.rule("ZERPANG-156")
def test_cloud_points_serve_in_combat_also_in_others_turns(table) -> None:
    game = charge(table, "", uploaded=3, cloud=3).play("robots: cloud 2")
    assert game.rating("robots") == 3
    assert game.truth.cloud == 1
    game = table(ninja="2,0 1,0 |", robots="3,0 |", pirate="", uploaded=2, cloud=2, aggressor="2,0")
    game.play("robots: cloud 1")
    assert game.rating("robots") == 2


@pytest.mark.rule("ZERPANG-156", "ZERPANG-84")
def test_who_has_only_cloud_points_is_asked_to_assist(table) -> None:
    game = table(ninja="2,0 |", pirate="3,0 |", robots="", uploaded=2, cloud=2, aggressor="2,0")
    assert game.asked == "robots: assist"
    game.play("robots: cloud 1 for ninja")
    assert game.rating("ninja") == 2
    game = table(ninja="2,0 |", pirate="3,0 |", robots="", uploaded=2, cloud=0, aggressor="2,0")
    assert game.to_act == "ninja"


@pytest.mark.rule("ZERPANG-156", "ZERPANG-157")
def test_cloud_points_renew_with_the_robots_turn_and_lapse(table) -> None:
    game = table(robots="X1 |", ninja="", pirate="", uploaded=1, cloud=1)
    game.play("robots: move X1 W", "robots: upload")
    assert game.uploaded() == 2
    assert game.truth.cloud == 1  # the new one comes with the next turn
    game.finish_turn("robots").finish_turn("ninja").finish_turn("pirate")
    assert game.turn_of == "robots"
    assert game.truth.cloud == 2


@pytest.mark.rule("ZERPANG-200", "ZERPANG-64")
def test_cloud_points_renew_in_a_missed_turn(table) -> None:
    game = table(ninja="", robots="", pirate="", uploaded=2, cloud=0, skip=["robots"])
    game.finish_turn("ninja")
    assert game.turn_of == "pirate"
    assert game.truth.cloud == 2


@pytest.mark.rule("ZERPANG-199", "ZERPANG-83")
def test_any_number_of_cloud_points_is_one_play(table) -> None:
    game = charge(table, "", uploaded=3, cloud=3).play("robots: cloud 3")
    assert game.rating("robots") == 1 + 3
    setting = {"ninja": "2,0 |", "pirate": "3,0 4,0 4,-1 5,-1 |", "robots": ""}
    game = table(**setting, aggressor="2,0", uploaded=3, cloud=3)
    game.play("robots: cloud 2 for ninja")
    assert game.rating("ninja") == 1 + 2
    assert game.asked == "ninja: clock"


@pytest.mark.rule("ZERPANG-158")
@pytest.mark.parametrize(("at", "uploaded", "pay"), [("", 2, "2"), ("X0", 2, "2+1"), ("", 0, "")])
def test_uploaded_pieces_count_for_entrances(table, at: str, uploaded: int, pay: str) -> None:
    game = table(robots=f"{at} | 2, 1", ninja="", pirate="", uploaded=uploaded)
    game.play(f"robots: enter H0a; pay {pay}" if pay else "robots: enter H0a")
    assert "H0a" in game.at("robots")


@pytest.mark.rule("ZERPANG-159")
def test_rings_on_an_uploaded_piece_return_to_the_supply(table) -> None:
    game = table(robots="T+2 |", ninja="", pirate="").play("robots: upload")
    assert game.truth.supply == 12


@pytest.mark.rule("ZERPANG-149")
@pytest.mark.parametrize(
    ("before", "captives", "wins"), [(5, 0, True), (4, 1, False), (4, 0, False)]
)
def test_robots_win_when_all_six_are_uploaded(table, before, captives, wins) -> None:
    game = table(robots="T |", pirate="", aliens="G0 G1 |", uploaded=before,
                 captives={"robots": captives})  # fmt: skip
    game.play("robots: upload")
    assert (game.winner == "robots") is wins

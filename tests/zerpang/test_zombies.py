"""Zombies, Infection Rings and Carriers."""

from __future__ import annotations

import pytest

from .names import cards


def bite(table, zombies="2,0", pirate="3,0", zombie_hand="1", pirate_hand="", **more):
    """Zombies attack a Pirate; a Ninja without cards looks on."""
    return table(zombies=f"{zombies} | {zombie_hand}", pirate=f"{pirate} | {pirate_hand}",
                 ninja="", aggressor="2,0", **more)  # fmt: skip


@pytest.mark.rule("ZERPANG-137")
def test_zombies_play_specialty_cards_for_points_only(table) -> None:
    game = bite(table, zombie_hand="Killing Katana, Smoke Bomb, Jury Rig", pirate="3,0 4,0")
    assert game.to_act == "zombies"
    for card in ("Killing Katana", "Gunpowder", "Smoke Bomb"):
        assert not game.can(f"zombies: play {card}")
    assert game.can("zombies: points Smoke Bomb")
    game = table(zombies="X0 | New Crew, Full Sails, Keel Haul", ninja="", pirate="")
    for card in ("New Crew", "Full Sails", "Keel Haul"):
        assert not game.can(f"zombies: play {card}")


@pytest.mark.rule("ZERPANG-138", "ZERPANG-73")
def test_zombies_win_ties_as_aggressors_too(table) -> None:
    game = bite(table, pirate_hand="1, 1")
    assert (game.rating("zombies"), game.rating("pirate")) == (1, 1)
    assert game.asked == "pirate: clock"
    game.play("pirate: points 1")
    assert game.asked == "zombies: clock"
    game.play("zombies: points 1")  # two all
    assert game.asked == "pirate: clock"
    game.settle()
    assert game.at("pirate") == set()


@pytest.mark.rule("ZERPANG-138")
def test_and_as_defenders(table) -> None:
    game = table(pirate="2,0 |", zombies="3,0 |", ninja="", aggressor="2,0").settle()
    assert game.at("pirate") == set()
    assert game.at("zombies") == {"3,0"}


@pytest.mark.rule("ZERPANG-139")
def test_a_combat_with_zombies_leaves_a_ring_where_the_loser_stood(table) -> None:
    game = bite(table).settle()
    assert game.rings == {"3,0"}
    assert game.truth.supply == 11


@pytest.mark.rule("ZERPANG-139")
def test_also_when_the_zombie_loses(table) -> None:
    game = bite(table, zombie_hand="", pirate_hand="2").play("pirate: points 2").settle()
    assert game.at("zombies") == set()
    assert game.rings == {"2,0"}


@pytest.mark.rule("ZERPANG-139", "ZERPANG-146")
@pytest.mark.parametrize(("rings", "supply"), [("", 11), ("+1", 11), ("+3", 9)])
def test_a_loser_with_rings_leaves_one_of_its_own(table, rings: str, supply: int) -> None:
    game = bite(table, pirate=f"3,0{rings}", zombies="2,0").settle()
    assert game.rings == {"3,0"}
    assert game.truth.supply == supply
    assert sum(game.truth.rings) == max(0, int(rings or 0) - 1)


@pytest.mark.rule("ZERPANG-146")
def test_a_defeated_zombie_keeps_its_other_rings_at_home(table) -> None:
    game = bite(table, zombies="2,0+2", zombie_hand="", pirate_hand="Keel Haul")
    game.play("pirate: points Keel Haul").settle()
    assert game.home("zombies") == 6
    assert sum(game.truth.rings) == 1
    assert game.rings == {"2,0"}


@pytest.mark.rule("ZERPANG-139", "ZERPANG-142")
@pytest.mark.parametrize("winner", ["carrier", "other"])
def test_a_combat_of_a_carrier_leaves_a_ring_too(table, winner: str) -> None:
    hands = {"carrier": ("2", ""), "other": ("", "")}[winner]
    game = table(ninja=f"2,0+1 | {hands[0]}", pirate=f"3,0 | {hands[1]}", aggressor="2,0")
    assert game.rating("ninja") == 1
    if winner == "carrier":
        game.play("ninja: points 2")
    game.settle()
    assert game.rings == ({"3,0"} if winner == "carrier" else {"2,0"})
    assert sum(game.truth.rings) == (winner == "carrier")


@pytest.mark.rule("ZERPANG-140")
def test_from_an_empty_supply_no_ring_is_left(table) -> None:
    game = bite(table, zombies="2,0 -4,0+12").settle()
    assert game.at("pirate") == set()
    assert game.rings == set()


@pytest.mark.rule("ZERPANG-140", "ZERPANG-102")
def test_fleeing_leaves_no_ring(table) -> None:
    game = table(zombies="2,0 |", ninja="3,0 | Smoke Bomb", pirate="", aggressor="2,0")
    game.play("ninja: play Smoke Bomb; to 4,0")
    assert game.at("ninja") == {"4,0"}
    assert game.rings == set()


@pytest.mark.rule("ZERPANG-141")
def test_lying_rings_count_and_link_for_zombies(table) -> None:
    game = bite(table, zombies="2,0 0,0", rings="1,0 -1,0 4,0")
    assert game.rating("zombies") == 4  # 2,0 - ring - 0,0 - ring
    game = table(ninja="2,0 |", pirate="3,0 |", rings="1,0", zombies="", aggressor="2,0")
    assert game.rating("ninja") == 1


@pytest.mark.rule("ZERPANG-141")
def test_lying_rings_start_no_fight(table) -> None:
    game = table(ninja="1,0 |", pirate="", rings="3,0").play("ninja: move 1,0 E", "ninja: end")
    assert not game.fighters


@pytest.mark.rule("ZERPANG-142", "ZERPANG-143")
def test_a_piece_that_crosses_a_ring_takes_it(table) -> None:
    game = table(ninja="1,0 | 1, 1", pirate="", rings="2,0 3,0")
    game.play("ninja: move 1,0 E E E; pay 1+1")
    assert game.carried("4,0") == 2
    assert game.rings == set()


@pytest.mark.rule("ZERPANG-142")
def test_a_carrier_counts_nothing_against_zombies_but_links(table) -> None:
    game = bite(table, pirate="3,0+1 4,0")
    assert game.rating("pirate") == 1
    game = bite(table, pirate="3,0 4,0+2 G1")
    assert game.rating("pirate") == 2
    game = table(ninja="2,0 |", pirate="3,0+1 4,0+2 |", aggressor="2,0")
    assert game.rating("pirate") == 2


@pytest.mark.rule("ZERPANG-143")
@pytest.mark.parametrize("way", ["entrance", "leap", "save", "flight", "everywhere", "flank"])
def test_rings_are_taken_however_a_piece_comes(table, way: str) -> None:
    at = {"entrance": "H0a", "leap": "3,0", "save": "H0a", "flight": "X1", "everywhere": "2,-2",
          "flank": "2,-2"}[way]  # fmt: skip
    fight = {"aggressor": "2,0"} if way in ("save", "flight") else {}
    pieces = {"entrance": "", "leap": "H0a", "save": "2,0", "flight": "2,0"}.get(way, "X0 X3")
    hand = {
        "entrance": "",
        "leap": "2",
        "save": "Roll with the Punch",
        "flight": "Smoke Bomb",
        "everywhere": "They're Everywhere",
        "flank": "Amazing Disguise, Flanking Maneuver",
    }
    script = {
        "entrance": ["ninja: enter H0a"],
        "leap": ["ninja: leap H0a 3,0; pay 2"],
        "save": ["ninja: pass", "ninja: save Roll with the Punch; gate H0a"],
        "flight": ["ninja: play Smoke Bomb; to X1"],
        "everywhere": ["ninja: play They're Everywhere; place X3 2,-2"],
        "flank": ["ninja: play Flanking Maneuver; flank X0 NE"],
    }[way]
    foe = "3,0 |" if fight else "G3 |"
    game = table(ninja=f"{pieces} | {hand[way]}", pirate=foe, rings=at, **fight).play(*script)
    assert game.carried(at) == 1
    assert game.rings == set()


@pytest.mark.rule("ZERPANG-144")
@pytest.mark.parametrize(("rings", "worth"), [("", 1), ("+1", 2), ("+2", 3), ("+3", 3), ("+5", 3)])
def test_rings_make_a_zombie_stronger(table, rings: str, worth: int) -> None:
    assert bite(table, zombies=f"2,0{rings}").rating("zombies") == worth
    assert bite(table, zombies=f"2,0 1,0{rings}").rating("zombies") == 1 + worth


@pytest.mark.rule("ZERPANG-144", "ZERPANG-143")
def test_zombies_pick_up_rings_too(table) -> None:
    game = table(zombies="1,0 | 1", ninja="", pirate="", rings="2,0 3,0")
    game.play("zombies: move X1 E E; pay 1")
    assert game.carried("3,0") == 2


@pytest.mark.rule("ZERPANG-145")
@pytest.mark.parametrize(("rings", "free"), [("+2", False), ("+3", True), ("+4", True)])
def test_three_rings_give_a_second_free_space(table, rings: str, free: bool) -> None:
    game = table(zombies=f"1,0{rings} | 1", ninja="", pirate="")
    assert game.can("zombies: move X1 E E") is free
    assert game.can("zombies: move X1 E E E; pay 1") is free


@pytest.mark.rule("ZERPANG-145")
def test_a_third_ring_taken_on_the_way_does_not_pay_for_the_way(table) -> None:
    """What a move costs is settled when it is named, before it is made."""
    game = table(zombies="1,0+2 | 1", ninja="", pirate="", rings="2,0")
    assert not game.can("zombies: move X1 E E")
    assert game.can("zombies: move X1 E E; pay 1")


@pytest.mark.rule("ZERPANG-147")
@pytest.mark.parametrize(
    ("zombies", "pirate", "rings", "price"),
    [
        ("X0 X2 X4", "", "", "2+1"),
        ("X0 X2 X4", "", "3,0", "2"),
        ("X0+1 X2 X4", "", "3,0", "1"),
        ("X0 X2 X4", "G0+2", "", "1"),
        ("X0 X2 X4", "G0+2", "3,0 4,0", ""),
    ],
)
def test_rings_in_play_make_entrances_cheaper(table, zombies, pirate, rings, price) -> None:
    game = table(zombies=f"{zombies} | 1, 2", pirate=f"{pirate} |", ninja="", rings=rings)
    game.play(f"zombies: enter H0a; pay {price}" if price else "zombies: enter H0a")
    assert "H0a" in game.at("zombies")


@pytest.mark.rule("ZERPANG-147")
def test_rings_help_only_the_zombies(table) -> None:
    game = table(pirate="X0 | 1", zombies="", ninja="", rings="3,0 4,0")
    assert not game.can("pirate: enter H0a")
    assert game.can("pirate: enter H0a; pay 1")


@pytest.mark.rule("ZERPANG-136", "ZERPANG-117")
@pytest.mark.parametrize(
    ("zombies", "wins"),
    [("1,0+1 X3+2 G0+2", True), ("1,0+1 X3+2 G0+1", False), ("1,0+1 X3+4 G0+3", True)],
)
def test_zombies_win_with_three_pieces_of_two_rings(table, zombies: str, wins: bool) -> None:
    game = table(zombies=f"{zombies} |", ninja="", pirate="", rings="2,0")
    game.play("zombies: move X1 E")
    assert (game.winner == "zombies") is wins


@pytest.mark.rule("ZERPANG-39", "ZERPANG-146")
def test_zombies_bring_out_the_piece_with_most_rings_and_others_that_with_fewest(table) -> None:
    game = bite(table, zombies="2,0+3", zombie_hand="", pirate="3,0 4,0 G1 4,-1")
    game.settle().finish_turn("zombies").finish_turn("pirate").finish_turn("ninja")
    game.play("zombies: enter H0a")
    assert game.carried("H0a") == 2
    game = table(zombies="2,0 |", ninja="3,0+2 |", pirate="", aggressor="2,0").settle()
    game.finish_turn("zombies").play("ninja: enter H2a")
    assert game.carried("H2a") == 0


@pytest.mark.rule("ZERPANG-148")
@pytest.mark.parametrize(
    ("ninja", "beside", "rings"),
    [
        ("2,0", {"zombies": "3,0", "pirate": "1,0"}, {"2,0", "3,0", "X1"}),
        ("2,0+1", {"pirate": "3,0", "zombies": ""}, {"2,0", "3,0"}),
        ("2,0", {"pirate": "3,0", "zombies": "1,0"}, {"X1"}),
    ],
)
def test_self_sacrifice_near_zombies_and_carriers(table, ninja, beside, rings) -> None:
    first = "3,0"
    players = {name: f"{at} |" for name, at in beside.items()}
    game = table(ninja=f"{ninja} | Self Sacrifice", **players, aggressor="2,0")
    assert game.fighters == ("2,0", first)
    game.play("ninja: play Self Sacrifice").settle()
    assert game.rings == rings
    assert game.at("ninja") == game.at("pirate") == set()


@pytest.mark.rule("ZERPANG-23", "ZERPANG-48")
def test_cards_move_ones_own_pieces_only(table) -> None:
    game = table(pirate="X0 X3 | Flanking Maneuver, 1", ninja="G0 |")
    assert not game.can("pirate: play Flanking Maneuver; flank G0 W")
    assert not game.can("pirate: move G0 W")
    assert cards("1")[0] in game.hand("pirate")

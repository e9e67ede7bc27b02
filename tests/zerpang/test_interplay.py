"""Cards and classes against each other."""

from __future__ import annotations

import pytest

from .names import cards

# Fleeing, saving, sacrificing ------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-102", "ZERPANG-174")
def test_who_flees_from_an_alien_is_not_abducted(table) -> None:
    game = table(aliens="2,0 1,0 |", ninja="3,0 | Smoke Bomb", pirate="", aggressor="2,0")
    game.play("ninja: play Smoke Bomb; to 4,0")
    assert game.at("ninja") == {"4,0"}
    assert game.held("ninja") == 0


@pytest.mark.rule("ZERPANG-102", "ZERPANG-78")
def test_an_aggressor_that_fled_leaves_its_other_enemies_too(table) -> None:
    game = table(ninja="2,0 | Smoke Bomb", pirate="3,0 |", zombies="2,1 |", aggressor="2,0")
    assert not game.can("ninja: play Smoke Bomb; to 1,1")  # beside the Zombie
    game.play("ninja: play Smoke Bomb; to 2,-1")
    assert not game.fighters
    assert game.at("zombies") == {"2,1"}


@pytest.mark.rule("ZERPANG-101", "ZERPANG-174")
def test_a_sacrifice_feeds_no_alien(table) -> None:
    game = table(ninja="2,0 | Self Sacrifice", aliens="3,0 G0 |", pirate="1,0 |", aggressor="2,0",
                 captives={"ninja": 1, "pirate": 1})  # fmt: skip
    game.play("ninja: play Self Sacrifice").settle()
    assert game.held("ninja") == 0  # the Alien lost to the Ninja: captives are freed
    assert game.held("pirate") == 1
    assert game.at("pirate") == game.at("ninja") == set()
    assert game.at("aliens") == {"G0"}


@pytest.mark.rule("ZERPANG-101", "ZERPANG-99")
def test_saves_after_a_sacrifice_are_asked_clockwise_from_the_aggressors_owner(table) -> None:
    game = table(zombies="1,0 | 1", ninja="2,0 | Self Sacrifice, 1", pirate="3,0 | 1",
                 robots="2,1 | 1, 1", turn="ninja", aggressor="2,0")  # fmt: skip
    game.play("ninja: play Self Sacrifice")
    assert game.decline_bindings().asked_in_turn("save") == ["ninja", "pirate", "robots"]


@pytest.mark.rule("ZERPANG-106", "ZERPANG-139")
def test_a_piece_saved_from_zombies_leaves_its_ring(table) -> None:
    game = table(zombies="2,0 |", ninja="3,0+2 | Roll with the Punch", pirate="", aggressor="2,0")
    game.play("ninja: pass", "ninja: save Roll with the Punch; gate H2a")
    assert game.rings == {"3,0"}
    assert game.carried("H2a") == 1


@pytest.mark.rule("ZERPANG-197", "ZERPANG-123")
def test_a_saved_piece_is_no_longer_disoriented(table) -> None:
    game = table(ninja="H0a | 2, Roll with the Punch", pirate="3,0 |")
    game.play("ninja: leap H0a 2,0; pay 2", "ninja: end", "ninja: pass")
    assert game.disoriented("2,0")
    game.play("ninja: save Roll with the Punch; gate H0a")
    assert not game.disoriented("H0a")


@pytest.mark.rule("ZERPANG-197")
def test_a_saved_leaper_fights_on_its_gate_with_its_own_worth(table) -> None:
    game = table(ninja="H0a | 2, Roll with the Punch", pirate="3,0 |", zombies="1,-5 |")
    game.play("ninja: leap H0a 2,0; pay 2", "ninja: end", "ninja: pass")
    game.play("ninja: save Roll with the Punch; gate H0a")
    assert game.rating("ninja") == 6


@pytest.mark.rule("ZERPANG-107", "ZERPANG-71")
def test_a_saved_piece_beside_an_enemy_has_the_advantage_of_its_gate(table) -> None:
    game = table(pirate="2,0 1,0 | 2", ninja="3,0 | Roll with the Punch", zombies="2,2 |",
                 aggressor="2,0")  # fmt: skip
    game.play("ninja: pass", "ninja: save Roll with the Punch; gate H2a")
    assert game.fighters == ("H2a", "2,2")
    assert game.rating("ninja") == 6
    game.settle()
    assert game.at("zombies") == set()


@pytest.mark.rule("ZERPANG-204", "ZERPANG-81")
@pytest.mark.parametrize("how", ["pass", "play Self Sacrifice"])
@pytest.mark.parametrize("following", ["H0a", "-2,0"])
def test_after_a_saved_aggressor_the_active_player_picks_who_fights(table, how, following) -> None:
    game = table(ninja="2,0 -2,0 | Self Sacrifice, Roll with the Punch", pirate="3,0 -3,0 |",
                 zombies="1,-5 |", aggressor="2,0 -2,0")  # fmt: skip
    game.play("ninja: attack 2,0", f"ninja: {how}")
    game.play("ninja: save Roll with the Punch; gate H0a")
    assert game.asked == "ninja: pick-aggressor"
    game.play(f"ninja: attack {following}")
    assert game.fighters == (following, {"H0a": "1,-5", "-2,0": "-3,0"}[following])


@pytest.mark.rule("ZERPANG-204", "ZERPANG-107")
def test_a_saved_aggressor_fights_again_if_nobody_else_attacks(table) -> None:
    game = table(ninja="2,0 | Roll with the Punch", pirate="3,0 |", zombies="1,-5 |",
                 aggressor="2,0")  # fmt: skip
    game.play("ninja: pass", "ninja: save Roll with the Punch; gate H0a")
    assert game.fighters == ("H0a", "1,-5")


@pytest.mark.rule("ZERPANG-78", "ZERPANG-102")
def test_an_aggressor_whose_foe_fled_while_ahead_fights_on_before_another(table) -> None:
    game = table(ninja="2,0 -2,0 |", pirate="3,0 X1 -3,0 |", robots="| Smoke Bomb, 1",
                 aggressor="2,0 -2,0")  # fmt: skip
    game.play("ninja: attack 2,0", "pirate: defend 3,0")
    game.play("robots: play Smoke Bomb for pirate", "pirate: accept", "robots: fee 1")
    game.play("pirate: to 4,0")
    assert game.fighters == ("2,0", "X1")


@pytest.mark.rule("ZERPANG-78")
def test_an_aggressor_that_loses_fights_no_further(table) -> None:
    game = table(ninja="2,0 |", pirate="3,0 |", zombies="2,1 |", aggressor="2,0")
    game.play("ninja: pass").settle()
    assert game.at("ninja") == set()
    assert game.at("zombies") == {"2,1"}


@pytest.mark.rule("ZERPANG-123", "ZERPANG-122")
def test_a_leap_between_two_enemies_fights_both_with_nothing(table) -> None:
    game = table(ninja="H0a | 2, 2, 2", pirate="3,0 |", zombies="1,0 |")
    game.play("ninja: leap H0a 2,0; pay 2", "ninja: end")
    assert (game.rating("ninja"), game.rating("pirate")) == (0, 1)
    game.play("ninja: points 2", "pirate: concede")
    assert game.fighters == ("2,0", "X1")
    assert game.rating("ninja") == 0


# Honor Bound, Cannoneer, rings, assistance -----------------------------------------------------


@pytest.mark.rule("ZERPANG-95", "ZERPANG-94")
@pytest.mark.parametrize("order", ["before", "after"])
def test_cannoneer_is_worth_nothing_under_honor_bound(table, order: str) -> None:
    game = table(robots="2,0 -2,0 G3 | Cannoneer, Honor Bound, 1, 1", pirate="3,0 4,0 4,-1 G1 |",
                 ninja="", aggressor="2,0")  # fmt: skip
    script = ["robots: play Cannoneer; fee 1", "robots: play Honor Bound; fee 1"]
    if order == "after":
        script = script[::-1] if game.can(*script[::-1]) else script[1:]  # it need not be offered
    game.play(*script)
    assert (game.rating("robots"), game.rating("pirate")) == (1, 1)


@pytest.mark.rule("ZERPANG-95", "ZERPANG-96", "ZERPANG-141")
def test_honor_bound_removes_lying_rings_but_not_those_on_the_fighter(table) -> None:
    game = table(zombies="2,0+1 1,0 |", ninja="3,0 | Honor Bound, 1", pirate="", rings="2,1",
                 aggressor="2,0")  # fmt: skip
    assert game.rating("zombies") == 4
    game.play("ninja: play Honor Bound")
    assert game.rating("zombies") == 2


@pytest.mark.rule("ZERPANG-95", "ZERPANG-96", "ZERPANG-84")
def test_honor_bound_keeps_earlier_help_and_stops_more(table) -> None:
    game = table(ninja="2,0 1,0 | Honor Bound", pirate="3,0 4,0 4,-1 |", robots="| 1, 2",
                 aggressor="2,0")  # fmt: skip
    game.play("robots: points 1 for pirate")
    assert game.rating("pirate") == 4
    game.play("ninja: play Honor Bound")
    assert game.rating("pirate") == 2
    game.play("ninja: pass")
    assert game.at("ninja") == {"X1"}
    assert game.hand("robots") == cards("2")


@pytest.mark.rule("ZERPANG-86", "ZERPANG-95")
def test_honor_bound_may_be_played_for_another(table) -> None:
    game = table(pirate="2,0 |", zombies="3,0 4,0 |", ninja="| Honor Bound", aggressor="2,0")
    game.play("ninja: play Honor Bound for pirate", "pirate: accept")
    assert game.rating("zombies") == 1


@pytest.mark.rule("ZERPANG-86", "ZERPANG-94")
def test_cannoneer_played_for_another_counts_the_fighters_pieces(table) -> None:
    game = table(aliens="2,0 -2,0 G3 |", ninja="3,0 |", pirate="X3 | Cannoneer", aggressor="2,0")
    game.play("pirate: play Cannoneer for aliens", "aliens: accept")
    assert game.rating("aliens") == 3


@pytest.mark.rule("ZERPANG-86", "ZERPANG-97")
def test_resourcefulness_for_another_doubles_the_fighters_cards(table) -> None:
    game = table(zombies="2,0 | Smoke Bomb", pirate="3,0 4,0 G1 4,-1 5,-1 3,1 |",
                 ninja="| Resourcefulness, 1", aggressor="2,0")  # fmt: skip
    game.play("ninja: play Resourcefulness for zombies", "zombies: accept")
    game.play("zombies: points Smoke Bomb")
    assert game.rating("zombies") == 7


# Aliens, Zombies and others --------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-174", "ZERPANG-146", "ZERPANG-147")
def test_an_abducted_carrier_keeps_its_other_rings_out_of_play(table) -> None:
    game = table(aliens="2,0 G0 | 2", pirate="3,0+2 |", zombies="X3 X4 | 1", aggressor="2,0")
    game.play("aliens: points 2").settle()
    assert game.held("pirate") == 1
    assert game.rings == {"3,0"}
    game.finish_turn("aliens").finish_turn("pirate")
    assert game.turn_of == "zombies"
    assert not game.can("zombies: enter H4a")  # two pieces out, one ring in play
    assert game.can("zombies: enter H4a; pay 1")


@pytest.mark.rule("ZERPANG-138", "ZERPANG-174")
def test_aliens_abduct_zombies_when_they_win_outright(table) -> None:
    game = table(aliens="2,0 G0 | 2", zombies="3,0 |", ninja="", aggressor="2,0")
    game.play("aliens: points 2").settle()
    assert game.held("zombies") == 1
    assert game.rings == {"3,0"}


@pytest.mark.rule("ZERPANG-88", "ZERPANG-161")
def test_a_gunslinger_assists_with_sets(table) -> None:
    game = table(ninja="2,0 |", pirate="3,0 |", gunslinger="| 1, 1, 2", aggressor="2,0")
    assert not game.can("gunslinger: points 2 for ninja")
    game.play("gunslinger: pair 1: 1+1 for ninja")
    assert game.rating("ninja") == 3


@pytest.mark.rule("ZERPANG-132", "ZERPANG-64")
def test_a_missed_turn_counts_for_scoundrels_memory(table) -> None:
    game = table(pirate="G3 | 2, 2", ninja="3,0 |", pirate2="| Keel Haul, 1")
    game.play("pirate: scoundrel 3,0 E; pay 2").finish_turn("pirate").finish_turn("ninja")
    game.play("pirate2: play Keel Haul; on pirate").finish_turn("pirate2")
    assert game.turn_of == "ninja"  # the pirate's turn was missed
    game.finish_turn("ninja").finish_turn("pirate2")
    assert game.turn_of == "pirate"
    assert game.can("pirate: scoundrel 4,0 W; pay 2")


@pytest.mark.rule("ZERPANG-131", "ZERPANG-104")
def test_a_tricked_piece_that_loses_may_be_saved_by_its_owner(table) -> None:
    game = table(pirate="X4 | 2", ninja="1,0 | Roll with the Punch", zombies="3,0 |")
    game.play("pirate: scoundrel X1 E; pay 2", "pirate: end", "ninja: pass")
    game.play("ninja: save Roll with the Punch; gate H2b")
    assert game.at("ninja") == {"H2b"}


@pytest.mark.rule("ZERPANG-156", "ZERPANG-89", "ZERPANG-95")
def test_cloud_points_given_to_another_are_gone(table) -> None:
    game = table(ninja="2,0 | 1", pirate="3,0 |", robots="", uploaded=3, cloud=3, aggressor="2,0")
    game.play("robots: cloud 3 for pirate")
    assert game.rating("pirate") == 4
    game.settle()
    assert game.truth.cloud == 0


@pytest.mark.rule("ZERPANG-113", "ZERPANG-99")
def test_a_pirate_sacrifices_with_foreign_training(table) -> None:
    game = table(pirate="2,0 | Foreign Training, Self Sacrifice", ninja="3,0 |", aggressor="2,0")
    game.play("pirate: play Self Sacrifice").settle()
    assert game.at("pirate") == game.at("ninja") == set()


@pytest.mark.rule("ZERPANG-26", "ZERPANG-25")
def test_cards_of_a_combat_lie_aside_until_it_is_over(table) -> None:
    game = table(ninja="2,0 | Smoke Bomb, 1", pirate="3,0 4,0 4,-1 |", aggressor="2,0", deck="1, 1")
    before = game.discard()
    game.play("ninja: points Smoke Bomb")
    assert game.discard() == before
    game.settle()
    assert game.discard() == sorted([*before, *cards("Smoke Bomb")], key=before.index)


@pytest.mark.rule("ZERPANG-109", "ZERPANG-83")
def test_a_bystander_whose_card_was_bound_may_still_help(table) -> None:
    game = table(ninja="2,0 | Mystic Binding", zombies="3,0 |", pirate="| Gunpowder, 1",
                 aggressor="2,0")  # fmt: skip
    game.play("pirate: play Gunpowder for zombies", "zombies: accept", "ninja: bind")
    assert game.rating("zombies") == 1
    assert game.decline_bindings().asked == "pirate: assist"
    game.play("pirate: points 1 for zombies")
    assert game.rating("zombies") == 2


@pytest.mark.rule("ZERPANG-125", "ZERPANG-83")
def test_a_ninja_who_helped_somebody_in_this_phase_was_here(table) -> None:
    game = table(pirate="2,0 | 2, 2", zombies="3,0 |", ninja="2,1 | 1, 1", aggressor="2,0")
    game.play("ninja: points 1 for pirate", "zombies: concede")
    assert game.fighters == ("2,0", "2,1")
    game.play("pirate: points 2")
    assert game.asked == "ninja: clock"
    assert not game.can("ninja: not here")


@pytest.mark.rule("ZERPANG-132", "ZERPANG-77")
def test_scoundrel_forgets_a_piece_that_went_home(table) -> None:
    game = table(pirate="-3,0 | 2, 2, 2", ninja="1,0 |", zombies="3,0 3,1 |")
    game.play("pirate: scoundrel X1 E; pay 2").finish_turn("pirate")
    assert game.at("ninja") == set()
    game.play("ninja: enter H2a", "ninja: move H2a SW").finish_turn("ninja").finish_turn("zombies")
    assert game.turn_of == "pirate"
    assert game.can("pirate: scoundrel H2b NW; pay 2")


@pytest.mark.rule("ZERPANG-164", "ZERPANG-86")
def test_a_gunslinger_helps_with_a_pair_of_cards(table) -> None:
    game = table(zombies="2,0 |", pirate="3,0 |", gunslinger="| Gunpowder, Gunpowder",
                 aggressor="2,0")  # fmt: skip
    game.play("gunslinger: play Killing Katana for pirate", "pirate: accept")
    assert game.rating("pirate") == 4
    assert game.hand("gunslinger") == []


@pytest.mark.rule("ZERPANG-71", "ZERPANG-95", "ZERPANG-67")
def test_an_entrant_attacks_with_the_advantage_even_under_honor_bound(table) -> None:
    game = table(ninja="| 1", pirate="1,-5 0,-4 | Foreign Training, Honor Bound, 1")
    game.play("ninja: enter H0a", "ninja: end")
    assert (game.rating("ninja"), game.rating("pirate")) == (6, 2)
    game.play("pirate: play Honor Bound").decline_bindings()
    assert (game.rating("ninja"), game.rating("pirate")) == (6, 1)


@pytest.mark.rule("ZERPANG-97", "ZERPANG-21")
def test_resourcefulness_counts_the_ninjutsu_side_whoever_plays(table) -> None:
    crowd = "3,0 4,0 G1 4,-1 5,-1 3,1"
    hand = "Foreign Training, Resourcefulness, Cannoneer"
    game = table(pirate=f"2,0 | {hand}", ninja=f"{crowd} |", aggressor="2,0")
    game.play("pirate: points Cannoneer")
    assert game.rating("pirate") == 2
    game.play("pirate: play Resourcefulness")
    assert game.rating("pirate") == 1 + 2 * 2


@pytest.mark.rule("ZERPANG-142", "ZERPANG-94")
def test_cannoneer_counts_carriers_as_nothing_against_zombies(table) -> None:
    game = table(pirate="2,0 -3,0+1 G3 | Cannoneer", zombies="3,0 4,0 G1 |", ninja="",
                 aggressor="2,0")  # fmt: skip
    game.play("pirate: play Cannoneer")
    assert game.rating("pirate") == 2


@pytest.mark.rule("ZERPANG-102", "ZERPANG-66", "ZERPANG-78")
def test_when_the_defender_flees_the_aggressor_goes_on_to_the_next(table) -> None:
    game = table(pirate="2,0 1,0 |", ninja="3,0 | Smoke Bomb", zombies="2,1 |", aggressor="2,0",
                 turn="pirate")  # fmt: skip
    assert game.fighters == ("2,0", "3,0")
    game.play("ninja: play Smoke Bomb; to 4,0")
    assert game.at("ninja") == {"4,0"}
    assert game.fighters == ("2,0", "2,1")


@pytest.mark.rule("ZERPANG-174", "ZERPANG-99", "ZERPANG-175")
def test_a_defeated_alien_never_abducts_in_its_fall(table) -> None:
    game = table(robots="2,0 | Self Sacrifice, 1", aliens="3,0 G0 G1 |", ninja="2,1 |",
                 aggressor="2,0")  # fmt: skip
    game.play("robots: play Self Sacrifice; fee 1").settle()
    assert game.held("robots") == game.held("ninja") == 0
    assert game.home("robots") == game.home("ninja") == 6


@pytest.mark.rule("ZERPANG-83", "ZERPANG-84")
def test_a_helper_is_asked_again_only_when_the_lead_has_changed(table) -> None:
    setting = {"ninja": "2,0 | 1", "pirate": "3,0 | 1", "robots": "| 1, 1, 1", "aggressor": "2,0"}
    game = table(**setting).play("robots: points 1 for pirate")
    assert game.asked == "ninja: clock"
    game = table(**setting).play("robots: points 1 for ninja")
    assert game.asked == "robots: assist"
    game.play("robots: decline")
    assert game.asked == "pirate: clock"


@pytest.mark.rule("ZERPANG-102", "ZERPANG-12")
def test_one_may_flee_onto_ones_own_gate(table) -> None:
    game = table(ninja="1,-5 | Smoke Bomb", pirate="0,-5 |", aggressor="1,-5")
    game.play("ninja: play Smoke Bomb; to H0a")
    assert game.at("ninja") == {"H0a"}


@pytest.mark.rule("ZERPANG-131", "ZERPANG-66", "ZERPANG-138")
def test_a_tricked_zombie_attacks_and_wins_ties(table) -> None:
    game = table(pirate="X4 | 2", zombies="1,0 |", ninja="3,0 |")
    game.play("pirate: scoundrel X1 E; pay 2", "pirate: end").settle()
    assert game.at("ninja") == set()
    assert game.rings == {"3,0"}

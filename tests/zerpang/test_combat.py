"""Combat: who fights whom, ratings, the clock, the loser, and helping others.

Most fights are at 2,0 and 3,0, side by side in Zone 1.
"""

from __future__ import annotations

import pytest

from quarterdeck.games.zerpang import state as st

from .names import cards
from .setting import random_tables

# Who fights ------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-65", "ZERPANG-66")
@pytest.mark.parametrize(("stop", "fights"), [("E", True), ("NE", True), ("SE", False)])
def test_a_piece_that_stops_beside_an_enemy_attacks_it(table, stop: str, fights: bool) -> None:
    game = table(ninja="1,0 | 1", pirate="3,-1 | 1")
    game.play(f"ninja: move 1,0 {stop}", "ninja: end")
    assert bool(game.fighters) is fights
    if fights:
        assert game.fighters[1] == "3,-1"


@pytest.mark.rule("ZERPANG-65")
def test_pieces_of_one_player_do_not_fight(table) -> None:
    game = table(ninja="1,0 3,0 | 1", pirate="").play("ninja: move 1,0 E").finish_turn()
    assert game.turn_of == "pirate"
    assert game.at("ninja") == {"2,0", "3,0"}


@pytest.mark.rule("ZERPANG-67", "ZERPANG-71", "ZERPANG-12")
def test_entering_beside_an_enemy_is_an_attack_from_ones_own_gate(table) -> None:
    game = table(ninja="| 1", pirate="1,-5 | 1")
    game.play("ninja: enter H0a", "ninja: end", "ninja: end")
    assert game.fighters == ("H0a", "1,-5")
    assert (game.rating("ninja"), game.rating("pirate")) == (6, 1)


@pytest.mark.rule("ZERPANG-67")
def test_who_moves_on_before_the_combat_phase_does_not_fight(table) -> None:
    game = table(ninja="| 1", pirate="2,-4 | 1")
    game.play("ninja: enter H0a", "ninja: move H0a W", "ninja: end")
    assert not game.fighters


@pytest.mark.rule("ZERPANG-79", "ZERPANG-78")
def test_defenders_come_clockwise_from_the_aggressors_owner(table) -> None:
    game = table(ninja="3,0 | 1, 1", pirate="2,0 1,0 1,1 | 1", zombies="2,1 | 1", turn="pirate",
                 aggressor="2,0")  # fmt: skip
    assert game.fighters == ("2,0", "2,1")  # zombies sit to the pirate's left, then the ninja
    game.play("zombies: concede")
    assert game.fighters == ("2,0", "3,0")


@pytest.mark.rule("ZERPANG-80")
def test_a_player_with_several_threatened_pieces_chooses_which_fights_first(table) -> None:
    game = table(ninja="2,0 | 2, 2", pirate="3,0 1,0 | 1", aggressor="2,0")
    assert game.to_act == "pirate"
    game.play("pirate: defend X1")
    assert game.fighters == ("2,0", "X1")


@pytest.mark.rule("ZERPANG-81", "ZERPANG-78")
def test_with_several_aggressors_the_player_whose_turn_it_is_chooses(table) -> None:
    game = table(ninja="2,0 -2,0 | 2, 2", pirate="3,0 -3,0 |", aggressor="2,0 -2,0")
    assert game.to_act == "ninja"
    game.play("ninja: attack -2,0")
    assert game.fighters == ("-2,0", "-3,0")
    game.play("ninja: points 2", "pirate: concede")
    assert game.fighters == ("2,0", "3,0")


@pytest.mark.rule("ZERPANG-78")
def test_a_surviving_aggressor_fights_on_before_another_piece(table) -> None:
    game = table(ninja="2,0 -2,0 | 2, 2, 2", pirate="3,0 X1 -3,0 |", aggressor="2,0 -2,0")
    game.play("ninja: attack 2,0", "pirate: defend 3,0", "ninja: points 2", "pirate: concede")
    assert game.fighters == ("2,0", "X1")


@pytest.mark.rule("ZERPANG-82")
def test_no_two_enemies_are_adjacent_after_a_combat_phase() -> None:
    drawing = 0
    for game in random_tables(3, "ninja", "pirate", "zombies", "robots"):
        if game.phase > st.COMBAT_PHASE:
            drawing += 1
            assert game.adjacent_enemies() == []
    assert drawing > 100


# Ratings ---------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-69", "ZERPANG-70")
def test_a_string_of_four_against_a_pair_is_four_to_two(table) -> None:
    """The rulebook's example."""
    game = table(ninja="2,0 1,0 0,0 -1,0 | 1", pirate="3,0 4,0 |", aggressor="2,0")
    assert (game.rating("ninja"), game.rating("pirate")) == (4, 2)


@pytest.mark.rule("ZERPANG-70")
@pytest.mark.parametrize(
    ("pieces", "rating"),
    [
        ("2,0", 1),
        ("2,0 1,0", 2),
        ("2,0 0,0", 1),
        ("2,0 1,0 0,0 -2,0", 3),
        ("2,0 1,1 0,2 -1,3", 4),
        ("2,0 2,-1 1,0 1,-1", 4),
    ],
)
def test_connected_is_any_unbroken_clump_or_chain(table, pieces: str, rating: int) -> None:
    game = table(ninja=f"{pieces} | 1", pirate="3,0 | 1", aggressor="2,0")
    assert game.rating("ninja") == rating


@pytest.mark.rule("ZERPANG-71")
@pytest.mark.parametrize(
    ("pieces", "attack_from", "rating"),
    [("H3a", "-2,4", 6), ("H3a H3b", "-2,4", 7), ("-1,5 H3a", "0,4", 2)],
)
def test_only_the_fighter_itself_has_the_advantage_of_its_gate(table, pieces, attack_from, rating):
    game = table(ninja=f"{attack_from} | 1", pirate=f"{pieces} | 1", aggressor=attack_from)
    if not game.fighters:
        game.play("pirate: defend H3a")
    assert game.rating("pirate") == rating


@pytest.mark.rule("ZERPANG-75", "ZERPANG-21")
@pytest.mark.parametrize(
    ("who", "card", "points"),
    [
        *(("ninja", card, p) for card, p in [("1", 1), ("2", 2), ("Smoke Bomb", 3),
          ("Honor Bound", 2), ("They're Everywhere", 2), ("Self Sacrifice", 4)]),
        *(("pirate", card, p) for card, p in [("1", 1), ("2", 2), ("Blockade", 4),
          ("Cannoneer", 1), ("Flanking Maneuver", 4), ("Keel Haul", 3)]),
    ],
)  # fmt: skip
def test_any_card_adds_its_value_on_the_owners_side(table, who, card, points) -> None:
    other = "pirate" if who == "ninja" else "ninja"
    game = table(**{who: f"2,0 | {card}", other: "3,0 | 1"}, aggressor="2,0")
    game.play(f"{who}: points {card}")
    assert game.rating(who) == 1 + points
    assert game.rating(other) == 1


@pytest.mark.rule("ZERPANG-21")
@pytest.mark.parametrize(("card", "points"), [("Cannoneer", 2), ("Flanking Maneuver", 4),
                                              ("Keel Haul", 4), ("Blockade", 4)])  # fmt: skip
@pytest.mark.parametrize("who", ["zombies", "aliens", "robots"])
def test_other_classes_read_the_better_side(table, who: str, card: str, points: int) -> None:
    game = table(ninja="3,0 4,0 | 1", pirate="", **{who: f"2,0 | {card}"}, turn=who,
                 aggressor="2,0")  # fmt: skip
    game.play(f"{who}: points {card}")
    assert game.rating(who) == 1 + points


# The clock -------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-72", "ZERPANG-73")
def test_ties_go_to_the_defender_and_who_is_behind_has_to_act(table) -> None:
    game = table(ninja="2,0 | 1, 1, 2", pirate="3,0 | 1, 1", aggressor="2,0")
    assert game.to_act == "ninja"
    game.play("ninja: points 1")
    assert (game.rating("ninja"), game.rating("pirate")) == (2, 1)
    assert game.to_act == "pirate"
    game.play("pirate: points 1")
    assert game.to_act == "ninja"
    game.play("ninja: pass").settle()
    assert game.at("ninja") == set()
    assert game.at("pirate") == {"3,0"}


@pytest.mark.rule("ZERPANG-73", "ZERPANG-74")
def test_who_is_still_behind_after_a_play_goes_on(table) -> None:
    game = table(ninja="2,0 | 1, 1, 2", pirate="3,0 4,0 4,-1 | 1", aggressor="2,0")
    game.play("ninja: points 1")
    assert game.to_act == "ninja"
    game.play("ninja: points 2")
    assert game.to_act == "pirate"


@pytest.mark.rule("ZERPANG-76")
@pytest.mark.parametrize("word", ["pass", "concede"])
def test_a_side_that_passes_or_concedes_has_lost(table, word: str) -> None:
    game = table(ninja="2,0 | Smoke Bomb", pirate="3,0 | 1", aggressor="2,0")
    game.play(f"ninja: {word}").settle()
    assert game.at("ninja") == set()
    assert game.home("ninja") == 6
    assert "Tactically Advance Backwards" in game.hand("ninja")


@pytest.mark.rule("ZERPANG-77", "ZERPANG-26")
def test_only_the_losing_piece_goes_home_and_the_cards_are_discarded_then(table) -> None:
    game = table(ninja="2,0 1,0 | 2, 1", pirate="3,0 4,0 | 2, 1", aggressor="2,0")
    game.play("ninja: points 2", "pirate: points 2")
    assert game.discard() == []
    game.play("ninja: points 1").settle()
    assert game.at("ninja") == {"2,0", "X1"}
    assert game.at("pirate") == {"4,0"}
    assert game.discard()[:3] == cards("1, 2, 2")


@pytest.mark.rule("ZERPANG-68", "ZERPANG-66")
def test_a_piece_moved_by_a_scoundrel_attacks_under_its_owners_command(table) -> None:
    game = table(pirate="X4 | 2, 1", ninja="1,0 | 1", zombies="3,0 | 1")
    game.play("pirate: scoundrel X1 E; pay 2", "pirate: end")
    assert game.fighters == ("2,0", "3,0")
    assert game.asked_in_turn("assist") == ["pirate"]
    assert game.to_act == "ninja"


# Assisting -------------------------------------------------------------------------------------


def fight(table, ninja="1", pirate="1", robots="2", **more):
    return table(ninja=f"2,0 | {ninja}", pirate=f"3,0 | {pirate}", robots=f"| {robots}",
                 aggressor="2,0", **more)  # fmt: skip


@pytest.mark.rule("ZERPANG-83", "ZERPANG-84", "ZERPANG-85")
@pytest.mark.parametrize("side", ["ninja", "pirate"])
def test_a_third_player_may_add_points_to_either_side(table, side: str) -> None:
    game = fight(table)
    assert game.to_act == "robots"
    game.play(f"robots: points 2 for {side}")
    assert game.rating(side) == 3
    assert game.hand("robots") == []


@pytest.mark.rule("ZERPANG-84")
def test_bystanders_are_asked_at_the_start_when_the_lead_changes_and_after_a_pass(table) -> None:
    game = fight(table, ninja="1, 1, 1", pirate="2, 1", robots="2, 1, 1")
    assert game.asked == "robots: assist"
    game.play("robots: decline")
    assert game.asked == "ninja: clock"
    game.play("ninja: points 1")  # 2 to 1: the lead changes
    assert game.asked == "robots: assist"
    game.play("robots: decline", "pirate: points 2")  # 2 to 3
    assert game.asked == "robots: assist"
    game.play("robots: decline", "ninja: points 1")  # 3 to 3: still behind
    assert game.asked == "ninja: clock"
    game.play("ninja: pass")
    assert game.asked == "robots: assist"


@pytest.mark.rule("ZERPANG-76", "ZERPANG-84")
def test_help_after_a_pass_can_turn_the_combat(table) -> None:
    game = fight(table, robots="2")
    game.play("robots: decline", "ninja: pass", "robots: points 2 for ninja")
    assert game.at("ninja") == {"2,0"}
    assert game.asked == "pirate: clock"


@pytest.mark.rule("ZERPANG-84")
def test_a_player_without_cards_is_not_asked(table) -> None:
    assert fight(table, robots="").to_act == "ninja"


@pytest.mark.rule("ZERPANG-83", "ZERPANG-79")
def test_assistants_are_asked_clockwise_from_the_aggressors_owner(table) -> None:
    game = table(robots="| 1", ninja="2,0 | 1", zombies="| 1", pirate="3,0 | 1", aliens="| 1",
                 turn="ninja", aggressor="2,0")  # fmt: skip
    order = []
    while game.asked.endswith("assist"):
        order.append(game.to_act)
        game.play(f"{game.to_act}: decline")
    assert order == ["zombies", "aliens", "robots"]


@pytest.mark.rule("ZERPANG-86", "ZERPANG-88")
def test_a_weapon_may_be_played_for_zombies_too(table) -> None:
    game = table(zombies="2,0 | 1", pirate="3,0 | 1", ninja="| Killing Katana", aggressor="2,0")
    game.play("ninja: play Killing Katana for zombies", "zombies: accept")
    assert game.rating("zombies") == 4


@pytest.mark.rule("ZERPANG-87", "ZERPANG-193")
def test_a_card_may_be_refused_and_goes_back_to_its_owners_hand(table) -> None:
    game = fight(table, robots="Gunpowder, 1, 1")
    game.play("robots: play Gunpowder for ninja", "ninja: refuse")
    assert game.hand("robots") == cards("Gunpowder, 1, 1")
    assert (game.rating("ninja"), game.rating("pirate")) == (1, 1)
    assert game.asked == "ninja: clock"
    game.play("ninja: concede").decline_all()  # till then the refusal could be taken back
    assert all(cards("Gunpowder")[0] in hand for hand in game.imagined_hands("pirate", "robots"))


@pytest.mark.rule("ZERPANG-88")
def test_assistants_keep_to_their_own_classs_cards(table) -> None:
    game = table(ninja="2,0 |", pirate="3,0 |", zombies="| Gunpowder, 1", aggressor="2,0")
    assert not game.can("zombies: play Gunpowder for ninja")
    assert game.can("zombies: points Gunpowder for ninja")
    game = table(ninja="2,0 |", pirate="3,0 |", pirate2="| Cannoneer", aggressor="2,0")
    assert game.can("pirate2: play Cannoneer for ninja")
    assert not game.can("pirate2: play Honor Bound for ninja")
    assert game.can("pirate2: points Cannoneer for ninja")


@pytest.mark.rule("ZERPANG-89")
def test_what_was_given_is_spent_even_if_it_was_in_vain(table) -> None:
    game = fight(table, ninja="", robots="2")
    game.play("robots: points 2 for pirate").settle()
    assert game.at("ninja") == set()
    assert game.hand("robots") == []
    assert cards("2")[0] in game.discard()


@pytest.mark.rule("ZERPANG-86")
def test_self_sacrifice_jury_rig_and_other_cards_are_not_for_assistants(table) -> None:
    game = fight(table, robots="Self Sacrifice, Jury Rig, 1, 1")
    assert not game.can("robots: play Self Sacrifice for ninja")
    assert not game.can("robots: play Jury Rig for ninja")
    assert fight(table, robots="Gunpowder, 1").can("robots: play Gunpowder for ninja")


@pytest.mark.rule("ZERPANG-86", "ZERPANG-102")
def test_who_is_helped_to_flee_chooses_the_space(table) -> None:
    game = table(ninja="2,0 |", pirate="3,0 |", ninja2="| Smoke Bomb", aggressor="2,0")
    game.play("ninja2: play Smoke Bomb for pirate", "pirate: accept; to 4,0")
    assert game.at("pirate") == {"4,0"}
    assert game.at("ninja") == {"2,0"}
    assert not game.fighters


@pytest.mark.rule("ZERPANG-90")
def test_with_two_players_nobody_assists(table) -> None:
    game = table(ninja="2,0 | 1", pirate="3,0 | 1, 1", aggressor="2,0")
    assert game.asked == "ninja: clock"
    game.play("ninja: points 1")
    assert game.asked == "pirate: clock"

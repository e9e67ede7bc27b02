"""Mystic Binding, bindings of bindings, and cards of the other side."""

from __future__ import annotations

import pytest

from .names import cards

BINDING = "Mystic Binding"


@pytest.mark.rule("ZERPANG-108", "ZERPANG-109")
def test_a_bound_card_has_no_effect_and_its_player_goes_on(table) -> None:
    game = table(pirate="X0 X3 | New Crew, 1, 2", ninja=f"| {BINDING}")
    game.play("pirate: play New Crew", "ninja: bind").decline_all()
    assert game.at("pirate") == {"X0", "X3"}
    assert game.hand("ninja") == []
    assert sorted(game.discard()) == sorted(cards(f"New Crew, {BINDING}"))
    assert game.asked == "pirate: entrance"
    game.play("pirate: enter H0a; pay 2")
    assert "H0a" in game.at("pirate")


@pytest.mark.rule("ZERPANG-111")
@pytest.mark.parametrize("bindings", [0, 1, 2, 3])
def test_bindings_of_bindings_an_odd_number_negates(table, bindings: int) -> None:
    game = table(ninja=f"H0b | Deployment, {BINDING}", ninja2=f"| {BINDING}, {BINDING}")
    script = ["ninja2: bind", "ninja: bind", "ninja2: bind"][:bindings]
    game.play("ninja: play Deployment", *script).decline_all()
    if bindings % 2 == 0:
        game.play("ninja: gate H0a")
    assert ("H0a" in game.at("ninja")) is (bindings % 2 == 0)
    assert game.discard().count(cards(BINDING)[0]) == bindings


@pytest.mark.rule("ZERPANG-111", "ZERPANG-110")
def test_the_first_player_may_answer_the_binding(table) -> None:
    game = table(ninja=f"X0 | Deployment, {BINDING}", ninja2=f"| {BINDING}")
    game.play("ninja: play Deployment")
    assert game.asked == "ninja2: bind"
    game.play("ninja2: bind")
    assert game.asked == "ninja: bind"


@pytest.mark.rule("ZERPANG-111")
def test_nobody_answers_their_own_binding(table) -> None:
    game = table(ninja="X0 | Deployment, 1", ninja2=f"| {BINDING}, {BINDING}")
    game.play("ninja: play Deployment", "ninja2: bind")
    assert not game.can("ninja2: bind")


@pytest.mark.rule("ZERPANG-110", "ZERPANG-191")
def test_all_who_might_hold_one_are_asked_clockwise_whatever_they_hold(table) -> None:
    game = table(pirate="X0 | New Crew", zombies=f"| {BINDING}, 1", gunslinger="| 1, 2",
                 elves=f"| {BINDING}", ninja="| 1", aliens=f"| {BINDING}")  # fmt: skip
    game.play("pirate: play New Crew")
    assert game.asked_in_turn("bind") == ["gunslinger", "ninja"]
    game = table(ninja2="| 1", pirate="X0 | New Crew", robots="| 2, 2", zombies="|",
                 ninja="|", turn="pirate")  # fmt: skip
    game.play("pirate: play New Crew")
    assert game.asked_in_turn("bind") == ["robots", "ninja2"]


@pytest.mark.rule("ZERPANG-110", "ZERPANG-191")
def test_without_cards_nobody_is_asked(table) -> None:
    game = table(pirate="X0 | New Crew", ninja="|").play("pirate: play New Crew; gate H0a")
    assert game.asked == "pirate: entrance"
    assert "H0a" in game.at("pirate")


@pytest.mark.rule("ZERPANG-31")
def test_points_cannot_be_answered(table) -> None:
    game = table(pirate="X0 | New Crew", ninja=f"| {BINDING}")
    game.play("pirate: enter H0a; pay New Crew")
    assert game.to_act == "pirate"
    game = table(pirate="2,0 | Keel Haul", ninja=f"3,0 | {BINDING}", aggressor="2,0")
    game.play("pirate: points Keel Haul")
    assert game.asked == "ninja: clock"
    assert not game.can("ninja: bind")


@pytest.mark.rule("ZERPANG-109")
def test_a_fighter_whose_card_was_bound_is_still_to_act(table) -> None:
    game = table(pirate="2,0 | Gunpowder, 2", ninja=f"3,0 | {BINDING}", aggressor="2,0")
    game.play("pirate: play Gunpowder", "ninja: bind").decline_all()
    assert game.asked == "pirate: clock"
    assert game.rating("pirate") == 1


@pytest.mark.rule("ZERPANG-112", "ZERPANG-95")
def test_a_binding_may_be_played_under_honor_bound(table) -> None:
    game = table(pirate="3,0 4,0 | Gunpowder, 1", ninja="2,0 | Honor Bound, 1, 1",
                 ninja2=f"| {BINDING}, 1", turn="ninja", aggressor="2,0")  # fmt: skip
    game.play("ninja: play Honor Bound", "ninja: points 1")
    assert not game.can("ninja2: points 1 for ninja")
    game.play("pirate: play Gunpowder", "ninja2: bind").decline_all()
    assert game.rating("pirate") == 1


@pytest.mark.rule("ZERPANG-108")
@pytest.mark.parametrize(
    ("hand", "script"),
    [
        ("Full Sails", ["pirate: play Full Sails"]),
        ("Flanking Maneuver", ["pirate: play Flanking Maneuver; flank X3 SW"]),
        ("Plunder", ["pirate: play Plunder"]),
        ("Treasure Everywhere", ["pirate: play Treasure Everywhere"]),
        ("Keel Haul", ["pirate: play Keel Haul; on ninja"]),
    ],
)
def test_every_effect_can_be_bound(table, hand: str, script: list[str]) -> None:
    game = table(pirate=f"X0 X3 | {hand}", ninja=f"G0 | {BINDING}")
    game.play(*script, "ninja: bind").decline_all()
    assert game.at("pirate") == {"X0", "X3"}
    assert not game.can("pirate: move X0 NE NE NE")
    game.finish_turn("pirate")
    assert game.turn_of == "ninja"
    assert len(game.hand("pirate")) == 1
    assert set(cards(f"{hand}, {BINDING}")) <= set(game.discard())


@pytest.mark.rule("ZERPANG-108")
def test_a_save_and_a_blockade_can_be_bound(table) -> None:
    game = table(pirate="2,0 | Jury Rig", ninja=f"3,0 | {BINDING}", aggressor="2,0")
    game.play("pirate: pass", "pirate: save Jury Rig; gate H0a", "ninja: bind")
    game.decline_all()
    assert game.at("pirate") == set()
    game = table(ninja=f"3,0 | {BINDING}", pirate="| Blockade")
    game.play("ninja: end", "pirate: play Blockade", "ninja: bind").finish_turn("ninja")
    assert len(game.hand("ninja")) == 2
    assert game.hand("pirate") == []


# The other side --------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-113")
def test_a_disguise_opens_the_other_side_of_another_card(table) -> None:
    game = table(ninja="2,0 -2,0 G3 | Amazing Disguise, Cannoneer", pirate="3,0 4,0 |",
                 aggressor="2,0")  # fmt: skip
    game.play("ninja: play Cannoneer")
    assert game.rating("ninja") == 3
    assert game.hand("ninja") == []
    game = table(pirate="2,0 | Foreign Training, Killing Katana", ninja="3,0 |", aggressor="2,0")
    game.play("pirate: play Killing Katana")
    assert game.rating("pirate") == 4
    assert game.hand("pirate") == []


@pytest.mark.rule("ZERPANG-113")
def test_when_the_other_card_may_be_played_stays_as_it_is(table) -> None:
    game = table(ninja="X0 | Amazing Disguise, New Crew, Keel Haul", pirate="")
    game.play("ninja: move X0 NE")
    assert not game.can("ninja: play New Crew; gate H0a")
    assert game.can("ninja: play Keel Haul; on pirate")


@pytest.mark.rule("ZERPANG-114")
def test_each_card_needs_a_disguise_of_its_own(table) -> None:
    game = table(ninja="2,0 | Amazing Disguise, Gunpowder, Gunpowder", pirate="3,0 4,0 4,-1 G1 |",
                 aggressor="2,0")  # fmt: skip
    game.play("ninja: play Gunpowder")
    assert game.rating("ninja") == 3
    assert not game.can("ninja: play Gunpowder")
    assert game.can("ninja: play Killing Katana")


@pytest.mark.rule("ZERPANG-115")
def test_binding_a_disguise_wastes_the_card_it_carried(table) -> None:
    game = table(pirate="2,0 | Foreign Training, Honor Bound, 1", ninja=f"3,0 4,0 | {BINDING}",
                 aggressor="2,0")  # fmt: skip
    game.play("pirate: play Honor Bound", "ninja: bind").decline_all()
    assert game.hand("pirate") == cards("1")
    assert game.rating("ninja") == 2
    assert game.asked == "pirate: clock"


@pytest.mark.rule("ZERPANG-113", "ZERPANG-108")
def test_a_pirate_binds_with_foreign_training(table) -> None:
    game = table(ninja="X0 | Deployment", pirate=f"| Foreign Training, {BINDING}")
    game.play("ninja: play Deployment", "pirate: bind").decline_all()
    assert game.at("ninja") == {"X0"}
    assert game.hand("pirate") == []
    game = table(ninja="X0 | Deployment", pirate=f"| {BINDING}, 1")
    game.play("ninja: play Deployment")
    assert game.asked == "pirate: bind"
    assert not game.can("pirate: bind")


@pytest.mark.rule("ZERPANG-113", "ZERPANG-59")
def test_a_ninja_blockades_with_amazing_disguise(table) -> None:
    game = table(pirate="3,0 | 1", ninja="| Amazing Disguise, Blockade", deck="1, 2")
    game.play("pirate: end", "ninja: play Blockade")
    assert game.hand("ninja") == cards("1, 2")
    assert game.hand("pirate") == cards("1")

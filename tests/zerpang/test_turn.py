"""The turn: bringing pieces out, phases and their order, drawing, Keel Haul."""

from __future__ import annotations

import pytest

from .names import cards

# Entrance --------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-35", "ZERPANG-37")
def test_each_entrance_costs_a_point_for_every_piece_already_out(table) -> None:
    game = table(ninja="| 1, 1, 1, 1", pirate="")
    game.play("ninja: enter H0a", "ninja: enter H0b; pay 1")
    assert game.at("ninja") == {"H0a", "H0b"}
    assert game.hand("ninja") == cards("1, 1, 1")


@pytest.mark.rule("ZERPANG-35")
@pytest.mark.parametrize(("out", "paid"), [("X0", "1"), ("X0 X2", "1+1"), ("X0 X2 X4", "1+2")])
def test_the_price_of_an_entrance(table, out: str, paid: str) -> None:
    game = table(ninja=f"{out} | 1, 1, 2", pirate="")
    game.play(f"ninja: enter H0a; pay {paid}")
    assert "H0a" in game.at("ninja")
    assert not table(ninja=f"{out} | ", pirate="").can("ninja: enter H0a")


@pytest.mark.rule("ZERPANG-36")
def test_pieces_enter_on_their_own_two_gates_and_not_while_both_are_occupied(table) -> None:
    game = table(ninja="| 1, 2", pirate="")
    assert game.can("ninja: enter H0a")
    assert game.can("ninja: enter H0b")
    assert not game.can("ninja: enter H3a")
    assert not game.can("ninja: enter H1a")
    assert not table(ninja="H0a H0b | 2", pirate="").can("ninja: enter H0a; pay 2")


@pytest.mark.rule("ZERPANG-38")
def test_without_a_piece_at_home_nobody_enters(table) -> None:
    game = table(ninja="X0 X1 X3 G0 G1 | Mystic Binding, Mystic Binding", pirate="")
    assert game.can("ninja: enter H0a; pay Mystic Binding+Mystic Binding")
    game = table(ninja="X0 X1 X3 G0 G1 T | Mystic Binding, Mystic Binding", pirate="")
    assert not game.can("ninja: enter H0a; pay Mystic Binding+Mystic Binding")


@pytest.mark.rule("ZERPANG-40")
@pytest.mark.parametrize(("who", "card", "gate"), [("ninja", "Deployment", "H0a"),
                                                   ("pirate", "New Crew", "H3a")])  # fmt: skip
def test_new_crew_and_deployment_bring_a_piece_out_for_nothing(table, who, card, gate) -> None:
    game = table(turn=who, **{"ninja": "", "pirate": "", who: f"X0 X2 G1 | {card}"})
    game.play(f"{who}: play {card}; gate {gate}")
    assert gate in game.at(who)
    assert game.hand(who) == []
    assert game.discard() == cards(card)


@pytest.mark.rule("ZERPANG-40")
def test_several_may_be_played_and_what_they_bring_counts_for_later_prices(table) -> None:
    game = table(ninja="| Deployment, Deployment, 1, 1", pirate="")
    game.play("ninja: play Deployment; gate H0a")
    assert not game.can("ninja: enter H0b")
    assert game.can("ninja: enter H0b; pay 1")
    game.play("ninja: play Deployment; gate H0b")
    assert game.at("ninja") == {"H0a", "H0b"}
    assert game.hand("ninja") == cards("1, 1")


@pytest.mark.rule("ZERPANG-40", "ZERPANG-36")
def test_deployment_too_needs_an_open_gate(table) -> None:
    game = table(ninja="H0a H0b | Deployment", pirate="")
    assert not game.can("ninja: play Deployment; gate H0a")


# Order of phases -------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-32")
def test_nothing_enters_after_the_move(table) -> None:
    game = table(ninja="X0 | 1, 2, Deployment", pirate="")
    assert game.can("ninja: enter H0a; pay 1", "ninja: move X0 NE")
    assert not game.can("ninja: move X0 NE", "ninja: enter H0a; pay 1")
    assert not game.can("ninja: move X0 NE", "ninja: play Deployment; gate H0a")


@pytest.mark.rule("ZERPANG-32", "ZERPANG-7")
def test_entrance_and_movement_are_optional_and_the_next_player_follows_clockwise(table) -> None:
    game = table(ninja="X0 | 1", pirate="X3 | 1", zombies="G0 | 1")
    for player in ("pirate", "zombies", "ninja"):
        game.finish_turn()
        assert game.turn_of == player
    assert game.at("ninja") == {"X0"}


@pytest.mark.rule("ZERPANG-32")
def test_combat_comes_before_drawing(table) -> None:
    game = table(ninja="1,0 | 1", pirate="3,0 | 1", deck="2, 2, 2, 2")
    game.play("ninja: move 1,0 E", "ninja: end")
    assert game.fighters == ("2,0", "3,0")
    assert game.hand("ninja") == cards("1")


@pytest.mark.rule("ZERPANG-34")
def test_without_pieces_and_cards_one_still_has_turns_and_draws(table) -> None:
    game = table(
        aliens="X0 X2 X4 G1 G3 G5 |", ninja="|", pirate="G0 |", captives={"ninja": 6}, turn="ninja"
    )
    assert not game.can("ninja: enter H2a")
    game.finish_turn("ninja")
    assert len(game.hand("ninja")) == 1
    assert game.turn_of == "pirate"


# Drawing ---------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-52", "ZERPANG-53", "ZERPANG-9")
@pytest.mark.parametrize(
    ("pieces", "drawn"),
    [
        ("", 1),
        ("X0 G0 H0a T 1,-2", 1),
        ("3,-3", 2),
        ("3,-3 3,-4 4,-4", 2),
        ("3,-3 3,0", 3),
        ("3,-3 3,0 0,3 -3,3 -3,0 0,-3", 7),
        ("3,-3 2,-2 3,0 3,-1", 3),
    ],
)
def test_one_card_and_one_for_each_zone(table, pieces: str, drawn: int) -> None:
    game = table(ninja=f"{pieces} |", pirate="")
    game.finish_turn()
    assert len(game.hand("ninja")) == drawn


@pytest.mark.rule("ZERPANG-24")
def test_a_hand_has_no_limit(table) -> None:
    game = table(ninja="3,-3 | 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1", pirate="")
    game.finish_turn()
    assert len(game.hand("ninja")) == 16


@pytest.mark.rule("ZERPANG-55")
@pytest.mark.parametrize(("plunders", "drawn"), [(1, 5), (2, 5)])
def test_plunder_doubles_the_zones_once(table, plunders: int, drawn: int) -> None:
    game = table(pirate="3,-3 3,0 3,1 | Plunder, Plunder", ninja="")
    game.play("pirate: play Plunder")
    spent = 1
    if plunders == 2 and game.can("pirate: play Plunder"):  # it need not be offered
        game.play("pirate: play Plunder")
        spent = 2
    game.finish_turn("pirate")
    assert len(game.hand("pirate")) == 2 - spent + drawn


@pytest.mark.rule("ZERPANG-56", "ZERPANG-54")
@pytest.mark.parametrize(("who", "card"), [("ninja", "Fortune's Favor"),
                                           ("pirate", "Treasure Everywhere")])  # fmt: skip
def test_treasure_and_fortune_draw_two_besides_the_draw(table, who: str, card: str) -> None:
    game = table(turn=who, **{"ninja": "", "pirate": "", who: f"3,-3 | {card}"})
    game.play(f"{who}: play {card}").decline_bindings()
    assert len(game.hand(who)) == 2
    game.finish_turn(who)
    assert len(game.hand(who)) == 4


@pytest.mark.rule("ZERPANG-25")
def test_the_discard_pile_becomes_the_deck_when_that_is_empty(table) -> None:
    game = table(ninja="3,-3 | 1", pirate="", deck="2", discard="Smoke Bomb, Keel Haul")
    game.finish_turn()
    assert len(game.hand("ninja")) == 3
    assert cards("2")[0] in game.hand("ninja")
    assert game.discard() == []
    assert game.deck_size == 1


@pytest.mark.rule("ZERPANG-25")
def test_with_no_cards_anywhere_nothing_is_drawn(table) -> None:
    game = table(ninja="3,-3 3,0 | 1", pirate="", deck="2", discard="")
    game.finish_turn("ninja")
    assert game.hand("ninja") == cards("1, 2")
    game.finish_turn("pirate")
    assert len(game.hand("pirate")) == 97


@pytest.mark.rule("ZERPANG-25")
def test_a_card_played_for_two_more_can_come_back_with_the_discard(table) -> None:
    """It is discarded first: "Discard this card and draw two more"."""
    game = table(ninja="X0 | Fortune's Favor", pirate="", deck="2", discard="")
    game.play("ninja: play Fortune's Favor").decline_bindings()
    assert game.hand("ninja") == cards("2, Fortune's Favor")
    assert not game.can("ninja: play Fortune's Favor")  # drawn this turn


# Locks -----------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-57")
def test_a_draw_phase_card_cannot_be_used_in_the_turn_it_was_drawn(table) -> None:
    game = table(ninja="| Fortune's Favor", pirate="", deck="Fortune's Favor, Fortune's Favor, 1")
    game.play("ninja: play Fortune's Favor")
    hand = game.hand("ninja")
    assert cards("Fortune's Favor")[0] in hand
    assert not game.can("ninja: play Fortune's Favor")


@pytest.mark.rule("ZERPANG-57")
def test_it_may_be_used_on_the_next_turn(table) -> None:
    game = table(pirate="3,-3 |", ninja="", deck="Plunder, Plunder")
    game.finish_turn().finish_turn()
    assert game.turn_of == "pirate"
    assert game.can("pirate: play Plunder")


@pytest.mark.rule("ZERPANG-57")
def test_blockade_is_locked_until_ones_own_next_turn(table) -> None:
    game = table(pirate="3,-3 |", ninja="G0 |", deck="Blockade, Blockade")
    game.finish_turn()
    assert cards("Blockade")[0] in game.hand("pirate")
    assert not game.can("ninja: end", "pirate: play Blockade")
    game.finish_turn().finish_turn()
    assert game.can("ninja: end", "pirate: play Blockade")


@pytest.mark.rule("ZERPANG-58")
def test_a_locked_card_may_be_played_for_points(table) -> None:
    game = table(pirate="3,-3 |", ninja="4,-1 | 1, 1", deck="Blockade, Blockade")
    game.finish_turn("pirate")  # the pirate now holds two Blockades, both locked
    game.play("ninja: move 4,-1 NW W; pay 1", "ninja: end")
    assert game.fighters == ("3,-2", "3,-3")
    game.play("ninja: points 1", "pirate: points Blockade")
    assert game.rating("pirate") == 5


@pytest.mark.rule("ZERPANG-58")
def test_the_cards_dealt_at_the_start_are_open(new_game) -> None:
    """A Blockade in the very first Draw Phase, before the own first turn."""
    for seed in range(60):
        game = new_game(["pirate", "ninja"], seed=seed)
        if game.turn_of == "ninja" and "Blockade" in game.hand("pirate"):
            assert game.can("pirate: play Blockade")
            return
    raise AssertionError("no Pirate was dealt a Blockade")


@pytest.mark.rule("ZERPANG-58")
def test_keel_haul_may_be_played_in_the_turn_it_was_drawn(table) -> None:
    game = table(pirate="3,-3 |", ninja="", deck="Keel Haul, Keel Haul")
    number = game.truth.turn
    game.play("pirate: end", "pirate: play Keel Haul; on ninja").finish_turn_number(number)
    assert game.turn_of == "pirate"
    assert game.truth.turn == number + 2


# Keel Haul -------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-62", "ZERPANG-64")
def test_keel_haul_skips_the_next_turn_of_the_player_named(table) -> None:
    game = table(pirate="3,-3 | Keel Haul", ninja="3,0 |", zombies="", deck="1, 1, 1, 1")
    game.play("pirate: play Keel Haul; on ninja").finish_turn("pirate")
    assert game.turn_of == "zombies"
    assert game.hand("ninja") == []
    game.finish_turn("zombies").finish_turn("pirate")
    assert game.turn_of == "ninja"


@pytest.mark.rule("ZERPANG-62")
def test_keel_haul_comes_after_the_draw_phase(table) -> None:
    game = table(pirate="3,-3 | Keel Haul", ninja="", deck="1, 1")
    game.play("pirate: play Keel Haul; on ninja")
    assert game.hand("pirate") == cards("1, 1")


@pytest.mark.rule("ZERPANG-63")
def test_nobody_is_keel_hauled_while_a_skip_is_pending(table) -> None:
    game = table(pirate="| Keel Haul, Keel Haul", ninja="", zombies="", skip=["ninja"])
    assert not game.can("pirate: play Keel Haul; on ninja")
    assert not game.can("pirate: play Keel Haul; on pirate")
    assert game.can("pirate: play Keel Haul; on zombies")


@pytest.mark.rule("ZERPANG-64")
def test_a_missed_turn_counts_and_cannot_be_blockaded(table) -> None:
    game = table(pirate="| Keel Haul, Blockade", ninja="3,-3 |", zombies="3,0 |", number=20)
    game.play("pirate: play Keel Haul; on ninja").finish_turn("pirate")
    assert game.truth.turn == 22
    assert game.hand("ninja") == []
    assert game.turn_of == "zombies"


@pytest.mark.rule("ZERPANG-64")
def test_a_missed_turn_ends_disorientation_and_opens_locks(table) -> None:
    game = table(ninja="X0~ |", pirate="| Keel Haul", turn="pirate")
    assert game.disoriented("X0")
    number = game.truth.turn
    game.play("pirate: play Keel Haul; on ninja").finish_turn_number(number)
    assert game.turn_of == "pirate"
    assert not game.disoriented("X0")

"""Paying: sums, excess, what may be combined and what may not."""

from __future__ import annotations

import pytest

from .names import cards


@pytest.mark.rule("ZERPANG-27")
@pytest.mark.parametrize(
    ("pay", "fits"),
    [
        ("1+1+1", True),
        ("1+2", True),
        ("Smoke Bomb", True),
        ("2+2", True),
        ("Mystic Binding", True),
        ("1+1", False),
        ("2", False),
    ],
)
def test_a_price_of_three_is_paid_by_any_cards_that_reach_it(table, pay: str, fits: bool) -> None:
    game = table(ninja="X0 X2 X4 | 1, 1, 1, 2, 2, Smoke Bomb, Mystic Binding", pirate="")
    assert game.can(f"ninja: enter H0a; pay {pay}", "ninja: move H0a SE") is fits


@pytest.mark.rule("ZERPANG-29")
@pytest.mark.parametrize("pay", ["1+1+1+1", "2+2+1", "Smoke Bomb+1", "Mystic Binding+2"])
def test_no_card_is_added_that_is_not_needed(table, pay: str) -> None:
    game = table(ninja="X0 X2 X4 | 1, 1, 1, 1, 2, 2, Smoke Bomb, Mystic Binding", pirate="")
    assert not game.can(f"ninja: enter H0a; pay {pay}")


@pytest.mark.rule("ZERPANG-28", "ZERPANG-30")
def test_what_is_overpaid_pays_nothing_else(table) -> None:
    game = table(ninja="X0 | 2, 1", pirate="")
    game.play("ninja: enter H0a; pay 2")
    assert not game.can("ninja: enter H0b")
    assert not game.can("ninja: move X0 NE NE")
    assert game.can("ninja: move X0 NE NE; pay 1")
    assert game.hand("ninja") == cards("1")


@pytest.mark.rule("ZERPANG-30", "ZERPANG-37")
def test_two_entrances_are_two_prices(table) -> None:
    """One piece out: the next two cost 1 and 2, and a 3 pays either but not both."""
    game = table(ninja="X0 | Smoke Bomb", pirate="")
    game.play("ninja: enter H0a; pay Smoke Bomb")
    assert not game.can("ninja: enter H0b")


@pytest.mark.rule("ZERPANG-30", "ZERPANG-41")
def test_a_whole_move_is_one_price(table) -> None:
    game = table(ninja="X3 | Mystic Binding", pirate="")
    game.play("ninja: move X3 NE NE NE NE NE; pay Mystic Binding")
    assert game.at("ninja") == {"4,-4"}


@pytest.mark.rule("ZERPANG-30", "ZERPANG-46")
def test_getas_point_and_paid_spaces_are_two_prices(table) -> None:
    game = table(ninja="X3 | Geta of Speed, 2, 1", pirate="")
    way = "NE NE NE NE NE NE"
    assert game.can("ninja: play Geta of Speed; boost 1", f"ninja: move X3 {way}; pay 2")
    game = table(ninja="X3 | Geta of Speed, 2", pirate="")
    assert not game.can("ninja: play Geta of Speed; boost 2", f"ninja: move X3 {way}")


@pytest.mark.rule("ZERPANG-21", "ZERPANG-27")
@pytest.mark.parametrize(
    ("who", "card", "entrance"),
    [("ninja", "Honor Bound", True), ("pirate", "Cannoneer", False), ("zombies", "Cannoneer", True),
     ("robots", "Honor Bound", True), ("aliens", "Cannoneer", True)],
)  # fmt: skip
def test_cards_pay_by_the_side_their_owner_reads(table, who, card, entrance) -> None:
    """Two pieces are out: the price is 2. The card is worth 1 as Pillage, 2 as Ninjutsu."""
    players = {who: f"X0 X2 | {card}", "ninja" if who != "ninja" else "ninja2": "", "pirate2": ""}
    game = table(**players)
    assert game.can(f"{who}: enter H0a; pay {card}", f"{who}: move H0a SE") is entrance


@pytest.mark.rule("ZERPANG-26")
def test_what_was_paid_is_discarded(table) -> None:
    game = table(ninja="X0 | 1, Smoke Bomb", pirate="")
    game.play("ninja: enter H0a; pay Smoke Bomb")
    assert game.discard() == cards("Smoke Bomb")
    game.play("ninja: move X0 NE NE; pay 1")
    assert game.discard() == cards("Smoke Bomb, 1")


@pytest.mark.rule("ZERPANG-192")
def test_a_payment_in_the_making_can_be_taken_back(table) -> None:
    game = table(ninja="X0 X2 | 1, 1, 2", pirate="")
    game.act("enter", 0)
    game.act("card", 12)
    game.match.undo(0)
    game.match.undo(0)
    game.play("ninja: enter H0b; pay 2")
    assert game.at("ninja") == {"X0", "X2", "H0b"}
    assert game.hand("ninja") == cards("1, 1")

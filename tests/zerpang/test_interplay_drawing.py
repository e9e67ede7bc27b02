"""Draw Phases, bindings and saves against each other, and what holds in every game."""

from __future__ import annotations

import pytest

from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb

from .names import cards, space_name
from .setting import random_tables

# Drawing ---------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-59", "ZERPANG-55", "ZERPANG-190")
def test_blockade_takes_what_plunder_would_have_drawn(table) -> None:
    game = table(pirate="3,0 3,-3 | Plunder", pirate2="| Blockade", ninja="")
    game.play("pirate: play Plunder", "pirate2: play Blockade").finish_turn("pirate")
    assert len(game.hand("pirate2")) == 5
    assert game.hand("pirate") == []


@pytest.mark.rule("ZERPANG-61", "ZERPANG-54")
def test_the_two_cards_of_treasure_everywhere_stay_with_their_player(table) -> None:
    game = table(pirate="3,0 | Treasure Everywhere", pirate2="| Blockade", ninja="")
    game.play("pirate: play Treasure Everywhere", "pirate2: play Blockade").finish_turn("pirate")
    assert len(game.hand("pirate")) == 2
    assert len(game.hand("pirate2")) == 2


@pytest.mark.rule("ZERPANG-60", "ZERPANG-54")
def test_the_first_blockade_that_stands_is_the_only_one(table) -> None:
    game = table(ninja="3,0 |", pirate="| Blockade, 1", pirate2="| Blockade, 1")
    game.play("pirate: play Blockade")
    assert not game.can("pirate2: play Blockade")
    game.finish_turn("ninja")
    assert len(game.hand("pirate")) == 3
    game = table(ninja="3,0 | Mystic Binding", pirate="| Blockade, 1", pirate2="| Blockade, 1")
    game.play("pirate: play Blockade", "ninja: bind", "pirate2: play Blockade").finish_turn("ninja")
    assert len(game.hand("pirate2")) == 3


@pytest.mark.rule("ZERPANG-109", "ZERPANG-60")
def test_who_had_a_blockade_bound_may_play_another(table) -> None:
    game = table(ninja="3,0 | Mystic Binding", pirate="| Blockade, Blockade", zombies="")
    game.play("pirate: play Blockade", "ninja: bind", "pirate: play Blockade").finish_turn("ninja")
    assert len(game.hand("pirate")) == 2


@pytest.mark.rule("ZERPANG-54", "ZERPANG-55")
def test_no_plunder_after_a_blockade(table) -> None:
    game = table(pirate="3,0 | Plunder", pirate2="| Blockade", ninja="")
    game.play("pirate2: play Blockade")
    assert not game.can("pirate: play Plunder")


@pytest.mark.rule("ZERPANG-57", "ZERPANG-59")
def test_blockade_loot_is_locked_until_ones_own_turn(table) -> None:
    game = table(ninja="3,0 |", zombies="", pirate="| Blockade", deck="Blockade, Blockade")
    game.play("pirate: play Blockade").finish_turn("ninja")
    assert game.turn_of == "zombies"
    assert game.hand("pirate") == cards("Blockade, Blockade")
    assert not game.can("pirate: play Blockade")


@pytest.mark.rule("ZERPANG-58", "ZERPANG-189")
def test_a_stolen_card_is_not_locked(table) -> None:
    game = table(ninja="2,0 |", pirate="3,0 | Treasure Everywhere", aggressor="2,0")
    game.play("ninja: not here", "ninja: play Fortune's Favor")
    assert len(game.hand("ninja")) == 2


@pytest.mark.rule("ZERPANG-59", "ZERPANG-155")
def test_an_uploader_can_be_blockaded_all_the_same(table) -> None:
    game = table(robots="T 3,0 |", pirate="| Blockade", ninja="")
    game.play("robots: upload", "pirate: play Blockade").finish_turn("robots")
    assert len(game.hand("pirate")) == 2
    assert game.hand("robots") == []
    assert game.uploaded() == 1


@pytest.mark.rule("ZERPANG-109", "ZERPANG-55")
def test_a_second_plunder_may_follow_a_bound_one(table) -> None:
    game = table(pirate="3,0 | Plunder, Plunder", ninja="| Mystic Binding")
    game.play("pirate: play Plunder", "ninja: bind", "pirate: play Plunder").finish_turn("pirate")
    assert len(game.hand("pirate")) == 3


@pytest.mark.rule("ZERPANG-62", "ZERPANG-64")
def test_who_misses_a_turn_still_defends_and_answers(table) -> None:
    game = table(ninja="2,0 |", pirate="3,0 | 1", zombies="", aggressor="2,0", skip=["pirate"])
    game.settle()
    assert game.at("pirate") == {"3,0"}
    game.finish_turn("ninja")
    assert game.turn_of == "zombies"


@pytest.mark.rule("ZERPANG-179", "ZERPANG-180")
def test_a_released_owner_is_no_longer_probed(table) -> None:
    game = table(aliens="G0 G1 |", ninja="3,0 |", pirate="", captives={"ninja": 1})
    game.play("aliens: release ninja").finish_turn("aliens")
    held = len(game.hand("aliens"))
    game.finish_turn("ninja")
    assert len(game.hand("aliens")) == held


@pytest.mark.rule("ZERPANG-57", "ZERPANG-180")
def test_the_owner_is_probed_only_once_for_fortune_and_draw(table) -> None:
    game = table(ninja="3,0 | Fortune's Favor", aliens="G0 |", pirate="", captives={"ninja": 1})
    game.play("ninja: play Fortune's Favor").finish_turn("ninja")
    assert len(game.hand("ninja")) == 4
    assert len(game.hand("aliens")) == 1


@pytest.mark.rule("ZERPANG-62", "ZERPANG-113", "ZERPANG-111")
def test_a_disguised_keel_haul_is_bound_and_unbound(table) -> None:
    game = table(ninja="| Amazing Disguise, Keel Haul, Mystic Binding", ninja2="| Mystic Binding",
                 pirate="")  # fmt: skip
    game.play("ninja: play Keel Haul; on ninja2", "ninja2: bind", "ninja: bind")
    game.finish_turn("ninja")
    assert game.turn_of == "pirate"
    assert set(cards("Foreign Training, Keel Haul, Blockade")) == set(game.discard())


@pytest.mark.rule("ZERPANG-168", "ZERPANG-55", "ZERPANG-164")
def test_plunder_of_a_gunslinger_counts_before_the_limit(table) -> None:
    """Two zones: 1 + 2 x 2 cards, more than are missing to the limit; then down to it."""
    game = table(gunslinger="3,0 3,-3 | Plunder, Plunder, 1, 1, 1", ninja="", pirate="")
    game.play("gunslinger: play Plunder").finish_turn("gunslinger")
    assert len(game.hand("gunslinger")) == 6
    assert len(game.discard()) == 4


@pytest.mark.rule("ZERPANG-64", "ZERPANG-180", "ZERPANG-169")
def test_a_missed_turn_is_not_probed_and_discards_nothing(table) -> None:
    hand = "1, 1, 1, 1, 2, 2, 2"
    game = table(pirate="", gunslinger=f"3,0 | {hand}", aliens="G0 |", skip=["gunslinger"],
                 captives={"gunslinger": 1})  # fmt: skip
    game.finish_turn("pirate")
    assert game.turn_of == "aliens"
    assert game.hand("gunslinger") == cards(hand)
    assert game.hand("aliens") == []


@pytest.mark.rule("ZERPANG-59", "ZERPANG-150", "ZERPANG-164", "ZERPANG-22")
@pytest.mark.parametrize(
    ("who", "hand", "script", "fits"),
    [
        ("pirate", "Blockade", "", True),
        ("robots", "Blockade, 1", "; fee 1", True),
        ("robots", "Blockade", "", False),
        ("gunslinger", "Blockade, Blockade", "", True),
        ("gunslinger", "Blockade, 1", "", False),
        ("ninja2", "Blockade, 1", "", False),
        ("zombies", "Blockade, 1", "", False),
        ("aliens", "Blockade, 1", "", False),
        ("elves", "Blockade, 1", "", False),
    ],
)
def test_who_can_blockade_and_with_what(table, who, hand, script, fits) -> None:
    game = table(**{"ninja": "3,0 |", who: f"| {hand}", "pirate2": ""})
    assert game.can(f"{who}: play Blockade{script}") is fits


@pytest.mark.rule("ZERPANG-198", "ZERPANG-57")
@pytest.mark.parametrize(("side", "fits"), [("Mystic Binding", True), ("Blockade", False)])
def test_a_lock_leaves_the_other_side_of_the_card_usable(table, side: str, fits: bool) -> None:
    """A Ninja draws the card; in the next turn it answers, but it does not blockade."""
    game = table(ninja="| Amazing Disguise", pirate="| New Crew", deck="Blockade")
    game.finish_turn("ninja")
    script = ["pirate: play New Crew; gate H3a", "ninja: bind"]
    if side == "Blockade":
        script = ["ninja: play Blockade"]
    assert game.hand("ninja") == cards("Foreign Training, Blockade")
    assert game.can(*script) is fits


@pytest.mark.rule("ZERPANG-198", "ZERPANG-97")
def test_a_locked_plunder_still_serves_as_resourcefulness(table) -> None:
    game = table(ninja="3,0 |", pirate="5,-1 | 2", deck="Plunder, Plunder").finish_turn("ninja")
    game.play("pirate: move 5,-1 W", "pirate: end", "pirate: points 2")
    game.play("ninja: play Resourcefulness", "ninja: points Plunder")
    assert game.rating("ninja") == 1 + 2 * 2


@pytest.mark.rule("ZERPANG-202", "ZERPANG-62", "ZERPANG-63")
def test_two_players_can_be_keel_hauled_in_one_turn(table) -> None:
    game = table(pirate="| Keel Haul, Keel Haul", ninja="", zombies="", robots="")
    game.play("pirate: play Keel Haul; on ninja", "pirate: play Keel Haul; on zombies")
    assert game.finish_turn("pirate").turn_of == "robots"


@pytest.mark.rule("ZERPANG-202", "ZERPANG-63")
def test_a_player_can_be_keel_hauled_turn_after_turn(table) -> None:
    game = table(pirate="| Keel Haul, Keel Haul", ninja="")
    game.play("pirate: play Keel Haul; on ninja", "pirate: play Keel Haul; on ninja")
    assert (game.turn_of, game.truth.turn) == ("pirate", 10 + 2 + 2)


# What holds in every game ----------------------------------------------------------------------

EVERYBODY = ("aliens", "ninja", "zombies", "pirate", "robots", "gunslinger")


def sound(game) -> None:
    """Pieces, rings and cards are where they can be."""
    s = game.truth
    for piece, place in enumerate(s.place):
        assert not 0 <= place < tb.SPACES or s.at[place] == piece
    standing = [piece for piece in s.at if piece >= 0]
    assert len(standing) == len(set(standing)) == sum(0 <= p < tb.SPACES for p in s.place)
    assert s.supply + sum(s.lying) + sum(s.rings) == tb.RING_SUPPLY
    assert sum(s.deck) == s.deck_size
    assert [sum(hand) for hand in s.hand] == list(s.hand_size)
    held = (
        sum(map(sum, s.hand)) + sum(s.deck) + sum(s.discard) + sum(s.aside) + sum(s.tendered[:14])
    )
    assert held == 99


@pytest.mark.rule("ZERPANG-16", "ZERPANG-175", "ZERPANG-139", "ZERPANG-15", "ZERPANG-188")
def test_the_table_stays_sound_in_games_at_random() -> None:
    for game in random_tables(4, *EVERYBODY):
        sound(game)
        s = game.truth
        home = list(s.place[:6]).count(tb.AT_HOME) + list(s.place).count(tb.ABDUCTED)
        assert home <= 6 or s.question == st.SEVENTH
        for at, piece in enumerate(s.at):
            owner = s.keeper[tb.HOME_OF_GATE[at]] if tb.HOME_OF_GATE[at] >= 0 else -1
            assert piece < 0 or owner < 0 or owner == piece // 6, space_name(at)


@pytest.mark.rule("ZERPANG-167", "ZERPANG-169")
def test_a_gunslingers_turn_ends_within_the_limit_in_games_at_random() -> None:
    before = ""
    for game in random_tables(2, "gunslinger", "ninja", "pirate"):
        if (
            before == "gunslinger"
            and game.turn_of == "ninja"
            and game.truth.question == st.ENTRANCE
        ):
            assert len(game.hand("gunslinger")) <= 4 + len(game.at("gunslinger"))
        before = game.turn_of

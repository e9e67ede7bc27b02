"""Power cards: two in one, more plays, repairs, three cards drawn, and what lapses."""

from __future__ import annotations

import pytest

from quarterdeck.engine.errors import IllegalAction

FLEET_LEFT = {
    "ben_all_up": True,
    "ben_ships": ["Carrier"],
    "ben_sunk": ["Battleship", "Destroyer", "Submarine", "PT Boat"],
}
"""Only the Carrier is left, and nothing is face down: whites cannot be played."""


@pytest.mark.rule("HIDDEN-THREAT-15")
def test_a_card_with_two_powers_is_used_for_one(table) -> None:
    game = table(
        ann_hand=["discard/two", "repair/draw", "white"],
        ann_ships=["Carrier"],
        ann_pegs={"Carrier": ["red 1"]},
    )
    assert game.offers == {"white", "discard whites", "play 2", "repair", "draw 3"}
    game.discard_whites(1)
    assert game.discard("ann") == ["white", "discard/two"]
    assert game.to_play == "ben"


@pytest.mark.rule("HIDDEN-THREAT-15", "HIDDEN-THREAT-8")
def test_a_power_card_being_carried_out_is_not_reshuffled(table) -> None:
    game = table(
        ann_hand=["discard/two", "repair/draw", "white"],
        ann_pile=[],
    )
    game.choose("play 2").choose("draw 3")
    assert "ann reshuffled 23 cards" in game.told("ben")
    assert names_on_table(game) == ["play 2", "draw 3"]


@pytest.mark.rule("HIDDEN-THREAT-15", "HIDDEN-THREAT-28")
def test_a_power_is_discarded_when_its_last_play_is_complete(table) -> None:
    game = table(
        ann_hand=["discard/two", "repair/draw", "white", "white"],
        ann_pile=["white"] * 3 + ["red 1"] * 5,
        ann_ships=["Carrier"],
        ann_pegs={"Carrier": ["red 1"]},
    )
    before = len(game.discard("ann"))
    game.choose("play 2").repair("Carrier", "red 1")
    assert names_on_table(game) == ["play 2", "repair"]
    game.play("white", at="C4", finds="miss")  # the play of the repair
    assert names_on_table(game) == ["play 2"]
    assert len(game.discard("ann")) == before + 2
    assert game.to_play == "ann"
    game.play("white", at="C3", finds="miss")
    assert names_on_table(game) == []
    assert game.to_play == "ben"


def names_on_table(game) -> list[str]:
    uses = ("white", "red 1", "red 2", "red 4", "shield", "discard whites", "play 2", "repair",
            "draw 3")  # fmt: skip
    return [uses[use] for use in game.truth.power[: game.truth.depth]]


@pytest.mark.rule("HIDDEN-THREAT-22")
def test_as_many_whites_as_one_likes_are_discarded_and_the_reload_is_larger(table) -> None:
    game = table(
        ann_hand=["discard/two", "white", "white", "white", "red 1"], ann_pile=["red 2"] * 3
    )
    game.choose("discard whites")
    assert game.offers == {"discard 1", "discard 2", "discard 3"}
    game.act("discard", 1)
    assert game.hand("ann") == ["white", "red 1", "red 2", "red 2", "red 2"]
    assert "ann discarded 2 whites" in game.told("ben")
    assert game.to_play == "ben"


@pytest.mark.rule("HIDDEN-THREAT-22", "HIDDEN-THREAT-23")
def test_inside_play_2_discarding_whites_leaves_the_other_play_to_make(table) -> None:
    game = table(ann_hand=["discard/two", "discard/two", "white", "red 1", "red 1"])
    game.choose("play 2").choose("discard whites")
    assert game.scene("ann").detail == "1 play still to make before you draw back up."
    game.act("discard", 0)
    assert game.to_play == "ann"
    assert game.hand("ann") == ["red 1", "red 1"], "nothing is drawn yet"


@pytest.mark.rule("HIDDEN-THREAT-22")
def test_otherwise_cards_are_drawn_right_after_discarding_whites(table) -> None:
    alone = table(ann_hand=["discard/two", "white", "red 1"]).choose("discard whites")
    assert alone.scene("ann").detail == "Then you draw back up."
    last = table(ann_hand=["discard/two", "discard/two", "white", "white", "red 1"])
    last.choose("play 2").play("white", at="A1", finds="miss").choose("discard whites")
    assert last.scene("ann").detail == "Then you draw back up."


@pytest.mark.rule("HIDDEN-THREAT-22")
def test_without_a_white_there_is_nothing_to_discard(table) -> None:
    assert table(ann_hand=["discard/two", "red 1"]).offers == {"red 1", "play 2"}


@pytest.mark.rule("HIDDEN-THREAT-23")
def test_play_2_allows_two_more_plays_then_the_turn_ends(table) -> None:
    game = table(ann_hand=["discard/two", "white", "red 2", "red 1", "red 1"],
                 ann_pile=["red 4", "white", "white"])  # fmt: skip
    game.choose("play 2").play("white", at="A1", finds="Battleship")
    assert len(game.hand("ann")) == 3
    assert game.to_play == "ann"
    game.play("red 2", at="Battleship")
    assert game.to_play == "ben"
    assert len(game.hand("ann")) == 5


@pytest.mark.rule("HIDDEN-THREAT-23", "HIDDEN-THREAT-28")
def test_play_2_may_call_for_play_2(table) -> None:
    game = table(ann_hand=["discard/two", "discard/two", "white", "white", "white"])
    game.choose("play 2").choose("play 2")
    for place in ("A1", "A2", "A3"):  # two of the second, one still owed by the first
        assert game.to_play == "ann"
        game.play("white", at=place, finds="miss")
    assert game.to_play == "ben"


@pytest.mark.rule("HIDDEN-THREAT-24")
def test_repair_removes_a_peg_card_and_allows_another_play(table) -> None:
    game = table(
        ann_hand=["repair/draw", "red 1"],
        ann_ships=["Carrier", "Destroyer"],
        ann_pegs={"Carrier": ["red 4"], "Destroyer": ["red 1"]},
        ben_ships=["Carrier"],
    )
    assert game.choose("repair").offers == {"red 4 from Carrier", "red 1 from Destroyer"}
    game.remove("Carrier", "red 4")
    assert game.under("ann", "Carrier") == []
    assert game.discard("ben") == ["red 4"]
    assert game.to_play == "ann"
    game.play("red 1", at="Carrier")
    assert game.to_play == "ben"


@pytest.mark.rule("HIDDEN-THREAT-24")
def test_repair_needs_a_damaged_ship(table) -> None:
    game = table(ann_hand=["repair/draw"], ann_ships=["Carrier"])
    assert game.offers == {"draw 3"}


@pytest.mark.rule("HIDDEN-THREAT-25")
def test_repair_leaves_shields_alone_but_reaches_under_them(table) -> None:
    game = table(ann_hand=["repair/draw", "white"], ann_ships=["Carrier"],
                 ann_shields={"Carrier": ["red 1"]})  # fmt: skip
    assert "repair" not in game.offers
    game = table(ann_hand=["repair/draw", "white"], ann_ships=["Carrier"],
                 ann_shields={"Carrier": ["red 1"]}, ann_pegs={"Carrier": ["red 2"]})  # fmt: skip
    assert game.choose("repair").offers == {"red 2 from Carrier"}


@pytest.mark.rule("HIDDEN-THREAT-26")
def test_after_draw_3_one_of_the_three_is_played(table) -> None:
    game = table(
        ann_hand=["repair/draw", "red 4"],
        ann_pile=["red 1", "red 1", "white"],
        ben_ships=["Carrier"],
    )
    game.choose("draw 3")
    assert game.offers == {"red 1", "white"}  # not the red 4 held before
    with pytest.raises(IllegalAction):
        game.choose("red 4")
    game.play("red 1", at="Carrier")
    assert game.to_play == "ben"
    assert {"red 1", "white", "red 4"} <= set(game.hand("ann"))


@pytest.mark.rule("HIDDEN-THREAT-26")
def test_the_two_cards_kept_may_make_the_hand_larger_than_five(table) -> None:
    game = table(ann_hand=["repair/draw", "white", "white", "white", "white"])
    game.choose("draw 3")
    game.choose(next(iter(game.offers & {"white", "red 1", "red 2", "red 4"}), "play 2"))
    if game.truth.question != 0 and game.truth.chosen >= 0:
        game.act("aim", 0)
    assert game.truth.hand_size[0] >= 6


@pytest.mark.rule("HIDDEN-THREAT-27")
def test_extra_plays_lapse_when_nothing_can_be_played(table) -> None:
    game = table(ann_hand=["discard/two", "red 1", "white", "white"], **FLEET_LEFT)
    game.choose("play 2").play("red 1", at="Carrier")
    assert "ann could play no more" in game.told("ben")
    assert game.to_play == "ben"
    assert len(game.hand("ann")) == 5  # the whites were kept, three drawn


@pytest.mark.rule("HIDDEN-THREAT-27")
def test_play_2_as_the_last_card_is_legal_and_lapses(table) -> None:
    game = table(ann_hand=["discard/two"])
    assert game.offers == {"play 2"}
    game.choose("play 2")
    assert game.to_play == "ben"


@pytest.mark.rule("HIDDEN-THREAT-27")
def test_extra_plays_are_compulsory_while_possible(table) -> None:
    game = table(ann_hand=["discard/two", "white", "white", "red 1"], **FLEET_LEFT)
    game.choose("play 2")
    assert game.offers == {"red 1"}


@pytest.mark.rule("HIDDEN-THREAT-27")
def test_draw_3_lapses_if_none_of_the_three_can_be_played(table) -> None:
    game = table(ann_hand=["repair/draw", "red 1"], ann_pile=["white"] * 3, **FLEET_LEFT)
    game.choose("draw 3")
    assert "ann could play none of the three" in game.told("ben")
    assert game.to_play == "ben"
    assert game.hits("ben", "Carrier") == 0


@pytest.mark.rule("HIDDEN-THREAT-27", "HIDDEN-THREAT-28")
def test_what_is_still_owed_goes_on_after_a_draw_3_that_lapsed(table) -> None:
    game = table(ann_hand=["discard/two", "repair/draw", "red 1"], ann_pile=["white"] * 3,
                 **FLEET_LEFT)  # fmt: skip
    game.choose("play 2").choose("draw 3")
    assert game.to_play == "ann"
    assert game.offers == {"red 1"}
    game.play("red 1", at="Carrier")
    assert game.to_play == "ben"


@pytest.mark.rule("HIDDEN-THREAT-28")
def test_draw_3_within_play_2_must_be_finished_first(table) -> None:
    game = table(ann_hand=["discard/two", "repair/draw", "red 1"], ann_pile=["red 2"] * 3,
                 ben_ships=["Carrier"])  # fmt: skip
    game.choose("play 2").choose("draw 3")
    assert game.offers == {"red 2"}
    game.play("red 2", at="Carrier")
    assert game.offers == {"red 1", "red 2"}


@pytest.mark.rule("HIDDEN-THREAT-50")
def test_a_card_chosen_may_be_taken_back_until_it_is_aimed(table) -> None:
    game = table(ann_hand=["red 1", "white"], ben_ships=["Carrier"])
    before = game.view("ben").__dict__
    game.choose("red 1")
    assert game.view("ben").__dict__ == before
    assert game.told("ben") == []
    game.match.undo(0)
    assert game.offers == {"red 1", "white"}

"""Aliens and their captives; Elves."""

from __future__ import annotations

import msgspec
import pytest

from quarterdeck.engine import errors
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.words import speaking

from .setting import fresh


def encounter(table, ninja="3,0 |", aliens="2,0 | 2", pirate="", **more):
    """Aliens attack a Ninja; a Pirate looks on."""
    return table(aliens=aliens, ninja=ninja, pirate=pirate, aggressor="2,0", **more)


@pytest.mark.rule("ZERPANG-172")
def test_aliens_play_specialty_cards_for_points_only(table) -> None:
    game = encounter(table, aliens="2,0 | Gunpowder, Smoke Bomb")
    assert not game.can("aliens: play Gunpowder")
    assert not game.can("aliens: play Smoke Bomb")
    assert game.can("aliens: points Smoke Bomb")


@pytest.mark.rule("ZERPANG-173")
@pytest.mark.parametrize(
    ("space", "fits"),
    [("2,0", True), ("4,0", True), ("G1", False), ("T", False), ("X1", False), ("H2b", False),
     ("H2a", False), ("5,-1", False), ("-4,5", True), ("G3", False)],
)  # fmt: skip
def test_balloons_bring_a_piece_beside_an_enemy(table, space: str, fits: bool) -> None:
    game = table(aliens="X4 | 2", ninja="3,0 2,2 |", pirate="G3 |")
    assert game.can(f"aliens: balloon X4 {space}; pay 2") is fits


@pytest.mark.rule("ZERPANG-173", "ZERPANG-66")
def test_the_ballooned_piece_attacks(table) -> None:
    game = table(aliens="X4 H0a | 1, 1, 2", ninja="3,0 |", pirate="")
    game.play("aliens: balloon H0a 2,0; pay 1+1")
    assert not game.can("aliens: move X4 W")
    game.play("aliens: end")
    assert game.fighters == ("2,0", "3,0")
    assert not table(aliens="| 2", ninja="3,0 |", pirate="").can(
        "aliens: enter H0a", "aliens: balloon H0a T; pay 2"
    )


@pytest.mark.rule("ZERPANG-174")
@pytest.mark.parametrize("role", ["aggressor", "defender"])
def test_a_piece_defeated_by_aliens_is_abducted(table, role: str) -> None:
    if role == "aggressor":
        game = encounter(table).play("aliens: points 2").settle()
    else:
        game = table(ninja="2,0 |", aliens="3,0 |", pirate="", aggressor="2,0").settle()
    assert game.held("ninja") == 1
    assert game.home("ninja") == 5


@pytest.mark.rule("ZERPANG-174", "ZERPANG-104")
def test_a_piece_saved_to_its_gate_is_not_abducted(table) -> None:
    game = encounter(table, ninja="3,0 | Roll with the Punch").play("aliens: points 2")
    game.play("ninja: pass", "ninja: save Roll with the Punch; gate H2a")
    assert game.held("ninja") == 0
    assert game.at("ninja") == {"H2a"}


@pytest.mark.rule("ZERPANG-175")
@pytest.mark.parametrize(("aliens", "captives", "held"), [("2,0", 1, 1), ("2,0 G0", 1, 2),
                                                          ("2,0 G0", 2, 2)])  # fmt: skip
def test_the_aliens_home_base_holds_six(table, aliens, captives, held) -> None:
    game = encounter(table, aliens=f"{aliens} | 2", captives={"ninja": captives})
    game.play("aliens: points 2").settle()
    assert game.held("ninja") == held
    assert game.at("ninja") == set()


@pytest.mark.rule("ZERPANG-176")
def test_losing_to_a_player_frees_that_players_pieces_alone(table) -> None:
    game = table(aliens="2,0 X3 G0 G2 |", ninja="3,0 4,0 |", pirate="", aggressor="2,0",
                 captives={"ninja": 2, "pirate": 1})  # fmt: skip
    game.settle()
    assert game.held("ninja") == 0
    assert game.held("pirate") == 1
    assert game.home("ninja") == 4


@pytest.mark.rule("ZERPANG-201", "ZERPANG-176", "ZERPANG-101")
@pytest.mark.parametrize("defender", ["aliens", "zombies"])
def test_a_self_sacrifice_that_defeats_an_alien_frees_the_captives(table, defender: str) -> None:
    """Also if the Alien only stood beside the combat."""
    others = {"aliens": "3,0 G0 G2 |", "zombies": "2,1 |"}
    game = table(ninja="2,0 | Self Sacrifice", **{defender: others.pop(defender)}, **others,
                 pirate="", aggressor="2,0", captives={"ninja": 2, "pirate": 1})  # fmt: skip
    game.play("ninja: play Self Sacrifice").settle()
    assert (game.held("ninja"), game.home("ninja")) == (0, 6)
    assert game.held("pirate") == 1


@pytest.mark.rule("ZERPANG-177")
def test_if_a_returning_alien_is_the_seventh_a_captive_of_choice_is_freed(table) -> None:
    game = table(aliens="2,0 G0 |", ninja="3,0 4,0 | 1", pirate="| 1", zombies="", aggressor="2,0",
                 captives={"zombies": 1, "pirate": 1})  # fmt: skip
    game.settle_until("seventh")
    game.play("aliens: free pirate")
    assert game.held("pirate") == 0
    assert game.held("zombies") == 1
    assert game.home("aliens") == 5
    assert "aliens stole a card from pirate" not in game.told("spectator")


@pytest.mark.rule("ZERPANG-177", "ZERPANG-176")
def test_the_winners_captives_go_first_and_may_make_room(table) -> None:
    game = table(aliens="2,0 G0 |", ninja="3,0 4,0 |", pirate="", aggressor="2,0",
                 captives={"ninja": 1, "pirate": 1}).settle()  # fmt: skip
    assert (game.held("ninja"), game.held("pirate")) == (0, 1)


@pytest.mark.rule("ZERPANG-178")
def test_captives_neither_enter_nor_count_for_prices(table) -> None:
    game = table(aliens="G0 G1 |", ninja="X0 | 1", pirate="", captives={"ninja": 3}, turn="ninja")
    assert not game.can("ninja: enter H2a")
    game.play("ninja: enter H2a; pay 1")
    assert game.home("ninja") == 1


@pytest.mark.rule("ZERPANG-178", "ZERPANG-104")
def test_a_freed_piece_goes_home_and_not_to_a_gate(table) -> None:
    game = table(aliens="2,0 G0 |", ninja="3,0 4,0 | Roll with the Punch", pirate="",
                 aggressor="2,0", captives={"ninja": 1})  # fmt: skip
    game.settle()
    assert game.home("ninja") == 4
    assert game.hand("ninja")[0] == "Jury Rig"


@pytest.mark.rule("ZERPANG-179")
@pytest.mark.parametrize(("hand", "taken"), [("1, 1, 1", 2), ("1", 1), ("", 0)])
def test_tag_and_release_takes_two_cards_or_what_there_is(table, hand: str, taken: int) -> None:
    game = table(aliens="G0 G1 |", ninja=f"| {hand}", pirate="", captives={"ninja": 1}, deck="2")
    game.play("aliens: release ninja")
    assert game.held("ninja") == 0
    assert game.home("ninja") == 6
    game.finish_turn("aliens")
    assert len(game.hand("aliens")) == taken + 1


@pytest.mark.rule("ZERPANG-179")
def test_any_number_may_be_released(table) -> None:
    game = table(aliens="G0 G1 G2 G3 |", ninja="| 1, 1, 1", pirate="| 2, 2",
                 captives={"ninja": 2, "pirate": 1})  # fmt: skip
    game.play("aliens: release ninja", "aliens: release pirate", "aliens: release ninja")
    assert len(game.finish_turn("aliens").hand("aliens")) == 5 + 1
    assert game.held("ninja") == game.held("pirate") == 0


@pytest.mark.rule("ZERPANG-180")
@pytest.mark.parametrize(("captives", "drawn"), [(0, 0), (1, 1), (3, 1)])
def test_the_probe_draws_a_card_when_the_owner_draws(table, captives: int, drawn: int) -> None:
    game = table(ninja="3,0 |", aliens="G0 G1 G2 G3 |", pirate="", captives={"ninja": captives})
    game.finish_turn("ninja")
    assert len(game.hand("ninja")) == 2
    assert len(game.hand("aliens")) == drawn


@pytest.mark.rule("ZERPANG-180", "ZERPANG-59")
def test_no_probe_when_a_blockade_took_the_draw(table) -> None:
    game = table(ninja="3,0 |", aliens="G0 |", pirate="| Blockade", captives={"ninja": 1})
    game.play("pirate: play Blockade").finish_turn("ninja")
    assert game.hand("aliens") == []
    assert len(game.hand("pirate")) == 2


@pytest.mark.rule("ZERPANG-180", "ZERPANG-61")
def test_the_probe_draws_for_fortunes_favor_though_a_blockade_took_the_draw(table) -> None:
    game = table(ninja="3,0 | Fortune's Favor", aliens="G0 |", pirate="| Blockade",
                 captives={"ninja": 1})  # fmt: skip
    game.play("ninja: play Fortune's Favor", "pirate: play Blockade").finish_turn("ninja")
    assert len(game.hand("pirate")) == len(game.hand("ninja")) == 2
    assert len(game.hand("aliens")) == 1


@pytest.mark.rule("ZERPANG-180", "ZERPANG-108")
def test_no_probe_for_a_fortunes_favor_that_was_negated(table) -> None:
    game = table(ninja="3,0 | Fortune's Favor", aliens="G0 |", pirate="| Blockade",
                 ninja2="| Mystic Binding", captives={"ninja": 1})  # fmt: skip
    game.play("ninja: play Fortune's Favor", "ninja2: bind", "pirate: play Blockade")
    game.finish_turn("ninja")
    assert game.hand("ninja") == game.hand("aliens") == []


@pytest.mark.rule("ZERPANG-180", "ZERPANG-135")
def test_the_probe_draws_in_a_salvage_operation(table) -> None:
    game = table(pirate="3,0 3,1 |", aliens="G0 |", ninja="", captives={"pirate": 1})
    game.play("pirate: salvage").finish_turn("pirate")
    assert len(game.hand("pirate")) == 3
    assert len(game.hand("aliens")) == 1


@pytest.mark.rule("ZERPANG-181")
def test_whose_piece_is_held_does_not_assist_against_aliens(table) -> None:
    setting = {"aliens": "2,0 G0 G2 |", "ninja": "3,0 |", "robots": "| 1, 1", "aggressor": "2,0"}
    assert table(**setting).can("robots: points 1 for ninja")
    held = table(**setting, captives={"robots": 1})
    assert not held.can("robots: points 1 for ninja")
    assert held.can("robots: points 1 for aliens")


@pytest.mark.rule("ZERPANG-181", "ZERPANG-112")
def test_but_may_bind(table) -> None:
    game = table(aliens="2,0 1,0 G2 |", robots="3,0 | Gunpowder, 1", ninja="| Mystic Binding",
                 aggressor="2,0", captives={"ninja": 1})  # fmt: skip
    game.play("robots: play Gunpowder; fee 1", "ninja: bind")
    assert game.rating("robots") == 1


@pytest.mark.rule("ZERPANG-171")
@pytest.mark.parametrize(
    ("captives", "wins"),
    [
        ({"pirate": 3}, True),
        ({"ninja": 3}, False),
        ({"ninja": 2, "pirate": 1}, True),
        ({"ninja": 1, "pirate": 1}, False),
    ],
)
def test_aliens_win_with_four_captives_one_of_each_opponent(table, captives, wins) -> None:
    game = encounter(table, aliens="2,0 G0 G2 X3 | 2", captives=captives)
    game.play("aliens: points 2").settle()
    assert (game.winner == "aliens") is wins


@pytest.mark.rule("ZERPANG-171")
@pytest.mark.parametrize(("held", "wins"), [("pirate robots zombies", True),
                                            ("pirate pirate robots", False)])  # fmt: skip
def test_of_five_opponents_four_will_do(table, held: str, wins: bool) -> None:
    game = table(aliens="2,0 G0 G2 X3 | 2", ninja="3,0 |", pirate="", robots="", zombies="",
                 gunslinger="", aggressor="2,0",
                 captives={name: held.split().count(name) for name in held.split()})  # fmt: skip
    game.play("aliens: points 2").settle()
    assert (game.winner == "aliens") is wins


@pytest.mark.rule("ZERPANG-171", "ZERPANG-183")
def test_elves_do_not_count_for_the_aliens(table) -> None:
    game = table(aliens="2,0 G0 G2 X3 | 2", ninja="3,0 |", elves="", aggressor="2,0",
                 captives={"ninja": 3})  # fmt: skip
    game.play("aliens: points 2").settle()
    assert game.winner == "aliens"


# Elves -----------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-184", "ZERPANG-183")
def test_an_elfs_turn_is_one_card(table) -> None:
    game = table(elves="| 1, 1", ninja="", pirate="").finish_turn("elves")
    assert len(game.hand("elves")) == 3
    assert game.turn_of == "ninja"
    assert game.at("elves") == set()
    assert game.told("pirate")[1:3] == ["elves's turn", "elves drew 1 in the Draw Phase"]


@pytest.mark.rule("ZERPANG-185", "ZERPANG-110")
def test_elves_assist_with_points_only_and_never_bind(table) -> None:
    game = table(
        ninja="2,0 |", pirate="3,0 |", elves="| Gunpowder, Mystic Binding", aggressor="2,0"
    )
    assert not game.can("elves: play Gunpowder for ninja")
    game.play("elves: points Mystic Binding for pirate")
    assert game.rating("pirate") == 5
    game = table(pirate="X0 | New Crew", elves="| Mystic Binding", ninja="")
    game.play("pirate: play New Crew; gate H0a")
    assert "H0a" in game.at("pirate")


@pytest.mark.rule("ZERPANG-186")
def test_elves_are_blockaded_and_keel_hauled(table) -> None:
    game = table(elves="", pirate="| Blockade", ninja="").play("pirate: play Blockade")
    assert len(game.finish_turn("elves").hand("pirate")) == 1
    assert game.hand("elves") == []
    game = table(pirate="| Keel Haul", elves="", ninja="").play("pirate: play Keel Haul; on elves")
    assert game.finish_turn("pirate").turn_of == "ninja"


@pytest.mark.rule("ZERPANG-187", "ZERPANG-120")
def test_with_elves_and_two_others_it_is_a_game_of_three(table) -> None:
    game = table(ninja="5,-4 G2 G4 |", elves="", pirate="").play("ninja: move 5,-4 NW")
    assert game.winner == "ninja"


@pytest.mark.rule("ZERPANG-182", "ZERPANG-119")
@pytest.mark.parametrize(("third", "turns", "winner"), [("elves", 180, "elves"),
                                                        ("zombies", 360, "nobody")])  # fmt: skip
def test_the_game_ends_when_enough_turns_have_been_played(third, turns, winner) -> None:
    game, played = fresh(["ninja", "pirate", third]), 0
    while not game.over:
        game.finish_turn()
        played += 1
    assert played == turns
    assert game.winner == winner


@pytest.mark.rule("ZERPANG-182", "ZERPANG-119", "ZERPANG-64")
@pytest.mark.parametrize(
    ("third", "number", "skip", "winner"),
    [
        ("elves", 179, [], ""),
        ("elves", 180, [], "elves"),
        ("elves", 179, ["ninja"], "elves"),
        ("zombies", 359, [], ""),
        ("zombies", 360, [], "nobody"),
        ("zombies", 359, ["ninja"], "nobody"),
    ],
)
def test_missed_turns_count_for_the_length_of_the_game(table, third, number, skip, winner) -> None:
    game = table(pirate="", ninja="", **{third: ""}, number=number, skip=skip)
    assert game.finish_turn("pirate").winner == winner


@pytest.mark.rule("ZERPANG-195", "ZERPANG-116")
def test_elves_may_wait_for_the_deck_to_run_out(table) -> None:
    """The last card is drawn, a new deck shuffled, and its last card drawn: that is twice."""
    setting = {"elves": "", "ninja": "", "pirate": "", "deck": "1", "discard": "1, 2"}
    assert table(**setting, patience=1).finish_turn("elves").winner == "elves"
    game = table(**setting, patience=2)
    assert game.finish_turn("elves").winner == ""
    assert game.finish_turn("ninja").winner == ""
    assert game.finish_turn("pirate").winner == "elves"


@pytest.mark.rule("ZERPANG-195")
def test_the_deck_running_out_in_a_strangers_turn_is_the_elves_victory_at_once(table) -> None:
    game = table(pirate="| Treasure Everywhere", elves="", ninja="", deck="1, 1", patience=1)
    assert game.play("pirate: play Treasure Everywhere").winner == "elves"
    assert game.turn_of == "pirate"


@pytest.mark.rule("ZERPANG-195", "ZERPANG-119")
@pytest.mark.parametrize(("number", "winner"), [(180, ""), (360, "nobody")])
def test_elves_who_wait_for_the_deck_do_not_count_turns(table, number, winner) -> None:
    game = table(elves="", ninja="", pirate="", number=number, patience=6)
    assert game.finish_turn("elves").winner == winner


@pytest.mark.rule("ZERPANG-195")
def test_without_that_option_or_without_elves_an_empty_deck_wins_nothing(table) -> None:
    assert table(elves="", ninja="", pirate="", deck="1").finish_turn("elves").winner == ""
    without = table(zombies="", ninja="", pirate="", deck="1", patience=1)
    assert without.finish_turn("zombies").winner == ""


def seated(**options: int) -> Match:
    """Three players who have chosen Ninjas, Pirates and Elves."""
    return fresh(["ninja", "pirate", "elves"], seed=4, **options).match


@pytest.mark.rule("ZERPANG-205")
def test_elves_by_the_clock_win_when_time_is_up_wherever_the_game_stands() -> None:
    match = seated(live=1)
    match.act(match.actor, match.legal()[0])
    assert match.expire()
    assert match.winners == [2]
    assert match.draft == []
    assert "outlasted everybody" in match.told(None)[-1].text
    again = Match.from_record(Record.from_json(match.record().to_json()))
    assert again.winners == [2]
    assert again.told(0) == match.told(0)
    with pytest.raises(errors.GameOver):
        match.expire()


@pytest.mark.rule("ZERPANG-205", "ZERPANG-182")
def test_elves_who_count_turns_do_not_look_at_the_clock() -> None:
    rules = find("zerpang").hooks.rules
    match = seated()
    before = match.record()
    assert not match.expire()
    assert match.record() == before
    assert rules.clock(match.options) == 0
    assert rules.clock({**match.options, "live": 1}) == 3 * 60 * 60
    with pytest.raises(errors.BadOption, match="clock or for the deck"):
        Match(find("zerpang"), 3, {"live": 1, "patience": 2})
    with speaking("de"), pytest.raises(errors.BadOption, match="auf die Uhr oder auf den Stapel"):
        Match(find("zerpang"), 3, {"live": 1, "patience": 2})


@pytest.mark.rule("ZERPANG-205")
def test_turns_do_not_count_for_elves_by_the_clock() -> None:
    game = fresh(["ninja", "pirate", "elves"], live=1)
    while not game.over:
        game.finish_turn()
    assert game.winner == "nobody"


def test_a_clock_that_never_struck_is_a_damaged_record() -> None:
    match = seated(live=1)
    match.expire()
    record = msgspec.structs.replace(match.record(), options={**match.options, "live": 0})
    with pytest.raises(errors.DamagedRecord):
        Match.from_record(record)

"""Winning, the limit, and who knows what."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.engine.seeds import generators
from quarterdeck.engine.state import clone
from quarterdeck.games.hidden_threat import state as st

from .table import GAME, SHIPS, fresh

FOUR = ["Carrier", "Battleship", "Destroyer", "Submarine"]


@pytest.mark.rule("HIDDEN-THREAT-42")
def test_who_sinks_the_fifth_ship_wins_at_once(table) -> None:
    game = table(ann_hand=["discard/two", "red 2", "white"], ben_ships=["PT Boat"], ben_sunk=FOUR)
    game.choose("play 2").play("red 2", at="PT Boat")
    assert game.winner == "ann"
    assert game.told("ben")[-1] == "ann won by sinking"


@pytest.mark.rule("HIDDEN-THREAT-43")
@pytest.mark.parametrize(
    ("position", "winner", "how"),
    [
        ({"ben_sunk": ["PT Boat"]}, "ann", "ships"),
        ({"ann_sunk": ["PT Boat"]}, "ben", "ships"),
        ({"ben_ships": ["Carrier"], "ben_pegs": {"Carrier": ["red 2"]}}, "ann", "hits"),
        ({"ann_ships": ["Carrier"], "ann_pegs": {"Carrier": ["red 1"]}}, "ben", "hits"),
        ({"ann_ships": ["Carrier"], "ann_shields": {"Carrier": ["red 1"]}}, "nobody", "nothing"),
        ({}, "nobody", "nothing"),
    ],
)
def test_after_the_last_turn_ships_count_then_hits(table, position, winner, how) -> None:
    game = table(ann_hand=["white"] * 5, turn=40, limit=40, **position)
    game.play("white", at="C4", finds="miss")
    assert game.winner == winner
    assert game.told("ben")[-1] == f"{winner} won by {how}"


@pytest.mark.rule("HIDDEN-THREAT-44")
def test_at_the_end_hands_and_grids_are_laid_open(table) -> None:
    game = table(ann_hand=["red 2", "shield"], ben_hand=["red 4"], ben_ships=["PT Boat"],
                 ben_sunk=FOUR, ann_ships=["Carrier"])  # fmt: skip
    game.play("red 2", at="PT Boat")
    view = game.view("ben")
    assert sum(view.hand[0]) == 1
    places = [view.place[0][SHIPS.index(ship)] for ship in SHIPS]
    assert len(set(places)) == 5
    assert min(places) >= 0
    assert all(view.face_down[0] >> place & 1 for place in places[1:])


@pytest.mark.rule("HIDDEN-THREAT-2")
def test_a_search_finds_each_card_still_face_down_equally_often() -> None:
    game = fresh()
    action = GAME.actions.verbs["aim"].start
    card = next(use for use in ("white", "red 1", "red 2", "red 4") if use in game.offers)
    state = game.choose(card).match.truth
    foe, found = 1 - int(state["actor"][0]), Counter()
    for rng in generators(7, 12_000):
        after = clone(state)
        after["rng"][0] = rng
        GAME.load().act(after, 0, action)
        found[int(after["up"][0][foe])] += 1
    assert set(found) == {0, 1, 2, 4, 8, 16}
    assert 6700 < found[0] < 7300
    assert all(880 < found[1 << ship] < 1120 for ship in range(5))


@pytest.mark.rule("HIDDEN-THREAT-2")
def test_not_even_the_truth_knows_what_is_face_down(new_game) -> None:
    truth = new_game().truth
    assert {place for row in truth.place for place in row} == {st.NOWHERE}


@pytest.mark.rule("HIDDEN-THREAT-47")
def test_hands_are_secret_and_the_rest_is_public(table) -> None:
    game = table(ann_hand=["white"] * 5, ben_hand=["shield", "red 4"], ann_pile=["red 4"])
    game.play("white", at="A1", finds="miss")
    for side in ("ben", "spectator"):
        view = game.view(side)
        assert set(view.hand[0]) == set(view.pile[0]) == {0}
        assert view.hand_size[0] == 5
        assert view.pile_size[0] == 0
        assert sum(view.discard[0]) == 21
        assert "ann drew 1 cards" in game.told(side)
        assert "ann drew red 4" not in game.told(side)
    assert "ann drew red 4" in game.told("ann")


@pytest.mark.rule("HIDDEN-THREAT-47")
def test_the_three_cards_of_draw_3_are_seen_by_who_drew_them_only(table) -> None:
    game = table(ann_hand=["repair/draw", "white"], ann_pile=["red 1", "red 1", "red 2"])
    game.choose("draw 3")
    assert sum(game.view("ann").drawn) == 3
    assert sum(game.view("ben").drawn) == sum(game.view("spectator").drawn) == 0
    assert game.view("ben").drawn_size == 3


@pytest.mark.rule("HIDDEN-THREAT-48")
def test_a_reshuffle_lays_the_hand_bare_to_who_counts_cards(table) -> None:
    game = table(ann_hand=["white", "red 4", "shield"], ann_pile=[])
    game.play("white", at="A1", finds="miss")
    for hand in game.imagined_hands("ben", of="ann"):
        assert {"red 4", "shield"} <= set(hand)
    assert len(game.imagined_hands("ben", of="ann")) > 3
    known = [piece.label for piece in game.scene("ben").pieces if piece.at == "hand:0"]
    assert [label for label in known if "Red 4" in label]


@pytest.mark.rule("HIDDEN-THREAT-48")
def test_a_card_known_is_known_until_it_is_played(table) -> None:
    game = table(ann_hand=["white", "red 4"], ann_pile=[], ben_hand=["white"] * 5)
    game.play("white", at="A1", finds="miss").play("white", at="A1", finds="miss")
    game.play("red 4", at="A2", finds="miss")
    assert list(game.view("ben").surely[0]) == [0] * st.KINDS
    assert all("red 4" not in hand for hand in game.imagined_hands("ben", of="ann"))


@pytest.mark.rule("HIDDEN-THREAT-49")
def test_who_gives_up_shows_what_the_hand_does_not_hold(table) -> None:
    game = table(
        ann_hand=["white"] * 6 + ["shield"],
        ben_all_up=True,
        ben_ships=["Carrier"],
        ben_sunk=["Battleship", "Destroyer", "Submarine", "PT Boat"],
    )
    game.give_up("white")
    hands = game.imagined_hands("ben", of="ann")
    assert {card for hand in hands for card in hand} == {"white", "shield"}


@pytest.mark.rule("HIDDEN-THREAT-49")
def test_whose_extra_plays_lapse_shows_as_much(table) -> None:
    game = table(ann_hand=["discard/two", "red 1", "shield"], ann_pile=["red 2"] * 3)
    game.choose("play 2").play("red 1", at="A1", finds="miss")
    assert "ann could play no more" in game.told("ben")
    assert all("shield" in hand for hand in game.imagined_hands("ben", of="ann"))


@pytest.mark.rule("HIDDEN-THREAT-47")
def test_every_hand_that_may_be_is_imagined_as_often_as_it_is_dealt(table) -> None:
    """Three unseen cards, one of them in the hand: a third each."""
    game = table(
        to_play="ben", ben_hand=["white"], ann_hand=["red 4"], ann_pile=["red 1", "shield"]
    )
    rules, dice, found = GAME.load(), generators(3, 1)[0], Counter()
    for _ in range(6000):
        copy = clone(game.match.view(1))
        rules.imagine(copy, 0, 1, dice)
        found[tuple(copy["hand"][0][0].tolist())] += 1
    assert len(found) == 3
    assert all(1800 < count < 2200 for count in found.values())


@pytest.mark.rule("HIDDEN-THREAT-52")
def test_who_resigns_has_lost(new_game) -> None:
    game = new_game()
    game.match.resign(0)
    assert game.winner == "ben"

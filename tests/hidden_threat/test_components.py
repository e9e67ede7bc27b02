"""The ships, the decks, the deal, a turn's frame."""

from __future__ import annotations

import random

import pytest

from quarterdeck.engine.match import Match
from quarterdeck.engine.state import to_plain
from quarterdeck.games.hidden_threat import state as st

from .table import CARDS, GAME, PLACES, fresh


def printed_rows(first_cell: str) -> list[list[str]]:
    """The rows of the table in RULES.md whose heading begins with this word."""
    rows: list[list[str]] = []
    for line in GAME.rules_text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == first_cell:
            rows = [["heading"]]
        elif rows and not line.startswith("|"):
            break
        elif rows and not cells[0].startswith("---"):
            rows.append(cells)
    return rows[1:]


@pytest.mark.rule("HIDDEN-THREAT-1")
def test_a_grid_is_three_rows_of_four_with_five_ships_and_seven_misses(new_game) -> None:
    assert PLACES == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4"]
    game = new_game()
    assert list(game.truth.face_down) == [0b1111_1111_1111] * 2
    assert game.up("ann") == game.up("ben") == game.sunk("ann") == game.sunk("ben") == []


@pytest.mark.rule("HIDDEN-THREAT-3")
def test_the_ships_and_their_numbers_are_those_printed() -> None:
    rows = [(name, int(hits)) for name, hits in printed_rows("ship")]
    assert rows == list(zip(st.SHIP_NAMES, st.HITS.tolist(), strict=True))
    assert sum(st.HITS) == 17


@pytest.mark.rule("HIDDEN-THREAT-4")
def test_the_deck_is_the_one_printed() -> None:
    rows = [(name, int(count)) for name, count in printed_rows("card")]
    assert rows == list(zip(st.CARD_NAMES, st.DECK[0].tolist(), strict=True))
    assert sum(st.DECK[0]) == st.DECK_SIZE[0] == 26


@pytest.mark.rule("HIDDEN-THREAT-4")
def test_the_4_peg_card_alone_sinks_any_ship_but_the_carrier() -> None:
    """The rulebook's strategy tip."""
    assert [ship for ship in range(st.SHIPS) if st.HITS[ship] > 4] == [st.CARRIER]


@pytest.mark.rule("HIDDEN-THREAT-5")
def test_both_are_dealt_five_cards_and_the_rest_is_the_pile(new_game) -> None:
    game = new_game()
    for side in ("ann", "ben"):
        assert len(game.hand(side)) == 5
    assert list(game.truth.pile_size) == [21, 21]


@pytest.mark.rule("HIDDEN-THREAT-6")
def test_who_goes_first_is_drawn_by_lot_then_turns_alternate(new_game) -> None:
    first = {fresh(seed=seed).to_play for seed in range(20)}
    assert first == {"ann", "ben"}
    game = new_game()
    one = game.to_play
    card = next(use for use in ("white", "red 1", "red 2", "red 4") if use in game.offers)
    game.play(card, at="A1")
    assert game.to_play != one


@pytest.mark.rule("HIDDEN-THREAT-7")
def test_a_turn_is_one_play_and_a_reload_to_five(table) -> None:
    game = table(ann_hand=["white"] * 5, ann_pile=["red 4"])
    game.play("white", at="A1", finds="miss")
    assert sorted(game.hand("ann")) == ["red 4"] + ["white"] * 4
    assert game.to_play == "ben"


@pytest.mark.rule("HIDDEN-THREAT-7")
def test_who_still_holds_five_draws_nothing(table) -> None:
    game = table(ann_hand=["white"] * 6)
    game.play("white", at="A1", finds="miss")
    assert game.hand("ann") == ["white"] * 5
    assert "ann drew 1 cards" not in game.told("ben")


@pytest.mark.rule("HIDDEN-THREAT-8")
def test_the_discard_is_shuffled_only_when_a_card_must_be_drawn(table) -> None:
    game = table(ann_hand=["white"] * 5, ann_pile=["red 4"])
    game.play("white", at="A1", finds="miss")  # takes the last card of the pile
    assert "ann reshuffled 20 cards" not in game.told("ann")
    assert game.truth.pile_size[0] == 0


@pytest.mark.rule("HIDDEN-THREAT-8")
def test_the_discard_is_shuffled_in_the_middle_of_a_draw(table) -> None:
    game = table(
        ann_hand=["white", "white", "shield"],
        ann_pile=["red 4"],
        ben_ships=["Carrier"],
        ben_pegs={"Carrier": ["red 1"]},
    )
    game.play("white", at="C4", finds="miss")
    # 26 less two in hand, one just drawn, one under the Carrier
    assert "ann reshuffled 22 cards" in game.told("ben")
    assert game.discard("ann") == []
    assert "red 4" in game.hand("ann")
    assert game.under("ben", "Carrier") == ["red 1"]


@pytest.mark.rule("HIDDEN-THREAT-8")
def test_with_nothing_to_shuffle_no_more_is_drawn(table) -> None:
    hand = ["white"] * 10 + ["red 1"] * 6 + ["red 2"] * 3 + ["red 4"] + ["shield"] * 2
    game = table(ann_hand=[*hand, "discard/two", "discard/two", "repair/draw", "repair/draw"])
    game.choose("draw 3")
    assert "ann could play none of the three" in game.told("ben")
    assert game.to_play == "ben"


@pytest.mark.rule("HIDDEN-THREAT-9")
def test_a_hand_without_a_legal_play_discards_a_card_and_reloads(table) -> None:
    game = table(
        ann_hand=["white", "white", "white", "white", "shield"],
        ann_pile=["red 1"],
        ben_all_up=True,
        ben_ships=["Carrier"],
        ben_sunk=["Battleship", "Destroyer", "Submarine", "PT Boat"],
    )
    assert game.offers == {"give up white", "give up shield"}
    assert game.scene("ann").prompt == "You cannot play any card: discard one"
    game.give_up("shield")
    assert "shield" in game.discard("ann")
    assert sorted(game.hand("ann")) == ["red 1"] + ["white"] * 4
    assert game.to_play == "ben"


@pytest.mark.rule("HIDDEN-THREAT-9")
def test_who_can_play_must(table) -> None:
    game = table(ann_hand=["white", "white", "white", "white", "red 1"], ben_all_up=True,
                 ben_ships=["Carrier"],
                 ben_sunk=["Battleship", "Destroyer", "Submarine", "PT Boat"])  # fmt: skip
    assert game.offers == {"red 1"}


@pytest.mark.rule("HIDDEN-THREAT-45")
def test_the_beginner_deck_is_the_twenty_peg_cards(new_game) -> None:
    game = new_game(beginner=1)
    assert list(game.truth.pile_size) == [15, 15]
    assert st.DECK[1].tolist() == [10, 6, 3, 1, 0, 0, 0]
    assert set(game.hand("ann") + game.hand("ben")) <= set(CARDS[:4])


@pytest.mark.parametrize("beginner", [0, 1])
@pytest.mark.parametrize("seed", range(12))
def test_no_card_is_ever_lost_or_doubled(seed: int, beginner: int) -> None:
    match, choose = Match(GAME, options={"beginner": beginner}, seed=seed), random.Random(seed)
    while not match.over:
        match.act(match.actor, choose.choice(match.legal()))
        s = to_plain(GAME.state, match.truth)
        for seat in range(2):
            for kind in range(st.KINDS):
                assert cards_of(s, seat, kind) == st.DECK[beginner][kind]
            assert sum(s.hand[seat]) == s.hand_size[seat]
            assert sum(s.pile[seat]) == s.pile_size[seat]


def cards_of(s, seat: int, kind: int) -> int:
    """All of a seat's cards of a kind, wherever they are."""
    count = s.hand[seat][kind] + s.pile[seat][kind] + s.discard[seat][kind]
    if kind < st.PEGS:
        count += sum(ship[kind] for ship in s.under[1 - seat])
        count += sum(shield == kind for ship in s.on_shield[1 - seat] for shield in ship)
    if kind == st.SHIELD:
        count += sum(s.shields[seat])
    if s.actor == seat:
        count += sum(st.CARD_FOR[use] == kind for use in s.power[: s.depth])
    return count

"""The chart, the cards, the deal: what lies on the table before the first turn."""

from __future__ import annotations

from itertools import product

import pytest

from quarterdeck.games.ping import state as st

from .table import CARD_NAMES, PING, fresh


def printed_rows(first_cell: str) -> list[list[str]]:
    """The rows of the table in RULES.md whose heading begins with this word."""
    rows: list[list[str]] = []
    for line in PING.rules_text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == first_cell:
            rows = [["heading"]]
        elif rows and not line.startswith("|"):
            break
        elif rows and not cells[0].startswith("---"):
            rows.append(cells)
    return rows[1:]


@pytest.mark.rule("PING-1")
def test_the_chart_is_five_rows_of_five_letters_without_q() -> None:
    rows = [row[1].replace(" ", "") for row in printed_rows("row")]
    assert rows == ["ABCDE", "FGHIJ", "KLMNO", "PRSTU", "VWXYZ"]
    assert "".join(rows) == st.LETTERS


@pytest.mark.rule("PING-2")
def test_squares_are_joined_along_rows_and_columns_and_never_at_corners() -> None:
    joined = {
        (square, int(other))
        for square, row in enumerate(st.NEIGHBOUR)
        for other in row
        if other != st.OFF_GRID
    }
    for one, other in product(range(25), repeat=2):
        down, along = abs(one // 5 - other // 5), abs(one % 5 - other % 5)
        assert ((one, other) in joined) == (down + along == 1)
    assert len(joined) == 2 * 40, "forty lines"


@pytest.mark.rule("PING-3")
def test_the_corners_and_the_centre_are_objectives() -> None:
    assert [st.LETTERS[q] for q in range(25) if st.OBJECTIVE_AT[q] >= 0] == list("AEMVZ")


@pytest.mark.rule("PING-5")
def test_the_sixteen_cards_are_those_of_the_printed_table() -> None:
    printed = [
        f"{movement} / {utility}"
        for movement, utilities in printed_rows("movement")
        for utility in utilities.split(", ")
    ]
    assert printed == CARD_NAMES
    assert len(set(printed)) == 16


@pytest.mark.rule("PING-6")
def test_tags_and_faces_are_those_of_the_printed_table() -> None:
    tags = {st.QUIET: "QUIET", st.PLAIN: "", st.LOUD: "LOUD"}
    rows = [
        [name, tags[int(st.TAG[i])], "face up" if st.FACE_UP[i] else "face down"]
        for i, name in enumerate(st.ACTION_NAMES)
    ]
    assert rows == printed_rows("action")


@pytest.mark.rule("PING-7", "PING-9")
def test_three_cards_each_are_dealt_and_seen_only_by_their_owner(new_game) -> None:
    game = new_game(seed=7)
    red, blue = game.hand("red"), game.hand("blue")
    assert len(red) == len(blue) == 3
    assert not red & blue
    assert game.view("red").hand[1] == 0
    assert game.view("blue").hand[0] == 0
    assert list(game.view("spectator").hand) == [0, 0]
    dealt = [line for line in game.log("red") if "dealt" in line]
    assert {line.split("dealt ")[1].rstrip(".") for line in dealt} == red


@pytest.mark.rule("PING-9")
def test_nobody_has_seen_the_set_up_card_not_even_the_program() -> None:
    game = fresh()
    assert game.truth.lying == st.NO_CARD
    assert game.truth.lying_as == st.SET_UP


@pytest.mark.rule("PING-8", "PING-11")
def test_who_is_player_1_is_drawn_and_has_the_first_turn(new_game) -> None:
    firsts = set()
    for seed in range(12):
        game = new_game(seed=seed)
        first, *_ = game.log("red")
        assert first == ("You go first." if game.to_play == "red" else "{1} goes first.")
        firsts.add(game.to_play)
        starter = game.to_play
        assert game.start("A").start("B").to_play == starter
    assert firsts == {"red", "blue"}


@pytest.mark.rule("PING-10")
def test_starting_squares_are_chosen_unseen_and_may_be_the_same_objective(new_game) -> None:
    game = new_game()
    first = game.to_play
    assert game.offers == {f"start {letter}" for letter in st.LETTERS}
    game.start("M")
    second = game.to_play
    assert second != first
    assert game.offers == {f"start {letter}" for letter in st.LETTERS}
    assert game.told(second) == [f"{first} starts at somewhere"]
    game.start("M")
    assert (game.square("red"), game.square("blue")) == ("M", "M")
    assert game.told(first) == [f"{first} starts at M", f"{second} starts at somewhere"]
    assert game.told("spectator") == [
        f"{first} starts at somewhere",
        f"{second} starts at somewhere",
    ]
    assert game.may_be(first) == game.may_be(second) == st.LETTERS


@pytest.mark.rule("PING-10")
def test_whoever_waits_for_the_other_s_starting_square_is_told_what_comes_then(new_game) -> None:
    game = new_game()
    first, second = game.to_play, "blue" if game.to_play == "red" else "red"
    assert game.scene(second).detail.startswith("Then you choose yours.")
    game.start("M")
    assert game.scene(first).detail.startswith("Then you have the first turn.")


@pytest.mark.rule("PING-9", "PING-17")
def test_the_set_up_card_is_seen_by_player_1_alone_at_the_end_of_the_first_turn(new_game) -> None:
    game = new_game(seed=3)
    first = game.to_play
    second = "blue" if first == "red" else "red"
    game.start("G").start("T")
    before = game.hand(first)
    spared = min(before)
    game.play(spared.split(" / ")[0], with_card=spared)
    while game.to_play == first:
        game.step(min(game.offers).removeprefix("step "))
    (new,) = game.hand(first) - before
    assert new not in game.hand(second)
    assert game.told(first)[-1] == f"{first} took {new}, the set-up card"
    assert f"{first} took a card, the set-up card" in game.told(second)
    assert new not in " ".join(game.told(second) + game.told("spectator"))
    assert len(game.hand(first)) == 3


@pytest.mark.rule("PING-17", "PING-27")
def test_listening_on_the_first_turn_hears_nothing_since_nobody_has_acted(new_game) -> None:
    for seed in range(200):
        game = new_game(seed=seed)
        if any("LISTEN" in name for name in game.hand(game.to_play)):
            break
    first = game.to_play
    second = "blue" if first == "red" else "red"
    name = min(n for n in game.hand(first) if "LISTEN" in n)
    game.start("A").start("Z").play("LISTEN", with_card=name)
    assert f"{second} gives nothing away" in game.told(first)
    assert game.may_be(second) == st.LETTERS

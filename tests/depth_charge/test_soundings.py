"""Sounding charges: where they may be dropped, and exactly what is reported."""

from __future__ import annotations

import random

import pytest

from quarterdeck.engine.game import find
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.state import Plain, to_plain
from quarterdeck.games.depth_charge import examples, sonar
from quarterdeck.games.depth_charge import state as st

from .table import ALL_SIDES

# On the tables of the rulebook's examples the charge is dropped on d4 from a boat on d3.


def heard(table, mines: str, islands: str = "", south: str = "d3", charge: str = "d4", **more):
    return table(south=south, north_mines=mines, islands=islands, **more).sound(charge).report


@pytest.mark.rule("DEPTH-CHARGE-22")
@pytest.mark.parametrize(
    ("mine", "distance"),
    [("d5", 1), ("d7", 3), ("d8", 4), ("e5", 1), ("g7", 3), ("a7", 3), ("c5", 1)],
)
def test_straight_and_diagonal_lines_count_the_squares_to_the_mine(table, mine, distance) -> None:
    assert heard(table, mine) == [distance]


@pytest.mark.rule("DEPTH-CHARGE-22")
def test_along_a_row(table) -> None:
    assert heard(table, "b6", south="e6", charge="f6") == [4]


@pytest.mark.rule("DEPTH-CHARGE-23")
@pytest.mark.parametrize(
    ("mine", "distance"), [("e7", 4), ("h6", 6), ("c8", 5), ("a5", 4), ("h5", 5), ("e6", 3)]
)
def test_elsewhere_the_longer_way_is_counted_first_and_then_over(table, mine, distance) -> None:
    assert heard(table, mine) == [distance]


@pytest.mark.rule("DEPTH-CHARGE-23")
def test_the_longest_way_is_thirteen(table) -> None:
    assert heard(table, "g8", south="b1", charge="a1", north="h5") == [13]


@pytest.mark.rule("DEPTH-CHARGE-23", "DEPTH-CHARGE-25")
def test_a_bent_path_takes_the_longer_leg_first(table) -> None:
    """From d4 to e7 the ping goes d5 d6 d7 e7, not e4 e5 e6."""
    for on_path in ("d5", "d6", "d7"):
        assert heard(table, f"e7 {on_path}") == [int(on_path[1]) - 4], f"{on_path} silences e7"
    assert heard(table, "e7 e6") == [3, 4], "e6 is not on that way"
    assert heard(table, "e7 e5") == [1, 4]


@pytest.mark.rule("DEPTH-CHARGE-23", "DEPTH-CHARGE-25")
def test_a_bent_path_along_the_row_first(table) -> None:
    """From d4 to h6: e4 f4 g4 h4 h5 h6."""
    assert heard(table, "h6 h5", north="h8") == [5], "h5 silences h6"
    for on_path in ("e4", "f4", "g4"):
        assert heard(table, "h6", islands=on_path) == []
    assert heard(table, "h6 e5") == [1, 6]


@pytest.mark.rule("DEPTH-CHARGE-21")
def test_distances_are_told_from_the_shortest_up(table) -> None:
    game = table(south="d3", north_mines="e7 h6 d5", islands="").sound("d4")
    assert game.report == [1, 6], "e7 is behind d5"
    game = table(south="d3", north_mines="h6 e7 a7").sound("d4")
    assert game.report == [3, 4, 6]
    assert "echoes at **3, 4 and 6**" in game.log("south")[-1]


@pytest.mark.rule("DEPTH-CHARGE-21")
def test_mines_at_equal_distance_are_reported_once(table) -> None:
    """Rulebook: "the ping returns at the same time and only reported once"."""
    assert heard(table, "d7 g7") == [3]
    assert heard(table, "d7 g7 a7") == [3]


@pytest.mark.rule("DEPTH-CHARGE-25")
def test_the_rulebooks_surviving_example_reports_one(table) -> None:
    """Rulebook: "Report: 1. Mines are not reported if the path to them is blocked"."""
    assert heard(table, "d5 d7 e7") == [1]


@pytest.mark.rule("DEPTH-CHARGE-25")
def test_a_mine_behind_another_on_a_line_is_silent(table) -> None:
    assert heard(table, "d5 d8") == [1]
    assert heard(table, "e5 g7") == [1]
    assert heard(table, "f6 g7") == [2]


@pytest.mark.rule("DEPTH-CHARGE-25")
def test_a_silent_mine_still_silences_what_is_behind_it(table) -> None:
    assert heard(table, "d5 d6 e8") == [1], "d6 is silent itself; e8 is behind both"
    assert heard(table, "d6 d7 e7") == [2]


@pytest.mark.rule("DEPTH-CHARGE-25")
def test_the_turning_square_blocks(table) -> None:
    assert heard(table, "d7 e7") == [3], "at d7 the path to e7 turns"
    assert heard(table, "e7", islands="d7") == []


@pytest.mark.rule("DEPTH-CHARGE-25")
def test_islands_block_lines_and_diagonals(table) -> None:
    assert heard(table, "d7 g7", islands="d6") == [3], "g7 is heard, d7 is not"
    assert heard(table, "d7 g7", islands="e5 d5") == []
    assert heard(table, "d7", islands="c6") == [3], "beside the path"


@pytest.mark.rule("DEPTH-CHARGE-26")
def test_an_island_in_the_sounding_players_own_half_blocks_as_well(table) -> None:
    assert heard(table, "d7", islands="d3", south="d1", charge="d2") == []
    assert heard(table, "d7", islands="e3", south="d1", charge="d2") == [5]


@pytest.mark.rule("DEPTH-CHARGE-24", "DEPTH-CHARGE-26")
def test_a_mine_right_under_the_charge_reports_zero_and_blocks_nothing(table) -> None:
    assert heard(table, "d6 d8", south="d5", charge="d6") == [0, 2]
    assert heard(table, "d6 e7", south="d5", charge="d6") == [0, 1]


@pytest.mark.rule("DEPTH-CHARGE-27")
def test_boats_do_not_block(table) -> None:
    assert heard(table, "d7", north="d6") == [3]
    assert heard(table, "d8", south="d5", charge="d4") == [4], "past the own boat"


@pytest.mark.rule("DEPTH-CHARGE-27")
def test_the_sounding_players_own_mines_neither_block_nor_answer(table) -> None:
    game = table(south="d1", south_mines="d3 c3", north_mines="d6").sound("d2")
    assert game.report == [4]


@pytest.mark.rule("DEPTH-CHARGE-27", "DEPTH-CHARGE-32")
def test_a_destroyed_mine_neither_answers_nor_blocks(table) -> None:
    game = table(south="d3", north="g8", south_mines="a2", north_mines="d5 d8 e6")
    game.sound("d4")
    assert game.report == [1], "d8 and e6 are behind d5"
    game.sound("f8").sail("d4").stop().sound("f8").drop("d5").sound("f8")
    game.sail("d3").stop().sound("f8").sound("d4")
    assert game.report == [3, 4]


@pytest.mark.rule("DEPTH-CHARGE-28")
def test_silence_is_a_report_too_and_mines_are_unharmed(table) -> None:
    game = table(south="d3", north_mines="d7 a8", islands="d6 b6 c5").sound("d4")
    assert game.report == []
    assert "**no echo**" in game.log("north")[-1]
    assert game.mines("north") == {"d7", "a8"}


@pytest.mark.rule("DEPTH-CHARGE-28")
def test_a_sounding_on_a_mine_does_not_set_it_off(table) -> None:
    game = table(south="d5", north_mines="d6").sound("d6")
    assert game.mines("north") == {"d6"}
    assert game.winner == ""


@pytest.mark.rule("DEPTH-CHARGE-19")
def test_a_charge_goes_to_one_of_the_eight_squares_around_the_boat(table) -> None:
    game = table(south="d4")
    around = {"c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"}
    assert game.offered("sound") == game.offered("drop") == around
    assert table(south="a1").offered("sound") == {"a2", "b1", "b2"}


@pytest.mark.rule("DEPTH-CHARGE-20")
def test_not_on_an_island_nor_on_the_other_boat_but_anywhere_else(table) -> None:
    game = table(south="d4", north="e5", islands="c3", south_mines="d3")
    assert game.offered("sound") == game.offered("drop") == {"c4", "c5", "d3", "d5", "e3", "e4"}


@pytest.mark.rule("DEPTH-CHARGE-20", "DEPTH-CHARGE-21")
def test_the_same_square_may_be_sounded_again(table) -> None:
    game = table(south="d4", north="h8", north_mines="d7", south_mines="a2")
    game.sound("c4").sound("g8").sound("c4")
    assert game.told("north").count("south sounded from c4") == 2


@pytest.mark.rule("DEPTH-CHARGE-21")
def test_north_sounds_for_souths_mines_by_the_same_rules_turned_round(table) -> None:
    """e5 is to North what d4 is to South."""
    game = table(to_play="north", north="e6", south_mines="e2 b2 h3").sound("e5")
    assert game.report == [3, 5]
    for side in ALL_SIDES:
        assert game.told(side) == ["north sounded from e5"]
    blocked = table(to_play="north", north="e6", south_mines="e4 e2 d2").sound("e5")
    assert blocked.report == [1]


# Against the rulings, written out the plain way ----------------------------------------------


def plainly(charge: tuple[int, int], mines: set[tuple[int, int]], land: set[tuple[int, int]]):
    """The rulings' section 3 as a walk on coordinates, sharing nothing with the tables."""
    report = set()
    for mine in mines:
        x, y = charge
        steps, silent = 0, False
        tall = abs(mine[1] - y) > abs(mine[0] - x)
        diagonal = abs(mine[0] - x) == abs(mine[1] - y)
        while (x, y) != mine:
            across, up = mine[0] - x, mine[1] - y
            if across and (diagonal or not tall or not up):
                x += 1 if across > 0 else -1
            if up and (diagonal or tall or not across):
                y += 1 if up > 0 else -1
            steps += 1
            if (x, y) != mine and ((x, y) in mines or (x, y) in land):
                silent = True
        if not silent:
            report.add(steps)
    return sorted(report)


def point(place: int) -> tuple[int, int]:
    return place % 8, place // 8


@pytest.mark.rule("DEPTH-CHARGE-22", "DEPTH-CHARGE-23", "DEPTH-CHARGE-25", "DEPTH-CHARGE-26")
def test_ten_thousand_reports_agree_with_the_rulings_written_out_plainly() -> None:
    pings, frame = interpret(sonar.pings), interpret(sonar.frame)
    choose = random.Random(7)
    for _ in range(10_000):
        owner = choose.randrange(2)
        s = Plain(st.State)
        inland = [bit for bit in range(31) if st.INLAND >> bit & 1]
        for half in range(2):
            for bit in choose.sample(inland, choose.randrange(4)):
                s.land[half] |= 1 << bit
        free = [bit for bit in range(31) if not s.land[owner] >> bit & 1]
        mines = choose.sample(free, choose.randrange(1, 8))
        charge = choose.randrange(64)
        land = {
            point(frame(half, 32 + bit))
            for half in range(2)
            for bit in range(31)
            if s.land[half] >> bit & 1
        }
        if point(charge) in land:
            continue
        told = pings(s, owner, frame(owner, charge), sum(1 << bit for bit in mines))
        where = {point(frame(owner, 32 + bit)) for bit in mines}
        assert [d for d in range(14) if told >> d & 1] == plainly(point(charge), where, land)


@pytest.mark.rule("DEPTH-CHARGE-25")
def test_the_paths_from_a_square_are_a_tree() -> None:
    """Belief relies on it: what is on the path to a square is in front of all that square hides."""
    for charge in range(64):
        for goal in range(64):
            path = st.ping_path(charge, goal)
            for number, place in enumerate(path, 1):
                assert st.ping_path(charge, place) == path[:number]


@pytest.mark.rule("DEPTH-CHARGE-21", "DEPTH-CHARGE-25")
def test_the_example_in_the_rules_shows_which_mines_are_heard() -> None:
    """Its arrows count what the report tells; every other mine is shown to be silent."""
    example = examples.EXAMPLES[0]
    trails = example.framing.trails
    view = to_plain(st.State, example.match(find("depth_charge")).view(st.NORTH))
    (report,) = [entry >> st.REPORT_BIT for entry in view.log[: view.turn] if entry]
    assert sum(1 << len(trail.numbers) for trail in trails if trail.numbers) == report
    ends = {trail.cells[-1].removeprefix("square:") for trail in trails}
    assert ends == set(examples.MINES[st.NORTH])

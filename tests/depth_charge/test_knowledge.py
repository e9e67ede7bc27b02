"""What each side knows, what it may imagine, and how the chart and the log put it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.state import clone, from_plain, to_plain
from quarterdeck.games.depth_charge import belief, scene, sonar
from quarterdeck.games.depth_charge import state as st

from .table import ALL_SIDES, GAME, Table, fresh, names, position, square

pings, frame = interpret(sonar.pings), interpret(sonar.frame)


def placements(view: Any, seat: int) -> list[int]:
    """All mines the seat's reports allow, by trying every choice of squares: the log replayed."""
    owner = 1 - seat
    free = [b for b in range(31) if not (view.land[owner] | view.clear[owner]) >> b & 1]
    facts, gone = [], 0
    for turn in range(view.turn, 0, -1):
        entry = view.log[turn - 1]
        spot = frame(owner, entry >> st.SQUARE_BIT & st.SQUARE_MASK)
        if turn % 2 == seat:
            continue
        if entry & st.KIND_MASK == st.BLAST:
            gone |= 1 << spot - 32
        elif entry & st.KIND_MASK == st.SOUNDING:
            facts.append((spot, entry >> st.REPORT_BIT, gone))
    found = []
    for chosen in combinations(free, view.left[owner]):
        mines = sum(1 << bit for bit in chosen)
        if all(pings(view, owner, spot, mines | gone) == told for spot, told, gone in facts):
            found.append(mines)
    return found


def soundings(table: Any, *charges: str, **setting: Any) -> Table:
    """South sounds around d4, North waits, sounding f8."""
    game = table(south="d4", north="g8", **setting)
    for charge in charges:
        game.sound(charge).sound("f8")
    return game


CASES = {
    "one report": (["d5"], {"north_mines": "c6 e7 g6"}),
    "two reports": (["c3", "e5"], {"north_mines": "c6 e7 g6"}),
    "silence": (["c4", "e4"], {"north_mines": "d7 b6 h6", "islands": "d5 c5 e5"}),
    "mines in a row": (["c5", "e3"], {"north_mines": "d5 d6 d7"}),
    "many islands": (["c3", "d5"], {"north_mines": "c7 e6 a8", "islands": "b5 f6 g7 e3"}),
    "four mines": (["c5", "e5", "c3"], {"north_mines": "b6 d7 f6 h5"}),
}


@pytest.mark.rule("DEPTH-CHARGE-38")
@pytest.mark.parametrize("case", CASES)
def test_every_placement_the_reports_allow_is_imagined_about_as_often(case) -> None:
    charges, setting = CASES[case]
    game = soundings(position, *charges, **setting)
    view = game.view("south")
    possible = placements(view, 0)
    draws = max(60 * len(possible), 4000)
    rules, given, dice = GAME.load(), game.match.view(0), GAME.load().dice(3)
    counts: Counter[int] = Counter()
    for _ in range(draws):
        state = clone(given)
        rules.imagine(state, 0, 0, dice)
        counts[int(state["mined"][0][1])] += 1
    assert set(counts) == set(possible), "all of them, and no others"
    expected = draws / len(possible)
    assert max(counts.values()) < 1.8 * expected
    assert min(counts.values()) > expected / 2
    # chi-square per degree of freedom: 1 if exactly fair
    spread = sum((counts[p] - expected) ** 2 / expected for p in possible) / (len(possible) - 1)
    assert spread < 2


@pytest.mark.rule("DEPTH-CHARGE-38")
@pytest.mark.parametrize("case", CASES)
def test_interpreted_and_compiled_rules_imagine_the_same(case) -> None:
    charges, setting = CASES[case]
    view = soundings(position, *charges, **setting).match.view(0)
    quick, plain = clone(view), [to_plain(GAME.state, view)]
    fast, slow = GAME.load(), GAME.load(compiled=False)
    fast.imagine(quick, 0, 0, fast.dice(5))
    slow.imagine(plain, 0, 0, slow.dice(5))
    assert from_plain(GAME.state, plain[0]).tobytes() == quick.tobytes()


@pytest.mark.rule("DEPTH-CHARGE-38", "DEPTH-CHARGE-32")
def test_mines_destroyed_since_are_counted_into_older_reports(table) -> None:
    game = table(south="d4", north="g8", north_mines="d5 d8 a7").sound("c4").sound("f8")
    game.drop("d5").sound("f8")
    view = game.view("south")
    possible = {frozenset(names(1, mines)) for mines in placements(view, 0)}
    assert frozenset({"d8", "a7"}) in possible
    assert {frozenset(mines) for mines in game.imagined_mines("south", 2000)} == possible


@pytest.mark.rule("DEPTH-CHARGE-38")
def test_with_enough_reports_there_is_nothing_left_to_imagine(table) -> None:
    game = soundings(table, "d5", "c5", "e5", "c3", "e3", "c4", "e4", north_mines="c6 e7 g6")
    assert len(placements(game.view("south"), 0)) == 1
    assert all(mines == {"c6", "e7", "g6"} for mines in game.imagined_mines("south", 20))


@pytest.mark.rule("DEPTH-CHARGE-38")
@pytest.mark.parametrize("case", CASES)
def test_the_chart_hatches_exactly_what_the_reports_allow_and_knows_what_is_certain(case) -> None:
    charges, setting = CASES[case]
    game = soundings(position, *charges, **setting)
    possible = [names(1, mines) for mines in placements(game.view("south"), 0)]
    (lake,) = game.scene("south").boards
    certain = {c.name for c in lake.cells for m in c.marks if m.kind == "hatch" and m.filled}
    assert game.hatched("south") == set.union(*possible)
    assert certain == set.intersection(*possible)


@pytest.mark.rule("DEPTH-CHARGE-38")
def test_nothing_is_hatched_before_the_first_report_nor_for_others(table) -> None:
    game = table(south="d4", north_mines="c6 e7 g6")
    assert game.hatched("south") == set()
    game.sound("d5")
    assert game.hatched("south")
    assert game.hatched("north") == game.hatched("spectator") == set()


@pytest.mark.rule("DEPTH-CHARGE-38")
def test_the_truth_is_always_among_what_is_allowed_through_long_games() -> None:
    """Both sail and sound for eighty turns; interpreted rules judge what compiled ones imagine."""
    explains = interpret(belief.explains)
    for seed in range(4):
        game = fresh(seed=seed, mines=5 + seed % 3, islands=seed % 4, drift=1)
        choose = random.Random(seed)
        while not game.match.over and game.truth.turn < 80:
            wanted = [o for o in sorted(game.match.legal()) if _is_safe(game, o)]
            game.match.act(game.match.actor, choose.choice(wanted or game.match.legal()))
            if game.truth.turn > 1 and choose.random() < 0.1 and not game.match.over:
                seat = 1 - game.match.actor
                (mines,) = game.imagined_mines(("south", "north")[seat], seed=choose.randrange(99))
                view = to_plain(GAME.state, game.match.view(seat))
                bits = sum(1 << frame(1 - seat, square(m)) - 32 for m in mines)
                assert explains(view, seat, bits)
                assert bits.bit_count() == view.left[1 - seat]
                assert bits & (view.clear[1 - seat] | view.land[1 - seat]) == 0


def _is_safe(game: Table, action: int) -> bool:
    """No misses and no mines struck, so that the game lasts."""
    verb, number = GAME.actions.parse(action)
    if verb not in ("sail", "drop"):
        return True
    me = game.match.actor
    spot = frame(1 - me, int(st.NEIGHBOUR[game.truth.boat[me]][number])) - 32
    mined = spot >= 0 and bool(game.truth.mined[1 - me] >> spot & 1)
    return not mined if verb == "sail" else mined and game.truth.left[1 - me] > 1


@pytest.mark.rule("DEPTH-CHARGE-37")
def test_a_view_keeps_every_charge_with_its_square_distances_and_turn(table) -> None:
    game = table(south="d4", north="g8", south_mines="b2", north_mines="d5 e5 d8", turn=21)
    game.sound("d5").sound("f8").drop("d5").drop("g7")
    for side in ALL_SIDES:
        assert scene.charges(game.view(side)) == [
            (0, st.SOUNDING, square("d5"), [0, 1, 3], 21),
            (1, st.SOUNDING, square("f8"), [10], 22),
            (0, st.BLAST, square("d5"), [], 23),
            (1, st.DUD, square("g7"), [], 24),
        ]


@pytest.mark.rule("DEPTH-CHARGE-37")
def test_reports_are_pencilled_on_the_chart_for_everybody(table) -> None:
    game = table(south="d4", north="g8", south_mines="b2", north_mines="d7 a7 h6")
    game.sound("d5").sound("f8")
    for side in ALL_SIDES:
        assert game.marks(side, "text") == {"d5": "2·5", "f8": "10"}
    (lake,) = game.scene("south").boards
    (mark,) = next(cell for cell in lake.cells if cell.name == "d5").marks
    assert mark.label == "you sounded here on turn 11: echoes at 2 and 5"
    assert mark.seat == 0


@pytest.mark.rule("DEPTH-CHARGE-37")
def test_a_later_report_from_the_same_square_replaces_the_pencilled_one(table) -> None:
    game = table(south="d4", north="g8", north_mines="d5 d7 a8").sound("c4").sound("f8")
    assert game.marks("south", "text")["c4"] == "1·4·6"
    game.drop("d5").sound("f8").sound("c4")
    assert game.marks("south", "text")["c4"] == "4·6"
    assert len(scene.charges(game.view("south"))) == 5, "the view keeps both"


@pytest.mark.rule("DEPTH-CHARGE-37")
def test_own_mines_are_on_the_chart_and_nobody_elses(table) -> None:
    game = table(south_mines="b2 c3 d4", north_mines="a8 b8 c8")
    shown = {
        side: {p.at[-2:] for p in game.scene(side).pieces if p.symbol == "mine"}
        for side in ALL_SIDES
    }
    assert shown == {"south": {"b2", "c3", "d4"}, "north": {"a8", "b8", "c8"}, "spectator": set()}


@pytest.mark.rule("DEPTH-CHARGE-30", "DEPTH-CHARGE-3")
def test_the_tallies_count_mines_left_and_misses(table) -> None:
    game = table(south="d4", north="g8", north_mines="d5 d7 a8").drop("d5").sound("f8").drop("c5")
    south, north = game.scene("spectator").players
    assert [(t.label, t.count, t.of) for t in north.tallies] == [("mines left", 2, 3)]
    assert ("depth charges missed", 1, 2) in [(t.label, t.count, t.of) for t in south.tallies]


@pytest.mark.rule("DEPTH-CHARGE-13", "DEPTH-CHARGE-16", "DEPTH-CHARGE-30")
def test_prompts_say_what_is_asked_and_what_is_at_stake(table, new_game) -> None:
    game = new_game(islands=1, mines=3)
    assert game.scene("south").prompt == "Place your island"
    assert game.scene("south").detail == "In your half, rows 1 to 4, not along the shore."
    assert game.scene("north").prompt == "{0} places an island"
    game.island("c3").island("c6").lay("b1 b2")
    assert game.scene("south").prompt == "Lay your mines: the last one"
    game = table(south="d2", south_mines="d3", north_mines="a8 b8")
    assert game.scene("south").detail.startswith("2 mines to destroy. The first miss")
    assert game.sail("d3").scene("south").detail == "You may not stop on a mine of your own."
    assert game.sail("d4").scene("south").prompt == "Sail on, or stop here: up to 1 more step"
    warned = table(south_misses=1, north_mines="a8").scene("south")
    assert warned.detail == "1 mine to destroy. One more miss with a depth charge loses the game."
    assert {a.label for a in warned.actions} >= {
        "Sail to a2",
        "Sound from b2",
        "Depth charge on b1",
    }


@pytest.mark.rule("DEPTH-CHARGE-34")
def test_the_log_says_how_it_ended_to_each_in_their_words(table) -> None:
    game = table(south="d4", north_mines="d5").sail("d5")
    assert game.log("south")[-2:] == [
        "You **strike** one of {1}'s mines.",
        "{1} **wins**: your boat struck a mine.",
    ]
    assert game.log("north")[-1] == "You **win**: {0}'s boat struck a mine."
    assert game.log("spectator")[-1] == "{1} **wins**: {0}'s boat struck a mine."

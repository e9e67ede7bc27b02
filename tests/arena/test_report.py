"""What a person reads of a contest: the tables to the letter, the plot to the pixel."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from quarterdeck.arena.game import Forfeited
from quarterdeck.arena.plot import svg
from quarterdeck.arena.report import tables
from quarterdeck.arena.summary import Summary, summarize
from tests.arena.test_summary import plan, result, scored

PLOT = Path(__file__).parent / "plot.svg"
KINDS = {"kinds": ["hare", "hound"]}


def three_bots() -> Summary:
    """A beats B twice and once draws with C; C beats B, who then hangs."""
    games = [
        result([0, 1], winners=[0], **KINDS),
        result([1, 0], winners=[1], **KINDS),
        result([0, 2], winners=[], **KINDS),
        result([2, 0], winners=[1], **KINDS),
        result([1, 2], winners=[1], **KINDS),
        result([2, 1], winners=[0], forfeit=Forfeited(1, "hung"), **KINDS),
    ]
    return summarize(plan(2, 3), games)


def printed(summary: Summary) -> str:
    out = StringIO()
    for table in tables(summary):
        Console(file=out, width=100).print(table)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def test_the_tables_say_who_is_best_against_whom_from_where_and_who_forfeited():
    assert printed(three_bots()) == (
        "bot   Elo   95 %  games  won  drawn  lost  forfeit           win rate  ms/decision\n"
        "A    +141  ± 228      4    3      1     0        0  87.5% (39.6-98.7)         1.00\n"
        "C     +48  ± 210      4    2      1     1        0  62.5% (21.9-90.8)         1.00\n"
        "B    -189  ± 251      4    0      0     4        1    0.0% (0.0-49.0)         1.00\n"
        "win rate against      A      C       B\n"
        "A                        75.0%  100.0%\n"
        "C                 25.0%         100.0%\n"
        "B                  0.0%   0.0%\n"
        "seat  games                won\n"
        "0         5   30.0% (7.3-70.1)\n"
        "1         5  70.0% (29.9-92.7)\n"
        "played as  games                won\n"
        "hare           5   30.0% (7.3-70.1)\n"
        "hound          5  70.0% (29.9-92.7)\n"
        "forfeited  games\n"
        "B: hung        1"
    )


def test_in_a_game_with_scores_the_tables_fit_a_narrow_screen_and_say_the_mean_score():
    text = printed(summarize(plan(2, 2), scored([-1, 1], [-1, 1], [13, -13], [-1, 1])))
    assert text == (
        "bot  Elo   95 %  games  won  drawn  lost  win rate    mean score  ms/decision\n"
        "A    -74  ± 166      4    1      0     3     25.0%  +2.50 ± 6.86         1.00\n"
        "B    +74  ± 166      4    3      0     1     75.0%  -2.50 ± 6.86         1.00\n"
        "seat  games                won    mean score\n"
        "0         4  75.0% (30.1-95.4)  +3.50 ± 6.27\n"
        "1         4   25.0% (4.6-69.9)  -3.50 ± 6.27"
    )


def test_tables_that_would_say_nothing_are_left_out():
    text = printed(summarize(plan(2, 2), [result([0, 1], winners=[1])]))
    assert [line.split()[0] for line in text.splitlines()] == ["bot", "B", "A", "seat", "0", "1"]
    assert "forfeit" not in text


def test_the_plot_is_unchanged():
    """A difference that is meant: delete the file, run this twice and look at the new one."""
    if not PLOT.exists():
        PLOT.write_text(svg(three_bots()))
        pytest.fail(f"{PLOT.name} was drawn anew: look at it and commit it")
    assert svg(three_bots()) == PLOT.read_text()


@pytest.mark.parametrize(("length", "shown"), [(30, "a" * 30), (31, "…" + "a" * 29)])
def test_a_long_name_loses_its_beginning(length, shown):
    contest = plan(2, 2)
    contest.bots[0] = "exec:" + "a" * length
    assert f">{shown}</text>" in svg(summarize(contest, [result([0, 1], winners=[1])]))


def test_a_contest_in_which_nothing_was_played_has_tables_too():
    summary = summarize(plan(2, 2), [])
    assert (summary.games, summary.decisions) == (0, 0)
    assert "50.0% (0.0-100.0)         0.00" in printed(summary)

"""How results count: wins, draws, teams, forfeits; and the balance of seats and kinds."""

import msgspec
import pytest

from quarterdeck.arena.game import Forfeited, Result
from quarterdeck.arena.plan import Plan
from quarterdeck.arena.plot import svg
from quarterdeck.arena.rating import mean
from quarterdeck.arena.summary import comparisons, parts, summarize


def result(
    bots: list[int], winners: list[int], sides: list[int] | None = None, number: int = 0, **more
) -> Result:
    count = len(bots)
    return Result(
        number=number,
        deal=0,
        bots=bots,
        sides=sides or list(range(count)),
        winners=winners,
        decisions=[10] * count,
        seconds=[0.01] * count,
        **more,
    )


def plan(sides: int, bots: int) -> Plan:
    names = [f"exec:{letter}" for letter in "ABCDEFG"[:bots]]
    return Plan("ping", 1, "", names, sides, sides, {}, 0, 1.0)


def compared(result: Result):
    return sorted(comparisons(result))


def test_a_win_a_draw():
    assert compared(result([0, 1], winners=[1])) == [(1, 0, 1.0)]
    assert compared(result([0, 1], winners=[])) == [(0, 1, 0.5), (1, 0, 0.5)]


def test_of_three_the_winner_is_compared_with_each_and_the_losers_are_not_compared():
    assert compared(result([2, 0, 1], winners=[0])) == [(2, 0, 1.0), (2, 1, 1.0)]


def test_joint_winners_draw_with_each_other():
    assert compared(result([0, 1, 2], winners=[0, 1])) == [
        (0, 1, 0.5), (0, 2, 1.0), (1, 0, 0.5), (1, 2, 1.0),
    ]  # fmt: skip


def test_a_team_counts_once():
    teams = result([0, 1, 0, 1], winners=[1, 3], sides=[0, 1, 0, 1])
    assert compared(teams) == [(1, 0, 1.0)]
    assert [part.share for part in parts(teams)] == [0, 1]


def test_a_bot_is_not_compared_with_itself():
    assert compared(result([0, 0, 1], winners=[0])) == [(0, 1, 1.0)]


def test_a_forfeit_loses_to_all_others_and_does_not_compare_them():
    given_up = result([0, 1, 2], winners=[0, 2], forfeit=Forfeited(1, "crashed"))
    assert compared(given_up) == [(0, 1, 1.0), (2, 1, 1.0)]


def test_winning_half_of_the_games_among_three_means_twice_the_strength():
    """Luce's choice: strengths 2, 1, 1 win 1/2, 1/4, 1/4 of the games."""
    games = [result([0, 1, 2], winners=[seat]) for seat in [0, 0, 1, 2] * 5000]
    ratings = {bot.name: bot.elo.value for bot in summarize(plan(3, 3), games).bots}
    assert ratings["A"] - ratings["B"] == pytest.approx(120.4, abs=0.2)
    assert ratings["B"] == pytest.approx(ratings["C"])


def test_the_table_counts_everything():
    games = [
        result([0, 1], winners=[0], kinds=["hare", "hound"]),
        result([1, 0], winners=[], kinds=["hare", "hound"]),
        result([0, 1], winners=[0], kinds=["hare", "hound"]),
        result([1, 0], winners=[1], kinds=["hare", "hound"], forfeit=Forfeited(0, "hung")),
    ]
    summary = summarize(plan(2, 2), games)
    best, worst = summary.bots
    assert (best.name, best.games, best.won, best.drawn, best.lost) == ("A", 4, 3, 1, 0)
    assert (worst.lost, worst.forfeits, worst.milliseconds) == (3, 1, 1.0)
    assert best.share.value == 0.875
    assert (summary.games, summary.draws, summary.decisions) == (4, 1, 20)
    assert summary.forfeits == {"B: hung": 1}
    assert [(p.bot, p.other, p.games) for p in summary.pairs] == [("A", "B", 4), ("B", "A", 4)]


def test_forfeits_do_not_count_for_the_balance_of_seats_and_kinds():
    games = [
        result([0, 1], winners=[0], kinds=["hare", "hound"]),
        result([1, 0], winners=[1], kinds=["hound", "hare"]),
        result([1, 0], winners=[0], kinds=["hound", "hare"], forfeit=Forfeited(1, "hung")),
    ]
    summary = summarize(plan(2, 2), games)
    assert [(r.name, r.games, r.share.value) for r in summary.seats] == [
        ("0", 2, 0.5),
        ("1", 2, 0.5),
    ]
    assert [(r.name, r.games, r.share.value) for r in summary.kinds] == [
        ("hare", 2, 1.0), ("hound", 2, 0.0),
    ]  # fmt: skip


def test_the_plot_shows_every_bot_seat_and_kind():
    from xml.etree import ElementTree

    games = [result([0, 1], winners=[0], kinds=["<hare>", "hound"])]
    picture = ElementTree.fromstring(svg(summarize(plan(2, 2), games)))
    texts = {element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {"A", "B", "seat 0", "seat 1", "<hare>", "hound", "PING: 1 games"} <= texts
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}circle"))) == 6


# Scores ---------------------------------------------------------------------------------------


def scored(*scores: list[int]) -> list:
    """Games of A and B in turn from either seat; A's score comes first."""
    games = []
    for number, (a, b) in enumerate(scores):
        bots, by_seat = ([0, 1], [a, b]) if number % 2 == 0 else ([1, 0], [b, a])
        winners = [seat for seat in (0, 1) if by_seat[seat] > by_seat[1 - seat]]
        games.append(result(bots, winners, number=number, scores=by_seat))
    return games


def test_a_mean_score_has_an_interval():
    assert mean([1.0, 3.0, 2.0, 2.0]) == pytest.approx((2.0, 1.2, 2.8), abs=0.001)
    assert mean([2.0]) is None
    assert mean([]) is None


def test_who_wins_seldom_but_much_comes_first_and_is_rated_as_before():
    games = scored([-1, 1], [-1, 1], [13, -13], [-1, 1])
    summary = summarize(plan(2, 2), games)
    assert [(bot.name, bot.won, bot.score.value) for bot in summary.bots] == [
        ("A", 1, 2.5), ("B", 3, -2.5),
    ]  # fmt: skip
    unscored = [msgspec.structs.replace(game, scores=[]) for game in games]
    ratings = {bot.name: bot.elo for bot in summarize(plan(2, 2), unscored).bots}
    assert ratings == {bot.name: bot.elo for bot in summary.bots}


def test_seats_have_mean_scores_and_nought_is_one():
    summary = summarize(plan(2, 2), scored([5, -5], [1, -1], [-1, 1], [0, 0]))
    assert [(rate.name, rate.score.value) for rate in summary.seats] == [("0", 0.75), ("1", -0.75)]
    assert summary.bots[0].score.value == 1.25


def test_a_team_scores_the_mean_of_its_seats():
    teams = result([0, 1, 0, 1], winners=[1, 3], sides=[0, 1, 0, 1], scores=[1, 6, 3, 8])
    assert [part.score for part in parts(teams)] == [2, 7]


def test_a_forfeit_has_no_score_and_who_only_forfeits_comes_last():
    games = [result([0, 1], winners=[1], forfeit=Forfeited(0, "hung"), number=n) for n in (0, 1)]
    games += [result([1, 2], winners=[0], scores=[3, -3], number=n) for n in (2, 3)]
    summary = summarize(plan(2, 3), games)
    assert [(bot.name, bot.score and bot.score.value) for bot in summary.bots] == [
        ("B", 3), ("C", -3), ("A", None),
    ]  # fmt: skip


def test_without_scores_a_summary_says_nothing_of_them():
    assert b'"score"' not in msgspec.json.encode(summarize(plan(2, 2), [result([0, 1], [0])] * 3))
    assert b'"score"' in msgspec.json.encode(summarize(plan(2, 2), scored([1, -1], [2, -2])))


def test_the_plot_shows_mean_scores_of_bots_and_seats():
    texts = svg(summarize(plan(2, 2), scored([5, -5], [1, -1], [-1, 1])))
    assert ">Mean score</text>" in texts
    assert ">Mean score by seat</text>" in texts
    assert ">+1.67</text>" in texts
    assert "Mean score" not in svg(summarize(plan(2, 2), [result([0, 1], [0])]))

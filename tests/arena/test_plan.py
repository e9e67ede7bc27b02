"""Who plays whom: every deal from every seat, teams as one side, and what is refused."""

from collections import Counter

import pytest

from quarterdeck.arena.plan import Plan, TooFewBots, plan, sides
from quarterdeck.arena.seating import seat
from quarterdeck.bots import UnknownBot
from quarterdeck.engine.errors import BadOption, UnknownGame
from quarterdeck.engine.game import find
from quarterdeck.engine.position import Position


def contest(bots: int, sides: int) -> Plan:
    names = [f"exec:bot-{i}" for i in range(bots)]
    return Plan("ping", 1, "", names, sides, sides, {}, seed=3, patience=1.0)


def fixtures(plan: Plan, games: int):
    return [plan.fixture(number) for number in range(plan.total(games))]


def test_two_bots_play_each_deal_from_both_seats():
    played = [(game.deal, game.bots) for game in fixtures(contest(2, 2), 4)]
    assert played == [(0, [0, 1]), (0, [1, 0]), (1, [0, 1]), (1, [1, 0])]


def test_an_odd_number_of_games_is_rounded_up_to_whole_deals():
    assert contest(2, 2).total(5) == 6
    assert contest(3, 2).total(5) == 18


def test_every_pair_meets_equally_often_with_the_same_deals():
    games = fixtures(contest(4, 2), 6)
    assert set(Counter(frozenset(game.bots) for game in games).values()) == {6}
    assert {game.deal for game in games} == {0, 1, 2}


def test_with_three_seats_all_orders_are_played():
    games = fixtures(contest(3, 3), 6)
    assert len(games) == 6
    assert {tuple(game.bots) for game in games} == {
        (0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2),
    }  # fmt: skip


def test_bots_take_turns_filling_the_remaining_seats():
    assert contest(2, 3).line_ups == [(0, 0, 1), (0, 1, 1)]
    assert contest(2, 4).line_ups == [(0, 0, 1, 1)]
    assert contest(3, 5).line_ups == [(0, 0, 1, 1, 2), (0, 1, 1, 2, 2), (0, 0, 1, 2, 2)]
    assert contest(3, 4).line_ups == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]


def test_adding_games_does_not_change_the_earlier_ones():
    few, many = fixtures(contest(3, 2), 4), fixtures(contest(3, 2), 40)
    assert many[: len(few)] == few


def test_a_team_is_one_side():
    assert plan("pocket_sub", ["random", "random"], seats=4).sides == 2
    assert sides(Position.dealt(find("pocket_sub"), 4, seed=0)) == [0, 1, 0, 1]


def test_a_plan_is_known_by_a_short_hash_of_all_that_decides_it():
    first, second = (plan("ping", ["random", "mate"], seed=seed) for seed in (1, 2))
    assert first.digest == plan("ping", ["random", "mate"], seed=1).digest != second.digest
    assert first.code == second.code != plan("pocket_sub", ["random", "mate"]).code
    assert {len(first.digest), len(first.code)} == {10}


def test_deals_and_dice_follow_from_the_seed():
    one, other = contest(2, 2), plan("ping", ["random", "random"], seed=4)
    assert one.secret(0) == contest(3, 2).secret(0) != one.secret(1)
    assert one.secret(0) != other.secret(0)
    assert len({one.dice(number, seat) for number in range(50) for seat in range(2)}) == 100


def test_a_bot_may_be_given_other_limits_and_does_not_watch_the_clock():
    hurried = seat("mate:simulations=50,seconds=0.5", find("ping"), 1, 10.0)
    assert (hurried.simulations, hurried.seconds) == (50, 0.5)
    assert seat("admiral", find("ping"), 1, 10.0).seconds > 3600
    assert plan("ping", ["mate", "mate:simulations=50"]).names == ["mate", "mate:simulations=50"]


def test_a_bot_that_enters_twice_gets_a_number():
    bots = ["random", "random", "exec:python tools/mine.py"]
    assert plan("ping", bots).names == ["random", "random (2)", "mine.py"]


@pytest.mark.parametrize(
    ("error", "arguments", "said"),
    [
        (UnknownGame, ("pong", ["random", "random"]), "no game 'pong'"),
        (UnknownBot, ("ping", ["random", "deep-blue"]), "and exec:COMMAND"),
        (UnknownBot, ("ping", ["random", "exec:"]), "no bot 'exec:'"),
        (UnknownBot, ("ping", ["random", "exec:'oops"]), "not a command line"),
        (UnknownBot, ("ping", ["random", "mate:simulations"]), "is not a limit; write it as"),
        (UnknownBot, ("ping", ["random", "mate:depth=3"]), "the limits are simulations, seconds"),
        (UnknownBot, ("ping", ["random", "mate:simulations=0"]), "each more than 0"),
        (UnknownBot, ("ping", ["mate", "random:simulations=3"]), "does not search"),
        (TooFewBots, ("ping", ["random"]), "two bots or more"),
        (BadOption, ("ping", ["random", "random"], 3), "for 2 players"),
        (BadOption, ("ping", ["random", "random"], 2, {"speed": 3}), "no option 'speed'"),
    ],
)
def test_what_cannot_be_played_is_refused(error, arguments, said):
    with pytest.raises(error, match=said):
        plan(*arguments)

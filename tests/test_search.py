"""The searcher's own decisions: how long it looks, what it ranks first, when it errs."""

import math

import pytest

from quarterdeck.bots import LEVELS, Estimate, Searcher, make
from quarterdeck.bots.search import DEVIATION, SLICE, lower_bound
from quarterdeck.bots.tree import MADE, PLAY, USED, WIN
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from tests.games import OURS
from tests.ping.table import position
from tests.test_bots import advanced

PING = find("ping")


def searching(simulations: int = 4000, **limits) -> tuple[Searcher, Match]:
    """A searcher with time enough, and a match in which the actor has a choice."""
    bot = Searcher(PING, 1, simulations=simulations, seconds=600, **limits)
    return bot, advanced("ping", 2, 10)


def made(bot: Searcher) -> int:
    return sum(int(tree.counts[MADE]) for tree in bot.trees)


# How long it looks ---------------------------------------------------------------------------


def test_a_part_of_the_limits_is_a_part_of_the_simulations():
    bot, match = searching(2000)
    found = bot.think(match.view(match.actor), match.actor, 0.25)
    assert made(bot) == sum(estimate.visits for estimate in found) == 500


def test_of_one_action_alone_only_that_is_looked_at():
    bot, match = searching(400)
    second = match.legal()[1]
    found = bot.think(match.view(match.actor), match.actor, 1.0, first=second)
    assert {estimate.action: estimate.visits for estimate in found if estimate.visits} == {
        second: 400
    }


def test_a_second_look_is_part_of_the_budget():
    bot, match = searching(4000)
    found = bot.hints(match.view(match.actor), match.actor)
    assert sum(estimate.visits for estimate in found) <= 4000


def test_simulations_are_shared_out_evenly_and_none_is_lost():
    bot, match = searching(7, threads=2)
    bot.think(match.view(match.actor), match.actor)
    assert [int(tree.counts[MADE]) for tree in bot.trees] == [4, 4]


def test_a_search_that_is_decided_stops_between_two_slices():
    game = position(red="Z", blue="C", red_reported="AEMV")
    bot = Searcher(PING, 1, simulations=20_000, seconds=600)
    found = bot.think(game.match.view(0), 0)
    first, second = sorted((estimate.visits for estimate in found), reverse=True)[:2]
    assert SLICE <= made(bot) < 20_000
    assert made(bot) % SLICE == 0
    assert first - second > 20_000 - made(bot)
    assert first - second <= 20_000 - made(bot) + 2 * SLICE, "a slice earlier it was not"


def test_decided_is_who_cannot_be_caught_up_with():
    bot, match = searching(200)
    visits = sorted(estimate.visits for estimate in bot.think(match.view(match.actor), match.actor))
    tree, lead = bot.trees[0], visits[-1] - visits[-2]
    root, known = bot._root(tree, match.view(match.actor), match.actor)
    assert known == 200
    assert bot._decided(tree, root, lead - 1)
    assert not bot._decided(tree, root, lead)


def test_what_is_known_counts_but_one_in_four_is_new():
    bot, match = searching(1000)
    view, seat = match.view(match.actor), match.actor
    bot.think(view, seat)
    bot.think(view, seat)
    assert made(bot) == 250
    few, _ = searching(3)
    few.think(view, seat)
    few.think(view, seat)
    assert made(few) == 1, "at least one"


def test_a_tree_without_room_for_the_search_is_cut_down():
    bot, match = searching(1000)
    view, seat = match.view(match.actor), match.actor
    for _ in range(40):
        bot.think(view, seat)
        assert int(bot.trees[0].counts[USED]) <= len(bot.trees[0].nodes) // 2


def test_no_time_is_one_simulation_not_none():
    bot, match = searching(4000)
    bot.warm()
    bot.seconds = 1e-9
    bot.think(match.view(match.actor), match.actor)
    assert 1 <= made(bot) <= 8


def test_warming_up_leaves_limits_and_dice_as_they_were():
    for name in LEVELS:
        bot, fresh = make(name, PING, 1), make(name, PING, 1)
        bot.warm()
        assert (bot.seconds, bot.habit) == (fresh.seconds, fresh.habit)
        assert bot.dice.tolist() == fresh.dice.tolist()
        assert all(tree.counts.sum() == tree.nodes["key"].sum() == 0 for tree in bot.trees)


# What it ranks first -------------------------------------------------------------------------


def test_a_chance_is_worth_less_the_less_was_tried():
    assert lower_bound(Estimate(0, 4, 0.75), 0.5) == 0.5
    assert lower_bound(Estimate(0, 100, 0.75), 0.5) == 0.7
    assert lower_bound(Estimate(0, 0, 0.75), 0.5) == -math.inf


def test_a_lucky_single_visit_does_not_win():
    bot, match = searching(8)
    lucky, solid = Estimate(1, 1, 1.0), Estimate(2, 400, 0.6)
    view, seat = match.view(match.actor), match.actor
    assert bot._rank([lucky, solid], view, seat) == [solid, lucky]
    better = Estimate(1, 400, 0.6 + 2 * DEVIATION / 20)
    assert bot._rank([solid, better], view, seat) == [better, solid]


def test_a_trusted_rule_of_thumb_is_departed_from_only_for_what_is_surely_better():
    match = advanced("zerpang", 2, 31)
    view, seat = match.view(match.actor), match.actor
    bot = Searcher(match.game, 1, simulations=8)
    assert bot.thumb is not None
    (usual,) = {bot.thumb.decide(view, seat) for _ in range(50)}
    other = next(action for action in match.legal() if action != usual)
    margin = 2 * bot.tuning.trust / 10  # of both, at a hundred visits
    for gain, best in ((margin * 0.9, usual), (margin * 1.1, other)):
        found = [Estimate(other, 100, 0.5 + gain), Estimate(usual, 100, 0.5)]
        assert bot._rank(found, view, seat)[0].action == best


def test_what_a_rule_of_thumb_takes_by_chance_is_not_trusted_over_what_is_better():
    match = Match(find("zerpang"), 6, seed=1)  # it takes any class
    view, seat, actions = match.view(match.actor), match.actor, match.legal()
    bot = Searcher(match.game, 1, simulations=8)
    found = [Estimate(action, 100, 0.5) for action in actions]
    found[2] = found[2]._replace(chance=0.51)
    best = [bot._rank(found, view, seat)[0] for _ in range(9)]
    assert best.count(found[2]) > 6


def test_only_a_win_in_every_world_is_a_win_at_hand():
    game = position(red="Z", blue="C", red_reported="AEMV")
    bot = Searcher(PING, 1)
    report = bot._win_at_hand(game.match.view(0), 0)
    assert PING.actions.parse(report)[0] == "report"
    assert bot._wins(game.match.truth, report, 0)
    assert not bot._wins(game.match.truth, report, 1), "it ends the game, and seat 1 has lost"
    match = advanced("ping", 2, 10)
    assert bot._win_at_hand(match.view(match.actor), match.actor) is None


def test_the_actor_s_chance_is_that_of_its_best_action_and_anybody_else_s_the_mean():
    bot, match = searching(400)
    twin, _ = searching(400)
    seat = match.actor
    view = match.view(seat)
    best = twin._rank(twin.think(view, seat), view, seat)[0]
    assert bot.chance(view, seat) == best.chance
    chance = bot.chance(match.view(1 - seat), 1 - seat)
    simulations, scored = bot._made()
    assert chance == scored / (WIN * simulations)


def test_at_the_end_a_win_is_one_and_a_draw_half_to_everybody():
    match = Match(PING, options={"limit": 20}, seed=4)
    match.act(match.actor, match.legal()[0])
    view = match.view(0)
    view["over"], view["winners"] = 1, 0
    bot = Searcher(PING, 1)
    assert bot.chance(view, 0) == 0.5
    for winner in (0, 1):
        for seat in (0, 1):
            view = match.view(seat)
            view["over"], view["winners"] = 1, 1 << winner
            assert bot.chance(view, seat) == (1.0 if seat == winner else 0.0)


# When it errs --------------------------------------------------------------------------------


def test_by_habit_it_does_not_search_at_all():
    match = advanced("ping", 2, 10)
    view, seat = match.view(match.actor), match.actor
    for habit in (0, 100):
        bot = make("cadet", PING, 1, instinct=0)
        bot.habit = habit
        for _ in range(5):
            bot.choose(view, seat)
        assert (made(bot) > 0) is (habit == 0)
    searched = []
    for seed in range(20):
        bot = make("cadet", PING, seed, instinct=0)
        bot.choose(view, seat)
        searched.append(made(bot) > 0)
    assert 4 < sum(searched) < 16, "of a hundred decisions it takes fifty by habit"


def test_what_is_certain_is_not_misjudged_and_what_is_unclear_either_way():
    bot = make("cadet", PING, 1)
    assert [bot._misjudgement(Estimate(0, 9, chance)) for chance in (0.0, 1.0)] == [0.0, 0.0]
    errors = [bot._misjudgement(Estimate(0, 9, 0.5)) for _ in range(4000)]
    mean = sum(errors) / len(errors)
    spread = math.sqrt(sum(error**2 for error in errors) / len(errors))
    assert abs(mean) < 0.02
    assert spread == pytest.approx(0.58 / 2, rel=0.05)
    clearer = [abs(bot._misjudgement(Estimate(0, 9, 0.9))) for _ in range(1000)]
    assert sum(clearer) / 1000 < 0.7 * sum(map(abs, errors)) / 4000


def test_a_bot_that_misjudges_sometimes_takes_the_worse():
    bot, match = searching(8)
    view, seat = match.view(match.actor), match.actor
    found = [Estimate(1, 400, 0.6), Estimate(2, 400, 0.5)]
    assert {bot._rank(found, view, seat)[0].action for _ in range(50)} == {1}
    assert {bot._rank(found, view, seat, 1.2)[0].action for _ in range(50)} == {1, 2}


def test_among_many_a_rollout_may_be_shorter():
    def reached(players: int, **tuning: int) -> bytes:
        match = Match(find("zerpang"), players, seed=1)
        bot = Searcher(match.game, 1, simulations=1, seconds=600)
        bot.tuning = bot.tuning._replace(**{"crowd": 0, **tuning})
        bot.think(match.view(match.actor), match.actor)
        return bot.trees[0].states[PLAY].tobytes()

    far, near = (
        {players: reached(players, sight=sight) for players in (3, 4)} for sight in (90, 9)
    )
    assert near[4] != far[4]
    assert reached(4, sight=90, crowd=4, crowd_sight=9) == near[4]
    assert reached(3, sight=90, crowd=4, crowd_sight=9) == far[3]


# The levels ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_a_game_may_say_how_much_each_level_looks_and_a_caller_has_the_last_word(game):
    own = game.hooks.policy.SIMULATIONS
    looks = [make(name, game, 1).simulations for name in LEVELS]
    usual = [type(make(name, game, 1)).simulations for name in LEVELS]
    expected = [own.get(name, many) for name, many in zip(LEVELS, usual, strict=True)]
    with_network = game.hooks.policy.NETWORK_SIMULATIONS
    assert looks == [*expected[:-1], with_network or expected[-1]]
    assert looks == sorted(looks)
    assert make("captain", game, 1, simulations=7).simulations == 7


def test_the_lower_two_misjudge_and_the_lowest_has_habits_and_guesses():
    bots = [make(name, PING, 1) for name in LEVELS]
    assert [bot.misjudges > 0 for bot in bots] == [True, True, False, False]
    assert [bot.habit > 0 for bot in bots] == [True, False, False, False]
    assert bots[0].misjudges > bots[1].misjudges
    assert bots[0].tuning.reuse == math.ceil(40 / 3), "three worlds for all its simulations"
    assert [bot.tuning.reuse for bot in bots[1:]] == [1, 1, 1]
    assert bots[3].threads == 2
    assert bots[3].seconds == 2.0

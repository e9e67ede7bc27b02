"""The levels where they play by hunches: a blurred network and habits, but nothing pointless."""

from collections import Counter

import pytest

from quarterdeck.arena import seating
from quarterdeck.bots import make
from quarterdeck.bots.deckhand import Deckhand
from quarterdeck.bots.hunch import Hunch
from quarterdeck.bots.network import CHANCES, DROP, FINE, likelihood, score
from quarterdeck.bots.tree import MADE
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from tests.contests import decisions
from tests.games import OURS, example
from tests.test_bots import advanced

INTUITIVE = ("cadet", "mate", "captain")
every_game = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)


def searched(bot) -> bool:
    return any(tree.counts[MADE] for tree in bot.trees)


# Who plays by hunches -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", INTUITIVE)
def test_where_a_game_has_learnt_nobody_below_the_admiral_searches(name):
    sub, zerpang = find("pocket_sub"), find("zerpang")
    pair, three = (Position.dealt(sub, seats, seed=1) for seats in (2, 3))
    for bot, position, searches in (
        (make(name, sub, 1), pair, False),
        (make(name, sub, 1), three, False),
        (make(name, zerpang, 1), Position.dealt(zerpang, 3, seed=1), False),
        (make(name, sub, 1, simulations=9), pair, True),
        (seating.seat(f"{name}:instinct=0", sub, 1, 1.0), pair, True),
    ):
        bot.habit = 0
        for _ in range(4):
            bot.choose(position.view(position.actor), position.actor)
        assert searched(bot) is searches


def test_a_game_that_has_not_learnt_is_searched():
    match = Match(example("leduc"), seed=1)
    bot = make("captain", match.game, 1)
    bot.choose(match.view(match.actor), match.actor)
    assert searched(bot)


@every_game
def test_warming_up_compiles_hunches_and_leaves_the_dice_as_they_were(game, monkeypatch):
    bot, fresh = make("mate", game, 1), make("mate", game, 1)
    searches, think = [], bot.think
    monkeypatch.setattr(bot, "think", lambda *about: searches.append(about) or think(*about))
    bot.warm()
    extras = bot.rules.extras
    assert extras["muse"].signatures
    assert extras["glance"].signatures
    assert searches, "an analysis searches"
    assert bot.hunch.habit == fresh.hunch.habit > 0
    assert bot.dice.tolist() == fresh.dice.tolist()


# How they err -------------------------------------------------------------------------------------


def test_with_slack_what_scores_a_little_less_is_about_as_likely_and_what_scores_less_is_not():
    assert [likelihood(behind, 0) for behind in (0, FINE, DROP)] == [65536, CHANCES[FINE], 0]
    slack = 6 * FINE
    often = [likelihood(behind, slack) for behind in range(slack + 1)]
    assert often == sorted(often, reverse=True)
    assert often[0] == 65536
    assert often[slack - 1] == pytest.approx(65536 / 2.718, rel=0.02)
    assert often[slack] == 0


@every_game
def test_a_hunch_takes_nothing_pointless_and_nothing_that_scores_much_less(game):
    bots = [Hunch(game, seat, habit=0) for seat in range(2)]
    consider = game.load().functions["consider"]
    departures = 0
    for number, (view, me, action) in enumerate(decisions(game, bots, 3)):
        rules, mind, room = bots[me].rules, bots[me].mind, bots[me].rules.room()
        count = rules.legal(view, 0, room)
        assert action in room[: consider(view[0], room, count)]
        scores = {int(a): score(mind, a) for a in room[: consider(view[0], room, count)]}
        behind = max(scores.values()) - scores[action]
        assert behind < game.hooks.policy.SLACK * FINE
        departures += behind > FINE
        if number == 200:
            break
    assert departures


@pytest.mark.parametrize(("name", "share"), [("cadet", 95), ("mate", 35), ("captain", 0)])
def test_a_level_leaves_so_many_decisions_to_the_rule_of_thumb(name, share, monkeypatch):
    match, asked = advanced("ping", 2, 10), []
    bot = make(name, match.game, 1)
    thumb = Deckhand.decide
    monkeypatch.setattr(Deckhand, "decide", lambda *a: asked.append(a) or thumb(*a))
    for _ in range(1000):
        bot.choose(match.view(match.actor), match.actor)
    assert len(asked) / 10 == pytest.approx(share, abs=4)


def test_the_same_position_does_not_always_get_the_same_move():
    match = advanced("ping", 2, 12)
    view, seat = match.view(match.actor), match.actor
    taken = Counter(make("captain", match.game, seed).choose(view, seat) for seed in range(60))
    assert len(taken) > 1
    assert taken.most_common(1)[0][1] > 15, "but some are better"


@pytest.mark.parametrize("name", ["ping", "depth_charge", "hidden_threat", "pocket_sub"])
@pytest.mark.parametrize(("better", "worse"), [("captain", "mate"), ("mate", "cadet")])
def test_each_level_beats_the_one_below(name, better, worse):
    game, won = find(name), 0
    for number in range(40):
        names = [better, worse] if number % 2 else [worse, better]
        bots = [make(bot, game, 1000 + 2 * number + seat) for seat, bot in enumerate(names)]
        position = Position.dealt(game, 2, seed=number // 2)
        while not position.over:
            seat = position.actor
            position = position.act(bots[seat].choose(position.view(seat), seat))
        won += names.index(better) in position.winners
    assert won > 20

"""A search that thinks with a network: what it asks, what it tries and what it plays."""

import math

import numpy as np
import pytest

from quarterdeck.bots import Estimate, Searcher
from quarterdeck.bots.instinct import Instinct
from quarterdeck.bots.network import Network, activate, layout, parts, quantised
from quarterdeck.bots.network import find as learnt
from quarterdeck.bots.search import DEVIATION, SELDOM, lower_bound
from quarterdeck.bots.tree import MADE, USED
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.match import Match
from quarterdeck.engine.state import MAX_SEATS
from tests.games import example
from tests.test_bots import advanced

PING = find("ping")


def ignorant(game: Game, **leads: float) -> Network:
    """A network that sees nothing: every action is as likely and everybody may win, but for the
    `leads` (logits) of heads by number: of actions, then of seats from the observer on."""
    observation, heads = game.rule_hooks.OBSERVATION, game.load().action_count + MAX_SEATS
    bias = np.zeros(heads)
    for head, lead in leads.items():
        bias[int(head[1:])] = lead
    sizes = (layout(observation)[3], 2), (2, 2), (2, heads)
    layers = [(np.zeros(size), np.zeros(size[1])) for size in sizes]
    layers[2] = layers[2][0], bias
    facts = {"game": game.id, "parts": parts(observation)}
    return quantised(facts, observation, layers)


def thinking(simulations: int, network: Network | None = None) -> tuple[Searcher, Match]:
    match = advanced("ping", 2, 10)
    bot = Searcher(PING, 1, simulations, seconds=600, network=network or learnt(PING))
    return bot, match


# What it asks ------------------------------------------------------------------------------------


def test_it_asks_once_a_simulation_and_every_node_keeps_how_likely_its_action_is():
    bot, match = thinking(500)
    found = bot.think(match.view(match.actor), match.actor)
    nodes = bot.trees[0].nodes[bot.trees[0].nodes["key"] != 0]
    asked = nodes["prior"].sum()  # those of an information set add up to 1
    assert len(nodes) == bot.trees[0].counts[USED]
    made = bot.trees[0].counts[MADE]
    assert made > 200
    assert asked == pytest.approx(made + 1), "the root, and what each simulation found new"
    assert sum(each.visits for each in found) == made


def test_what_the_network_thinks_likely_is_tried_first_and_most():
    _, match = thinking(1)
    actions = match.legal()
    odd = actions[-1]
    bot, _ = thinking(60, ignorant(PING, **{f"a{odd}": 3.0}))
    view, seat = match.view(match.actor), match.actor
    first = bot.think(view, seat, 1 / 60)
    assert [each.action for each in first if each.visits] == [odd]
    visits = {each.action: each.visits for each in bot.think(view, seat)}
    assert visits[odd] > 3 * max(visits[a] for a in actions if a != odd)
    even, _ = thinking(60, ignorant(PING))
    visits = {each.action: each.visits for each in even.think(view, seat)}
    assert max(visits.values()) <= 3 * min(visits.values())


def test_actions_that_are_alike_are_as_likely_as_all_of_them_together():
    """In Hidden Threat one place face down is considered, for all that are."""
    threat = find("hidden_threat")
    bot = Searcher(threat, 1, simulations=1, seconds=600, network=learnt(threat))
    alike, several = bot.rules.functions["alike"], 0
    for decisions in range(20, 60):
        match = advanced("hidden_threat", 1, decisions)
        view, seat = match.view(match.actor), match.actor
        priors = {each.action: each.prior for each in bot.think(view, seat)}
        if len(priors) == 1:
            continue
        together = dict.fromkeys(priors, 0.0)
        for action, likely in Instinct(threat, 0).chances(view, seat).items():
            if alike(view[0], action) in together:
                together[alike(view[0], action)] += likely
        total = sum(together.values())
        for action, prior in priors.items():
            sure = (1 - bot.tuning.doubt) * together[action] / total
            assert prior == pytest.approx(sure + bot.tuning.doubt / len(priors), abs=0.001)
        several += len(match.legal()) > len(priors) + 4
    assert several > 3


def test_the_network_judges_for_the_seat_that_acts():
    judge = PING.load().action_count  # the head of the observer's chance
    bot, match = thinking(1, ignorant(PING, **{f"h{judge}": 2.0, f"h{judge + 1}": -2.0}))
    seat = match.actor
    found = bot.think(match.view(seat), seat)
    after = match.rehearsal()
    after.act(seat, next(each.action for each in found if each.visits))
    expected = 1 / (1 + math.exp(-2.0 if after.actor == seat else 2.0))
    assert max(each.chance for each in found) == pytest.approx(expected, abs=0.01)


def test_what_a_network_saw_before_does_not_matter():
    """Sums are kept from observation to observation: they must be those of the last one alone."""
    for game in (PING, find("depth_charge")):
        observation, luck = game.rule_hooks.OBSERVATION, np.random.default_rng(3)
        network, (low, high) = learnt(game), game.rule_hooks.OBSERVATION.bounds
        mind = network.mind(observation)
        for _ in range(20):
            changed = luck.random(len(low)) < 0.2
            mind.seen[changed] = luck.integers(low, high + 1)[changed]
            fresh = network.mind(observation)
            fresh.seen[:] = mind.seen
            activate(mind, 1)
            activate(fresh, 0)
            assert mind.two.tolist() == fresh.two.tolist()
            assert mind.sums[1].tolist() == fresh.sums[0].tolist()


def test_it_does_not_peek_in_imagined_worlds():
    """As without a network: a guess at the lone hut does not tell where to look next."""
    hideout = example("hideout")
    match = next(m for m in (Match(hideout, seed=n) for n in range(99)) if m.truth["burnt"][0] == 0)
    for action in (1, 2):
        match.act(0, action)
    bot = Searcher(hideout, 1, simulations=4000, network=ignorant(hideout))
    found = bot.hints(match.view(1), 1)
    chances = {estimate.action - 4: estimate.chance for estimate in found}
    assert found[0].action - 4 in (2, 3)
    assert found[0].chance > 0.95
    assert chances[1] < 0.75


# What it plays -----------------------------------------------------------------------------------


def test_what_it_plays_is_drawn_by_what_the_network_does_and_what_the_search_found(monkeypatch):
    bot, match = thinking(8)
    view, seat = match.view(match.actor), match.actor
    actions, temper = match.legal(), bot.tuning.temper
    priors = (0.5, 0.3, 0.0)
    found = [
        Estimate(action, 400, 0.5 + temper * k, prior=prior)
        for k, (action, prior) in enumerate(zip(actions, priors, strict=False))
    ]
    found.append(Estimate(actions[3], 0, 0.0, prior=0.2))
    monkeypatch.setattr(bot, "think", lambda *_, **__: found)
    weights = {
        each.action: max(each.prior, SELDOM) * math.exp(lower_bound(each, DEVIATION) / temper)
        for each in found
    }
    drawn = [bot.ponder(view, seat) for _ in range(3000)]
    assert weights[actions[3]] == 0 == drawn.count(actions[3]), "it was not tried"
    for action, weight in weights.items():
        expected = weight / sum(weights.values())
        assert drawn.count(action) / 3000 == pytest.approx(expected, abs=0.04)
    assert sum(weight > 0.1 * sum(weights.values()) for weight in weights.values()) >= 2


def test_a_hint_says_the_likeliest_and_does_not_vary(monkeypatch):
    bot, match = thinking(8)
    view, seat = match.view(match.actor), match.actor
    found = [Estimate(action, 400, 0.5) for action in match.legal()]
    monkeypatch.setattr(bot, "think", lambda *_, **__: found)
    chances = Instinct(PING, 0).chances(view, seat)
    assert {bot.hints(view, seat)[0].action for _ in range(9)} == {max(chances, key=chances.get)}
    better = found[-1]._replace(chance=0.5 + bot.tuning.temper * math.log(2 / SELDOM))
    found[-1] = better
    assert bot.hints(view, seat)[0] == better


def test_simulations_of_two_trees_and_one_seed_are_the_same_again():
    (bot, match), (twin, _) = thinking(300), thinking(300)
    view, seat = match.view(match.actor), match.actor
    assert bot.think(view, seat) == twin.think(view, seat)
    assert [bot.ponder(view, seat) for _ in range(5)] == [twin.ponder(view, seat) for _ in range(5)]

"""Instinct: a network in whole numbers that knows what its seat may know, and plays well by it."""

import time
from importlib import resources

import numpy as np
import pytest

from quarterdeck.arena import seating
from quarterdeck.bots import UnknownBot, make
from quarterdeck.bots.instinct import Instinct, consult
from quarterdeck.bots.network import (
    CAP,
    FILE,
    FINE,
    BadNetwork,
    Mind,
    Network,
    activate,
    chance,
    find,
    parts,
    quantised,
    score,
)
from quarterdeck.bots.search import Estimate
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.state import MAX_SEATS, to_plain
from tests.games import OURS, example
from tests.test_bots import advanced, play

every_game = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)


def in_lists(mind: Mind) -> Mind:
    """A mind for interpreted rules: Python's whole numbers never overflow."""
    return Mind(*(each.tolist() for each in mind))


@every_game
def test_every_game_has_a_small_network_for_what_it_observes(game):
    network = find(game)
    network.check(game)
    assert len((resources.files(game.package) / FILE).read_bytes()) <= 1_000_000
    assert network.facts["learnt"]["decisions"] > 1e8


@every_game
def test_a_network_says_the_same_interpreted_and_compiled(game):
    bot, plain = Instinct(game, 0), game.load(compiled=False)
    ask = plain.bind(consult)
    for decisions in (0, 7, 20):
        match = advanced(game.id, 1, decisions)
        view, dice = match.view(match.actor), bot.dice.tolist()
        slow = in_lists(bot.mind)
        chosen = ask([to_plain(game.state, view)], slow, plain.room(), dice)
        assert bot.choose(view, match.actor) == chosen
        assert bot.dice.tolist() == dice
        for quick, interpreted in zip(bot.mind, slow, strict=True):
            assert quick.tolist() == interpreted


@every_game
def test_no_sum_of_a_network_overflows(game):
    """Not even for numbers that cannot come together, at the bounds of what is declared."""
    observation = game.rule_hooks.OBSERVATION
    mind, luck = find(game).mind(observation), np.random.default_rng(0)
    low, high = observation.bounds
    for seen in (low, high, *(np.where(luck.random(len(low)) < 0.5, low, high) for _ in range(20))):
        mind.seen[:] = seen
        slow = in_lists(mind)
        activate(mind, 0)
        interpret(activate)(slow, 0)
        assert mind.two.tolist() == slow.two
        heads = range(len(mind.heads))
        assert [score(mind, k) for k in heads] == [interpret(score)(slow, k) for k in heads]


@every_game
def test_a_network_is_blind_to_what_its_seat_may_not_know(game):
    """Asked about whole states, as in a search, it says what it says about the view."""
    bot = Instinct(game, 0)
    for decisions in (9, 20):
        match = advanced(game.id, 7, decisions)
        view = match.view(match.actor)
        expected = bot.chances(view, match.actor)
        differ = False
        for _ in range(8):
            world = view.copy()
            bot.rules.imagine(world, 0, match.actor, bot.dice)
            differ |= world.tobytes() != view.tobytes()
            bot.rules.extras["consult"](world, bot.mind, bot.rules.room(), bot.dice)
            odds = bot.mind.odds[: len(expected)]
            assert (odds / odds.sum()).tolist() == list(expected.values())
        assert differ


@every_game
def test_instinct_beats_chance(game):
    wins = 0
    for number in range(10):
        names = ["instinct", "random"] if number % 2 else ["random", "instinct"]
        wins += play(names, number, name=game.id).winners == [names.index("instinct")]
    assert wins >= 9


@every_game
def test_a_decision_takes_less_than_a_millisecond(game):
    bot, match = Instinct(game, 0), advanced(game.id, 3, 20)
    view, quickest = match.view(match.actor), 1.0
    for _ in range(100):
        started = time.perf_counter()
        bot.choose(view, match.actor)
        quickest = min(quickest, time.perf_counter() - started)
    assert quickest < 0.001


def test_instinct_says_how_likely_it_takes_each_action():
    match = advanced("ping", 2, 9)
    bot = Instinct(match.game, 5)
    chances = bot.chances(match.view(match.actor), match.actor)
    assert list(chances) == match.legal()
    assert sum(chances.values()) == pytest.approx(1)
    taken = [bot.choose(match.view(match.actor), match.actor) for _ in range(2000)]
    for action, often in chances.items():
        assert taken.count(action) / 2000 == pytest.approx(often, abs=0.05)


def test_a_game_that_was_not_learnt_is_played_by_its_rule_of_thumb():
    hideout = example("hideout")
    instinct, deckhand = (make(name, hideout, 1) for name in ("instinct", "deckhand"))
    assert instinct.mind is None
    instinct.warm()
    deckhand.warm()
    assert (instinct.dice == deckhand.dice).all()


def test_a_search_may_think_with_the_network():
    match = advanced("ping", 2, 12)
    view = match.view(match.actor)

    def found(instinct):
        bot = make("captain", match.game, 1, simulations=400, seconds=600, instinct=instinct)
        return bot.think(view, match.actor), bot.choose(view, match.actor)

    (thought, chosen), again, without = found(1), found(1), found(0)
    assert (thought, chosen) == again
    assert chosen in match.legal()
    assert thought != without[0]


@every_game
def test_the_admiral_thinks_with_the_network_where_its_game_says_so(game):
    told = game.hooks.policy.NETWORK_SIMULATIONS
    admiral, captain = (make(name, game, 1) for name in ("admiral", "captain"))
    assert admiral.tuning.instinct == (1 if told else 0)
    if told:
        assert admiral.simulations == told
    assert captain.tuning.instinct == 0
    rulebook = seating.seat("admiral:simulations=9,instinct=0", game, 1, 1.0)
    assert (rulebook.tuning.instinct, rulebook.simulations) == (0, 9)


def test_a_hint_prefers_what_the_network_does_most(monkeypatch):
    """Bots vary what they do where several actions are as good; advice does not."""

    def asked(match):
        return Instinct(match.game, 0).chances(match.view(match.actor), match.actor)

    unsure = (
        match for n in range(9, 40) if max(asked(match := advanced("ping", 2, n)).values()) < 0.8
    )
    match = next(unsure)
    view, seat, chances = match.view(match.actor), match.actor, asked(match)
    best = max(chances, key=chances.get)
    bot = make("admiral", match.game, 3, seconds=600, threads=1)
    known = [Estimate(action, 100, 0.5) for action in match.legal()]
    monkeypatch.setattr(bot, "think", lambda *_, **__: known)
    assert {bot.hints(view, seat)[0].action for _ in range(20)} == {best}


# Whole numbers ------------------------------------------------------------------------------------


def sight() -> Observation:
    observation = Observation()
    observation.part("amount", 2, high=9)
    observation.part("kind", 2, low=-1, high=2, kinds=True)
    observation.part("flag", 3)
    return observation


def test_whole_numbers_come_near_the_real_ones():
    observation, luck, actions = sight(), np.random.default_rng(1), 4
    rows = 2 + 2 * 4 + 3
    sizes = (rows, 12), (12, 6), (6, actions + MAX_SEATS)
    layers = [(luck.normal(0, 0.4, size), luck.normal(0, 0.4, size[1])) for size in sizes]
    for row in (3, 7):  # a kind that is 0 says nothing
        layers[0][0][row] = 0
    mind = quantised({}, observation, layers).mind(observation)
    for _ in range(50):
        low, high = observation.bounds
        seen = luck.integers(low, high + 1)
        inputs = np.zeros(rows)
        inputs[:2], inputs[10:] = seen[:2], seen[4:]
        inputs[2 + seen[2] + 1] = inputs[6 + seen[3] + 1] = 1
        for weights, bias in layers[:2]:
            inputs = np.clip(inputs @ weights + bias, 0, CAP)
        exact = inputs @ layers[2][0] + layers[2][1]
        mind.seen[:] = seen
        activate(mind, 0)
        for head, real in enumerate(exact):
            assert score(mind, head) / FINE == pytest.approx(real, abs=0.1)
        wins = 1000 / (1 + np.exp(-exact[actions:]))
        assert [chance(mind, k) for k in range(MAX_SEATS)] == pytest.approx(wins, abs=40)


def test_weights_that_are_too_large_are_refused():
    layers = [(np.full(size, 1e7), np.zeros(size[1])) for size in ((13, 4), (4, 4), (4, 11))]
    with pytest.raises(BadNetwork, match="too large"):
        quantised({}, sight(), layers)


# Files --------------------------------------------------------------------------------------------


def test_a_network_plays_from_its_file(tmp_path):
    ping = example_game("ping")
    find(ping).save(tmp_path / "mine.npz")
    bot = f"network:{tmp_path / 'mine.npz'}"
    seating.check(bot)
    assert seating.name(bot) == "mine.npz"
    assert isinstance(seating.seat(bot, ping, 0, 1.0), Instinct)


def example_game(name: str):
    return next(game for game in OURS if game.id == name)


def test_a_network_for_another_game_or_other_observations_is_refused():
    ping, sub = example_game("ping"), example_game("pocket_sub")
    with pytest.raises(BadNetwork, match="not for Pocket Sub"):
        Instinct(sub, 0, find(ping))
    facts = find(ping).facts | {"parts": parts(sight())}
    changed = find(ping)._replace(facts=facts)
    with pytest.raises(BadNetwork, match="learn again"):
        Instinct(ping, 0, changed)


def test_a_file_that_is_no_network_is_refused(tmp_path):
    (tmp_path / "odd.npz").write_bytes(b"PK")
    with pytest.raises(BadNetwork, match="odd.npz is not a network"):
        seating.check(f"network:{tmp_path / 'odd.npz'}")
    with pytest.raises(BadNetwork):
        Network.load(tmp_path / "missing.npz")
    with pytest.raises(UnknownBot, match="network:FILE"):
        seating.check("no-such-bot")

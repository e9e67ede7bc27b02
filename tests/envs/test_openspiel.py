"""The OpenSpiel adapter: OpenSpiel's own tests, and that it keeps secrets.

These of OpenSpiel's generic tests apply: `random_sim_test`, with the same dice for clones (it
expects them to continue alike; ours must not); the resampling test, and the test that games pickle
with their dice (both rewritten here: one is C++ only, the other takes no list of games). Tests that
serialize states do not apply: OpenSpiel cannot serialize sampled-stochastic Python games.
"""

import pickle
import random
import textwrap

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make research")

from open_spiel.python import rl_environment, test_utils  # noqa: E402

from quarterdeck.engine.errors import BadOption, IllegalAction  # noqa: E402
from quarterdeck.envs import openspiel  # noqa: E402
from tests.games import OURS  # noqa: E402

every_game = pytest.mark.parametrize("name", [game.id for game in OURS])


def load(name, seed=5, **settings):
    return pyspiel.load_game(f"quarterdeck_{name}", {"rng_seed": seed, **settings})


def moments(game, seed=1, most=150):
    """The states of a random game at its decisions."""
    dice, state = random.Random(seed), game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            return
        yield state
        state.apply_action(dice.choice(state.legal_actions()))


def test_the_tour_runs_as_printed(capsys):
    tour = openspiel.__doc__.split("\n\n", 1)[1].partition("\nParameters:")[0]
    exec(textwrap.dedent(tour), {})
    assert capsys.readouterr().out in ("[1.0, -1.0]\n", "[-1.0, 1.0]\n", "[0.0, 0.0]\n")


# OpenSpiel's own tests -----------------------------------------------------------------------


# Not Zerpang!: at four thousand decisions a game OpenSpiel's test takes a minute. (It passes.)
@pytest.mark.parametrize("name", [game.id for game in OURS if game.bound < 100_000])
def test_openspiel_simulates_it(name, monkeypatch):
    monkeypatch.setattr(openspiel.Progress, "with_new_dice", lambda self: self.now)
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=False, verbose=False)


@every_game
def test_an_imagined_world_is_what_the_player_knows(name):
    for state in moments(load(name)):
        for player in range(state.num_players()):
            world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0, 1))
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.current_player() == state.current_player()
            if player == state.current_player():
                assert world.legal_actions() == state.legal_actions()


@every_game
def test_a_game_pickles_with_its_dice(name):
    game = load(name)
    test_utils.random_playout(game.new_initial_state(), 3)
    again = pickle.loads(pickle.dumps(game))
    played = [test_utils.random_playout(g.new_initial_state(), 3) for g in (game, again)]
    assert str(played[0]) == str(played[1])


@every_game
def test_agents_can_learn_it(name):
    environment = rl_environment.Environment(load(name), observation_type=_observation())
    moment, dice = environment.reset(), random.Random(2)
    while not moment.last():
        player = moment.observations["current_player"]
        moment = environment.step([dice.choice(moment.observations["legal_actions"][player])])
    assert sum(moment.rewards) == 0


def _observation():
    return rl_environment.ObservationType.OBSERVATION


# Who knows what ------------------------------------------------------------------------------


def after_setting_out():
    """A game of PING in which both submarines have chosen their first squares."""
    state = load("ping").new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[3])
    return state


def test_an_imagined_world_holds_nothing_of_the_truth():
    state = after_setting_out()
    worlds = [state.resample_from_infostate(0).progress for _ in range(200)]
    assert len({int(world.now.state["location"][0][1]) for world in worlds}) > 10
    assert len({world.now.state["rng"].tobytes() for world in worlds}) == 200
    assert all(world.shown is world.now for world in worlds), "nor at the last fence"
    assert state.resample_from_infostate(0).history() == []


def test_other_players_information_in_an_imagined_world_depends_on_what_they_see_there():
    state = after_setting_out()
    worlds = [state.resample_from_infostate(0) for _ in range(200)]
    seen = {world.observation_string(1) for world in worlds}
    assert len({world.information_state_string(1) for world in worlds}) == len(seen) > 10


def test_clones_get_new_dice():
    state = after_setting_out()
    before = state.progress.now.state.copy()
    first, second = state.clone(), state.clone()
    dice = {s.progress.now.state["rng"].tobytes() for s in (state, first, second)}
    assert len(dice) == 3
    assert state.progress.now.state.tobytes() == before.tobytes()
    for copy in (first, second):
        assert str(copy) == str(state)
        assert copy.history() == state.history()
        assert copy.information_state_string(0) == state.information_state_string(0)


def test_another_players_secret_action_is_not_told():
    games = [load("ping").new_initial_state() for _ in range(2)]
    for choice, state in enumerate(games):
        actor = state.current_player()
        state.apply_action(state.legal_actions()[choice])
    mine, theirs = ([s.information_state_string(p) for s in games] for p in (actor, 1 - actor))
    assert mine[0] != mine[1]
    assert theirs[0] == theirs[1]


@pytest.mark.parametrize("name", ["ping", "hidden_threat"])
def test_only_the_actor_sees_a_draft(name):
    drafts, before = 0, {}
    for state in moments(load(name), most=400):
        other = 1 - state.current_player()
        now = (state.information_state_string(other), state.observation_string(other))
        if not state.progress.now.state["fence"][0]:
            drafts += 1
            assert now == before[other]
        before = {other: now}
    assert drafts > 3


@every_game
def test_no_two_decisions_of_a_player_have_the_same_information(name):
    informed = [state.information_state_string() for state in moments(load(name))]
    assert len(set(informed)) == len(informed) > 10


# Results and refusals ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "winners", "returns"),
    [
        (2, 0b10, [-1, 1]),
        (2, 0b00, [0, 0]),
        (3, 0b001, [1, -1 / 2, -1 / 2]),
        (4, 0b0101, [1, -1, 1, -1]),
        (4, 0b0111, [1 / 3, 1 / 3, 1 / 3, -1]),
        (4, 0b1111, [0, 0, 0, 0]),
    ],
)
def test_winners_share_what_losers_lose(players, winners, returns):
    state = load("pocket_sub", players=players).new_initial_state()
    assert state.returns() == [0] * players
    state.progress.now.state["over"], state.progress.now.state["winners"] = 1, winners
    assert state.returns() == returns


def test_rollouts_play_on_and_leave_the_state_alone():
    state, evaluator = after_setting_out(), openspiel.Rollouts()
    before = state.progress.now.state.tobytes()
    outcomes = [tuple(evaluator.evaluate(state)) for _ in range(200)]
    assert {(1.0, -1.0), (-1.0, 1.0)} <= set(outcomes)
    assert 40 < sum(outcome[0] > 0 for outcome in outcomes) < 160
    assert state.progress.now.state.tobytes() == before
    assert sum(chance for _, chance in evaluator.prior(state)) == pytest.approx(1)


def test_the_same_seed_gives_the_same_game():
    def played(seed):
        return str(test_utils.random_playout(load("ping", seed).new_initial_state(), 1))

    assert played(1) == played(1) != played(2)


def test_illegal_actions_and_settings_are_refused():
    state = after_setting_out()
    before = state.progress.now.state.tobytes()
    closed = next(a for a in range(state.num_distinct_actions()) if a not in state.legal_actions())
    with pytest.raises(IllegalAction, match=f"action {closed}"):
        state.apply_action(closed)
    assert state.progress.now.state.tobytes() == before
    with pytest.raises(BadOption, match="limit must be"):
        load("ping", limit=-1)
    with pytest.raises(BadOption, match="not 3"):
        load("ping", players=3)


def test_an_observation_is_of_one_player():
    everybody = pyspiel.PrivateInfoType.ALL_PLAYERS
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=everybody)
    with pytest.raises(ValueError, match="one player"):
        load("ping").make_py_observer(kind)


def test_an_observation_is_what_the_rules_observe():
    state = after_setting_out()
    progress, rules = state.progress, state.progress.now.rules
    numbers = np.zeros(rules.observation_size, np.float32)
    rules.observe(progress.view(0), 0, 0, numbers)
    assert state.observation_tensor(0) == numbers.tolist()
    assert numbers.any()

"""The OpenSpiel adapter: OpenSpiel's own tests and algorithms as they are, and that it keeps
secrets and refuses what it cannot answer."""

import pickle
import random
import textwrap
import unittest

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make research")

from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python import policy, rl_environment, test_utils  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

from quarterdeck.engine.chance import MOST, TooManyDraws  # noqa: E402
from quarterdeck.engine.errors import BadOption, BrokenGame, IllegalAction  # noqa: E402
from quarterdeck.envs import openspiel  # noqa: E402
from quarterdeck.envs.openspiel.progress import Progress  # noqa: E402
from tests.games import OURS, example  # noqa: E402

SMALL = ("kuhn", "leduc", "hideout")
for small in SMALL:
    openspiel.register(example(small))

from open_spiel.python.tests import games_sim_test  # noqa: E402  # lists what is registered

every_game = pytest.mark.parametrize("name", [game.id for game in OURS])
both_ways = pytest.mark.parametrize("chance", ["explicit", "sampled"])


@pytest.fixture(autouse=True, scope="module")
def _flags():
    """OpenSpiel's tests read the command line; not ours."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])


def load(name, seed=5, **settings):
    return pyspiel.load_game(f"python_quarterdeck_{name}", {"rng_seed": seed, **settings})


def sampled(name, seed=5, **settings):
    return load(name, seed, chance="sampled", **settings)


def moments(game, seed=1, most=150):
    """The states of a random game at its decisions."""
    dice, state = random.Random(seed), game.new_initial_state()
    for _ in range(most):
        while state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
        if state.is_terminal():
            return
        yield state
        state.apply_action(dice.choice(state.legal_actions()))


def play_on(state, seed=1):
    dice = random.Random(seed)
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
    return state


def test_the_tour_runs_as_printed(capsys):
    tour = openspiel.__doc__.split("\n\n", 1)[1].partition("\nParameters:")[0]
    exec(textwrap.dedent(tour), {})
    told, result = capsys.readouterr().out.splitlines()
    assert told.startswith("player 0 | ")
    assert result in ("[1.0, -1.0]", "[-1.0, 1.0]", "[0.0, 0.0]")


# OpenSpiel's own tests, as they are ----------------------------------------------------------


@pytest.mark.parametrize("name", [*(game.id for game in OURS if game.bound < 100_000), *SMALL])
def test_openspiel_simulates_it(name):
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


def run(suite):
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun > 0
    assert [text for _, text in result.errors + result.failures] == []


@every_game
def test_openspiel_enforces_its_interface(name):
    random.seed(1)  # the states that it samples may otherwise all be within a long deal
    attributes = {"game_name": name, "game": load(name)}
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), attributes)
    run(unittest.defaultTestLoader.loadTestsFromTestCase(case))


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_our_poker_is_openspiels_to_its_tests(name):
    """OpenSpiel's tests of the complete tree, with its numbers of nodes and information states."""
    attributes = {"game_name": f"{name}_poker", "game": load(name)}
    case = type("Case", (api_test.EnforceAPIOnFullTreeBase,), attributes)
    run(unittest.defaultTestLoader.loadTestsFromTestCase(case))


@every_game
def test_openspiel_simulates_serializes_and_pickles_it(name):
    case = games_sim_test.GamesSimTest
    tests = [t for t in dir(case) if t.startswith("test_") and t.endswith(f"quarterdeck_{name}")]
    most = next(game.seats[1] for game in OURS if game.id == name)
    assert len(tests) == 1 if most == 2 else len(tests) == most
    run(unittest.TestSuite(case(test) for test in tests))


@pytest.mark.parametrize("name", [game.id for game in OURS if game.bound < 100_000])
def test_a_playthrough_plays_again(name, tmp_path):
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(f"python_quarterdeck_{name}", [], seed=1))
    before, after = generate_playthrough.replay(str(file))
    assert before == after
    for kind in ("InformationState", "Observation", "PublicObservation", "PrivateObservation"):
        assert f"{kind}String(" in before


@every_game
def test_a_game_of_sampled_chance_pickles_with_its_dice(name):
    game = sampled(name)
    test_utils.random_playout(game.new_initial_state(), 3)
    again = pickle.loads(pickle.dumps(game))
    played = [test_utils.random_playout(g.new_initial_state(), 3) for g in (game, again)]
    assert str(played[0]) == str(played[1])


@every_game
def test_a_state_that_was_stored_plays_on_alike(name):
    state = next(s for i, s in enumerate(moments(load(name))) if i == 12)
    game, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(game) == str(state.get_game())
    ends = [play_on(s) for s in (state, again)]
    assert ends[0].history() == ends[1].history()
    for player in range(state.num_players()):
        told = {end.information_state_string(player) for end in ends}
        assert len(told) == 1


# OpenSpiel's algorithms ----------------------------------------------------------------------


SIMULATIONS = 8


def mcts_in_python(game):
    return mcts.MCTSBot(game, 2, SIMULATIONS, mcts.RandomRolloutEvaluator())


def mcts_in_cpp(game):
    evaluator = pyspiel.RandomRolloutEvaluator(1, 2)
    return pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 10, False, 2, False)


def mcts_with_our_rollouts(game):
    return mcts.MCTSBot(game, 2, SIMULATIONS, openspiel.Rollouts())


def ismcts_in_python(game):
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(), 2, SIMULATIONS)


def ismcts_with_our_rollouts(game):
    return ismcts.ISMCTSBot(game, openspiel.Rollouts(), 2, SIMULATIONS)


@pytest.mark.parametrize(
    ("search", "chance"),
    [
        (mcts_in_python, "explicit"),
        (mcts_in_cpp, "explicit"),
        (mcts_with_our_rollouts, "explicit"),
        (ismcts_in_python, "explicit"),
        (ismcts_in_python, "sampled"),
        (ismcts_with_our_rollouts, "explicit"),
        (ismcts_with_our_rollouts, "sampled"),
    ],
)
@every_game
def test_searches_play_it(name, search, chance):
    game = load(name, chance=chance)
    bot = search(game)
    for state in moments(game, most=2):
        # Not `bot.step`: that of `pyspiel.MCTSBot` crashes with any game written in Python.
        assert pyspiel.Bot.step(bot, state) in state.legal_actions()


def test_openspiels_ismcts_in_cpp_says_that_it_cannot():
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 2), 2.0, SIMULATIONS)
    with pytest.raises(RuntimeError, match="ResampleFromInfostate"):
        pyspiel.Bot.step(bot, after_setting_out())


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_cfr_learns_our_poker_as_it_learns_openspiels(name):
    found = []
    for game in (load(name), pyspiel.load_game(f"{name}_poker")):
        solver = cfr.CFRPlusSolver(game)
        for _ in range(10):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[0] == pytest.approx(found[1])
    assert found[0] < exploitability.exploitability(game, policy.UniformRandomPolicy(game)) / 3


@pytest.mark.parametrize(
    "solver",
    [external_sampling_mccfr.ExternalSamplingSolver, outcome_sampling_mccfr.OutcomeSamplingSolver],
)
@pytest.mark.parametrize("name", ["kuhn", "hideout"])
def test_sampling_cfr_learns(name, solver):
    np.random.seed(1)
    game = load(name)
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    solver = solver(game)
    for _ in range(1000):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < uniform / 2


def learners():
    """OpenSpiel's agents and solvers that need JAX."""
    missing = "JAX is not installed: pip install jax flax optax chex orbax-checkpoint"
    pytest.importorskip("jax", reason=missing)
    pytest.importorskip("flax", reason=missing)
    from open_spiel.python.jax import deep_cfr, dqn, nfsp

    return deep_cfr, dqn, nfsp


def tabular(environment, players):
    from open_spiel.python.algorithms import tabular_qlearner

    actions = environment.action_spec()["num_actions"]
    return [tabular_qlearner.QLearner(player, actions) for player in range(players)]


def deep_q(environment, players):
    return [learners()[1].DQN(player, **_sizes(environment)) for player in range(players)]


def fictitious(environment, players):
    more = {"reservoir_buffer_capacity": 100, "anticipatory_param": 0.1}
    return [learners()[2].NFSP(player, **_sizes(environment), **more) for player in range(players)]


def _sizes(environment):
    return {
        "state_representation_size": environment.observation_spec()["info_state"][0],
        "num_actions": environment.action_spec()["num_actions"],
        "hidden_layers_sizes": [16],
        "allow_checkpointing": False,
    }


@pytest.mark.parametrize("agents", [tabular, deep_q, fictitious])
@both_ways
@every_game
def test_agents_can_learn_it(name, chance, agents):
    game = load(name, chance=chance)
    environment = rl_environment.Environment(game)
    learning = agents(environment, game.num_players())
    moment = environment.reset()
    for _ in range(100):
        if moment.last():
            break
        actor = moment.observations["current_player"]
        moment = environment.step([learning[actor].step(moment).action])
    if moment.last():
        for agent in learning:
            agent.step(moment)


def test_deep_cfr_solves_small_games_and_refuses_what_forgets():
    deep_cfr, _, _ = learners()
    sizes = {"policy_network_layers": (8,), "advantage_network_layers": (8,)}
    few = {"num_iterations": 1, "num_traversals": 2, "batch_size_strategy": 4}
    deep_cfr.DeepCFRSolver(load("leduc"), **sizes, **few).solve()
    with pytest.raises(NotImplementedError, match="no information-state tensor"):
        deep_cfr.DeepCFRSolver(load("ping"), **sizes, **few)


# Who knows what ------------------------------------------------------------------------------


def after_setting_out(game=None):
    """A game of PING in which both submarines have chosen their first squares."""
    state = (game or load("ping")).new_initial_state()
    while state.is_chance_node():
        state.apply_action(1)
    for _ in range(2):
        state.apply_action(state.legal_actions()[3])
    return state


@both_ways
@every_game
def test_an_imagined_world_is_what_the_player_knows(name, chance):
    for state in moments(load(name, chance=chance), most=60):
        for player in range(state.num_players()):
            world = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0, 1))
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.current_player() == state.current_player()
            if player == state.current_player():
                assert world.legal_actions() == state.legal_actions()


@both_ways
@every_game
def test_an_imagined_world_can_be_played(name, chance):
    state = next(s for i, s in enumerate(moments(load(name, chance=chance))) if i == 8)
    player, other = state.current_player(), 1 - state.current_player()
    world = state.resample_from_infostate(player)
    before = [world.information_state_string(p) for p in (player, other)]
    assert sum(abs(r) for r in play_on(world).returns()) >= 0
    after = [world.information_state_string(p) for p in (player, other)]
    assert all(a.startswith(b + " | ") for a, b in zip(after, before, strict=True))


def test_an_imagined_world_holds_nothing_of_the_truth():
    state = after_setting_out()
    worlds = [state.resample_from_infostate(0).progress for _ in range(200)]
    assert len({int(world.state()["location"][0][1]) for world in worlds}) > 10
    assert len({world.state()["rng"].tobytes() for world in worlds}) == 200
    truth = state.progress.state().tobytes()
    for world in worlds[:20]:
        assert truth not in world.words.tobytes(), "nor at the last fence, nor in what is left over"
    assert state.resample_from_infostate(0).history() == []


def test_other_players_information_in_an_imagined_world_depends_on_what_they_see_there():
    state = after_setting_out()
    worlds = [state.resample_from_infostate(0) for _ in range(200)]
    seen = {world.observation_string(1) for world in worlds}
    assert len({world.information_state_string(1) for world in worlds}) == len(seen) > 10
    assert state.information_state_string(1) not in {w.information_state_string(1) for w in worlds}


def test_clones_of_sampled_chance_get_new_dice():
    state = after_setting_out(sampled("ping"))
    before = state.progress.words.tobytes()
    first, second = state.clone(), state.clone()
    dice = {s.progress.state()["rng"].tobytes() for s in (state, first, second)}
    assert len(dice) == 3
    assert state.progress.words.tobytes() == before
    for copy in (first, second):
        assert str(copy) == str(state)
        assert copy.history() == state.history()
        assert copy.information_state_string(0) == state.information_state_string(0)


@both_ways
def test_a_clone_goes_its_own_way(chance):
    state = after_setting_out(load("ping", chance=chance))
    before = (str(state), state.history(), state.information_state_string(0))
    play_on(state.clone())
    assert before == (str(state), state.history(), state.information_state_string(0))


def test_the_information_state_tells_in_names_what_the_player_did_and_was_told():
    state = after_setting_out()
    assert state.information_state_string(0) == (
        "player 0 | 1 goes-first | 0 dealt 1 | 0 dealt 2 | 0 dealt 3 | 1 stationed -1 | "
        "did station 3 | 0 stationed 3"
    )


def test_a_long_text_is_kept_in_parts_and_comes_out_the_same(monkeypatch):
    dice, state = random.Random(1), load("hidden_threat").new_initial_state()
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
        text = state.information_state_string(1)
    monkeypatch.setattr(Progress, "STRIDE", 10**9)
    again = load("hidden_threat").new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert text == again.information_state_string(1)
    assert text.count("|") > 100


def test_another_players_secret_action_is_not_told():
    games = [load("ping").new_initial_state() for _ in range(2)]
    for choice, state in enumerate(games):
        while state.is_chance_node():
            state.apply_action(1)
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
        if not state.progress.state()["fence"][0]:
            drafts += 1
            assert now == before[other]
        before = {other: now}
    assert drafts > 3


def test_nobody_learns_of_an_action_before_chance_has_decided():
    state, seen = load("hidden_threat").new_initial_state(), 0
    dice = random.Random(1)
    while not state.is_terminal():
        before = [state.information_state_string(p) for p in (0, 1)]
        state.apply_action(dice.choice(state.legal_actions()))
        if state.is_chance_node():
            seen += 1
            assert before == [state.information_state_string(p) for p in (0, 1)]
    assert seen > 20


@every_game
def test_no_two_decisions_of_a_player_have_the_same_information(name):
    informed = [state.information_state_string() for state in moments(load(name))]
    assert len(set(informed)) == len(informed) > 10


@every_game
def test_public_and_private_observations_make_the_whole(name):
    kinds = [
        pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private)
        for public, private in [
            (True, pyspiel.PrivateInfoType.NONE),
            (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        ]
    ]
    public, private = (load(name).make_py_observer(kind) for kind in kinds)
    for state in moments(load(name), most=40):
        assert public.string_from(state, 0) == public.string_from(state, 1)
        for player in range(state.num_players()):
            fields = dict(
                line.split(" ", 1) for line in public.string_from(state, player).split("\n")
            )
            own = private.string_from(state, player).split("\n")
            fields |= dict(line.split(" ", 1) for line in own)
            whole = "\n".join(f"{name} {value}" for name, value in fields.items())
            assert whole == state.observation_string(player)


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
    state.progress.state()["over"], state.progress.state()["winners"] = 1, winners
    assert state.returns() == returns


def test_scores_are_returns():
    game = load("leduc")
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-13, 13, 0)
    found = {abs(play_on(game.new_initial_state(), seed).returns()[0]) for seed in range(50)}
    assert found > {1, 3}


@both_ways
def test_rollouts_play_on_and_leave_the_state_alone(chance):
    state, evaluator = after_setting_out(load("ping", chance=chance)), openspiel.Rollouts()
    before = state.progress.words.tobytes()
    outcomes = [tuple(evaluator.evaluate(state)) for _ in range(200)]
    assert {(1.0, -1.0), (-1.0, 1.0)} <= set(outcomes)
    assert 40 < sum(outcome[0] > 0 for outcome in outcomes) < 160
    assert state.progress.words.tobytes() == before
    assert sum(chance for _, chance in evaluator.prior(state)) == pytest.approx(1)


def test_rollouts_begin_at_chance_nodes_too():
    state, evaluator = load("ping").new_initial_state(), openspiel.Rollouts()
    assert len({tuple(evaluator.evaluate(state)) for _ in range(50)}) > 1
    assert state.is_chance_node()


def test_chance_outcomes_are_equally_likely_and_only_at_chance_nodes():
    state = load("leduc").new_initial_state()
    assert state.chance_outcomes() == [(card, 1 / 6) for card in range(6)]
    assert state.action_to_string(2) == "draw 2"
    for _ in range(2):
        state.apply_action(0)
    with pytest.raises(ValueError, match="no chance node"):
        state.chance_outcomes()


def test_the_same_seed_gives_the_same_game():
    def played(seed):
        return str(test_utils.random_playout(sampled("ping", seed).new_initial_state(), 1))

    assert played(1) == played(1) != played(2)


def test_illegal_actions_are_refused():
    state = after_setting_out()
    before = state.progress.words.tobytes()
    closed = next(a for a in range(state.num_distinct_actions()) if a not in state.legal_actions())
    with pytest.raises(IllegalAction, match=f"action {closed} is not open to player"):
        state.apply_action(closed)
    assert state.progress.words.tobytes() == before
    dealing = load("ping").new_initial_state()
    with pytest.raises(IllegalAction, match="action 2 is not open to player -1"):
        dealing.apply_action(2)


def test_who_draws_too_much_for_explicit_chance_is_told_the_other_way():
    state = load("ping").new_initial_state()
    drawn = state.progress.draw.script._replace(radix=MOST)
    state.progress.draw = state.progress.draw._replace(script=drawn)
    with pytest.raises(TooManyDraws, match="Load the game with chance=sampled"):
        state.apply_action(0)


def test_settings_that_make_no_sense_are_refused():
    with pytest.raises(BadOption, match="limit must be"):
        load("ping", limit=-1)
    with pytest.raises(BadOption, match="not 3"):
        load("ping", players=3)
    with pytest.raises(BadOption, match="explicit or sampled, not 'dice'"):
        load("ping", chance="dice")
    with pytest.raises(RuntimeError, match="limits"):
        load("ping", limits=5)
    with pytest.raises(BadOption, match="no option 'limits'"):
        type(load("ping"))({"limits": 5})


def test_a_broken_game_says_so():
    state = after_setting_out()
    state.progress.state()["fault"] = 1
    with pytest.raises(BrokenGame, match="please report"):
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("player", [-1, 2, 7])
def test_nobody_elses_eyes_can_be_borrowed(player):
    state = after_setting_out()
    for ask in (
        state.information_state_string,
        state.observation_string,
        state.observation_tensor,
    ):
        with pytest.raises(RuntimeError, match="player"):
            ask(player)
    with pytest.raises(ValueError, match=f"no player {player}: they are 0 to 1"):
        state.resample_from_infostate(player)


def test_a_view_that_forgets_is_no_information_state_tensor():
    state = after_setting_out()
    assert not state.get_game().get_type().provides_information_state_tensor
    for ask in (
        lambda: state.information_state_tensor(0),
        state.get_game().information_state_tensor_shape,
        state.get_game().information_state_tensor_size,
    ):
        with pytest.raises((NotImplementedError, RuntimeError), match="information-state tensor"):
            ask()


def test_where_nothing_is_forgotten_the_observation_is_the_information_state_tensor():
    game = load("leduc")
    assert game.get_type().provides_information_state_tensor
    for state in moments(game):
        assert state.information_state_tensor(0) == state.observation_tensor(0)


def test_observations_that_do_not_exist_are_refused():
    game, kind, info = load("ping"), pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    for unknown in (
        kind(perfect_recall=False, private_info=info.ALL_PLAYERS),
        kind(perfect_recall=True, private_info=info.NONE),
        kind(perfect_recall=False, public_info=False, private_info=info.NONE),
    ):
        with pytest.raises(ValueError, match="nobody can observe this"):
            game.make_py_observer(unknown)
    with pytest.raises(ValueError, match="take no parameters"):
        game.make_py_observer(None, {"size": 3})
    public = game.make_py_observer(kind(perfect_recall=False, private_info=info.NONE))
    with pytest.raises(NotImplementedError, match="text only"):
        public.set_from(after_setting_out(), 0)


def test_no_world_is_imagined_while_chance_decides():
    with pytest.raises(ValueError, match="at a decision"):
        load("ping").new_initial_state().resample_from_infostate(0)


def test_an_observation_is_what_the_rules_observe_part_by_part():
    for name in ("ping", "leduc", "pocket_sub"):
        state = next(s for i, s in enumerate(moments(load(name))) if i == 2)
        progress, rules = state.progress, state.progress.setting.rules
        numbers = np.zeros(rules.observation_size, np.float32)
        rules.observe(progress.view(0), 0, 0, numbers)
        assert state.observation_tensor(0) == (numbers * rules.observation.scale).tolist()
        assert numbers.any()
        sight = state.get_game().make_py_observer()
        for player in (1, 0):  # nothing of the first look may be left over
            sight.set_from(state, player)
        assert list(sight.dict) == [part.name for part in rules.observation.parts]
        assert np.concatenate(list(sight.dict.values())).tolist() == state.observation_tensor(0)


def test_before_the_deal_there_is_nothing_to_observe():
    state = load("ping").new_initial_state()
    assert not any(state.observation_tensor(0))
    assert state.observation_string(0) == ""
    assert state.information_state_string(0) == "player 0"


def test_lists_that_are_handed_out_are_the_callers_own():
    state = after_setting_out()
    before = state.legal_actions()
    state.legal_actions().clear()
    assert state.legal_actions() == before != []

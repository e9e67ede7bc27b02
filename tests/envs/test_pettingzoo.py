"""Every game is a PettingZoo environment: PettingZoo's own tests, and what they do not look at."""

import copy
import pickle
import sys

import numpy as np
import pytest

from quarterdeck import Match, envs, find
from quarterdeck.engine.errors import BadOption, IllegalAction, QuarterdeckError
from tests.games import OURS, example

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: make research")
from pettingzoo.test import api_test, seed_test

from quarterdeck.envs.stepping import Stepper

SETTINGS = [(game.id, n) for game in OURS for n in range(game.seats[0], game.seats[1] + 1)]
DEAD = None


def play(env, actions):
    """Play so many actions at random; returns them."""
    chosen = []
    for agent in env.agent_iter(actions):
        observation, _, over, truncated, _ = env.last()
        if over or truncated:
            break
        chosen.append(int(env.action_space(agent).sample(observation["action_mask"])))
        env.step(chosen[-1])
    return chosen


def seeded(env, seed):
    env.reset(seed=seed)
    for agent in env.agents:
        env.action_space(agent).seed(seed)
    return env


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", ["float32", "raw"])
@pytest.mark.parametrize(("game", "seats"), SETTINGS)
def test_pettingzoo_s_own_tests_pass(game, seats, dtype):
    api_test(envs.pettingzoo(game, seats=seats, dtype=dtype), num_cycles=60)
    seed_test(lambda: envs.pettingzoo(game, seats=seats, dtype=dtype), num_cycles=40)


@pytest.mark.parametrize(("game", "seats"), SETTINGS)
def test_agents_play_the_game_that_a_match_deals(game, seats):
    env, match = envs.pettingzoo(game, seats=seats), Match(find(game), seats, seed=5)
    seeded(env, 5)
    for action in play(env, 10**6):
        match.act(match.actor, action)
    assert match.over
    assert env.rewards == dict(zip(env.agents, match.position.returns(), strict=True))
    assert env.infos["player_0"]["winners"] == [f"player_{seat}" for seat in match.winners]


def test_each_agent_hears_of_the_end_once():
    env = seeded(envs.pettingzoo("pocket_sub", seats=4), 2)
    play(env, 10**6)
    told = {}
    while env.agents:
        _, told[env.agent_selection], over, truncated, _ = env.last()
        assert over
        assert not truncated
        env.step(DEAD)
    assert sum(told.values()) == 0
    assert sorted(told) == env.possible_agents
    assert {abs(reward) for reward in told.values()} == {1}


def test_observations_are_those_of_the_rules_scaled_or_not():
    scaled = seeded(envs.pettingzoo("hidden_threat"), 3)
    raw = seeded(envs.pettingzoo("hidden_threat", dtype="raw"), 3)
    match = Match(find("hidden_threat"), seed=3)
    for action in play(scaled, 30):
        raw.step(action)
        match.act(match.actor, action)
    rules, seat = match.rules, match.actor
    seen = np.zeros(rules.observation_size)
    rules.observe(match.view(seat), 0, seat, seen)
    assert raw.last()[0]["observation"].tolist() == seen.tolist()
    assert raw.last()[0]["observation"].dtype == np.int8
    assert np.allclose(scaled.last()[0]["observation"], seen * rules.observation.scale)
    assert scaled.last()[0]["observation"].dtype == np.float32


def test_others_do_not_see_a_draft():
    env = seeded(envs.pettingzoo("ping"), 1)
    play(env, 6)
    for _ in range(20):
        actor = env.agent_selection
        (other,) = set(env.agents) - {actor}
        before = env.observe(other)["observation"]
        assert not env.observe(other)["action_mask"].any()
        play(env, 1)
        if env.agent_selection == actor:
            assert np.array_equal(env.observe(other)["observation"], before)
            return
    raise AssertionError("nobody drafted")


def test_games_are_cut_short_where_that_is_asked_for():
    env = seeded(envs.pettingzoo("zerpang", seats=3, max_cycles=7), 0)
    assert len(play(env, 100)) == 7
    assert env.truncations == dict.fromkeys(env.agents, True)
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())
    for _ in range(3):
        env.step(DEAD)
    assert not env.agents


def test_games_follow_from_the_first_seed():
    def deals(env):
        seen = []
        for _ in range(3):
            env.reset()
            seen.append(env.last()[0]["observation"].tolist())
        return seen

    assert deals(envs.pettingzoo("ping", seed=4)) == deals(envs.pettingzoo("ping", seed=4))
    assert deals(envs.pettingzoo("ping", seed=4)) != deals(envs.pettingzoo("ping", seed=5))
    env = envs.pettingzoo("ping")
    env.reset(seed=4)
    later = deals(env)
    env.reset(seed=4)
    assert deals(env) == later
    assert later[0] != later[1]


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = seeded(envs.pettingzoo("ping"), 0)
    before = env.last()[0]["observation"]
    for wrong in (80, -1, 10**6, 1.5, None):
        with pytest.raises(IllegalAction, match="not open to seat"):
            env.step(wrong)
    assert np.array_equal(env.last()[0]["observation"], before)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_on_by_itself(copied):
    env = seeded(envs.pettingzoo("hidden_threat"), 9)
    play(env, 11)
    twin = copied(env)
    assert twin.last()[0]["observation"].tolist() == env.last()[0]["observation"].tolist()
    actions = play(env, 25)
    for action in actions:
        twin.step(action)
    assert twin.agent_selection == env.agent_selection
    assert twin.last()[0]["observation"].tolist() == env.last()[0]["observation"].tolist()
    assert twin.unwrapped.game.rules is env.unwrapped.game.rules


def test_an_environment_can_be_drawn_in_words():
    env = seeded(envs.pettingzoo("ping", render_mode="ansi"), 3)
    drawn = env.render()
    assert drawn.startswith("PING, turn 0, as player_0 sees it")
    assert "  12 Start at M" in drawn
    assert "player_1's hand: a card, face down" in drawn
    silent = seeded(envs.pettingzoo("ping"), 3)
    assert silent.render() is None


def test_wrong_settings_are_refused():
    for wrong in ({"seats": 3}, {"options": {"limit": 1}}, {"dtype": "f4"}, {"render_mode": "x"}):
        with pytest.raises(BadOption):
            envs.pettingzoo("ping", **wrong)


def test_options_reach_the_game():
    env = seeded(envs.pettingzoo("ping", options={"limit": 20}), 1)
    play(env, 10**6)
    assert env.unwrapped.game.now.state["limit"][0] == 20


def test_any_game_will_do():
    env = seeded(envs.pettingzoo(example("leduc")), 1)
    play(env, 100)
    assert sum(env.rewards.values()) == 0
    assert env.describe().reward[1] > 1


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "quarterdeck.envs.aec", raising=False)
    with pytest.raises(QuarterdeckError, match=r"pip install 'quarterdeck\[research\]'"):
        envs.pettingzoo("ping")


def test_the_description_is_of_what_is_seen():
    env = seeded(envs.pettingzoo("pocket_sub", seats=3), 0)
    parts = {part.name: part for part in env.describe().observation}
    seen = env.last()[0]["observation"]
    acting = parts["acting"]
    assert seen[acting.start : acting.start + acting.size].tolist() == [1, 0, 0, 0]


def test_a_stepper_that_is_not_dealt_can_be_copied():
    again = copy.deepcopy(Stepper("ping"))
    again.deal(1)
    assert again.now.legal()

"""Every game is a Gymnasium environment: one seat against bots."""

import copy
import subprocess
import sys

import numpy as np
import pytest

from quarterdeck import Match, find
from quarterdeck.bots import UnknownBot
from quarterdeck.engine.errors import BadOption, IllegalAction
from tests.games import OURS, example

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: make research")
from gymnasium.error import ResetNeeded  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from quarterdeck.envs.gymnasium import Seat  # noqa: E402

SETTINGS = [(game.id, n) for game in OURS for n in range(game.seats[0], game.seats[1] + 1)]


def against_random(game, **settings):
    return Seat(game, **{"opponent": "random", "illegal": "raise", **settings})


def play(env, actions=10**6, seed=None):
    """Play a game at random; returns the actions and what the last step gave."""
    info, chosen, last = env.reset(seed=seed)[1], [], None
    env.action_space.seed(seed)
    while len(chosen) < actions:
        chosen.append(env.action_space.sample(info["action_mask"]))
        *last, info = env.step(chosen[-1])
        if last[2]:
            break
    return chosen, (*last, info)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_gymnasium_s_own_checks_pass(game):
    check_env(gymnasium.make(f"quarterdeck/{game.id}-v0").unwrapped)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("game", "seats"), SETTINGS)
def test_gymnasium_s_own_checks_pass_for_every_number_of_players(game, seats):
    for dtype in ("float32", "raw"):
        settings = {"opponent": "random", "seats": seats, "dtype": dtype}
        check_env(gymnasium.make(f"quarterdeck/{game}-v0", **settings).unwrapped)


@pytest.mark.parametrize(("game", "seats"), SETTINGS)
def test_a_game_ends_with_the_learner_s_reward(game, seats):
    env = against_random(game, seats=seats)
    for seed in range(3):
        _, (observation, reward, over, truncated, info) = play(env, seed=seed)
        assert over
        assert not truncated
        assert observation in env.observation_space
        assert reward == env.game.now.returns()[info["seat"]]
        assert (reward > 0) == (info["seat"] in info["winners"])
        assert not info["action_mask"].any()


def test_a_seed_deals_the_game_that_a_match_deals():
    match = Match(find("hidden_threat"), seed=6)
    seat, seen = match.actor, np.zeros(match.rules.observation_size, np.float32)
    observation, _ = against_random("hidden_threat", seat=seat).reset(seed=6)
    match.rules.observe(match.view(seat), 0, seat, seen)
    assert np.allclose(observation, seen * match.rules.observation.scale)


def test_the_same_seed_gives_the_same_game_bots_included():
    first, second = (play(Seat("ping"), seed=3) for _ in range(2))
    assert first[0] == second[0]
    assert np.array_equal(first[1][0], second[1][0])
    assert play(Seat("ping"), seed=4)[0] != first[0]


def test_the_learner_sits_where_it_is_told_or_anywhere():
    assert {against_random("ping", seat=1).reset(seed=n)[1]["seat"] for n in range(9)} == {1}
    anywhere = against_random("zerpang", seats=4)
    assert {anywhere.reset(seed=n)[1]["seat"] for n in range(30)} == {0, 1, 2, 3}


def test_the_learner_is_asked_only_for_itself():
    env = against_random("pocket_sub", seats=3)
    info = env.reset(seed=1)[1]
    for _ in range(50):
        assert env.game.now.actor == info["seat"]
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(env.game.now.legal())
        *_, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if over:
            return


def test_an_illegal_action_loses_the_game():
    env = gymnasium.make("quarterdeck/ping-v0", opponent="random")
    info = env.reset(seed=1)[1]
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over) == (-1, True)
    assert info["illegal"].startswith(f"action {illegal} is not open to seat")
    with pytest.raises(ResetNeeded):
        env.unwrapped.step(0)


def test_an_illegal_action_is_an_error_where_that_is_asked_for():
    env = against_random("ping")
    info = env.reset(seed=1)[1]
    with pytest.raises(IllegalAction):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    env.step(int(np.flatnonzero(info["action_mask"])[0]))


def test_a_game_must_be_dealt_first():
    with pytest.raises(ResetNeeded):
        Seat("ping").step(0)


def test_the_opponent_is_the_bot_that_was_asked_for():
    """A game that random play wins against random bots half the time."""
    results = {
        bot: np.mean([play(Seat("ping", opponent=bot), seed=n)[1][1] for n in range(30)])
        for bot in ("random", "mate")
    }
    assert results["random"] > -0.6
    assert results["mate"] < -0.6


def test_a_copy_plays_on_by_itself():
    env = against_random("ping")
    play(env, 5, seed=2)
    twin = copy.deepcopy(env)
    mask = twin.action_masks()
    twin.step(int(np.flatnonzero(mask)[0]))
    assert np.array_equal(env.action_masks(), mask)
    assert twin.game.rules is env.game.rules


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"opponent": "nobody"}, UnknownBot),
        ({"seat": 2}, BadOption),
        ({"illegal": "ignore"}, BadOption),
        ({"render_mode": "human"}, BadOption),
        ({"options": {"limit": 1}}, BadOption),
    ],
)
def test_wrong_settings_are_refused(settings, error):
    with pytest.raises(error):
        Seat("ping", **settings)


def test_the_learner_s_view_can_be_drawn_in_words():
    env = against_random("ping", seat=0, render_mode="ansi")
    env.reset(seed=3)
    assert "as the learner sees it" in env.render()
    assert "random in seat 1's hand: a card, face down" in env.render()
    assert against_random("ping").render() is None


def test_a_game_that_is_not_installed_can_be_played():
    _, (_, reward, over, _, info) = play(against_random(example("leduc")), seed=0)
    assert over
    assert reward
    assert len(info["winners"]) <= 2


def test_games_are_found_by_their_ids_without_an_import():
    made = "import gymnasium as g; print(g.make('quarterdeck.envs.gymnasium:quarterdeck/ping-v0'))"
    shown = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True)
    assert "quarterdeck/ping-v0" in shown.stdout, shown.stderr


def test_gymnasium_s_vectors_and_wrappers_take_it():
    many = gymnasium.make_vec("quarterdeck/ping-v0", num_envs=3, opponent="random")
    observations, infos = many.reset(seed=0)
    assert observations.shape == (3, len(observations[0]))
    assert infos["action_mask"].shape == (3, many.single_action_space.n)
    actions = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
    assert not many.step(actions)[2].any()

"""Batches as Gymnasium's vector environments."""

import numpy as np
import pytest

from quarterdeck import Match, find
from quarterdeck.engine.describe import describe
from quarterdeck.engine.errors import IllegalAction
from quarterdeck.engine.position import Position
from tests.games import OURS

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: make research")
import quarterdeck.envs.gymnasium  # noqa: E402, F401

LANES = 5
SETTINGS = [(game.id, n) for game in OURS for n in range(game.seats[0], game.seats[1] + 1)]


def many(game, **settings):
    return gymnasium.make_vec(f"quarterdeck/{game}-selfplay-v0", num_envs=LANES, **settings)


@pytest.mark.parametrize("dtype", ["float32", "raw"])
@pytest.mark.parametrize(("game", "seats"), SETTINGS)
def test_what_is_given_is_what_the_spaces_say(game, seats, dtype):
    envs = many(game, seats=seats, dtype=dtype)
    observations, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(300):
        assert observations in envs.observation_space
        actions = envs.sample()
        assert actions in envs.action_space
        assert infos["action_mask"][np.arange(LANES), actions].all()
        assert infos["action_mask"].dtype == np.int8
        observations, rewards, over, truncated, infos = envs.step(actions)
        assert rewards.shape == over.shape == truncated.shape == (LANES,)
        assert infos["rewards"].shape == (LANES, seats)
        assert not truncated.any()
        assert not rewards[~over].any()
        ended += over.sum()
    assert ended or game == "zerpang"


def test_the_reward_is_of_the_seat_that_acted():
    envs = many("hidden_threat", options={"limit": 40})
    infos = envs.reset(seed=2)[1]
    seen = set()
    for _ in range(2000):
        actor = infos["actor"]
        _, rewards, over, _, infos = envs.step(envs.sample())
        assert np.array_equal(rewards, infos["rewards"][np.arange(LANES), actor])
        seen |= {(int(a), float(r)) for a, r in zip(actor[over], rewards[over], strict=True)}
    assert len(seen) >= 4, "both seats have won and lost"


def test_every_row_is_what_the_seat_sees_that_acts():
    game = find("ping")
    envs = many("ping", dtype="raw")
    observations, infos = envs.reset(seed=3)
    states = envs.unwrapped.batch.snapshot().states
    for lane in range(LANES):
        match = Match.at(Position(game.load(), states[lane : lane + 1]))
        seat, seen = match.actor, np.zeros(observations.shape[1])
        match.rules.observe(match.view(seat), 0, seat, seen)
        assert infos["actor"][lane] == seat
        assert observations[lane].tolist() == seen.tolist()


def test_the_same_seed_gives_the_same_games():
    def played(envs, seed):
        rows = [envs.reset(seed=seed)[0]]
        rows += [envs.step(envs.sample())[0] for _ in range(20)]
        return np.stack(rows)

    envs = many("pocket_sub", seats=4)
    first = played(envs, 5)
    assert np.array_equal(played(envs, 5), first)
    assert np.array_equal(played(many("pocket_sub", seats=4), 5), first)
    assert not np.array_equal(played(envs, 6), first)
    assert not np.array_equal(played(envs, None), played(envs, None))


def test_an_illegal_action_is_refused():
    envs = many("ping")
    infos = envs.reset(seed=0)[1]
    actions = envs.sample()
    actions[3] = np.flatnonzero(infos["action_mask"][3] == 0)[0]
    with pytest.raises(IllegalAction, match="lane 3"):
        envs.step(actions)


def test_gymnasium_s_wrappers_take_it():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(many("ping"))
    envs.reset(seed=0)
    lengths = []
    for _ in range(600):
        *_, infos = envs.step(envs.unwrapped.sample())
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert lengths
    assert min(lengths) > 4


def test_it_is_described():
    assert many("ping").unwrapped.describe() == describe(find("ping"))

"""Batches: what they return is what playing the same games by hand returns."""

import pickle
import random

import numpy as np
import pytest

from quarterdeck.engine.describe import describe
from quarterdeck.engine.errors import BadOption, BrokenGame, IllegalAction
from quarterdeck.engine.game import find
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.position import Position
from quarterdeck.engine.rule import rule
from quarterdeck.envs import batch
from tests.games import OURS

PING, HIDDEN_THREAT, POCKET_SUB = find("ping"), find("hidden_threat"), find("pocket_sub")
SEEDS = [3, 1, 4, 1, 5]

every_game = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)


class ByHand:
    """One lane, played through positions: the slow way."""

    def __init__(self, game, seed, seats=None, options=None):
        self.rules = game.load()
        self.position = Position.dealt(game, seats, options, seed)

    def seen(self):
        """The actor's observation, from its view alone; its mask; its seat."""
        actor = self.position.actor
        row = np.zeros(self.rules.observation_size, np.int16)
        self.rules.observe(self.position.view(actor), 0, actor, row)
        mask = np.zeros(self.rules.action_count, bool)
        mask[self.position.legal()] = True
        return row.tolist(), mask.tolist(), actor

    def step(self, action):
        self.position = self.position.act(action)
        done, reward = self.position.over, self.position.returns()
        if done:
            state = self.position.state.copy()
            self.rules.deal(state, 0)
            self.position = Position(self.rules, state)
        return reward, done


def lanes_of(seen):
    obs, mask, actor = seen[:3]
    return [(o.tolist(), m.tolist(), int(a)) for o, m, a in zip(obs, mask, actor, strict=True)]


def play_both(env, hands, steps, seed=1):
    """Play at random in a batch and by hand, comparing all there is; returns how many ended."""
    dice, ended = random.Random(seed), 0
    assert lanes_of(env.reset()) == [hand.seen() for hand in hands]
    for _ in range(steps):
        actions = [dice.choice(hand.position.legal()) for hand in hands]
        after = env.step(np.array(actions))
        results = [hand.step(action) for hand, action in zip(hands, actions, strict=True)]
        assert lanes_of(after) == [hand.seen() for hand in hands]
        assert after.reward == pytest.approx(np.array([r for r, _ in results], np.float32))
        assert after.done.tolist() == [done for _, done in results]
        ended += sum(after.done)
    return ended


@every_game
def test_a_batch_plays_what_is_played_by_hand(game):
    env = batch(game.id, len(SEEDS), seed=SEEDS)
    assert play_both(env, [ByHand(game, seed) for seed in SEEDS], 250) or game.id == "zerpang"


def test_players_and_options_are_those_asked_for():
    options = {"standard": 1}
    env = batch("pocket_sub", 2, seed=[7, 8], seats=4, options=options)
    hands = [ByHand(POCKET_SUB, seed, 4, options) for seed in (7, 8)]
    assert play_both(env, hands, 200)
    assert (env.seats, env.options["standard"]) == (4, 1)


def test_lanes_may_differ_in_an_option():
    env = batch(HIDDEN_THREAT, 3, seed=[1, 2, 3], options={"beginner": [1, 0, 1]})
    hands = [
        ByHand(HIDDEN_THREAT, seed, options={"beginner": beginner})
        for seed, beginner in ((1, 1), (2, 0), (3, 1))
    ]
    play_both(env, hands, 40)


def test_a_game_that_ends_rewards_every_seat_and_the_next_begins():
    env = batch("pocket_sub", 64, seed=2, seats=4)
    env.reset()
    games = decided = 0
    for _ in range(150):
        after = env.step(env.sample().action)
        assert (after.reward[~after.done] == 0).all()
        assert np.abs(after.reward.sum(axis=1)).max() < 1e-6
        assert after.mask.any(axis=1).all(), "somebody can always do something"
        games += int(after.done.sum())
        decided += int((after.reward[after.done] != 0).all(axis=1).sum())
    assert games > 64
    assert decided > games / 2


def random_play(env, steps):
    """All that some steps of random play return."""
    return [env.step(env.sample().action) for _ in range(steps)]


def same(first, second):
    return all(
        a.tobytes() == b.tobytes()
        for one, other in zip(first, second, strict=True)
        for a, b in zip(one, other, strict=True)
    )


def test_threads_and_the_number_of_lanes_change_nothing():
    alone, shared, more = (
        batch(PING, lanes, seed=9, threads=threads)
        for lanes, threads in ((600, 1), (600, 2), (900, 3))
    )
    assert (alone.threads, shared.threads, more.threads) == (1, 2, 3)
    for env in (alone, shared, more):
        env.reset()
    first, second, third = (random_play(env, 30) for env in (alone, shared, more))
    assert same(first, second)
    assert same(first, [[each[:600] for each in step] for step in third])


def test_lanes_and_seeds_give_different_games():
    obs = batch(HIDDEN_THREAT, 200, seed=1).reset().obs
    assert len(np.unique(obs, axis=0)) > 20
    assert obs.tobytes() == batch(HIDDEN_THREAT, 200, seed=1).reset().obs.tobytes()
    assert obs.tobytes() != batch(HIDDEN_THREAT, 200, seed=2).reset().obs.tobytes()


def test_a_snapshot_brings_everything_back():
    env = batch(PING, 8, seed=3)
    env.reset()
    before = random_play(env, 20)[-1]
    snapshot = env.snapshot()
    first = random_play(env, 50)
    assert same([env.restore(snapshot)], [before[:3]])
    assert same(first, random_play(env, 50)), "the snapshot itself has not changed"
    other = batch(PING, 8, seed=77)
    other.restore(snapshot)
    assert same(first, random_play(other, 50))


def test_a_pickled_batch_goes_on_alike():
    env = batch(PING, 600, seed=3, threads=2)
    env.reset()
    random_play(env, 10)
    twin = pickle.loads(pickle.dumps(env))
    assert same(random_play(env, 40), random_play(twin, 40))


def test_what_a_step_returned_is_not_overwritten():
    env = batch(PING, 4, seed=1)
    first = env.reset()
    kept = [each.copy() for each in first]
    steps = random_play(env, 5)
    assert same([first], [kept])
    assert len({each.obs.ctypes.data for each in steps}) == 5


# Forms -----------------------------------------------------------------------------------------


@every_game
def test_raw_numbers_keep_the_bounds_that_are_declared(game):
    env = batch(game, 64, seed=5)
    steps = [env.reset(), *random_play(env, 150)]
    obs = np.concatenate([step.obs for step in steps])
    assert obs.dtype == env.observation.dtype
    for part in env.describe().observation:
        found = obs[:, part.start : part.start + part.size]
        assert part.low <= found.min(), part.name
        assert found.max() <= part.high, part.name


def test_scaled_observations_are_the_raw_ones_times_their_scale():
    raw, exact, short = (
        batch(POCKET_SUB, 300, seed=5, dtype=dtype) for dtype in ("raw", "float32", "bfloat16")
    )
    scale = raw.observation.scale
    for env in (raw, exact, short):
        env.reset()
    for whole, scaled, rounded in zip(
        *(random_play(e, 20) for e in (raw, exact, short)), strict=True
    ):
        assert scaled.obs.dtype == np.float32
        assert (scaled.obs == whole.obs * scale).all()
        near = (rounded.obs.astype(np.uint32) << 16).view(np.float32)
        assert np.allclose(near, scaled.obs, rtol=2**-8, atol=0)
        assert np.abs(scaled.obs).max() <= 1


def test_bfloat16_rounds_to_the_nearest_and_ties_to_even():
    env = batch(PING, 1, dtype="bfloat16")
    from quarterdeck.envs import lanes

    bits = np.array([0x3F808000, 0x3F818000, 0x3F808001, 0x3F807FFF, 0xBF80C000], np.uint32)
    out = np.zeros((1, 5), np.uint16)
    ones = np.ones((1, 5), np.int8)
    env._entry(lanes.to_bfloat16)(0, 1, ones, bits.view(np.float32), out)
    assert out.tolist() == [[0x3F80, 0x3F82, 0x3F81, 0x3F80, 0xBF81]]


def test_masks_as_bits_say_the_same_as_bytes():
    wide, narrow = (batch("pocket_sub", 50, seed=5, mask=mask) for mask in ("bytes", "bits"))
    wide.reset(), narrow.reset()
    for long, short in zip(random_play(wide, 30), random_play(narrow, 30), strict=True):
        bits = np.unpackbits(short.mask.view(np.uint8), axis=1, bitorder="little")
        assert (bits[:, : wide.actions] == long.mask).all()
        assert not bits[:, wide.actions :].any()


def test_rows_are_filled_up_with_zeros():
    plain, padded = batch(HIDDEN_THREAT, 5), batch(HIDDEN_THREAT, 5, align=8, dtype="float32")
    size, obs = plain.width, padded.reset().obs
    assert obs.shape == (5, -(-size // 8) * 8)
    assert obs.shape[1] > size
    assert (obs[:, :size] == plain.reset().obs * plain.observation.scale).all()
    assert not obs[:, size:].any()


@rule
def tell_turn(s, seat, out):
    out[0] = s.turn
    out[1] = seat


def test_a_rule_of_ones_own_may_observe():
    parts = Observation()
    parts.part("turn", high=100)
    parts.part("seat")
    env = batch(PING, 6, observe=(tell_turn, parts))
    assert env.reset().obs.dtype == np.int8
    steps = random_play(env, 60)
    assert all((step.obs[:, 1] == step.actor).all() for step in steps)
    assert max(step.obs[:, 0].max() for step in steps) > 5
    assert batch(PING, 6).reset().obs.shape[1] == PING.load().observation_size


def test_others_take_the_arrays_without_a_copy():
    env = batch(PING, 4)
    env.reset()
    for array in env.step(env.sample().action):
        shared = np.from_dlpack(array)
        assert shared.ctypes.data == array.ctypes.data


def test_pytorch_takes_the_arrays_without_a_copy():
    torch = pytest.importorskip("torch")
    env = batch(PING, 4)
    for array in env.reset():
        assert torch.from_dlpack(array).data_ptr() == array.ctypes.data
    env.step(torch.from_numpy(env.sample().action))


def test_a_batch_describes_its_numbers():
    env = batch(PING, 1)
    assert env.describe() == describe(PING)
    assert env.describe().numbers == env.width
    parts = Observation()
    parts.part("turn", high=100)
    own = batch(PING, 1, observe=(tell_turn, parts)).describe()
    assert [part.name for part in own.observation] == ["turn"]


# Sampling --------------------------------------------------------------------------------------


def test_actions_are_drawn_by_their_logits():
    env = batch(PING, 20_000, seed=4)
    mask = env.reset().mask
    logits = np.tile(np.linspace(-1, 1, env.actions, dtype=np.float32), (env.lanes, 1))
    logits[:, -1] = 50  # not legal now: must make no difference
    action, log_prob = env.sample(logits)
    legal = np.where(mask[0], np.exp(logits[0]), 0)
    chances = legal / legal.sum()
    found = np.bincount(action, minlength=env.actions) / env.lanes
    assert np.abs(found - chances).max() < 5 * np.sqrt(chances.max() / env.lanes)
    assert log_prob == pytest.approx(np.log(chances[action]), abs=1e-5)


def test_without_logits_every_legal_action_is_as_likely():
    env = batch(PING, 20_000, seed=4)
    count = env.reset().mask[0].sum()
    action, log_prob = env.sample()
    found = np.bincount(action, minlength=env.actions)
    assert np.count_nonzero(found) == count
    assert found.max() / env.lanes < 1 / count + 5 * np.sqrt(1 / count / env.lanes)
    assert log_prob == pytest.approx(-np.log(count))


def test_a_rollout_is_sampling_and_stepping():
    played, stepped = (batch(PING, 6, seed=2) for _ in range(2))
    weights = np.random.default_rng(1).normal(size=(played.width, played.actions))

    def policy(obs, mask):
        return obs @ weights, obs[:, 0] + 0.5

    seen = [stepped.reset()]
    played.reset()
    rollout = played.rollout(policy, 12)
    for t in range(12):
        logits, value = policy(seen[t].obs, seen[t].mask)
        chosen = stepped.sample(logits)
        after = stepped.step(chosen.action)
        seen.append(after)
        assert (rollout.action[t] == chosen.action).all()
        assert (rollout.log_prob[t] == chosen.log_prob).all()
        assert (rollout.value[t] == value).all()
        assert (rollout.reward[t] == after.reward).all()
        assert (rollout.done[t] == after.done).all()
    for t, expected in enumerate(seen):
        rows = (rollout.obs[t], rollout.mask[t], rollout.actor[t])
        assert same([rows], [expected[:3]])
    assert played.rollout(None, 3).value is None


# Refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [-1, -2, 81, 82, 96, 1000, 2**40])
def test_an_illegal_action_is_refused_and_changes_nothing(wrong):
    env = batch(PING, 5, seed=1)
    env.reset()
    before, actions = env.snapshot(), env.sample().action
    actions[3] = wrong
    with pytest.raises(IllegalAction, match=f"lane 3: action {wrong}.* is not legal"):
        env.step(actions)
    after = env.snapshot()
    assert before.states.tobytes() == after.states.tobytes()


def test_a_mask_that_somebody_wrote_to_changes_nothing():
    for form in ("bytes", "bits"):
        env = batch(PING, 2, mask=form)
        env.reset().mask[:] = -1 if form == "bits" else True
        with pytest.raises(IllegalAction):
            env.step(np.array([81, 81]))


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (np.zeros(3, int), r"shape \(4,\), not \(3,\)"),
        (np.zeros((4, 1), int), "shape"),
        (np.zeros(4), "whole numbers"),
        (np.zeros(4, bool), "whole numbers"),
    ],
)
def test_actions_of_the_wrong_form_are_refused(actions, reason):
    env = batch(PING, 4)
    env.reset()
    with pytest.raises(BadOption, match=reason):
        env.step(actions)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"lanes": 0}, "lanes must be a whole number above 0"),
        ({"lanes": 2.0}, "lanes"),
        ({"seats": 3}, "2 players"),
        ({"options": {"limit": 5}}, "limit must be"),
        ({"options": {"limit": [50, 5]}}, "limit must be"),
        ({"options": {"limit": [50]}}, "shape"),
        ({"options": {"depth": 1}}, "no option 'depth'"),
        ({"seed": [1, 2, 3]}, "seeds must have the shape"),
        ({"dtype": "int4"}, "dtype is one of"),
        ({"mask": "words"}, "mask is one of"),
        ({"align": 0}, "align"),
        ({"threads": 0}, "threads"),
        ({"device": "tpu"}, "device is cpu or cuda"),
    ],
)
def test_bad_settings_are_refused(settings, reason):
    with pytest.raises(BadOption, match=reason):
        batch("ping", **{"lanes": 2, **settings})


def test_nothing_can_be_done_before_the_first_deal():
    env = batch(PING, 2)
    for early in (env.snapshot, env.sample, lambda: env.step(np.zeros(2, int))):
        with pytest.raises(BadOption, match="reset"):
            early()


def test_a_snapshot_of_something_else_is_refused():
    ours, theirs, more = batch(PING, 2), batch(HIDDEN_THREAT, 2), batch(PING, 3)
    for env in (theirs, more):
        env.reset()
        with pytest.raises(BadOption, match="another"):
            ours.restore(env.snapshot())
    two, four = (batch(POCKET_SUB, 2, seats=seats) for seats in (2, 4))
    two.reset()
    with pytest.raises(BadOption, match="4 seats"):
        four.restore(two.snapshot())


def test_a_game_that_breaks_its_bounds_is_reported():
    env = batch(HIDDEN_THREAT, 3)
    env.reset()
    snapshot = env.snapshot()
    snapshot.states["fence"][1] = 0
    snapshot.states["event_count"][1] = len(snapshot.states["event"][1])
    env.restore(snapshot)
    with pytest.raises(BrokenGame, match="lane 1 exceeded"):
        random_play(env, 5)


# Several observers, several numbers of players ------------------------------------------------


def test_lanes_may_differ_in_how_many_play():
    seats = [2, 3, 4] * 20
    env = batch("pocket_sub", 60, seats=seats, seed=3)
    _, _, actor = env.reset()
    ended, most = np.zeros(60, int), np.zeros(60, int)
    for _ in range(400):
        _, _, actor, reward, done = env.step(env.sample().action)
        most = np.maximum(most, actor)
        ended += done
        for lane in np.flatnonzero(done):
            mine = reward[lane][: seats[lane]]
            assert mine.sum() == pytest.approx(0)
            assert mine.any()
            assert not reward[lane][seats[lane] :].any()
    assert ended.all()
    assert (most == np.array(seats) - 1).all()


def test_the_same_lane_plays_the_same_beside_others():
    mixed = batch("pocket_sub", 2, seats=[3, 2], seed=[8, 9])
    alone = batch("pocket_sub", 1, seats=2, seed=[9])
    assert (mixed.reset().obs[1] == alone.reset().obs[0]).all()


def test_a_row_may_hold_what_the_next_seats_see():
    env = batch("zerpang", 6, seats=3, seed=2, observers=3, align=8)
    rules, size = env.game.load(), env.observation.size
    obs, _, actor = env.reset()
    for _ in range(300):
        obs, _, actor, _, _ = env.step(env.sample().action)
    states = env.snapshot().states
    for lane in range(6):
        rows = obs[lane].reshape(3, env.stride)
        assert not rows[:, size:].any()
        for k in range(3):
            seen = np.zeros(size, env.raw)
            rules.observe(states[lane : lane + 1], 0, (actor[lane] + k) % 3, seen)
            assert (rows[k][:size] == seen).all()


@pytest.mark.parametrize(
    ("wrong", "why"), [({"seats": [2, 3]}, "shape"), ({"seats": [9, 2, 2]}, "players")]
)
def test_wrong_numbers_of_players_are_refused(wrong, why):
    with pytest.raises(BadOption, match=why):
        batch("pocket_sub", 3, **wrong)

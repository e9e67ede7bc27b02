"""Batches of lanes: on the CPU, and bit-identical on a GPU if there is one."""

import subprocess
import sys

import numpy as np
import pytest

from quarterdeck.engine.errors import BadOption, IllegalAction, QuarterdeckError
from quarterdeck.engine.game import find
from quarterdeck.envs import batch, cuda
from tests.games import OURS

every_game = pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)


@every_game
def test_lanes_play_whole_games_the_same_every_time(game):
    first, again = cuda.lanes(game, 8, seed=3), cuda.lanes(game, 8, seed=3)
    cuda.play_on_cpu(game, first, 3)
    cuda.play_on_cpu(game, again, 3)
    assert first.states.tobytes() == again.states.tobytes()
    assert (first.sums == again.sums).all()
    assert first.states["over"].all()
    assert len(np.unique(first.sums[:, 0])) == 8, "every lane plays its own games"


WITHOUT_SCENES = """
import sys
sys.modules["msgspec"] = None
from quarterdeck.envs import cuda
from quarterdeck.games.ping import GAME
cuda.play_on_cpu(GAME, cuda.lanes(GAME, 2, seed=1), 1)
"""


def test_lanes_need_none_of_the_packages_that_scenes_need():
    subprocess.run([sys.executable, "-c", WITHOUT_SCENES], check=True)


def on_a_gpu(test):
    missing = pytest.mark.skipif(not cuda.available(), reason="no CUDA device here")
    return pytest.mark.gpu(missing(test))


@on_a_gpu
@every_game
def test_a_gpu_plays_exactly_what_the_cpu_plays(game):
    on_cpu = cuda.lanes(game, 512, seed=3)
    cuda.play_on_cpu(game, on_cpu, 3)
    on_gpu = cuda.to_gpu(cuda.lanes(game, 512, seed=3))
    cuda.gpu_player(game)(on_gpu, 3)
    back = cuda.from_gpu(on_gpu)
    for part in ("states", "dice", "decisions", "sums"):
        assert getattr(back, part).tobytes() == getattr(on_cpu, part).tobytes()


@pytest.mark.skipif(cuda.available(), reason="there is a GPU here")
def test_without_a_gpu_one_is_told_what_is_needed():
    with pytest.raises(QuarterdeckError, match="needs an NVIDIA GPU and numba-cuda"):
        batch("ping", 2, device="cuda")


# Batches -----------------------------------------------------------------------------------------


def both(game, lanes, **settings):
    return [batch(game, lanes, device=device, **settings) for device in ("cpu", "cuda")]


def host(array):
    """What a GPU returned, as bytes."""
    torch = pytest.importorskip("torch")
    if isinstance(array, torch.Tensor):
        array = array.view(torch.int16) if array.dtype == torch.bfloat16 else array
        return array.cpu().numpy().tobytes()
    return array.copy_to_host().tobytes()


def check_same(ours, theirs):
    for name, a, b in zip(ours._fields, ours, theirs, strict=True):
        assert a.tobytes() == host(b), name


def play_both(cpu, gpu, steps):
    check_same(cpu.reset(), gpu.reset())
    for _ in range(steps):
        action = cpu.sample().action
        drawn = gpu.sample().action
        assert action.tobytes() == host(drawn)
        check_same(cpu.step(action), gpu.step(drawn))
    for a, b in zip(cpu.snapshot(), gpu.snapshot(), strict=True):
        assert a.tobytes() == b.tobytes()


@on_a_gpu
@every_game
def test_a_batch_on_a_gpu_is_the_batch_on_the_cpu(game):
    play_both(*both(game, 300, seed=3), 60)


@on_a_gpu
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_other_forms_are_the_same_on_both(dtype):
    play_both(
        *both(find("pocket_sub"), 300, seats=3, seed=3, dtype=dtype, mask="bits", align=8), 90
    )


@on_a_gpu
def test_a_snapshot_moves_from_one_device_to_the_other():
    cpu, gpu = both(find("ping"), 100, seed=4)
    cpu.reset()
    for _ in range(30):
        cpu.step(cpu.sample().action)
    check_same(cpu.restore(cpu.snapshot()), gpu.restore(cpu.snapshot()))
    for _ in range(30):
        check_same(cpu.step(cpu.sample().action), gpu.step(gpu.sample().action))


@on_a_gpu
def test_a_rollout_is_sampling_and_stepping():
    torch = pytest.importorskip("torch")
    played, stepped = (batch("ping", 200, device="cuda", seed=5, dtype="float32") for _ in range(2))
    net = torch.nn.Linear(played.width, played.actions, device="cuda")

    def policy(obs, mask):
        return net(obs), obs[:, 0]

    seen = stepped.reset()
    played.reset()
    for _ in range(3):
        rollout = played.rollout(policy, 8)
        for t in range(8):
            check = zip((rollout.obs[t], rollout.mask[t], rollout.actor[t]), seen[:3], strict=True)
            assert all((a == b).all() for a, b in check)
            chosen = stepped.sample(policy(seen.obs, seen.mask)[0])
            seen = stepped.step(chosen.action)
            assert (rollout.action[t] == chosen.action).all()
            assert (rollout.reward[t] == seen.reward).all()
            assert (rollout.done[t] == seen.done).all()
            assert (rollout.value[t] == rollout.obs[t][:, 0]).all()


@on_a_gpu
@pytest.mark.parametrize("wrong", [-1, -2, 81, 82, 2000])
def test_an_illegal_action_on_a_gpu_is_reported(wrong):
    env = batch("ping", 100, device="cuda")
    env.reset()
    before, actions = env.snapshot(), env.sample().action
    actions[42] = wrong
    env.step(actions)
    with pytest.raises(IllegalAction, match=f"lane 42: action {wrong}.* is not legal"):
        env.check()
    env.check()
    assert env.snapshot().states[42] == before.states[42]
    assert env.snapshot().states[41] != before.states[41]


@on_a_gpu
def test_wrong_forms_are_refused_on_a_gpu():
    torch = pytest.importorskip("torch")
    env = batch("ping", 100, device="cuda")
    env.reset()
    with pytest.raises(BadOption, match="shape"):
        env.step(torch.zeros(99, dtype=torch.int64, device="cuda"))
    with pytest.raises(BadOption, match="whole numbers"):
        env.step(torch.zeros(100, device="cuda"))
    with pytest.raises(BadOption, match="shape"):
        env.sample(torch.zeros((100, 3), device="cuda"))

"""Batches of lanes: on the CPU, and bit-identical on a GPU if there is one."""

import subprocess
import sys

import numpy as np
import pytest

from quarterdeck.envs import cuda
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


@pytest.mark.gpu
@pytest.mark.skipif(not cuda.available(), reason="no CUDA device here")
@every_game
def test_a_gpu_plays_exactly_what_the_cpu_plays(game):
    on_cpu = cuda.lanes(game, 512, seed=3)
    cuda.play_on_cpu(game, on_cpu, 3)
    on_gpu = cuda.to_gpu(cuda.lanes(game, 512, seed=3))
    cuda.gpu_player(game)(on_gpu, 3)
    back = cuda.from_gpu(on_gpu)
    for part in ("states", "dice", "decisions", "sums"):
        assert getattr(back, part).tobytes() == getattr(on_cpu, part).tobytes()

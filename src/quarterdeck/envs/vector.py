"""Many games at once for Gymnasium: a vector environment over a batch, for self-play.

    import gymnasium
    import quarterdeck.envs.gymnasium

    envs = gymnasium.make_vec("quarterdeck/ping-selfplay-v0", num_envs=1024)
    observations, infos = envs.reset(seed=0)
    for _ in range(100):
        actions = envs.sample()
        observations, reward, over, truncated, infos = envs.step(actions)

The learner decides for every seat: each row is what the seat sees that is to act. When a game ends,
`reward` has the result of the seat that ended it, `infos["rewards"]` that of every seat, and the
observation is of the next game already.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from quarterdeck.engine.describe import Description
from quarterdeck.engine.game import Game
from quarterdeck.envs.batches import Batch, Seen
from quarterdeck.envs.stepping import FLOAT32, Array, Stepper


class SelfPlay(VectorEnv[Array, Array, Array]):
    """A batch on the CPU; on a GPU, use `quarterdeck.envs.batch` itself."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, int] | None = None,
        dtype: str = FLOAT32,
        threads: int | None = None,
    ) -> None:
        """`dtype`: observations from -1 to 1 ("float32"), or the whole numbers ("raw")."""
        one = Stepper(game, seats, options, dtype)
        self.game, self.num_envs = one.game, num_envs
        self._settings: dict[str, Any] = {
            "seats": one.seats, "options": one.options, "dtype": dtype, "threads": threads
        }  # fmt: skip
        self.single_observation_space = one.observation_space()
        self.single_action_space = one.action_space()
        self._batch: Batch | None = None

    # These hold the bounds of every number of every game: only for those who ask.

    @cached_property
    def observation_space(self) -> Any:
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:
        return batch_space(self.single_action_space, self.num_envs)

    @property
    def batch(self) -> Batch:
        """The games; dealt from a random seed unless `reset` was given one."""
        if self._batch is None:
            seed = int(self.np_random.integers(2**63))
            self._batch = Batch(self.game, self.num_envs, seed, **self._settings)
        return self._batch

    def describe(self) -> Description:
        """What the numbers mean."""
        return self.batch.describe()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal new games; the same seed gives the same games."""
        super().reset(seed=seed)
        if seed is not None:
            self._batch = None
        return self._seen(self.batch.reset())

    def sample(self) -> Array:
        """A legal action for every game, each as likely."""
        return self.batch.sample().action  # type: ignore[no-any-return]

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Carry out an action in every game; an illegal one is refused, and nothing is changed."""
        acting = self._actor
        *seen, rewards, done = self.batch.step(actions)
        observations, infos = self._seen(Seen(*seen))
        own = np.take_along_axis(rewards, acting[:, None], axis=1)[:, 0]
        return observations, own, done, np.zeros_like(done), {**infos, "rewards": rewards}

    def _seen(self, seen: Seen) -> tuple[Array, dict[str, Any]]:
        self._actor = seen.actor.astype(np.int64)
        return seen.obs, {"action_mask": seen.mask.view(np.int8), "actor": self._actor}

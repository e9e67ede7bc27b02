"""Every game as a PettingZoo environment, in which agents act one at a time (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from quarterdeck.engine.describe import Description
from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.game import Game
from quarterdeck.envs.stepping import FLOAT32, Stepper

ANSI = "ansi"


def make(game: str | Game, **settings: Any) -> AECEnv[str, Any, int]:
    """An environment that says what is wrong when it is used before `reset`."""
    return OrderEnforcingWrapper(Agents(game, **settings))


class Agents(AECEnv[str, Any, int]):
    """A game whose seats are the agents `player_0`, `player_1`..."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, int] | None = None,
        dtype: str = FLOAT32,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        seed: int | None = None,
    ) -> None:
        """`dtype`: observations from -1 to 1 ("float32"), or the whole numbers ("raw").
        `max_cycles`: the game is truncated after so many decisions. `seed`: of all games that are
        dealt without a seed of their own."""
        super().__init__()
        if render_mode not in (None, ANSI):
            raise BadOption(f"render_mode is None or {ANSI!r}, not {render_mode!r}.")
        self.game = Stepper(game, seats, options, dtype)
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.metadata = {
            "render_modes": [ANSI],
            "name": f"quarterdeck_{self.game.game.id}_v{self.game.game.version}",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: self.game.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self._seen_space() for agent in self.possible_agents}
        self._seeds = np.random.default_rng(seed)

    def _seen_space(self) -> spaces.Dict:
        masks = spaces.MultiBinary(int(self.game.action_space().n))
        return spaces.Dict({"observation": self.game.observation_space(), "action_mask": masks})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def describe(self) -> Description:
        """What the numbers mean."""
        return self.game.describe()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; with a seed, the one that `Match(game, seed=seed)` deals. The games dealt
        after it without a seed follow from it, too."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.game.deal(int(self._seeds.integers(2**63)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.now.actor]
        self._skip_agent_selection = None
        self.decisions = 0

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; the mask is empty unless it is the agent's turn."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.game.observation(seat), "action_mask": self.game.mask(seat)}

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action; when the game is over, each agent steps once more,
        with None, as PettingZoo has it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.act(action)
        self.decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self.agents[self.game.now.actor]
        if self.game.now.over:
            self._end()
        elif self.decisions == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.agents, self.game.now.returns(), strict=True))
        self._accumulate_rewards()
        winners = [self.agents[seat] for seat in self.game.now.winners]
        self.infos = {agent: {"winners": winners} for agent in self.agents}
        self._deads_step_first()

    def render(self) -> str | None:
        """What the selected agent sees, in words."""
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self.agent_selection)
        return self.game.text(seat, self.possible_agents)

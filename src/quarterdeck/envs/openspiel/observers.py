"""What OpenSpiel's observers report: a view, all that was told, or the public and private part."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from quarterdeck.engine.rules import Rules
from quarterdeck.envs.openspiel.states import SpielState


class Sight:
    """Observes a player's current view."""

    def __init__(self, rules: Rules) -> None:
        parts = rules.observation
        self.tensor: Any = np.zeros(parts.size, np.float32)
        self.scale = parts.scale
        self.dict = {p.name: self.tensor[p.start : p.start + p.size] for p in parts.parts}

    def set_from(self, state: SpielState, player: int) -> None:
        state.progress.observe(player, self.tensor)
        self.tensor *= self.scale

    def string_from(self, state: SpielState, player: int) -> str:
        return "\n".join(state.progress.fields(player))


class Recall(Sight):
    """Observes everything a player was told; as numbers only where the observation tells it."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        if not rules.observation.recall:
            self.tensor, self.dict = None, {}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            raise NotImplementedError(
                "this game has no information-state tensor: its observation forgets; use "
                "observation_tensor, or information_state_string"
            )
        super().set_from(state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.progress.information(player)


class Apart:
    """Observes what is public, a spectator's view, or what a player sees beyond it; as text."""

    tensor = None
    dict: ClassVar[dict[str, Any]] = {}

    def __init__(self, public: bool) -> None:
        self.public = public

    def set_from(self, state: SpielState, player: int) -> None:
        raise NotImplementedError("public and private observations are text only")

    def string_from(self, state: SpielState, player: int) -> str:
        seen = state.progress.fields(-1)
        if not self.public:
            seen = [line for line in state.progress.fields(player) if line not in seen]
        return "\n".join(seen)

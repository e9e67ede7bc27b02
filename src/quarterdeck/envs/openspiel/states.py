"""Positions as OpenSpiel's states, and random rollouts from them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from quarterdeck.envs.openspiel.compiled import TERMINAL
from quarterdeck.envs.openspiel.progress import CHANCE, Progress

if TYPE_CHECKING:
    from quarterdeck.envs.openspiel.games import SpielGame


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game.

    What OpenSpiel would answer by calling back several times is answered here at once.
    """

    def __init__(self, game: SpielGame, progress: Progress | None = None) -> None:
        super().__init__(game)
        if progress:
            self.progress = progress

    @functools.cached_property
    def progress(self) -> Progress:
        """Begins when it is first asked for: OpenSpiel makes clones from new states."""
        return self.get_game().setting.start()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        return self.progress.player

    def is_terminal(self) -> bool:
        return self.progress.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.progress.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        return self.progress.legal.copy() if player is None else super().legal_actions(player)

    def _legal_actions(self, player: int) -> list[int]:
        return self.progress.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.progress.legal
        if not self.progress.draw:
            raise ValueError("this is no chance node.")
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        self.progress.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == CHANCE else self.progress.setting.names.actions[action]

    def returns(self) -> list[float]:
        return self.progress.returns()

    def resample_from_infostate(self, player: int, sampler: object = None) -> SpielState:
        """A state as the player might imagine it; its dice come from the game's `rng_seed`."""
        if not 0 <= player < self.num_players():
            raise ValueError(f"no player {player}: they are 0 to {self.num_players() - 1}.")
        return SpielState(self.get_game(), self.progress.imagined(player))

    def __str__(self) -> str:
        return str(self.progress)


class Rollouts:
    """An evaluator for searches: the result of one random rollout."""

    def evaluate(self, state: SpielState) -> list[float]:
        return state.progress.rolled_out().returns()

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All legal actions, equally likely."""
        legal = state.progress.legal
        return [(action, 1 / len(legal)) for action in legal]

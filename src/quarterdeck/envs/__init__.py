"""Games as environments for research: batches, PettingZoo, Gymnasium and OpenSpiel.

    env = quarterdeck.envs.batch(game, 4096)           # many at once, on all cores or on a GPU
    env = quarterdeck.envs.pettingzoo(game)
    env = gymnasium.make(f"quarterdeck/{game}-v0")     # after import quarterdeck.envs.gymnasium

All give the same observations: docs/observations.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from quarterdeck.engine.game import Game
    from quarterdeck.envs.batches import Batch


def batch(game: str | Game, lanes: int, *, device: str = "cpu", **settings: Any) -> Batch:
    """Many games side by side, stepped together; `settings` are those of `Batch`."""
    from quarterdeck.engine.errors import BadOption, QuarterdeckError
    from quarterdeck.engine.game import find
    from quarterdeck.envs.batches import Batch

    chosen = find(game) if isinstance(game, str) else game
    if device == "cpu":
        return Batch(chosen, lanes, **settings)
    if device == "cuda":
        from quarterdeck.envs import cuda
        from quarterdeck.envs.cuda_batches import CudaBatch

        if not cuda.available():
            raise QuarterdeckError(
                "there is no GPU to use: device='cuda' needs an NVIDIA GPU and numba-cuda "
                "(pip install quarterdeck[cuda])."
            )
        return CudaBatch(chosen, lanes, **settings)
    raise BadOption(f"device is cpu or cuda, not {device!r}.")


def pettingzoo(game: str | Game, **settings: Any) -> AECEnv[str, Any, int]:
    """A game as a PettingZoo environment (AEC); `settings` are those of `aec.Agents`: seats,
    options, dtype, render_mode, max_cycles, seed."""
    try:
        from quarterdeck.envs.aec import make
    except ModuleNotFoundError as error:
        from quarterdeck.engine.errors import QuarterdeckError

        raise QuarterdeckError(
            f"{error.name} is missing. To install it: pip install 'quarterdeck[research]'"
        ) from error
    return make(game, **settings)


def warm(game: Game) -> None:
    """Compile what solvers and environments need of a game."""
    from quarterdeck.engine import chance

    chance.deal(game)
    env = batch(game, 2)
    env.reset()
    env.step(env.sample().action)
    try:
        from quarterdeck.envs import openspiel
    except ModuleNotFoundError:
        return
    openspiel.warm(game)

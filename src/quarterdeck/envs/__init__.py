"""Games as environments for research: batches on the CPU and on a GPU, and OpenSpiel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

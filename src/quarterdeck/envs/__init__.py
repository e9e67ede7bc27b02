"""Games as environments for research: batches on the CPU and on a GPU, and OpenSpiel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quarterdeck.engine.game import Game
    from quarterdeck.envs.batches import Batch


def batch(game: str | Game, lanes: int, *, device: str = "cpu", **settings: Any) -> Batch:
    """Many games side by side, stepped together; `settings` are those of `Batch`."""
    from quarterdeck.engine.errors import BadOption
    from quarterdeck.engine.game import find
    from quarterdeck.envs.batches import Batch

    chosen = find(game) if isinstance(game, str) else game
    if device == "cpu":
        return Batch(chosen, lanes, **settings)
    if device == "cuda":
        from quarterdeck.envs.cuda_batches import CudaBatch

        return CudaBatch(chosen, lanes, **settings)
    raise BadOption(f"device is cpu or cuda, not {device!r}.")

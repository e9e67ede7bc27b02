"""Random games on a GPU: decisions a second, and whether they are bit for bit the CPU's.

    PYTHONPATH=src python benchmarks/gpu.py quarterdeck.games.ping [lanes]

Takes a game's package, so that it runs where nothing is installed but numba-cuda.
"""

import importlib
import sys
import time

from quarterdeck.envs import cuda

GAMES = 16
COMPARED = 2048


def main(package: str, count: int) -> None:
    game = importlib.import_module(package).GAME
    reference = cuda.lanes(game, COMPARED, seed=1)
    cuda.play_on_cpu(game, reference, 2)
    for threads in (64, 128, 256):
        started = time.perf_counter()
        play = cuda.gpu_player(game, threads)
        small = cuda.to_gpu(cuda.lanes(game, COMPARED, seed=1))
        play(small, 2)
        compiled = time.perf_counter() - started
        same = cuda.from_gpu(small)
        equal = all(
            getattr(same, part).tobytes() == getattr(reference, part).tobytes()
            for part in ("states", "dice", "decisions", "sums")
        )
        batch = cuda.to_gpu(cuda.lanes(game, count, seed=7))
        play(batch, 1)
        rates = []
        for _ in range(3):
            started = time.perf_counter()
            play(batch, GAMES)
            seconds = time.perf_counter() - started
            rates.append(int(cuda.from_gpu(batch).decisions.sum()) / seconds / 1e9)
        print(
            f"{game.id}: {threads} threads a block, {count:,} games at once: best "
            f"{max(rates):.2f} billion decisions/s of {[round(r, 2) for r in rates]}; "
            f"{COMPARED:,} lanes bit-identical to the CPU: {equal}; first call {compiled:.1f} s"
        )
        if not equal:
            sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 20)

"""Random games on a GPU: decisions per second, and whether they are bit-identical to the CPU's.

    PYTHONPATH=src python benchmarks/gpu.py quarterdeck.games.ping [lanes [threads...]]

`threads`: threads per block; 0: 128, every lane by itself (see `together` in envs/cuda.py).

It takes a game's package, so that it runs where only numba-cuda is installed.
"""

import importlib
import sys
import time

from quarterdeck.envs import cuda

GAMES = 16
LONGEST = 10.0
"""Seconds per measurement: long games are played fewer times."""
COMPARED = 2048
APART = (128, 255, False)


def main(package: str, count: int, blocks: list[int]) -> None:
    game = importlib.import_module(package).GAME
    reference = cuda.lanes(game, COMPARED, seed=1)
    cuda.play_on_cpu(game, reference, 2)
    for threads in blocks:
        started = time.perf_counter()
        play = cuda.gpu_player(game, threads) if threads else cuda.gpu_player(game, *APART)
        small = cuda.to_gpu(cuda.lanes(game, COMPARED, seed=1))
        play(small, 2)
        compiled = time.perf_counter() - started
        same = cuda.from_gpu(small)
        equal = all(
            getattr(same, part).tobytes() == getattr(reference, part).tobytes()
            for part in ("states", "dice", "decisions", "sums")
        )
        print(f"{game.id}: compiled in {compiled:.1f} s, bit-identical: {equal}", flush=True)
        batch = cuda.to_gpu(cuda.lanes(game, count, seed=7))
        started = time.perf_counter()
        play(batch, 1)
        games = max(1, min(GAMES, int(LONGEST / (time.perf_counter() - started))))
        rates = []
        for _ in range(3):
            started = time.perf_counter()
            play(batch, games)
            seconds = time.perf_counter() - started
            rates.append(int(cuda.from_gpu(batch).decisions.sum()) / seconds / 1e9)
        print(
            f"{game.id}: {threads or 'apart, 128'} threads per block, {count:,} games at once: "
            f"best {max(rates):.2f} billion decisions/s of {[round(r, 2) for r in rates]}; "
            f"{COMPARED:,} lanes bit-identical to the CPU: {equal}; first call {compiled:.1f} s",
            flush=True,
        )
        if not equal:
            sys.exit(1)


if __name__ == "__main__":
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 20
    main(sys.argv[1], count, [int(threads) for threads in sys.argv[3:]] or [256, 512, 1024, 0])

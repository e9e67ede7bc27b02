"""What it costs to draw scenes: in each language, and beside other versions of the sources.

    .venv/bin/python benchmarks/drawing.py [SRC ...]

A random game is played again and again; before each decision every seat's scene and log are drawn.
Each version, the `src` folder of a checkout, and each language has a process of its own. They take
turns, and the fastest round of each counts.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

GAMES, LANGUAGES = ("ping", "zerpang"), ("en", "de")
ROUNDS, MATCHES, DECISIONS = 5, 4, 100
HERE = Path(__file__).parents[1] / "src"


def drawn(name: str, code: str) -> float:
    """Microseconds per scene."""
    from quarterdeck.engine.game import find
    from quarterdeck.engine.match import Match

    try:
        from quarterdeck.engine.words import language

        language.set(code)
    except ImportError:  # from before there were languages
        pass
    scenes, spent = 0, 0.0
    for seed in range(MATCHES):
        match, dice = Match(find(name), seed=seed), random.Random(seed)
        while not match.over and match.decisions < DECISIONS:
            started = time.process_time()
            for seat in range(match.seats):
                match.scene(seat), match.told(seat)
            if seed:  # the first match fills the caches
                spent += time.process_time() - started
                scenes += match.seats
            match.act(match.actor, dice.choice(match.legal()))
    return spent / scenes * 1e6


def measured(source: Path, name: str, code: str) -> float:
    command = [sys.executable, __file__, "--draw", name, code]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    return float(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)


def main(sources: list[Path]) -> None:
    cases = [(source, code) for source in sources for code in LANGUAGES]
    for name in GAMES:
        rounds = [[measured(source, name, code) for source, code in cases] for _ in range(ROUNDS)]
        best = [min(times) for times in zip(*rounds, strict=True)]
        for (source, code), each in zip(cases, best, strict=True):
            ratio = each / best[0]
            print(f"{name:8} {code}  {each:7.0f} µs per scene  {ratio:5.2f}  {source}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--draw"]:
        print(drawn(*sys.argv[2:]))
    else:
        main([Path(source).resolve() for source in sys.argv[1:]] or [HERE])

"""Seconds from starting the service to the first move of every game against the Cadet.

    .venv/bin/python benchmarks/first_move.py          # with compiled games, as on later days
    .venv/bin/python benchmarks/first_move.py --cold   # with an empty cache, as after installing

Wall time, and the processor time of the service itself, which a busy machine does not change.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time

from quarterdeck.client import Client


def processor_seconds(pid: int) -> float:
    """What a process has used so far, without its children."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        cold = {"XDG_CACHE_HOME": folder} if "--cold" in sys.argv else {}
        database = ["--port", "0", "--database", f"sqlite:///{folder}/q.db"]
        started = time.perf_counter()
        service = subprocess.Popen(
            [sys.executable, "-m", "quarterdeck", "serve", *database],
            env={**os.environ, **cold},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

        def report(what: str) -> None:
            wall = time.perf_counter() - started
            print(f"{wall:6.2f} s, processor {processor_seconds(service.pid):5.2f} s: {what}")

        try:
            assert service.stdout is not None
            address = service.stdout.readline().split()[3]
            report("answers")
            with Client(address) as client:
                games = client.games()
                report(f"the shelf; ready: {', '.join(g.id for g in games if g.ready) or 'none'}")
                for game in games:
                    with client.make(game.id, "cadet") as table:
                        scene = next(table.turns())
                        table.act(scene.actions[0])
                        report(f"first move of {game.id}")
        finally:
            service.send_signal(signal.SIGINT)
            service.wait()


if __name__ == "__main__":
    main()

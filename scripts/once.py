"""Run one setup step, unless it has already run with the same inputs: `once.py NAME -h`.

Its output goes to .build/NAME.log; the terminal shows when the step starts, runs and ends.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from glob import glob
from pathlib import Path

BUILD = Path(".build")
HEARTBEAT = 15  # seconds between progress messages
TAIL = 30  # lines of the log shown when a step fails


def files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]


def digest(inputs: list[Path], command: list[str]) -> str:
    """A hash of everything the result depends on: command, folder, Python and files."""
    sha = hashlib.sha256(repr((command, os.getcwd(), sys.version)).encode())
    for path in files(inputs):
        sha.update(repr((str(path), hashlib.sha256(path.read_bytes()).digest())).encode())
    return sha.hexdigest()


def run(name: str, what: str, takes: str, command: list[str]) -> int:
    log, start = BUILD / f"{name}.log", time.monotonic()
    print(f"  … {what} ({takes})", flush=True)
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        while True:
            try:
                status = process.wait(HEARTBEAT)
                break
            except subprocess.TimeoutExpired:
                print(f"  … {what}: {time.monotonic() - start:.0f} s so far", flush=True)
            except KeyboardInterrupt:
                process.wait()
                return 130
    if status:
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-TAIL:])
        print(f"{tail}\n  ✗ {what}: failed; the full log is {log}", file=sys.stderr)
    else:
        print(f"  ✓ {what}: done in {time.monotonic() - start:.0f} s", flush=True)
    return status


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="name of the step")
    parser.add_argument("--what", required=True, help="what to tell the person waiting")
    parser.add_argument("--takes", required=True, help="about how long it takes")
    parser.add_argument("--inputs", required=True, type=Path, nargs="+", help="files and folders")
    parser.add_argument(
        "--makes", required=True, help="a file or pattern that exists once the step is done"
    )
    parser.add_argument("command", nargs="+", help="the command, after --")
    step = parser.parse_args()

    BUILD.mkdir(exist_ok=True)
    stamp, wanted = BUILD / f"{step.name}.stamp", digest(step.inputs, step.command)
    if glob(step.makes) and stamp.exists() and stamp.read_text() == wanted:
        return 0
    stamp.unlink(missing_ok=True)
    status = run(step.name, step.what, step.takes, step.command)
    if status == 0:
        stamp.write_text(wanted)
    return status


if __name__ == "__main__":
    sys.exit(main())

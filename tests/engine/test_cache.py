"""Compiled code is found by content: never stale, and warm in a copy of the sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.engine.cache import sources

SOURCE = Path(quarterdeck.__file__).parent

PROBE = """
import numpy as np
from quarterdeck.games.ping import GAME
from quarterdeck.games.ping.state import LETTERS, DO_STEP, STATION, TAKE_STEP
rules = GAME.load()
states = rules.new()
rules.deal(states, 0)
rules.act(states, 0, STATION + LETTERS.index("M"))
rules.act(states, 0, STATION)
states["location"] = LETTERS.index("M")
states["question"], states["steps_left"] = TAKE_STEP, 2
rules.act(states, 0, DO_STEP)
square = LETTERS[states["location"][0][states["actor"][0]]]
print(square, sum(rules.act.stats.cache_misses.values()))
"""


@pytest.fixture
def run(tmp_path):
    """Run the probe on a copy of the package with a cache of its own: where a step north led."""

    def probe(package: Path) -> list[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": str(package.parent),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
        }
        done = subprocess.run(
            [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    return probe


def copied(folder: Path) -> Path:
    target = folder / "quarterdeck"
    shutil.copytree(
        SOURCE, target, ignore=shutil.ignore_patterns("__pycache__", "static", "server", "terminal")
    )
    return target


def test_an_edited_rule_runs_at_once_in_callers_elsewhere(tmp_path, run):
    package = copied(tmp_path / "one")
    assert run(package) == ["H", "1"], "compiled the first time"
    assert run(package) == ["H", "0"], "from the cache the second time"
    assert run(copied(tmp_path / "two")) == ["H", "0"], "a fresh checkout starts warm"

    rules = package / "games" / "ping" / "rules.py"
    text = rules.read_text()
    line = "s.location[me] = st.NEIGHBOUR[s.location[me]][direction]"
    assert line in text
    stamp = rules.stat()
    rules.write_text(text.replace(line, line.replace("[direction]", "[(direction + 2) % 4]")))
    os.utime(rules, (stamp.st_atime, stamp.st_mtime))  # what time stamps say does not matter
    # `act`, the caller, is in engine/kernels.py, which nobody touched
    assert run(package) == ["S", "1"]


def test_comments_and_docstrings_compile_nothing_anew(tmp_path, run):
    package = copied(tmp_path / "one")
    run(package)
    memory = package / "games" / "ping" / "memory.py"
    memory.write_text('"""Another opening."""\n# a remark\n' + memory.read_text())
    assert run(package) == ["H", "0"]


def test_what_only_type_checkers_import_has_nothing_to_do_with_compiled_code():
    found = sources(["quarterdeck.games.ping.rules"])
    assert "quarterdeck.engine.contract" in found
    assert "quarterdeck.engine.match" not in found

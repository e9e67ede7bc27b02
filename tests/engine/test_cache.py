"""Compiled code is found by content: never stale, and warm in a copy of the sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck.engine.cache import sources

from .variants import EXAMPLE

SOURCE = Path(quarterdeck.__file__).parents[1]

PROBE = """
from hideout import GAME
from hideout.state import COLUMN, ROW
rules = GAME.load()
states = rules.new()
rules.deal(states, 0)
for action in (ROW + 1, COLUMN):
    rules.act(states, 0, action)
print(states["hut"][0][0], sum(rules.act.stats.cache_misses.values()))
"""


@pytest.fixture
def run(tmp_path):
    """Run the probe on a copy of the example, with a cache of its own: which hut is hidden in, and
    how often `act` was compiled."""

    def probe(package: Path) -> list[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(package.parent), str(SOURCE)]),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
        }
        done = subprocess.run(
            [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    return probe


def copied(folder: Path) -> Path:
    return shutil.copytree(
        EXAMPLE, folder / "hideout", ignore=shutil.ignore_patterns("__pycache__")
    )


def test_an_edited_rule_runs_at_once_in_callers_elsewhere(tmp_path, run):
    package = copied(tmp_path / "one")
    assert run(package) == ["2", "1"], "compiled the first time"
    assert run(package) == ["2", "0"], "from the cache the second time"
    assert run(copied(tmp_path / "two")) == ["2", "0"], "a fresh checkout starts warm"

    rules = package / "rules.py"
    text = rules.read_text()
    line = "s.hut[st.HIDER] = hut\n"
    assert line in text
    stamp = rules.stat()
    rules.write_text(text.replace(line, line.replace("hut\n", "hut ^ 1\n")))
    os.utime(rules, (stamp.st_atime, stamp.st_mtime))  # what time stamps say does not matter
    # `act`, the caller, is in engine/kernels.py, which nobody touched
    assert run(package) == ["3", "1"]


def test_comments_and_docstrings_compile_nothing_anew(tmp_path, run):
    package = copied(tmp_path / "one")
    run(package)
    state = package / "state.py"
    state.write_text('"""Another opening."""\n# a remark\n' + state.read_text())
    assert run(package) == ["2", "0"]


def test_what_only_type_checkers_import_has_nothing_to_do_with_compiled_code():
    found = sources(["quarterdeck.games.ping.rules"])
    assert "quarterdeck.engine.contract" in found
    assert "quarterdeck.engine.match" not in found

"""Compiled code is found by content: never stale, and warm in a copy of the sources."""

import os
import platform
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
def python(tmp_path):
    """Run Python with a compiled-code cache of the test's own: what it prints."""

    def python(*arguments: str, path: Path = SOURCE) -> list[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(path), str(SOURCE)]),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
        }
        done = subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    return python


@pytest.fixture
def run(python):
    """Run the probe on a copy of the example: which hut is hidden in, and how often `act` was
    compiled."""
    return lambda package: python("-c", PROBE, path=package.parent)


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


def test_a_module_that_cannot_be_imported_here_is_left_out(tmp_path, monkeypatch):
    (tmp_path / "outer.py").write_text("from wanting import more\n")
    (tmp_path / "wanting.py").write_text("raise RuntimeError('install something else first')\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert "outer" in sources(["outer"])


COPIES = """
import sys
from types import FunctionType
import numpy as np
from quarterdeck.engine.rule import bind, rule

STEP: int

def climb(words, steps):  # calls itself, and so is not written out where it is called
    if steps == 0:
        return 0
    words[0] += STEP
    return climb(words, steps - 1) + STEP

def climb_twice(words, steps):
    return climb(words, steps) + climb(words, steps)

def bound(function, step, module):
    own = FunctionType(climb.__code__, {**globals(), "STEP": step}, "climb")
    own.__globals__["climb"] = rule(own)
    return bind(function, own.__globals__, (module,))

for name in sys.argv[1:]:
    made = (climb, 1, "quarterdeck.engine.seeds"), (climb_twice, 10, "quarterdeck.engine.words")
    function = bound(*made[name == "ten"])
    print(function(np.zeros(1, np.int64), 3), sum(function.stats.cache_misses.values()))
"""


def test_copies_of_a_function_compiled_by_different_processes_do_not_replace_each_other(
    tmp_path, python
):
    probe = tmp_path / "probe.py"
    probe.write_text(COPIES)
    assert python(str(probe), "one") == ["3", "1"]
    assert python(str(probe), "ten") == ["60", "1"]
    assert python(str(probe), "one", "ten") == ["3", "0", "60", "0"]
    assert python(str(probe), "ten", "one") == ["60", "0", "3", "0"]


FORKS = """
import os, sys
from quarterdeck.engine import cache
for _ in range(2):
    if os.fork() == 0:
        print(next(cache.FunctionIdentity._unique_ids), flush=True)
        os._exit(0)
    os.wait()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no such processes on this system")
def test_nor_do_those_of_processes_that_were_one(python):
    assert len(set(python("-c", FORKS))) == 2


@pytest.mark.skipif(platform.machine() != "x86_64", reason="packages carry code for x86-64")
def test_what_a_package_carries_is_not_compiled_again(tmp_path, python):
    package = tmp_path / "site/quarterdeck"
    shutil.copytree(SOURCE / "quarterdeck/engine", package / "engine")
    shutil.copy(SOURCE / "quarterdeck/__init__.py", package)
    carried, cache = package / "compiled", tmp_path / "cache/quarterdeck"
    carried.mkdir()
    probe = tmp_path / "probe.py"
    probe.write_text(COPIES)
    assert python(str(probe), "one", path=package.parent) == ["3", "1"]
    shutil.copytree(cache, carried, dirs_exist_ok=True)
    shutil.rmtree(cache)
    assert python(str(probe), "one", path=package.parent) == ["3", "0"]
    assert not list(cache.glob("*/*.nbi"))

"""What all tests share: which worker runs them, English, and no deadlines for Hypothesis, since a
rule's first call compiles it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from quarterdeck.engine.game import listing

settings.register_profile("quarterdeck", deadline=None, derandomize=True)
settings.load_profile("quarterdeck")

os.environ["LC_ALL"] = "C.UTF-8"  # the terminal client speaks the language of its environment
# The threads of NumPy and PyTorch wait for each other by spinning.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

pytest_plugins = ("quarterdeck.testing.plugin",)


@pytest.fixture(autouse=True, scope="module")
def compiled_again() -> Iterator[None]:
    """A service that ended before all games were ready leaves none of them interpreted."""
    yield
    for game in listing():
        game.use_compiled(True)


TESTS = Path(__file__).parent
LONGEST = {"browser", "server"}
BY_FILE = {"engine", "envs"}
"""Folders whose files have little in common."""
BY_TEST = {"test_laws.py", "test_cli.py"}
"""Files whose tests share nothing: they come last, to fill the gaps."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs all tests of a folder, or of a file: the rules they call are compiled once,
    and one service, one database and one Chromium are enough."""
    items.sort(key=_turn)
    for item in items:
        if group := _group(item):
            item.add_marker(pytest.mark.xdist_group(group))


def _group(item: pytest.Item) -> str:
    if TESTS not in item.path.parents or item.path.name in BY_TEST:
        return ""
    folder, *inside = item.path.relative_to(TESTS).parts
    return "/".join([folder, *inside]) if folder in BY_FILE else folder


def _turn(item: pytest.Item) -> int:
    """Whatever takes long and cannot be shared begins first."""
    group = _group(item)
    return 0 if group in LONGEST else 1 if group else 2

"""What all tests share: which worker runs them, English, and no deadlines for Hypothesis, since a
rule's first call compiles it."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

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


LONGEST = ("browser", "learn", "server")
WHOLE = {"arena", "depth_charge", "hidden_threat", "ping", "pocket_sub", "zerpang"}
"""Folders whose tests call the same rules, or would disturb each other (Ray finds any cluster)."""
BY_TEST = {"browser", "server", "test_laws.py", "test_cli.py"}
"""Folders and files whose tests share little: services are quick to start, and wait a lot."""
TOGETHER = {"test_boardless.py"}
"""Of those, what shares a game that has to be compiled."""


def _group(nodeid: str) -> str:
    """What one worker runs: the rules that these tests call are compiled once, and what a file's
    tests share is made once."""
    _, *place = nodeid.partition("::")[0].split("/")
    if BY_TEST.intersection(place) and not TOGETHER.intersection(place):
        return nodeid
    return place[0] if place[0] in WHOLE else "/".join(place)


class Groups(LoadScopeScheduling):
    """xdist's own groups are names appended to a test's id, which pytest 9.2 no longer heeds."""

    def _split_scope(self, nodeid: str) -> str:
        return _group(nodeid)


@pytest.hookimpl(optionalhook=True)  # there is no such hook with -p no:xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Groups:
    return Groups(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _turn(item.nodeid))


def _turn(nodeid: str) -> int:
    """Whatever takes long begins first, what fills the gaps comes last."""
    if nodeid.split("/")[1] in LONGEST:
        return 0
    return 2 if _group(nodeid) == nodeid else 1

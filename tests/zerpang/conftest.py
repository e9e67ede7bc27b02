"""Every scenario is played twice: on interpreted and on compiled rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from .setting import fresh, position
from .table import Table


@pytest.fixture(params=[False, True], ids=["interpreted", "compiled"])
def compiled(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def table(compiled: bool) -> Callable[..., Table]:
    """Sets up a position: see `position`."""
    return partial(position, compiled=compiled)


@pytest.fixture
def new_game(compiled: bool) -> Callable[..., Table]:
    """Deals a game: see `fresh`."""
    return partial(fresh, compiled=compiled)

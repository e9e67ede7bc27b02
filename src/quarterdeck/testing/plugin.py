"""The fixture that runs every scenario twice, and the mark that cites a clause."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "rule(id): the clause of a RULES.md that the test shows, e.g. rule('HIDEOUT-4')"
    )


@pytest.fixture(params=[False, True], ids=["interpreted", "compiled"])
def compiled(request: pytest.FixtureRequest) -> bool:
    """How the rules run: whoever asks for this is tested both ways."""
    return bool(request.param)

"""The few lines that a newcomer would copy run as they are shown."""

import importlib
import re
import textwrap
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: make research")

ROOT = Path(__file__).parents[2]


def shown(text: str) -> str:
    """The indented lines of a text."""
    blocks = re.findall(r"(?:^(?: {4}.*)?\n)+", text, re.MULTILINE)
    (block,) = (block for block in blocks if block.strip())
    return textwrap.dedent(block)


@pytest.mark.parametrize("module", ["gymnasium", "vector"])
def test_what_a_module_shows_runs(module):
    said = importlib.import_module(f"quarterdeck.envs.{module}").__doc__
    space: dict[str, object] = {}
    exec(shown(said), space)
    assert np.all(np.abs(space["reward"]) <= 1)


def test_what_the_page_about_observations_shows_runs():
    page = (ROOT / "docs/observations.md").read_text().partition("<!--")[0]
    space: dict[str, object] = {}
    exec(shown(page), space)
    assert (space["where"].start, space["where"].size) == (26, 25)

"""What an observation says about itself, and that games, docs and programs say the same."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from quarterdeck.engine.describe import describe
from quarterdeck.engine.observation import Observation
from tests.engine.variants import hideout
from tests.games import OURS

ROOT = Path(__file__).parents[2]


def declared() -> Observation:
    observation = Observation()
    observation.part("square", 3)
    observation.part("damage", high=4, low=-8)
    observation.part("turn", 2, high=100)
    return observation


def test_parts_follow_one_another():
    observation = declared()
    assert observation.part("last") == 6
    assert [(part.start, part.size) for part in observation.parts] == [
        (0, 3),
        (3, 1),
        (4, 2),
        (6, 1),
    ]
    assert observation.size == 7


def test_every_number_has_the_bounds_of_its_part():
    low, high = declared().bounds
    assert low.tolist() == [0, 0, 0, -8, 0, 0]
    assert high.tolist() == [1, 1, 1, 4, 100, 100]


def test_scaled_numbers_are_at_most_1_in_size():
    scale = declared().scale
    assert scale.dtype == np.float32
    assert np.allclose(1 / scale, [1, 1, 1, 8, 100, 100])


@pytest.mark.parametrize(
    ("low", "high", "kind"), [(-128, 127, "i1"), (0, 128, "i2"), (-129, 0, "i2"), (0, 1, "i1")]
)
def test_numbers_are_as_narrow_as_their_bounds_allow(low, high, kind):
    observation = Observation()
    observation.part("all", 9, high=high, low=low)
    assert observation.dtype == np.dtype(kind)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_parts_have_the_same_names_in_the_code(game):
    """`observe` writes to `out[POSSIBLE + square]` what everybody calls `possible`."""
    observing = sys.modules[game.rule_hooks.observe.__module__]
    for part in game.rule_hooks.OBSERVATION.parts:
        assert getattr(observing, part.name.upper()) == part.start
        assert part.help


def test_the_page_about_observations_is_what_the_games_say():
    command = [sys.executable, ROOT / "scripts/observations.py", "--check"]
    source = {"PYTHONPATH": str(ROOT / "src")}
    checked = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **source})
    assert checked.returncode == 0, checked.stderr


def test_a_game_is_described_to_learners(tmp_path):
    about = describe(hideout(tmp_path))
    assert about.actions == {"row": range(2), "column": range(2, 4), "guess": range(4, 8)}
    assert about.events == ("burnt", "hidden", "guessed")
    assert [part.name for part in about.observation] == ["where", "searched", "burnt"]
    assert about.numbers == 12
    assert (about.players, about.reward, about.zero_sum) == ((2, 2), (-1.0, 1.0), True)


def test_a_game_with_scores_is_described_with_their_bounds(tmp_path):
    changes = {
        "state.py": [("    burnt: int", "    score: Row = everyone(i1, 2)\n    burnt: int")],
        "rules.py": [
            ("OBSERVATION = O", "SCORE = Score(-3, 5, zero_sum=False)\nOBSERVATION = O"),
            ("state import Row", "state import Row, Score"),
        ],
    }
    about = describe(hideout(tmp_path, changes))
    assert (about.reward, about.zero_sum) == ((-3.0, 5.0), False)

"""What we ship for tests of games works in anybody's game, and finds what it is meant to find."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck.testing import Scenario, clause_faults, playthrough_faults

from .engine.variants import hideout

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "hideout"


def pytest_in(folder: Path, *places: Path) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(map(str, (*places, ROOT / "src")))
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.parametrize("name", ["hideout", "kuhn", "leduc", "battleship"])
def test_the_examples_pass_their_own_tests(name):
    done = pytest_in(ROOT / "examples" / name / "tests", ROOT / "examples" / name)
    assert done.returncode == 0, done.stdout
    assert "warning" not in done.stdout


def test_nothing_is_loaded_unless_asked_for(tmp_path):
    (tmp_path / "test_it.py").write_text("def test_it(compiled):\n    pass\n")
    assert "fixture 'compiled' not found" in pytest_in(tmp_path).stdout


CLAUSES = {
    "a number left out": ("RULES.md", "**HIDEOUT-2**", "**HIDEOUT-5**",
                          "RULES.md has no HIDEOUT-2"),
    "the page refers to nothing": ("RULES.md", "see which", "see which (HIDEOUT-9)",
                                   "RULES.md refers to HIDEOUT-9, which RULES.md does not have"),
    "a comment refers to nothing": ("rules.py", "One hut burns", "(HIDEOUT-7) One hut burns",
                                    "rules.py refers to HIDEOUT-7, which RULES.md does not have"),
    "a clause without a test": ("test_hideout.py", "HIDEOUT-4", "HIDEOUT-3",
                                "no test cites HIDEOUT-4"),
    "a test of no clause": ("test_hideout.py", '"HIDEOUT-4"', '"HIDEOUT-4", "HIDEOUT-6"',
                            "refers to HIDEOUT-6, which RULES.md does not have"),
}  # fmt: skip


@pytest.mark.parametrize("case", CLAUSES)
def test_clauses_that_do_not_fit_are_named(case, tmp_path):
    file, old, new, fault = CLAUSES[case]
    tests = shutil.copytree(EXAMPLE / "tests", tmp_path / "tests")
    if file == "test_hideout.py":
        game, path = hideout(tmp_path), tests / file
        path.write_text(path.read_text().replace(old, new))
    else:
        game = hideout(tmp_path, {file: [(old, new)]})
    assert any(line.endswith(fault) for line in clause_faults(game, tests))


def test_a_state_that_a_player_knows_to_be_wrong_is_refused(tmp_path):
    game = Scenario.deal(hideout(tmp_path), ["hider", "seeker"])
    state = game.blank()
    state.question, state.actor, state.possible, state.hut[0] = 2, 1, 0b1000, 0
    with pytest.raises(AssertionError, match="seeker would know better"):
        game.set_to(state)
    state.hut[0] = 3
    assert game.set_to(state).to_play == "seeker"


def test_a_scenario_speaks_of_players_by_name(tmp_path):
    game = Scenario.deal(hideout(tmp_path), ["hider", "seeker"], guesses=1)
    burnt = game.truth.burnt
    game.act("row", 1 - burnt // 2).act("column", 0)
    hut = 2 * (1 - burnt // 2)
    assert game.told("hider") == [f"hidden 0 {hut} 0 0"]
    assert game.told("seeker") == game.told("spectator") == ["hidden 0 -1 0 0"]
    assert {s.hut[0] for s in game.imagined("seeker", 50)} == {0, 1, 2, 3} - {burnt}
    assert game.winner == ""
    assert game.act("guess", hut + 1).winner == "hider"


def test_a_game_without_playthroughs_is_told_so(tmp_path):
    game = hideout(tmp_path)
    assert playthrough_faults(game, tmp_path) == [f"{tmp_path} has no playthrough of Hideout"]

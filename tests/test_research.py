"""docs/research.md and its notebook: what stands there runs as it stands."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games import ROOT, installed

PAGE = (ROOT / "docs" / "research.md").read_text()
NOTEBOOK = ROOT / "docs" / "research.ipynb"
UPDATES = 100
"""For the learner, which makes 800 on the page."""


def section(title: str) -> tuple[list[str], list[str]]:
    """The programs of a section, and its commands."""
    text = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    programs = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    commands = "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).splitlines()
    return programs, commands


@pytest.fixture
def run(tmp_path):
    """Runs a program, or a quarterdeck command, where the examples are installed."""
    environment = {**os.environ, **installed(tmp_path, "leduc", "kuhn"), "COLUMNS": "120"}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

    def run(words: list[str]) -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_step_a_batch(run):
    (program,), _ = section("Step a batch")
    said = run(["-c", program])
    assert "possible" in said
    assert "games ended in the last step" in said


def test_train_ppo(run):
    (program,), _ = section("Train PPO in a minute on a CPU")
    assert "UPDATES = 800\n" in program
    said = run(["-c", program.replace("UPDATES = 800\n", f"UPDATES = {UPDATES}\n")])
    learnt, random = map(float, re.findall(r"\d\.\d+", said))
    assert random == pytest.approx(2.37)
    assert learnt < 0.5 * random


def test_solve_leduc(run, tmp_path):
    (program,), commands = section("Solve Leduc")
    said = run(["-c", program])
    assert said.startswith("9457 936 -0.0855")
    assert (tmp_path / "leduc.npz").exists()
    said = [run(["-m", *shlex.split(command)]) for command in commands]
    assert "exploitability 0.000" in said[0]
    assert "strategy:leduc.npz" in said[1]
    assert "leduc.npz" in said[2]


def test_openspiel_plays_ping(run):
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make research")
    (program,), _ = section("Let OpenSpiel's ISMCTS play PING")
    assert run(["-c", program]) in ("[1.0, -1.0]\n", "[-1.0, 1.0]\n", "[0.0, 0.0]\n")


def test_enter_a_bot(run, tmp_path):
    (program,), (command,) = section("Enter a bot in the arena")
    (tmp_path / "hasty.py").write_text(program)
    assert "hasty.py" in run(["-m", *shlex.split(command)])


def test_the_notebook_runs(tmp_path, monkeypatch):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for name, value in installed(tmp_path, "kuhn").items():
        monkeypatch.setenv(name, value)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(cell.cell_type != "code" or not cell.outputs for cell in notebook.cells)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    text = "".join(output.get("text", "") for output in outputs)
    assert "value -0.055" in text
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)

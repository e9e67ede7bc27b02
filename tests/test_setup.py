"""Setting up on machines unlike this one: what `make` takes from where."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
TOOLS = ["sh", "dirname", "python3", "sed", "awk", "uname", "make"]
"""What a machine has that `make` runs on, besides Node.js."""
LINUX = {"sys_platform": "linux"}


def on_path(*folders: Path) -> dict[str, str]:
    return {**os.environ, "PATH": os.pathsep.join(map(str, folders))}


def find_node(checkout: Path, *folders: Path) -> subprocess.CompletedProcess[str]:
    """What the script of a checkout finds with only these folders on the path."""
    command = [checkout / "scripts/find-node"]
    return subprocess.run(command, env=on_path(*folders), capture_output=True, text=True)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with the usual commands, but without Node.js."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in TOOLS:
        (folder / tool).symlink_to(str(shutil.which(tool)))
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A clone, as far as the script is concerned, in which nothing is installed."""
    folder = tmp_path / "clone"
    (folder / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "scripts/find-node", folder / "scripts")
    return folder


@pytest.fixture
def with_node(checkout: Path) -> Path:
    """The same once `make` has installed Node.js into .venv."""
    path = subprocess.run([ROOT / "scripts/find-node"], capture_output=True, text=True).stdout
    commands = checkout / ".venv/bin"
    commands.mkdir(parents=True)
    for name in ("node", "npm"):
        (commands / name).symlink_to(Path(str(shutil.which(name, path=path.strip()))).resolve())
    return checkout


def test_without_node_the_one_in_the_environment_is_found(bare: Path, with_node: Path) -> None:
    found = find_node(with_node, bare)
    assert found.stdout.strip() == f"{with_node}/.venv/bin:{bare}"


def test_an_old_node_is_passed_over(bare: Path, with_node: Path) -> None:
    for name in ("node", "npm"):  # its version is all that anybody asks of it
        (bare / name).write_text("#!/bin/sh\nexit 1\n")
        (bare / name).chmod(0o755)
    assert find_node(with_node, bare).stdout.startswith(f"{with_node}/.venv/bin:")


def test_a_new_node_is_used_where_it_is(bare: Path, with_node: Path) -> None:
    theirs = with_node / ".venv/bin"
    assert find_node(ROOT, theirs, bare).stdout.strip() == f"{theirs}:{bare}"


def test_without_any_node_it_says_what_to_do(bare: Path, checkout: Path) -> None:
    found = find_node(checkout, bare)
    assert (found.returncode, found.stdout) == (1, "")
    assert "`make` installs one into .venv" in found.stderr


def test_make_waits_for_python_only_if_node_comes_from_it(
    bare: Path, with_node: Path, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")

    def steps(*folders: Path) -> str:
        command = ["make", "-n", "-C", str(tmp_path), "node"]
        return subprocess.run(
            command, env=on_path(*folders), capture_output=True, text=True, check=True
        ).stdout

    assert "installing the Python packages" in steps(bare)
    assert "installing the Python packages" not in steps(with_node / ".venv/bin", bare)


def test_no_cuda_is_installed_for_the_learner_s_tests() -> None:
    lines = (ROOT / "requirements/learn.txt").read_text().splitlines()
    pins = [Requirement(line.rstrip(" \\")) for line in lines if "==" in line]
    on_linux = {pin.name: pin for pin in pins if not pin.marker or pin.marker.evaluate(LINUX)}
    assert [name for name in on_linux if re.match("cuda|nvidia|triton", name)] == []
    assert str(on_linux["torch"].specifier).endswith("+cpu")  # PyPI's has CUDA

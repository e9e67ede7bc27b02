"""What must hold of the repository: it names no machine, no package index, no game out of place."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src/quarterdeck/games"
PINS = sorted((ROOT / "requirements").glob("*.txt"))
PIN = re.compile(r"[a-z0-9-]+==[0-9][\w.+]*( ; [\w'. =!<>()]+)?( --hash=sha256:[0-9a-f]{64})+")
SHARED = ["src/quarterdeck", ":!src/quarterdeck/games", "web/src", "web/index.html"]
TOOLING = ["Makefile", "pyproject.toml", "requirements", "scripts", ".ci", "web/.npmrc"]


def texts(*places: str) -> dict[str, str]:
    """Every text file under these places that is, or could be, committed."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "--", *places]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    found = {}
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            found[name] = content.decode()
    return found


def lines_with(pattern: str, *places: str) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts(*places).items()
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]


def test_no_file_names_a_folder_of_somebody_s_machine() -> None:
    places = "root|home|Users|work|opt"
    assert not lines_with(rf"(?<![\w.~)}}-])/({places})/\w")


def test_tooling_names_no_host_but_this_machine() -> None:
    assert not lines_with(r"://(?!127\.0\.0\.1)|index-url|find-links|^registry", *TOOLING)


def test_the_npm_lock_says_what_but_not_where_from() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []


def test_the_npm_lock_serves_every_kind_of_machine() -> None:
    """npm leaves out other systems' packages that it could not reach, and then refuses the lock."""
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    wanted = {name for p in packages.values() for name in p.get("optionalDependencies", {})}
    assert {name for name in wanted if f"node_modules/{name}" not in packages} == set()


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.stem)
def test_requirements_are_exact_versions_with_hashes_and_nothing_else(path: Path) -> None:
    pins = re.sub(r" \\\n +", " ", path.read_text()).splitlines()
    assert [pin for pin in pins if not PIN.fullmatch(pin)] == []


def test_the_pins_are_complete_and_agree() -> None:
    checked = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {re.split(r"[\[>=<]", line)[0] for line in project["dependencies"]}
    pins = (ROOT / "requirements/play.txt").read_text()
    pinned = {line.split("==")[0] for line in pins.splitlines()}
    assert wanted <= pinned


@pytest.mark.parametrize("game", sorted(p.parent.name for p in GAMES.glob("*/rules.py")))
def test_nothing_outside_the_games_names_a_game(game: str) -> None:
    """Neither by its id, quoted or in a path, nor by its name; a bare "ping" is a web socket's."""
    title = game.replace("_", " ").upper()
    pattern = rf"""["'`/. ]{game}["'`]|games[./]{game}\b|\b{title}\b"""
    assert not lines_with(pattern, *SHARED)

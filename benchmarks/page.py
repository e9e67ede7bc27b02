"""How heavy the pages are, and how soon they can be used on a slow line with a slow processor.

    python benchmarks/page.py [--runs 3]

A real service and a real Chromium, slowed down by its own tools: "slow 3G" as its developer tools
define it (400 kbit/s, 400 ms per round trip), and a processor four times as slow. Usable means: the
home page offers a game, the table shows its board. Bytes are what came over the wire.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
SLOW_3G = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 400_000 / 8,
    "uploadThroughput": 400_000 / 8,
}
SLOWER = 4
PHONE = {"width": 390, "height": 844}


@contextmanager
def service() -> Iterator[str]:
    """The address of a service of our own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        settings = f"port={port}, database_url='sqlite:///{folder}/q.sqlite'"
        command = [sys.executable, "-c", f"from quarterdeck.server import run; run({settings})"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        address = f"http://127.0.0.1:{port}"
        try:
            while process.poll() is None:
                try:
                    urllib.request.urlopen(f"{address}/api/games", timeout=5).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait(20)


def load(browser: Browser, address: str, path: str, usable: str, slow: bool) -> tuple[float, int]:
    """Seconds until something can be used, and bytes until nothing more is loaded."""
    context = browser.new_context(base_url=address, viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    if path != "/":  # the table is made at full speed; its page is then visited for the first time
        path = new_table(page)
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.clearBrowserCache")
    received: list[int] = []
    tools.on("Network.loadingFinished", lambda it: received.append(it["encodedDataLength"]))
    if slow:
        tools.send("Network.emulateNetworkConditions", SLOW_3G)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    started = time.perf_counter()
    page.goto(path, wait_until="commit")
    page.locator(usable).first.wait_for(timeout=60_000)
    seconds = time.perf_counter() - started
    page.wait_for_load_state("networkidle")
    context.close()
    return seconds, round(sum(received))


def new_table(page: Page) -> str:
    seats: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "bot": "cadet"}]
    made = page.request.post("/api/matches", data={"game": "ping", "seats": seats}).json()
    return f"/play/{made['id']}"


PAGES = {"home": ("/", "article button"), "table": ("/play", "main [data-place]")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    chromium = subprocess.run(
        [ROOT / "scripts/find-chromium"], capture_output=True, text=True, check=True
    ).stdout.strip()
    root = ["--no-sandbox"] if os.getuid() == 0 else []
    with service() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=root)
        for name, (path, usable) in PAGES.items():
            quick = [load(browser, address, path, usable, slow=False) for _ in range(runs)]
            slow = [load(browser, address, path, usable, slow=True) for _ in range(runs)]
            print(
                f"{name}: {max(size for _, size in quick) / 1000:.0f} kB; usable after "
                f"{statistics.median(s for s, _ in quick):.2f} s, "
                f"slowed down after {statistics.median(s for s, _ in slow):.1f} s"
            )
        browser.close()


if __name__ == "__main__":
    main()

"""Games that are loaded at the same time, each in a thread of its own."""

from __future__ import annotations

import gc
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from quarterdeck.engine import cache


def test_modules_are_parsed_in_many_threads_at_once() -> None:
    """The threads change over while garbage is collected in the middle of a parse."""
    paths = [*Path(cache.__file__).parent.glob("*.py")] * 10
    threshold = gc.get_threshold()
    gc.set_threshold(500, 5, 5)
    gc.callbacks.append(change_over)
    try:
        with ThreadPoolExecutor(8) as threads:
            assert all(
                threads.map(lambda path: bool(cache._parsed(path.read_bytes()).meaning), paths)
            )
    finally:
        gc.callbacks.remove(change_over)
        gc.set_threshold(*threshold)


def change_over(*_: object) -> None:
    time.sleep(0.0001)

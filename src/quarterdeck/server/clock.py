"""Clock: the time of day. Rows and deadlines read it here, so that tests can set it."""

from __future__ import annotations

import time


def now() -> float:
    """Seconds since 1970."""
    return time.time()

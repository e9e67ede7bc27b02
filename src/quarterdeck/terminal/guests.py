"""Who this person is at each server: the cookie with which they come back to their seats."""

from __future__ import annotations

import json
import os
from pathlib import Path

import platformdirs


def _file() -> Path:
    return Path(platformdirs.user_data_dir("quarterdeck", appauthor=False)) / "guests.json"


def known() -> dict[str, str]:
    """The cookie of each server's guest."""
    try:
        found = json.loads(_file().read_text("utf-8"))
    except (OSError, ValueError):  # none yet, or not ours
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def remember(server: str, guest: str | None) -> None:
    """Keep a cookie for the next time. Whoever reads the file could play in this person's name."""
    guests = known()
    if guest is None or guests.get(server) == guest:
        return
    path = _file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump({**guests, server: guest}, file, indent=1)

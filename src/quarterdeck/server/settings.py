"""Settings: everything about the service that its host may choose, with its default.

Limits are here too, so that one page says how much a stranger can ask for.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import msgspec
import platformdirs

STATIC = Path(__file__).parent / "static"
"""Where the built browser client lies."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str = ""
    """SQLAlchemy URL; empty: a SQLite file in the user's data directory."""
    static: Path = STATIC
    log: Literal["auto", "json", "text"] = "auto"
    """How to log, to stderr: `auto` is warnings for people on a terminal, otherwise all as JSON."""
    metrics_port: int = 0
    """A port of its own for /metrics; the first process takes it, each other one the next free one.
    0: /metrics is on the service's port, for programs on this machine only."""
    metrics_host: str = "127.0.0.1"
    """The address that `metrics_port` listens on. Whoever reaches it can read the metrics."""

    # Bots -----------------------------------------------------------------------------------
    bot_workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    bot_seconds: float = 2.0
    """The longest a bot may think about one decision; less when many decisions are waiting."""
    bot_deadline: float = 5.0
    """Seconds after which a bot has failed, and a random legal action is taken."""
    analysis_deadline: float = 60.0
    """The same for the analysis of a whole game."""
    bot_start: float = 180.0
    """Seconds for a worker to start: it may have to compile the rules first."""
    bot_silence: float = 15.0
    """Seconds without a sign of life after which a worker is replaced, even while it starts."""
    bot_delay: tuple[float, float] = (0.4, 0.9)
    """A bot's turn is played after a delay drawn uniformly from this range, whatever cards it holds
    and however many decisions the turn took."""

    stand_in: str = "mate"
    """The bot that takes over the seat of somebody who resigned while others still play."""

    # Several processes ------------------------------------------------------------------------
    processes: int = 1
    """How many processes share the address."""
    claim_seconds: float = 4.0
    """How long a process may keep a match's automatic move to itself before it must renew its
    claim; if it was killed, another makes the move after that."""
    beat_seconds: float = 2.0
    """How often a process says that it lives, and looks for what it may not have heard. People
    connected to one that has missed three beats are gone."""

    # Limits ---------------------------------------------------------------------------------
    body_bytes: int = 16 * 1024
    message_bytes: int = 4 * 1024
    name_length: int = 24
    requests: tuple[float, float] = (100, 30)
    """HTTP requests per address: how many at once, then how many a second."""
    creations: tuple[float, float] = (60, 1)
    """Matches made and joined per address."""
    commands: tuple[float, float] = (30, 10)
    """Messages per socket."""
    commands_per_guest: tuple[float, float] = (90, 30)
    """Messages from all sockets of one guest together."""
    patience: int = 200
    """Refused messages before a socket is closed."""
    matches_per_guest: int = 50
    """Unfinished matches a guest may have started in the last day."""
    matches: int = 1_000_000
    """Matches in the database."""
    tables: int = 2_000
    """Matches in memory."""
    sockets_per_match: int = 64
    sockets_per_address: int = 64
    waiting_messages: int = 64
    """Messages that may wait for a slow socket before it is closed."""
    idle_seconds: float = 600.0
    """A table without connections is removed from memory after this; the log brings it back."""


def database_url(settings: Settings) -> str:
    """The URL with an asynchronous driver; makes the data directory for the default one."""
    url = settings.database_url
    if not url:
        folder = Path(platformdirs.user_data_dir("quarterdeck", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        url = f"sqlite:///{folder / 'quarterdeck.db'}"
    scheme, rest = url.split("://", 1) if "://" in url else ("", url)
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgres": "postgresql+psycopg",
        "postgresql": "postgresql+psycopg",
    }
    return f"{drivers.get(scheme, scheme)}://{rest}"

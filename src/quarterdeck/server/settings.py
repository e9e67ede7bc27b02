"""Settings: everything about the service that its host may choose, with its default.

Limits are here too, so that one page says how much a stranger can ask for. Each setting can come
from an option of `serve`, from the environment (`QUARTERDECK_BOT_SECONDS=1`) or from a TOML file,
in this order (`settings_from`). A rate is a pair: how many at once, then how many a second.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin, get_type_hints

import msgspec
import platformdirs
from msgspec import Meta

from quarterdeck.engine.errors import QuarterdeckError

STATIC = Path(__file__).parent / "static"
"""Where the built browser client lies."""
PREFIX = "QUARTERDECK_"
OPTIONS = {"proxies": "--proxy", "host_names": "--host-name"}
"""Options of `serve` that give one of several, and are named so."""

Count = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(ge=0)]
Range = tuple[Seconds, Seconds]
Rate = tuple[Annotated[float, Meta(ge=1)], Annotated[float, Meta(ge=0)]]


class BadSetting(QuarterdeckError):
    code = "bad-setting"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0: all of this machine's."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database_url: str = ""
    """SQLAlchemy URL; empty: a SQLite file in the user's data directory."""
    static: Path = STATIC
    """Where the built pages are."""
    log: Literal["auto", "json", "text"] = "auto"
    """How to log, to stderr: `auto` is warnings for people on a terminal, otherwise all as JSON."""
    metrics_port: int = 0
    """A port of its own for /metrics; the first process takes it, each other one the next free one.
    0: /metrics is on the service's port, for programs on this machine only."""
    metrics_host: str = "127.0.0.1"
    """The address that `metrics_port` listens on. Whoever reaches it can read the metrics."""

    # Addresses ------------------------------------------------------------------------------
    host_names: tuple[str, ...] = ()
    """Names under which people reach this service, e.g. games.example.org. IP addresses, localhost
    and this machine's own name need not be listed."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For, -Proto and -Host are believed."""
    path: Annotated[str, Meta(pattern=r"^(/[\w.~-]+)*$")] = ""
    """The sub-path below which a proxy serves the pages, e.g. /games."""
    compress_sockets: bool = False
    """Compress messages to browsers: a tenth of the bytes, for 40 kB of memory and up to a
    millisecond a message each."""

    # Bots -----------------------------------------------------------------------------------
    bot_workers: Count = max(1, min(4, (os.cpu_count() or 2) - 1))
    bot_seconds: Seconds = 2.0
    """The longest the strongest bot may think about one turn; others get a part of it."""
    bot_deadline: Seconds = 5.0
    """Seconds after which a bot has failed, and a random legal action is taken."""
    analysis_deadline: Seconds = 60.0
    """The same for the analysis of a whole game."""
    bot_start: Seconds = 180.0
    """Seconds for a worker to start: it may have to compile the rules first."""
    bot_silence: float = 15.0
    """Seconds without a sign of life after which a worker is replaced, even while it starts."""
    bot_delay: Range = (0.4, 0.9)
    """A bot's turn is played after the time its level may think, and a delay drawn uniformly from
    this range; 0, 0: at once."""
    auto_pass_delay: Range = (0.8, 4.0)
    """Bounds of the pause before a person's auto-pass where other people play."""
    stand_in: str = "mate"
    """The bot that takes over the seat of somebody who resigned while others still play."""
    attended_seconds: Seconds = 60.0
    """Bots play on for so long after the last player has left; then they wait for somebody."""

    # People ---------------------------------------------------------------------------------
    chat: bool = False
    """May players write to each other at the table? They can always show six reactions."""
    lobby: bool = False
    """Show tables that anybody may join on the first page, and pair whoever asks for a game."""

    # Before the deal --------------------------------------------------------------------------
    entropy_seconds: Range = (3.0, 60.0)
    """How long a client that is connected, or is not, is waited for to contribute to the seed."""

    # Several processes ------------------------------------------------------------------------
    processes: int = 1
    """How many processes share the address."""
    claim_seconds: float = 4.0
    """How long a process may keep a match's automatic move to itself before it must renew its
    claim; if it was killed, another makes the move after that."""
    beat_seconds: float = 2.0
    """How often a process says that it lives, and looks for what it may not have heard. People
    connected to one that has missed three beats are gone."""

    # Deadlines and notices ------------------------------------------------------------------
    deadline_poll: float = 1.0
    """Seconds between two looks at the deadlines; other processes may have set earlier ones."""
    deadline_grace: float = 600.0
    """After a time in which no server ran, which does not count, nothing is due for so many more
    seconds; nor is what has passed during a restart."""
    push_contact: str = ""
    """How push services can reach you: "mailto:..." or "https://..."; Apple's asks for one."""
    push_delay: float = 10.0
    """Seconds before somebody is notified: they may be about to connect again."""
    push_retry: float = 30.0
    """Seconds before a notice that failed is sent again; twice as long each time."""
    push_anywhere: bool = False
    """Send notices to private addresses and without TLS, too: for tests only."""
    subscriptions_per_guest: int = 8

    # Housekeeping ---------------------------------------------------------------------------
    prune_unplayed_days: float = 14
    """Remove matches that nobody has moved in so many days after they were made; 0: never."""
    prune_abandoned_days: float = 90
    """Remove unfinished matches so many days after the last move; 0: never."""
    prune_finished_days: float = 365
    """Remove finished matches so many days after the last move; 0: never."""
    housekeeping_seconds: float = 3600.0
    """Seconds between two rounds of pruning, whichever process does them."""

    # Limits per guest: whoever has a cookie of ours -------------------------------------------
    requests: Rate = (100, 30)
    """HTTP requests."""
    creations: Rate = (60, 1)
    """Matches made and joined."""
    commands: Rate = (30, 10)
    """Messages per socket, and as many pings."""
    commands_per_guest: Rate = (90, 30)
    """Messages from all sockets of one guest together."""
    remarks: Rate = (6, 0.5)
    """Reactions, and lines of chat."""
    hints: Rate = (5, 0.2)
    """Hints; never two at a time."""
    sockets_per_guest: Count = 24
    matches_per_guest: Count = 50
    """Unfinished matches a guest may have started in the last day."""

    # Limits per address: a household, a school or a club, or one attacker ---------------------
    connections_per_address: Count = 1_500
    """Connections; never more than half of all."""
    connects: Rate = (2_000, 100)
    """New connections."""
    requests_per_address: Rate = (4_000, 400)
    creations_per_address: Rate = (600, 10)
    new_guests: Rate = (400, 2)
    """People without a cookie who are given one."""
    sockets_per_address: Count = 800
    files_per_address: Count = 8
    """Records from files that are replayed at a time."""

    # Limits of one connection -----------------------------------------------------------------
    body_bytes: Count = 16 * 1024
    message_bytes: Count = 4 * 1024
    name_length: Count = 24
    patience: Count = 200
    """Refused messages before a socket is closed."""
    request_seconds: Seconds = 10.0
    """A connection that has not sent a whole request after this is closed."""
    stalled_seconds: Seconds = 20.0
    """A connection that reads nothing of what it was sent for this long is closed."""
    unread_bytes: Count = 512 * 1024
    """What may wait to be sent to one connection before it is closed."""
    waiting_messages: Count = 64
    """Messages that may wait for a slow socket before it is closed."""

    # Limits of the house ----------------------------------------------------------------------
    connections: Count = 8_000
    """Connections in all; fewer where the system allows fewer open files."""
    matches: Count = 1_000_000
    """Matches in the database."""
    tables: Count = 2_000
    """Matches in memory."""
    spectators_per_match: Count = 64
    sockets_per_seat: Count = 16
    """Sockets of one player at one table: spectators cannot take their place."""
    waiting_hints: Count = 32
    """Hints that may wait for a worker."""
    replays: Count = 32
    """Games in memory because somebody looks at them again."""
    replay_seconds: Seconds = 5.0
    """The longest that replaying a record may take."""
    idle_seconds: Seconds = 600.0
    """A table without connections is removed from memory after this; the log brings it back."""
    finished_seconds: Seconds = 30.0
    """The same for a table whose match is over."""


# Where settings come from ------------------------------------------------------------------------


def settings_from(
    options: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """Options win over the environment, which wins over the file."""
    found: dict[str, Any] = {}
    if file is not None:
        found |= {name: _checked(name, value, str(file)) for name, value in _read(file).items()}
    for variable, text in environment.items():
        if variable.startswith(PREFIX):
            name = variable.removeprefix(PREFIX).lower()
            found[name] = _checked(name, _from_text(name, text), variable)
    for name, value in options.items():
        found[name] = _checked(name, value, OPTIONS.get(name, "--" + name.replace("_", "-")))
    return Settings(**found)


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadSetting(f"the settings in {file} cannot be read: {reason}.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadSetting(f"{file} is not TOML: {error}.") from None


def _type(name: str) -> Any:
    return get_type_hints(Settings, include_extras=True).get(name)


def _from_text(name: str, text: str) -> Any:
    """Lists and pairs are separated by commas."""
    if get_origin(_type(name)) is tuple:
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _checked(name: str, value: Any, source: str) -> Any:
    """A value of the setting's type, or a sentence about where it is from and what is wrong."""
    if name not in Settings.__struct_fields__:
        like = difflib.get_close_matches(name, Settings.__struct_fields__, 1)
        meant = f"; did you mean {like[0]}?" if like else "."
        raise BadSetting(f"{source}: there is no setting {name}{meant}")
    try:
        if name == "static":
            return Path(value)
        checked = msgspec.convert(value, _type(name), strict=False)
        for proxy in checked if name == "proxies" else ():
            ip_network(proxy, strict=False)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        why = str(error)[:1].lower() + str(error)[1:]
        raise BadSetting(f"{source}: {name} cannot be {value!r}: {why}.") from None
    return checked


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

"""Logs: a line for each event, as JSON or for people. No line holds a secret.

Nothing that a caller sent and nothing of a game is ever logged: a request is named by its route,
not by its address, and an unexpected error by its type and where it was raised, not by what it
says.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from quarterdeck.engine.errors import BrokenGame

Style = Literal["auto", "json", "text"]
CAUSE: ContextVar[str] = ContextVar("cause", default="")
"""The id of the request or socket that caused what is being done now."""
OFTEN, WHILE = 20, 10.0
"""The same warning is logged at most so many times in so many seconds."""


def event(log: logging.Logger, what: str, **fields: Any) -> None:
    log.info(what, extra={"fields": fields})


def configure(style: Style) -> None:
    """Log to stderr; `auto`: warnings only on a terminal, otherwise everything as JSON."""
    terminal = sys.stderr.isatty()
    handler = logging.StreamHandler()
    as_json = style == "json" or (style == "auto" and not terminal)
    handler.setFormatter(JsonLines() if as_json else ReadableLines())
    handler.addFilter(Damper())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    quiet = style == "auto" and terminal
    logging.getLogger("quarterdeck").setLevel(logging.WARNING if quiet else logging.INFO)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    """What a line says beside its time and level."""
    facts: dict[str, Any] = {"event": record.getMessage().strip().partition("\n")[0]}
    facts |= getattr(record, "fields", {})
    if cause := CAUSE.get():
        facts["id"] = cause
    if more := getattr(record, "suppressed", 0):
        facts["suppressed"] = more
    if record.exc_info and record.exc_info[1]:
        facts["error"] = [_described(error) for error in _chain(record.exc_info[1])]
    return facts


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and those that led to it."""
    for _ in range(5):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _described(error: BaseException) -> str:
    """The type of an error and where it was raised. What it says may quote anything, so only
    messages of the system, of the database and about broken games are kept."""
    said = str(getattr(error, "orig", ""))  # the database driver's own error
    if isinstance(error, OSError):
        said = error.strerror or ""
    elif isinstance(error, BrokenGame):
        said = str(error)
    kind, first = type(error).__name__, said.strip().partition("\n")[0]
    return f"{kind}: {first} ({place(error)})" if first else f"{kind} ({place(error)})"


def place(error: BaseException) -> str:
    """Where an error was raised, and by whom that was called."""
    frames, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{Path(code.co_filename).name}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return " < ".join(reversed(frames[-6:]))


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "process": os.getpid()}
        line |= {"from": record.name, **_facts(record)}
        return msgspec.json.encode(line, enc_hook=str).decode()


class ReadableLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = _facts(record)
        at, what = time.strftime("%H:%M:%S", time.localtime(record.created)), facts.pop("event")
        rest = "  ".join(f"{name}={value}" for name, value in facts.items())
        return f"{at} {record.levelname.lower():8}{what}  {rest}".rstrip()


class Damper(logging.Filter):
    """Lets a warning through that has not been heard too often: a fault must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._heard: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        key, now = (record.name, str(record.msg)[:80]), time.monotonic()
        since, count = self._heard.get(key, (now, 0))
        if now - since > WHILE:
            record.suppressed = max(0, count - OFTEN)
            since, count = now, 0
        if len(self._heard) > 1_000:
            self._heard.clear()
        self._heard[key] = since, count + 1
        return count < OFTEN

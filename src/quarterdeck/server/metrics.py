"""Metrics: what Prometheus is told about this process. Numbers only, labelled by kinds of things:
never by a match, a guest or an address.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)

from quarterdeck.server.settings import Settings

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
THOUGHT = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 60.0)


def _gauge(name: str, help: str, *labels: str) -> Gauge:
    return Gauge(f"quarterdeck_{name}", help, labels, registry=REGISTRY)


def _counter(name: str, help: str, *labels: str) -> Counter:
    return Counter(f"quarterdeck_{name}", help, labels, registry=REGISTRY)


def _seconds(name: str, help: str, *labels: str, buckets: tuple[float, ...] = QUICK) -> Histogram:
    return Histogram(f"quarterdeck_{name}", help, labels, buckets=buckets, registry=REGISTRY)


TABLES = _gauge("tables", "Matches in memory.")
SOCKETS = _gauge("sockets", "Open sockets.")
HANDOFFS = _counter("handoffs", "Sockets handed over to the process that has their match.")
MOVES = _counter("moves", "Actions saved, by who took them: person, bot or auto_pass.", "by")
COMMITTED = _seconds("commit_seconds", "From a command read to its commit.")
QUEUED = _seconds("frame_seconds", "From a command read to all frames queued for sending.")
REFUSALS = _counter("refusals", "Requests, commands and sockets refused, by code.", "code")
REQUESTS = _seconds("request_seconds", "HTTP requests.", "route", "status")
BOTS_WAITING = _gauge("bot_queue", "Requests waiting for a bot's worker.")
BOT_WAIT = _seconds("bot_queue_seconds", "Time waiting for a worker.", "kind", buckets=THOUGHT)
BOT_THOUGHT = _seconds("bot_seconds", "Time workers took to answer.", "kind", buckets=THOUGHT)
HINTS = _counter("hints", "Hints asked for, by outcome: given or refused.", "outcome")
WORKER_RESTARTS = _counter("worker_restarts", "Workers that crashed or hung and were replaced.")
DATABASE = _seconds("database_seconds", "Database operations.", "operation")
DATABASE_ERRORS = _counter("database_errors", "Database operations that failed.", "operation")
PRUNED = _counter("pruned", "Matches removed from the database, by why.", "why")


def timed_methods(*names: str, but: type[Exception]) -> Callable[[type[T]], type[T]]:
    """A class whose coroutine methods of these names are timed as database operations; what they
    raise counts as an error, `but` not this."""

    def decorate(kind: type[T]) -> type[T]:
        for name in names:
            setattr(kind, name, _timed(name, getattr(kind, name), but))
        return kind

    return decorate


def _timed(
    name: str, method: Callable[P, Awaitable[T]], but: type[Exception]
) -> Callable[P, Awaitable[T]]:
    seconds, errors = DATABASE.labels(name), DATABASE_ERRORS.labels(name)

    @wraps(method)
    async def run(*arguments: P.args, **named: P.kwargs) -> T:
        started = time.perf_counter()
        try:
            return await method(*arguments, **named)
        except Exception as error:
            errors.inc(not isinstance(error, but))
            raise
        finally:
            seconds.observe(time.perf_counter() - started)

    return run


@contextlib.contextmanager
def waiting_for_bot(kind: str) -> Iterator[Callable[[], None]]:
    """Measures a request to a bot; call what it gives once a worker is free."""
    asked = time.perf_counter()
    started: list[float] = []
    BOTS_WAITING.inc()

    def begin() -> None:
        started.append(time.perf_counter())
        BOTS_WAITING.dec()
        BOT_WAIT.labels(kind).observe(started[0] - asked)

    try:
        yield begin
    finally:
        if started:
            BOT_THOUGHT.labels(kind).observe(time.perf_counter() - started[0])
        else:
            BOTS_WAITING.dec()


PORTS_TRIED = 64


@contextlib.contextmanager
def served(settings: Settings) -> Iterator[None]:
    """Serve the metrics on a port of their own while the block runs, if there is to be one.

    Each of several processes takes the first free port from `metrics_port` on.
    """
    if not settings.metrics_port:
        yield
        return
    server = _listen(settings.metrics_host, settings.metrics_port)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


def _listen(host: str, first: int) -> Any:
    for port in range(first, first + PORTS_TRIED):
        with contextlib.suppress(OSError):
            server, _ = start_http_server(port, host, REGISTRY)
            log.info("metrics are at http://%s:%d/metrics", host, port)
            return server
    raise OSError(f"no port from {first} to {first + PORTS_TRIED - 1} is free for metrics.")

"""Watching: health and metrics for whoever runs the service, and a log line for every request."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import secrets
import time
from typing import Any, Literal

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ASGIApp, Receive, Send
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from quarterdeck.server import metrics
from quarterdeck.server.house import House
from quarterdeck.server.logs import CAUSE, event
from quarterdeck.server.tables import MATCH_ID

log = logging.getLogger(__name__)
DATABASE_PATIENCE = 2.0
"""Seconds within which the database of a ready service answers."""
FORWARDING = {"forwarded", "x-forwarded-for", "x-real-ip", "via"}
"""Headers of a request that came through a proxy: its address is not that of who asks."""

METHODS = {"GET", "HEAD", "POST", "DELETE", "OPTIONS"}
UNLOGGED = {"/health", "/health/live", "/health/ready", "/metrics"}
"""Routes asked every few seconds by programs."""


class Live(msgspec.Struct, frozen=True):
    status: Literal["ok"] = "ok"


class Readiness(msgspec.Struct, frozen=True):
    status: Literal["ready", "not-ready"]
    database: bool
    """Does it answer?"""
    games: bool
    """Can all games be played?"""


NOT_READY = ResponseSpec(Readiness, generate_examples=False, description="Not now.")


@get("/health/live")
async def live() -> Live:
    """Is the process up? If this fails, restart it."""
    return Live()


@get(["/health", "/health/ready"], responses={503: NOT_READY})
async def ready(house: NamedDependency[House]) -> Response[Readiness]:
    """Can people play here now? Status 503 if not; send them elsewhere meanwhile."""
    answers = await database_answers(house)
    able = answers and house.warm
    body = Readiness("ready" if able else "not-ready", answers, house.warm)
    return Response(body, status_code=200 if able else 503)


async def database_answers(house: House) -> bool:
    """Asked at most once a second, however many want to know."""
    now = time.monotonic()
    if house.database_asked is None or now - house.database_asked[0] > 1.0:
        house.database_asked = now, asyncio.ensure_future(_ask_database(house))
    return await asyncio.shield(house.database_asked[1])


async def _ask_database(house: House) -> bool:
    try:
        async with asyncio.timeout(DATABASE_PATIENCE):
            await house.storage.ping()
    except Exception as error:
        log.warning("the database does not answer: %s", type(error).__name__)
        return False
    return True


@get("/metrics", include_in_schema=False)
async def scrape(request: Request[Any, Any, Any], house: NamedDependency[House]) -> Response[bytes]:
    """The metrics, for programs on this machine; with `metrics_port` they are there instead."""
    if house.settings.metrics_port or not _from_this_machine(request):
        raise NotFoundException
    return Response(
        generate_latest(metrics.REGISTRY), headers={"content-type": CONTENT_TYPE_LATEST}
    )


def _from_this_machine(request: Request[Any, Any, Any]) -> bool:
    if request.client is None or FORWARDING & {name.lower() for name in request.headers}:
        return False
    try:
        host = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    return (getattr(host, "ipv4_mapped", None) or host).is_loopback


ROUTES = [live, ready, scrape]


class Watched:
    """An application whose requests and sockets have ids, lines in the log and metrics."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        cause, started, status = secrets.token_hex(6), time.perf_counter(), 0
        CAUSE.set(cause)

        async def noting(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", cause.encode())]
            elif message["type"] == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        if scope["type"] == "websocket":
            event(log, "socket opened")
        try:
            await self._app(scope, receive, noting)
        finally:
            self._note(scope, status, time.perf_counter() - started)

    def _note(self, scope: Any, status: int, seconds: float) -> None:
        route = scope.get("path_template") or "none"
        facts = {"route": route, "status": status, "seconds": round(seconds, 4)}
        match = (scope.get("path_params") or {}).get("match_id", "")
        if MATCH_ID.fullmatch(match):
            facts["match"] = match
        if scope["type"] == "websocket":
            event(log, "socket closed", **facts)
            return
        metrics.REQUESTS.labels(route, status).observe(seconds)
        if route not in UNLOGGED:
            method = scope["method"] if scope["method"] in METHODS else "other"
            event(log, "request", method=method, **facts)

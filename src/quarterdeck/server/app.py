"""The application: routes, errors, headers and limits wired together, and how to run it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from importlib import metadata
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.server import api, lobby, me, puzzles, watching
from quarterdeck.server.addresses import Front, check_host
from quarterdeck.server.connections import (
    BACKLOG,
    Config,
    Connections,
    Http,
    Socket,
)
from quarterdeck.server.guests import COOKIE
from quarterdeck.server.handoff import Handoff
from quarterdeck.server.house import House
from quarterdeck.server.pages import add_safe_headers, pages, the_page, wants_page
from quarterdeck.server.reading import Spoken
from quarterdeck.server.refusals import INTERNAL, refusal
from quarterdeck.server.settings import Settings
from quarterdeck.server.socket import play
from quarterdeck.wire import Refusal

log = logging.getLogger(__name__)
GUEST = SecurityScheme(
    type="apiKey",
    name=COOKIE,
    security_scheme_in="cookie",
    description="Set by whatever makes or joins a match; whoever has it owns the seats.",
)
API = (api.ROUTES, me.ROUTES, lobby.ROUTES, puzzles.ROUTES)


def _refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    status, body = refusal(error)
    if body.code == INTERNAL:
        log.error("a request failed", exc_info=error)
    return Response(body, status_code=status, media_type="application/json")


def create_app(settings: Settings | None = None) -> Litestar:
    settings = settings or Settings()

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        async with House.open(settings) as house:
            app.state.house = house
            yield

    async def check_name(request: Request[Any, Any, Any]) -> None:
        check_host(request, settings)

    def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        if isinstance(error, NotFoundException) and wants_page(request):
            return the_page(request, settings, HTTPStatus.NOT_FOUND)
        return _refuse(request, error)

    def the_house(state: State) -> House:
        return state.house  # type: ignore[no-any-return]

    return Litestar(
        route_handlers=[*API, play, *watching.ROUTES, *pages(settings)],
        dependencies={"house": Provide(the_house, sync_to_thread=False)},
        exception_handlers={Exception: refuse},
        before_request=check_name,
        before_send=[add_safe_headers],
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, exclude=["^/assets/"]
        ),
        lifespan=[living],
        request_max_body_size=settings.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Quarterdeck",
            version=metadata.version("quarterdeck"),
            description="Make and join matches. Sockets, which play them: docs/protocol.md.",
            use_handler_docstrings=True,
            components=Components(security_schemes={COOKIE: GUEST}),
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
        debug=False,
    )


class Server(uvicorn.Server):
    """Says where it is once it answers: port 0 means any. Before it closes its sockets it leaves
    bots' moves to other processes, so that whoever reconnects to one of them need not wait."""

    app: Litestar
    ready: Callable[[str], None] | None = None
    every_second: Callable[[], None] | None = None
    _watching: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        assert isinstance(self.config, Config)
        self._watching = asyncio.create_task(self.config.guests.watch())
        if self.config.handoff:
            self.config.handoff.open(self._handed_over)
        if self.ready and self.started:
            self.ready(address_of(self.servers[0].sockets[0]))

    async def on_tick(self, counter: int) -> bool:
        if self.every_second and counter % 10 == 0:
            self.every_second()
        return await super().on_tick(counter)

    def _handed_over(self, read: bytes) -> Http:
        made = Http(self.config, self.server_state, self.lifespan.state)
        made.read_before = read
        return made

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        assert isinstance(self.config, Config)
        if self.config.handoff:
            await self.config.handoff.close()
        with contextlib.suppress(Exception):  # the database may be gone: claims expire
            await self.app.state.house.tables.hand_over()
        if self._watching:
            self._watching.cancel()
        await super().shutdown(sockets)


def server(
    settings: Settings,
    ready: Callable[[str], None] | None = None,
    meeting_place: Path | None = None,
) -> Server:
    """A server for these settings, not yet started; those with the same `meeting_place` hand over
    sockets to each other."""
    app = create_app(settings)
    config = Config(
        Front(watching.Watched(Spoken(app)), settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        log_level="warning",
        access_log=False,  # ours name the route, never the address asked for
        lifespan="on",
        server_header=False,
        proxy_headers=False,  # `Front` reads them
        backlog=BACKLOG,
        http=Http,
        ws=Socket,
        ws_max_size=settings.message_bytes,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=settings.compress_sockets,
        timeout_graceful_shutdown=5,
    )
    config.guests = Connections(settings)
    config.handoff = Handoff(meeting_place) if meeting_place else None
    made = Server(config)
    made.app, made.ready = app, ready
    return made


def address_of(bound: Any) -> str:
    """Where a browser finds it; of a machine's addresses, the one that its network knows."""
    host, port = bound.getsockname()[:2]
    if host == "0.0.0.0":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect(("192.0.2.1", 9))  # nobody's; sends nothing, but chooses a way
                host = asking.getsockname()[0]
            except OSError:
                host = "127.0.0.1"  # there is no network
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class NoAddress(QuarterdeckError):
    code = "no-address"


def listen(host: str, port: int) -> socket.socket:
    """A socket on this address, or a sentence why not."""
    try:
        family = socket.getaddrinfo(host, port)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0]
        raise NoAddress(
            f"cannot listen on {host}, port {port}: {reason}. Choose another with --port "
            "(with make: PORT=...)."
        ) from None

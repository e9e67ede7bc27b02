"""Connections: how many there are, and which are closed because they only take up room.

uvicorn waits for ever for a request and for a client that does not read. Here a connection must
send whole requests in time and read what it is sent. An address may have so many; when it has, or
when the house is full, the connection that has waited longest without a request makes room.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from quarterdeck.server.addresses import Trusted, household
from quarterdeck.server.handoff import Handoff
from quarterdeck.server.limits import Bucket, Buckets
from quarterdeck.server.settings import Settings

log = logging.getLogger(__name__)
RESERVED = 256
"""Open files for everything else: the database, workers, and connections about to be refused."""
BACKLOG = 128
"""Connections accepted at once; must be fewer than are reserved."""
FRAGMENTS = 64
"""Parts of one message; even empty ones take memory."""


class Connections:
    """All open connections of a server, by address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._most = open_files(settings.connections)
        self._share = min(settings.connections_per_address, max(1, self._most // 2))
        self._trusted = Trusted(settings.proxies)
        self._connects = Buckets(settings.connects)
        self._home: dict[asyncio.Transport, str] = {}
        self._open: Counter[str] = Counter()
        self._idle: dict[str, dict[asyncio.Transport, None]] = {}
        """Those that owe us a request, the longest waiting first."""
        self._unread: dict[asyncio.Transport, tuple[int, float]] = {}
        """What was waiting to be read when we last looked, and since when it has not shrunk."""

    def enter(
        self, transport: asyncio.Transport, client: tuple[str, int] | None, is_new: bool = True
    ) -> bool:
        """Is there room for one more? One that is not new was rated by another process."""
        home = household(client[0]) if client else "local"
        if client is None or client[0] not in self._trusted:  # those behind it are counted later
            full = self._open[home] >= self._share
            too_fast = is_new and not self._connects.take(home)
            if too_fast or (full and not self._dismiss_idle(home)):
                log.warning("Connections from %s are refused: there are too many.", home)
                return False
        if len(self._home) >= self._most:
            crowd = max(self._idle, key=lambda home: len(self._idle[home]), default=home)
            if not self._dismiss_idle(crowd):
                log.warning("Connections are refused: all %d are in use.", self._most)
                return False
        self._home[transport] = home
        self._open[home] += 1
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        home = self._home.pop(transport, None)
        if home is None:
            return
        self.is_busy(transport, home)
        self._unread.pop(transport, None)
        self._open[home] -= 1
        if not self._open[home]:
            del self._open[home]

    def is_idle(self, transport: asyncio.Transport) -> None:
        if home := self._home.get(transport):
            self._idle.setdefault(home, {})[transport] = None

    def is_busy(self, transport: asyncio.Transport, home: str | None = None) -> None:
        home = home or self._home.get(transport, "")
        idle = self._idle.get(home, {})
        idle.pop(transport, None)
        if not idle:
            self._idle.pop(home, None)

    def _dismiss_idle(self, home: str) -> bool:
        """Close the connection of this address that has waited longest without a request."""
        transport = next(iter(self._idle.get(home, {})), None)
        if transport is None:
            return False
        self.leave(transport)
        transport.abort()
        return True

    async def watch(self) -> None:
        """Close those that do not read, for ever: closing alone waits until all is sent."""
        while True:
            await asyncio.sleep(max(0.05, self.settings.stalled_seconds / 4))
            now = time.monotonic()
            for transport in list(self._home):
                self._look_at(transport, now)

    def _look_at(self, transport: asyncio.Transport, now: float) -> None:
        size = transport.get_write_buffer_size()
        before, since = self._unread.pop(transport, (size + 1, now))
        if not size:
            return
        since = now if size < before else since
        self._unread[transport] = size, since
        if now - since >= self.settings.stalled_seconds:
            transport.abort()


def open_files(wanted: int) -> int:
    """How many connections there may be, after the system was asked for as many open files."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = wanted + RESERVED
    if soft == resource.RLIM_INFINITY or soft >= need:
        return wanted
    most = need if hard == resource.RLIM_INFINITY else min(hard, need)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):
        most = soft
    return int(max(16, most - RESERVED))


class Config(uvicorn.Config):
    """uvicorn hands it to every protocol it makes."""

    guests: Connections
    handoff: Handoff | None = None


def _guard(config: uvicorn.Config) -> Connections:
    assert isinstance(config, Config)
    return config.guests


def _handoff(config: uvicorn.Config) -> Handoff | None:
    assert isinstance(config, Config)
    return config.handoff


class Http(H11Protocol):
    """A connection that has so many seconds for each whole request."""

    read_before = b""
    """What another process has read, which has handed the connection over."""
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not _guard(self.config).enter(transport, self.client, is_new=not self.read_before):
            transport.abort()
            return
        self._expect_request()
        if self.read_before:
            self.data_received(self.read_before)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        _guard(self.config).leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._has_request():
            self._stop_waiting()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._has_request():
            self._expect_request()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._stop_waiting()
        first_frames = self.conn.trailing_data[0]
        if self._hand_over(event, first_frames):
            return
        super().handle_websocket_upgrade(event)
        if first_frames:
            socket = self.transport.get_protocol()
            assert isinstance(socket, Socket)
            socket.data_received(first_frames)

    def _hand_over(self, event: Any, first_frames: bytes) -> bool:
        """Let another process serve this socket, if its match is at home there."""
        handoff, transport = _handoff(self.config), self.transport
        if handoff is None or self.read_before or transport.get_write_buffer_size():
            return False
        head = b"".join(b"%b: %b\r\n" % header for header in self.headers)
        read = b"%b %b HTTP/1.1\r\n%b\r\n%b" % (event.method, event.target, head, first_frames)
        descriptor = transport.get_extra_info("socket").fileno()
        if not handoff.give(event.target, descriptor, read):
            return False
        self.connections.discard(self)
        transport.abort()  # closes our descriptor only
        return True

    def _has_request(self) -> bool:
        """Has all of a request arrived that is not answered yet?"""
        cycle = self.cycle
        return cycle is not None and not (cycle.more_body or cycle.response_complete)

    def _expect_request(self) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            guard = _guard(self.config)
            guard.is_idle(self.transport)
            seconds = guard.settings.request_seconds
            self._patience = self.loop.call_later(seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        _guard(self.config).is_busy(self.transport)
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket whose client must read its pongs, and may not send too many pings."""

    def __init__(self, config: uvicorn.Config, *others: Any, **named: Any) -> None:
        super().__init__(config, *others, **named)
        self._settings = _guard(config).settings
        self._pings = Bucket(*self._settings.commands)

    def connection_lost(self, exc: Exception | None) -> None:
        _guard(self.config).leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() and not self.close_sent:
            return
        super().data_received(data)
        if self.transport.get_write_buffer_size() > self._settings.unread_bytes:
            self.transport.abort()

    def handle_ping(self) -> None:
        super().handle_ping()
        if not self._pings.take():
            self.transport.abort()

    def handle_cont(self, event: Any) -> None:
        super().handle_cont(event)
        if len(self.frames) > FRAGMENTS:
            self.transport.abort()

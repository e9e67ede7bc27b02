"""Addresses: who is calling, by which name, and whether the page that asks is ours.

Forwarded headers are believed from trusted proxies only. A Host that is a name must be known, or a
page of another site could have its own name point here (DNS rebinding); an IP address cannot.
"""

from __future__ import annotations

import functools
import socket
from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Receive, Send

from quarterdeck.engine.words import Words
from quarterdeck.server.refusals import ForeignPage, Malformed, UnknownHost, refusal
from quarterdeck.server.settings import Settings

say = Words(__package__)
Connection = ASGIConnection[Any, Any, Any, Any]
VOUCHED = "host-vouched-for"
"""In the state of a request whose Host came from a trusted proxy."""
DEFAULT_PORTS = {"http": 80, "https": 443}


def household(address: str) -> str:
    """What counts as one address: of IPv6 the network, since anybody at home has 2**64."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        mapped = ip.ipv4_mapped
        return str(mapped or ip_network((ip, 64), strict=False))
    return str(ip)


def address(connection: Connection) -> str:
    """Whom limits per address count."""
    return household(connection.client.host) if connection.client else "local"


class Trusted:
    """The proxies whose word is taken."""

    def __init__(self, proxies: Iterable[str]) -> None:
        self._networks = [ip_network(proxy, strict=False) for proxy in proxies]

    def __contains__(self, address: str) -> bool:
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
            ip = ip.ipv4_mapped
        return any(ip in network for network in self._networks)

    def client(self, forwarded_for: str) -> str | None:
        """The last address that is not a trusted proxy's: those before it anybody may make up."""
        client = None
        for entry in reversed(forwarded_for.split(",")):
            found = _ip(entry.strip())
            if found is None:
                break
            client = found
            if client not in self:
                break
        return client


def _ip(entry: str) -> str | None:
    """An address as proxies write it, perhaps with a port."""
    if entry.startswith("["):
        entry = entry[1:].partition("]")[0]
    elif entry.count(":") == 1:
        entry = entry.partition(":")[0]
    try:
        return str(ip_address(entry))
    except ValueError:
        return None


# Before the application --------------------------------------------------------------------------


class Front:
    """Wraps the application: what proxies say, the sub-path, and requests of unclear length."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._path = app, settings.path
        self._trusted = Trusted(settings.proxies)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] == "http":
            if self._path and scope["path"] == self._path:
                await _respond(send, HTTPStatus.PERMANENT_REDIRECT, location=f"{self._path}/")
                return
            if {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}:
                status, why = refusal(Malformed(say("send a length or chunks, not both.")))
                await _respond(send, status, msgspec.json.encode(why))
                return
        client = scope["client"]
        if client and client[0] in self._trusted:
            scope = self._believe(scope)
        await self._app(self._below(scope), receive, send)

    def _believe(self, scope: Any) -> Any:
        """The request as its sender made it, according to a trusted proxy."""
        headers: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value.decode("latin-1"))
        told: dict[str, Any] = {}
        client = self._trusted.client(",".join(headers.get(b"x-forwarded-for", [])))
        if client:
            told["client"] = (client, 0)
        if protocol := headers.get(b"x-forwarded-proto"):
            secure = protocol[-1].rpartition(",")[2].strip().lower() in ("https", "wss")
            kind = "ws" if scope["type"] == "websocket" else "http"
            told["scheme"] = kind + "s" * secure
        if host := headers.get(b"x-forwarded-host"):
            name = host[-1].rpartition(",")[2].strip().encode("latin-1")
            others = [header for header in scope["headers"] if header[0].lower() != b"host"]
            told["headers"] = [(b"host", name), *others]
        told["state"] = {**scope.get("state", {}), VOUCHED: bool(host)}
        return {**scope, **told}

    def _below(self, scope: Any) -> Any:
        """The same request without the sub-path, which a proxy may or may not have removed."""
        path, raw = scope["path"], scope.get("raw_path") or b""
        if not self._path or not path.startswith(f"{self._path}/"):
            return scope
        inside = {"path": path[len(self._path) :], "raw_path": raw[len(self._path) :]}
        return {**scope, **inside}


async def _respond(send: Send, status: int, body: bytes = b"", location: str = "") -> None:
    headers = [(b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    if body:
        headers.append((b"content-type", b"application/json"))
    if location:
        headers.append((b"location", location.encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


# Whether to answer -------------------------------------------------------------------------------


@functools.cache
def _names_of_this_machine() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({name, name.partition(".")[0], f"{name.partition('.')[0]}.local"})


def _name(host: str) -> str:
    """The name in a Host header or an origin, without the port."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    return name.strip("[]").rstrip(".").lower()


def _is_known(host: str, settings: Settings) -> bool:
    name = _name(host)
    if name == "localhost" or name.endswith(".localhost") or name == settings.host.lower():
        return True
    if name in {_name(known) for known in settings.host_names} | _names_of_this_machine():
        return True
    return _ip(name) is not None


def check_host(connection: Connection, settings: Settings) -> None:
    """Answer only to names that are ours."""
    host = connection.headers.get("host")
    if host is None or _is_known(host, settings):
        return
    if connection.scope.get("state", {}).get(VOUCHED) and not settings.host_names:
        return
    raise UnknownHost(
        say(
            "This service does not answer to the name {name}; its host can allow that with "
            "--host-name.",
            name=_name(host)[:80],
        )
    )


def check_origin(connection: Connection, settings: Settings) -> None:
    """Accept requests from our own pages only. Programs send no Origin header and are accepted."""
    check_host(connection, settings)
    origin = connection.headers.get("origin")
    if origin is None:
        return
    scheme, _, netloc = origin.partition("://")
    port = DEFAULT_PORTS.get(scheme, 0)
    ours = [connection.headers.get("host", ""), *settings.host_names]
    if not netloc or _place(netloc, port) not in {_place(host, port) for host in ours}:
        raise ForeignPage(say("Pages of other sites cannot play here."))


def _place(netloc: str, port: int) -> tuple[str, int]:
    """The name and the port; without one, the scheme's."""
    try:
        parts = urlsplit(f"//{netloc}")
        return (parts.hostname or "").rstrip("."), parts.port or port
    except ValueError:
        return "", 0

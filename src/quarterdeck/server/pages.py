"""The browser client's files, and the headers that keep its pages safe."""

from __future__ import annotations

import json
import mimetypes
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from litestar import Request, Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import File
from litestar.types import Message, Scope

from quarterdeck.server.settings import Settings

Asked = Request[Any, Any, Any]
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Quarterdeck</title>
<h1>Quarterdeck is running</h1>
<p>The pages of the game are not built yet. Stop the server and run <code>make play</code>:
it builds them and starts again. Programs can use <a href="./api/schema">the interface</a>.</p>
</html>
"""
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # Svelte sets style attributes; no scripts come in
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
COMPRESSED = {"br": ".br", "gzip": ".gz"}
"""Made when the page is built (web/compressed.js), the better one first."""
SAFE = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # an invitation is part of the address
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


async def add_safe_headers(message: Message, scope: Scope) -> None:
    """On every response, refusals included."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in SAFE.items():
            headers[name] = value
        if scope["path"].startswith("/api/") and "cache-control" not in headers:
            headers["cache-control"] = "no-store"


def the_page(request: Asked, settings: Settings, status: int = 200) -> Response[str]:
    """The client, which reads from its address what to show."""
    index = settings.static / "index.html"
    built = index.read_text(encoding="utf-8") if index.is_file() else NOT_BUILT
    built = built.replace("<title>", f"{_ahead(request, settings)}<title>", 1)
    # Its addresses are relative to the home page, wherever a proxy has put that. Whoever draws a
    # preview of a link wants whole ones.
    up = "../" * (request.scope["raw_path"].count(b"/") - 1) or "./"
    home = f"{request.url.scheme}://{request.headers.get('host', '')}{settings.path}/"
    shown = built.replace('content="./', f'content="{escape(home)}').replace('="./', f'="{up}')
    headers = {"cache-control": "no-cache"}
    return Response(shown, status_code=status, media_type=MediaType.HTML, headers=headers)


def _ahead(request: Asked, settings: Settings) -> str:
    """What the page will load once its script runs, as links that let the browser begin at once."""
    path = settings.static / "ahead.json"
    links = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    first, _, rest = request.scope["path"].removeprefix("/").partition("/")
    if first == "play" and rest:  # the client asks for its match before all else
        match = f"./api/matches/{quote(rest.partition('/')[0])}"
        return f'<link rel="preload" as="fetch" crossorigin href="{match}">{links.get(first, "")}'
    return str(links.get(first, ""))


def wants_page(request: Asked) -> bool:
    """Is it somebody with a browser, and not a program, who asks for what is not there?"""
    browser = "text/html" in request.headers.get("accept", "")
    return browser and request.method == "GET" and not request.scope["path"].startswith("/api/")


PAGES = [
    "/",
    "/device",
    "/play/{rest:path}",
    "/puzzles",
    "/puzzles/{rest:path}",
    "/replay",
    "/replay/{rest:path}",
]


def pages(settings: Settings) -> list[HTTPRouteHandler]:
    """Handlers for the page itself, for its assets and for the few files beside it."""
    static = settings.static

    @get(PAGES, include_in_schema=False, media_type=MediaType.HTML)
    async def page(request: Asked) -> Response[str]:
        return the_page(request, settings)

    @get("/assets/{name:path}", include_in_schema=False)
    async def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> File:
        """One of the files that are there: what is asked for is never made into a path."""
        folder = static / "assets"
        found = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*.*")}
        if name not in found:
            raise NotFoundException
        headers = {"cache-control": "public, max-age=31536000, immutable"}  # names hold a hash
        for coding, ending in COMPRESSED.items():
            smaller = found.get(name + ending)
            if smaller and coding in request.headers.get("accept-encoding", ""):
                headers |= {"content-encoding": coding, "vary": "accept-encoding"}
                return _shown(found[name], headers, smaller)
        return _shown(found[name], headers)

    handlers = [page, asset]
    for path in static.glob("*.*") if static.is_dir() else ():
        if path.is_file() and path.name != "index.html":
            handlers.append(_file(path))
    return handlers


def _file(path: Path) -> HTTPRouteHandler:
    @get(f"/{path.name}", include_in_schema=False)
    async def file() -> File:
        return _shown(path, {"cache-control": "no-cache"})

    return file


def _shown(path: Path, headers: dict[str, str], smaller: Path | None = None) -> File:
    """A file to be used by the page; its name says what kind it is, compressed or not."""
    return File(
        smaller or path,
        filename=path.name,
        content_disposition_type="inline",
        headers=headers,
        media_type=mimetypes.guess_type(path.name)[0],
    )

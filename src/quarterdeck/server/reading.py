"""Reading: in which language whoever sends a request, or opens a socket, wants to read.

The cookie `language` decides if it names one that we have, then the Accept-Language header.
"""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Receive, Send

from quarterdeck.engine.words import ENGLISH, language, languages
from quarterdeck.server.refusals import refused
from quarterdeck.wire import Language, Languages

COOKIE = "language"
VARIES = {"vary": "Accept-Language, Cookie"}
"""A header of what is in the reader's language and may be cached."""
LONGEST = 1000
"""Characters of a header that are looked at."""


class Spoken:
    """An application that answers everybody in their language."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            language.set(wanted(ASGIConnection(scope)))  # each has a task, so a context, of its own
        await self._app(scope, receive, send)


def wanted(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The code of the language to answer in."""
    chosen = connection.cookies.get(COOKIE, "")
    header = connection.headers.get("accept-language", "")
    return chosen if chosen in languages() else best(header)


def best(accepted: str) -> str:
    """The first of the languages we have by the weights of an Accept-Language header; "de-AT" is
    content with "de"."""
    found: dict[str, float] = {}
    for part in accepted[:LONGEST].split(","):
        tag, _, rest = part.partition(";")
        code = tag.strip().lower().partition("-")[0]
        if code in languages() and (weight := _weight(rest)):
            found[code] = max(found.get(code, 0.0), weight)
    return max(found, key=lambda code: found[code], default=ENGLISH)


def _weight(text: str) -> float:
    """From "q=0.8"; without one it is 1, and nonsense counts for nothing."""
    name, _, value = text.strip().partition("=")
    if not name:
        return 1.0
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if name.strip() == "q" and 0.0 <= weight <= 1.0 else 0.0


@get("/languages", responses=refused())
async def known() -> Languages:
    """The languages to choose from, with the cookie `language`, and the one of this answer."""
    return Languages([Language(*one) for one in languages().items()], language.get())

"""Links: where a table is, and what lets one sit down at it."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from quarterdeck.client.errors import BadLink
from quarterdeck.engine.words import Words

say = Words(__package__)
PAGE = re.compile(r"(?P<path>.*)/(?:play|replay)/(?P<match>[\w-]{1,32})/?")


class Link(NamedTuple):
    """A table's page: `https://games.example.org/play/AbCdEf?invite=...`."""

    server: str
    """Without a slash at the end; with the sub-path, if the service has one."""
    match: str
    invite: str | None = None
    """Of one seat, or of the whole table."""

    def __str__(self) -> str:
        asking = f"?invite={self.invite}" if self.invite else ""
        return f"{self.server}/play/{self.match}{asking}"


def is_link(text: str) -> bool:
    return text.startswith(("http://", "https://"))


def parse(text: str) -> Link:
    """The parts of a link as people send it to each other."""
    try:
        parts = urlsplit(text.strip())
        page = PAGE.fullmatch(parts.path)
    except ValueError:
        page = None
    if page is None or not is_link(text.strip()) or not parts.netloc:
        raise BadLink(
            say(
                "{text} is not a link to a table; one looks like {example}.",
                text=repr(text),
                example="http://127.0.0.1:8000/play/AbCdEfGh?invite=...",
            )
        )
    asked = parse_qs(parts.query)
    invites = [*asked.get("invite", []), *asked.get("join", [])]
    server = f"{parts.scheme}://{parts.netloc}{page['path']}"
    return Link(server, page["match"], invites[0] if invites else None)

"""Clients in ten lines: scripts and bots that sit at a table on a server, like anybody else.

    from quarterdeck.client import join

    with join("http://127.0.0.1:8000/play/AbCdEfGh?invite=...", name="Robo") as table:
        for scene in table.turns():
            table.act(random.choice(scene.actions))
        print(table.scene.outcome.text)

`Client` makes matches, finds tables in the lobby and lists games; `quarterdeck.client.aio` has the
same for asyncio. A lost connection is opened again, and nothing is done twice. What the server
refuses is a `Refused`, with a code for programs and a sentence for people.
"""

from __future__ import annotations

from quarterdeck.client.errors import BadLink, OtherRules, Refused, Unreachable
from quarterdeck.client.link import Link, is_link, parse
from quarterdeck.client.sync import Client, Table

__all__ = [
    "BadLink",
    "Client",
    "Link",
    "OtherRules",
    "Refused",
    "Table",
    "Unreachable",
    "is_link",
    "join",
    "parse",
    "watch",
]


def join(link: str, name: str | None = None, guest: str | None = None) -> Table:
    """Sit down at the table of a link."""
    return Client(parse(link).server, guest).join(link, name)


def watch(link: str) -> Table:
    """Watch the table of a link."""
    return Client(parse(link).server).watch(link)

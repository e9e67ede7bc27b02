"""Replay: from the log back to a match."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from quarterdeck.engine.match import Match
from quarterdeck.server.schema import Stored
from quarterdeck.server.storage import Conflict, Storage
from quarterdeck.server.timing import Timekeeper


def fault(stored: Stored) -> str:
    """What is wrong with a stored match; empty: it can be replayed, and ends as it is said to."""
    if not stored.dealt:
        return ""
    match = Match.from_record(stored.record())
    if (match.over or Timekeeper.of_stored(stored).called_off) == stored.match.over:
        return ""
    return f"it is stored as {'unfinished' if match.over else 'finished'}, but it is not."


async def restore(stored: Stored, storage: Storage) -> tuple[Stored, Match]:
    """A match as its log says it stands.

    The log of an unfinished match of older rules is first written anew by today's. That of a
    finished one stays as it was played.
    """
    match = await asyncio.to_thread(Match.from_record, stored.record())
    if stored.match.over or stored.match.version == match.game.version:
        return stored, match
    with suppress(Conflict):  # another process was faster
        await storage.rewrite(stored, match.record())
    renewed = await storage.load(stored.match.id)
    assert renewed is not None
    return await restore(renewed, storage)

"""The riddles of the last days: made when first asked for, then kept.

One takes a tenth of a second to make, seldom half a second. One is made at a time, in a thread, and
only for days that have come and are not long past: nobody can keep the server busy with it.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta

from quarterdeck.engine.game import find
from quarterdeck.engine.riddle import Riddle
from quarterdeck.engine.words import Words, language
from quarterdeck.puzzles import day_seed, make
from quarterdeck.server.refusals import NoSuchDay, NotReady

say = Words(__package__)
DAYS = 31
"""So far back a puzzle can still be asked for."""


class Riddles:
    """The riddles of some days."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, date, str], Riddle] = {}
        """The last is the language."""
        self._making = asyncio.Lock()

    async def of(self, game: str, day: date) -> Riddle:
        """A game's riddle of a day; refuses days to come and days long past."""
        if not today() - timedelta(DAYS) < day <= today():
            raise NoSuchDay(say("There are puzzles for the last {days} days, in UTC.", days=DAYS))
        key = game, day, language.get()
        if not find(game).compiled:
            raise NotReady(say("This game is still getting ready; its puzzle comes in a minute."))
        if key not in self._kept:
            async with self._making:
                await self._make(*key)
        return self._kept[key]

    async def _make(self, game: str, day: date, wanted: str) -> None:
        key = game, day, wanted
        if key in self._kept:  # somebody else has asked meanwhile
            return
        self._kept[key] = await asyncio.to_thread(make, game, day_seed(game, day))
        for old in [key for key in self._kept if key[1] <= today() - timedelta(DAYS)]:
            del self._kept[old]


def today() -> date:
    """Everywhere the same day, so that everybody has the same puzzle."""
    return datetime.now(UTC).date()

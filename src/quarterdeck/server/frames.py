"""Frames: games that are over, drawn again step by step.

They are replayed and drawn in a thread, one at a time, and the last few stay in memory: whoever
looks at one asks for more of it soon.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.replay import Eyes, Replay
from quarterdeck.engine.scene import named_json
from quarterdeck.server.limits import REPLAYING, Places
from quarterdeck.server.settings import Settings
from quarterdeck.wire import Frames, Replayed

MOST = 32
"""Scenes in one answer."""


class Film(msgspec.Struct, frozen=True):
    """A game to look at again, and through whose eyes."""

    key: str
    """The same for the same game."""
    record: Record
    names: list[str]
    eyes: Eyes


class Projector:
    def __init__(self, settings: Settings) -> None:
        self._seconds, self._most = settings.replay_seconds, settings.replays
        self._kept: OrderedDict[str, Replay] = OrderedDict()
        self._drawing = asyncio.Lock()
        self.files = Places(settings.files_per_address, REPLAYING)

    async def steps(self, film: Film) -> bytes:
        """The whole game in words: a `Replayed`, as JSON."""

        def draw(replay: Replay) -> Replayed:
            match = replay.match
            return Replayed(
                game=match.game.id,
                title=match.game.say(match.game.title),
                names=film.names,
                reveals=match.reveals,
                winners=match.winners if match.over else None,
                steps=replay.steps(film.eyes),
            )

        return await self._drawn(film, draw)

    async def frames(self, film: Film, first: int) -> bytes:
        """The next scenes from a step on: `Frames`, as JSON."""

        def draw(replay: Replay) -> Frames:
            start = min(max(first, 0), replay.last)
            steps = range(start, min(start + MOST, replay.last + 1))
            return Frames(start, [replay.scene(step, film.eyes) for step in steps])

        return await self._drawn(film, draw)

    async def match(self, film: Film) -> Match:
        """The game as it ended."""
        async with self._drawing:
            return (await asyncio.to_thread(self._replay, film)).match

    async def _drawn(self, film: Film, draw: Callable[[Replay], msgspec.Struct]) -> bytes:
        async with self._drawing:
            return await asyncio.to_thread(lambda: named_json(draw(self._replay(film)), film.names))

    def _replay(self, film: Film) -> Replay:
        replay = self._kept.pop(film.key, None) or Replay.of(film.record, self._seconds)
        self._kept[film.key] = replay
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return replay

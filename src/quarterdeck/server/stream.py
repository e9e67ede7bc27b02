"""Stream: what one seat, or all spectators, are shown of a match, in one language.

Nothing else reads its scenes.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets

from quarterdeck.engine.match import Match
from quarterdeck.engine.scene import Scene, Told
from quarterdeck.engine.words import ENGLISH, language, speaking
from quarterdeck.server.metrics import REFUSALS
from quarterdeck.wire import Message, Refused, encode


class Listener:
    """An open socket: its viewer, whoever reads it, and the messages waiting to be sent."""

    def __init__(self, seat: int | None, room: int, most_bytes: int = 2**30) -> None:
        self.seat = seat
        self.language = language.get()
        self.watches = False
        """Is it somebody who has no seat here?"""
        self.unread = 0
        """Bytes waiting; with a message longer than all that may wait, only that one."""
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(room + 1)
        self._room, self._most_bytes = room, most_bytes

    def send(self, message: Message) -> None:
        if isinstance(message, Refused):
            REFUSALS.labels(message.code).inc()
        self.post(encode(message))

    def post(self, message: bytes) -> None:
        """Queue a message; a socket that cannot keep up is closed, and may reconnect."""
        fits = not self.unread or self.unread + len(message) <= self._most_bytes
        if fits and self.waiting.qsize() < self._room:
            self.waiting.put_nowait(message)
            self.unread += len(message)
        elif not self.waiting.full():
            self.waiting.put_nowait(None)


class Stream:
    """What one seat, or all spectators, have been shown in a language."""

    def __init__(self, seat: int | None, wanted: str = ENGLISH) -> None:
        self.seat, self.language = seat, wanted
        self.listeners: set[Listener] = set()
        # Starts at random, so that a command for the table before a restart is stale.
        self.cursor = secrets.randbelow(2**30)
        self._scene: Scene | None = None
        self._resting = b""
        """The digest of the scene, while it is not kept."""
        self.told: list[Told] = []
        self.undo = False
        self.first = 0

    def look(self, match: Match) -> bool:
        """Draw the match for this viewer; False if nothing has changed for it."""
        with speaking(self.language):
            scene, told = match.scene(self.seat), match.told(self.seat)
        undo = self.seat is not None and match.actor == self.seat and bool(match.draft)
        if self._resting == _digest(scene) if self._resting else scene == self._scene:
            if (told, undo) == (self.told, self.undo):
                self._scene, self._resting = scene, b""
                return False
        pairs = enumerate(zip(self.told, told, strict=False))
        shorter = min(len(self.told), len(told))
        self.first = next((i for i, (old, new) in pairs if old != new), shorter)
        self._scene, self._resting = scene, b""
        self.told, self.undo = told, undo
        self.cursor += 1
        return True

    def scene(self, match: Match) -> Scene:
        """As it was drawn by the last look."""
        if self._scene is None:
            with speaking(self.language):
                self._scene, self._resting = match.scene(self.seat), b""
        return self._scene

    def rest(self) -> None:
        """Nothing has happened for a while: keep no more of the scene than what tells it apart."""
        if self._scene is not None:
            self._resting = _digest(self._scene)
            self._scene = None


def _digest(scene: Scene) -> bytes:
    return hashlib.sha256(encode(scene)).digest()

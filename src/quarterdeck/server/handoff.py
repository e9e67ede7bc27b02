"""Handoff: a socket opened at the wrong process of this machine moves to the home of its match.

Processes that accept on one listening socket would share out the players of a match at random:
each would keep the match in memory and read the others' moves from the database. So a process
passes on the connection, with what it has read of it, as a datagram to a Unix socket. Those who
serve have one in a folder of their parent, which is closed to other users.

Nothing depends on this. What cannot be handed over is served where it is.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import logging
import re
import secrets
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path

from quarterdeck.server.metrics import HANDOFFS

log = logging.getLogger(__name__)
POSSIBLE = hasattr(socket, "AF_UNIX") and hasattr(socket, "recv_fds")
MOST = 65_536
"""Bytes read of a connection with which it can still be handed over."""
NEW = ".new"
"""The suffix of a place that is being made, and for a moment looks like that of the killed."""
MATCH = re.compile(rb"/api/matches/([\w-]{16})/socket(?:\?|$)")


@contextlib.contextmanager
def meeting_place() -> Iterator[Path | None]:
    """A folder in which processes find each other, or None if there can be none."""
    folder = _private_folder() if POSSIBLE else None
    try:
        yield folder
    finally:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _private_folder() -> Path | None:
    try:
        return Path(tempfile.mkdtemp(prefix="quarterdeck-"))
    except OSError as error:
        log.warning("sockets will not be handed over: %s", error)
        return None


class Handoff:
    """Gives connections to other processes, and takes theirs."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.name = folder, secrets.token_hex(8)
        self._letters = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._letters.setblocking(False)
        self._arriving: set[asyncio.Task[None]] = set()

    def open(self, protocol: Callable[[bytes], asyncio.Protocol]) -> None:
        """Take connections from now on. `protocol` is told what was read of one already."""
        self._protocol = protocol
        place = self._folder / self.name
        try:
            self._letters.bind(str(place.with_suffix(NEW)))
            place.with_suffix(NEW).rename(place)
        except OSError as error:  # the folder is gone, or its name too long
            log.warning("no socket will be handed over to this process: %s", error)
        asyncio.get_running_loop().add_reader(self._letters, self._receive)

    async def close(self) -> None:
        """Take no more connections, except those that are on their way."""
        (self._folder / self.name).unlink(missing_ok=True)
        asyncio.get_running_loop().remove_reader(self._letters)
        while self._receive():
            pass
        self._letters.close()
        await asyncio.gather(*self._arriving, return_exceptions=True)

    def give(self, target: bytes, connection: int, read: bytes) -> bool:
        """Hand a connection, by its descriptor, to the home of the match that it asks for. If
        that is here or cannot be reached: False."""
        asked = MATCH.search(target)
        if asked is None or len(read) > MOST:
            return False
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection]))]
        with contextlib.suppress(OSError):  # among others: their queue is full
            for home in self._homes(asked[1]):
                if home.name == self.name:
                    return False
                try:
                    self._letters.sendmsg([read], rights, 0, str(home))
                except ConnectionRefusedError:  # it was killed
                    home.unlink(missing_ok=True)
                else:
                    HANDOFFS.inc()
                    return True
        return False

    def _homes(self, match: bytes) -> list[Path]:
        """The processes that serve now, best first: rendezvous hashing, by which all agree, and
        a process that comes or goes moves no match but its own."""
        places = [place for place in self._folder.iterdir() if place.suffix != NEW]
        return sorted(places, key=lambda place: blake2b(place.name.encode() + match).digest())

    def _receive(self) -> bool:
        """Take the next connection that was given to us, if there is one."""
        try:
            read, descriptors, _, _ = socket.recv_fds(self._letters, MOST, 1)
        except OSError:
            return False
        for descriptor in descriptors:
            task = asyncio.create_task(self._take(socket.socket(fileno=descriptor), read))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)
        return True

    async def _take(self, connection: socket.socket, read: bytes) -> None:
        connection.set_inheritable(False)
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(lambda: self._protocol(read), connection)
        except OSError:  # the client is gone
            connection.close()

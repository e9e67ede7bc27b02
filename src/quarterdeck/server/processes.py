"""Processes: several servers behind one listening socket, and the parent that looks after them.

One that dies or hangs is replaced. SIGHUP replaces all of them, one after the other: each new one
is ready before an old one is stopped, whose players reconnect to those that remain.

The parent loads the compiled rules and then forks, so its processes share the memory and start in a
moment. From the first SIGHUP on they are started afresh instead: there may be a new release, which
they compile first.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from quarterdeck.server.app import Server, address_of, server
from quarterdeck.server.compiling import compile_missing, load_compiled
from quarterdeck.server.handoff import meeting_place
from quarterdeck.server.logs import configure
from quarterdeck.server.settings import Settings

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

log = logging.getLogger(__name__)
_AFRESH = multiprocessing.get_context("spawn")
_FORKED: ForkContext | SpawnContext = (
    multiprocessing.get_context("fork") if sys.platform == "linux" else _AFRESH
)
TICK = 0.5
HUNG = 20.0
"""Seconds without a sign of life after which a process is killed."""
START = 600.0
"""The same while it starts: it may have to compile the rules first."""
GRACE = 15.0
"""Seconds for a process to stop by itself."""
PAUSE = 1.0
"""Seconds before another process is started in place of one that died."""


class Process:
    """A server in a process of its own, which reports that it lives once it answers."""

    def __init__(
        self,
        context: ForkContext | SpawnContext,
        settings: Settings,
        bound: socket.socket,
        folder: Path | None,
        prepared: bool,
    ) -> None:
        """`prepared`: it compiles and loads all rules before it serves."""
        self._reports, theirs = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_serve, args=(settings, bound, folder, prepared, theirs)
        )
        self._process.start()
        theirs.close()
        self._expected = time.monotonic() + START
        self.ready = False

    @property
    def pid(self) -> int | None:
        return self._process.pid

    @property
    def sentinel(self) -> int:
        """Readable when the process has ended."""
        return self._process.sentinel

    def lives(self) -> bool:
        """False when it has ended; one that hangs is killed."""
        with contextlib.suppress(EOFError, OSError):
            while self._reports.poll():
                self._reports.recv_bytes()
                self.ready, self._expected = True, time.monotonic() + HUNG
        if time.monotonic() > self._expected:
            self._process.kill()
        return self._process.is_alive()

    def stop(self) -> None:
        """Let it finish what it is doing, but not for ever."""
        self._process.terminate()
        self._expected = min(self._expected, time.monotonic() + GRACE)


class Supervisor:
    def __init__(
        self, settings: Settings, bound: socket.socket, ready: Callable[[str], None]
    ) -> None:
        share = max(1, settings.bot_workers // settings.processes)
        self._settings = msgspec.structs.replace(settings, bot_workers=share)
        self._bound, self._ready = bound, ready
        self._serving: list[Process] = []
        self._outdated: list[Process] = []
        self._successor: Process | None = None
        self._leaving: list[Process] = []
        self._stopping = self._announced = self._renewing = False
        self._context = _FORKED
        self._folder: Path | None = None

    def run(self) -> None:
        """Until SIGINT or SIGTERM."""
        if self._context is not _AFRESH:
            load_compiled()
            gc.freeze()  # a collection would write to the shared memory
        for name in ("SIGINT", "SIGTERM"):
            signal.signal(getattr(signal, name), self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._renew_all)
        with meeting_place() as self._folder:
            self._look_after_processes()

    def _look_after_processes(self) -> None:
        while not self._stopping:
            self._replace_dead()
            self._renew_next()
            self._announce()
            wait([process.sentinel for process in self._all()], TICK)
        for process in self._all():
            process.stop()
        while any(process.lives() for process in self._all()):
            wait([process.sentinel for process in self._all() if process.lives()], TICK)

    def _all(self) -> list[Process]:
        return [*self._serving, *self._leaving, *([self._successor] if self._successor else [])]

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _renew_all(self, *_: object) -> None:
        """Not at once: it may come while a process that died is being replaced."""
        self._renewing = True

    def _start(self, prepared: bool = False) -> Process:
        return Process(self._context, self._settings, self._bound, self._folder, prepared)

    def _replace_dead(self) -> None:
        alive = [process for process in self._serving if process.lives()]
        if died := len(self._serving) - len(alive):
            log.error("%d of %d processes died", died, len(self._serving))
            time.sleep(PAUSE)
        missing = self._settings.processes - len(alive)
        self._serving = alive + [self._start() for _ in range(missing) if not self._stopping]
        self._leaving = [process for process in self._leaving if process.lives()]
        self._outdated = [process for process in self._outdated if process in alive]

    def _renew_next(self) -> None:
        """One step of a rolling restart, if one is under way."""
        if self._renewing:
            self._renewing = False
            self._outdated, self._context = [*self._serving], _AFRESH
        if self._successor and not self._successor.lives():
            log.error("a new process did not start; the old ones go on")
            self._successor, self._outdated = None, []
        elif self._successor and self._successor.ready:
            if self._outdated:
                old = self._outdated.pop(0)
                self._serving.remove(old)
                old.stop()
                self._leaving.append(old)
                self._serving.append(self._successor)
            else:  # the one it was to replace has died, and was replaced
                self._successor.stop()
                self._leaving.append(self._successor)
            self._successor = None
        elif self._outdated and not self._successor and not self._leaving:
            self._successor = self._start(prepared=True)  # the old ones serve meanwhile

    def _announce(self) -> None:
        if not self._announced and all(process.ready for process in self._serving):
            self._announced = True
            self._ready(address_of(self._bound))


# In the process ----------------------------------------------------------------------------------


def _serve(
    settings: Settings,
    bound: socket.socket,
    folder: Path | None,
    prepared: bool,
    reports: Connection,
) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the parent's own, if it has forked
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a word for the parent
    configure(settings.log)
    if prepared:
        compile_missing()
        load_compiled()
    os.set_blocking(reports.fileno(), False)
    running, parent = server(settings, meeting_place=folder), os.getppid()
    running.every_second = lambda: _report(running, reports, parent)
    with contextlib.suppress(KeyboardInterrupt):
        running.run(sockets=[bound])


def _report(running: Server, reports: Connection, parent: int) -> None:
    """Tell the parent that this process lives, or stop when there is no parent any more."""
    try:
        reports.send_bytes(b"lives")
    except BlockingIOError:
        pass  # the parent is busy
    except OSError:
        running.should_exit = True
    running.should_exit |= os.getppid() != parent

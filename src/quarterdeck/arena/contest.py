"""Plays a contest's games: in this process, in worker processes, or on a Ray cluster.

A game depends only on the plan and its number. So it is the same wherever it is played, and the
order in which games end does not matter.
"""

from __future__ import annotations

import functools
import importlib
import itertools
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from quarterdeck.arena.external import External
from quarterdeck.arena.game import play
from quarterdeck.arena.plan import Plan
from quarterdeck.arena.seating import EXEC, STRATEGY, UNHURRIED, seat
from quarterdeck.arena.store import Store
from quarterdeck.bots.base import Bot
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import find

AHEAD = 3
"""Parcels of games queued per worker, so that no worker is idle."""

Parcel = list[int]


class NoCluster(QuarterdeckError):
    code = "no-cluster"


class WorkerDied(QuarterdeckError):
    code = "worker-died"


class Contest:
    """Plays the games of a plan."""

    def __init__(self, plan: Plan, games: int, store: Store) -> None:
        self.plan, self.store = plan, store
        self.total = plan.total(games)

    def run(
        self,
        workers: int | None = None,
        ray: str | None = None,
        progress: Callable[[int], None] = lambda done: None,
    ) -> None:
        """Play the missing games, by default on all cores; `progress` gets the number done."""
        missing = self.store.missing(self.total)
        parcels = list(_parcels(missing, self.plan.sides))
        workers = min(workers or cores(), len(parcels))
        if missing:
            warm(self.plan)  # compile once, before the workers start
        if missing and ray is not None:
            played = on_ray(self.plan, parcels, ray)
        elif workers > 1:
            played = in_workers(self.plan, parcels, workers)
        else:
            played = (play_parcel(self.plan, [number]) for number in missing)
        done = self.total - len(missing)
        progress(done)
        for games in played:
            self.store.append(games)
            done += len(games)
            progress(done)
        self.store.sort()


def _parcels(numbers: list[int], sides: int) -> Iterator[Parcel]:
    """The games of one line-up and deal form a parcel: one message per game would be slow."""
    for _, parcel in itertools.groupby(numbers, lambda number: number // sides):
        yield list(parcel)


def warm(plan: Plan) -> None:
    """Prepare the bots, so that no game includes the time."""
    for bot in dict.fromkeys(plan.bots):
        if not bot.startswith((EXEC, STRATEGY)):
            _warm(plan.game, bot)


@functools.cache
def _warm(game: str, bot: str) -> None:
    seated = seat(bot, find(game), 0, UNHURRIED)
    assert isinstance(seated, Bot)
    seated.warm()


def play_parcel(plan: Plan, parcel: Parcel) -> list[bytes]:
    """Play games; returns a line of JSON for each."""
    warm(plan)
    return [msgspec.json.encode(play(plan, number)) for number in parcel]


# Worker processes ------------------------------------------------------------------------------


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_workers(plan: Plan, parcels: Iterable[Parcel], workers: int) -> Iterator[list[bytes]]:
    """Play parcels in worker processes; yields the games of each as it is done."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # a fork would copy the progress bar's locks
    pool = ProcessPoolExecutor(workers, context, initializer=_start_worker)
    try:
        waiting: set[Future[list[bytes]]] = set()
        for parcel in parcels:
            waiting.add(pool.submit(play_parcel, plan, parcel))
            if len(waiting) >= AHEAD * workers:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    except BrokenProcessPool:
        raise WorkerDied(
            "a worker process died (out of memory?). The games played so far are kept; "
            "run the same command again to continue."
        ) from None
    except BaseException:  # interrupted: games in progress will not be kept
        for worker in set(multiprocessing.active_children()) - before:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent process, and exit when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _exit())
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
    _exit()


def _exit() -> None:
    for bot in list(External.alive):
        bot.kill()
    os._exit(1)


# A Ray cluster -----------------------------------------------------------------------------------


def on_ray(plan: Plan, parcels: Iterable[Parcel], address: str) -> Iterator[list[bytes]]:
    """Play parcels on a Ray cluster; `local` starts one on this machine."""
    ray = _connected(address)
    try:
        task = ray.remote(play_parcel)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: list[Any] = []
        for parcel in parcels:
            waiting.append(task.remote(plan, parcel))
            if len(waiting) >= ahead:
                done, waiting = ray.wait(waiting)
                yield from ray.get(done)
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()


def _connected(address: str) -> Any:
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise NoCluster("--ray needs Ray: pip install 'quarterdeck[ray]'.") from None
    _check_reachable(address)
    local: dict[str, Any] = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **local)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise NoCluster(f"no Ray cluster at {address}: {error}") from None
    return ray


def _check_reachable(address: str) -> None:
    """Check that HOST:PORT accepts connections: Ray itself would keep trying for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        try:
            socket.create_connection((host, int(port)), timeout=5).close()
        except OSError as error:
            raise NoCluster(f"no Ray cluster at {address}: {error}") from None

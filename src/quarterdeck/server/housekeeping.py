"""Housekeeping: old matches are removed from the database by a policy, a few at a time.

A guest is a cookie and the seats that belong to it; it is gone with its last match.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable

import msgspec

from quarterdeck.server import clock, metrics
from quarterdeck.server.logs import event
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Storage, Why

log = logging.getLogger(__name__)
DAY = 24 * 3600.0
STEP = 25
"""Matches removed in one transaction: some hundreds of rows, so that players wait for no more."""
PAUSE = 0.05
"""Seconds between transactions."""


class Pruned(msgspec.Struct, kw_only=True):
    """How many matches were removed."""

    unplayed: int = 0
    abandoned: int = 0
    finished: int = 0

    @property
    def total(self) -> int:
        return self.unplayed + self.abandoned + self.finished


def policy(settings: Settings) -> dict[Why, float]:
    """After how many days matches are removed, by why; those that are never are left out."""
    days: dict[Why, float] = {
        "unplayed": settings.prune_unplayed_days,
        "abandoned": settings.prune_abandoned_days,
        "finished": settings.prune_finished_days,
    }
    return {why: limit for why, limit in days.items() if limit > 0}


async def prune(
    storage: Storage,
    days: dict[Why, float],
    keep: Callable[[str], bool] = lambda _: False,
    dry_run: bool = False,
) -> Pruned:
    """Remove what the policy says, in small steps; `keep`: matches to be left alone."""
    pruned, now = Pruned(), clock.now()
    for why, limit in days.items():
        after: tuple[float, str] = (0.0, "")
        while True:
            found, seen = await storage.old(why, now - limit * DAY, after, STEP)
            found = {match: writes for match, writes in found.items() if not keep(match)}
            gone = len(found) if dry_run else await storage.remove(found)
            setattr(pruned, why, getattr(pruned, why) + gone)
            if not dry_run:
                metrics.PRUNED.labels(why).inc(gone)
            if seen is None:
                break
            after = seen
            await asyncio.sleep(0 if dry_run else PAUSE)
    return pruned


async def keep_house(settings: Settings, storage: Storage, keep: Callable[[str], bool]) -> None:
    """Prune every hour, for ever. Of several processes, the first to claim the hour does it."""
    while days := policy(settings):
        await asyncio.sleep(random.uniform(0.5, 1.0) * settings.housekeeping_seconds)
        try:
            if await storage.claim_chore("housekeeping", settings.housekeeping_seconds):
                started = time.monotonic()
                pruned = await prune(storage, days, keep)
                seconds = round(time.monotonic() - started, 3)
                event(log, "pruned", **msgspec.structs.asdict(pruned), seconds=seconds)
        except Exception:
            log.exception("housekeeping failed")

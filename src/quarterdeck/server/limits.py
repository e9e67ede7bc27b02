"""Limits: token buckets against too many requests, and a cap on simultaneous connections."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from quarterdeck.engine.words import Words
from quarterdeck.server.refusals import TooFast, TooMany
from quarterdeck.server.settings import Settings

say = Words(__package__)
REMEMBERED = 10_000
"""Callers remembered at once; the least recently seen is dropped first."""


CONNECTED = "You already have {most} connections open; close one."
REPLAYING = "You already have {most} records being replayed; wait a moment."
say.know(CONNECTED, REPLAYING)


class Bucket:
    """Lets `burst` calls through at once and `rate` a second from then on."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self.level, self.at = burst, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """A bucket for each caller."""

    def __init__(self, size: tuple[float, float]) -> None:
        self._size = size
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, caller: str) -> bool:
        bucket = self._buckets.pop(caller, None) or Bucket(*self._size)
        self._buckets[caller] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take()

    def check(self, caller: str) -> None:
        if not self.take(caller):
            raise TooFast(say("Too many requests at once; wait a few seconds and try again."))


class Places:
    """At most `most` at a time for each caller."""

    def __init__(self, most: int, refusal: str = CONNECTED) -> None:
        self._most, self._refusal = most, refusal
        self._taken: Counter[str] = Counter()

    @contextmanager
    def hold(self, caller: str) -> Iterator[None]:
        if self._taken[caller] >= self._most:
            raise TooMany(say(self._refusal, most=self._most))
        self._taken[caller] += 1
        try:
            yield
        finally:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller]


class Limits:
    """Guests are limited one by one, and all who share an address together, more generously."""

    def __init__(self, settings: Settings) -> None:
        self._requests = Buckets(settings.requests), Buckets(settings.requests_per_address)
        self._creations = Buckets(settings.creations), Buckets(settings.creations_per_address)
        self._sockets = Places(settings.sockets_per_guest), Places(settings.sockets_per_address)
        self._new_guests = Buckets(settings.new_guests)
        self._commands = Buckets(settings.commands_per_guest)

    def request(self, guest: str | None, address: str) -> None:
        self._check(self._requests, guest, address)

    def creation(self, guest: str | None, address: str) -> None:
        self._check(self._creations, guest, address)
        if guest is None:  # will be given a cookie
            self._new_guests.check(address)

    def command(self, guest: str | None, address: str) -> bool:
        return self._commands.take(guest or address)

    @contextmanager
    def socket(self, guest: str | None, address: str) -> Iterator[None]:
        each, together = self._sockets
        with together.hold(address), each.hold(guest) if guest else nullcontext():
            yield

    @staticmethod
    def _check(both: tuple[Buckets, Buckets], guest: str | None, address: str) -> None:
        each, together = both
        if guest:
            each.check(guest)
        together.check(address)

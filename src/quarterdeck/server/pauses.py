"""Pauses: when a seat answers that the table plays for. They must tell nothing about its cards.

A bot answers after a pause that depends on its level and on the number of players. All its thinking
is cut to fit, and it waits as long where it has no choice. People who pass by hand take their time;
so an auto-pass among people waits as long as that player took for other optional responses.

Who plays against bots alone may ask them to hurry. That shortens only the random delay: what
remains still depends on nothing but the level and the number of players.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict, deque
from collections.abc import Callable

from quarterdeck.engine.match import Match
from quarterdeck.server.settings import Settings

SHARES = {"admiral": 1.0, "captain": 0.25}
"""How much of `bot_seconds` a level gets for a turn; all others need next to nothing."""
LEAST = 0.05
HURRIED = 0.1
"""How much of the random delay is left where the bots were asked to hurry."""
KEPT = 16
"""Answers by hand that are remembered for each seat."""


class Pauses:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._by_hand: dict[int, deque[float]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._asked: tuple[int, int, float] | None = None
        """Who was asked an optional response, at which decision, and when."""
        self.hurried = False
        """Have the bots been asked to hurry? They do where one person plays."""

    # Bots -------------------------------------------------------------------------------------

    def thinking(self, bot: str, seats: int) -> float:
        """Seconds for a whole turn. Where many play, each gets less: nobody waits longer for it."""
        return self._settings.bot_seconds * SHARES.get(bot, LEAST) * 2 / max(seats, 2)

    def before_moving(
        self, bot: str, seats: int, hurry: Callable[[], bool] = bool
    ) -> Callable[[], float]:
        if not self._settings.bot_delay[1]:
            return lambda: 0.0
        return lambda: self.thinking(bot, seats) + self._delay(hurry())

    def _delay(self, hurry: bool) -> float:
        return random.uniform(*self._settings.bot_delay) * (HURRIED if hurry else 1)

    # People -----------------------------------------------------------------------------------

    def ask(self, match: Match) -> None:
        """Something was shown: if it asks somebody for an optional response, the time runs now."""
        seat = match.actor
        if seat is None or match.picture(seat).decline is None:
            self._asked = None
        elif self._asked is None or self._asked[:2] != (seat, match.decisions):
            self._asked = seat, match.decisions, time.monotonic()

    def note(self, seat: int, match: Match) -> None:
        """A player answers by hand."""
        if self._asked and self._asked[:2] == (seat, match.decisions):
            self._by_hand[seat].append(time.monotonic() - self._asked[2])

    def before_passing(
        self, seat: int, among_people: bool, hurry: Callable[[], bool] = bool
    ) -> Callable[[], float]:
        if among_people and self._settings.bot_delay[1]:
            low, high = self._settings.auto_pass_delay
            if answers := self._by_hand[seat]:
                usual = random.choice(answers) * random.uniform(0.9, 1.1)
                return lambda: min(max(usual, low), high)
            return lambda: random.uniform(low, high)
        return lambda: self._delay(hurry())


def in_time(started: float, pause: Callable[[], float]) -> float:
    """Seconds still to wait; whoever is late waits for another whole pause, and so on."""
    due, late = pause(), time.monotonic() - started
    while 0 < due < late:
        due += pause()
    return max(0.0, due - late)

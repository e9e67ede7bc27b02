"""How the engine refuses: a type, a short code for programs, a sentence for people.

The server, the arena and the terminal add refusals of their own where they are raised.
"""

from __future__ import annotations


class QuarterdeckError(Exception):
    """Base of all refusals. Whoever raises one has changed nothing."""

    code = "error"


class UnknownGame(QuarterdeckError):
    code = "unknown-game"


class BadOption(QuarterdeckError):
    code = "bad-option"


class UnknownSeat(QuarterdeckError):
    code = "unknown-seat"


class NotYourTurn(QuarterdeckError):
    code = "not-your-turn"


class IllegalAction(QuarterdeckError):
    code = "illegal-action"


class StaleAction(QuarterdeckError):
    code = "stale"


class NothingToTakeBack(QuarterdeckError):
    code = "nothing-to-take-back"


class GameOver(QuarterdeckError):
    code = "game-over"


class DamagedRecord(QuarterdeckError):
    code = "damaged-record"


class NoRecord(QuarterdeckError):
    code = "no-record"


class WrongVersion(QuarterdeckError):
    code = "wrong-version"


class TooLong(QuarterdeckError):
    """A record takes longer to replay than there is time."""

    code = "too-long"


class StaysHidden(QuarterdeckError):
    """The game keeps its secrets, even after the end."""

    code = "stays-hidden"


class NotTheTruth(QuarterdeckError):
    """Something only the whole truth allows was asked of a view."""

    code = "not-the-truth"


class BrokenGame(QuarterdeckError):
    """The game's rules exceeded a bound of their own state."""

    code = "broken-game"


class BrokenContract(BrokenGame):
    """The game lacks something that engine/contract.py asks for; `faults` has a line for each."""

    def __init__(self, title: str, faults: list[str]) -> None:
        super().__init__(title, faults)  # as they are: pickled, when a worker raises it
        self.title, self.faults = title, faults

    def __str__(self) -> str:
        return "\n  ".join([f"{self.title} does not keep the contract of a game:", *self.faults])

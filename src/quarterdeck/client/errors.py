"""How a client fails: a link that is none, a server that does not answer, one that refuses."""

from __future__ import annotations

from quarterdeck.engine.errors import QuarterdeckError


class BadLink(QuarterdeckError):
    code = "bad-link"


class Unreachable(QuarterdeckError):
    """The server does not answer, or what answers is not Quarterdeck."""

    code = "unreachable"


class Refused(QuarterdeckError):
    """The server has refused something, and nothing has changed; `code` is for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class OtherRules(QuarterdeckError):
    """The server plays another version of the game than the one that is installed here."""

    code = "other-rules"

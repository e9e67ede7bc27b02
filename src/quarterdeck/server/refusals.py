"""Refusals: the service's own errors, and how any error is reported over HTTP."""

from __future__ import annotations

from http import HTTPStatus
from itertools import groupby

from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.words import Words
from quarterdeck.server.metrics import REFUSALS
from quarterdeck.wire import Refusal

say = Words(__package__)


class ServiceError(QuarterdeckError):
    status = HTTPStatus.BAD_REQUEST


class Malformed(ServiceError):
    code = "malformed"


class UnknownMatch(ServiceError):
    code, status = "unknown-match", HTTPStatus.NOT_FOUND


class RemovedMatch(UnknownMatch):
    def __init__(self) -> None:
        super().__init__(say("This match was removed: nobody had played it for a long time."))


class ForeignPage(ServiceError):
    code, status = "foreign-page", HTTPStatus.FORBIDDEN


class UnknownHost(ServiceError):
    code, status = "unknown-host", HTTPStatus.MISDIRECTED_REQUEST


class NotYourSeat(ServiceError):
    code, status = "not-your-seat", HTTPStatus.FORBIDDEN


class WrongInvite(ServiceError):
    code, status = "wrong-invite", HTTPStatus.FORBIDDEN


class NotDealt(ServiceError):
    code, status = "not-dealt", HTTPStatus.CONFLICT


class WrongEntropy(ServiceError):
    code, status = "wrong-entropy", HTTPStatus.CONFLICT


class NotReady(ServiceError):
    code, status = "not-ready", HTTPStatus.SERVICE_UNAVAILABLE


class NotOver(ServiceError):
    code, status = "not-over", HTTPStatus.FORBIDDEN


class OlderRules(ServiceError):
    """The match cannot be replayed by the rules that are here."""

    code, status = "wrong-version", HTTPStatus.CONFLICT


class SeatTaken(ServiceError):
    code, status = "seat-taken", HTTPStatus.CONFLICT


class AlreadySeated(ServiceError):
    code, status = "already-seated", HTTPStatus.CONFLICT


class NoLobby(ServiceError):
    code, status = "no-lobby", HTTPStatus.FORBIDDEN


class UsedTransfer(ServiceError):
    code, status = "used-transfer", HTTPStatus.FORBIDDEN


class NothingToClaim(ServiceError):
    code, status = "nothing-to-claim", HTTPStatus.CONFLICT


class NoGuest(ServiceError):
    code, status = "no-guest", HTTPStatus.FORBIDDEN


class NoChat(ServiceError):
    code, status = "no-chat", HTTPStatus.FORBIDDEN


class NoSuchDay(ServiceError):
    code, status = "no-such-day", HTTPStatus.NOT_FOUND


class BadEndpoint(ServiceError):
    code = "bad-endpoint"


class TooFast(ServiceError):
    code, status = "slow-down", HTTPStatus.TOO_MANY_REQUESTS


class Unavailable(ServiceError):
    code, status = "unavailable", HTTPStatus.SERVICE_UNAVAILABLE


class TooMany(ServiceError):
    code, status = "too-many", HTTPStatus.TOO_MANY_REQUESTS


_ENGINE_STATUS = {
    "unknown-game": HTTPStatus.NOT_FOUND,
    "no-puzzle": HTTPStatus.NOT_FOUND,
    "wrong-version": HTTPStatus.CONFLICT,
    "damaged-record": HTTPStatus.CONFLICT,
    "stays-hidden": HTTPStatus.FORBIDDEN,
}
_HTTP_CODES = {
    HTTPStatus.BAD_REQUEST: ("malformed", "That request could not be understood."),
    HTTPStatus.NOT_FOUND: ("not-found", "There is nothing at this address."),
    HTTPStatus.METHOD_NOT_ALLOWED: ("wrong-method", "This address cannot be used that way."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too-large", "That was too long."),
}
say.know(*(message for _, message in _HTTP_CODES.values()))
INTERNAL = "internal"
"""The code of a fault of ours."""


def sentence(error: QuarterdeckError) -> str:
    text = str(error)
    return text[:1].upper() + text[1:]


def status_of(kind: type[QuarterdeckError]) -> int:
    """The HTTP status of a kind of refusal."""
    return int(getattr(kind, "status", _ENGINE_STATUS.get(kind.code, HTTPStatus.BAD_REQUEST)))


def refused(
    *kinds: type[QuarterdeckError], changes: bool = False, absent: bool = False
) -> dict[int, ResponseSpec]:
    """For the interface's description: all refusals of a route. Any request may be malformed, too
    many or for another host; one that changes something, from another site's page or too long;
    what it asks for may be `absent`."""
    always: tuple[type[QuarterdeckError], ...] = (Malformed, UnknownHost, TooFast)
    codes = {(status_of(kind), kind.code) for kind in (*always, *kinds)}
    codes.add((HTTPStatus.INTERNAL_SERVER_ERROR, INTERNAL))
    others = {HTTPStatus.REQUEST_ENTITY_TOO_LARGE: changes, HTTPStatus.NOT_FOUND: absent}
    codes |= {(status, _HTTP_CODES[status][0]) for status, said in others.items() if said}
    if changes:
        codes.add((status_of(ForeignPage), ForeignPage.code))
    return {
        int(status): ResponseSpec(
            Refusal,
            generate_examples=False,
            description=", ".join(f"`{code}`" for _, code in group),
        )
        for status, group in groupby(sorted(codes), key=lambda pair: pair[0])
    }


def refusal(error: Exception) -> tuple[int, Refusal]:
    """The HTTP status and body for any error; an unexpected one reveals nothing about itself."""
    status, body = _refusal(error)
    REFUSALS.labels(body.code).inc()
    return status, body


def _refusal(error: Exception) -> tuple[int, Refusal]:
    if isinstance(error, QuarterdeckError):
        return status_of(type(error)), Refusal(error.code, sentence(error))
    if isinstance(error, RecursionError):  # what is nested so deeply came from outside
        return _refusal(Malformed(say("that request is nested too deeply.")))
    if isinstance(error, HTTPException) and error.status_code < 500:
        status = HTTPStatus(error.status_code)
        code, message = _HTTP_CODES.get(status, ("refused", status.phrase + "."))
        return status, Refusal(code, " ".join([say(message), *_details(error)]))
    fault = Refusal(INTERNAL, say("Something went wrong at our end; try again."))
    return HTTPStatus.INTERNAL_SERVER_ERROR, fault


def _details(error: HTTPException) -> list[str]:
    """Which parts of a request were wrong, and how."""
    parts = error.extra if isinstance(error.extra, list) else []
    found = [part for part in parts if isinstance(part, dict) and "message" in part]
    return [f"{part.get('key', 'request')}: {part['message']}." for part in found][:5]

"""HTTP requests as data: what to send, and how to read the answer. Nothing here sends anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx
import msgspec

from quarterdeck import wire
from quarterdeck.client.errors import Refused, Unreachable
from quarterdeck.client.link import Link
from quarterdeck.engine.words import ENGLISH, Words, language

say = Words(__package__)
Answer = TypeVar("Answer")
PATIENCE = 60.0
"""Seconds: an analysis takes some."""


@dataclass(frozen=True)
class Call(Generic[Answer]):
    path: str
    answer: type[Answer]
    body: msgspec.Struct | None = None
    """None: a GET."""
    query: tuple[tuple[str, str], ...] = ()


@dataclass
class Caller:
    """Who calls which server: a guest is whoever has its cookie."""

    server: str
    guest: str | None = None

    def headers(self) -> dict[str, str]:
        cookies = {"guest": self.guest, "language": language.get()}
        if cookies["language"] == ENGLISH:  # what everybody gets who asks for nothing
            del cookies["language"]
        return {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items() if value)}

    def request(self, call: Call[Any]) -> httpx.Request:
        headers, content = self.headers(), None
        if call.body is not None:
            headers["content-type"] = "application/json"
            content = msgspec.json.encode(call.body)
        return httpx.Request(
            "GET" if content is None else "POST",
            f"{self.server}/api{call.path}",
            params=call.query,
            headers=headers,
            content=content,
            extensions={"timeout": httpx.Timeout(PATIENCE).as_dict()},
        )

    def read(self, call: Call[Answer], response: httpx.Response) -> Answer:
        """The answer; a refusal is raised."""
        if response.is_error:
            raise self._refusal(response)
        self.guest = response.cookies.get("guest") or self.guest
        if call.answer is bytes:
            return response.content  # type: ignore[return-value]
        try:
            return msgspec.json.decode(response.content, type=call.answer)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise self.stranger() from None

    def _refusal(self, response: httpx.Response) -> Refused | Unreachable:
        try:
            why = msgspec.json.decode(response.content, type=wire.Refusal)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return self.stranger()
        return Refused(why.code, why.message)

    def stranger(self) -> Unreachable:
        return Unreachable(
            say("{server} answers, but not as Quarterdeck does.", server=self.server)
        )

    def silent(self, error: Exception) -> Unreachable:
        why = str(error) or type(error).__name__
        return Unreachable(say("{server} does not answer: {why}.", server=self.server, why=why))

    def socket(self, match: str, seat: int | None) -> str:
        """The address of a table's socket; without a seat, to watch."""
        query = "" if seat is None else f"?seat={seat}"
        return f"{self.server.replace('http', 'ws', 1)}/api/matches/{match}/socket{query}"


def games() -> Call[list[wire.GameInfo]]:
    return Call("/games", list[wire.GameInfo])


def lobby() -> Call[wire.Lobby]:
    return Call("/lobby", wire.Lobby)


def mine(over: bool) -> Call[wire.MyMatches]:
    return Call("/me/matches", wire.MyMatches, query=(("over", str(over).lower()),))


def about(match: str) -> Call[wire.MatchInfo]:
    return Call(f"/matches/{match}", wire.MatchInfo)


def join(link: Link, name: str | None) -> Call[wire.Joined]:
    return Call(f"/matches/{link.match}/join", wire.Joined, wire.Join(link.invite, name=name))


def pair(game: str, seats: int, options: dict[str, int], name: str | None) -> Call[wire.Paired]:
    return Call("/lobby", wire.Paired, wire.Pairing(game, options, seats, name))


def make(
    game: str, others: tuple[str, ...], options: dict[str, int], name: str | None
) -> Call[wire.MadeMatch]:
    """A match with these others: names of bots, or "friend" for somebody who gets a link."""
    seats = [wire.NewSeat("me", name=name)]
    seats += [
        wire.NewSeat("friend") if other == "friend" else wire.NewSeat("bot", other)
        for other in others
    ]
    return Call("/matches", wire.MadeMatch, wire.NewMatch(game, seats, options))


class Nothing(msgspec.Struct, frozen=True):
    """The body of a POST that needs none."""


def rematch(match: str) -> Call[wire.Rematch]:
    return Call(f"/matches/{match}/rematch", wire.Rematch, Nothing())


def record(match: str) -> Call[bytes]:
    return Call(f"/matches/{match}/record", bytes)


def rules(game: str) -> Call[bytes]:
    return Call(f"/games/{game}/rules", bytes)


def view(match: str, seat: int) -> Call[wire.SeatView]:
    return Call(f"/matches/{match}/view", wire.SeatView, query=(("seat", str(seat)),))


def own_seat(info: wire.MatchInfo) -> int | None:
    return next((one.seat for one in info.seats if one.yours), None)

"""Guests: people without an account. A signed cookie identifies a guest, an invitation lets a guest
take a seat. Only the hash of an invitation is stored.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Iterable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

COOKIE = "guest"
YEAR = 365 * 24 * 3600


class Guests:
    """Signs and reads the cookie, and the tokens of tables' links."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def _sign(self, guest: str) -> str:
        return hmac.new(self._key, guest.encode(), hashlib.sha256).hexdigest()

    def read(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
        """Who is asking; None when the cookie is missing or not ours."""
        guest, _, signature = connection.cookies.get(COOKIE, "").partition(".")
        try:
            genuine = hmac.compare_digest(signature, self._sign(guest))
        except (TypeError, UnicodeEncodeError):  # not even ASCII
            return None
        return guest if genuine else None

    def table_token(self, match: str) -> str:
        """With it, anybody can take an open seat of a match. It need not be stored."""
        signed = hmac.new(self._key, f"table {match}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(signed[:18]).decode()

    def cookie(self, guest: str, secure: bool, path: str) -> Cookie:
        return Cookie(
            COOKIE,
            value=f"{guest}.{self._sign(guest)}",
            httponly=True,
            secure=secure,
            samesite="lax",
            max_age=YEAR,
            path=path,
        )


def new_guest() -> str:
    return secrets.token_hex(12)


def new_invite() -> str:
    return secrets.token_urlsafe(18)


def hashed(invite: str) -> str:
    return hashlib.sha256(invite.encode("utf-8", "replace")).hexdigest()


_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)
"""What Unicode calls letters, marks or symbols and no font shows."""
_ACCENT = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
_STACKED = re.compile(f"({_ACCENT}{{2}}){_ACCENT}+")
"""More accents on one letter than any language has: they would cover the lines above."""


def tidy_name(name: str | None, fallback: str, length: int) -> str:
    """A name to show: one line, nothing invisible, not too long, never empty."""
    text = unicodedata.normalize("NFC", name or "")
    kept = "".join(c for c in text if unicodedata.category(c)[0] != "C" or c.isspace())
    kept = _STACKED.sub(r"\1", _BLANK.sub("", kept))
    tidy = re.sub(r"\s+", " ", kept).strip()[:length].strip()
    return tidy if any(unicodedata.category(c)[0] in "LNPS" for c in tidy) else fallback


def distinct_name(name: str, others: Iterable[str], length: int) -> str:
    """The name, numbered if another seat of the match already shows one that reads the same."""
    taken = {_read_aloud(other) for other in others}
    tried, number = name, 1
    while _read_aloud(tried) in taken:
        number += 1
        tried = f"{name[: length - len(str(number)) - 1].strip()} {number}"
    return tried


def _read_aloud(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()

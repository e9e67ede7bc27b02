"""Guests: people without an account. A signed cookie identifies a guest, an invitation lets a guest
take a seat. Only the hash of an invitation is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

COOKIE = "guest"
YEAR = 365 * 24 * 3600


class Guests:
    """Signs and reads the cookie."""

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

    def cookie(self, guest: str, secure: bool) -> Cookie:
        return Cookie(
            COOKIE,
            value=f"{guest}.{self._sign(guest)}",
            httponly=True,
            secure=secure,
            samesite="lax",
            max_age=YEAR,
            path="/",
        )


def new_guest() -> str:
    return secrets.token_hex(12)


def new_invite() -> str:
    return secrets.token_urlsafe(18)


def hashed(invite: str) -> str:
    return hashlib.sha256(invite.encode("utf-8", "replace")).hexdigest()


def tidy_name(name: str | None, fallback: str, length: int) -> str:
    """A name to show: one line, no control characters, not too long, never empty."""
    kept = "".join(c for c in name or "" if unicodedata.category(c)[0] != "C" or c.isspace())
    return re.sub(r"\s+", " ", kept).strip()[:length].strip() or fallback

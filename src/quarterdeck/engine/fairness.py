"""Fair chance: where the seed of a match comes from, so that nobody can choose it.

Whoever deals commits to a secret before anything is contributed: docs/fairness.md has it all.
"""

from __future__ import annotations

import hashlib
from typing import Annotated

import msgspec
from msgspec import Meta

Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


def commitment(seed: bytes) -> str:
    """A hash to publish before the game: it proves afterwards that the seed was not changed."""
    return hashlib.sha256(seed).hexdigest()


class Contribution(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the client of one player has added to the seed, or failed to."""

    seat: int
    """The player's seat, the first of several."""
    seal: Hash | None = None
    """Its hash, sent before anybody's entropy was known; None: the client sent none."""
    entropy: Entropy | None = None
    """16 random bytes; None: not sent in time, so the seed was made without it."""


class Chance(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where the seed of a match came from: the secret of whoever dealt, and all contributions in
    the order of seats. A record that has it draws from an HMAC (`seeds.Draws`)."""

    secret: Hash
    """32 random bytes, drawn and committed to before anything was contributed."""
    contributions: list[Contribution]

    @property
    def seed(self) -> bytes:
        """The seed of the match: nobody who knows only a part of this can tell or choose it."""
        mixture = hashlib.sha256(b"quarterdeck seed\n" + bytes.fromhex(self.secret))
        for one in self.contributions:
            if one.entropy is not None:
                mixture.update(bytes([one.seat]) + bytes.fromhex(one.entropy))
        return mixture.digest()


def seal(entropy: str) -> str:
    """A hash to send ahead: afterwards the entropy cannot be chosen to suit anybody else's."""
    return hashlib.sha256(b"quarterdeck entropy\n" + bytes.fromhex(entropy)).hexdigest()

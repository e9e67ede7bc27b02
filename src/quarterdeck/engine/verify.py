"""Verify: was the chance of a recorded game fair? Each finding is a sentence, good or bad.

A record proves by itself that its seed was mixed as it says and leads to the game it tells. Only
what a player's client kept proves more: the commitment it saw first, its own entropy, and the seals
it had seen by the time it sent that. Entropy that was sealed later could have been chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quarterdeck.engine import fairness
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.fairness import Chance, Contribution
from quarterdeck.engine.record import GIVEN_UP, Record


class Finding(NamedTuple):
    good: bool
    text: str


def verify(
    record: Record,
    commitment: str | None = None,
    entropy: str | None = None,
    seals: list[str] | None = None,
) -> Iterator[Finding]:
    """Everything that can be checked, given what a client has kept."""
    yield _committed(record, commitment)
    if record.chance:
        yield from _mixed(record, record.chance)
    else:
        yield Finding(True, "No player contributed to the seed: whoever dealt could choose it.")
    if entropy is not None:
        yield _contributed(record.chance, entropy)
    if seals:
        yield _sealed_before(record.chance, seals)
    yield from _replayed(record)


def _committed(record: Record, commitment: str | None) -> Finding:
    secret = record.chance.secret if record.chance else record.seed
    try:
        found = fairness.commitment(bytes.fromhex(secret))
    except ValueError:
        return Finding(False, f"The seed is not a number in hexadecimal: {secret!r}.")
    if commitment is None:
        return Finding(True, f"The commitment to its secret must have been {found}: compare it.")
    if found == commitment.lower():
        return Finding(True, "The secret is the one that was committed to before the deal.")
    return Finding(False, f"The secret is not the one that was committed to: its hash is {found}.")


def _mixed(record: Record, chance: Chance) -> Iterator[Finding]:
    for one in chance.contributions:
        yield _kept(one)
    if chance.seed.hex() == record.seed:
        yield Finding(True, "The seed follows from the secret and the contributions.")
    else:
        yield Finding(False, "The seed does not follow from the secret and the contributions.")


def _kept(one: Contribution) -> Finding:
    who = f"The client at seat {one.seat}"
    if one.seal is None:
        return Finding(True, f"{who} contributed nothing.")
    if one.entropy is None:
        return Finding(True, f"{who} did not send its entropy in time; the seed was made without.")
    if fairness.seal(one.entropy) == one.seal:
        return Finding(True, f"{who} contributed the entropy it had sealed.")
    return Finding(False, f"{who} contributed other entropy than it had sealed.")


def _contributed(chance: Chance | None, entropy: str) -> Finding:
    mixed = chance.contributions if chance else []
    seats = [one.seat for one in mixed if one.entropy == entropy.lower()]
    if seats:
        return Finding(True, f"Your entropy went into the seed, from seat {seats[0]}.")
    return Finding(False, "Your entropy did not go into the seed: the deal may have been chosen.")


def _sealed_before(chance: Chance | None, seals: list[str]) -> Finding:
    mixed = chance.contributions if chance else []
    late = [one.seat for one in mixed if one.entropy and one.seal not in seals]
    if late:
        return Finding(False, f"Seat {late[0]} sealed its entropy after you had sent yours.")
    return Finding(True, "All entropy had been sealed before you sent yours.")


def _replayed(record: Record) -> Iterator[Finding]:
    try:
        *_, last = record.replay()
    except QuarterdeckError as error:
        yield Finding(False, f"The replay gives another game: {error}")
        return
    kept = [record.deal, *(one.digest for one in record.batches if one.kind not in GIVEN_UP)]
    if None in kept:
        unchecked = f"{kept.count(None)} of its {len(kept)} steps have no digest to compare with."
        yield Finding(True, f"The replay fits, but {unchecked}")
    else:
        yield Finding(True, f"The replay gives the same game: {len(kept)} digests agree.")
    match = last.match
    if match.over:
        winners = " and ".join(f"seat {seat}" for seat in match.winners)
        yield Finding(True, f"It ends with a win for {winners}." if winners else "It is a draw.")
    else:
        yield Finding(True, "The game is not over.")

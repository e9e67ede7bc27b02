"""Guestbook: a guest's matches, and guests who move to another browser.

Of a transfer only the token's hash is stored. It is good once, for ten minutes, and a guest has at
most one. The other browser becomes this guest; nothing is merged, or whoever talks you into
opening their link would own your seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from quarterdeck.engine.record import GIVEN_UP
from quarterdeck.engine.words import Words
from quarterdeck.server import clock
from quarterdeck.server.guests import hashed, new_invite
from quarterdeck.server.refusals import Malformed, UsedTransfer
from quarterdeck.server.schema import batches, contributions, drafts, matches, seats, transfers
from quarterdeck.server.storage import Storage
from quarterdeck.wire import MyMatch, MyMatches, MySeat, Transfer

say = Words(__package__)
PAGE = 20
"""Matches listed at once."""
GOOD_FOR = 600.0
"""Seconds in which a transfer can be received."""


class Guestbook:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def matches(self, guest: str, over: bool, after: str) -> MyMatches:
        """A page of a guest's matches, the latest move first."""
        async with self._storage.engine.connect() as connection:
            rows = (await connection.execute(_listing(guest, over, _place(after)))).all()
        found = [_match(guest, list(rows)) for _, rows in groupby(rows, lambda row: row.id)]
        more = f"{found[PAGE - 1].at!r} {found[PAGE - 1].id}" if len(found) > PAGE else None
        return MyMatches(found[:PAGE], more)

    async def send(self, guest: str) -> Transfer:
        """A token with which another browser becomes this guest; earlier ones are void."""
        token, until = new_invite(), clock.now() + GOOD_FOR
        void = (transfers.c.guest == guest) | (transfers.c.until < clock.now())
        async with self._storage.writing() as connection:
            await connection.execute(transfers.delete().where(void))
            row = {"token_hash": hashed(token), "guest": guest, "until": until}
            await connection.execute(transfers.insert().values(row))
        return Transfer(token, until)

    async def receive(self, token: str) -> str:
        """Who the token is for; it is used up by this."""
        mine = transfers.c.token_hash == hashed(token)
        used = transfers.delete().where(mine, transfers.c.until >= clock.now())
        async with self._storage.writing() as connection:
            row = (await connection.execute(used.returning(transfers.c.guest))).first()
        if row is None:
            raise UsedTransfer(say("This link was used already, or is too old. Make a new one."))
        return str(row.guest)


def _place(after: str) -> tuple[float, str] | None:
    """Where the page before ended: a time and a match."""
    if not after:
        return None
    at, _, match = after.partition(" ")
    try:
        return float(at), match
    except ValueError:
        raise Malformed(say("There is no such page.")) from None


def _listing(guest: str, over: bool, after: tuple[float, str] | None) -> sa.Select[Any]:
    """One more match than a page holds, each with all of its seats."""
    mine = sa.select(seats.c.match).where(seats.c.guest == guest)
    moved = sa.select(batches.c.at).where(batches.c.match == matches.c.id)
    last = moved.order_by(batches.c.seq.desc()).limit(1).scalar_subquery()
    at = sa.func.coalesce(last, matches.c.created)
    undealt = sa.exists().where(contributions.c.match == matches.c.id, ~contributions.c.final)
    about = (matches.c.id, matches.c.game, matches.c.over, matches.c.winners, matches.c.rematch)
    page = sa.select(
        *about, drafts.c.seat.label("actor"), at.label("at"), (~undealt).label("dealt")
    )
    page = page.join(drafts, drafts.c.match == matches.c.id)
    page = page.where(matches.c.id.in_(mine), matches.c.over == over)
    if after:
        page = page.where(sa.tuple_(at, matches.c.id) < sa.tuple_(*after))
    shown = page.order_by(at.desc(), matches.c.id.desc()).limit(PAGE + 1).subquery()
    left = sa.exists().where(
        batches.c.match == seats.c.match,
        batches.c.seat == seats.c.seat,
        batches.c.kind.in_(GIVEN_UP),
    )
    sitting = seats.c.seat, seats.c.name, seats.c.bot, seats.c.guest
    resigned = sa.false() if over else left  # afterwards it does not matter
    return (
        sa.select(shown, *sitting, resigned.label("resigned"))
        .join(seats, seats.c.match == shown.c.id)
        .order_by(shown.c.at.desc(), shown.c.id.desc(), seats.c.seat)
    )


def _match(guest: str, rows: Sequence[sa.Row[Any]]) -> MyMatch:
    about = rows[0]
    sitting = [
        MySeat(
            seat=row.seat,
            kind="bot" if row.bot or row.resigned else "person" if row.guest else "open",
            name=row.name,
            yours=row.guest == guest,
        )
        for row in rows
    ]
    won = about.winners
    return MyMatch(
        id=about.id,
        game=about.game,
        seats=sitting,
        dealt=bool(about.dealt),
        over=about.over,
        actor=about.actor if about.dealt and not about.over and about.actor >= 0 else None,
        at=about.at,
        winners=None if won is None else [row.seat for row in rows if won >> row.seat & 1],
        rematch=about.rematch,
    )

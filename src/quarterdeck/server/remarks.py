"""Remarks: the six reactions and, where the host allows it, chat. They are passed on and forgotten.

Processes on PostgreSQL hear of a remark by `pg_notify`, which stores nothing. SQLite has nothing
like it, so there a remark is a row for some seconds, if there is another process at all.
"""

from __future__ import annotations

import asyncio
import logging

import msgspec
import sqlalchemy as sa

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.words import Words
from quarterdeck.server.guests import tidy_name
from quarterdeck.server.limits import Buckets
from quarterdeck.server.presence import Presence
from quarterdeck.server.refusals import NoChat, NotYourSeat, TooFast, sentence
from quarterdeck.server.schema import processes, remarks
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Storage, finish
from quarterdeck.server.stream import Listener
from quarterdeck.server.tables import Tables
from quarterdeck.server.writer import CHANNEL
from quarterdeck.wire import Chat, Chatted, React, Reacted, Refused, encode

log = logging.getLogger(__name__)
say = Words(__package__)
KEPT = 10.0
"""Seconds for which other processes can read a remark on SQLite."""
Remark = Reacted | Chatted
_decode = msgspec.json.Decoder(Remark).decode


class Remarks:
    def __init__(
        self, settings: Settings, storage: Storage, presence: Presence, tables: Tables
    ) -> None:
        self._chat, self._rate = settings.chat, Buckets(settings.remarks)
        self._storage, self._process, self._tables = storage, presence.process, tables
        self._rows = storage.engine.dialect.name == "sqlite"
        self._heard = 0
        """The last row that was read."""
        self._forgetting: set[asyncio.Task[None]] = set()

    async def make(self, match: str, listener: Listener, guest: str, command: React | Chat) -> None:
        """Show everybody at the table what one of the players remarks, or say why not."""
        try:
            remark = self._checked(listener.seat, guest, command)
        except QuarterdeckError as error:
            listener.send(Refused(code=error.code, message=sentence(error), key=command.key))
            return
        self.show(match, remark)
        try:
            await finish(self._pass_on(match, encode(remark).decode()))
        except Exception as error:  # it is only a remark
            log.warning("a remark was not passed on: %s: %s", type(error).__name__, error)

    def _checked(self, seat: int | None, guest: str, command: React | Chat) -> Remark:
        if seat is None:
            raise NotYourSeat(say("Only those who sit at the table can say something."))
        if isinstance(command, Chat) and not self._chat:
            raise NoChat(say("Chat is switched off here; you can react instead."))
        if not self._rate.take(guest):
            raise TooFast(say("That was a lot at once; wait a moment."))
        if isinstance(command, React):
            return Reacted(seat, command.what)
        return Chatted(seat, tidy_name(command.text, "…", len(command.text)))

    def show(self, match: str, remark: Remark) -> None:
        """To those who are connected to this process."""
        if table := self._tables.awake(match):
            for listener in table.listeners():
                listener.send(remark)

    # Other processes --------------------------------------------------------------------------

    async def _pass_on(self, match: str, said: str) -> None:
        others = sa.select(processes.c.id).where(processes.c.id != self._process).limit(1)
        async with self._storage.engine.connect() as connection:
            if (await connection.execute(others)).first() is None:
                return
        async with self._storage.writing() as connection:
            if self._rows:
                row = {"match": match, "process": self._process, "said": said}
                await connection.execute(remarks.insert(), row)
            else:
                notice = f"{match} {self._process} {said}"
                await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, notice)))
        if self._rows:
            self._forgetting.add(task := asyncio.create_task(self._forget()))
            task.add_done_callback(self._forgetting.discard)

    async def _forget(self) -> None:
        """All that this process has written, once the others had time to read it."""
        await asyncio.sleep(KEPT)
        if len(self._forgetting) == 1:  # the last one forgets for all
            await self.clear()

    async def clear(self) -> None:
        async with self._storage.writing() as connection:
            mine = remarks.c.process == self._process
            gone = remarks.c.process.not_in(sa.select(processes.c.id))
            await connection.execute(remarks.delete().where(mine | gone))

    def heard(self, match: str, process: str, said: str) -> None:
        """Another process, or this one, has passed a remark on."""
        if process != self._process:
            self.show(match, _decode(said))

    async def read(self) -> None:
        """What other processes have written, on SQLite."""
        if not self._rows:
            return
        new = sa.select(remarks).where(remarks.c.id > self._heard).order_by(remarks.c.id)
        async with self._storage.engine.connect() as connection:
            rows = (await connection.execute(new)).all()
        for row in rows:
            self._heard = row.id
            self.heard(row.match, row.process, row.said)

    async def close(self) -> None:
        for task in self._forgetting:
            task.cancel()
        if self._forgetting:
            await self.clear()

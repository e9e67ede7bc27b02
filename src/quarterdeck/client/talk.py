"""The talk of one socket, without the socket: what was heard, what to answer, what is waited for.

A command is kept until it is answered. After a reconnect it is sent again under the same key, which
the server recognises: nothing is lost and nothing happens twice.
"""

from __future__ import annotations

import random
import secrets
from typing import Any

import msgspec
from msgspec import UNSET

from quarterdeck import wire
from quarterdeck.client.calls import Caller
from quarterdeck.client.errors import Refused
from quarterdeck.client.link import Link
from quarterdeck.engine import fairness
from quarterdeck.engine.errors import StaleAction
from quarterdeck.engine.scene import Action, Scene, Told
from quarterdeck.engine.words import Words

say = Words(__package__)
SLOW_DOWN = "slow-down"
UNREAD = {SLOW_DOWN, "malformed"}
"""Refusals of a command that was not read, so that they lack its key."""
FINAL = {4400, 4401, 4403, 4404, 4409, 4410, 4421}
"""A server closes with 4000 plus an HTTP status: after these, trying again will not help."""
PAUSES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 30.0, 30.0, 30.0, 30.0)
"""Seconds before each attempt to connect again; after the last one the server is given up."""
HASTE = 0.5
"""Seconds to wait after too many commands at once."""

LARGEST = 2**24
"""Bytes of a message; a long log comes in one."""

Heard = (
    wire.State
    | wire.Gathered
    | wire.Refused
    | wire.People
    | wire.Hinted
    | wire.Reacted
    | wire.Chatted
    | wire.Alive
)
_decode = msgspec.json.Decoder(Heard).decode


def new_key() -> str:
    return secrets.token_hex(16)


class Talk:
    """What one seat, or a spectator, has been told of a match, and what is still to be answered."""

    def __init__(self, caller: Caller, match: str, seat: int | None) -> None:
        self.match, self.seat = match, seat
        self.invites: list[Link] = []
        """One for each seat that was kept for a friend, if this client has made the match."""
        self.state: wire.State | None = None
        self.gathered: wire.Gathered | None = None
        """Who and what is still expected, before the deal."""
        self.log: list[Told] = []
        self.people: list[wire.Person] = []
        self.commitment = ""
        """The first that was shown: the server must keep to it."""
        self.entropy = secrets.token_hex(16)
        self.seals: list[str] = []
        """Those that were known when the entropy was sent; none: it was not sent."""
        self._caller, self._failures, self._greeted = caller, 0, False
        self._asked: Any = None
        """The last command: it has a key and a cursor."""
        self._waits = self._again = False
        """Is its answer waited for? Was it sent a second time, after a reconnect?"""
        self._answer: wire.State | wire.Hinted | wire.Refused | None = None
        self._objection: wire.Refused | None = None
        """Why the command is refused, while a state or more is still to follow."""
        self._refusal: wire.Refused | None = None
        """The last that was about no command: why the socket is closed."""

    # What is known -----------------------------------------------------------------------------

    @property
    def link(self) -> Link:
        """Where others can watch."""
        return Link(self._caller.server, self.match)

    @property
    def scene(self) -> Scene:
        if self.state is None:
            raise Refused("not-dealt", say("This match is not dealt yet."))
        return self.state.scene

    @property
    def over(self) -> bool:
        if self.state and self.state.scene.outcome:
            return True
        last = self.state or self.gathered
        return bool(last and last.timing is not UNSET and last.timing.called_off)

    @property
    def my_turn(self) -> bool:
        """Is there a decision to take, which will not be declined by itself?"""
        if self.state is None or self.over or self.seat is None:
            return False
        return self.state.scene.actor == self.seat and not self.state.idle

    # The socket --------------------------------------------------------------------------------

    @property
    def _address(self) -> str:
        return self._caller.socket(self.match, self.seat)

    def _opened(self) -> None:
        """What comes next is the whole state."""
        self._greeted, self._refusal = False, None

    def _lost(self, error: Exception, code: int | None) -> float:
        """How many seconds to wait before connecting again; raises if that is of no use."""
        if code in FINAL and self._refusal:
            raise Refused(self._refusal.code, self._refusal.message) from None
        if self._failures == len(PAUSES):
            raise self._caller.silent(error) from None
        self._failures += 1
        return PAUSES[self._failures - 1] * random.uniform(0.8, 1.2)

    # Hearing -----------------------------------------------------------------------------------

    def _hear(self, raw: str | bytes) -> list[msgspec.Struct]:
        """Take in a message; returns what to send now."""
        try:
            message = _decode(raw)
        except msgspec.ValidationError:  # a newer server may say more
            return []
        match message:
            case wire.State():
                return self._look(message)
            case wire.Gathered():
                self.gathered, self.people = message, message.people
                self._greeted, self._failures = True, 0
                return self._contribute(message)
            case wire.People():
                self.people = message.people
            case wire.Hinted() if self._waits and message.key == self._asked.key:
                self._answered(message)
            case wire.Refused():
                self._refused(message)
            case wire.Alive() if self._waits and self._again and self.state:
                self._answered(self._objection or self.state)
        return []

    def _look(self, state: wire.State) -> list[msgspec.Struct]:
        before, greeting = self.state, not self._greeted
        self.state, self.gathered, self.people = state, None, state.people
        self._greeted, self._failures = True, 0
        self.commitment = self.commitment or state.commitment
        self.log = [*self.log[: 0 if greeting else state.first], *state.told]
        if not self._waits:
            return []
        if not greeting:
            if not self._again:
                self._answered(self._objection or state)
            return []
        if before and before.scene == state.scene:
            self._asked = msgspec.structs.replace(self._asked, cursor=state.cursor)
        self._again = True  # the first may be answered as well; what answers the probe comes last
        return [self._asked, wire.Probe()]

    def _refused(self, refused: wire.Refused) -> None:
        if refused.key is UNSET:
            self._refusal = refused
        elif not self._waits or refused.key != self._asked.key:
            return
        if refused.key is UNSET and refused.code not in UNREAD:
            return
        if refused.code == StaleAction.code or self._again:  # there is more to come
            self._objection = refused
        elif self._waits:
            self._answered(refused)

    def _answered(self, answer: wire.State | wire.Hinted | wire.Refused) -> None:
        self._waits, self._answer = False, answer

    # The seed ----------------------------------------------------------------------------------

    def _contribute(self, gathered: wire.Gathered) -> list[msgspec.Struct]:
        """Seal one's contribution first, and send it once all seals are known; a server that
        changes its commitment or the seals gets nothing."""
        self.commitment = self.commitment or gathered.commitment
        if self.seat not in gathered.missing or self.commitment != gathered.commitment:
            return []
        seal, seals = fairness.seal(self.entropy), [one.seal for one in gathered.seals]
        if not gathered.closed:
            return [wire.Seal(seal, new_key())]
        if seal not in seals or (self.seals and self.seals != seals):
            return []
        self.seals = seals
        return [wire.Entropy(self.entropy, new_key())]

    # Asking ------------------------------------------------------------------------------------

    def _ask(self, kind: type[msgspec.Struct], **details: Any) -> msgspec.Struct:
        """A command about the state that was last shown; its answer is waited for."""
        cursor = self.state.cursor if self.state else 0
        self._asked = asked = kind(**details, cursor=cursor, key=new_key())
        self._wait()
        return asked

    def _wait(self) -> None:
        self._waits, self._again, self._answer, self._objection = True, False, None, None

    def _ask_again(self) -> msgspec.Struct | None:
        """The same command, if the server had too many at once; None: it was answered."""
        if not isinstance(self._answer, wire.Refused) or self._answer.code != SLOW_DOWN:
            return None
        self._wait()
        again: msgspec.Struct = self._asked
        return again

    def _taken(self) -> bool:
        """Was the command carried out? False: the match had moved on; other refusals are raised."""
        if not isinstance(self._answer, wire.Refused):
            return True
        if self._answer.code == StaleAction.code:
            return False
        raise Refused(self._answer.code, self._answer.message)

    def _hinted(self) -> list[wire.Suggestion]:
        self._taken()
        return self._answer.options if isinstance(self._answer, wire.Hinted) else []


def chosen(action: Action | int) -> dict[str, Any]:
    """An action of the scene, one of its routes, or an action's id."""
    if isinstance(action, int):
        return {"action": action}
    return {"action": action.id, "then": action.then}

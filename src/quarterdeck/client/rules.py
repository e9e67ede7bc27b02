"""What of a match needs its rules, or a compiler: imported when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quarterdeck import wire
from quarterdeck.client.errors import OtherRules
from quarterdeck.engine.words import Words

if TYPE_CHECKING:
    from quarterdeck.client.talk import Talk

say = Words(__package__)


def record_of(sent: wire.SeatView) -> Any:
    """A view as the record that bots get: an array of one."""
    import numpy as np

    from quarterdeck.engine.game import find

    game = find(sent.game)
    if game.version != sent.version:
        raise OtherRules(
            say(
                "The server plays version {theirs} of {game}; here is version {ours}.",
                theirs=sent.version,
                game=game.title,
                ours=game.version,
            )
        )
    return np.frombuffer(bytearray(sent.record), game.state.dtype)


def findings(talk: Talk, text: bytes) -> list[tuple[bool, str]]:
    """Everything that can be checked of a finished match, each with whether it is as it must be."""
    from quarterdeck.engine.record import Record
    from quarterdeck.engine.verify import verify

    sent = talk.entropy if talk.seals else None
    return list(verify(Record.from_json(text), talk.commitment, sent, talk.seals))

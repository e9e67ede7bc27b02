"""Replay: from the log back to a match."""

from __future__ import annotations

from quarterdeck.engine.errors import WrongVersion
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.server.schema import Stored


def restore(stored: Stored) -> Match:
    """A match as its log says it stands."""
    game = find(stored.match.game)
    if game.version != stored.match.version:
        raise WrongVersion(
            f"This match was begun with version {stored.match.version} of {game.title}'s rules; "
            f"this server has version {game.version} and cannot go on with it."
        )
    about = stored.match
    match = Match(game, seats=len(stored.seats), options=about.options, seed=about.secret)
    for batch in stored.batches:
        if batch.kind == "resign":
            match.resign(batch.seat)
        for action in batch.actions:
            match.act(batch.seat, action)
    for action in stored.draft.actions:
        match.act(stored.draft.seat, action)
    return match

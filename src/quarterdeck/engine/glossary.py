"""The glossary: what every kind of thing in a scene is and does, for people who point at it.

A game's `glossary.json` has an entry for each kind. Clients find it by what a scene already says:

    terrain:gate    a cell's terrain
    symbol:mine     a piece, mark or tally with that symbol
    mark:hatch      a mark without a symbol, by its kind
    half:DIVE       a half of a card, by its name; the half's own text says what it does
    back            a card whose face is hidden
    zone:hand       a zone, by its id up to the colon

A variant shares the entry of what it is a variant of: without one of its own, `mine-square` is
explained as `mine`. `verbs` says which clause is about the question that a verb answers.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from quarterdeck.engine.words import Words, language, speaking

if TYPE_CHECKING:
    from quarterdeck.engine.scene import Scene


class Kind(msgspec.Struct, frozen=True):
    """A kind of thing, and what to know about it."""

    name: str = ""
    text: str = ""
    """What it is and does, in a sentence or two."""
    clause: str = ""
    """The clause of the rules that says more ("HIDEOUT-4")."""


class Glossary(msgspec.Struct, frozen=True):
    """What every kind of thing in a game is, by its key."""

    kinds: dict[str, Kind] = {}
    verbs: dict[str, str] = {}
    """By the verb of an action: the clause about the question it answers."""

    def find(self, key: str) -> Kind | None:
        return self.kinds.get(key) or self.kinds.get(key.partition("-")[0])


def glossary(package: str) -> Glossary:
    """What the glossary.json of a game's package says, in the language of whoever reads it; a game
    may do without."""
    return _in_words(package, language.get())


@functools.cache
def written(package: str) -> Glossary:
    path = resources.files(package) / "glossary.json"
    return msgspec.json.decode(path.read_bytes(), type=Glossary) if path.is_file() else Glossary()


@functools.cache
def _in_words(package: str, wanted: str) -> Glossary:
    say, known = Words(package), written(package)
    with speaking(wanted):
        kinds = {
            _said_key(say, key): Kind(say(kind.name), say(kind.text), kind.clause)
            for key, kind in known.kinds.items()
        }
    return Glossary(kinds, known.verbs)


def _said_key(say: Words, key: str) -> str:
    """A half of a card is found by its name, which is translated."""
    prefix, _, name = key.partition(":")
    return f"half:{say(name)}" if prefix == "half" else key


def kinds(scene: Scene) -> Iterator[str]:
    """The keys of everything in a scene."""
    for board in scene.boards:
        for cell in board.cells:
            yield f"terrain:{cell.terrain}"
            for mark in cell.marks:
                yield f"symbol:{mark.symbol}" if mark.symbol else f"mark:{mark.kind}"
    for zone in scene.zones:
        yield f"zone:{zone.id.partition(':')[0]}"
    for piece in scene.pieces:
        yield from (f"half:{half.name}" for half in piece.halves)
        if piece.kind == "token":
            yield f"symbol:{piece.symbol}"
        elif not piece.halves:
            yield "back"
    for player in scene.players:
        yield from (f"symbol:{tally.symbol}" for tally in player.tallies)

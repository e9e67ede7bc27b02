"""A playthrough: every view of every step of one game as text, so that a change shows as a diff."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.state import events_of, new

_LEFT_OUT = ("viewer", "fence", "event", "event_count")


def playthrough(record: Record) -> str:
    """A record told in full: each action, what each seat was told, and what changed in its view."""
    match = Match.from_record(Record(**{**_fields(record), "batches": [], "draft": []}))
    shown: dict[int | None, dict[str, str]] = {}
    lines = [f"{match.game.title}, rules version {match.game.version}, seed {record.seed}", ""]
    lines += _moment(match, shown, [None, *range(match.seats)])
    for batch in record.batches:
        if batch.kind == "resign":
            match.resign(batch.seat)
            lines.append(f"# seat {batch.seat} resigns")
        for action in batch.actions:
            verb, number = match.game.actions.parse(action)
            scene = match.scene(match.actor)
            label = next(a.label for a in scene.actions if a.id == action)
            lines += ["", f"# seat {match.actor}: {verb} {number}  ({label})"]
            final = match.act(batch.seat, action)
            lines += _moment(match, shown, [None, *range(match.seats)] if final else [batch.seat])
    lines += ["", f"# winners: {match.winners}", ""]
    return "\n".join(lines)


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def _moment(match: Match, shown: dict[int | None, dict[str, str]], seats: Any) -> Iterator[str]:
    """What each seat was told last, its legal actions, and the fields that look different now."""
    for seat in seats:
        view = match.view(seat)
        who = "spectator" if seat is None else f"seat {seat}"
        for event in events_of(view):
            name = match.game.event_names[event.kind]
            yield f"  {who} told {name} {event.who} {event.a} {event.b} {event.c}"
        now = _texts(match, view)
        before = shown.get(seat) or _texts(match, new(match.game.state, 1))
        changed = [
            f"{name}={text}"
            for name, text in now.items()
            if before.get(name) != text and name not in _LEFT_OUT
        ]
        yield f"  {who} sees {' '.join(changed) or 'nothing new'}"
        if seat is not None and seat == match.actor:
            yield f"  {who} may {match.legal()}"
        shown[seat] = now


def _texts(match: Match, view: Any) -> dict[str, str]:
    return {name: _text(view[name][0]) for name in match.game.state.fields}


def _text(value: Any) -> str:
    return (
        np.array2string(value, separator=",", max_line_width=10**6)
        .replace(" ", "")
        .replace("\n", "")
    )

"""A playthrough: a record played again, with all that anybody is shown of it, as text.

Each moment lists what changed for each viewer since that viewer's last moment: lines told with
their cues, the scene, what the actor may do and what would follow, the fields of the view. So a
change of the rules, of a picture or of a text shows as a diff that a person can read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.scene import Action, Scene, Told
from quarterdeck.engine.state import new

KEY = "Each line begins with who sees it: seats by number, s a spectator, * everybody who looks."
NOT_SHOWN = {"viewer", "fence", "event", "event_count"}
"""Fields of a view that differ for every viewer, or hold the events that are told in words."""
UNNAMED = {"kind", "label", "text"}
"""Fields of things whose values speak for themselves."""

Line = tuple[str, str]
"""What kind of line it is (one of `KINDS`), and its text."""
KINDS = ("told", "scene", "may", "view")


def playthrough(record: Record, game: Game | None = None) -> str:
    """What every seat and a spectator are shown of a record, moment by moment."""
    lines: list[str] = []
    viewers: list[Viewer] = []
    heading = "the deal"
    try:
        for match, seat, action in without_digests(record).replay(game=game):
            if not viewers:
                viewers = [Viewer(match, seat) for seat in (*range(match.seats), None)]
                lines += _heading(match)
            looking = viewers if match.actor is None or not match.draft else [viewers[match.actor]]
            lines += ["", heading, *_moment(looking)]
            heading = _entry(match, seat, action)
    except QuarterdeckError as error:  # other rules than those it was played by
        heading = f"the record does not go on: {error}"
    return "\n".join([*lines, "", heading, ""])


def without_digests(record: Record) -> Record:
    """The record to be played as far as it goes, by rules from which other things may follow."""
    batches = [msgspec.structs.replace(batch, digest=None) for batch in record.batches]
    return msgspec.structs.replace(record, batches=batches, deal=None)


def _entry(match: Match, seat: int | None, action: int | None) -> str:
    """What is done next."""
    if seat is None:
        scores = f", scores: {_text(match.scores)}" if match.scores else ""
        return f"winners: {_text(match.winners)}{scores}"
    if action is None:
        return f"seat {seat} resigns" if seat >= 0 else "time is up"
    return f"{match.decisions + 1}. seat {seat}: {_name(match, action)}"


def records_in(folder: Path, game: Game) -> dict[Path, Record]:
    """The records of a game that are kept in a folder, each with its playthrough beside it."""
    paths = sorted(folder.glob(f"{game.id}-*.json"))
    return {path: Record.from_json(path.read_bytes()) for path in paths}


def _heading(match: Match) -> Iterator[str]:
    settings = [f"{match.seats} players", *(f"{k} {v}" for k, v in match.options.items())]
    yield f"{match.game.title}, rules version {match.game.version}: {', '.join(settings)}"
    yield KEY


def _moment(viewers: list[Viewer]) -> Iterator[str]:
    """What is new for these viewers; a line that several see is written once."""
    seen: dict[Line, list[Viewer]] = {}
    for viewer in viewers:
        for line in viewer.news():
            seen.setdefault(line, []).append(viewer)
    whole = len(viewers)
    fields: dict[str, list[str]] = {}
    for (kind, text), who in sorted(seen.items(), key=lambda item: KINDS.index(item[0][0])):
        names = "*" if 1 < whole == len(who) else "".join(viewer.name for viewer in who)
        if kind == "view":
            fields.setdefault(names, []).append(text)
        else:
            yield f"  {names} {text}"
    yield from (f"  {names} view {' '.join(texts)}" for names, texts in fields.items())


class Viewer:
    """Somebody who looks on, and what they were shown last."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.name = "s" if seat is None else str(seat)
        self._match, self._seat = match, seat
        self._told: list[Told] = []
        self._things: dict[str, Any] = {}
        """Also what is gone: what comes back is compared with how it was."""
        self._present: set[str] = set()
        self._faces: dict[str, str] = {}
        """What is printed on cards, and on which it was shown first."""
        self._actions: dict[int, Action] = {}
        self._view = new(match.game.state, 1)

    def news(self) -> Iterator[Line]:
        """What has changed since the last time."""
        scene = self._match.scene(self._seat)
        yield from (("told", line) for line in self._new_told())
        yield from (("scene", line) for line in self._new_things(scene))
        if scene.actions:
            yield from (("may", line) for line in self._new_actions(scene))
        yield from (("view", entry) for entry in self._new_fields())

    def _new_told(self) -> Iterator[str]:
        before, self._told = self._told, list(self._match.told(self._seat))
        same = 0
        while same < min(len(before), len(self._told)) and before[same] == self._told[same]:
            same += 1
        if same < len(before):  # a draft can be told otherwise once it is final
            yield f"untold the last {len(before) - same}"
        for line in self._told[same:]:
            yield f"told {_fields(line)}"

    def _new_things(self, scene: Scene) -> Iterator[str]:
        before, now = self._present, things(scene)
        for name, thing in now.items():
            old = self._things.get(name)
            if name not in before and name in self._things:
                yield f"{name} is back {self._difference(name, old, thing)}".rstrip()
            elif name not in before or thing != old:
                yield f"{name} {self._difference(name, old, thing)}"
        self._things |= now
        self._present = set(now)
        if gone := [name for name in self._things if name in before and name not in now]:
            yield f"gone: {', '.join(gone)}"

    def _difference(self, name: str, old: Any, now: Any) -> str:
        """The fields of a thing that are new; a value that has none is shown whole."""
        if not isinstance(now, msgspec.Struct):
            return _text(now)
        before = msgspec.to_builtins(old) if type(old) is type(now) else {}
        after = msgspec.to_builtins(now)
        changed = {field: value for field, value in after.items() if before.get(field) != value}
        at_default = {field: None for field in before if field not in after}
        if halves := changed.get("halves"):
            first = self._faces.setdefault(_text(halves), name)
            changed["halves"] = halves if first == name else f"those of {first}"
        return _pairs({**changed, **at_default}, leave_out={"id", "cells"})

    def _new_actions(self, scene: Scene) -> Iterator[str]:
        """All that may be done, and how it looks where it did not look so before."""
        yield f"may {_runs(self._match, scene.actions)}"
        for action in scene.actions:
            if self._actions.get(action.id) != action:
                name = _name(self._match, action.id)
                yield f"  {name}: {_fields(action, leave_out={'id', 'verb'})}"
            self._actions[action.id] = action

    def _new_fields(self) -> Iterator[str]:
        before, self._view = self._view, self._match.view(self._seat)
        for name in self._match.game.state.fields:
            old, now = before[name][0], self._view[name][0]
            if name not in NOT_SHOWN and not np.array_equal(old, now):
                for place in np.argwhere(old != now):
                    index = "".join(f"[{i}]" for i in place)
                    yield f"{name}{index}={now[tuple(place)]}"


def things(scene: Scene) -> dict[str, Any]:
    """The parts of a scene by name; actions are listed apart, routes are made of them."""
    found: dict[str, Any] = {}
    for name in scene.__struct_fields__:
        if name not in ("viewer", "boards", "zones", "pieces", "players", "actions", "routes"):
            found[name] = getattr(scene, name)
    for board in scene.boards:
        found[f"board {board.id}"] = msgspec.structs.replace(board, cells=[])
        found |= {f"cell {cell.id}": cell for cell in board.cells}
    found |= {f"zone {zone.id}": zone for zone in scene.zones}
    found |= {f"piece {piece.id}": piece for piece in scene.pieces}
    return found | {f"player {player.seat}": player for player in scene.players}


# Values as text ------------------------------------------------------------------------------


def _name(match: Match, action: int) -> str:
    verb, number = match.game.actions.parse(action)
    return f"{verb} {number}" if len(match.game.actions.verbs[verb]) > 1 else verb


def _runs(match: Match, actions: list[Action]) -> str:
    """Actions by verb, consecutive numbers as a range: "step 0 2-3, report"."""
    numbers: dict[str, list[int]] = {}
    for action in actions:
        verb, number = match.game.actions.parse(action.id)
        numbers.setdefault(verb, []).append(number)
    return ", ".join(
        f"{verb} {_ranges(found)}" if len(match.game.actions.verbs[verb]) > 1 else verb
        for verb, found in numbers.items()
    )


def _ranges(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _fields(thing: msgspec.Struct, leave_out: set[str] | None = None) -> str:
    return _pairs(msgspec.to_builtins(thing), leave_out)


def _pairs(fields: dict[str, Any], leave_out: set[str] | None = None) -> str:
    shown = (item for item in fields.items() if item[0] not in (leave_out or ()))
    return " ".join(f"{'' if n in UNNAMED else f'{n}='}{_text(value)}" for n, value in shown)


def _text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, str):
        plain = re.fullmatch(r"[\w:/.+][\w:/.+-]*", value)
        return value if plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_text(item) for item in value)}]"
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    return f"{{{_pairs(value)}}}" if isinstance(value, dict) else str(value)

"""Golden playthroughs: games that must go on looking just as they did."""

from __future__ import annotations

import difflib
from pathlib import Path

from quarterdeck.engine.game import Game
from quarterdeck.engine.playthrough import playthrough
from quarterdeck.engine.record import Record

SHOWN = 20
"""Lines of a difference that are worth reading at once."""


def playthrough_faults(game: Game, folder: Path) -> list[str]:
    """How a game differs from its playthroughs in a folder: `ID.json`, the record, with `ID.txt`,
    what was shown of it; or several, `ID-1.json` and so on."""
    records = sorted([*folder.glob(f"{game.id}.json"), *folder.glob(f"{game.id}-*.json")])
    if not records:
        return [f"{folder} has no playthrough of {game.title}"]
    return [line for path in records for line in _faults(game, path)]


def _faults(game: Game, path: Path) -> list[str]:
    record, text = Record.from_json(path.read_bytes()), path.with_suffix(".txt")
    if record.version != game.version:
        return [f"{path.name} is of version {record.version}: version {game.version} needs its own"]
    before, now = text.read_text(encoding="utf-8").splitlines(), playthrough(record).splitlines()
    return [*difflib.unified_diff(before, now, text.name, "now", lineterm="")][:SHOWN]

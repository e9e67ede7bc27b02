"""Golden playthroughs: records that show all of a game, which must go on looking just as they did.

`quarterdeck playthroughs FOLDER GAME` finds the records and writes what is shown of them.
"""

from __future__ import annotations

import difflib
from pathlib import Path

from quarterdeck.engine.coverage import features, shown
from quarterdeck.engine.game import Game
from quarterdeck.engine.playthrough import playthrough, records_in
from quarterdeck.engine.record import Record

LINES, COLUMNS = 40, 240
"""As much of a difference as is worth reading at once."""


def playthrough_faults(game: Game, folder: Path) -> list[str]:
    """How a game differs from its playthroughs in a folder (`ID-01.json`, a record, with
    `ID-01.txt`, what was shown of it, and so on), and what these do not show."""
    paths = records_in(folder, game)
    if not paths:
        return [f"{folder} has no playthrough of {game.title}"]
    return [*(line for path in paths for line in record_faults(game, path)), *gaps(game, folder)]


def record_faults(game: Game, path: Path) -> list[str]:
    """How what is shown of a record differs from what was shown when it was written."""
    record = Record.from_json(path.read_bytes())
    if record.version != game.version:
        return [f"{path.name} is of version {record.version}: version {game.version} needs its own"]
    golden, now = path.with_suffix(".txt").read_text(encoding="utf-8"), playthrough(record, game)
    return difference(golden, now) if golden != now else []


def gaps(game: Game, folder: Path) -> list[str]:
    """The verbs, events, numbers of players and options that no record shows."""
    records = records_in(folder, game).values()
    found = set().union(*(shown(record, game) for record in records))
    return [f"no record of {game.title} shows: {gap}" for gap in sorted(features(game) - found)]


def difference(golden: str, now: str, most: int = LINES) -> list[str]:
    """The lines that differ, each group under the moment it belongs to."""
    old, new = golden.splitlines(), now.splitlines()
    lines = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag != "equal":
            headings = (line for line in reversed(old[: start + 1]) if line[:1].strip())
            lines += [f"@ {next(headings, '')}"]
            lines += [f"- {line}" for line in old[start:end]]
            lines += [f"+ {line}" for line in new[new_start:new_end]]
    more = [f"... and {len(lines) - most} more lines"] if len(lines) > most else []
    return [line[:COLUMNS] for line in lines[:most]] + more

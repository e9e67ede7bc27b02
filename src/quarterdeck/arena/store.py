"""The folder of a contest: its plan, and a line for every game played.

Lines are appended as games end, so that an interrupted contest can be continued. At the end they
are sorted, so that the file is the same wherever the games were played.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

import msgspec
import platformdirs

from quarterdeck.arena.game import Played, Result
from quarterdeck.arena.plan import Plan
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.record import Record


class DamagedContest(QuarterdeckError):
    code = "damaged-contest"


class OtherContest(QuarterdeckError):
    code = "other-contest"


class Line(NamedTuple):
    """A game's line in the file."""

    offset: int
    size: int
    result: Result


def default_folder(plan: Plan) -> Path:
    """Each plan has its own folder."""
    data = Path(platformdirs.user_data_dir("quarterdeck", appauthor=False))
    return data / "arena" / f"{plan.game}-{plan.digest}"


class Store:
    """A contest's folder, locked for one writer."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder, self.plan = folder, plan
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _check_plan(folder / "plan.json", plan)
            self.file = open(folder / "games.jsonl", "a+b")  # noqa: SIM115
        except OSError as error:
            raise DamagedContest(f"cannot store the games in {folder}: {error}") from None
        try:
            _lock(self.file, folder)
            self.lines = {line.result.number: line for line in _lines(self.file)}
        except QuarterdeckError:
            self.file.close()
            raise
        self._drop_cut_line()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.file.close()

    def missing(self, total: int) -> list[int]:
        """The numbers of the games not yet played."""
        return [number for number in range(total) if number not in self.lines]

    def results(self, total: int) -> list[Result]:
        """The results of the first `total` games, as far as played, in order."""
        return [self.lines[n].result for n in sorted(self.lines) if n < total]

    def append(self, games: Iterable[bytes]) -> None:
        """Store games, each the JSON of a `Played`."""
        for game in games:
            self.file.seek(0, os.SEEK_END)
            offset = self.file.tell()
            self.file.write(game + b"\n")
            result = msgspec.json.decode(game, type=Result)
            self.lines[result.number] = Line(offset, len(game) + 1, result)
        self.file.flush()

    def sort(self) -> None:
        """Sort the lines by number."""
        ordered = [self.lines[number] for number in sorted(self.lines)]
        if all(a.offset < b.offset for a, b in itertools.pairwise(ordered)):
            return
        with open(self.folder / "games.jsonl.new", "wb") as new:
            for line in ordered:
                self.file.seek(line.offset)
                new.write(self.file.read(line.size))
        os.replace(self.folder / "games.jsonl.new", self.folder / "games.jsonl")

    def _drop_cut_line(self) -> None:
        """Drop a line that was cut off while being written; its game will be played again."""
        end = max((line.offset + line.size for line in self.lines.values()), default=0)
        self.file.truncate(end)


def _check_plan(path: Path, plan: Plan) -> None:
    """Refuse to mix two contests in one folder."""
    if not path.exists():
        if (path.parent / "games.jsonl").exists():
            raise DamagedContest(f"{path} is missing: choose another folder with --out.")
        path.write_bytes(msgspec.json.format(msgspec.json.encode(plan), indent=1) + b"\n")
        return
    try:
        there = msgspec.json.decode(path.read_bytes(), type=Plan)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise DamagedContest(
            f"{path} is damaged: {error}. Choose another folder with --out."
        ) from None
    names = {"code": "different code of rules or bots", "version": "different rules"}
    other = [
        names.get(field, f"{field} {getattr(there, field)}")
        for field in Plan.__struct_fields__
        if getattr(there, field) != getattr(plan, field)
    ]
    if other:
        raise OtherContest(
            f"{path.parent} holds another contest ({', '.join(other)}): "
            "choose another folder with --out."
        )


def _lines(file: IO[bytes]) -> Iterator[Line]:
    """The games in the file; the last line may be cut off, any other damage is refused."""
    offset, seen = 0, set()
    file.seek(0)
    for number, line in enumerate(file, 1):
        if not line.endswith(b"\n"):
            return
        try:
            result = msgspec.json.decode(line, type=Result)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise DamagedContest(
                f"line {number} of {file.name} is damaged ({error}); "
                "delete the line, and its game will be played again."
            ) from None
        if result.number not in seen:
            yield Line(offset, len(line), result)
        seen.add(result.number)
        offset += len(line)


def _lock(file: IO[Any], folder: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: two writers may play a game twice, but it counts once
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OtherContest(f"another process is playing this contest in {folder}.") from None


def saved_record(path: Path, number: int) -> Record:
    """The record of one game of a contest, from its games.jsonl."""
    with open(path, "rb") as file:
        for line in _lines(file):
            if line.result.number == number:
                file.seek(line.offset)
                return msgspec.json.decode(file.read(line.size), type=Played).record
    raise DamagedContest(f"{path} has no game {number}.")

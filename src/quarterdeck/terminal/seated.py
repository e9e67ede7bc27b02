"""Seated: a person in a match, or watching one, as the screens know them.

A `Sitting` is played here against bots, a `Visit` at a table on a server. A command is carried out
at once, or returns something to wait for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from datetime import date
from pathlib import Path
from typing import Protocol

from quarterdeck.bots.analysis import Analysis
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.lesson import Lesson, LessonStep
from quarterdeck.engine.scene import Scene, Told
from quarterdeck.engine.words import Words, language

say = Words(__package__)
Pending = Awaitable[object] | None
"""None: it is done."""


class UnusableFile(QuarterdeckError):
    """A record could not be read or written."""

    code = "unusable-file"


class FileExists(UnusableFile):
    code = "file-exists"


class Suggested(Protocol):
    """An action that a bot suggests, and what to expect of it."""

    @property
    def label(self) -> str: ...
    @property
    def expected(self) -> float: ...


class Seated(ABC):
    game: str
    """Its id."""
    package: str = ""
    """The game's, if it is installed here."""
    rules_text: str = ""
    viewer: int | None = None
    """The person's seat; None: a spectator."""
    scored: bool = False
    lesson: Lesson | None = None
    """What the coach says; None: there is none, or the person has left the coach."""
    aid: bool = True
    """Does the scene show what the game works out for its players?"""
    saved_as: Path | None = None

    def __init__(self) -> None:
        self.language = language.get()
        """The person's, for threads: they do not know it by themselves."""

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @property
    @abstractmethod
    def moment(self) -> int:
        """Another number whenever something has changed."""

    @property
    @abstractmethod
    def my_turn(self) -> bool:
        """Must the person decide?"""

    @property
    @abstractmethod
    def can_take_back(self) -> bool: ...

    @property
    @abstractmethod
    def optional(self) -> bool:
        """Is the person's decision an optional response?"""

    @property
    @abstractmethod
    def auto_passes(self) -> bool:
        """Are optional responses declined that do not concern the person?"""

    @property
    def can_save(self) -> bool:
        return True

    @property
    def worth_saving(self) -> bool:
        """Has anything happened since the deal or the last save?"""
        return False

    @property
    def can_hint(self) -> bool:
        return self.my_turn

    @abstractmethod
    def scene(self) -> Scene: ...

    @abstractmethod
    def told(self) -> list[Told]: ...

    def note(self) -> str:
        """What else to know just now; it follows the details of the question."""
        return ""

    @abstractmethod
    def act(self, action: int) -> Pending: ...

    @abstractmethod
    def take_back(self) -> Pending: ...

    @abstractmethod
    def resign(self) -> Pending: ...

    @abstractmethod
    def auto_pass(self, on: bool) -> Pending: ...

    # The coach ---------------------------------------------------------------------------------

    @property
    def astray(self) -> bool:
        """Has the game gone another way than the lesson?"""
        return False

    @property
    def step(self) -> LessonStep | None:
        """What the coach has to say."""
        return None

    @property
    def expected(self) -> Sequence[int]:
        """The actions that the coach waits for now."""
        return ()

    def read_on(self) -> None:
        """Go on to the next step of the lesson; after the last one the coach leaves."""
        self.lesson = None

    # The record, and what a bot thinks -----------------------------------------------------------

    @abstractmethod
    def hints(self) -> Sequence[Suggested]:
        """The two best actions now, given what the person knows. In a thread."""

    @abstractmethod
    def analyse(self) -> Analysis:
        """Analyse the finished game from the person's point of view. In a thread."""

    @abstractmethod
    def record(self) -> bytes:
        """The game as it was played, as JSON."""

    def save(self, path: Path, replace: bool = False) -> None:
        """Write the record; overwrite a file only if `replace` is set."""
        content = self.record()
        try:
            with path.open("wb" if replace else "xb") as file:
                file.write(content)
        except FileExistsError:
            raise FileExists(say("{path} already exists.", path=path)) from None
        except (OSError, ValueError) as error:
            why = reason(error)
            raise UnusableFile(say("cannot write {path}: {why}.", path=path, why=why)) from None
        self.saved_as = path

    def suggested_path(self) -> Path:
        """An unused file name in the current folder."""
        stem = f"{self.game}-{date.today().isoformat()}"
        numbered = (Path(f"{stem}-{number}.json") for number in range(1, 10_000))
        return next((path for path in numbered if not path.exists()), Path(f"{stem}.json"))


def unreadable(path: Path, error: OSError) -> UnusableFile:
    return UnusableFile(say("cannot read {path}: {why}.", path=path, why=reason(error)))


def reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()

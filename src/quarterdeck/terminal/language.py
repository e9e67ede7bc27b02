"""Which language to speak in the terminal: the one asked for, else that of the environment."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.words import ENGLISH, FOLDER, Words

say = Words(__package__)
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first that is set decides, as everywhere on Unix: `de_AT.UTF-8` is German."""


def spoken(asked: str | None, environment: Mapping[str, str]) -> str:
    """A language's code. One that is asked for must exist; without one for the environment, it is
    English."""
    codes = _codes()
    if asked is not None and asked not in codes:
        having = ", ".join(codes)
        raise BadOption(
            say("there is no language {code}; there are: {codes}.", code=repr(asked), codes=having)
        )
    if asked is not None:
        return asked
    local = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    code = local.partition(".")[0].partition("_")[0].lower()
    return code if code in codes else ENGLISH


def _codes() -> list[str]:
    folder = resources.files(__package__) / FOLDER
    names = sorted(path.name for path in folder.iterdir())
    return [ENGLISH, *(name.removesuffix(".json") for name in names if name.endswith(".json"))]

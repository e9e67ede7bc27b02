"""Wordlist: what every package says, and the files of its translations brought up to date.

`make words` adds to every file what it lacks, with an empty text, drops what is no longer said, and
lists what is still to be translated.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from quarterdeck.engine import glossary
from quarterdeck.engine.game import Game, listing
from quarterdeck.engine.words import (
    ENGINE,
    ENGLISH,
    FOLDER,
    fields,
    known,
    languages,
    read,
    texts,
)

OURS = tuple(
    f"quarterdeck.{name}" for name in ("engine", "client", "bots", "puzzles", "server", "terminal")
)


def packages() -> list[str]:
    """All that are translated: they have a folder for it."""
    found = (*OURS, *(game.package for game in listing()))
    return [name for name in found if (resources.files(name) / FOLDER).is_dir()]


def said(package: str) -> dict[str, bool]:
    """All that a package says, in the order of its sources, and whether it depends on a number."""
    found: dict[str, bool] = {}
    for path in sorted(_folder(package).rglob("*.py")):
        source = path.read_text("utf-8")
        found |= dict(texts([source]))
        if "say.know(" in source:
            importlib.import_module(_module(package, path))
    for game in (game for game in listing() if game.package == package):
        found |= dict.fromkeys(_data(game), False)
    found |= dict.fromkeys(known.get(package, ()), False)
    return {text: counted for text, counted in found.items() if text}


def _folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _module(package: str, path: Path) -> str:
    inside = path.relative_to(_folder(package)).with_suffix("").parts
    return ".".join([package, *(part for part in inside if part != "__init__")])


def _data(game: Game) -> Iterator[str]:
    """The texts of a game's data, without its title."""
    yield game.summary
    yield from (option.help for option in game.options)
    yield from game.lesson.texts() if game.lesson else ()
    for key, kind in glossary.written(game.package).kinds.items():
        yield from (kind.name, kind.text)
        if key.startswith("half:"):
            yield key.removeprefix("half:")


def updated(package: str, code: str) -> dict[str, Any]:
    """A package's translations with a place for whatever is missing, and without the rest."""
    have, shared = read(package, code), read(ENGINE, code)
    kinds = [*shared[""]["plural"], "other"]
    names = [game.title for game in listing() if game.package == package]
    file = {text: have[text] for text in ("", *names) if text in have}  # a name may stay as it is
    for text, counted in said(package).items():
        if text in have or text not in shared:
            file[text] = have.get(text) or (dict.fromkeys(kinds, "") if counted else "")
    return file


def faults(package: str, code: str) -> list[str]:
    """What a package's translation lacks or has wrong, a line each."""
    have, wanted = read(package, code), updated(package, code)
    return [
        *(f"not translated: {text}" for text, to in wanted.items() if text and not _complete(to)),
        *(f"no longer said: {text}" for text in have if text not in wanted),
        *(
            f"other fields: {text}"
            for text, to in wanted.items()
            if text and _complete(to) and not _fields_fit(text, to)
        ),
    ]


def _complete(translated: str | dict[str, str]) -> bool:
    return all(translated.values()) if isinstance(translated, dict) else bool(translated)


def _fields_fit(text: str, translated: str | dict[str, str]) -> bool:
    """A translation has the same fields; where a number decides, one form may do without it."""
    if isinstance(translated, str):
        return fields(translated) == fields(text)
    every = fields(text) | {"n"}
    most = fields(translated["other"])
    return most == every and all(
        every - {"n"} <= fields(form) <= every for form in translated.values()
    )


def main() -> None:
    for code in [code for code in languages() if code != ENGLISH]:
        for package in packages():
            path = _folder(package) / FOLDER / f"{code}.json"
            file = updated(package, code)
            path.write_text(json.dumps(file, ensure_ascii=False, indent=1) + "\n", "utf-8")
            for fault in faults(package, code):
                print(f"{package}, {code}: {fault}")


if __name__ == "__main__":
    main()

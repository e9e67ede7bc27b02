"""Words: every text for people, in the language of whoever reads it.

The English text is the key to the others. A module has `say = Words(__package__)` and writes

    say("{who} plays {card}.", who=who, card=card)

A translation is a file beside the module: `languages/de.json`, English to German; that of RULES.md
is `languages/de.md`. What a file lacks is said in English. Texts are made for one reader at a time:
`with speaking("de"):` sets whose language it is. `make words` (wordlist.py) keeps the files up to
date.
"""

from __future__ import annotations

import ast
import functools
import gettext
import json
import string
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import resources
from typing import Any

ENGLISH = "en"
ENGINE = "quarterdeck.engine"
FOLDER = "languages"
language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """Texts that are made in this block are in this language."""
    token = language.set(wanted)
    try:
        yield
    finally:
        language.reset(token)


class Words:
    """The texts of a package. A game that does not translate one asks the engine for it."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, text: str, /, **fields: object) -> str:
        wanted = language.get()
        if wanted != ENGLISH:
            text = translation(self.package, wanted).text(text)
        return text.format(**fields) if fields else text

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """`say.count("{n} step", "{n} steps", 3)`."""
        wanted = language.get()
        if wanted == ENGLISH:
            text = one if n == 1 else many
        else:
            text = translation(self.package, wanted).plural(one, many, n)
        return text.format(n=n, **fields)

    def to(self, me: bool, mine: str, others: str, /, **fields: object) -> str:
        """A line for whom it is about, or for the others: `say.to(me, "You pass.", "{who} passes.",
        who=who)`."""
        return self(mine if me else others, **fields)

    def know(self, *texts: str) -> tuple[str, ...]:
        """Texts that are said by a variable, `say(NAMES[card])`: known to translators."""
        known.setdefault(self.package, {}).update(dict.fromkeys(texts))
        return texts


known: dict[str, dict[str, None]] = {}


class Translation:
    """One language's file of a package."""

    def __init__(self, texts: dict[str, Any]) -> None:
        about = texts.pop("", {})
        self.texts = texts
        self.kinds = [
            (kind, gettext.c2py(when)) for kind, when in about.get("plural", {}).items()
        ]  # which numbers take which form: {"one": "n == 1"}; all others: "other"

    def text(self, text: str) -> str:
        return self.texts.get(text) or text

    def plural(self, one: str, many: str, n: int) -> str:
        forms = self.texts.get(one)
        if not forms:
            return one if n == 1 else many
        kind = next((kind for kind, fits in self.kinds if fits(n)), "other")
        return forms[kind]  # type: ignore[no-any-return]


@functools.cache
def translation(package: str, wanted: str) -> Translation:
    own, shared = read(package, wanted), read(ENGINE, wanted)
    return Translation({**shared, **own})


def read(package: str, wanted: str) -> dict[str, Any]:
    """Each text with its translation; under "" what the engine's file says about the language."""
    path = resources.files(package) / FOLDER / f"{wanted}.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def translations(package: str) -> list[str]:
    """The codes of the languages that a package is translated into."""
    folder = resources.files(package) / FOLDER
    files = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    return [name.removesuffix(".json") for name in files if name.endswith(".json")]


@functools.cache
def languages() -> dict[str, str]:
    """Every language there is, by its code, with its own name for itself."""
    names = {code: read(ENGINE, code)[""]["name"] for code in translations(ENGINE)}
    return {ENGLISH: "English"} | names


# For translators -----------------------------------------------------------------------------


def texts(sources: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """What Python sources say, and whether it depends on a number."""
    for source in sources:
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            match call.func, call.args:
                case ast.Name("say"), [ast.Constant(str(text)), *_]:
                    yield text, False
                case ast.Attribute(ast.Name("say"), "count"), [ast.Constant(str(text)), *_]:
                    yield text, True
                case (
                    ast.Attribute(ast.Name("say"), "to"),
                    [_, ast.Constant(str(mine)), ast.Constant(str(others)), *_],
                ):
                    yield mine, False
                    yield others, False


def fields(text: str) -> set[str]:
    """The names in braces: a translation has the same."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

"""A game's look: drawings, colours and sounds in its folder `look`, each of which may be missing.

    theme.css     custom properties only: `:root{...}` by night, `[data-day]{...}` by day
    board.svg     drawn behind the cells, in the units of `Cell.x` and `Cell.y`
    cards.svg     symbols `face-<art>`, 200 x 112 for a half or 200 x 224 for a card, and `back`
    cover.svg     256 x 352, for the shelf
    stage.svg     320 x 128, behind the two sides of a contest
    end.svg       320 x 200, shown when the game is over
    moments.svg   symbols `<choreography>-<name>`, 100 x 100, which `Cue.moment` names
    sounds.json   by the kind of a cue: notes to synthesise

Clients draw with these files and symbols.svg and take nothing else from them; `faults` says what
they would leave out. See `web/src/drawing.ts` and `web/src/table/look.ts`, which keep the same
lists.
"""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from typing import Literal, NamedTuple
from xml.etree import ElementTree

import msgspec

from quarterdeck.engine.scene import CHOREOGRAPHIES

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
ELEMENTS = frozenset(
    [
        "svg",
        "symbol",
        "g",
        "path",
        "circle",
        "ellipse",
        "rect",
        "line",
        "polyline",
        "polygon",
        "title",
        "defs",
        "use",
        "linearGradient",
        "radialGradient",
        "stop",
        "clipPath",
        "pattern",
        "text",
        "tspan",
    ]
)
FUNCTIONS = frozenset(
    [
        "url",
        "var",
        "rgb",
        "rgba",
        "hsl",
        "hsla",
        "color-mix",
        "calc",
        "translate",
        "rotate",
        "scale",
        "matrix",
        "skewX",
        "skewY",
    ]
)
"""What may be called in the value of an attribute; `url` only for what is in the same file."""
TOKENS = re.compile(
    r"--(night|panel|rule|text|dim|accent|legal|legal-key|key|hatch|cell-[a-z0-9-]+|card|card-ink"
    r"|card-radius|half-[01]|seat-[0-5]|peg-[a-z0-9-]+|title|title-spacing|title-tilt|radius|paper)"
)
SPRITES = ("cards.svg", "moments.svg")
BOXES = {
    "cover.svg": ("0 0 256 352",),
    "stage.svg": ("0 0 320 128",),
    "end.svg": ("0 0 320 200",),
}
FACES = ("0 0 200 112", "0 0 200 224")
MOMENT = "0 0 100 100"
HEAVIEST = 150_000
"""Bytes that all of a game's look may have, compressed."""


class Note(msgspec.Struct, frozen=True):
    """A tone that glides from one pitch to another."""

    wave: Literal["sine", "triangle", "square", "sawtooth", "noise"]
    from_: float = msgspec.field(name="from")
    """Hertz."""
    to: float
    seconds: float
    gain: float = 1.0
    """1 is as loud as the house's own sounds."""
    delay: float = 0.0


class Look(msgspec.Struct, frozen=True):
    """What a client needs at the table; symbols and the cover come by themselves."""

    theme: str = ""
    """CSS custom properties for night and day."""
    board: str = ""
    """SVG."""
    cards: str = ""
    """An SVG sprite."""
    end: str = ""
    """SVG."""
    stage: str = ""
    """SVG, behind a contest."""
    moments: str = ""
    """An SVG sprite."""
    sounds: dict[str, list[Note]] = {}
    """By the kind of a cue."""


class Theme(NamedTuple):
    """The custom properties of a game, by their names."""

    night: dict[str, str]
    day: dict[str, str]
    """By day those of the night hold, too, unless they are here."""


def look(package: str) -> Look:
    """What a game's folder says; empty where it says nothing. What is wrong with it is for
    `faults`: players see the game without."""
    try:
        sounds = _sounds(package)
    except msgspec.DecodeError:
        sounds = {}
    return Look(
        theme=_text(package, "theme.css"),
        board=_text(package, "board.svg"),
        cards=_text(package, "cards.svg"),
        stage=_text(package, "stage.svg"),
        end=_text(package, "end.svg"),
        moments=_text(package, "moments.svg"),
        sounds=sounds,
    )


def cover(package: str) -> str:
    """The cover for the shelf, SVG."""
    return _text(package, "cover.svg")


def theme(package: str) -> Theme:
    """What theme.css says, for clients that are no browsers."""
    found = Theme({}, {})
    for selector, body in _blocks(_text(package, "theme.css")):
        into = {":root": found.night, "[data-day]": found.day}.get(selector, {})
        into.update((name, value) for name, value in _properties(body) if TOKENS.fullmatch(name))
    return found


def _blocks(css: str) -> list[tuple[str, str]]:
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    return [
        (selector.strip(), body) for selector, body in re.findall(r"([^{}]*)\{([^{}]*)\}", bare)
    ]


def _properties(body: str) -> list[tuple[str, str]]:
    lines = filter(None, (line.strip() for line in body.split(";")))
    return [
        (name.strip(), value.strip()) for name, _, value in (one.partition(":") for one in lines)
    ]


def _text(package: str, name: str) -> str:
    path = resources.files(package) / "look" / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _sounds(package: str) -> dict[str, list[Note]]:
    written = _text(package, "sounds.json") or "{}"
    return msgspec.json.decode(written, type=dict[str, list[Note]])


# What is wrong with it ---------------------------------------------------------------------------


def faults(package: str) -> Iterator[str]:
    """What clients would leave out or could not draw, a line each."""
    drawings = {name: _text(package, name) for name in (*SPRITES, "board.svg", *BOXES)}
    drawings["../symbols.svg"] = _symbols(package)
    known = set(_ids(drawings["../symbols.svg"]))
    for name, text in drawings.items():
        yield from (f"look/{name}: {fault}" for fault in _drawing_faults(name, text, known))
    ids = Counter(one for text in drawings.values() for one in _ids(text))
    yield from (f"look: two things have the id {one}." for one, count in ids.items() if count > 1)
    theme = _text(package, "theme.css")
    yield from (f"look/theme.css: {fault}" for fault in _theme_faults(theme))
    try:
        _sounds(package)
    except msgspec.DecodeError as error:
        yield f"look/sounds.json: {error}"
    weight = sum(len(gzip.compress(text.encode())) for text in (theme, *drawings.values()))
    if weight > HEAVIEST:
        yield f"look: {weight} bytes when compressed; {HEAVIEST} are allowed."


def moment_fault(package: str, moment: str) -> str:
    """What is wrong with a moment that a cue names; "" if nothing is. A game without
    look/moments.svg leaves all of them to its clients."""
    choreography, _, name = moment.partition("-")
    if choreography not in CHOREOGRAPHIES:
        return f"{moment}: no client knows {choreography}; they know {', '.join(CHOREOGRAPHIES)}"
    moments = _ids(_text(package, "moments.svg"))
    if choreography == "reveal":
        other, where = (
            f"face-{name}" in _ids(_text(package, "cards.svg")),
            "look/cards.svg as face-",
        )
    else:
        other, where = name in _ids(_symbols(package)), "symbols.svg as "
    if not moments or moment in moments or other:
        return ""
    return f"{moment} is drawn neither in look/moments.svg nor in {where}{name}"


def _symbols(package: str) -> str:
    path = resources.files(package) / "symbols.svg"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _ids(text: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', text)


def _drawing_faults(name: str, text: str, known: set[str]) -> Iterator[str]:
    if not text:
        return
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        yield f"it is no SVG: {error}."
        return
    if root.tag != f"{SVG}svg":
        yield f"it begins with {root.tag}: write <svg xmlns=...>."
        return
    yield from _box_faults(name, root)
    own = known.union(_ids(text))
    for element in root.iter():
        tag = element.tag.removeprefix(SVG)
        if tag not in ELEMENTS:
            yield f"<{tag}> is left out: a look is drawn, without styles, scripts or pictures."
        for attribute, value in element.attrib.items():
            if fault := _attribute_fault(attribute, value, own):
                yield f"<{tag} {attribute.rpartition('}')[2]}={value!r}> {fault}"


def _box_faults(name: str, root: ElementTree.Element) -> Iterator[str]:
    if name in BOXES and root.get("viewBox") not in BOXES[name]:
        yield f'its viewBox must be "{BOXES[name][0]}".'
    if name == "board.svg" and len((root.get("viewBox") or "").split()) != 4:
        yield "it needs a viewBox: the board's box in cell widths."
    for symbol in root.iter(f"{SVG}symbol"):
        named = symbol.get("id") or ""
        box = symbol.get("viewBox")
        if not named or not box:
            yield f"the symbol {named or 'without an id'} needs an id and a viewBox."
        elif name == "cards.svg" and named.startswith("face-") and box not in FACES:
            yield f'the viewBox of {named} must be "{FACES[0]}" or "{FACES[1]}".'
        elif name == "moments.svg" and named.partition("-")[0] not in CHOREOGRAPHIES:
            yield f"{named} is not called after a choreography: {', '.join(CHOREOGRAPHIES)}."
        elif name == "moments.svg" and box != MOMENT:
            yield f'the viewBox of {named} must be "{MOMENT}".'


def _attribute_fault(attribute: str, value: str, known: set[str]) -> str:
    if attribute.lower().startswith("on"):
        return "is left out: a look does nothing."
    if attribute in ("href", f"{XLINK}href"):
        return _reference_fault(value.removeprefix("#") if value.startswith("#") else None, known)
    if "\\" in value:
        return "is left out: it has a backslash."
    for called in re.findall(r"(?<![\w-])([\w-]+)\s*\(", value):
        if called not in FUNCTIONS:
            return f"is left out: {called}() is not for drawing."
    for whole in re.findall(r"url\(([^)]*)\)?", value):
        local = re.fullmatch(r"#([\w-]+)", whole)
        if fault := _reference_fault(local[1] if local else None, known):
            return fault
    return ""


def _reference_fault(name: str | None, known: set[str]) -> str:
    if name is None:
        return "is left out: only #id, in the same file or in symbols.svg, can be referred to."
    return "" if name in known else f"refers to {name}, which is nowhere."


def _theme_faults(text: str) -> Iterator[str]:
    if re.sub(r"/\*.*?\*/|[^{}]*\{[^{}]*\}", "", text, flags=re.S).strip():
        yield "write blocks of custom properties only, without blocks in them."
    for selector, body in _blocks(text):
        if selector not in (":root", "[data-day]"):
            yield f"{selector!r} is left out: write :root (night) or [data-day]."
            continue
        for name, value in _properties(body):
            if not TOKENS.fullmatch(name):
                yield f"{name} is left out: no client knows it."
            elif "\\" in value or re.search(r"url\s*\(", value, re.I):
                yield f"{name} is left out: a value is a colour, a length or a font."

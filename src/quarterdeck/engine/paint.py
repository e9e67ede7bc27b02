"""The house colours and strokes for pictures that stand alone, as web/src has them for the page."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

TEXT = 18
"""The smallest writing: still 12 pixels high on a phone, where the picture is drawn smaller."""

SEATS = ("#f3ead7", "#ff8a86", "#56b4e9", "#009e73", "#cc79a7", "#f0e442")
SHAPES = (
    "M4 1h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z",
    "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
    "M10 .5L19.5 10L10 19.5L.5 10z",
    "M10 1.5L19.5 18H.5z",
    "M10 .5L18.3 5.2V14.8L10 19.5L1.7 14.8V5.2z",
    "M10 .5L12.9 7.1L20 7.8L14.6 12.5L16.2 19.5L10 15.8L3.8 19.5L5.4 12.5L0 7.8L7.1 7.1z",
)
TERRAINS = {
    "deep": ("#0e2f3f", "waves"),
    "shallow": ("#1f5166", "dots"),
    "land": ("#4a4a38", "dots"),
    "rocky": ("#3f5257", "rocks"),
    "zone-even": ("#1d4f55", "dots"),
    "zone-odd": ("#2a4866", "strokes"),
    "house": ("#5a3f3a", ""),
    "x": ("#4c4a2c", ""),
    "treasure": ("#6b5a22", ""),
    "gate": ("#33424c", ""),
}
"""Fill and texture, as the browser's; any other terrain is open sea."""
TEXTURES = {
    "waves": (24, 14, '<path d="M0 9q6-5 12 0t12 0" fill="none" stroke="#08202c"/>'),
    "rocks": (34, 30, '<path d="M3 13l5-9l6 4l3 6zM20 27l3-7l7-2l3 8z" fill="#26363b" '
                      'stroke="#93a7a6"/>'),
    "strokes": (10, 10, '<path d="M2 7l4-4" stroke="#5f86b5" stroke-width="1.3"/>'),
    "dots": (9, 9, '<circle cx="3" cy="3" r="1" fill="#5e96a8"/>'),
}  # fmt: skip
STYLE = """\
text{font:18px "IBM Plex Sans",system-ui,sans-serif;fill:#e6eef1}
.serif{font:italic 18px Spectral,Georgia,serif;fill:#9bb7c3}
.name{font:18px Spectral,Georgia,serif;fill:#d5e4ea}
.mid{text-anchor:middle}.end{text-anchor:end}.bold{font-weight:600}
.over{paint-order:stroke;stroke:#0b1d28;stroke-width:4px;stroke-linejoin:round}
.ink,.plain{fill:#1c2b33}.danger{fill:#98290b}.calm{fill:#155a44}.dim{fill:#9bb7c3}.brass{fill:#edc271}
.total{font:500 34px Spectral,Georgia,serif}
.ring{fill:none;stroke-width:2}
.cell{fill:#153c4e;stroke:#2f667e;stroke-width:1.5;stroke-linejoin:round}
.lit{fill:none;stroke:#d9a441;stroke-width:4}
.trail{fill:none;stroke:#d9a441;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
.stopped{stroke-dasharray:2 9}.dot{fill:#d9a441;stroke:#0b1d28;stroke-width:2}
use{fill:currentColor;--fill:none}.full{--fill:currentColor}"""
HEAD = (
    '<marker id="head" markerWidth="5" markerHeight="5" refX="4" refY="2.5" orient="auto">'
    '<path d="M0 0L5 2.5L0 5z" fill="#d9a441"/></marker>'
)


def pattern(name: str) -> str:
    """A texture by its name, or "hatch-" and a colour for strokes in it."""
    hatch = f'<path d="M0 0v11" stroke="#{name.removeprefix("hatch-")}" stroke-width="2.6"/>'
    width, height, drawing = TEXTURES.get(name, (11, 11, hatch))
    turned = "" if name in TEXTURES else ' patternTransform="rotate(45)"'
    size = f'width="{width}" height="{height}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{name}" {size}{turned}>{drawing}</pattern>'


def text(x: float, y: float, words: str, css: str = "", colour: str = "") -> str:
    """One line of writing; nothing where there is nothing to write."""
    if not words:
        return ""
    kind = f' class="{css}"' if css else ""
    fill = f' style="fill:{colour}"' if colour else ""
    return f'<text x="{number(x)}" y="{number(y)}"{kind}{fill}>{escape(words)}</text>'


def wrapped(words: str, room: float) -> list[str]:
    """Lines that fit, whatever the font: capitals are taken to be wide."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and TEXT * sum(0.72 if c.isupper() else 0.55 for c in longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def number(value: float) -> str:
    """One decimal at most, and never a minus before a nought."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")

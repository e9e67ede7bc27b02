"""Draw the figures of docs/: diagrams from the code, plots from the tables beside them.

python scripts/figures.py            writes docs/pictures/*.svg and the table of laws
python scripts/figures.py --check    exits with 1 if anything is stale
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from quarterdeck.engine import laws
from quarterdeck.engine.contract import MODULES, Hook, names_of
from quarterdeck.engine.game import find
from quarterdeck.engine.look import SVG
from quarterdeck.engine.state import EVERYONE, JUDGED, NOBODY, OWN, PLAYERS

ROOT = Path(__file__).parent.parent
DOCS, SOURCE = ROOT / "docs", ROOT / "src/quarterdeck"
NIGHT, PANEL, RULE, EDGE = "#0a1a24", "#0f2c3a", "#1d3d4d", "#2f667e"
PAPER, MUTED, BRASS, BAR = "#f3ead7", "#9bb7c3", "#d9a441", "#4a8ba8"
WIDTH, MARGIN = 760, 20

Table = list[list[str]]


# Shapes -------------------------------------------------------------------------------------------


def picture(title: str, height: float, *parts: str) -> str:
    return "\n".join(
        [
            f'<svg xmlns="{SVG[1:-1]}" viewBox="0 0 {WIDTH} {height:.0f}"'
            f' width="{WIDTH}" height="{height:.0f}" font-family="sans-serif" font-size="13"'
            f' fill="{PAPER}">',
            f"<title>{escape(title)}</title>",
            '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"'
            f' orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="{MUTED}"/></marker>',
            f'<rect width="{WIDTH}" height="{height:.0f}" fill="{NIGHT}"/>',
            text(MARGIN, 30, title, size=16, family="serif"),
            *parts,
            "</svg>\n",
        ]
    )


def text(x: float, y: float, words: str, anchor: str = "start", size: int = 13,
         fill: str = PAPER, family: str = "") -> str:  # fmt: skip
    look = f' font-family="{family}"' if family else ""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" font-size="{size}"'
        f' fill="{fill}"{look}>{escape(words)}</text>'
    )


def rect(x: float, y: float, width: float, height: float, fill: str, line: str = "none") -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3"'
        f' fill="{fill}" stroke="{line}"/>'
    )


def line(*points: tuple[float, float], tip: bool = True) -> str:
    way = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    end = ' marker-end="url(#tip)"' if tip else ""
    return f'<polyline points="{way}" fill="none" stroke="{MUTED}" stroke-width="1.3"{end}/>'


def lines_in(words: str, width: float) -> list[str]:
    return textwrap.wrap(words, int(width / 6.2))


def box(x: float, y: float, width: float, height: float, name: str, below: str = "") -> str:
    lines = lines_in(below, width)
    first = y + height / 2 + 5 - 8 * len(lines)
    return "\n".join(
        [
            rect(x, y, width, height, PANEL, EDGE),
            text(x + width / 2, first, name, "middle", 14),
            *(
                text(x + width / 2, first + 17 + 15 * i, words, "middle", 11, MUTED)
                for i, words in enumerate(lines)
            ),
        ]
    )


# Which package imports which ----------------------------------------------------------------------


TALL, STEP, WIDEST = 70, 104, 180


class Place(NamedTuple):
    x: float
    y: float
    width: float


def packages() -> str:
    """The layers of pyproject.toml, and the imports between them as they are."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    rows = [re.findall(r"\w+", layer) for layer in settings["contracts"][0]["layers"]]
    (top,), *middle, (bottom,) = rows
    places = {name: place for i, row in enumerate(rows) for name, place in row_of(row, i)}
    for name, y in ((top, 48), (bottom, 48 + STEP * (len(rows) - 1))):
        places[name] = Place(MARGIN, y, WIDTH - 2 * MARGIN)
    edges = [
        (name, other)
        for row in middle
        for name in row
        for other in sorted(imported(name) & places.keys() - {bottom})
    ]
    taken: list[float] = []
    lines = [
        way(name, other, gate(name, edges, places, 0, other), gate(other, edges, places, 1, name),
            places, taken)
        for name, other in edges
    ]  # fmt: skip
    boxes = [box(*place, TALL, name, about(name, place.width)) for name, place in places.items()]
    height = 48 + STEP * len(rows)
    note = text(MARGIN, height - 8, f"Arrows: imports. {top} imports all, all import {bottom}.")
    return picture("The packages", height + 6, *lines, *boxes, note)


def row_of(row: list[str], number: int) -> Iterator[tuple[str, Place]]:
    slot = (WIDTH - 2 * MARGIN) / len(row)
    width = min(slot - 14, WIDEST)
    for i, name in enumerate(row):
        yield name, Place(MARGIN + slot * (i + 0.5) - width / 2, 48 + STEP * number, width)


def gate(name: str, edges: list[tuple[str, str]], places: dict[str, Place], end: int, other: str
         ) -> float:  # fmt: skip
    """Where a line leaves a box (end 0) or enters it (end 1): side by side, so that few cross."""
    others = [edge[1 - end] for edge in edges if edge[end] == name]
    others.sort(key=lambda each: places[each].x + places[each].width / 2)
    return places[name].x + places[name].width * (others.index(other) + 1) / (len(others) + 1)


def way(name: str, other: str, start: float, end: float, places: dict[str, Place],
        taken: list[float]) -> str:  # fmt: skip
    """A line from a box down to another, past the boxes of the rows between them."""
    above, below = places[name].y + TALL, places[other].y
    passed = [place for place in places.values() if above < place.y < below - TALL]
    if not passed:
        return line((start, above), (end, below - 2))
    open_ = [
        x
        for x in range(MARGIN, WIDTH - MARGIN)
        if not any(place.x - 6 < x < place.x + place.width + 6 for place in passed)
    ]
    free = [x for x in open_ if all(abs(x - one) > 11 for one in taken)]
    x = min(free or open_, key=lambda x: abs(x - start) + abs(x - end))
    taken.append(x)
    return line((start, above), (x, above + 30), (x, below - 32), (end, below - 2))


def imported(package: str) -> set[str]:
    """The packages that a package imports at any place, for types alone too."""
    files = [*(SOURCE / package).rglob("*.py"), *SOURCE.glob(f"{package}.py")]
    nodes = (node for path in files for node in ast.walk(ast.parse(path.read_text())))
    names = (
        f"{node.module}.{alias.name}".split(".")
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    )
    return {parts[1] for parts in names if parts[0] == "quarterdeck"} - {package}


def about(package: str, width: float) -> str:
    """What a package is, from the first line of its docstring: `Bots: each gets a view, ...`."""
    whole = SOURCE / package
    path = whole / "__init__.py" if whole.is_dir() else whole.with_suffix(".py")
    tree = ast.parse(path.read_text())
    before, _, after = (ast.get_docstring(tree) or "").partition("\n")[0].partition(":")
    chosen = before if after and len(before.split()) > 2 else after or before
    whole = re.split(r"[.;]", chosen)[0].strip()
    return whole if len(lines_in(whole, width)) <= 3 else whole.partition(",")[0]


# What a game's functions lead from and to ---------------------------------------------------------


def hooks() -> str:
    """The required functions of the contract, each where it leads from and to."""
    known = {hook.name: hook for module in MODULES for hook in names_of(module)}
    drawn: set[str] = set()

    def says(*names: str) -> list[str]:
        drawn.update(names)
        return [call(known[name]) for name in names]

    def label(x: float, y: float, words: Sequence[str], anchor: str = "start") -> str:
        return "\n".join(
            text(x, y + 15 * i, one, anchor, 12, BRASS, "monospace") for i, one in enumerate(words)
        )

    parts = [
        box(20, 60, 130, 54, "seed, options"),
        box(300, 60, 170, 54, "state", "the whole truth"),
        box(300, 200, 170, 54, "view", "what one seat may know"),
        box(600, 200, 140, 54, "imagined state", "what may be true"),
        box(20, 200, 130, 54, "actions", "legal for the actor"),
        box(20, 340, 130, 54, "observation", "numbers, to learn"),
        box(300, 366, 170, 54, "scene", "what clients draw"),
        line((150, 87), (298, 87)), label(225, 79, says("deal"), "middle"),
        line((385, 114), (385, 198)), label(395, 161, says("conceal")),
        line((300, 227), (152, 227)), label(225, 219, says("legal"), "middle"),
        line((110, 200), (298, 104)), label(100, 150, says("act")),
        line((470, 218), (598, 218)), label(534, 186, wrapped(says("imagine")), "middle"),
        line((600, 238), (472, 238)), label(546, 260, wrapped(says("allows")), "middle"),
        line((300, 248), (152, 345)), label(222, 282, says("observe"), "end"),
        line((385, 254), (385, 364)),
        label(395, 291, says("draw", "label", "targets", "tell", "ending")),
    ]  # fmt: skip
    wanted = {hook.name for hook in known.values() if hook.parameters and not hook.optional}
    assert wanted <= drawn, f"not in the diagram: {wanted - drawn}"
    return picture("A game: what its functions lead from and to", 438, *parts)


def call(hook: Hook) -> str:
    return f"{hook.name}({', '.join(hook.parameters or ())})"


def wrapped(words: list[str]) -> list[str]:
    return [part for one in words for part in re.split(r"(?<=\()", one, maxsplit=1)]


# Who may see a state ------------------------------------------------------------------------------

AUDIENCES = {
    EVERYONE: "everyone: players and spectators",
    PLAYERS: "players: no spectator",
    OWN: "own: each seat its part",
    JUDGED: "judged: conceal decides",
    NOBODY: "nobody: chance",
}


def audiences(game: str) -> str:
    """The fields of a state by who may see them."""
    fields, y, parts = find(game).state.fields, 64, []
    for audience, words in AUDIENCES.items():
        names = [name for name, field in fields.items() if field.audience == audience]
        parts.append(text(MARGIN, y, words, fill=BRASS))
        for row in rows_of(names, WIDTH - 2 * MARGIN):
            y += 12
            x = float(MARGIN)
            for name in row:
                parts.append(rect(x, y, chip(name), 22, PANEL, EDGE))
                parts.append(
                    text(x + chip(name) / 2, y + 15, name, "middle", 12, PAPER, "monospace")
                )
                x += chip(name) + 6
            y += 16
        y += 34
    title = f"Every field of {find(game).title}'s state, by who may see it"
    return picture(title, y - 10, *parts)


def chip(name: str) -> float:
    return 7.3 * len(name) + 14


def rows_of(names: Sequence[str], width: float) -> Iterator[list[str]]:
    row: list[str] = []
    for name in names:
        if row and sum(chip(one) + 6 for one in [*row, name]) > width:
            yield row
            row = []
        row.append(name)
    yield row


# Plots of tables ----------------------------------------------------------------------------------


def table(page: str, start: str) -> Table:
    """The first table of a page whose header starts like this, its header included."""
    rows = re.search(
        rf"^{re.escape(start)}.*\n(?:\|.*\n)+", (DOCS / page).read_text(), re.MULTILINE
    )
    assert rows, f"docs/{page} has no table that starts with {start}"
    plain = re.sub(r"[*`]", "", rows[0])
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in plain.splitlines()]
    return [cells[0], *cells[2:]]


def number(cell: str) -> float | None:
    found = re.match(r"-?[\d,.]+", cell)
    return float(found[0].replace(",", "")) if found else None


def levels() -> str:
    """How often each level beats the next one below, with intervals."""
    head, *rows = table("strength.md", "| | PING |")
    parts, y = scale(50, 100, "{:.0f} %", 432), 60
    for row in rows[:3]:
        better, worse = row[0].split(", ")
        parts.append(text(MARGIN, y, f"{better} against {worse}", fill=BRASS))
        for game, cell in zip(head[1:], row[1:], strict=True):
            y += 20
            share, low, high = map(float, re.findall(r"\d+", cell)[:3])
            ends = (across(low, 50, 100), across(high, 50, 100))
            parts += [
                text(200, y, game, "end"),
                line((ends[0], y - 4), (ends[1], y - 4), tip=False),
                f'<circle cx="{across(share, 50, 100):.1f}" cy="{y - 4}" r="4.5" fill="{BRASS}"/>',
                text(WIDTH - MARGIN, y, f"{share:.0f} %", "end"),
            ]
        y += 32
    return picture("Games won by the better of two levels (95 %)", y + 6, *parts)


def across(value: float, low: float, high: float) -> float:
    return 215 + (WIDTH - 215 - 80) * (value - low) / (high - low)


def scale(low: float, high: float, label: str, bottom: float) -> list[str]:
    parts = []
    for i in range(6):
        value = low + (high - low) * i / 5
        x = across(value, low, high)
        parts.append(f'<path d="M{x:.0f} 46V{bottom:.0f}" stroke="{RULE}"/>')
        parts.append(text(x, bottom + 16, label.format(value), "middle", 11, MUTED))
    return parts


def bars(page: str, start: str, title: str, keep: Callable[[str], bool] = bool) -> str:
    """A table of numbers as bars: a group for each row, a bar for each column."""
    head, *rows = table(page, start)
    rows = [row for row in rows if keep(row[0])]
    most = max(number(cell) or 0 for row in rows for cell in row[1:])
    parts, y = [], 52.0
    for row in rows:
        parts.append(text(MARGIN, y + 12, row[0], fill=BRASS))
        y += 20
        for column, cell in zip(head[1:], row[1:], strict=True):
            value = number(cell)
            if value is None:
                continue
            length = across(value, 0, most) - 215
            parts += [text(205, y + 11, column, "end", 12), rect(215, y, max(length, 1), 13, BAR)]
            parts.append(text(221 + length, y + 11, cell, size=12))
            y += 17
        y += 12
    return picture(title, y + 4, *parts)


# The table of laws --------------------------------------------------------------------------------


def law_table() -> str:
    lines = ["| law | what must hold |", "|---|---|"]
    for law in (*laws.DECISION_LAWS, *laws.GAME_LAWS, *laws.OTHER_LAWS):
        first = " ".join((law.__doc__ or "").partition("\n\n")[0].split())
        lines.append(f"| {law.__name__.replace('_', ' ')} | {first} |")
    return "\n".join(lines)


def inside() -> str:
    page = (DOCS / "inside.md").read_text()
    before, mark, rest = page.partition("<!-- generated: laws -->\n")
    return f"{before}{mark}\n{law_table()}\n\n{rest[rest.index('<!-- end -->') :]}"


def main() -> None:
    made = {
        "pictures/packages.svg": packages(),
        "pictures/hooks.svg": hooks(),
        "pictures/audiences.svg": audiences("ping"),
        "pictures/levels.svg": levels(),
        "pictures/exploitability.svg": bars(
            "strength.md",
            "| | random |",
            "What a player who knew the bot would gain (0: nothing)",
            keep=lambda game: "Leduc" not in game,
        ),
        "pictures/batches.svg": bars(
            "benchmarks.md",
            "| | 4,096 lanes |",
            "Million decisions per second on one GPU, by games at once",
            keep=lambda row: "alone" not in row and "by itself" not in row,
        ),
        "inside.md": inside(),
    }
    stale = [name for name, text in made.items() if not same(DOCS / name, text)]
    if "--check" in sys.argv:
        sys.exit(f"stale: {', '.join(stale)}. Run `make pictures`." if stale else 0)
    for name in stale:
        (DOCS / name).write_text(made[name])


def same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text() == text


if __name__ == "__main__":
    main()

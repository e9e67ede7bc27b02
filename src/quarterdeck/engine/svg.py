"""A scene as one static SVG file, for pages without a client: the rules' worked examples.

It draws what the browser draws, in the house colours, and knows no game. The same scene always
gives the same text. All lengths are in pixels of a picture that is 480 wide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from quarterdeck.engine.paint import (
    HEAD,
    SEATS,
    SHAPES,
    STYLE,
    TERRAINS,
    TEXT,
    number,
    pattern,
    points,
    text,
    wrapped,
)
from quarterdeck.engine.scene import (
    Board,
    Cell,
    Contest,
    Half,
    Mark,
    Piece,
    Scene,
    Side,
    Zone,
)

WIDTH, MARGIN, GAP = 480, 16, 12
LARGEST_CELL = 84
LOWER = 0.2
"""How far below the middle pieces stand on squares, as a share of half the square: clear of the
name."""
CARD_WIDTH, HALF_HEIGHT, TOKEN_WIDTH = 144, 66, 64


@dataclass(frozen=True)
class Trail:
    """A way over the board, drawn as an arrow from cell to cell."""

    cells: list[str]
    numbers: Sequence[str] = ()
    """Written on the cells after the first."""
    stopped: bool = False
    """Something that does not get through: dashed, with a cross after its first cell."""


@dataclass(frozen=True)
class Framing:
    """Which part of a scene is drawn, and what is pointed out in it."""

    shown: list[str]
    """Ids of boards and zones, in order; "contest" for that panel."""
    window: tuple[float, float, float, float] | None = None
    """Left, top, right, bottom in cell widths: only cells whose centres lie in it."""
    lit: Sequence[str] = ()
    """Cells and pieces framed in brass."""
    trails: Sequence[Trail] = ()
    colours: Sequence[str] = ()
    """By seat, where players are called by their colours; none: as the browser would."""


class Part(NamedTuple):
    height: float
    svg: str


def drawn(scene: Scene, symbols: str, framing: Framing, title: str) -> str:
    """The whole file."""
    painter = Painter(scene, symbols, framing)
    height = float(MARGIN)
    body = []
    for part in painter.parts():
        body.append(f'<g transform="translate({MARGIN} {number(height)})">\n{part.svg}\n</g>')
        height += part.height + GAP
    height += MARGIN - GAP
    box = f'width="{WIDTH - 2}" height="{number(height - 2)}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(height)}" '
            f'width="{WIDTH}" height="{number(height)}" role="img" aria-labelledby="t d">',
            f'<title id="t">{escape(title)}</title>',
            f'<desc id="d">{escape(painter.spoken())}</desc>',
            f"<style>{STYLE}</style>",
            f"<defs>{HEAD}{''.join(painter.definitions())}</defs>",
            f'<rect x="1" y="1" {box} rx="12" fill="#0f2c3a" stroke="#2f667e"/>',
            *body,
            "</svg>\n",
        ]
    )


class Painter:
    """Draws the parts of one picture and remembers which symbols and textures they use."""

    def __init__(self, scene: Scene, symbols: str, framing: Framing) -> None:
        self.scene, self.framing = scene, framing
        self.sprite = dict(re.findall(r'(?s)<symbol id="([^"]+)"(.*?</symbol>)', symbols))
        self.used: set[str] = set()
        self.patterns: set[str] = set()

    def key(self) -> Part:
        """Who is who: each player's shape and colour."""
        out, x = [], 0.0
        for player in self.scene.players:
            out.append(self.shape(player.seat, x, TEXT - 14) + text(x + 22, TEXT, player.name))
            x += 40 + TEXT * 0.6 * len(player.name)
        return Part(TEXT + 2, "".join(out))

    def shape(self, seat: int, x: float, y: float) -> str:
        at, colour = f"translate({number(x)} {number(y)}) scale(.75)", self.colour(seat)
        return f'<path transform="{at}" d="{SHAPES[seat % len(SHAPES)]}" fill="{colour}"/>'

    def parts(self) -> list[Part]:
        boards = {board.id: board for board in self.scene.boards}
        zones = {zone.id: zone for zone in self.scene.zones}
        found = []
        for name in self.framing.shown:
            if name in boards:
                found.append(self.board(boards[name]))
            elif name in zones:
                found.append(self.zone(zones[name]))
            elif name == "contest" and self.scene.contest:
                found.append(self.contest(self.scene.contest))
            else:
                raise ValueError(f"this scene has nothing called {name!r} to draw")
        return [*found, self.key()]

    def definitions(self) -> Iterable[str]:
        for name in sorted(self.used):
            yield f'\n<symbol id="{name}"{self.sprite[name]}'
        for name in sorted(self.patterns):
            yield "\n" + pattern(name)

    def spoken(self) -> str:
        """For screen readers: what lies where."""
        places = {cell.id: cell.label for board in self._boards() for cell in self.cells(board)}
        zones = {zone.id: zone.label for zone in self.scene.zones if zone.id in self.framing.shown}
        said = [
            ", ".join([f"{piece.label}: {(places | zones)[piece.at]}", *piece.badges])
            for piece in self.scene.pieces
            if piece.at in places or piece.at in zones
        ]
        for board in self._boards():
            for cell in self.cells(board):
                said += [f"{cell.name or cell.label}: {m.label}" for m in cell.marks if m.label]
        return ". ".join(line[0].upper() + line[1:] for line in said) + "."

    def _boards(self) -> list[Board]:
        return [board for board in self.scene.boards if board.id in self.framing.shown]

    # Boards ------------------------------------------------------------------------------------

    def cells(self, board: Board) -> list[Cell]:
        if not self.framing.window:
            return board.cells
        left, top, right, bottom = self.framing.window
        return [c for c in board.cells if left <= c.x <= right and top <= c.y <= bottom]

    def board(self, board: Board) -> Part:
        cells = {cell.id: cell for cell in self.cells(board)}
        corners = [(c.x + dx, c.y + dy) for c in cells.values() for dx, dy in around(board, c)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        wide, tall = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
        room = WIDTH - 2 * MARGIN
        unit = min(room / wide, LARGEST_CELL)
        inset = (room - wide * unit) / 2
        at = {
            cell.id: (inset + (cell.x - left) * unit, (cell.y - top) * unit)
            for cell in cells.values()
        }
        out = [
            f'<path class="cell" d="M{points([at[a]])}L{points([at[b]])}"/>'
            for a, b in board.links
            if a in at and b in at
        ]
        heading = TEXT + 8 if len(self._boards()) > 1 else 0
        out += [self.cell(board, cell, unit, *at[cell.id]) for cell in cells.values()]
        trails = [trail for trail in self.framing.trails if trail.cells[0] in at]
        out += [line(trail, [at[cell] for cell in trail.cells]) for trail in trails]
        out += self.tokens(board, cells, unit, at)
        for trail in trails:
            for cell, said in zip(trail.cells[1:], trail.numbers, strict=False):
                out.append(self.counted(said, *at[cell], cell))
        drawing = "\n".join(out)
        if heading:
            caption = text(0, TEXT, board.label, "serif")
            drawing = f'{caption}\n<g transform="translate(0 {heading})">{drawing}</g>'
        return Part(tall * unit + heading, drawing)

    def counted(self, said: str, x: float, y: float, cell: str) -> str:
        """A number on a trail; beside the piece where one stands."""
        if any(piece.at == cell for piece in self.scene.pieces):
            x, y = x + 15, y - 12
        dot = f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="12"/>'
        return dot + text(x, y + 6, said, "mid bold ink")

    def cell(self, board: Board, cell: Cell, unit: float, x: float, y: float) -> str:
        fill, texture = TERRAINS.get(cell.terrain, ("", ""))
        shape = points((dx * unit, dy * unit) for dx, dy in around(board, cell))
        coloured = f' style="fill:{fill}"' if fill else ""
        out = [f'<polygon class="cell"{coloured} points="{shape}"/>']
        if texture:
            self.patterns.add(texture)
            out.append(f'<polygon points="{shape}" fill="url(#{texture})"/>')
        for mark in cell.marks:
            if mark.kind == "hatch":
                out.append(self.hatch(mark, shape))
        half = min(max(abs(dx) for dx, _ in around(board, cell)), 0.6) * unit
        above = max(abs(dy) for _, dy in around(board, cell)) * unit
        if board.shape == "square":
            out.append(text(6 - half, TEXT + 2 - above, cell.name, "name"))
        elif not cell.outline or len(cell.name) == 1:  # here is no room for longer ones
            out.append(text(0, TEXT + 3 - above, cell.name, "name mid"))
        out += self.marks(board, cell, half)
        if cell.id in self.framing.lit:
            inner = points((dx * unit * 0.94, dy * unit * 0.94) for dx, dy in around(board, cell))
            out.append(f'<polygon class="lit" points="{inner}"/>')
        return f'<g transform="translate({number(x)} {number(y)})">{"".join(out)}</g>'

    def hatch(self, mark: Mark, shape: str) -> str:
        colour = self.colour(mark.seat)
        opacity = (0.9 if mark.filled else 0.55) * (1 - mark.fade * 0.7)
        sure = f' stroke="{colour}" stroke-width="3"' if mark.filled else ""
        fill = "hatch-" + colour.removeprefix("#")
        self.patterns.add(fill)
        return (
            f'<polygon points="{shape}" fill="url(#{fill})" opacity="{number(opacity)}"{sure} '
            'transform="scale(.9)"/>'
        )

    def marks(self, board: Board, cell: Cell, half: float) -> list[str]:
        """Rings in the middle, symbols in the upper right corner, words along the lower edge."""
        out = []
        symbols = [mark for mark in cell.marks if mark.kind == "symbol"]
        words = [mark for mark in cell.marks if mark.kind == "text" and mark.text]
        lower = half * LOWER if board.shape == "square" else 0
        for mark in cell.marks:
            if mark.kind == "ring":
                rings = "".join(f'<circle r="{number(half * r)}"/>' for r in (0.76, 0.58, 0.4))
                colour, opacity = self.colour(mark.seat), number(1 - mark.fade * 0.7)
                style = f'stroke="{colour}" opacity="{opacity}"'
                down = f'transform="translate(0 {number(lower)})"'
                out.append(f'<g class="ring" {style} {down}>{rings}</g>')
                out.append(text(0, lower + 6, mark.text, "mid over"))
        for index, mark in enumerate(symbols):
            size = half if board.shape != "square" else min(22, half * 0.6)
            x, y = half - 4 - (size + 1) * (index + 1), 5 - half
            if board.shape != "square":
                x, y = (index - len(symbols) / 2) * size, -size / 2
            colour = "#d9a441" if mark.seat is None else self.colour(mark.seat)
            out.append(self.use(mark.symbol, x, y, size, colour, mark.filled))
        for index, mark in enumerate(words):
            colour = self.colour(mark.seat)
            out.append(text(0, half - 6 - index * TEXT, mark.text, "mid over bold", colour))
        return out

    def tokens(
        self, board: Board, cells: dict[str, Cell], unit: float, at: dict[str, tuple[float, float]]
    ) -> list[str]:
        """Pieces on their cells; several on one cell share its room."""
        out = []
        for place, cell in cells.items():
            here = [piece for piece in self.scene.pieces if piece.at == place]
            sides = [max(abs(c) for c in side) for side in zip(*around(board, cell), strict=True)]
            size = min(sum(sides), 1) * unit * 0.72 / max(1, len(here)) ** 0.5
            written = any(mark.kind == "text" for mark in cell.marks)
            lower = unit / 2 * LOWER if board.shape == "square" and not written else 0
            columns = max(1, round(len(here) ** 0.5))
            for index, piece in enumerate(here):
                across = index % columns - (min(columns, len(here)) - 1) / 2
                down = index // columns - (-(-len(here) // columns) - 1) / 2
                x, y = at[place][0] + across * size, at[place][1] + down * size + lower
                out.append(self.token(piece, x, y, size))
        return out

    def token(self, piece: Piece, x: float, y: float, size: float) -> str:
        lit = ""
        if piece.id in self.framing.lit:
            lit = f'<circle class="lit" r="{number(size * 0.62)}"/>'
        badges = "".join(
            text(0, size / 2 + TEXT * (index + 0.75), badge, "mid over bold")
            for index, badge in enumerate(piece.badges)
        )
        figure = self.figure(piece, size)
        return f'<g transform="translate({number(x)} {number(y)})">{lit}{figure}{badges}</g>'

    def figure(self, piece: Piece, size: float) -> str:
        """A piece's symbol; a figure has its own colours and stands on a plate in the seat's."""
        colour = self.colour(piece.seat)
        if piece.seat is None or not piece.symbol.startswith("figure-"):
            return self.use(piece.symbol, -size / 2, -size / 2, size, colour, True)
        outline = SHAPES[piece.seat % len(SHAPES)]
        plate = (
            f'<path transform="scale({number(size / 20)}) translate(-10 -9)" d="{outline}" '
            f'fill="{colour}" stroke="#12303f"/>'
        )
        bust = size * 0.82
        return plate + self.use(piece.symbol, -bust / 2, -size * 0.6, bust, colour, True)

    # Zones -------------------------------------------------------------------------------------

    def zone(self, zone: Zone) -> Part:
        here = [piece for piece in self.scene.pieces if piece.at == zone.id]
        count = f" ({zone.count})" if zone.count is not None else ""
        out = [text(0, TEXT, zone.label + count, "serif")]
        x, top, row = 0.0, TEXT + 10.0, 0.0
        for piece in here:
            wide, part = self.card(piece) if piece.kind == "card" else self.counter(piece)
            if x + wide > WIDTH - 2 * MARGIN:
                x, top, row = 0.0, top + row + 8, 0.0
            out.append(f'<g transform="translate({number(x)} {number(top)})">{part.svg}</g>')
            x, row = x + wide + 8, max(row, part.height)
        return Part(top + row, "\n".join(out))

    def counter(self, piece: Piece) -> tuple[float, Part]:
        size = TOKEN_WIDTH * 0.7
        drawing = self.token(piece, TOKEN_WIDTH / 2, size / 2, size)
        return TOKEN_WIDTH, Part(size + TEXT * len(piece.badges) + 4, drawing)

    def card(self, piece: Piece) -> tuple[float, Part]:
        halves = [self.half(half) for half in piece.halves]
        tall = sum(part.height for part in halves) or HALF_HEIGHT
        paper = ("#c9c1af" if piece.turned else "#f3ead7") if piece.halves else "#153c4e"
        lit = ' class="lit"' if piece.id in self.framing.lit else ' stroke="#2f667e"'
        box = f'width="{CARD_WIDTH}" height="{number(tall)}" rx="9"{lit} style="fill:{paper}"'
        out, y = [f"<rect {box}/>"], 0.0
        for part in halves:
            rule = f'<path d="M8 0h{CARD_WIDTH - 16}" stroke="#b9a882"/>' if y else ""
            out.append(f'<g transform="translate(0 {number(y)})">{rule}{part.svg}</g>')
            y += part.height
        badges = [*piece.badges, *(["disabled"] if piece.turned else [])]
        for index, badge in enumerate(badges):
            out.append(text(CARD_WIDTH / 2, tall + TEXT * (index + 1), badge, "mid"))
        return CARD_WIDTH, Part(tall + TEXT * len(badges) + 4, "".join(out))

    def half(self, half: Half) -> Part:
        """One of a card's uses: its name in as many lines as it needs, below it tag and symbol."""
        lines = wrapped(half.name, CARD_WIDTH - 26)
        tall = max(HALF_HEIGHT, TEXT * len(lines) + 30)
        out = [text(8, TEXT * (n + 1) + 3, line, "ink bold") for n, line in enumerate(lines)]
        tag = " ".join(filter(None, (half.value, half.tag)))
        out.append(text(8, tall - 9, tag, f"{half.tone} bold"))
        out.append(self.use(half.symbol, CARD_WIDTH - 29, tall - 29, 23, "#2a637f", True))
        return Part(tall, "".join(out))

    # Contests ----------------------------------------------------------------------------------

    def contest(self, contest: Contest) -> Part:
        room = (WIDTH - 2 * MARGIN - GAP) / len(contest.sides)
        most = max(side.total for side in contest.sides)
        lines = max(len(wrapped(side.label, room - 20)) for side in contest.sides)
        out, bottom = [text(0, TEXT, contest.title, "serif")], 0.0
        for index, side in enumerate(contest.sides):
            part = self.side(side, room, lines, side.total == most)
            x = number(index * (room + GAP))
            out.append(f'<g transform="translate({x} {TEXT + 28})">{part.svg}</g>')
            bottom = max(bottom, part.height + TEXT + 28)
        for line in wrapped(contest.text.replace("**", ""), WIDTH - 2 * MARGIN):
            out.append(text(0, bottom + 4, line))
            bottom += TEXT + 3
        return Part(bottom - 8, "\n".join(out))

    def side(self, side: Side, room: float, lines: int, leads: bool) -> Part:
        """One side's total, under a label of that many lines, and what adds up to it."""
        out = []
        if side.seat is not None:
            out.append(self.shape(side.seat, 0, -14))
        for index, line in enumerate(wrapped(side.label, room - 20)):
            out.append(text(20, (TEXT + 3) * index, line))
        y = float((TEXT + 3) * lines)
        out.append(text(0, y + 18, str(side.total), "total " + ("brass" if leads else "dim")))
        y += 44
        for name, worth in side.parts:
            for line in wrapped(name, room - 36):
                out.append(text(0, y, line, "dim"))
                y += TEXT + 3
            out.append(text(room - 4, y - TEXT - 3, str(worth), "dim end"))
        return Part(y, "".join(out))

    # What is shared ----------------------------------------------------------------------------

    def colour(self, seat: int | None) -> str:
        """A seat's colour for the eyes that look: one's own things are paper."""
        if seat is None:
            return "#9bb7c3"
        if self.framing.colours:
            return self.framing.colours[seat]
        eyes = self.scene.viewer
        if eyes is None:
            return SEATS[seat % len(SEATS)]
        return SEATS[0 if seat == eyes else (seat + (seat < eyes)) % len(SEATS)]

    def use(self, name: str, x: float, y: float, size: float, colour: str, filled: bool) -> str:
        if name not in self.sprite:
            return ""
        self.used.add(name)
        full = ' class="full"' if filled else ""
        return (
            f'<use href="#{name}" x="{number(x)}" y="{number(y)}" width="{number(size)}" '
            f'height="{number(size)}" color="{colour}"{full}/>'
        )


def line(trail: Trail, places: list[tuple[float, float]]) -> str:
    """A trail's line; a cross stands behind what it does not get past."""
    if not trail.stopped:
        head = "" if trail.numbers else ' marker-end="url(#head)"'
        return f'<polyline class="trail" points="{points(places)}"{head}/>'
    (x0, y0), (x1, y1) = places[:2]
    x, y = x0 + (x1 - x0) * 0.45, y0 + (y1 - y0) * 0.45
    return (
        f'<polyline class="trail stopped" points="{points([(x, y), *places[1:]])}"/>'
        f'<path class="trail" d="M{points([(x - 7, y - 7)])}l14 14m0-14l-14 14"/>'
    )


def around(board: Board, cell: Cell) -> list[tuple[float, float]]:
    """A cell's corners relative to its centre, in cell widths."""
    if cell.outline:
        return [(x - cell.x, y - cell.y) for x, y in cell.outline]
    if board.shape == "hex":
        angles = [corner * pi / 3 - pi / 2 for corner in range(6)]
        return [(0.955 / sqrt(3) * cos(a), 0.955 / sqrt(3) * sin(a)) for a in angles]
    half = 0.44 if board.links else 0.475
    return [(-half, -half), (half, -half), (half, half), (-half, half)]

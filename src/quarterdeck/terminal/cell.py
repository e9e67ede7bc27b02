"""One cell of a board in characters: its name, its marks and its pieces."""

from __future__ import annotations

from rich.style import Style
from textual.geometry import Region

from quarterdeck.engine.scene import Cell, Mark, Piece
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.canvas import Canvas
from quarterdeck.terminal.keys import Lights
from quarterdeck.terminal.look import Look, style


def frame(
    canvas: Canvas, place: Region, cell: Cell, lights: Lights, look: Look, rounded: bool
) -> None:
    """Draw the outline: heavy brass for a target of an action, a seat's colour for a flash."""
    flashes, ground = lights.flashes or {}, look.ground(cell.terrain)
    if cell.id in flashes:
        colour = look.colour(flashes[cell.id])
        canvas.box(place, style(colour, ground, bold=True), heavy=True)
    elif lights.lit(cell.id):
        canvas.box(place, style(look.legal, ground, bold=True), heavy=True)
    else:
        canvas.box(place, style(lk.EDGE, ground), rounded=rounded)


def face(
    canvas: Canvas, inner: Region, cell: Cell, pieces: list[Piece], lights: Lights, look: Look
) -> None:
    """Draw the inside: the name, and below it a line for each piece and mark."""
    ground = paint(canvas, inner, cell, lights, look)
    head = _head(canvas, inner, cell, lights, look, ground)
    rows = inner.height - 1
    left = inner.x + (0 if rows else head)
    signs = [mark for mark in cell.marks if mark.kind in ("ring", "text")]
    tight = bool(pieces) + len(signs) > rows
    width = inner.right - left
    share = (width - bool(pieces)) // max(1, len(signs)) if tight else width
    notes = [(_note(mark, share), mark) for mark in signs]
    words = [(text, style(_faded(mark, look, ground))) for text, mark in notes]
    if pieces:
        free = width - sum(len(text) for text, _ in notes) if tight else width
        words.insert(0, _standing(pieces, look, free))
    if tight:
        _in_a_row(canvas, left, inner.right, inner.bottom - 1, words)
        return
    first = inner.y + max(1, (inner.height - len(words) + 1) // 2)
    for y, (text, shown) in enumerate(words, first):
        canvas.put(left + (width - len(text)) // 2, y, text, shown)


def bare(
    canvas: Canvas, place: Region, cell: Cell, pieces: list[Piece], lights: Lights, look: Look
) -> None:
    """Draw a cell in one line: its pieces, or its name or symbol; then its key. A flashing cell is
    dotted in a seat's colour."""
    ground = paint(canvas, place, cell, lights, look)
    flashes = lights.flashes or {}
    if cell.id in flashes:
        canvas.fill(place, "•", style(look.colour(flashes[cell.id]), ground, bold=True))
    targets = [cell.id, *(piece.id for piece in pieces)]
    symbols = [mark for mark in cell.marks if mark.kind == "symbol"]
    if pieces:
        lit = any(lights.lit(target) for target in targets)
        sign, shown = _standing(pieces, look, place.width - 1 if lit else place.width)
        canvas.put(place.x + (place.width - len(sign)) // 2, place.y, sign, shown)
    elif cell.name:
        canvas.put(place.x, place.y, cell.name[: place.width], style(lk.TEXT, ground))
    elif symbols:
        glyph = look.symbol(symbols[0].symbol, symbols[0].filled)
        canvas.put(place.x + 1, place.y, glyph, style(look.colour(symbols[0].seat), ground))
    if any(lights.lit(target) for target in targets):
        key = next((found for target in targets if (found := lights.key(target))), "")
        canvas.put(place.right - 1, place.y, key or "◂", style(lk.INK, look.legal, bold=True))


def _in_a_row(
    canvas: Canvas, left: int, right: int, y: int, words: list[tuple[str, Style]]
) -> None:
    """Write the words that fit, in order."""
    for text, shown in words:
        if left + len(text) <= right:
            canvas.put(left, y, text, shown)
            left += len(text)


def paint(canvas: Canvas, inner: Region, cell: Cell, lights: Lights, look: Look) -> str:
    """Paint the ground: texture and hatches; returns its colour."""
    ground = lk.LIT if cell.id in lights.chosen else look.ground(cell.terrain)
    canvas.fill(inner, look.texture(cell.terrain), style(lk.mix(ground, lk.SOFT, 0.4), ground))
    hatches = [mark for mark in cell.marks if mark.kind == "hatch"]
    for row in range(inner.height if hatches else 0):
        mark = hatches[row % len(hatches)]
        colour = lk.mix(ground, look.colour(mark.seat), 0.6)
        line = look.hatch(mark.seat, mark.filled) * inner.width
        canvas.put(inner.x, inner.y + row, line, style(colour, ground))
    return ground


def _head(
    canvas: Canvas, inner: Region, cell: Cell, lights: Lights, look: Look, ground: str
) -> int:
    """Write the name, in brackets if an action targets the cell, and symbols; returns its width."""
    lit, chosen = lights.lit(cell.id), cell.id in lights.chosen
    name = cell.name
    if lit and len(name) + 2 <= inner.width:
        name = f"▸{name}◂" if chosen else f"[{name}]"
    colour = style(look.legal if lit else lk.TEXT, ground, bold=lit)
    shown = style(lk.INK, look.legal, bold=True) if chosen else colour
    canvas.put(inner.x, inner.y, name[: inner.width], shown)
    right = inner.right
    for mark in reversed([mark for mark in cell.marks if mark.kind == "symbol"]):
        right -= 1
        if right >= inner.x + len(name):
            glyph = look.symbol(mark.symbol, mark.filled)
            canvas.put(right, inner.y, glyph, style(look.colour(mark.seat), ground, bold=True))
    return len(name)


def key_hint(canvas: Canvas, place: Region, cell: Cell, lights: Lights, look: Look) -> None:
    """Write the key on the lower edge, unless it is the cell's name."""
    key = lights.key(cell.id)
    if key and key != cell.name.lower():
        x = place.x + (place.width - 3) // 2
        canvas.put(x, place.bottom - 1, f"[{key}]", style(look.legal, bold=True))


def _standing(pieces: list[Piece], look: Look, width: int) -> tuple[str, Style]:
    """One piece: its owner's shape and as much of its name as fits. Several: their shapes."""
    signs = [look.symbol(p.symbol) if p.seat is None else look.shape(p.seat) for p in pieces]
    one, sign = pieces[0], signs[0]
    name = look.word(f"symbol:{one.symbol}", one.symbol)
    names = [f"{sign} {name}", f"{sign} {name[:3]}", sign + name[:1], sign]
    options = names if len(pieces) == 1 else [" ".join(signs), "".join(signs), f"{sign}+"]
    padded = [text for option in options for text in (f" {option} ", option)]
    fitting = [text for text in padded if len(text) <= width]
    seats = {piece.seat for piece in pieces}
    ground = look.colour(one.seat) if len(seats) == 1 else lk.PAPER
    return (fitting or [sign])[0], style(lk.INK, ground, bold=True)


def _note(mark: Mark, width: int) -> str:
    """A ring in round brackets, a text as it is; the first word if there is no room."""
    short = mark.text.split(" ")[0]
    options = [f"({mark.text})", f"({short})"] if mark.kind == "ring" else [mark.text, short]
    return next((text for text in options if len(text) <= width), options[-1][:width])


def _faded(mark: Mark, look: Look, ground: str) -> str:
    return lk.mix(look.colour(mark.seat), ground, mark.fade * 0.5)

"""Zones in characters: cards in lines of text or, if there is room, as boxes."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from textual.geometry import Region

from quarterdeck.engine.scene import Half, Piece, Scene, Zone
from quarterdeck.engine.words import Words
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.canvas import Canvas
from quarterdeck.terminal.keys import Lights
from quarterdeck.terminal.look import Look, style

say = Words(__package__)
BACK = "▒▒"
(TURNED,) = say.know("turned")
INDENT = 1


@dataclass
class Part:
    text: str
    style: Style
    target: str = ""


@dataclass
class Slip:
    """A piece on one line; it is never broken across lines."""

    target: str
    parts: list[Part]

    @property
    def width(self) -> int:
        return sum(len(part.text) for part in self.parts)


def draw(
    scene: Scene, own: bool, look: Look, lights: Lights, width: int, boxed: bool = False
) -> Canvas:
    """Draw the viewer's own zones, or all others."""
    pieces: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        pieces.setdefault(piece.at, []).append(piece)
    zones = [
        zone
        for zone in scene.zones
        if (zone.seat is not None and zone.seat == scene.viewer) == own
        and (zone.id in pieces or zone.count)
    ]
    zones.sort(key=lambda zone: zone.kind == "hand")  # public zones come first
    parts = [
        _zone(zone, pieces.get(zone.id, []), look, lights, width, boxed, own) for zone in zones
    ]
    height = sum(part.size.height for part in parts)
    canvas = Canvas(width, height, style(lk.TEXT, lk.PANEL))
    y = 0
    for part in parts:
        canvas.paste(part, 0, y)
        y += part.size.height
    return canvas


def _zone(
    zone: Zone, pieces: list[Piece], look: Look, lights: Lights, width: int, boxed: bool, own: bool
) -> Canvas:
    boxes = [_box(piece, lights) for piece in pieces] if boxed else []
    if boxes and sum(box.size.width + 1 for box in boxes) <= width:
        return _side_by_side(zone, boxes, lights, width)
    slips = [_slip(piece, look, lights, own) for piece in pieces]
    if any(slip.width > width - INDENT for slip in slips):  # no room for tags
        slips = [_slip(piece, look, lights, False) for piece in pieces]
    if zone.count is not None:
        slips.append(Slip(zone.id, [Part(f"{zone.count}", style(lk.TEXT, bold=True), zone.id)]))
    return _lines(zone, slips, lights, width)


def _heading(canvas: Canvas, zone: Zone, lights: Lights) -> int:
    """Write the zone's name, in brackets if an action targets the zone; returns its width."""
    lit = lights.lit(zone.id)
    text = f"[{zone.label}]" if lit else zone.label
    if len(text) > canvas.size.width:
        text = text[: canvas.size.width - 1] + "…"
    canvas.put(0, 0, text, style(lk.BRASS if lit else lk.SOFT, italic=True, bold=lit))
    canvas.spot(Region(0, 0, len(text), 1), zone.id)
    return len(text)


# In lines of text ----------------------------------------------------------------------------


def _slip(piece: Piece, look: Look, lights: Lights, tags: bool) -> Slip:
    lit, chosen = lights.lit(piece.id), piece.id in lights.chosen
    parts: list[Part] = []
    if lit:
        parts.append(Part(f"[{lights.key(piece.id)}]", style(lk.BRASS, bold=True)))
    back, ink = (lk.WORN_PAPER if piece.turned else lk.PAPER), lk.INK
    if chosen:
        back = lk.BRASS
    if piece.kind == "token":
        name = f" {look.shape(piece.seat)} {piece.label} "
        parts.append(Part(name, style(ink, look.colour(piece.seat))))
    elif not piece.halves:
        parts.append(Part(BACK, style(lk.EDGE, lk.LIT if chosen else lk.CHART)))
    for i, half in enumerate(piece.halves):
        if i:
            parts.append(Part("/", style(lk.INK, back)))
        parts += _half_parts(half, f"{piece.id}/{i}", back, lights, tags)
    notes = ([say(TURNED)] if piece.turned else []) + piece.badges
    if notes:
        parts.append(Part(" " + ", ".join(notes), style(lk.SOFT, italic=True)))
    return Slip(piece.id, parts)


def _half_parts(half: Half, target: str, back: str, lights: Lights, tags: bool) -> list[Part]:
    back = lk.BRASS if target in lights.chosen else back
    parts = []
    if lights.lit(target):
        parts.append(Part(f" [{lights.key(target)}]", style(lk.INK, back, bold=True), target))
    parts.append(Part(f" {half.name} ", style(lk.INK, back, bold=lights.lit(target)), target))
    if (tag := _tag(half)) and tags:
        ground, colour = lk.TONES[half.tone]
        parts.append(Part(tag, style(colour, ground, bold=True), target))
        parts.append(Part(" ", style(lk.INK, back), target))
    return parts


def _tag(half: Half) -> str:
    """What stands beside the name: the value, which a browser draws as a coin, and the tag."""
    return " ".join(filter(None, (half.value, half.tag)))


def _lines(zone: Zone, slips: list[Slip], lights: Lights, width: int) -> Canvas:
    """The heading with its slips beside it if they fit, else below."""
    start = len(zone.label) + 3
    if start + sum(slip.width + 1 for slip in slips) > width + 1:
        start = width
    places, x, y = [], start, 0
    for slip in slips:
        if x + slip.width > width and x > INDENT:
            x, y = INDENT, y + 1
        places.append((slip, x, y))
        x += slip.width + 1
    canvas = Canvas(width, y + 1, style(lk.TEXT, lk.PANEL))
    _heading(canvas, zone, lights)
    for slip, left, row in places:
        x = left
        for part in slip.parts:
            canvas.put(x, row, part.text, part.style)
            if part.target:
                canvas.spot(Region(x, row, len(part.text), 1), part.target)
            x += len(part.text)
        canvas.spot(Region(left, row, slip.width, 1), slip.target)
    return canvas


# As boxes ------------------------------------------------------------------------------------


def _box(piece: Piece, lights: Lights) -> Canvas:
    """A card: its halves above each other, each with its key, name and tag."""
    halves = piece.halves or [Half(BACK)]
    inner = max(max(len(half.name), len(_tag(half))) for half in halves) + 6
    canvas = Canvas(inner + 2, 3 * len(halves) + 1, style(lk.TEXT, lk.PANEL))
    whole = Region(0, 0, *canvas.size)
    targets = [f"{piece.id}/{i}" for i in range(len(halves))]
    lit = any(lights.lit(target) for target in [piece.id, *targets])
    canvas.box(whole, style(lk.BRASS if lit else lk.SOFT, bold=lit), heavy=lit, rounded=not lit)
    paper = lk.WORN_PAPER if piece.turned else lk.PAPER if piece.halves else lk.CHART
    canvas.fill(whole.shrink((1, 1, 1, 1)), " ", style(lk.INK, paper))
    for i, (half, target) in enumerate(zip(halves, targets, strict=True)):
        place = Region(1, 3 * i + 1, inner, 2)
        if i:
            canvas.put(1, place.y - 1, "╌" * inner, style(lk.mix(paper, lk.INK, 0.35), paper))
        _box_half(canvas, place, half, target, paper, lights)
        canvas.spot(place.grow((1, 1, 0, 1)), target)
    canvas.spot(whole, piece.id)
    if lights.lit(piece.id):
        canvas.put(2, whole.bottom - 1, f"[{lights.key(piece.id)}]", style(lk.BRASS, bold=True))
    notes = ", ".join(([say(TURNED)] if piece.turned else []) + piece.badges)
    if notes:
        canvas.put(2, 0, f" {notes} "[:inner], style(lk.TEXT, italic=True))
    return canvas


def _box_half(
    canvas: Canvas, place: Region, half: Half, target: str, paper: str, lights: Lights
) -> None:
    chosen = target in lights.chosen or target.rpartition("/")[0] in lights.chosen
    back = lk.BRASS if chosen else paper
    canvas.fill(place, " ", style(lk.INK, back))
    lit = lights.lit(target)
    key = f"[{lights.key(target)}]" if lit else "   "
    canvas.put(place.x + 1, place.y, f"{key} {half.name}", style(lk.INK, back, bold=lit))
    if tag := _tag(half):
        ground, colour = lk.TONES[half.tone]
        canvas.put(place.x + 5, place.y + 1, tag, style(colour, ground, bold=True))


def _side_by_side(zone: Zone, boxes: list[Canvas], lights: Lights, width: int) -> Canvas:
    canvas = Canvas(width, 1 + max(box.size.height for box in boxes), style(lk.TEXT, lk.PANEL))
    _heading(canvas, zone, lights)
    x = 0
    for box in boxes:
        canvas.paste(box, x, 1)
        x += box.size.width + 1
    return canvas

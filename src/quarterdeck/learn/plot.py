"""How learning went, as an SVG picture: a line for each number that tells whether it goes well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.arena.plot import BRASS, LEFT, RIGHT, RULE, WIDTH, picture
from quarterdeck.learn.school import Progress

TOP, HEIGHT, GAP = 60, 56, 28


class Line(NamedTuple):
    title: str
    values: list[float]


def svg(title: str, course: Sequence[Progress], rival: bool = False) -> str:
    """`rival`: was it against a network that does not learn?"""
    seconds = [progress.seconds for progress in course]
    body: list[str] = []
    lines = _lines(course, rival)
    for number, line in enumerate(lines):
        body += _drawn(line, seconds, TOP + (HEIGHT + GAP) * number)
    height = TOP + (HEIGHT + GAP) * len(lines) + 12
    last = f"{course[-1].seconds:.0f} s, {course[-1].decisions / 1e6:.1f} million decisions"
    body += [_text(WIDTH - RIGHT, height - 14, last, "end"), _text(LEFT, height - 14, "0 s")]
    return picture(title, height, body)


def _lines(course: Sequence[Progress], rival: bool) -> list[Line]:
    lasts = [progress.last for progress in course]
    first = course[0]._replace(decisions=0, games=0)
    spans = zip([first, *course], course, strict=False)
    lengths = [(b.decisions - a.decisions) / max(b.games - a.games, 1) for a, b in spans]
    return [
        *([Line("won against the rival", [each.share for each in course])] if rival else []),
        Line("entropy of a decision", [last.entropy for last in lasts]),
        Line("distance from the magnet", [last.pull for last in lasts]),
        Line("decisions a game", lengths),
        Line("error of the critic", [last.critic for last in lasts]),
        Line("surprise of the judgement", [last.judge for last in lasts]),
    ]


def _drawn(line: Line, seconds: Sequence[float], top: float) -> list[str]:
    """From 0 to the highest value, which is said; the last one is said at its end."""
    most, width, floor = max(*line.values, 1e-9), WIDTH - LEFT - RIGHT, top + HEIGHT
    points = [
        (LEFT + width * second / seconds[-1], floor - HEIGHT * value / most)
        for second, value in zip(seconds, line.values, strict=True)
    ]
    x, y = points[-1]
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return [
        _text(20, top + HEIGHT / 2 + 4, line.title),
        _text(LEFT - 10, top + 10, f"{most:.3g}", "end"),
        f'<path d="M{LEFT} {top}V{floor}H{WIDTH - RIGHT}" stroke="{RULE}" fill="none"/>',
        f'<polyline points="{way}" stroke="{BRASS}" stroke-width="2" fill="none"/>',
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{BRASS}"/>',
        _text(x + 10, y + 4, f"{line.values[-1]:.3g}"),
    ]


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'

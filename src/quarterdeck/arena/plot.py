"""A summary as an SVG picture: ratings, win rates and mean scores with their intervals."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple
from xml.sax.saxutils import escape

from quarterdeck.arena.rating import Interval
from quarterdeck.arena.summary import Summary
from quarterdeck.engine.game import find

WIDTH, LEFT, RIGHT, ROW, TOP = 760, 230, 110, 28, 44
NIGHT, RULE, PAPER, BRASS = "#0a1a24", "#2f667e", "#f3ead7", "#d9a441"


class Panel(NamedTuple):
    """Values with intervals on a common scale, and a mark at the value of equal strength."""

    title: str
    rows: list[tuple[str, Interval]]
    low: float
    high: float
    equal: float
    text: Callable[[float], str]

    @property
    def height(self) -> int:
        return TOP + ROW * len(self.rows) + 24

    def x(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return LEFT + (WIDTH - LEFT - RIGHT) * (inside - self.low) / (self.high - self.low)


def svg(summary: Summary) -> str:
    """The whole picture."""
    y, body = 40, []
    for panel in _panels(summary):
        body += _draw(panel, y)
        y += panel.height
    return picture(f"{find(summary.plan.game).title}: {summary.games} games", y, body)


def picture(title: str, height: float, body: list[str]) -> str:
    """A plot in the house colours: a title, and below it what is drawn."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
            f' width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="13"'
            f' fill="{PAPER}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="{NIGHT}"/>',
            f'<text x="20" y="32" font-size="18" font-family="serif">{escape(title)}</text>',
            *body,
            "</svg>\n",
        ]
    )


def _panels(summary: Summary) -> list[Panel]:
    ratings = [(bot.name, bot.elo) for bot in summary.bots]
    reach = max(max(abs(r.low), abs(r.high)) for _, r in ratings)
    reach = math.ceil(reach / 100) * 100
    panels = [Panel("Elo, 95 % intervals", ratings, -reach, reach, 0, _signed)]
    equal = 1 / summary.plan.sides
    for title, before, rates in (("seat", "seat ", summary.seats), ("kind", "", summary.kinds)):
        rows = [(f"{before}{rate.name}", rate.share) for rate in rates]
        if rows:
            panels.append(Panel(f"Games won by {title}", rows, 0, 1, equal, "{:.0%}".format))
    panels += _score_panel("Mean score", [(bot.name, bot.score) for bot in summary.bots])
    by_seat = [(f"seat {rate.name}", rate.score) for rate in summary.seats]
    return panels + _score_panel("Mean score by seat", by_seat)


def _score_panel(title: str, found: list[tuple[str, Interval | None]]) -> list[Panel]:
    """A panel for a game with scores, as wide as the intervals reach; none for any other."""
    rows = [(name, score) for name, score in found if score]
    reach = max([math.ceil(max(abs(s.low), abs(s.high))) for _, s in rows], default=0) or 1
    return [Panel(title, rows, -reach, reach, 0, "{:+.2f}".format)] if rows else []


def _signed(value: float) -> str:
    return f"{value:+.0f}" if round(value) else "0"


def _draw(panel: Panel, top: int) -> list[str]:
    bottom = top + TOP + ROW * len(panel.rows)
    lines = [f'<text x="20" y="{top + 28}" font-weight="bold">{escape(panel.title)}</text>']
    for value in (panel.low, panel.equal, panel.high):
        x, dash = panel.x(value), "" if value == panel.equal else ' stroke-dasharray="2 4"'
        lines.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top + TOP - 6}" y2="{bottom}"'
            f' stroke="{RULE}"{dash}/>'
            f'<text x="{x:.1f}" y="{bottom + 14}" text-anchor="middle" font-size="11">'
            f"{panel.text(value)}</text>"
        )
    for i, (name, interval) in enumerate(panel.rows):
        lines += _row(panel, name, interval, top + TOP + ROW * i + ROW // 2)
    return lines


def _row(panel: Panel, name: str, interval: Interval, y: int) -> list[str]:
    """A name, a line along the interval, a dot and the value."""
    low, value, high = (panel.x(v) for v in (interval.low, interval.value, interval.high))
    short = name if len(name) <= 30 else f"…{name[-29:]}"
    return [
        f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(short)}</text>',
        f'<path d="M{low:.1f} {y - 5}v10m0-5H{high:.1f}m0-5v10" stroke="{PAPER}" fill="none"/>',
        f'<circle cx="{value:.1f}" cy="{y}" r="4.5" fill="{BRASS}"/>',
        f'<text x="{WIDTH - RIGHT + 20}" y="{y + 4}">{panel.text(interval.value)}</text>',
    ]

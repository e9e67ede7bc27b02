"""Bars on a logarithmic or a linear scale, as a small SVG picture."""

import math
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT, ROW, TOP = 760, 300, 160, 24, 48
NIGHT, PAPER, BRASS, SEA = "#0a1a24", "#f3ead7", "#d9a441", "#2f667e"


def bars(title: str, rows: list[tuple[str, float, str]], linear: bool = False) -> str:
    """A bar for each label, value and text; ours stand out. Labels begin with a group's name."""
    low = 10 ** math.floor(math.log10(min(value for _, value, _ in rows)))
    high = max(value for _, value, _ in rows)
    height = TOP + ROW * len(rows) + 16

    def length(value: float) -> float:
        part = value / high if linear else math.log(value / low) / math.log(high / low)
        return (WIDTH - LEFT - RIGHT) * part

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" font-family="sans-serif" font-size="13" fill="{PAPER}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{NIGHT}"/>',
        f'<text x="20" y="30" font-size="16" font-family="serif">{escape(title)}'
        f"{'' if linear else ' (logarithmic scale)'}</text>",
    ]
    for number, (label, value, text) in enumerate(rows):
        y, colour = TOP + ROW * number, BRASS if "Quarterdeck" in label else SEA
        end = LEFT + length(value)
        lines += [
            f'<text x="{LEFT - 10}" y="{y + 15}" text-anchor="end">{escape(label)}</text>',
            f'<rect x="{LEFT}" y="{y + 3}" width="{end - LEFT:.1f}" height="16" fill="{colour}"/>',
            f'<text x="{end + 8:.1f}" y="{y + 15}">{escape(text)}</text>',
        ]
    return "\n".join([*lines, "</svg>\n"])

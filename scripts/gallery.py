"""One page with every drawing of every game, by night and by day, for review: covers, boards, ends,
cards, pieces, moments, tiles, colours.

python scripts/gallery.py [FILE]      writes .build/gallery.html unless told otherwise
"""

import json
import re
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path

from quarterdeck.engine.game import Game, listing
from quarterdeck.engine.look import cover, look
from quarterdeck.engine.paint import SEATS, SHAPES

ROOT = Path(__file__).parent.parent
STYLE = """
:root{--fill:currentcolor}
body{margin:0;font:15px/1.4 system-ui,sans-serif;background:#0a1a24;color:#e6eef1}
section{padding:20px 28px;background:var(--night,#0a1a24);color:var(--text,#e6eef1)}
section[id$="-day"]{background:var(--night,#efe4cb);color:var(--text,#1c2b33)}
section[id$="-day"] :is(h2,figcaption){color:var(--dim,#4a5a60)}
h1{font:500 30px/1.2 Georgia,serif}h2{font:italic 18px Georgia,serif;color:var(--dim,#9bb7c3)}
.row{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-end}
figure{margin:0;text-align:center;font-size:12.5px}
figcaption{margin-top:4px;color:var(--dim,#9bb7c3)}
svg{display:block;margin:0 auto;color:var(--seat-1,#ff8a86);fill:currentcolor}
.card svg{border:2px solid var(--key,#1c2b33);border-radius:8px}
.stage{position:relative;width:150px;height:150px;cursor:pointer;color:var(--seat-0,#f3ead7)}
.stage>*{position:absolute;left:50%;top:50%}
.ring{border:3px solid;border-radius:50%}
.sparks,.bubbles{border:6px dotted var(--accent,#edc271);border-radius:50%}
.rays{background:radial-gradient(var(--accent,#edc271),transparent 68%)}
.swatch{width:74px;height:34px;border-radius:6px;border:1px solid #8888}
"""

CHOREOGRAPHIES = json.loads((ROOT / "web/src/moments/choreography.json").read_text("utf-8"))
SIZE = 62
"""Pixels of the place at which moments happen here."""
PLAY = """
for (const stage of document.querySelectorAll(".stage")) {
  const { time, hit, layers } = CHOREOGRAPHIES[stage.dataset.moment.split("-")[0]];
  const art = stage.firstElementChild;
  const animations = layers.map(({ part, size, frames }) => {
    const node = part === "art" ? art : document.createElement("div");
    const wide = `${SIZE * size}px`;
    Object.assign(node.style, { width: wide, height: wide, margin: `${-SIZE * size / 2}px` });
    if (part !== "art") node.className = part;
    stage.append(node);
    return node.animate(frames, { duration: time, fill: "both" });
  });
  const freeze = () => animations.forEach((one) => { one.pause(); one.currentTime = time * hit; });
  stage.onclick = () => {
    animations.forEach((one) => { one.currentTime = 0; one.play(); });
    Promise.all(animations.map((one) => one.finished)).then(freeze, () => undefined);
  };
  freeze();
}
"""
"""Every moment stands still when the blow falls; a click plays it."""


def own_ids(svg: str, prefix: str) -> str:
    """The same drawing with ids of its own: several are on one page."""
    ids = set(re.findall(r'\sid="([^"]+)"', svg))

    def renamed(found: re.Match[str]) -> str:
        return f"{found[1]}{prefix if found[2] in ids else prefix.split('--')[0] + '--'}{found[2]}"

    return re.sub(r'(\sid="|url\(#|href="#)([\w-]+)', renamed, svg)


def symbols(svg: str) -> dict[str, str]:
    """The symbols of a sprite, by name, each with its viewBox."""
    found = re.findall(r"<symbol\s([^>]*)>", svg)
    pairs = [
        (re.search(r'id="([^"]+)"', one), re.search(r'viewBox="([^"]+)"', one)) for one in found
    ]
    return {name[1]: box[1] for name, box in pairs if name and box}


def used(href: str, width: float, height: float, inside: str = "") -> str:
    return (
        f'<svg width="{width:g}" height="{height:g}" style="overflow:visible">{inside}'
        f'<use href="#{href}" width="{width:g}" height="{height:g}"/></svg>'
    )


def shown(caption: str, *drawings: str, kind: str = "") -> str:
    return (
        f'<figure><div class="row {kind}">{"".join(drawings)}</div>'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def row(title: str, figures: list[str]) -> str:
    return f'<h2>{title}</h2><div class="row">{"".join(figures)}</div>' if figures else ""


def sized(svg: str, width: int, height: int) -> str:
    return svg.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)


def hidden(sprite: str) -> str:
    return sprite.replace("<svg ", '<svg style="position:absolute;width:0;height:0" ', 1)


def plate(seat: int, size: float) -> str:
    """What clients draw behind a figure."""
    at = f"translate({size * 0.5:g} {size * 0.56:g}) scale({size / 16.5:g}) translate(-10 -10)"
    return f'<path transform="{at}" d="{SHAPES[seat]}" fill="{SEATS[seat]}" stroke="#10183a"/>'


def piece(game: Game, name: str, number: int) -> str:
    seat = number % len(SHAPES)
    sizes = (66.0, 28.0)
    figure = name.startswith("figure-")
    drawn = [used(f"{game.id}--{name}", s, s, plate(seat, s) if figure else "") for s in sizes]
    return shown(name, *drawn)


def tile(game: Game, name: str) -> str:
    """With what it draws beyond its cell."""
    drawn = f'<use href="#{game.id}--{name}" x="-50" y="-50" width="100" height="100"/>'
    box = 'width="150" height="150" viewBox="-100 -100 200 200"'
    return shown(name, f"<svg {box}>{drawn}</svg>", kind="as-by-night")


def face(game: Game, name: str, box: str) -> str:
    width, height = map(float, box.split()[2:])
    href = f"{game.id}--cards--{name}"
    drawn = [used(href, size, size * height / width) for size in (200.0, 62.0)]
    return shown(name, *drawn, kind="card as-by-night")


def moment(game: Game, name: str) -> str:
    drawn = used(f"{game.id}--moments--{name}", SIZE, SIZE)
    inside = re.sub(r'width="[^"]+" height="[^"]+"', 'viewBox="0 0 62 62"', drawn, count=1)
    return (
        f'<figure><div class="stage" data-moment="{name}">{inside}</div>'
        f"<figcaption>{name}</figcaption></figure>"
    )


def theme(css: str, game: str) -> str:
    """As clients have it: by day only the table turns bright, boards and cards stay."""
    night, day = (
        re.findall(re.escape(of) + r"\s*(\{[^}]*\})", css) for of in (":root", "[data-day]")
    )
    return "\n".join(
        [
            *(f"#{game}, #{game}-day {rules}" for rules in night),
            *(f"#{game}-day {rules}" for rules in day),
            *(f"#{game}-day .as-by-night {rules}" for rules in night),
        ]
    )


def pictures(game: Game, light: str) -> list[str]:
    own, prefix = look(game.package), f"{game.id}--{light}"
    drawn = {
        "cover": sized(own_ids(cover(game.package), f"{prefix}-cover--"), 256, 352),
        "board": sized(own_ids(own.board, f"{prefix}-board--"), 420, 380),
        "stage": sized(own_ids(own.stage, f"{prefix}-stage--"), 320, 128),
        "end": sized(own_ids(own.end, f"{prefix}-end--"), 320, 200),
    }
    return [shown(name, svg, kind="as-by-night") for name, svg in drawn.items() if svg]


def cards(game: Game, light: str) -> list[str]:
    faces = symbols(look(game.package).cards)
    return [face(game, name, box) for name, box in faces.items()]


def pieces(game: Game, light: str) -> list[str]:
    names = [name for name in symbols(game.symbols) if not name.startswith("tile-")]
    return [piece(game, name, number) for number, name in enumerate(names)]


def moments(game: Game, light: str) -> list[str]:
    return [moment(game, name) for name in symbols(look(game.package).moments)]


def tiles(game: Game, light: str) -> list[str]:
    return [tile(game, name) for name in symbols(game.symbols) if name.startswith("tile-")]


def colours(game: Game, light: str) -> list[str]:
    block = re.search(
        (r":root" if light == "night" else r"\[data-day\]") + r"[^}]*", theme_of(game)
    )
    found = re.findall(r"(--[\w-]+)\s*:\s*(#[0-9a-f]{3,8})", block[0] if block else "")
    return [
        f'<figure><div class="swatch" style="background:{colour}"></div>'
        f"<figcaption>{name}<br>{colour}</figcaption></figure>"
        for name, colour in found
    ]


def theme_of(game: Game) -> str:
    return look(game.package).theme


ROWS: dict[str, Callable[[Game, str], list[str]]] = {
    "Pictures": pictures,
    "Cards": cards,
    "Pieces and marks": pieces,
    "Moments (click)": moments,
    "Tiles": tiles,
    "Colours": colours,
}
"""What the page shows of each game, as figures."""


def section(game: Game) -> str:
    """All drawings of one game."""
    parts = [
        f"<style>{theme(theme_of(game), game.id)}</style>",
        hidden(own_ids(game.symbols, f"{game.id}--")),
        hidden(own_ids(look(game.package).cards, f"{game.id}--cards--")),
        hidden(own_ids(look(game.package).moments, f"{game.id}--moments--")),
    ]
    for light in ("night", "day"):
        named = game.id if light == "night" else f"{game.id}-day"
        rows = "".join(row(title, figures(game, light)) for title, figures in ROWS.items())
        parts.append(
            f'<section id="{named}"><h1>{escape(game.title)}, by {light}</h1>{rows}</section>'
        )
    return "".join(parts)


def page() -> str:
    sections = "\n".join(section(game) for game in listing())
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>'
        f"<style>{STYLE}</style>\n{sections}\n"
        f"<script>const SIZE={SIZE}, CHOREOGRAPHIES={json.dumps(CHOREOGRAPHIES)};{PLAY}</script>"
        "</html>\n"
    )


if __name__ == "__main__":
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/gallery.html"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(page(), encoding="utf-8")
    print(place)

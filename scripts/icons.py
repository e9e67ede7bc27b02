"""Draw the page's PNGs from its own SVG icon: for home screens, notices and previews of links.

Run it after a change of web/public/icon.svg, and commit what it writes; it needs Chromium.
"""

import base64
import re
import subprocess
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
PUBLIC = ROOT / "web/public"
FONTS = ROOT / "web/node_modules/@fontsource/spectral/files"
NIGHT, SEA, CONTOUR, EDGE = "#0a1a24", "#0f2c3a", "#1d3d4d", "#2f667e"
FOAM, MUTED = "#e6eef1", "#9bb7c3"


def icon(size: int, square: bool = False, scale: float = 1.0) -> str:
    """The icon on its own; `square`: for systems that cut their own shape out of it."""
    drawn = (PUBLIC / "icon.svg").read_text()
    if square:
        drawn = re.sub(r'rx="\d+"', "", drawn)
    inside = drawn.replace("<svg", f'<svg width="{size * scale}" height="{size * scale}"', 1)
    ground = SEA if square else "transparent"
    return f'<div class="all" style="background: {ground}">{inside}</div>'


def font(style: str) -> str:
    data = base64.b64encode((FONTS / f"spectral-latin-400-{style}.woff2").read_bytes()).decode()
    return f"@font-face{{font-family:S;font-style:{style};src:url(data:font/woff2;base64,{data})}}"


def preview() -> str:
    """What is shown beside a link: the name on a chart."""
    rings = "".join(
        f'<ellipse cx="930" cy="320" rx="{175 + 75 * n}" ry="{150 + 62 * n}" '
        f'transform="rotate({-14 + 3 * n} 930 320)"/>'
        for n in range(10)
    )
    drawn = (PUBLIC / "icon.svg").read_text().replace("<svg", '<svg width="250" height="250"', 1)
    return f"""<style>{font("normal")}{font("italic")}</style>
      <div class="all" style="background: {NIGHT}">
      <svg style="position:absolute" width="1200" height="630" fill="none" stroke-width="2">
        <clipPath id="chart"><rect x="32" y="32" width="1136" height="566" /></clipPath>
        <g clip-path="url(#chart)" stroke="{CONTOUR}">{rings}</g>
        <g stroke="{EDGE}"><rect x="24" y="24" width="1152" height="582" />
        <rect x="32" y="32" width="1136" height="566" /></g>
      </svg>
      <div style="position:absolute;left:96px;top:200px;color:{FOAM}">
        <div style="font:normal 116px S">Quarterdeck</div>
        <div style="font:italic 42px S;color:{MUTED}">Games of hidden information</div></div>
      <div style="position:absolute;left:805px;top:195px">{drawn}</div></div>"""


def draw(page: Page, name: str, width: int, height: int, inside: str) -> None:
    page.set_viewport_size({"width": width, "height": height})
    style = "*{margin:0} .all{width:100vw;height:100vh;display:grid;place-content:center}"
    page.set_content(f"<style>{style}</style>{inside}")
    page.evaluate("document.fonts.ready")
    page.screenshot(path=PUBLIC / name, omit_background=True)


def main() -> None:
    chromium = subprocess.run([ROOT / "scripts/find-chromium"], capture_output=True, text=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.stdout.strip(), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for size in (192, 512):
            draw(page, f"icon-{size}.png", size, size, icon(size))
        draw(page, "icon-180.png", 180, 180, icon(180, square=True))
        draw(page, "icon-maskable.png", 512, 512, icon(512, square=True, scale=0.8))
        draw(page, "preview.png", 1200, 630, preview())
        browser.close()


if __name__ == "__main__":
    main()

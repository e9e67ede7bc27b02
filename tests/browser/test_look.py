"""A game's look: drawn at the table, harmless whatever it holds, and no loss where it is missing;
the page by night and by day."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .person import Person

Visitor = Callable[..., Page]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" {}>{}</svg>'
SKY = '<defs><linearGradient id="sky"><stop stop-color="#0f0"/></linearGradient></defs>'
ELSEWHERE = "https://elsewhere.example"
WICKED = f"""
  <script>window.wicked = 1</script>
  <style>@import "{ELSEWHERE}/a.css"; body {{ display: none }}</style>
  <image href="{ELSEWHERE}/a.png" width="9" height="9" onload="window.wicked = 2"/>
  <foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.wicked = 3"/>
  </foreignObject>
  <use href="{ELSEWHERE}/a.svg#b"/>
  <a href="javascript:window.wicked=4"><path d="M0 0h9"/></a>
  <rect width="9" height="9" fill="url({ELSEWHERE}/a.svg#b)" onclick="window.wicked = 5"/>
  <animate attributeName="href" to="javascript:window.wicked=6"/>
"""
HANDLER = 'onload="window.wicked = 7"'


def answer(page: Page, game: str, symbols: list[str], wicked: str = "") -> None:
    """Let the service hand out this look instead of the game's own."""
    drawn = f'<rect class="known" width="200" height="112" fill="url(#sky)"/>{wicked}'
    faces = (f'<symbol id="face-{one}" viewBox="0 0 200 112">{drawn}</symbol>' for one in symbols)
    look = {
        "theme": ":root{--night:#200020;--cell-sea:#402040}"
        f'[data-day]{{--night:#fff0ff}} body{{display:none}} @import "{ELSEWHERE}/b.css";',
        "board": SVG.format(f'viewBox="0 0 5 5" {wicked and HANDLER}', SKY + drawn),
        "cards": SVG.format("", SKY + "".join(faces)),
        "end": "",
        "sounds": {},
    }

    def reply(route: Route) -> None:
        route.fulfill(body=json.dumps(look), content_type="application/json")

    page.route(f"**/api/games/{game}/look", reply)


def open_ping(page: Page) -> Person:
    me = Person(page)
    me.open_table("ping", ["deckhand"])
    page.locator("main .cell").first.wait_for()
    return me


def symbols_of(page: Page, game: str) -> list[str]:
    page.goto("/")
    sprite = page.request.get(f"/api/games/{game}/symbols.svg").text()
    return re.findall(r'<symbol id="([^"]+)"', sprite)


def ground(page: Page, where: str) -> str:
    return page.locator(where).evaluate("(one) => getComputedStyle(one).backgroundColor")


@pytest.mark.parametrize("wicked", ["", WICKED], ids=["plain", "wicked"])
def test_a_look_is_drawn_and_does_nothing_else(visitor: Visitor, wicked: str) -> None:
    page = visitor(bypass_csp=True)  # the page's policy would help
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer(page, "ping", symbols_of(page, "ping"), wicked)
    open_ping(page)
    expect(page.locator(".card .face use").first).to_be_attached()
    paint = page.locator("main .art rect").first.get_attribute("fill")
    assert paint == "url(#ping--board--sky)"
    assert page.locator('[id="ping--board--sky"]').count() == 1
    night = "getComputedStyle(document.querySelector('.table')).getPropertyValue('--night')"
    assert page.evaluate(night) == "#200020"
    assert page.evaluate("getComputedStyle(document.body).display") == "block"
    drawings = "svg :is(script, style, image, foreignObject, a, animate, [onload], [onclick])"
    assert page.locator(drawings).count() == 0
    assert page.locator("svg .known").count() == 0, "classes would take up the page's style"
    assert page.evaluate("window.wicked") is None
    assert not [url for url in asked if "elsewhere" in url]


def test_a_game_without_a_look_is_a_chart_with_paper_cards(visitor: Visitor) -> None:
    page = visitor()
    page.route(
        "**/api/games/ping/look",
        lambda route: route.fulfill(
            json={"theme": "", "board": "", "cards": "", "end": "", "sounds": {}}
        ),
    )
    open_ping(page)
    expect(page.locator("main .ground")).to_be_visible()
    expect(page.locator(".card .half").first).to_be_visible()
    assert page.locator(":is(.face, .art, .themed, .framed, .pictured)").count() == 0


def test_night_and_day_follow_the_system_until_somebody_chooses(visitor: Visitor) -> None:
    page = visitor(color_scheme="light")
    answer(page, "ping", symbols_of(page, "ping"))
    assert ground(page, "body") == "rgb(239, 228, 203)"
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(10, 26, 36)")
    page.get_by_label("Colours").select_option("day")
    assert ground(page, "body") == "rgb(239, 228, 203)"

    open_ping(page)
    token = "(one) => getComputedStyle(one).getPropertyValue('--night')"
    assert page.locator(".table").evaluate(token) == "#fff0ff"
    assert page.locator("main .chart").evaluate(token) == "#200020", "boards keep their colours"
    page.get_by_role("button", name="More").click()
    page.get_by_label("Colours").select_option("night")
    assert page.locator(".table").evaluate(token) == "#200020"

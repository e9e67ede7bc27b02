"""The page in German: for whoever's browser prefers it, and for whoever chooses it."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .conftest import ROOT
from .person import Person

Visitor = Callable[..., Page]
GERMAN = json.loads((ROOT / "web/src/languages/de.json").read_text("utf-8"))

# Whatever can be read or heard, text by text.
READ = """() => {
  const texts = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode.nodeValue);
  for (const name of ["aria-label", "aria-valuetext", "title", "placeholder"])
    texts.push(...[...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)));
  return texts.map((text) => text.trim()).filter(Boolean);
}"""


WORDS = {"name", "names", "who", "title", "game", "option", "options", "did", "what", "label"}
"""Fields that hold words; the others hold figures."""


def pattern(text: str) -> str:
    """What a text can look like on the page, whatever its fields are."""
    parts = re.split(r"\{(\w+)\}", text.strip())
    for field in range(1, len(parts), 2):
        parts[field] = ".+" if parts[field] in WORDS else r"[+-]?\d\S*"
    parts[::2] = map(re.escape, parts[::2])
    return "".join(parts)


ENGLISH = re.compile(
    "|".join(
        pattern(text)
        for text, german in GERMAN.items()
        if text != german and re.search(r"[^\W\d_]{3}", re.sub(r"\{\w+\}", "", text))
    )
)


def english(page: Page) -> list[str]:
    """What the client says in English; what comes from the service is its own affair."""
    return [text for text in page.evaluate(READ) if ENGLISH.fullmatch(text)]


def test_a_german_browser_is_spoken_to_in_german_until_somebody_chooses_english(
    visitor: Visitor,
) -> None:
    page = visitor(locale="de-DE")
    page.goto("/")
    me = Person(page)
    expect(page.get_by_text("Brettspiele mit verdeckter Information.")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    me.cover("PING").get_by_text("Optionen").click()
    assert english(page) == []

    me.sit_down("Spielen")
    expect(me.turn).to_have_text("Dein Zug", timeout=30_000)  # a bot may begin
    expect(page).to_have_title("Dein Zug · PING")
    expect(page.get_by_role("button", name="Tipp")).to_be_visible()
    page.get_by_role("button", name="Mehr").click()
    language = page.get_by_role("group", name="Sprache")
    expect(language.get_by_role("button", name="Deutsch")).to_have_attribute("aria-pressed", "true")
    assert english(page) == []
    assert page.context.cookies(page.url)[0]["name"] == "guest"  # nothing was chosen yet

    language.get_by_role("button", name="English").click()
    expect(me.turn).to_have_text("Your turn")
    assert page.locator("html").get_attribute("lang") == "en"
    assert english(page), "the test would notice English"
    page.goto("/")
    expect(page.get_by_role("group", name="Language")).to_be_visible()
    [chosen] = [one for one in page.context.cookies() if one["name"] == "language"]
    assert (chosen["value"], chosen["sameSite"]) == ("en", "Lax")

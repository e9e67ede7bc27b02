"""A page asks for all it needs at once: on a slow line, one thing after the other takes seconds."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from .person import Person

LOADED = "() => performance.getEntriesByType('resource').map((one) => one.name)"


@pytest.mark.parametrize("place", ["home", "table"])
def test_no_script_has_to_ask_for_another(visitor: Callable[..., Page], place: str) -> None:
    me = Person(visitor())
    if place == "table":
        me.open_table("ping", ["deckhand"])
        me.page.reload()
    else:
        me.page.goto("/")
    me.page.locator("article, main [data-place]").first.wait_for()
    links = set(re.findall(r'(?:src|href)="([^"]+)"', me.page.request.get(me.page.url).text()))
    named = {link.rpartition("/")[2] for link in links}
    loaded = {str(one).rpartition("/")[2] for one in me.page.evaluate(LOADED)}
    scripts = {one for one in loaded if one.endswith((".js", ".css"))}
    assert len(scripts) >= 4
    assert scripts <= named
    if place == "table":
        matches = [one for one in me.page.evaluate(LOADED) if "/api/matches/" in one]
        assert len(matches) == 1, "the match is asked for once, and early"

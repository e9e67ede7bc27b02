"""Pocket Sub's chart: regions show the names that the log uses where one points, say what they are,
and keep their size when a hint comes."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .person import Person


def test_regions_say_what_they_are_and_a_hint_leaves_the_chart_its_size(
    visitor: Callable[..., Page],
) -> None:
    page = visitor()
    person = Person(page)
    person.open_table("pocket_sub", ["cadet"])
    assert person.await_turn()
    region = page.get_by_role("button", name="C north-east, shallow", exact=True)
    name = page.locator("main").get_by_text("C NE", exact=True)
    expect(name).to_be_hidden()
    region.hover(force=True)  # it cannot be chosen now
    expect(name).to_be_visible()
    region.click(force=True)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("C north-east, shallow")
    expect(sheet).to_contain_text("Entering costs 1 movement point.")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    chart = page.get_by_role("group", name="The sea")
    before = chart.bounding_box()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("The Admiral suggests")).to_be_visible(timeout=30_000)
    assert chart.bounding_box() == before

"""A game that somebody added, without a board: Leduc poker, from the examples."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from .conftest import ROOT, serve
from .person import Person


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service on a machine where the example is installed, as if by `pip install`."""
    folder = tmp_path_factory.mktemp("leduc")
    info = folder / "leduc-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: leduc\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[quarterdeck.games]\nleduc = leduc\n")
    places = map(str, (folder, ROOT / "examples" / "leduc", ROOT / "src"))
    yield from serve(folder, PYTHONPATH=os.pathsep.join(places))


def test_cards_lie_in_the_middle_and_a_game_is_played_to_the_end(visitor) -> None:
    me = Person(visitor())
    me.page.goto("/")
    me.open_table("leduc", ["mate"])
    middle = me.page.get_by_role("main")
    expect(middle.get_by_role("region", name="Mate's card")).to_be_visible()
    expect(middle.get_by_role("region", name="On the table")).to_be_visible()
    expect(me.page.get_by_role("region", name="Your card")).to_be_visible()
    while me.await_turn():
        me.click_something()

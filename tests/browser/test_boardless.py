"""A game that somebody added, with scores and without a board: Leduc poker, from the examples."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.games import installed

from .conftest import serve
from .person import Person

THINKS = 60_000
"""Milliseconds that the Admiral may take, its start included."""


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service on a machine where the example is installed, as if by `pip install`, and compiled:
    nobody has done that before, as `make` does for our games."""
    folder = tmp_path_factory.mktemp("leduc")
    environment = installed(folder, "leduc")
    warm = [sys.executable, "-m", "quarterdeck", "warm", "leduc"]
    subprocess.run(warm, env={**os.environ, **environment}, check=True, capture_output=True)
    yield from serve(folder, **environment)


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


def test_scores_are_expected_and_shown_and_the_game_keeps_its_secrets(visitor) -> None:
    me = Person(visitor())
    me.page.goto("/")
    me.open_table("leduc", ["random"])
    me.page.get_by_role("button", name="Hint").click()
    expect(me.page.get_by_text("The Admiral suggests")).to_contain_text(
        re.compile(r"\(expected score [+-]?\d+\.\d\)"), timeout=THINKS
    )
    while me.await_turn():
        me.click_something()
    scores = me.page.get_by_role("list", name="Scores").get_by_role("listitem")
    (name, mine), (other, theirs) = (text.split() for text in scores.all_inner_texts())
    assert (name, other) == ("You", "Random")
    assert int(mine) == -int(theirs)
    expect(me.page.get_by_role("link", name="Save the record")).to_have_count(0)
    expect(me.page.get_by_text("Was the deal fair?")).to_have_count(0)
    me.page.get_by_role("link", name="Replay").click()
    eyes = me.page.get_by_role("group", name="Through whose eyes").get_by_role("button")
    expect(eyes).to_have_text(["You", "Spectator"])
    me.page.get_by_role("button", name="Analyse the game").click()
    graph = me.page.get_by_role("img", name="Expected score, move by move")
    expect(graph).to_be_visible(timeout=THINKS)
    me.page.keyboard.press("Home")
    advice = me.page.get_by_text("The Admiral suggests")
    while not advice.is_visible():
        me.page.get_by_role("button", name="Next move").click()
    expect(advice).to_contain_text("expected score")
    expect(me.page.locator("body")).not_to_contain_text("%")

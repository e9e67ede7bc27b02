"""Coming back to one's games, on this device and on another; one link for a table; strangers."""

import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import serve
from .person import Person

Visitor = Callable[..., Page]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One with a lobby."""
    yield from serve(tmp_path_factory.mktemp("people"), QUARTERDECK_LOBBY="true")


def begin(page: Page, *seats: dict[str, str], game: str = "ping") -> str:
    entropy = secrets.token_hex(16)
    body: dict[str, Any] = {"game": game, "seats": list(seats), "entropy": entropy}
    return str(page.request.post("/api/matches", data=body).json()["id"])


ME, FRIEND, BOT = (
    {"kind": "me", "name": "Ann"},
    {"kind": "friend"},
    {"kind": "bot", "bot": "random"},
)


def games(page: Page) -> Any:
    return page.get_by_role("region", name="Your games")


def test_games_are_found_again_here_and_on_another_device(visitor: Visitor) -> None:
    ann, phone = visitor(), visitor(390, 844)
    ann.goto("/")
    expect(ann.get_by_role("heading", name="PING", exact=True)).to_be_visible()
    expect(games(ann)).to_be_hidden()
    running, over = begin(ann, ME, BOT), begin(ann, ME, BOT)
    ann.goto(f"/play/{over}")
    ann.get_by_role("button", name="More").click()
    ann.get_by_role("button", name="Resign…").click()
    ann.get_by_role("button", name="Yes, resign").click()
    expect(ann.get_by_text("You lost")).to_be_visible()

    ann.goto("/")
    expect(games(ann).get_by_role("link", name=re.compile("PING.*turn"))).to_have_attribute(
        "href", re.compile(running)
    )
    games(ann).get_by_text("Finished games").click()
    expect(games(ann).get_by_text("You lost")).to_be_visible()
    expect(games(ann).get_by_role("link", name="Replay")).to_have_attribute(
        "href", re.compile(over)
    )
    games(ann).get_by_role("button", name="Take them to another device").click()
    link = ann.get_by_label("Link for the other device").input_value()
    ann.get_by_role("button", name="QR code").click()
    expect(ann.get_by_role("img", name="QR code of the link")).to_be_visible()

    phone.goto(link)
    phone.get_by_role("button", name="Bring them here").click()
    phone.wait_for_url(re.compile(r"/$"))
    games(phone).get_by_role("link", name="PING").click()
    expect(Person(phone).turn).to_have_text(re.compile("turn"))
    phone.goto(link)
    phone.reload()
    expect(phone.get_by_text("This browser has games of its own")).to_be_visible()


def test_one_link_fills_a_table_then_offers_to_watch(visitor: Visitor) -> None:
    host, bob, cleo, dora = (visitor() for _ in range(4))
    host.goto(f"/play/{begin(host, ME, FRIEND, FRIEND, game='pocket_sub')}")
    expect(Person(host).turn).to_have_text("Waiting")
    expect(host.get_by_text("Still expected: Player 2, Player 3.")).to_be_visible()
    link = host.get_by_label("Link to send").input_value()
    bob.goto(link)
    bob.get_by_label("Your seat").select_option("3. Player 3")
    for friend, name in ((bob, "Bob"), (cleo, "Cleo")):
        if friend is not bob:
            friend.goto(link)
        friend.get_by_label("Your name").fill(name)
        friend.get_by_role("button", name="Take your seat").click()
    expect(host.locator("header")).to_contain_text(re.compile("Cleo.*Bob"))
    expect(host.get_by_label("Link to send")).to_be_hidden()
    dora.goto(link)
    expect(dora.get_by_role("heading", name="This table is full")).to_be_visible()
    dora.get_by_role("button", name="Watch").click()
    expect(dora.get_by_text("You are watching")).to_be_visible()
    expect(host.get_by_text("1 watching")).to_be_visible()


def test_strangers_meet(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor(390, 844)
    ann.goto("/")
    ann.get_by_label("Your name").fill("Ann")
    Person(ann).sit_down("Play anybody")
    expect(Person(ann).turn).to_have_text("Waiting")
    bob.goto("/")
    table = bob.get_by_role("region", name="Open tables").get_by_role("listitem")
    expect(table).to_contain_text("with Ann, one seat open")
    table.get_by_role("button", name="Join").click()
    for page in (ann, bob):
        expect(Person(page).turn).to_have_text(re.compile("turn"))


def test_a_shared_device_is_covered_only_where_somebody_has_a_secret(visitor: Visitor) -> None:
    page = visitor()
    person = Person(page)
    page.goto("/")
    cover = person.cover("Pocket Sub")
    cover.get_by_role("button", name="Same device").click()
    cover.get_by_label("Player 1").fill("Ann")
    cover.get_by_label("Player 2").fill("Bob")
    cover.get_by_role("button", name="Start").click()
    page.wait_for_url("**/play/*")
    seen = set()
    for _ in range(12):
        expect(person.turn).to_have_text("Your turn")
        seen.add(page.locator("header li.acting .name").inner_text().strip())
        person.click_something()
    assert seen == {"Ann", "Bob"}, "nothing is hidden in this game: the turn goes on by itself"
    page.goto("/")
    expect(person.cover("PING").get_by_role("button", name="Same device")).to_be_visible()
    person.sit_down("Same device")
    expect(page.get_by_role("heading", name=re.compile("Pass the device to"))).to_be_visible()

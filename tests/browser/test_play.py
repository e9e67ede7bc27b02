"""A person plays in a real browser: by pointer, by keyboard, with a friend, on a phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quarterdeck.engine.game import Game
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from tests.games import OURS

from .person import Person

Visitor = Callable[..., Page]
MOST_CLICKS = 3_000
LONG = 100_000
"""A game that may take so many decisions is played with quick bots and auto-pass."""
STILL = {"reduced_motion": "reduce"}
"""For whole games: drawing what moves takes half of their time. Motion has tests of its own."""
Choices = dict[str, int | bool]
TABLES: dict[str, list[Choices]] = {
    "ping": [{"turn limit": 40}],  # random clicks would go on
    "pocket_sub": [
        {"players": 2, "Captain": True},
        {"players": 3, "Captain": False},
        {"players": 4, "Captain": True},
    ],
}
"""Which tables to set, by the words of the options, for games with more than one worth playing."""


def tables() -> list[Any]:
    return [
        pytest.param(game, choices, id="-".join([game.id, *map(str, choices.values())]))
        for game in OURS
        if game.bound < LONG
        for choices in TABLES.get(game.id, [{}])
    ]


def long_tables(*players: int) -> list[Any]:
    return [
        pytest.param(game, seats, id=f"{game.id}-{seats}")
        for game in OURS
        if game.bound >= LONG
        for seats in players
    ]


def set_table(me: Person, game: Game, choices: Choices) -> None:
    cover = me.cover(game.title)
    if choices:
        cover.get_by_text("Options").click()
    for label, value in choices.items():
        if isinstance(value, bool):
            cover.get_by_role("checkbox", name=label).set_checked(value)
        else:
            cover.get_by_role("spinbutton", name=label).fill(str(value))


@pytest.mark.parametrize(("game", "choices"), tables())
def test_a_whole_game_against_bots_by_clicking_what_lights_up(
    visitor: Visitor, game: Game, choices: Choices
) -> None:
    me = Person(visitor(**STILL))
    me.page.goto("/")
    set_table(me, game, choices)
    me.cover(game.title).get_by_role("combobox", name="against").select_option("cadet")
    me.sit_down("Play", game.title)
    for _ in range(MOST_CLICKS):
        if not me.await_turn():
            break
        me.click_something()
    expect(me.turn).to_have_text("Game over")
    expect(me.page.get_by_role("button", name="Play again")).to_be_visible()
    with me.page.expect_download() as record:
        me.page.get_by_role("link", name="Save the record").click()
    assert record.value.path().read_bytes().startswith(b"{")


@pytest.mark.parametrize(("game", "players"), long_tables(2, 3))
def test_a_whole_long_game_by_clicking_what_lights_up_with_auto_pass(
    visitor: Visitor, game: Game, players: int
) -> None:
    me = Person(visitor(**STILL))
    match = me.open_table(game.id, ["deckhand"] * (players - 1))
    for _ in range(MOST_CLICKS):
        if not me.await_turn():
            break
        if not me.turn_on_auto_pass():
            me.click_something()
    expect(me.turn).to_have_text("Game over")
    check_the_end(me, match)
    if me.log.count() > 100:  # nearly always
        me.page.get_by_role("button", name=re.compile("earlier lines?")).click()
        assert me.log.count() > 100
        expect(me.log.last).not_to_contain_text("earlier")


def check_the_end(me: Person, match: str) -> None:
    """The end screen says who won, and the record says the same when it is replayed."""
    record = me.page.request.get(f"/api/matches/{match}/record").body()
    replayed = Match.from_record(Record.from_json(record))
    assert replayed.over
    end = me.page.get_by_role("region", name="Your move").get_by_role("status")
    won = "A draw" if not replayed.winners else "You won" if 0 in replayed.winners else "You lost"
    expect(end).to_contain_text(won)
    names = [me.seats[seat] if seat else "You" for seat in replayed.winners]
    said = "|".join(f"{name} win" for name in names) or "nobody has won"
    expect(end).to_contain_text(re.compile(said))
    expect(me.page.get_by_role("button", name="Play again")).to_be_visible()


@pytest.mark.parametrize(("game", "players"), long_tables(6))
def test_a_long_game_from_the_shelf(visitor: Visitor, game: Game, players: int) -> None:
    me = Person(visitor())
    me.page.goto("/")
    set_table(me, game, {"players": players})
    me.cover(game.title).get_by_role("combobox", name="against").select_option("cadet")
    me.sit_down("Play", game.title)
    for _ in range(5):
        assert me.await_turn()
        me.click_something()


def test_turns_from_the_list_of_actions_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor()
    me = Person(page)
    page.goto("/")
    play = me.cover("PING").get_by_role("button", name="Play", exact=True)
    expect(play).to_be_visible()
    for _ in range(80):
        if play.evaluate("(button) => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    me.await_turn()
    told = me.log.count()
    for _ in range(15):
        if not me.await_turn():
            break
        before = me.sees
        if page.get_by_role("button", name="All actions").is_visible():
            tab_to(page, ".actions [aria-expanded]")
            page.keyboard.press("Enter")
            page.keyboard.press("Tab")
        else:
            tab_to(page, "[data-lit]")
        page.keyboard.press("Enter")
        me.await_change(before, "the first action in the list did nothing")
    assert me.log.count() >= told + 10


def tab_to(page: Page, what: str) -> None:
    """Press Tab until the focus is on something that matches the selector."""
    for _ in range(80):
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the keyboard cannot reach {what}")


def two_friends(visitor: Visitor) -> tuple[Person, Person]:
    """One begins a game, the other joins by the link."""
    host, friend = Person(visitor()), Person(visitor())
    host.page.goto("/")
    host.sit_down("With a friend")
    friend.page.goto(host.page.get_by_label("Link to send").input_value())
    friend.page.get_by_role("button", name="Take your seat").click()
    expect(host.page.get_by_label("Link to send")).to_be_hidden()
    return host, friend


def test_a_friend_joins_by_link_and_a_reload_resumes_in_mid_turn(visitor: Visitor) -> None:
    host, friend = two_friends(visitor)

    reloads = 0
    for _ in range(60):
        actor, other = (host, friend) if whose_turn(host, friend) is host else (friend, host)
        watched = other.sees
        actor.click_something()
        if actor.acts and actor.take_back.is_visible():
            drafted = actor.sees
            assert other.sees == watched, "the other one watches a hesitation"
            actor.page.reload()
            expect(actor.take_back).to_be_visible()
            assert actor.sees == drafted
            reloads += 1
        if reloads >= 3:
            return
    pytest.fail("no turn took more than one click")


def test_who_is_still_at_the_table_hears_of_a_rematch(visitor: Visitor) -> None:
    host, friend = two_friends(visitor)
    for button in ("More", "Resign…", "Yes, resign"):
        host.page.get_by_role("button", name=button).click()
    old = host.page.url
    host.page.get_by_role("button", name="Play again").click()
    friend.page.get_by_role("button", name="Join the next game").click()
    for person in (host, friend):
        expect(person.page).not_to_have_url(old)
        expect(person.turn).not_to_have_text("Game over")
    assert host.page.url == friend.page.url


def whose_turn(*people: Person) -> Person:
    for _ in range(300):
        for person in people:
            if person.acts:
                return person
        people[0].page.wait_for_timeout(100)
    pytest.fail("nobody is asked to move")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_a_phone_shows_board_and_hand_without_sideways_scrolling(
    visitor: Visitor, width: int, height: int
) -> None:
    me = Person(visitor(width, height, is_mobile=True, has_touch=True))
    me.page.goto("/")
    expect(me.cover("PING")).to_be_visible()
    assert not too_wide(me.page)
    me.sit_down("Play")
    for _ in range(8):
        if not me.await_turn():
            break
        assert not too_wide(me.page)
        board = me.page.locator("main").bounding_box()
        hand = me.page.get_by_role("region", name="Your move").bounding_box()
        assert board["y"] + board["height"] <= hand["y"] + 1, "the hand covers the board"
        me.click_something()


def test_the_home_page_links_to_the_licences_of_what_it_ships(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    link = page.get_by_role("link", name="Licences").get_attribute("href")
    assert "SIL OPEN FONT LICENSE" in page.request.get(link).text()


@pytest.mark.parametrize("width", [1440, 390])
def test_the_rules_show_their_pictures_and_read_them_out(visitor: Visitor, width: int) -> None:
    me = Person(visitor(width, 844))
    me.page.goto("/")
    me.sit_down("Play")
    me.page.get_by_role("button", name="Rules", exact=True).click()
    pictures = me.page.get_by_role("complementary", name="Rules of PING").get_by_role("img")
    expect(pictures).not_to_have_count(0)
    for picture in pictures.all():
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("(it) => it.naturalWidth") > 0
        assert picture.get_attribute("alt")
    assert not too_wide(me.page)


def too_wide(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")

"""Fair chance in the browser: shown before the first move, checked after the last."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from .person import Person

Visitor = Callable[..., Page]


def resign(me: Person) -> None:
    for button in ("More", "Resign…", "Yes, resign"):
        me.page.get_by_role("button", name=button).click()
    me.page.get_by_text("Was the deal fair?").click()


def test_the_commitment_is_shown_before_the_first_move_and_kept_through_a_reload(
    visitor: Visitor,
) -> None:
    me = Person(visitor())
    me.page.goto("/")
    me.sit_down("Play")
    line = me.page.get_by_text("Fair dice:")
    expect(line).to_be_visible()
    shown = line.inner_text()
    me.page.reload()
    expect(line).to_have_text(shown)
    me.await_turn()
    resign(me)
    expect(me.page.get_by_text("Checked:")).to_have_count(5)
    expect(me.page.get_by_text("Wrong:")).to_have_count(0)
    command = me.page.get_by_text("quarterdeck verify").inner_text()
    assert all(part in command for part in ("--commitment", "--entropy", "--seal"))


def test_a_server_that_exchanges_its_secret_is_found_out(visitor: Visitor) -> None:
    me = Person(visitor())
    me.page.goto("/")
    me.sit_down("Play")
    me.await_turn()

    def lie(route: Route) -> None:
        record = route.fetch().json()
        record["chance"]["secret"] = "00" * 32
        route.fulfill(json=record)

    me.page.route("**/record", lie)
    resign(me)
    wrong = me.page.get_by_text("Wrong:")
    expect(wrong).to_have_count(2)
    expect(wrong.first).to_have_text("Wrong:")
    expect(me.page.get_by_text("not the one it committed to before the deal")).to_be_visible()


def test_friends_see_who_is_expected_and_both_can_check_the_deal(visitor: Visitor) -> None:
    host, friend = Person(visitor()), Person(visitor())
    host.page.goto("/")
    host.sit_down("With a friend")
    expect(host.page.get_by_text("Still expected: Player 2.")).to_be_visible()
    friend.page.goto(host.page.get_by_label("Link to send").input_value())
    friend.page.get_by_role("button", name="Take your seat").click()
    for person in (host, friend):
        expect(person.page.get_by_text("Still expected")).to_be_hidden()
        expect(person.page.locator("main")).not_to_be_empty()
    resign(host)
    friend.page.get_by_text("Was the deal fair?").click()
    for person in (host, friend):
        expect(person.page.get_by_text("Checked:")).to_have_count(5)


def test_one_device_contributes_once_and_nobody_looks_behind_the_curtain(
    visitor: Visitor,
) -> None:
    me = Person(visitor())
    me.page.goto("/")
    me.sit_down("Same device")
    expect(me.page.get_by_text("Pass the device to")).to_be_visible()
    me.page.get_by_role("button", name="show me").click()
    expect(me.page.get_by_text("Fair dice:")).to_be_visible()

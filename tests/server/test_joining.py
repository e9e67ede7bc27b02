"""One link for a whole table, those who watch, and what one device may show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .serving import BOT, FRIEND, ME, Guest


def info(guest: Guest, match: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.http.get(f"/api/matches/{match}").json()
    return found


def join(guest: Guest, match: str, **body: Any) -> tuple[int, Any]:
    answer = guest.http.post(f"/api/matches/{match}/join", json=body)
    said = answer.json()
    return answer.status_code, said.get("seat", said.get("code"))


def test_a_tables_link_gives_one_seat_after_the_other_until_it_is_full(
    ann: Guest, bob: Guest, address: str, arrive: Callable[[str], Guest]
) -> None:
    match = ann.begin(ME, FRIEND, BOT, FRIEND, game="pocket_sub")["id"]
    token = info(ann, match)["join"]
    cleo, dora = arrive(address), arrive(address)
    assert join(bob, match, invite=token) == (201, 1)
    assert join(bob, match, invite=token) == (409, "already-seated")
    assert join(cleo, match, invite=token) == (201, 3)
    assert join(dora, match, invite=token) == (409, "seat-taken")
    assert info(ann, match)["join"] is None


def test_with_a_tables_link_one_may_choose_among_the_open_seats(ann: Guest, bob: Guest) -> None:
    match = ann.begin(ME, FRIEND, BOT, FRIEND, game="pocket_sub")["id"]
    token = info(ann, match)["join"]
    for taken in (0, 2, 31):
        assert join(bob, match, invite=token, seat=taken) == (409, "seat-taken")
    assert join(bob, match, invite=token, seat=3) == (201, 3)


def test_a_seats_own_invitation_stays_good(ann: Guest, bob: Guest) -> None:
    made = ann.begin(ME, FRIEND, FRIEND, game="pocket_sub")
    assert join(bob, made["id"], invite=made["seats"][2]["invite"], seat=1) == (201, 2)


def test_only_whoever_made_the_match_is_given_its_link(
    ann: Guest, bob: Guest, address: str, arrive: Callable[[str], Guest]
) -> None:
    made = ann.begin(ME, FRIEND, FRIEND, game="pocket_sub")
    match, eve = made["id"], arrive(address)
    bob.join(match, made["seats"][1]["invite"])
    assert info(bob, match)["join"] is None
    assert info(eve, match)["join"] is None
    token = info(ann, match)["join"]
    other = ann.begin(ME, FRIEND)["id"]
    assert join(eve, other, invite=token) == (403, "wrong-invite")
    assert join(eve, match, invite="ünknown") == (403, "wrong-invite")
    assert join(eve, match) == (403, "wrong-invite"), "it is not in the lobby"


def test_players_see_how_many_watch_but_not_their_own_second_page(ann: Guest, bob: Guest) -> None:
    match = ann.begin(ME, BOT)["id"]
    seat = ann.sit(match, 0)
    assert seat.state["watching"] == 0
    ann.sit(match)
    watcher = bob.sit(match)
    assert watcher.state["watching"] == 1
    assert people(seat)["watching"] == 1
    watcher.close()
    assert people(seat)["watching"] == 0


def test_before_the_deal_too_those_who_watch_are_counted(ann: Guest, bob: Guest) -> None:
    match = ann.begin(ME, FRIEND)["id"]
    seat = ann.open(match, 0)
    assert seat.read()["watching"] == 0
    assert bob.open(match).read()["watching"] == 1
    assert people(seat)["watching"] == 1


def people(seat: Any) -> dict[str, Any]:
    """The next news of who is here."""
    while (message := seat.read())["type"] != "people":
        pass
    return dict(message)


def test_a_device_need_be_covered_only_for_seats_that_know_a_secret(ann: Guest, bob: Guest) -> None:
    def hides(guest: Guest, match: str) -> list[bool]:
        return [seat["hides"] for seat in info(guest, match)["seats"]]

    match = ann.begin(ME, ME, game="pocket_sub")["id"]
    assert hides(ann, match) == [False, False], "nothing is hidden in this game"
    match = ann.begin(ME, ME)["id"]
    assert hides(ann, match) == [True, True], "hands are"
    assert hides(bob, match) == [False, False], "nobody else is told"

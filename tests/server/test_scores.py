"""A game with scores that keeps its secrets after the end, on the server: Leduc poker."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from quarterdeck.engine.game import _registry
from tests.games import example, installed

from .serving import FRIEND, ME, Guest, Seat, serving

CADET = {"kind": "bot", "bot": "cadet"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has the game; its bots, in processes of their own, have it, too."""
    folder = tmp_path_factory.mktemp("leduc")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(_registry()[0], "leduc", example("leduc"))
        for name, value in installed(folder, "leduc").items():
            patch.setenv(name, value)
        with serving(folder / "quarterdeck.db") as address:
            yield address


def two_players(ann: Guest, bob: Guest) -> tuple[str, Seat, Seat]:
    made = ann.begin(ME, FRIEND, game="leduc")
    bob.join(made["id"], made["seats"][1]["invite"])
    return made["id"], ann.sit(made["id"], 0), bob.sit(made["id"], 1)


def bet(actor: Seat, other: Seat, verb: str) -> None:
    actor.act(next(action["id"] for action in actor.actions() if action["verb"] == verb))
    other.read_state()


def cards(seat: Seat) -> dict[str, str]:
    pieces = seat.state["scene"]["pieces"]
    return {piece["id"]: piece["label"] for piece in pieces if piece["id"].startswith("card:")}


def folded(ann: Guest, bob: Guest) -> tuple[str, Seat, Seat]:
    match, first, second = two_players(ann, bob)
    bet(first, second, "raise")
    bet(second, first, "fold")
    return match, first, second


def test_a_hint_expects_a_score(ann: Guest) -> None:
    for _ in range(40):
        seat = ann.sit(ann.begin(ME, CADET, game="leduc")["id"], 0)
        if cards(seat)["card:0"].startswith("jack"):
            break
    seat.send(type="hint")
    hint = seat.answer()
    assert hint["type"] == "hinted", hint
    assert hint["scored"] is True
    assert all(-13 <= option["expected"] < 0 for option in hint["options"]), "with a jack"


def test_everybody_is_told_the_scores_and_nobody_a_folded_hand(
    ann: Guest, bob: Guest, arrive: Callable[[str], Guest]
) -> None:
    match, first, second = folded(ann, bob)
    watching = arrive(ann.address).sit(match)
    for seat in (first, second, watching):
        outcome = seat.state["scene"]["outcome"]
        assert (outcome["winners"], outcome["scores"]) == ([0], [1, -1])
    assert cards(first)["card:1"] == cards(second)["card:0"] == "a hidden card"
    assert set(cards(watching).values()) == {"a hidden card"}
    assert cards(first)["card:0"] != "a hidden card"


def test_neither_seed_nor_record_tells_what_was_folded(ann: Guest, bob: Guest) -> None:
    match, first, second = folded(ann, bob)
    assert ann.http.get(f"/api/matches/{match}").json()["reveals"] is False
    assert "secret" not in first.state
    assert "secret" not in second.state
    for guest in (ann, bob):
        answer = guest.http.get(f"/api/matches/{match}/record")
        assert (answer.status_code, answer.json()["code"]) == (403, "stays-hidden")


def test_a_resignation_shows_no_hand_and_no_scores(ann: Guest, bob: Guest) -> None:
    match, first, second = two_players(ann, bob)
    first.send(type="resign")
    first.read_state()
    second.read_state()
    for seat, other in ((first, 1), (second, 0)):
        assert cards(seat)[f"card:{other}"] == "a hidden card"
        assert "secret" not in seat.state
        assert "scores" not in seat.state["scene"]["outcome"]
    assert ann.http.get(f"/api/matches/{match}/record").status_code == 403


def test_a_seat_is_analysed_for_whoever_sits_there(
    ann: Guest, bob: Guest, arrive: Callable[[str], Guest]
) -> None:
    match, _, _ = folded(ann, bob)
    link = f"/api/matches/{match}/analysis"
    mine = bob.http.get(link, params={"seat": 1}, timeout=60)
    assert mine.status_code == 200, mine.text
    assert mine.json()["scored"] is True
    assert mine.json()["result"] == -1.0
    for guest, seat in ((ann, 1), (bob, 0), (arrive(ann.address), 0), (arrive(ann.address), 1)):
        answer = guest.http.get(link, params={"seat": seat})
        assert (answer.status_code, answer.json()["code"]) == (403, "stays-hidden")


def test_nobody_sits_where_a_bot_does(ann: Guest, arrive: Callable[[str], Guest]) -> None:
    made = ann.begin(ME, CADET, game="leduc")
    seat = ann.sit(made["id"], 0)
    seat.send(type="resign")
    while not seat.over:
        seat.read_state()
    for guest in (ann, arrive(ann.address)):  # who comes without a cookie is nobody, too
        answer = guest.http.get(f"/api/matches/{made['id']}/analysis", params={"seat": 1})
        assert answer.status_code == 403

"""Whatever is thrown at the service, it answers with a sentence and goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .serving import ME, Guest, Seat, serving

BOUNDED = settings(max_examples=150, deadline=None)

numbers = st.one_of(st.integers(-3, 60), st.integers(), st.floats())
scalars = st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=30))
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
seats = st.fixed_dictionaries(
    {"kind": st.sampled_from(["me", "bot", "friend"]) | scalars},
    optional={"bot": st.sampled_from(["random", "x"]) | scalars, "name": scalars},
)
matches = st.fixed_dictionaries(
    {"game": st.sampled_from(["ping", "x"]) | scalars, "seats": st.lists(seats, max_size=3)},
    optional={"options": st.dictionaries(st.sampled_from(["limit", "x"]), scalars) | scalars},
)
commands = st.fixed_dictionaries(
    {"type": st.sampled_from(["act", "undo", "resume"]) | scalars},
    optional={"action": numbers | scalars, "cursor": numbers | scalars, "key": scalars},
)
kinds = st.sampled_from(["act", "act", "act", "undo", "resign", "resume"])
keys = st.sampled_from("abc")
paths = st.sampled_from(
    [
        "/api/matches/{}",
        "/api/matches/{}/record",
        "/api/matches/{}/socket",
        "/api/games/{}/rules",
        "/api/games/{}/symbols.svg",
        "/api/games/{}/look",
        "/api/games/{}/cover.svg",
        "/api/games/ping/pictures/{}",
        "/api/{}",
        "/assets/{}",
        "/play/{}",
        "/{}",
    ]
)


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    folder = tmp_path_factory.mktemp("fuzz")
    with serving(folder / "quarterdeck.db", matches_per_guest=10**6, patience=10**6) as address:
        guest = Guest(address)
        yield guest
        guest.leave()


@pytest.fixture(scope="module")
def stranger(somebody: Guest) -> Iterator[Guest]:
    guest = Guest(somebody.address)
    yield guest
    guest.leave()


@pytest.fixture(scope="module")
def seat(somebody: Guest) -> Seat:
    return somebody.sit(somebody.begin(ME, ME)["id"], 0)


def check(answer: httpx.Response) -> None:
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert set(answer.json()) == {"code", "message"}
    assert "Traceback" not in answer.text


@BOUNDED
@given(body=matches | anything)
def test_any_json_may_be_posted(somebody: Guest, body: Any) -> None:
    text = json.dumps(body).encode()
    for path in ("/api/matches", "/api/matches/AAAAAAAAAAAAAAAA/join"):
        headers = {"content-type": "application/json"}
        check(somebody.http.post(path, content=text, headers=headers))


@BOUNDED
@given(body=st.binary(max_size=300), kind=st.sampled_from(["application/json", "text/plain", "x"]))
def test_any_bytes_may_be_posted(somebody: Guest, body: bytes, kind: str) -> None:
    for path in ("/api/matches", "/api/matches/x/join", "/api/matches/x/rematch"):
        check(somebody.http.post(path, content=body, headers={"content-type": kind}))


@BOUNDED
@given(path=paths, part=st.text(max_size=40), query=st.text(max_size=20))
def test_any_address_may_be_asked_for(somebody: Guest, path: str, part: str, query: str) -> None:
    from urllib.parse import quote

    address = path.format(quote(part.encode("utf-8", "replace"), safe=""))
    check(somebody.http.get(f"{address}?{quote(query.encode('utf-8', 'replace'))}"))


@BOUNDED
@given(
    cookie=st.binary(max_size=60).filter(
        lambda raw: all(byte >= 32 and byte != 127 for byte in raw)
    )
)
def test_any_cookie_may_be_sent(stranger: Guest, cookie: bytes) -> None:
    headers = {b"cookie": b"guest=" + cookie.strip()}
    check(stranger.http.get("/api/matches/AAAAAAAAAAAAAAAA", headers=headers))


def expect_answer(seat: Seat) -> None:
    assert seat.answer()["type"] in {"state", "refused"}


@BOUNDED
@given(command=commands | anything)
def test_any_json_may_be_sent_through_a_socket(seat: Seat, command: Any) -> None:
    seat.socket.send(json.dumps(command))
    expect_answer(seat)
    if seat.received[-1].startswith('{"type":"refused","code":"stale"'):
        expect_answer(seat)


@BOUNDED
@given(data=st.binary(max_size=200) | st.text(max_size=200))
def test_anything_may_be_sent_through_a_socket(seat: Seat, data: str | bytes) -> None:
    if isinstance(data, str):
        data = data.encode("utf-8", "replace").decode()
    seat.socket.send(data)
    expect_answer(seat)


@settings(BOUNDED, max_examples=50)
@given(steps=st.lists(st.tuples(st.integers(0, 1), kinds, st.integers(0, 40), keys), max_size=8))
def test_a_table_survives_any_order_of_commands(somebody: Guest, steps: list[Any]) -> None:
    match = somebody.begin(ME, ME, limit=20)["id"]
    players = [somebody.sit(match, 0), somebody.sit(match, 1)]
    for number, kind, choice, key in steps:
        player = players[number]
        ids = [action["id"] for action in player.actions()] or [0]
        player.send(type=kind, action=ids[choice % len(ids)], key=key)
        expect_answer(player)
    players += [somebody.sit(match, 0), somebody.sit(match, 1)]
    assert players[2].state["scene"]["turn"] == players[3].state["scene"]["turn"]
    for player in players:
        player.close()

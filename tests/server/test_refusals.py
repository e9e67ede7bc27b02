"""What the service says no to: always a code and a sentence, never a trace, and nothing changed."""

from __future__ import annotations

import contextlib
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from .serving import BOT, FRIEND, ME, Guest, Seat, in_turn, serving


def refused(seat: Seat) -> str:
    message = seat.answer()
    assert message["type"] == "refused", message
    assert message["message"][0].isupper()
    assert message["message"].endswith((".", "!")) or "not a command" in message["message"]
    return str(message["code"])


def closed_with(seat: Seat) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        seat.read_to_the_end()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


# Commands ----------------------------------------------------------------------------------------


def test_a_stale_cursor_is_answered_with_the_state(ann: Guest) -> None:
    seat = ann.sit(ann.begin(ME, ME)["id"], 0)
    key = seat.send(type="act", action=0, cursor=seat.state["cursor"] - 1)
    answer = seat.read()
    assert (answer["code"], answer["key"]) == ("stale", key)
    assert seat.read() == seat.state
    assert seat.state["scene"]["turn"] == 0


def test_a_repeated_key_changes_nothing_and_is_answered_with_the_state(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    seat, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
    seat.send(type="act", action=0, key="once")
    after = seat.read_state()
    seat.send(type="act", action=0, key="once", cursor=0)
    assert seat.read() == {**after, "told": seat.log, "from": 0, "fresh": 0}


def test_a_repeated_key_is_known_after_a_restart(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db") as address:
        ann = arrive(address)
        made = ann.begin(ME, ME)
        seat, _ = in_turn(ann.sit(made["id"], 0), ann.sit(made["id"], 1))
        number = seat.state["scene"]["viewer"]
        seat.send(type="act", action=0, key="once")
        seat.read_state()
        cookies = ann.http.cookies
    with serving(tmp_path / "q.db") as address:
        back = arrive(address)
        back.http.cookies.update(cookies)
        seat = back.sit(made["id"], number)
        seat.send(type="act", action=0, key="once", cursor=0)
        assert seat.read()["type"] == "state"


def test_an_illegal_action_is_refused(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    seat, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
    for action in (9_999, 32_767):
        seat.send(type="act", action=action)
        assert refused(seat) == "illegal-action"


def test_acting_out_of_turn_is_refused(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    _, seat = in_turn(ann.sit(match, 0), ann.sit(match, 1))
    seat.send(type="act", action=0)
    assert refused(seat) == "not-your-turn"


def test_a_spectator_cannot_act(ann: Guest, bob: Guest) -> None:
    seat = bob.sit(ann.begin(ME, ME)["id"])
    for kind in ("act", "undo", "resign"):
        seat.send(type=kind, action=0)
        assert refused(seat) == "not-your-turn"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '"act"',
        "{}",
        '{"type":"act"}',
        '{"type":"act","action":"0","cursor":0,"key":"k"}',
        '{"type":"act","action":-1,"cursor":0,"key":"k"}',
        '{"type":"act","action":1e99,"cursor":0,"key":"k"}',
        '{"type":"act","action":99999999999999999999,"cursor":0,"key":"k"}',
        '{"type":"act","action":0,"cursor":-1,"key":"k"}',
        '{"type":"act","action":0,"cursor":0,"key":""}',
        '{"type":"act","action":0,"cursor":0,"key":"\\u0000"}',
        json.dumps({"type": "act", "action": 0, "cursor": 0, "key": "k" * 65}),
        '{"type":"resign","cursor":0}',
        '{"type":"drop table","cursor":0,"key":"k"}',
        "[" * 4000,
        '{"type":"\\ud800"}',
    ],
)
def test_what_is_no_command_is_refused(ann: Guest, text: str) -> None:
    seat = ann.sit(ann.begin(ME, ME)["id"], 0)
    seat.socket.send(text)
    assert refused(seat) == "malformed"
    seat.send(type="resume")
    assert seat.read()["type"] == "state"


def test_binary_data_is_refused(ann: Guest) -> None:
    seat = ann.sit(ann.begin(ME, ME)["id"], 0)
    seat.socket.send(b'{"type":"resume","cursor":0}')
    assert refused(seat) == "malformed"


@pytest.mark.parametrize("fragments", [1, 50])
def test_an_oversized_message_closes_the_socket(ann: Guest, fragments: int) -> None:
    made = ann.begin(ME, ME)
    seat = ann.sit(made["id"], 0)
    part = "x" * (10_000 // fragments)
    with contextlib.suppress(ConnectionClosed):  # the server need not hear it out
        seat.socket.send(part if fragments == 1 else (part for _ in range(fragments)))
    with pytest.raises(ConnectionClosed):
        seat.read_to_the_end()
    assert seat.socket.close_code in (1006, 1009)
    ann.sit(made["id"], 0)


def test_too_many_messages_are_refused_then_the_socket_is_closed(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db", commands=(5, 0.001), patience=10) as address:
        ann = arrive(address)
        seat = ann.sit(ann.begin(ME, ME)["id"], 0)
        for _ in range(15):
            seat.send(type="resume")
        assert [seat.read()["type"] for _ in range(5)] == ["state"] * 5
        assert refused(seat) == "slow-down"
        assert closed_with(seat) == 4429


# Sockets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("match", ["x", "AAAAAAAAAAAAAAAA", "%00", "a" * 500, "%ff%fe"])
def test_an_unknown_match_is_refused(ann: Guest, match: str) -> None:
    seat = ann.open(match)
    assert refused(seat) == "unknown-match"
    assert closed_with(seat) == 4404
    answer = ann.http.get(f"/api/matches/{match}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-match")


@pytest.mark.parametrize("seat", ["2", "-1", "", "zero", "1e0", "\u0661", "9" * 99])
def test_an_unknown_seat_is_refused(ann: Guest, seat: str) -> None:
    made = ann.begin(ME, ME)
    socket = ann.open(made["id"], seat)  # type: ignore[arg-type]
    assert refused(socket) == "unknown-seat"
    assert closed_with(socket) == 4400


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_is_not_yours_is_refused(ann: Guest, bob: Guest, seat: int) -> None:
    made = ann.begin(ME, BOT)
    bob.begin(ME, BOT)
    socket = bob.open(made["id"], seat)
    assert refused(socket) == "not-your-seat"
    assert closed_with(socket) == 4403


@pytest.mark.parametrize("forge", ["", "x", "x.y", "é.é", "{guest}.{mac}0", "{other}.{mac}"])
def test_a_forged_cookie_owns_nothing(ann: Guest, bob: Guest, forge: str) -> None:
    made = ann.begin(ME, BOT)
    guest, mac = ann.http.cookies["guest"].split(".")
    value = forge.format(guest=guest, mac=mac, other="0" * len(guest))
    raw = f"guest={value}".encode()
    seats = bob.http.get(f"/api/matches/{made['id']}", headers={b"cookie": raw}).json()["seats"]
    assert [seat["yours"] for seat in seats] == [False, False]


def test_another_sites_page_may_not_connect(ann: Guest) -> None:
    made = ann.begin(ME, BOT)
    seat = ann.open(made["id"], 0, origin="https://elsewhere.example")
    assert refused(seat) == "foreign-page"
    assert closed_with(seat) == 4403
    answer = ann.http.post("/api/matches", json={}, headers={"origin": "https://elsewhere.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
    ours = ann.open(made["id"], 0, origin=ann.address)
    assert ours.read()["type"] == "state"


def test_spectators_never_keep_a_player_out(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    limits = {"spectators_per_match": 2, "sockets_per_seat": 2}
    with serving(tmp_path / "q.db", **limits) as address:
        ann, bob = arrive(address), arrive(address)
        made = ann.begin(ME, FRIEND)
        for _ in range(2):
            assert ann.open(made["id"]).read()["type"] == "gathered"
        assert refused(ann.open(made["id"])) == "too-many"
        bob.join(made["id"], made["seats"][1]["invite"])
        for _ in range(2):
            bob.sit(made["id"], 1)
        assert refused(bob.open(made["id"], 1)) == "too-many"
        ann.sit(made["id"], 0)


@pytest.mark.parametrize("limit", ["sockets_per_guest", "sockets_per_address"])
def test_a_guest_and_an_address_may_open_so_many_sockets(
    tmp_path: Path, arrive: Callable[[str], Guest], limit: str
) -> None:
    with serving(tmp_path / "q.db", **{limit: 1}) as address:
        ann = arrive(address)
        made = ann.begin(ME, BOT)
        ann.sit(made["id"], 0)
        assert refused(ann.open(made["id"])) == "too-many"


# HTTP --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess", "seats": []}, 404, "unknown-game"),
        ({"game": "ping", "seats": []}, 400, "bad-option"),
        ({"game": "ping", "seats": [ME] * 3}, 400, "bad-option"),
        ({"game": "ping", "seats": [ME] * 33}, 400, "malformed"),
        ({"game": "ping", "seats": [ME, {"kind": "bot"}]}, 400, "bad-option"),
        ({"game": "ping", "seats": [ME, {"kind": "bot", "bot": "deep"}]}, 400, "bad-option"),
        ({"game": "ping", "seats": [ME, {"kind": "enemy"}]}, 400, "malformed"),
        ({"game": "ping", "seats": [ME, ME], "options": {"limit": 10**9}}, 400, "bad-option"),
        ({"game": "ping", "seats": [ME, ME], "options": {"limit": True}}, 400, "malformed"),
        ({"game": "ping", "seats": [ME, ME], "options": {"wind": 3}}, 400, "bad-option"),
        ({"seats": [ME, ME]}, 400, "malformed"),
        ([], 400, "malformed"),
        (None, 400, "malformed"),
    ],
)
def test_a_match_that_cannot_be_is_refused(ann: Guest, body: Any, status: int, code: str) -> None:
    answer = ann.http.post("/api/matches", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert set(answer.json()) == {"code", "message"}


def test_a_long_body_is_refused(ann: Guest) -> None:
    answer = ann.http.post("/api/matches", content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_an_unknown_address_and_a_wrong_method_are_refused(ann: Guest) -> None:
    assert ann.http.get("/api/nothing").json()["code"] == "not-found"
    answer = ann.http.put("/api/matches")
    assert (answer.status_code, answer.json()["code"]) == (405, "wrong-method")


def test_an_invitation_is_for_one_person_and_one_match(
    ann: Guest, bob: Guest, address: str, arrive: Callable[[str], Guest]
) -> None:
    made, other = ann.begin(ME, FRIEND), ann.begin(ME, FRIEND)
    invite = made["seats"][1]["invite"]
    path = f"/api/matches/{made['id']}/join"

    def code(guest: Guest, invite: str) -> str:
        return str(guest.http.post(path, json={"invite": invite}).json()["code"])

    assert code(bob, other["seats"][1]["invite"]) == "wrong-invite"
    assert code(bob, "") == "wrong-invite"
    assert code(bob, "\u0000é") == "wrong-invite"
    assert code(ann, invite) == "already-seated"
    assert bob.join(made["id"], invite) == 1
    assert bob.join(made["id"], invite) == 1
    assert code(arrive(address), invite) == "seat-taken"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann \n of\tthe  deep ", "Ann of the deep"),
        ("\u0000\u202e\u200b", "Player 1"),
        ("", "Player 1"),
        ("x" * 200, "x" * 24),
        ("{1} & <b>", "{1} & <b>"),
        ("Zoë 🚢", "Zoë 🚢"),
    ],
)
def test_names_are_tidied(ann: Guest, given: str, shown: str) -> None:
    made = ann.begin({"kind": "me", "name": given}, BOT)
    assert made["seats"][0]["name"] == shown
    assert ann.sit(made["id"], 0).state["people"][0]["name"] == shown


def test_a_guest_may_begin_so_many_matches(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    with serving(tmp_path / "q.db", matches_per_guest=2, matches=3, tables=50) as address:
        ann, bob = arrive(address), arrive(address)
        body = {"game": "ping", "seats": [ME, ME]}
        codes = [ann.http.post("/api/matches", json=body).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        bob.begin(ME, ME)
        answer = bob.http.post("/api/matches", json=body)
        assert (answer.status_code, answer.json()["code"]) == (503, "house-full")


def test_requests_are_limited_by_guest(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    with serving(tmp_path / "q.db", requests=(3, 0.001), creations=(1, 0.001)) as address:
        ann, bob = arrive(address), arrive(address)
        ann.begin(ME, ME)
        ann.begin(ME, ME)
        answer = ann.http.post("/api/matches", json={})
        assert (answer.status_code, answer.json()["code"]) == (429, "slow-down")
        assert ann.http.get("/api/health").status_code == 200
        assert ann.http.get("/api/health").status_code == 429
        bob.begin(ME, ME)


def test_requests_are_limited_by_address(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    limits = {"requests_per_address": (3, 0.001), "creations_per_address": (1, 0.001)}
    with serving(tmp_path / "q.db", **limits) as address:
        ann = arrive(address)
        ann.begin(ME, ME)
        answer = arrive(address).http.post("/api/matches", json={})
        assert (answer.status_code, answer.json()["code"]) == (429, "slow-down")
        assert ann.http.get("/api/health").status_code == 200
        assert ann.http.get("/api/health").status_code == 429


def test_an_address_gets_so_many_new_guests(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    with serving(tmp_path / "q.db", new_guests=(1, 0.001)) as address:
        ann = arrive(address)
        ann.begin(ME, ME)
        ann.begin(ME, ME)
        answer = arrive(address).http.post("/api/matches", json={"game": "ping", "seats": [ME, ME]})
        assert (answer.status_code, answer.json()["code"]) == (429, "slow-down")


def test_every_answer_carries_the_safe_headers(ann: Guest) -> None:
    for path in ("/", "/play/x", "/api/health", "/api/nothing", "/nothing"):
        headers = ann.http.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_the_cookie_is_for_the_server_alone(ann: Guest) -> None:
    answer = ann.http.post("/api/matches", json={"game": "ping", "seats": [ME, ME]})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_the_interface_is_described(ann: Guest) -> None:
    described = ann.http.get("/api/schema").json()
    assert "/api/matches/{match_id}/join" in described["paths"]


def test_a_server_without_built_pages_says_what_to_do(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db", static=tmp_path) as address:
        assert "make play" in arrive(address).http.get("/").text


def test_built_pages_are_served(tmp_path: Path, arrive: Callable[[str], Guest]) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<p>the page</p>")
    (static / "icon.svg").write_text("<svg/>")
    (static / "assets" / "app.js").write_text("play()")
    (tmp_path / "secret.txt").write_text("secret")
    with serving(tmp_path / "q.db", static=static) as address:
        http = arrive(address).http
        assert http.get("/").text == http.get("/play/any/thing").text == "<p>the page</p>"
        assert http.get("/assets/app.js").text == "play()"
        assert http.get("/icon.svg").headers["content-type"].startswith("image/svg")
        script = http.get("/assets/app.js").headers
        assert script["content-type"].split(";")[0] in ("text/javascript", "application/javascript")
        assert "immutable" in script["cache-control"]
        for path in (
            "/assets/%00",
            "/assets/",
            "/assets/../../secret.txt",
            "/assets/%2e%2e/%2e%2e/secret.txt",
            "/secret.txt",
        ):
            assert http.get(path).status_code == 404


def test_assets_are_sent_as_the_build_compressed_them(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    assets = tmp_path / "static" / "assets"
    assets.mkdir(parents=True)
    content = b"play();" * 1000
    (assets / "app.js").write_bytes(content)
    (assets / "app.js.gz").write_bytes(gzip.compress(content))
    (assets / "app.js.br").write_bytes(b"brotli")
    with serving(tmp_path / "q.db", static=tmp_path / "static") as address:
        http = arrive(address).http
        for accepted, coding in (("gzip, br", "br"), ("gzip", "gzip"), ("identity", None)):
            with http.stream("GET", "/assets/app.js", headers={"accept-encoding": accepted}) as got:
                sent = b"".join(got.iter_raw())
            assert got.headers.get("content-encoding") == coding
            assert got.headers["content-type"].split(";")[0].endswith("javascript")
            assert (
                int(got.headers["content-length"])
                == len(sent)
                == {
                    "br": 6,
                    "gzip": len(gzip.compress(content)),
                    None: len(content),
                }[coding]
            )
        assert "max-age" in http.get("/api/games/ping/symbols.svg").headers["cache-control"]
        assert http.get("/api/games").headers["cache-control"] == "no-store"

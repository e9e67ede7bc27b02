"""What whoever runs the service can see of it: health, metrics and logs, and never a secret."""

from __future__ import annotations

import base64
import io
import json
import logging
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from quarterdeck.engine.fairness import seal
from quarterdeck.engine.game import listing
from quarterdeck.server import bots, house, logs
from quarterdeck.server.logs import OFTEN, Damper, JsonLines, ReadableLines
from quarterdeck.server.storage import Storage

from .serving import BOT, FRIEND, ME, Guest, Seat, in_turn, serving

STRONG = {"kind": "bot", "bot": "captain"}
BREAK = "CREATE TRIGGER broken BEFORE INSERT ON {} BEGIN SELECT RAISE(ABORT, 'broken'); END"


def numbers(address: str) -> dict[str, float]:
    """The metrics, by name and labels."""
    text = httpx.get(f"{address}/metrics").text
    return {
        sample.name + "".join(f",{value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """Every line that a host would find in the log."""
    found: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(self.format(record))
            found.append(ReadableLines().format(record))

    handler, ours = Kept(), logging.getLogger("quarterdeck")
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    before = ours.level
    ours.setLevel(logging.DEBUG)
    yield found
    ours.setLevel(before)
    logging.getLogger().removeHandler(handler)


# Secrets -----------------------------------------------------------------------------------------


def play_a_while(seat: Seat, dice: random.Random, hints: int = 1, actions: int = 8) -> None:
    """Ask for hints, play at random, then resign."""
    while actions and not seat.over:
        if not seat.to_act:
            seat.read_state()
        elif hints:
            hints -= 1
            seat.send(type="hint")
            assert seat.answer()["type"] == "hinted"
        else:
            actions -= 1
            seat.act(dice.choice(seat.actions())["id"])
    while not seat.over:
        seat.send(type="resign")
        seat.read_state()


def private_words(seat: Seat) -> set[str]:
    """The names of cards and squares, and what the player was told of them."""
    words: set[str] = set()
    for raw in seat.received:
        message = json.loads(raw)
        scene = message.get("scene", {})
        words |= {action["label"] for action in scene.get("actions", [])}
        words |= {line["text"] for line in message.get("told", [])}
        words |= {piece.get("label", "") for piece in scene.get("pieces", [])}
        words |= {option["label"] for option in message.get("options", [])}
    return {word for word in words if len(word) > 8}


def planted(database: Path, guest: Guest) -> set[str]:
    """Everything in the database and the cookies that nobody may read elsewhere."""
    rows = sqlite3.connect(database)
    cookie = guest.http.cookies["guest"]
    found = {cookie, *cookie.split(".")}
    for (secret,) in rows.execute("SELECT secret FROM matches UNION SELECT value FROM house"):
        found |= {secret.hex(), base64.b64encode(secret).decode(), repr(secret)[2:-1]}
    private = [("seats", "guest"), ("seats", "invite_hash"), ("batches", "digest")]
    private += [("contributions", "seal"), ("contributions", "entropy")]
    for table, column in private:
        found |= {row[0] for row in rows.execute(f"SELECT {column} FROM {table}") if row[0]}
    rows.close()
    return found


def test_no_secret_is_in_any_log_line_error_or_metric(
    tmp_path: Path, arrive: Callable[[str], Guest], lines: list[str]
) -> None:
    database, dice = tmp_path / "q.db", random.Random(18)
    errors: list[str] = []
    canaries = {f"canary-{dice.randbytes(8).hex()}" for _ in range(6)}
    name, invite, key, query, field, guess = sorted(canaries)
    with serving(database, bot_seconds=0.02) as address:
        ann, eve = arrive(address), arrive(address)
        eve.http.cookies.set("guest", guess)
        for game in listing():
            made = ann.begin({"kind": "me", "name": name}, STRONG, game=game.id)
            seat = ann.sit(made["id"], 0)
            play_a_while(seat, dice)
            canaries |= private_words(seat)
        made = ann.begin(ME, FRIEND)
        canaries.add(made["seats"][1]["invite"])
        seat = ann.open(made["id"], 0)
        assert seat.read()["type"] == "gathered"
        for text in (f'{{"type":"act","key":"{key}"}}', f'{{"{field}":1}}', field):
            seat.socket.send(text)
            errors.append(json.dumps(seat.answer()))
        for method, path, body in (
            ("POST", f"/api/matches/{made['id']}/join", {"invite": invite, "name": name}),
            ("POST", "/api/matches", {"game": "ping", field: [], "seats": "canary"}),
            ("GET", f"/api/{query}?invite={query}", None),
            ("GET", f"/api/matches/{query}?seat={query}", None),
            ("GET", f"/play/{made['id']}/{query}?invite={query}", None),
        ):
            answer = eve.http.request(method, path, json=body)
            if path.startswith("/api"):
                assert answer.status_code >= 400
                errors.append(answer.text)
        errors.append(eve.open(made["id"], 0).read()["message"])
        both = ann.begin(ME, ME)["id"]
        seat, _ = in_turn(ann.sit(both, 0), ann.sit(both, 1))
        waiting = ann.open(ann.begin(ME, FRIEND, careful=True)["id"], 0)
        assert waiting.read()["type"] == "gathered"
        with sqlite3.connect(database) as rows:  # both errors quote what was to be written
            rows.execute(BREAK.format("matches"))
            rows.execute("ALTER TABLE drafts RENAME TO gone")
        seat.send(type="act", action=0, key=key)
        while (failed := seat.answer())["type"] != "refused":
            pass
        errors.append(failed["message"])
        entropy = dice.randbytes(16).hex()
        canaries |= {entropy, seal(entropy)}
        waiting.send(type="entropy", entropy=entropy)
        errors.append(waiting.answer()["message"])
        answer = ann.http.post("/api/matches", json={"game": "ping", "seats": [ME, ME]})
        assert (answer.status_code, failed["code"]) == (500, "internal")
        errors.append(answer.text)
        with sqlite3.connect(database) as rows:
            rows.execute("ALTER TABLE gone RENAME TO drafts")
        metrics = httpx.get(f"{address}/metrics").text
    canaries |= planted(database, ann)
    assert len(canaries) > 100
    text = "\n".join([*lines, *errors, metrics])
    text += text.replace("\\\\", "\\")  # bytes inside JSON
    assert [canary for canary in sorted(canaries) if canary in text] == []
    assert sum('"event":"request"' in line for line in lines) > 10
    assert any("broken" in line and "IntegrityError" in line for line in lines), "a real failure"


def test_a_bots_error_does_not_quote_the_view() -> None:
    asked = bots.Choose("ping", "nobody-here", "match", 0, b"canary", 1.0)
    data, replies = msgspec.msgpack.encode(asked), io.BytesIO()
    bots.work(io.BytesIO(bots.LENGTH.pack(len(data)) + data), replies)
    reply = msgspec.msgpack.decode(replies.getvalue()[bots.LENGTH.size :], type=bots.Reply)
    assert reply.error
    assert "nobody-here" not in reply.error


# Logs --------------------------------------------------------------------------------------------


def test_every_line_of_a_socket_has_its_id_and_every_answer_its_requests(
    ann: Guest, lines: list[str]
) -> None:
    answer = ann.http.get("/api/games")
    quoted = f'"{answer.headers["x-request-id"]}"'
    found: list[str] = []
    while not found:  # the line may be written after the answer
        found = [line for line in [*lines] if line.startswith("{") and quoted in line]
    line = json.loads(found[0])
    assert (line["event"], line["route"], line["status"]) == ("request", "/api/games", 200)
    assert line["level"] == "info"


def logged(error: Exception | None = None, message: str = "it failed") -> dict[str, Any]:
    info = (type(error), error, error.__traceback__) if error else None
    record = logging.LogRecord("quarterdeck", logging.ERROR, "", 0, message, (), info)
    line = JsonLines().format(record)
    assert "\n" not in line
    return dict(json.loads(line))


def test_an_error_is_logged_by_type_and_place_not_by_what_it_says() -> None:
    try:
        int("a secret")
    except ValueError as error:
        line = logged(error, "it failed\nwith a secret")
    assert line["event"] == "it failed"
    assert "secret" not in json.dumps(line)
    assert "ValueError (test_watching.py:" in line["error"][0]


def test_the_same_warning_does_not_fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    damper = Damper()
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, "too many open files", (), None)
    other = logging.LogRecord("asyncio", logging.ERROR, "", 0, "something else", (), None)
    assert sum(damper.filter(record) for _ in range(10_000)) == OFTEN
    assert damper.filter(other)
    monkeypatch.setattr(logs, "WHILE", 0.0)
    assert damper.filter(record)
    assert json.loads(JsonLines().format(record))["suppressed"] == 10_000 - OFTEN


# Health ------------------------------------------------------------------------------------------


def test_a_service_is_live_at_once_and_ready_when_its_games_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(_: object) -> None:
        pass

    monkeypatch.setattr(house.House, "_warm", slow)
    with serving(tmp_path / "q.db") as address:
        assert httpx.get(f"{address}/health/live").json() == {"status": "ok"}
        answer = httpx.get(f"{address}/health/ready")
        assert answer.status_code == 503
        assert answer.json() == {"status": "not-ready", "database": True, "games": False}


def test_a_service_without_its_database_is_live_but_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(_: object) -> None:
        raise OSError

    with serving(tmp_path / "q.db") as address:
        monkeypatch.setattr(Storage, "ping", gone)
        assert httpx.get(f"{address}/health/live").status_code == 200
        answer = httpx.get(f"{address}/health/ready")
        assert answer.status_code == 503
        assert answer.json()["database"] is False


# Metrics -----------------------------------------------------------------------------------------


def test_metrics_count_what_people_and_bots_do(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with serving(tmp_path / "q.db") as address:
        before = numbers(address)
        ann = arrive(address)
        seat = ann.sit(ann.begin(ME, BOT)["id"], 0)
        while not seat.to_act:
            seat.read_state()
        seat.send(type="hint")
        seat.answer()
        seat.act(seat.actions()[0]["id"])
        while not seat.to_act:
            seat.read_state()
        seat.send(type="act", action=30_000)
        seat.answer()
        after = numbers(address)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert after["quarterdeck_tables"] == 1
    assert grown("quarterdeck_sockets") == 1
    assert grown("quarterdeck_moves_total,person") == 1
    assert grown("quarterdeck_moves_total,bot") >= 1
    assert grown("quarterdeck_commit_seconds_count") == 1
    assert grown("quarterdeck_frame_seconds_count") == 1
    assert grown("quarterdeck_hints_total,given") == 1
    assert grown("quarterdeck_bot_seconds_count,suggest") == 1
    assert grown("quarterdeck_bot_queue_seconds_count,choose") >= 1
    assert grown("quarterdeck_refusals_total,illegal-action") == 1
    assert grown("quarterdeck_database_seconds_count,save") >= 2
    assert grown("quarterdeck_request_seconds_count,/api/matches,201") == 1


def test_metrics_are_not_for_strangers(address: str) -> None:
    assert httpx.get(f"{address}/metrics").status_code == 200
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
        answer = httpx.get(f"{address}/metrics", headers={header: "127.0.0.1"})
        assert answer.status_code == 404


def test_each_process_has_a_metrics_port_of_its_own(tmp_path: Path) -> None:
    port = random.randrange(20_000, 30_000)
    with (
        serving(tmp_path / "q.db", metrics_port=port) as one,
        serving(tmp_path / "q.db", metrics_port=port),
    ):
        for offset in (0, 1):
            text = httpx.get(f"http://127.0.0.1:{port + offset}/metrics").text
            assert "quarterdeck_tables" in text
        assert httpx.get(f"{one}/metrics").status_code == 404

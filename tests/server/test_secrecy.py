"""Nothing a seat may not know is in the bytes it is sent: whole games, every message kept."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.scene import named
from quarterdeck.server import tables
from quarterdeck.wire import encode

from .serving import BOT, FRIEND, ME, Guest, Seat, play_out

STATE = {
    "type",
    "cursor",
    "scene",
    "told",
    "from",
    "fresh",
    "undo",
    "auto_pass",
    "idle",
    "people",
    "watching",
    "commitment",
}
NAMES = ["Ann", "Bob"]


def before_the_end(seat: Seat) -> list[str]:
    """Every message up to the one that shows the outcome."""
    messages = []
    for raw in seat.received:
        if '"outcome"' in raw:
            break
        messages.append(raw)
    return messages


def play_and_watch(ann: Guest, bob: Guest, seed: int) -> tuple[dict[str, Any], list[Seat], Record]:
    """A whole game of two friends with somebody watching; all read everything they are sent."""
    made = ann.begin({"kind": "me", "name": NAMES[0]}, FRIEND)
    bob.join(made["id"], made["seats"][1]["invite"], NAMES[1])
    seats = [ann.sit(made["id"], 0), bob.sit(made["id"], 1), Guest(ann.address).sit(made["id"])]
    paths = f"/api/matches/{made['id']}", "/api/me/matches"
    asked = [guest.http.get(path).text for guest in (ann, bob) for path in paths]
    seats[2].received += asked  # what anybody may ask for is searched too
    play_out(*seats[:2], seed=seed)
    while not seats[2].over:
        seats[2].read_state()
    record = Record.from_json(ann.http.get(f"/api/matches/{made['id']}/record").content)
    return made, seats, record


@pytest.mark.parametrize("seed", range(3))
def test_no_planted_secret_reaches_anybody_before_the_end(
    ann: Guest, bob: Guest, seed: int
) -> None:
    made, seats, record = play_and_watch(ann, bob, seed)
    assert record.chance is not None
    planted = [record.seed, made["seats"][1]["invite"]]
    planted += [guest.http.cookies["guest"] for guest in (ann, bob)]
    planted += [cookie.split(".")[0] for cookie in planted[2:]]
    planted += [batch.digest for batch in record.batches]
    planted += [record.chance.secret, *(one.entropy for one in record.chance.contributions)]
    told, own = lines(record, stop_before_the_end=True), lines(record)
    for seat, viewer in zip(seats, (0, 1, None), strict=True):
        others = set().union(*(texts for who, texts in told.items() if who != viewer))
        private = [named_text(line) for line in others - own[viewer]]
        assert private or viewer is not None
        secrets = [json.dumps(text, ensure_ascii=False)[1:-1] for text in (*planted, *private)]
        for message in map(as_it_stands, before_the_end(seat)):
            assert [secret for secret in secrets if secret in message] == []


def as_it_stands(raw: str) -> str:
    """A message without what it foresees: that is said of the reader's own future, in words which
    may happen to be those of somebody else's past."""
    message = json.loads(raw)
    for action in message.get("scene", {}).get("actions", []):
        action.pop("consequences", None)
    return json.dumps(message, ensure_ascii=False)


def named_text(text: str) -> str:
    for seat, name in enumerate(NAMES):
        text = text.replace(f"{{{seat}}}", name)
    return text


def lines(record: Record, stop_before_the_end: bool = False) -> dict[int | None, set[str]]:
    """What each seat and a spectator are told in a match."""
    batches = record.batches[: -1 if stop_before_the_end else None]
    match = Match.from_record(Record(**{**_fields(record), "batches": batches}))
    return {viewer: {line.text for line in match.told(viewer)} for viewer in (0, 1, None)}


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def test_what_is_sent_is_the_seats_own_scene_and_log_and_nothing_else(
    ann: Guest, bob: Guest
) -> None:
    _, seats, record = play_and_watch(ann, bob, seed=11)
    allowed: dict[int | None, set[bytes]] = {0: set(), 1: set(), None: set()}
    match = Match.from_record(Record(**{**_fields(record), "batches": []}))
    actions = [(batch.seat, action) for batch in record.batches for action in batch.actions]
    for step in [None, *actions]:
        if step is not None:
            match.act(*step)
        for viewer, scenes in allowed.items():
            scenes.add(encode(named(match.scene(viewer), NAMES)))
    for viewer, seat in zip((0, 1, None), seats, strict=True):
        for raw in seat.received:
            message = json.loads(raw)
            if "type" not in message:
                continue
            if message["type"] == "people":
                assert set(message) == {"type", "people", "watching"}
                continue
            assert set(message) - {"secret"} == STATE
            assert ("secret" in message) == ("outcome" in message["scene"])
            scene = raw[raw.index('"scene":') + len('"scene":') : raw.index(',"told":')]
            assert scene.encode() in allowed[viewer]
        shown = sum(raw.startswith('{"type":"state"') for raw in seat.received)
        news = sum(len(b.actions) if b.seat == viewer else 1 for b in record.batches)
        assert shown <= 1 + news  # of another's draft not even the number of steps is sent
        log = [json.loads(encode(named(line, NAMES))) for line in match.told(viewer)]
        assert seat.log == log


def test_a_stranger_who_claims_a_seat_is_sent_nothing(ann: Guest, bob: Guest) -> None:
    made = ann.begin(ME, BOT)
    claim = bob.open(made["id"], 0)
    assert claim.read()["type"] == "refused"
    with pytest.raises(Exception, match="4403"):
        claim.read()


# Twins -------------------------------------------------------------------------------------------


class Twin:
    """One of two matches with the same seed, in which the hidden seat plays otherwise."""

    def __init__(self, guest: Guest, seen: int) -> None:
        match = guest.begin(ME, ME, entropy="5a" * 16)["id"]
        self.seen, self.hidden = guest.sit(match, seen), guest.sit(match, 1 - seen)
        self.watching = Guest(guest.address).sit(match)

    def settle(self) -> None:
        """Read what is under way: everybody knows who is to act, or that it is over."""
        while not (self.seen.to_act or self.hidden.to_act or self.seen.over):
            newest = max((self.seen, self.hidden), key=lambda seat: len(seat.received))
            (self.hidden if newest is self.seen else self.seen).read_state()

    def play_hidden(self, dice: random.Random, wanted: list[int]) -> list[int]:
        """The hidden seat's turn: the wanted actions where they are open, else any."""
        played = []
        while self.hidden.to_act:
            ids = [action["id"] for action in self.hidden.actions()]
            action = next((a for a in wanted[len(played) : len(played) + 1] if a in ids), None)
            played.append(dice.choice(ids) if action is None else action)
            self.hidden.act(played[-1])
        return played


def comparable(seat: Seat) -> list[dict[str, Any]]:
    """The messages of a seat with cursors counted from the first."""
    messages = [json.loads(raw) for raw in seat.received]
    states = [message for message in messages if message["type"] == "state"]
    return [{**state, "cursor": state["cursor"] - states[0]["cursor"]} for state in states]


def logs(states: list[dict[str, Any]]) -> list[list[Any]]:
    log: list[Any] = []
    history = []
    for state in states:
        log = [*log[: state["from"]], *state["told"]]
        history.append(log)
    return history


def compare(one: Seat, other: Seat) -> tuple[int, bool]:
    """Messages that had to be equal, and whether all that was told still is."""
    mine, theirs = comparable(one), comparable(other)
    count = 0
    for a, b, log_a, log_b in zip(mine, theirs, logs(mine), logs(theirs), strict=False):
        if log_a != log_b:
            return count, False
        assert a == b
        count += 1
    return count, True


def test_twins_are_sent_the_same_bytes_while_they_are_told_the_same(
    ann: Guest, monkeypatch: pytest.MonkeyPatch, arrive: Callable[[str], Guest]
) -> None:
    compared = differed = 0
    for seed in range(10):
        dice = random.Random(seed)
        secret = dice.randbytes(32)
        monkeypatch.setattr(tables, "new_secret", lambda secret=secret: secret)
        seen = seed % 2
        guest = arrive(ann.address)
        one, other = Twin(guest, seen), Twin(guest, seen)
        same = True
        while same and not one.seen.over:
            one.settle()
            other.settle()
            if one.seen.to_act:
                action = dice.choice(one.seen.actions())["id"]
                one.seen.act(action)
                other.seen.act(action)
            else:
                first = one.hidden.state["scene"]["turn"] == 0
                played = one.play_hidden(dice, [])
                other.play_hidden(dice, [] if first else played)
                for twin in (one, other):
                    while not (twin.seen.to_act or twin.seen.over):
                        twin.seen.read_state()
            count, same = compare(one.seen, other.seen)
            hidden = one.hidden.state["scene"], other.hidden.state["scene"]
            differed += same and hidden[0] != hidden[1]
        compared += count
        _drain(one.watching)
        _drain(other.watching)
        compare(one.watching, other.watching)
    assert compared > 60
    assert differed > 20


def _drain(seat: Seat) -> None:
    try:
        while True:
            seat.read(0.1)
    except TimeoutError:
        pass

"""In which language people read: what decides, and that nobody is shown another's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from quarterdeck.engine.words import language, speaking
from quarterdeck.server import riddles
from quarterdeck.server.reading import best

from .serving import BOT, FRIEND, ME, Guest, Seat, in_turn, serving
from .test_push import SOON, Browser, push_service, said

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.8"}
NOWHERE = "/api/matches/nowhere"


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH", "de"),
        ("DE, en", "de"),
        ("en, de", "en"),
        ("en;q=0.5, de;q=0.8", "de"),
        ("fr, nl;q=0.9, de;q=0.1", "de"),
        ("fr", "en"),
        ("de;q=0", "en"),
        ("de;q=nan", "en"),
        ("de;q=9", "en"),
        ("de;q=", "en"),
        ("de;level=1", "en"),
        (";;q,,=;", "en"),
        ("x" * 5000 + ",de", "en"),
        ("../../de", "en"),
    ],
)
def test_the_best_of_the_accepted_languages_is_ours(header: str, code: str) -> None:
    assert best(header) == code


def refusal(guest: Guest, cookie: str | None, header: str | None) -> str:
    headers = {"accept-language": header} if header is not None else {}
    if cookie is not None:
        headers["cookie"] = f"language={cookie}"
    return str(guest.http.get(NOWHERE, headers=headers).json()["message"])


def test_the_cookie_beats_the_header_and_nonsense_is_english(ann: Guest) -> None:
    english, german = "There is no such match; check the link.", "Dieses Spiel gibt es nicht"
    assert refusal(ann, None, None) == english
    assert refusal(ann, None, "de").startswith(german)
    assert refusal(ann, "de", "en").startswith(german)
    assert refusal(ann, "en", "de") == english
    assert refusal(ann, "klingon", "de").startswith(german), "a cookie we do not know is none"
    assert refusal(ann, "../de", "\x7f;q=,") == english
    nothing = ann.http.get("/api/nothing", headers=GERMAN).json()["message"]
    assert nothing == "Unter dieser Adresse ist nichts."


def test_the_languages_are_listed_and_games_are_described_in_them(ann: Guest) -> None:
    answer = ann.http.get("/api/languages", headers=GERMAN).json()
    assert answer["current"] == "de"
    assert {"code": "en", "name": "English"} in answer["languages"]
    assert {"code": "de", "name": "Deutsch"} in answer["languages"]
    levels = [
        [bot["name"] for bot in ann.http.get("/api/games", headers=headers).json()[0]["bots"]]
        for headers in ({}, GERMAN)
    ]
    assert levels == [
        ["Cadet", "Mate", "Captain", "Admiral"],
        ["Kadett", "Maat", "Kapitän", "Admiral"],
    ]


def test_what_may_be_cached_varies_by_what_decides_the_language(ann: Guest) -> None:
    for page in ("glossary", "rules"):
        headers = ann.http.get(f"/api/games/ping/{page}").headers
        varies = {name.strip().lower() for name in headers["vary"].split(",")}
        assert {"accept-language", "cookie"} <= varies, page


def watch(guest: Guest, match: str, seat: int | None = None, code: str = "en") -> Seat:
    socket = guest.open(match, seat, **{"accept-language": code})
    assert socket.read()["type"] == "state"
    return socket


def names(socket: Seat) -> list[str]:
    return [player["name"] for player in socket.state["scene"]["players"]]


def test_everybody_at_a_table_reads_their_own_language(
    ann: Guest, bob: Guest, arrive: Callable[[str], Guest]
) -> None:
    made = ann.begin({**ME, "name": "Ann"}, FRIEND)
    match = made["id"]
    bob.join(match, made["seats"][1]["invite"], "Bob")
    hers, his = watch(ann, match, 0), watch(bob, match, 1, "de")
    again = watch(ann, match, 0, "de")  # another of her browsers
    lookers = [watch(arrive(ann.address), match, None, code) for code in ("en", "de", "de")]
    assert [names(one) for one in (hers, his, again)] == [
        ["You", "Bob"],
        ["Ann", "Du"],
        ["Du", "Bob"],
    ]
    his.send(type="resign")
    for one in (hers, his, again, *lookers):
        while not one.over:
            one.read_state()
    assert [one.log[-1]["text"] for one in (hers, his, again, *lookers)] == [
        "Bob resigns.",
        "Du gibst auf.",
        "Bob gibt auf.",
        "Bob resigns.",
        "Bob gibt auf.",
        "Bob gibt auf.",
    ]


def test_a_command_is_refused_in_the_language_of_its_socket(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    english, _ = in_turn(watch(ann, match, 0), watch(ann, match, 1))
    german = watch(ann, match, english.state["scene"]["actor"], "de")
    for socket, message in (
        (english, "Nothing can be taken back: what"),
        (german, "Es gibt nichts zurückzunehmen: was"),
    ):
        socket.send(type="undo")
        assert socket.answer()["message"].startswith(message)


def test_a_replay_and_a_puzzle_are_read_in_both_languages(ann: Guest) -> None:
    match = ann.begin(ME, ME)["id"]
    socket = ann.sit(match, 0)
    socket.send(type="resign")
    while not socket.over:
        socket.read_state()
    address = f"/api/matches/{match}/replay?eyes=spectator"
    english, german = (ann.http.get(address, headers=each).json() for each in ({}, GERMAN))
    told = [each["steps"][-1]["told"][0]["text"] for each in (english, german)]
    assert [line.partition(" ")[2].split()[-1] for line in told] == ["resigns.", "auf."]
    day = ann.http.get("/api/puzzles").json()[0]
    answers = f"/api/puzzles/{day['game']}/{day['day']}/answer"
    given_up = [
        ann.http.post(answers, json={"places": []}, headers=each).json() for each in ({}, GERMAN)
    ]
    assert [each["text"] for each in given_up] == ["This is the answer.", "Das ist die Lösung."]
    assert given_up[0]["answer"] == given_up[1]["answer"]


def test_puzzles_are_kept_by_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(riddles, "make", lambda *_: language.get())

    async def story() -> list[object]:
        kept, found = riddles.Riddles(), list[object]()
        for code in ("en", "de", "en"):
            with speaking(code):
                found.append(await kept.of("ping", riddles.today()))
        return found

    assert asyncio.run(story()) == ["en", "de", "en"]


def test_a_notice_is_in_the_language_of_its_subscriber(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with push_service() as service, serving(tmp_path / "x.db", **SOON) as address:
        ann, bob = arrive(address), arrive(address)
        made = ann.begin({**ME, "name": "Ann"}, FRIEND)
        browser = Browser(f"{service.address}/ann")
        subscription = browser.subscription()
        ann.http.post("/api/push/subscriptions", json=subscription, headers=GERMAN)
        bob.join(made["id"], made["seats"][1]["invite"], "Bob")
        assert said(service, browser) == ("joined", "Bob spielt jetzt bei dir mit.")


def test_bots_and_nameless_players_are_named_for_whoever_made_the_match(ann: Guest) -> None:
    body = {"game": "ping", "seats": [ME, {**BOT, "bot": "mate"}]}
    made = ann.http.post("/api/matches", json=body, headers=GERMAN).json()
    assert [seat["name"] for seat in made["seats"]] == ["Spieler 1", "Maat"]

"""The puzzles of the day: the same for everybody, judged by the server, never with their answer."""

from __future__ import annotations

from datetime import timedelta

import httpx

from quarterdeck.puzzles import day_seed, make
from quarterdeck.server.riddles import DAYS, today


def test_todays_puzzles_are_listed_and_have_the_seed_of_the_day(address: str) -> None:
    listed = httpx.get(f"{address}/api/puzzles", timeout=60).json()
    assert [one["game"] for one in listed] == [
        "depth_charge",
        "hidden_threat",
        "ping",
        "pocket_sub",
    ]
    puzzle = httpx.get(f"{address}/api/puzzles/ping").json()
    assert puzzle["seed"] == day_seed("ping", today())
    assert (puzzle["kind"], puzzle["grade"]) == (listed[2]["kind"], listed[2]["grade"])
    assert {"answer", "proof", "objection"}.isdisjoint(puzzle)


def test_an_answer_is_judged_and_its_proof_comes_only_with_the_right_one(address: str) -> None:
    day = today() - timedelta(1)
    riddle = make("ping", day_seed("ping", day))
    url = f"{address}/api/puzzles/ping/{day}/answer"
    wrong = next(
        a.targets for a in riddle.puzzle.scene.actions if a.targets[0] not in riddle.answer
    )
    refused = httpx.post(url, json={"places": wrong}, timeout=60)
    assert refused.status_code == 200
    assert refused.json() == {
        "solved": False, "text": riddle.objection(wrong), "proof": [], "answer": []
    }  # fmt: skip
    solved = httpx.post(url, json={"places": riddle.answer}).json()
    assert (solved["solved"], solved["proof"]) == (True, riddle.proof)
    given_up = httpx.post(url, json={"places": []}).json()
    assert (given_up["solved"], given_up["answer"]) == (False, riddle.answer)


def test_days_to_come_days_long_past_and_games_without_puzzles_are_refused(address: str) -> None:
    def code(path: str) -> tuple[int, str]:
        refused = httpx.get(f"{address}/api/puzzles/{path}")
        return refused.status_code, refused.json()["code"]

    assert code(f"ping?day={today() + timedelta(1)}") == (404, "no-such-day")
    assert code(f"ping?day={today() - timedelta(DAYS)}") == (404, "no-such-day")
    assert code("ping?day=yesterday") == (404, "no-such-day")
    assert code("zerpang") == (404, "no-puzzle")
    assert code("chess") == (404, "unknown-game")


def test_answers_are_limited_and_taken_from_our_own_page_only(address: str) -> None:
    url = f"{address}/api/puzzles/ping/{today()}/answer"
    foreign = httpx.post(url, json={"places": []}, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    long = httpx.post(url, json={"places": ["x"] * 41})
    assert long.status_code == 400

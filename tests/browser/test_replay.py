"""A finished game is looked at again in a real browser: by keys, slider, moves, link and file."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.replay import Replay

Visitor = Callable[..., Page]
PLAYED = Path(__file__).parents[1] / "engine" / "playthroughs"


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Move")


def at(page: Page, step: int) -> None:
    """The slider and the moves agree on where we are."""
    expect(slider(page)).to_have_value(str(step))
    expect(page.locator("[aria-current=step]")).to_have_attribute("data-step", str(step))


def pieces(page: Page) -> set[str]:
    return set(page.locator("main .token").evaluate_all("all => all.map(one => one.dataset.place)"))


def tokens(replay: Replay, step: int, eyes: int | str) -> set[str]:
    scene = replay.scene(step, eyes)  # type: ignore[arg-type]
    cells = {cell.id for board in scene.boards for cell in board.cells}
    return {piece.id for piece in scene.pieces if piece.at in cells}


def drop(page: Page, name: str, text: str) -> None:
    """As if a file were dropped on the page from the desktop."""
    expect(page.get_by_role("heading", name="Replay")).to_be_visible()
    data = page.evaluate_handle(
        """([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name, { type: "application/json" }));
          return data;
        }""",
        [name, text],
    )
    page.dispatch_event("body", "drop", {"dataTransfer": data})


def test_a_dropped_record_is_walked_through_by_keys_slider_and_moves(visitor: Visitor) -> None:
    text = (PLAYED / "ping-01.json").read_text()
    replay = Replay.of(Record.from_json(text.encode()))
    page = visitor()
    page.goto("/replay")
    drop(page, "film.mp4", "x" * 500_000)
    expect(page.get_by_role("alert")).to_have_text("This file is too large to be a record.")
    drop(page, "ping-01.json", text)
    at(page, 0)
    page.keyboard.press("End")
    at(page, replay.last)
    expect(page.locator("[aria-current=step]")).to_be_in_viewport()
    page.keyboard.press("Home")
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(page, step)
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    page.locator("[data-step='12']").click()
    at(page, 12)
    slider(page).fill("9")
    at(page, 9)
    for eyes, pressed in (("all", "Both"), (0, "Player 1"), (1, "Player 2")):
        page.get_by_role("button", name=pressed, exact=True).click()
        expected = tokens(replay, 9, eyes)
        page.wait_for_function(
            "(wanted) => document.querySelectorAll('main .token').length === wanted",
            arg=len(expected),
        )
        assert pieces(page) == expected
    page.keyboard.press("e")
    expect(page.get_by_role("button", name="Only the truth")).to_have_attribute(
        "aria-pressed", "true"
    )
    slider(page).fill(str(replay.last - 1))
    page.get_by_role("button", name="Play back", exact=True).click()
    at(page, replay.last)
    expect(page.get_by_role("button", name="Play back", exact=True)).to_be_visible()


def test_a_long_game_is_grouped_by_turn(visitor: Visitor) -> None:
    match, dice = Match(find("zerpang"), 3, seed=2), random.Random(2)
    while match.actor is not None and match.decisions < 1000:
        match.act(match.actor, dice.choice(match.legal()))
    page = visitor(390, 844)
    page.goto("/replay")
    drop(page, "zerpang.json", match.record().to_json().decode())
    steps = Replay(match).steps("spectator")
    starts = [i for i, step in enumerate(steps) if i and step.turn != steps[i - 1].turn]
    at(page, 0)
    for start in starts[:2]:
        page.keyboard.press("PageDown")
        at(page, start)
    expect(page.get_by_role("heading", name="Turn 1", exact=True)).to_be_attached()
    page.keyboard.press("End")
    at(page, match.seq)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


def resigned_game(page: Page) -> str:
    """A short game of PING on the service, given up by whoever sits here."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
    made = page.request.post("/api/matches", data={"game": "ping", "seats": seats}).json()
    page.goto(f"/play/{made['id']}")
    for button in ("More", "Resign…", "Yes, resign"):
        page.get_by_role("button", name=button).click()
    return str(made["id"])


def test_the_end_leads_to_the_replay_and_a_link_to_a_moment(visitor: Visitor) -> None:
    page = visitor()
    match = resigned_game(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/replay/{match}*")
    expect(page.locator("header")).to_contain_text("Random won")
    page.keyboard.press("End")
    last = int(slider(page).input_value())
    expect(page).to_have_url(re.compile(f"#step={last}&eyes=all$"))
    friend = visitor()
    friend.goto(f"/replay/{match}#step={last}&eyes=1")
    at(friend, last)
    expect(friend.get_by_role("button", name="Random", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    record = json.loads(page.request.get(f"/api/matches/{match}/record").text())
    assert len(record["batches"]) == last

"""Games in the terminal, played with real bots by keys and mouse, at several sizes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from quarterdeck.engine.record import Record
from quarterdeck.games.ping import scene as ping_scene
from quarterdeck.games.ping import state as ping_state
from quarterdeck.terminal.cards import BACK
from quarterdeck.terminal.dialogs import Question, RulesScreen, SavePrompt
from quarterdeck.terminal.sitting import PERSON, Setup

from .person import Person, sit_down

ROOMY = (120, 40)
SHORT = {"limit": 20}


def a_game(seed: int = 1, bot: str = "random") -> Setup:
    return Setup("ping", bot=bot, seed=seed, options=SHORT)


def test_a_whole_game_is_played_by_keys_until_its_outcome_shows() -> None:
    async def story(person: Person) -> None:
        dice = random.Random(1)
        while not person.over:
            assert "YOUR TURN" in person.sees()
            await person.play_anything(dice)
        assert any(words in person.sees() for words in ("YOU WON", "YOU LOST", "DRAW"))
        assert "●" in person.drawn("boards"), "everything is shown at the end"
        assert "Another game" in person.sees()

    app = sit_down(a_game(bot="lookout"), story, size=ROOMY)
    assert app.sitting
    assert app.sitting.match.over


def unknown_cards(person: Person) -> list[str]:
    """Cards in the adversary's hand that this person cannot know to be there."""
    hand = int(person.sitting.match.truth["hand"][0][1 - PERSON])
    known = int(person.sitting.match.view(PERSON)["theirs"][0][PERSON])
    return [ping_scene.card_name(card) for card in ping_scene.bits(hand & ~known)]


def test_nothing_the_adversary_hides_is_on_the_screen() -> None:
    async def story(person: Person) -> None:
        dice = random.Random(2)
        checked = 0
        for _ in range(12):
            scene, hidden = person.game.scene, unknown_cards(person)
            seen = [piece for piece in scene.pieces if piece.kind == "token" and piece.seat == 1]
            assert ("●" in person.drawn("boards")) == bool(seen)
            assert person.drawn("other-zones").count(BACK) >= len(hidden)
            for name in hidden:
                assert name not in person.drawn("other-zones")
                assert name not in person.drawn("own-zones")
                assert not any(name in action.label for action in scene.actions)
            checked += len(hidden)
            await person.play_anything(dice)
        assert checked > 10

    sit_down(a_game(seed=4), story)


def test_what_was_not_final_can_be_taken_back() -> None:
    async def story(person: Person) -> None:
        await person.press("m")
        await person.asked()
        before = person.drawn("own-zones"), len(person.game.told)
        move = next(a for a in person.game.scene.actions if a.label.startswith("MOVE 2"))
        await person.play(move.label)
        await person.press("h")
        assert len(person.sitting.match.draft) == 2
        await person.press("backspace")
        assert len(person.sitting.match.draft) == 1
        await person.press("escape", "backspace", "backspace")
        assert person.sitting.match.draft == []
        assert (person.drawn("own-zones"), len(person.game.told)) == before

    for seed in range(20):
        setup = a_game(seed=seed)
        hand = setup.sit(lambda _: None).match.scene(PERSON).pieces
        if any(piece.label.startswith("MOVE 2") for piece in hand):
            sit_down(setup, story)
            return
    pytest.fail("nobody was dealt a MOVE 2")


def test_arrows_walk_the_board_and_enter_acts() -> None:
    async def story(person: Person) -> None:
        await person.press("down", "right", "down", "enter")
        await person.asked()
        square = int(person.sitting.match.truth["location"][0][PERSON])
        assert ping_state.LETTERS[square] == "L"

    sit_down(a_game(), story)


def test_a_click_on_what_lights_up_acts() -> None:
    async def story(person: Person) -> None:
        await person.click("boards", "square:H")
        await person.asked()
        assert "You start at H." in person.sees()
        target = next(t for a in person.game.scene.actions for t in a.targets if "/" in t)
        before = person.sitting.match.decisions
        await person.click("own-zones", target)
        assert person.sitting.match.decisions > before

    sit_down(a_game(), story)
    sit_down(a_game(), story, size=ROOMY)


def test_the_game_screen_works_at_every_size() -> None:
    async def story(person: Person) -> None:
        await person.press("n")
        await person.asked()
        for size in ((80, 24), (60, 18), (30, 8), (200, 60), (80, 24)):
            await person.pilot.resize_terminal(*size)
            await person.pilot.pause(0.1)
        seen = person.sees()
        for action in person.game.scene.actions:
            assert f"{person.game.keys[action.id]} {action.label[:12]}" in seen
        for words in ("YOUR TURN", "Your hand", "You start at", "Quit"):
            assert words in seen
        assert "■ sub" in person.drawn("boards")
        assert all(name in person.drawn("boards") for name in ping_state.LETTERS)

    sit_down(a_game(), story)


def test_a_small_screen_has_room_for_a_vast_board_the_hand_and_the_prompt() -> None:
    async def story(person: Person) -> None:
        dice = random.Random(1)
        for _ in range(12):
            await person.play_anything(dice)
        sea, boards = person.game.query_one("#sea"), person.drawn("boards")
        assert len(person.game.scene.boards[0].cells) == 91
        assert len(boards.splitlines()) <= sea.size.height
        assert max(map(len, boards.splitlines())) <= sea.size.width
        assert "■" in boards
        seen = person.sees()
        assert "Your hand" in seen
        assert person.game.scene.prompt[:20] in seen
        first = person.game.scene.actions[0]
        assert f"{person.game.keys[first.id]} {first.label[:12]}" in seen

    sit_down(Setup("zerpang", bot="deckhand", seed=3, seats=2), story)


def test_a_game_is_saved_on_quitting_and_continues_when_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[str] = []

    async def stop_midway(person: Person) -> None:
        dice = random.Random(3)
        for _ in range(3):
            await person.play_anything(dice)
        told.extend(line.text for line in person.game.told)
        await person.press("ctrl+q")
        assert isinstance(person.app.screen, Question)
        await person.press("s")
        assert isinstance(person.app.screen, SavePrompt)
        await person.press("enter")
        await person.until(lambda: not person.app.is_running)

    app = sit_down(a_game(seed=6), stop_midway)
    assert app.sitting
    (saved,) = tmp_path.glob("*.json")
    assert Record.from_json(saved.read_bytes()) == app.sitting.match.record()

    async def go_on(person: Person) -> None:
        assert [line.text for line in person.game.told][: len(told)] == told
        await person.play_anything(random.Random(4))
        await person.press("ctrl+q", "d")
        await person.until(lambda: not person.app.is_running)

    sit_down(Setup("ping", bot="random", load=saved), go_on)


def test_a_file_is_never_overwritten_without_asking(tmp_path: Path) -> None:
    path = tmp_path / "precious.json"
    path.write_text("mine")

    async def story(person: Person) -> None:
        await person.press("m")
        await person.asked()
        await person.press("ctrl+s")
        field = person.app.screen.query_one("Input")
        field.value = str(tmp_path / "no such folder" / "game.json")  # type: ignore[attr-defined]
        await person.press("enter")
        assert "Cannot write" in person.sees()
        field.value = str(path)  # type: ignore[attr-defined]
        await person.press("enter")
        assert "already exists" in person.sees().replace("\n", " ")
        assert path.read_text() == "mine"
        await person.press("enter")
        assert Record.from_json(path.read_bytes()).game == "ping"
        await person.press("ctrl+q")
        await person.until(lambda: not person.app.is_running)

    sit_down(a_game(), story)


def test_resigning_asks_first_and_another_game_may_follow() -> None:
    async def story(person: Person) -> None:
        await person.press("ctrl+r", "n")
        assert not person.over
        await person.press("ctrl+r", "y")
        assert "YOU LOST" in person.sees()
        first = person.sitting
        await person.press("ctrl+n", "d")
        await person.until(lambda: person.sitting is not first)
        await person.asked()
        assert "YOUR TURN" in person.sees()
        assert person.sitting.match.options == first.match.options

    sit_down(a_game(), story)


def test_the_rules_can_be_read_during_play() -> None:
    async def story(person: Person) -> None:
        await person.press("question_mark")
        assert isinstance(person.app.screen, RulesScreen)
        assert "Back to the game" in person.sees()
        await person.press("escape")
        assert "YOUR TURN" in person.sees()

    sit_down(a_game(), story)


def test_a_picture_in_the_rules_is_told_in_words() -> None:
    async def story(person: Person) -> None:
        await person.app.push_screen(RulesScreen("See: ![two boats](pictures/boats.svg)"))
        await person.press("down")
        assert "See: two boats" in person.sees()

    sit_down(a_game(), story)


def test_cells_flash_where_something_was_just_told() -> None:
    async def story(person: Person) -> None:
        dice = random.Random(5)
        for _ in range(40):
            if person.game._flashes:
                return
            await person.play_anything(dice)
        pytest.fail("nothing flashed in forty decisions")

    sit_down(a_game(seed=2), story, pause=0.01)


def test_the_aid_can_be_switched_off() -> None:
    async def story(person: Person) -> None:
        dice = random.Random(3)
        while "░" not in person.drawn("boards"):
            await person.play_anything(dice)
        await person.press("ctrl+t")
        assert "░" not in person.drawn("boards")
        await person.press("ctrl+t")
        assert "░" in person.drawn("boards")

    sit_down(a_game(seed=4, bot="lookout"), story, size=ROOMY)


def test_a_hint_replaces_the_detail_until_something_happens() -> None:
    async def story(person: Person) -> None:
        await person.press("ctrl+g")
        await person.until(lambda: "The Admiral suggests" in person.sees())
        assert "%)" in person.sees()
        assert "YOUR TURN" in person.sees()
        await person.play_anything(random.Random(1))
        assert "The Admiral suggests" not in person.sees()

    sit_down(a_game(), story)


def test_a_finished_game_can_be_analysed() -> None:
    async def story(person: Person) -> None:
        dice = random.Random(1)
        while not person.over:
            await person.play_anything(dice)
        await person.press("ctrl+l")
        await person.until(lambda: "Turning points" in person.sees())
        await person.press("escape")
        assert "Another game" in person.sees()

    sit_down(a_game(), story, size=ROOMY)

"""A record looked at again in the terminal, by the keys of the browser's page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from quarterdeck.engine.record import Record
from quarterdeck.engine.replay import Replay
from quarterdeck.terminal.canvas import CanvasView
from quarterdeck.terminal.replay import ReplayApp, ReplayScreen

PLAYED = Path(__file__).parents[1] / "engine" / "playthroughs"
SIZES = [(80, 24), (120, 40)]


def replay(name: str) -> Replay:
    return Replay.of(Record.from_json((PLAYED / name).read_bytes()))


class Reader:
    def __init__(self, app: ReplayApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> ReplayScreen:
        assert isinstance(self.app.screen, ReplayScreen)
        return self.app.screen

    @property
    def at(self) -> int:
        return self.screen.at

    def sees(self) -> str:
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)

    def board(self) -> str:
        return self.screen.query_one("#boards", CanvasView).canvas.text()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()


def read(
    film: Replay, story: Callable[[Reader], Awaitable[None]], size: tuple[int, int] = (120, 40)
) -> None:
    async def run() -> None:
        app = ReplayApp(film, pace=0.01)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await story(Reader(app, pilot))

    asyncio.run(run())


@pytest.mark.parametrize("size", SIZES)
def test_keys_lead_through_the_game(size: tuple[int, int]) -> None:
    film = replay("ping-01.json")

    async def story(reader: Reader) -> None:
        assert f"0 of {film.last}" in reader.sees()
        await reader.press("right", "right", "right")
        assert reader.at == 3
        assert "is revealed at R" in reader.sees()
        await reader.press("left")
        assert reader.at == 2
        await reader.press("end")
        assert f"{film.last} of {film.last}" in reader.sees()
        await reader.press("right")
        assert reader.at == film.last
        await reader.press("home", "left")
        assert reader.at == 0

    read(film, story, size)


def test_the_number_of_a_turn_and_the_page_keys_go_by_turns() -> None:
    film = replay("zerpang-09.json")
    turns = [step.turn for step in film.steps("spectator")]

    async def story(reader: Reader) -> None:
        await reader.press("3")
        assert "Turn 3_" in reader.sees()
        await reader.press("enter")
        assert reader.at == turns.index(3)
        await reader.press("pagedown")
        assert reader.at == turns.index(4)
        await reader.press("pageup")
        assert reader.at == turns.index(3)
        await reader.press("9", "9", "9", "enter")
        assert reader.at == film.last

    read(film, story)


def test_other_eyes_see_other_things() -> None:
    film = replay("ping-01.json")

    async def story(reader: Reader) -> None:
        await reader.press("right", "right")
        assert "nothing is hidden" in reader.sees()
        assert "■" in reader.board()
        assert "●" in reader.board()
        assert "Player 2: Start at X." in reader.sees()
        await reader.press("e")
        assert "seen by Player 1" in reader.sees()
        assert "■" in reader.board()
        assert "●" not in reader.board(), "where the other is, this seat did not know"
        assert "Start at X" not in reader.sees()
        await reader.press("e", "e")
        assert "nothing is hidden" in reader.sees()

    read(film, story)


def test_space_plays_to_the_end_and_pauses() -> None:
    film = replay("ping-03.json")

    async def story(reader: Reader) -> None:
        await reader.press("space")
        async with asyncio.timeout(60):
            while reader.at < film.last:
                await reader.pilot.pause(0.01)
        await reader.press("home", "space", "space")
        stood = reader.at
        await reader.pilot.pause(0.1)
        assert reader.at == stood

    read(film, story)

"""A person at the terminal, for tests: reads the screen, presses keys and clicks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from quarterdeck.terminal.app import TerminalApp
from quarterdeck.terminal.canvas import CanvasView
from quarterdeck.terminal.match import MatchScreen
from quarterdeck.terminal.sitting import Setup, Sitting

PATIENCE = 90.0
"""Seconds; the first run on a machine compiles the rules."""


class Person:
    def __init__(self, app: TerminalApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def game(self) -> MatchScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, MatchScreen))

    @property
    def sitting(self) -> Sitting:
        assert self.app.sitting
        return self.app.sitting

    @property
    def over(self) -> bool:
        return self.sitting.match.over

    def sees(self) -> str:
        """The characters on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)

    def drawn(self, part: str) -> str:
        return self.game.query_one(f"#{part}", CanvasView).canvas.text()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def asked(self) -> None:
        """Wait until it is this person's turn, or the game is over."""
        await self.until(lambda: self.app.is_running and isinstance(self.app.screen, MatchScreen))
        await self.until(lambda: self.sitting.my_turn or self.over)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def play(self, label: str) -> None:
        """Take the action with this label by its key."""
        action = next(a for a in self.game.scene.actions if a.label.startswith(label))
        await self.press(self.game.keys[action.id])
        await self.asked()

    async def play_anything(self, dice: random.Random) -> None:
        await self.press(dice.choice(list(self.game.keys.values())))
        await self.asked()

    async def click(self, part: str, target: str) -> None:
        view = self.game.query_one(f"#{part}", CanvasView)
        place = next(spot.place for spot in view.canvas.spots if spot.target == target)
        await self.pilot.click(view, offset=(place.x + 1, place.y + 1))
        await self.pilot.pause()


def sit_down(
    setup: Setup,
    story: Callable[[Person], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    pause: float = 0.0,
) -> TerminalApp:
    """Run the program without a screen while the person follows the story."""

    async def run() -> TerminalApp:
        app = TerminalApp(setup, pause=pause)
        async with app.run_test(size=size) as pilot:
            person = Person(app, pilot)
            await person.asked()
            await story(person)
        return app

    return asyncio.run(run())

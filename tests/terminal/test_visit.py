"""Tables on a real server, played and watched in the terminal."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from textual.pilot import Pilot
from typer.testing import CliRunner

from quarterdeck.cli import app as command_line
from quarterdeck.client import Client, Table, parse
from quarterdeck.engine.record import Record
from quarterdeck.terminal import guests
from quarterdeck.terminal.dialogs import SavePrompt
from quarterdeck.terminal.match import MatchScreen
from quarterdeck.terminal.visit import TableScreen, VisitApp

from ..server.serving import serving

PATIENCE = 25.0
SHORT = {"limit": 20}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("visit") / "q.db") as address:
        yield address


@pytest.fixture(autouse=True)
def own_guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "guests.json"
    monkeypatch.setattr(guests, "_file", lambda: path)
    return path


class Visitor:
    def __init__(self, app: VisitApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    def sees(self) -> str:
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def seated(self) -> TableScreen:
        await self.until(lambda: isinstance(self.app.screen, TableScreen))
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    async def play_out(self) -> None:
        """Press any key that stands for an action, whenever it is this person's turn."""
        dice, screen = random.Random(1), await self.seated()
        while not screen.sitting.over:
            await self.until(lambda: screen.sitting.my_turn or screen.sitting.over)
            moment = screen.sitting.moment
            if screen.keys and screen.sitting.my_turn:
                await self.pilot.press(dice.choice(list(screen.keys.values())))
                await self.until(lambda moment=moment: screen.sitting.moment != moment)
        await self.pilot.pause(0.05)


def visit(app: VisitApp, story: Callable[[Visitor], Awaitable[None]]) -> VisitApp:
    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await story(Visitor(app, pilot))

    asyncio.run(run())
    return app


def play_out(table: Table) -> None:
    dice = random.Random(2)
    for scene in table.turns():
        table.act(dice.choice(scene.actions))


def playing(table: Table) -> Thread:
    """Another person, who would go on if this test failed: so nothing waits for the thread."""
    thread = Thread(target=play_out, args=(table,), daemon=True)
    thread.start()
    return thread


def test_a_seat_is_taken_by_link_and_played_by_keys_to_the_end(server: str, tmp_path: Path) -> None:
    with Client(server) as ann:
        table = ann.make("ping", "friend", name="Ann", options=SHORT)
        other = playing(table)

        async def story(bob: Visitor) -> None:
            await bob.seated()
            assert "Ann" in bob.sees()
            await bob.play_out()
            assert any(words in bob.sees() for words in ("YOU WON", "YOU LOST", "DRAW"))
            await bob.pilot.press("ctrl+s")
            assert isinstance(bob.app.screen, SavePrompt)
            bob.app.screen._sitting.save(tmp_path / "game.json")

        app = visit(VisitApp(table.invites[0], name="Bob", pause=0), story)
        other.join(PATIENCE)
        assert app.sitting
        assert app.sitting.viewer == 1
        assert {one.name for one in table.people} == {"Ann", "Bob"}
        assert Record.from_json((tmp_path / "game.json").read_bytes()).game == "ping"
        table.close()


def test_who_comes_back_has_the_same_seat(server: str, own_guests: Path) -> None:
    with Client(server) as ann, ann.make("ping", "friend", options=SHORT) as table:

        async def look(bob: Visitor) -> None:
            assert (await bob.seated()).sitting.viewer == 1

        visit(VisitApp(table.invites[0], pause=0), look)
        visit(VisitApp(table.link, pause=0), look)
        assert own_guests.stat().st_mode & 0o077 == 0


def test_a_spectator_sees_the_game_and_has_nothing_to_press(server: str) -> None:
    with Client(server) as ann:
        table = ann.make("ping", "random", name="Ann", options=SHORT)

        async def story(carl: Visitor) -> None:
            screen = await carl.seated()
            assert screen.keys == {}
            assert "Resign" not in carl.sees()
            playing(table)
            await carl.until(lambda: screen.sitting.over)
            await carl.pilot.pause(0.05)
            assert "OVER" in carl.sees()
            assert "YOU LOST" not in carl.sees()

        visit(VisitApp(table.link, watch=True, pause=0), story)
        table.close()


def test_a_draft_is_taken_back_and_a_hint_comes_from_the_server(server: str) -> None:
    with Client(server) as ann:
        table = ann.make("ping", "random", options=SHORT)
        guests.remember(server, ann.guest)
        table.close()

        async def story(me: Visitor) -> None:
            screen = await me.seated()
            for _ in range(40):
                await me.until(lambda: screen.sitting.my_turn)
                if screen.sitting.can_take_back:
                    break
                moment = screen.sitting.moment
                await me.pilot.press(next(iter(screen.keys.values())))
                await me.until(lambda moment=moment: screen.sitting.moment != moment)
            before = screen.sitting.scene()
            await me.pilot.press("backspace")
            await me.until(lambda: screen.sitting.scene() != before)
            await me.pilot.press("ctrl+g")
            await me.until(lambda: "suggests" in me.sees())

        visit(VisitApp(table.link, pause=0), story)


def test_what_cannot_be_joined_is_refused_in_a_sentence(server: str) -> None:
    async def wait(person: Visitor) -> None:
        await person.until(lambda: person.app.refusal is not None)

    with Client(server) as ann, ann.make("ping", "friend") as table:
        app = visit(VisitApp(table.link), wait)
        assert "ask for a link" in str(app.refusal)
        assert f"quarterdeck watch {table.link}" in str(app.refusal)
        app = visit(VisitApp(parse(f"{server}/play/nobody")), wait)
        assert "match" in str(app.refusal)


def test_the_next_game_is_played_with_the_same_people(server: str) -> None:
    with Client(server) as ann:
        table = ann.make("ping", "random", name="Ann", options=SHORT)
        guests.remember(server, ann.guest)
        play_out(table)
        table.close()

        async def story(me: Visitor) -> None:
            first = (await me.seated()).sitting.table.match
            await me.pilot.press("ctrl+n")
            await me.until(
                lambda: (
                    isinstance(me.app.screen, MatchScreen)
                    and isinstance(me.app.screen, TableScreen)
                    and me.app.screen.sitting.table.match != first
                )
            )
            assert me.app.sitting
            assert me.app.sitting.viewer == 1

        visit(VisitApp(table.link, pause=0), story)


def test_a_finished_match_is_replayed_by_its_link(server: str) -> None:
    with Client(server) as ann, ann.make("ping", "random", name="Ann", options=SHORT) as table:
        asked = CliRunner().invoke(command_line, ["replay", str(table.link)])
        assert asked.exit_code == 2
        assert "once the match is over" in asked.stderr
        play_out(table)
        told = CliRunner().invoke(command_line, ["replay", str(table.link)])
        assert told.exit_code == 0, told.stderr
        assert "Ann" in told.stdout
        assert f"winners: {table.scene.outcome and table.scene.outcome.winners}" in told.stdout


def test_tables_are_listed_with_whose_turn_it_is(server: str) -> None:
    with Client(server) as ann, ann.make("ping", "friend", name="Ann") as table:
        guests.remember(server, ann.guest)
        listed = CliRunner().invoke(command_line, ["tables", server, "--json"])
        assert table.match in listed.stdout
        listed = CliRunner().invoke(command_line, ["tables", server])
        assert "not everybody is here" in listed.stdout

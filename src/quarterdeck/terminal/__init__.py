"""`quarterdeck play` and `watch`: a game in the terminal, against bots or at a table on a server,
drawn only from scenes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.words import Words

if TYPE_CHECKING:
    from quarterdeck.terminal.app import GameApp
    from quarterdeck.terminal.seated import Seated

__all__ = ["NoTerminal", "play", "visit"]
say = Words(__package__)


class NoTerminal(QuarterdeckError):
    code = "no-terminal"


def play(
    game: str,
    bot: str = "cadet",
    seed: int | None = None,
    load: Path | None = None,
    options: dict[str, int] | None = None,
    seats: int | None = None,
    lesson: bool = False,
) -> None:
    """Play until the person quits; bad arguments are refused with a reason."""
    from quarterdeck.terminal.sitting import Setup

    setup = Setup(game, bot, seed, load, options, seats, lesson)
    check_terminal()
    from quarterdeck.terminal.app import TerminalApp

    app = TerminalApp(setup)
    run(app)
    if app.sitting:
        farewell(app.sitting)
        if app.sitting.saved_as and not app.sitting.over:
            command = f"quarterdeck play {game} --load {app.sitting.saved_as}"
            print(say("To continue the game: {command}", command=command))


def visit(link: str, name: str | None = None, watch: bool = False) -> None:
    """Play at a table on a server, or watch it, until the person quits."""
    from quarterdeck.client import parse

    place = parse(link)
    check_terminal()
    from quarterdeck.terminal.visit import VisitApp

    app = VisitApp(place, name, watch)
    run(app)
    if app.sitting:
        farewell(app.sitting)
        table = app.sitting.table.link
        if not app.sitting.over:
            command = f"quarterdeck {'watch' if watch else 'play'} {table}"
            print(say("To come back: {command}", command=command))
        elif app.sitting.reveals and not app.sitting.saved_as:
            command = f"quarterdeck replay {table}"
            print(say("To replay the game: {command}", command=command))


def check_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal(
            say(
                "`quarterdeck play` needs a terminal, but its input or output is redirected. "
                "Or play in the browser: `quarterdeck serve --open`."
            )
        )


def run(app: GameApp) -> None:
    app.run()
    if app.refusal:
        raise app.refusal
    if app.return_code:
        raise SystemExit(app.return_code)


def farewell(seated: Seated) -> None:
    """Print the result and how to open the saved record."""
    if outcome := seated.scene().outcome:
        print(outcome.text.replace("**", ""))
    if seated.saved_as and seated.over:
        command = f"quarterdeck replay {seated.saved_as}"
        print(say("To replay the game: {command}", command=command))

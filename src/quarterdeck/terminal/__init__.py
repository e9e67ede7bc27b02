"""`quarterdeck play`: a game against bots in the terminal, drawn only from scenes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.words import Words

if TYPE_CHECKING:
    from quarterdeck.terminal.sitting import Sitting

__all__ = ["NoTerminal", "play"]
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
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal(
            say(
                "`quarterdeck play` needs a terminal, but its input or output is redirected. "
                "Or play in the browser: `quarterdeck serve --open`."
            )
        )
    from quarterdeck.terminal.app import TerminalApp

    app = TerminalApp(setup)
    app.run()
    if app.refusal:
        raise app.refusal
    if app.return_code:
        raise SystemExit(app.return_code)
    if app.sitting:
        farewell(app.sitting)


def farewell(sitting: Sitting) -> None:
    """Print the result and how to open the saved record."""
    if outcome := sitting.scene().outcome:
        print(outcome.text.replace("**", ""))
    if sitting.saved_as and sitting.match.over:
        command = f"quarterdeck replay {sitting.saved_as}"
        print(say("To replay the game: {command}", command=command))
    elif sitting.saved_as:
        command = f"quarterdeck play {sitting.match.game.id} --load {sitting.saved_as}"
        print(say("To continue the game: {command}", command=command))

"""`quarterdeck play`: a game against bots in the terminal, drawn from scenes alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from quarterdeck.engine.errors import QuarterdeckError

if TYPE_CHECKING:
    from quarterdeck.terminal.sitting import Sitting

__all__ = ["NoTerminal", "play"]


class NoTerminal(QuarterdeckError):
    code = "no-terminal"


def play(
    game: str,
    bot: str = "mate",
    seed: int | None = None,
    load: Path | None = None,
    options: dict[str, int] | None = None,
    seats: int | None = None,
) -> None:
    """Play until the person leaves; whatever cannot be done is refused with a sentence."""
    from quarterdeck.terminal.sitting import Plan

    plan = Plan(game, bot, seed, load, options, seats)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal(
            "playing needs a terminal, and this is none: run it without pipes, "
            "or play in the browser with `quarterdeck serve --open`."
        )
    from quarterdeck.terminal.app import TerminalApp

    app = TerminalApp(plan)
    app.run()
    if app.refusal:
        raise app.refusal
    if app.return_code:
        raise SystemExit(app.return_code)
    if app.sitting:
        farewell(app.sitting)


def farewell(sitting: Sitting) -> None:
    """What is worth saying once the screen is gone."""
    if outcome := sitting.scene().outcome:
        print(outcome.text.replace("**", ""))
    if sitting.saved_as and sitting.match.over:
        print(f"To read the game again: quarterdeck replay {sitting.saved_as}")
    elif sitting.saved_as:
        game = sitting.match.game.id
        print(f"To go on with the game: quarterdeck play {game} --load {sitting.saved_as}")

"""A match against bots on the screen: they think in a thread, each from its own view."""

from __future__ import annotations

import time
from typing import Any

from textual import work
from textual.message import Message

from quarterdeck.engine.errors import QuarterdeckError, StaleAction
from quarterdeck.engine.words import Words, speaking
from quarterdeck.terminal.match import MatchScreen
from quarterdeck.terminal.sitting import Sitting

say = Words(__package__)


class BotScreen(MatchScreen):
    """A match between the person and bots."""

    sitting: Sitting

    class BotChose(Message):
        def __init__(self, seat: int, action: int, decisions: int) -> None:
            self.seat, self.action, self.decisions = seat, action, decisions
            super().__init__()

    class BotFailed(Message):
        def __init__(self, error: QuarterdeckError) -> None:
            self.error = error
            super().__init__()

    def go_on(self) -> None:
        """Show what happened, and let a bot think if it is its turn."""
        super().go_on()
        self._ask_bot(self.pause)

    def _ask_bot(self, pause: float) -> None:
        """If it is a bot's turn, send it its view."""
        match = self.sitting.match
        if match.actor is not None and not self.sitting.my_turn:
            self._think(match.actor, match.decisions, match.view(match.actor), pause)

    @work(thread=True, exclusive=True, group="bot")
    def _think(self, seat: int, decisions: int, view: Any, pause: float) -> None:
        """In a thread: the bot gets only its view. The pause lets people follow the game."""
        time.sleep(pause)
        try:
            with speaking(self.sitting.language):
                chosen = self.sitting.choose(seat, view)
            self.post_message(self.BotChose(seat, chosen, decisions))
        except QuarterdeckError as error:
            self.post_message(self.BotFailed(error))

    def on_bot_screen_bot_chose(self, event: BotChose) -> None:
        try:
            final = self.sitting.match.act(event.seat, event.action, at=event.decisions)
        except StaleAction:
            return
        except QuarterdeckError as error:
            self.post_message(self.BotFailed(error))
            return
        if final:
            self.go_on()
        else:  # still a draft, which nobody else sees
            self._ask_bot(0.0)

    def on_bot_screen_bot_failed(self, event: BotFailed) -> None:
        if not self.sitting.match.over:
            text = say("{problem} You can save the record.", problem=event.error)
            self.notify(text, severity="error", markup=False)

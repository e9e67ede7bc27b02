"""What a person may do besides playing: take back, ask, read, save, resign, look back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path

from textual import work
from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.terminal.dialogs import Question, RulesScreen, SavePrompt
from quarterdeck.terminal.lookback import LookBackScreen
from quarterdeck.terminal.sitting import Sitting


class Commands(Screen[None]):
    """The keys in the footer and what they do to a sitting."""

    BINDINGS = [
        Binding("backspace,escape", "take_back", "Take back", key_display="⌫"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("ctrl+g", "hint", "Hint", key_display="^G"),
        Binding("ctrl+l", "look_back", "Look back", key_display="^L"),
        Binding("ctrl+t", "aid", "Possible places", key_display="^T"),
        Binding("ctrl+p", "pass_on", "Pass what is not mine", key_display="^P"),
        Binding("ctrl+s", "save", "Save", key_display="^S"),
        Binding("ctrl+r", "resign", "Resign", key_display="^R"),
        Binding("ctrl+n", "again", "Another game", key_display="^N"),
    ]

    class Leave(Message):
        """The person is done with this table; `again`: but wants another game."""

        def __init__(self, again: bool) -> None:
            self.again = again
            super().__init__()

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting

    @abstractmethod
    def go_on(self) -> None:
        """Show what has changed."""

    @abstractmethod
    def show_advice(self, advice: str, step: int) -> None:
        """Show advice for this step of the match, unless it has gone on since."""

    def attempt(self, deed: Callable[[], None]) -> None:
        """Do something that may be refused, and go on either way."""
        try:
            deed()
        except QuarterdeckError as refusal:
            self.notify(str(refusal), severity="warning", markup=False)
        self.go_on()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "take_back":
            return True if self.sitting.can_take_back else None
        if action == "resign":
            return not self.sitting.match.over
        if action == "hint":
            return self.sitting.my_turn
        if action in ("again", "look_back"):
            return self.sitting.match.over
        if action == "pass_on":
            return self.sitting.passing or self.sitting.offered
        return True

    def action_take_back(self) -> None:
        self.attempt(self.sitting.take_back)

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.sitting.match.game.rules_text))

    @work(thread=True, exclusive=True, group="hint")
    def action_hint(self) -> None:
        step = self.sitting.match.decisions
        best = self.sitting.hint()
        options = " or ".join(f"{one.label} ({one.chance:.0%})" for one in best)
        self.app.call_from_thread(self.show_advice, f"The Admiral would: {options}.", step)

    def action_look_back(self) -> None:
        self.app.push_screen(LookBackScreen(self.sitting))

    def action_aid(self) -> None:
        self.sitting.aid = not self.sitting.aid
        self.go_on()

    def action_pass_on(self) -> None:
        self.sitting.passing = not self.sitting.passing
        self.notify(
            "You are asked only what concerns you; ^P to be asked everything."
            if self.sitting.passing
            else "You are asked everything again."
        )
        self.go_on()

    def action_resign(self) -> None:
        def answered(answer: str | None) -> None:
            if answer == "y":
                self.attempt(self.sitting.resign)

        question = Question("Give this game up?", {"y": "Resign", "n": "Play on"})
        self.app.push_screen(question, answered)

    def action_save(self) -> None:
        self._save(lambda: None)

    def _save(self, then: Callable[[], object]) -> None:
        def done(path: Path | None) -> None:
            if path:
                self.notify(f"Saved as {path}.", markup=False)
                then()

        self.app.push_screen(SavePrompt(self.sitting), done)

    def action_leave(self) -> None:
        self._leave(again=False)

    def action_again(self) -> None:
        self._leave(again=True)

    def _leave(self, again: bool) -> None:
        """Offer to save what would be lost, then say good-bye."""

        def leave() -> None:
            self.post_message(self.Leave(again))

        def answered(answer: str | None) -> None:
            if answer == "s":
                self._save(leave)
            elif answer == "d":
                leave()

        if not self.sitting.worth_saving:
            leave()
            return
        answers = {"s": "Save", "d": "Do not save", "b": "Back"}
        self.app.push_screen(Question("Save the record of this game?", answers), answered)

"""What a person can do besides playing: take back, get a hint, save, resign, analyse."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual import work
from textual.binding import Binding
from textual.message import Message

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.words import Words, speaking
from quarterdeck.terminal.analysis import AnalysisScreen, suggestion
from quarterdeck.terminal.dialogs import Question, RulesScreen, SavePrompt
from quarterdeck.terminal.footer import Spoken, described
from quarterdeck.terminal.seated import Pending, Seated

say = Words(__package__)


class Commands(Spoken):
    """The keys in the footer and what they do."""

    BINDINGS = [
        Binding("backspace,escape", "take_back", "Take back", key_display="⌫"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("ctrl+g", "hint", "Hint", key_display="^G"),
        Binding("ctrl+l", "analyse", "Analysis", key_display="^L"),
        Binding("ctrl+t", "aid", "Possible places", key_display="^T"),
        Binding("ctrl+p", "auto_pass", "Auto-pass", key_display="^P"),
        Binding("ctrl+s", "save", "Save", key_display="^S"),
        Binding("ctrl+r", "resign", "Resign", key_display="^R"),
        Binding("space", "read_on", "Next"),
        Binding("ctrl+w", "leave_coach", "Leave the coach", key_display="^W"),
        Binding("ctrl+n", "again", "Another game", key_display="^N"),
    ]

    class Leave(Message):
        """The person leaves this match; `again`: to play another one."""

        def __init__(self, again: bool) -> None:
            self.again = again
            super().__init__()

    def __init__(self, sitting: Seated) -> None:
        super().__init__()
        self.sitting = sitting

    @abstractmethod
    def go_on(self) -> None:
        """Show what has changed."""

    @abstractmethod
    def show_hint(self, hint: str, moment: int) -> None:
        """Show a hint that was asked for at this moment, unless it is outdated."""

    def attempt(self, command: Callable[[], Pending]) -> None:
        """Carry out a command that may be refused, and go on either way."""
        try:
            pending = command()
        except QuarterdeckError as refusal:
            self._refused(refusal)
            return
        if pending is None:
            self.go_on()
        else:
            self._finish(pending)

    @work
    async def _finish(self, pending: Awaitable[object]) -> None:
        try:
            await pending
        except QuarterdeckError as refusal:
            self._refused(refusal)
        else:
            self.go_on()

    def _refused(self, refusal: QuarterdeckError) -> None:
        self.notify(str(refusal), severity="warning", markup=False)
        self.go_on()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "take_back":
            return True if self.sitting.can_take_back else None
        if action == "resign":
            return self.sitting.viewer is not None and not self.sitting.over
        if action == "read_on":
            step = self.sitting.step
            return self.sitting.astray or (step is not None and not step.do)
        if action == "leave_coach":
            return self.sitting.step is not None
        if action == "hint":
            return self.sitting.can_hint
        if action in ("again", "analyse"):
            return self.sitting.viewer is not None and self.sitting.over
        if action == "save":
            return self.sitting.can_save
        if action == "auto_pass":
            return self.sitting.auto_passes or self.sitting.optional
        return True

    def action_take_back(self) -> None:
        self.attempt(self.sitting.take_back)

    def action_read_on(self) -> None:
        self.attempt(self.sitting.read_on)

    def action_leave_coach(self) -> None:
        self.sitting.lesson = None
        self.go_on()

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.sitting.rules_text))

    @work(thread=True, exclusive=True, group="hint")
    def action_hint(self) -> None:
        moment = self.sitting.moment
        with speaking(self.sitting.language):
            try:
                hint = suggestion(self.sitting.hints(), self.sitting.scored)
            except QuarterdeckError as refusal:
                hint = str(refusal)
            self.app.call_from_thread(self.show_hint, hint, moment)

    def action_analyse(self) -> None:
        self.app.push_screen(AnalysisScreen(self.sitting))

    def action_aid(self) -> None:
        self.sitting.aid = not self.sitting.aid
        self.go_on()

    def action_auto_pass(self) -> None:
        switched = not self.sitting.auto_passes
        on, off = say("Auto-pass is on."), say("Auto-pass is off.")
        self.notify(on if switched else off)
        self.attempt(lambda: self.sitting.auto_pass(switched))

    def action_resign(self) -> None:
        def answered(answer: str | None) -> None:
            if answer == "y":
                self.attempt(self.sitting.resign)

        answers = {"y": say("Resign"), "n": say("Keep playing")}
        self.app.push_screen(Question(say("Resign this game?"), answers), answered)

    def action_save(self) -> None:
        self._save(lambda: None)

    def _save(self, then: Callable[[], object]) -> None:
        def done(path: Path | None) -> None:
            if path:
                self.notify(say("Saved as {path}.", path=path), markup=False)
                then()

        self.app.push_screen(SavePrompt(self.sitting), done)

    def action_leave(self) -> None:
        self._leave(again=False)

    def action_again(self) -> None:
        self._leave(again=True)

    def _leave(self, again: bool) -> None:
        """Ask whether to save the record if it would be lost, then leave."""

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
        answers = {"s": say("Save"), "d": say("Don't save"), "b": say("Back")}
        self.app.push_screen(Question(say("Save the record of this game?"), answers), answered)


say.know(*described(Commands))

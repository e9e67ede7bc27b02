"""Dialogs over the game screen: a question, a file name, the rules."""

from __future__ import annotations

import re
from pathlib import Path

from rich.markdown import Markdown
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Input, Static

from quarterdeck.engine.words import Words
from quarterdeck.terminal.footer import Spoken
from quarterdeck.terminal.seated import FileExists, Seated, UnusableFile

say = Words(__package__)


class Question(ModalScreen[str]):
    """A question with a few answers, each with a key; Esc picks the last."""

    BINDINGS = [
        Binding("escape", "cancel", "", show=False),
        Binding("left", "app.focus_previous", "", show=False),
        Binding("right", "app.focus_next", "", show=False),
    ]

    def __init__(self, text: str, answers: dict[str, str]) -> None:
        super().__init__()
        self._text, self._answers = text, answers

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._text, markup=False)
            with Horizontal(classes="answers"):
                for key, words in self._answers.items():
                    yield Button(f"{words} ({key})", id=f"answer-{key}", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss((event.button.id or "").removeprefix("answer-"))

    def on_key(self, event: events.Key) -> None:
        if (key := (event.character or "").lower()) in self._answers:
            event.stop()
            self.dismiss(key)

    def action_cancel(self) -> None:
        self.dismiss(list(self._answers)[-1])


class SavePrompt(ModalScreen[Path | None]):
    """Asks for a file name until the record is saved or the person cancels."""

    BINDINGS = [Binding("escape", "cancel", "", show=False)]

    def __init__(self, sitting: Seated) -> None:
        super().__init__()
        self._sitting = sitting
        self._may_replace: Path | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(say("Save the record of this game as:"))
            yield Input(str(self._sitting.suggested_path()), select_on_focus=False, compact=True)
            yield Static(say("Enter to save, Esc to cancel."), id="problem", markup=False)

    def on_input_changed(self) -> None:
        self._may_replace = None

    def on_input_submitted(self, event: Input.Submitted) -> None:
        path = Path(event.value.strip()).expanduser()
        try:
            self._sitting.save(path, replace=path == self._may_replace)
        except FileExists as error:
            self._may_replace = path
            self._object(
                say(
                    "{problem} Press Enter again to overwrite it, or enter another name.",
                    problem=error,
                )
            )
        except UnusableFile as error:
            problem = f"{str(error)[0].upper()}{str(error)[1:]}"
            self._object(say("{problem} Enter another name.", problem=problem))
        else:
            self.dismiss(path)

    def _object(self, text: str) -> None:
        problem = self.query_one("#problem", Static)
        problem.update(text)
        problem.add_class("-refused")

    def action_cancel(self) -> None:
        self.dismiss(None)


PICTURE = re.compile(r"!\[([^]]*)\]\([^)]*\)")
"""In Markdown: here its text is shown instead."""


class RulesScreen(Spoken, ModalScreen[None]):
    """The rules, to scroll through."""

    BINDINGS = [Binding("escape,question_mark,q", "dismiss", "Back to the game", key_display="Esc")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text or say("This game comes without written rules.")

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="rules"):
            yield Static(Markdown(PICTURE.sub(r"*\1*", self._text)))
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#rules").focus()

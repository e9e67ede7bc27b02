"""The table on the screen: puts boards, cards, words and actions where they belong and keeps them
true; what the person does goes to the sitting, what the bots do comes from a thread of theirs.
"""

from __future__ import annotations

import time
from math import ceil
from typing import Any

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Footer, OptionList, Static

from quarterdeck.engine.errors import QuarterdeckError, StaleAction
from quarterdeck.engine.scene import Action, Told
from quarterdeck.terminal import board, cards, words
from quarterdeck.terminal.actions import ActionList
from quarterdeck.terminal.canvas import CanvasView
from quarterdeck.terminal.commands import Commands
from quarterdeck.terminal.flashes import rung
from quarterdeck.terminal.keys import assign, lights
from quarterdeck.terminal.look import Look
from quarterdeck.terminal.sitting import PERSON, Sitting

COMFORTABLE = Size(100, 34)
RING = 1.2
"""For so many seconds a cell rings on."""


class TableScreen(Commands):
    """One sitting, shown and played."""

    class BotChose(Message):
        def __init__(self, seat: int, action: int, step: int) -> None:
            self.seat, self.action, self.step = seat, action, step
            super().__init__()

    class BotFailed(Message):
        def __init__(self, error: QuarterdeckError) -> None:
            self.error = error
            super().__init__()

    def __init__(self, sitting: Sitting, pause: float) -> None:
        super().__init__(sitting)
        self.pause = pause
        self.look = Look(PERSON)
        self.scene, self.told = sitting.scene(), sitting.told()
        self.keys = assign(self.scene)
        self._read = 0
        self._flashes: dict[str, int | None] = {}
        self._silence: Timer | None = None
        self._own_rows = 0
        self._written: dict[str, Text] = {}
        self._advice = ""

    def compose(self) -> ComposeResult:
        yield Static(id="bar")
        with Horizontal(id="table"):
            with Vertical(id="left"):
                with ScrollableContainer(id="sea", can_focus=False):
                    yield CanvasView("boards")
                yield Static(id="legend")
                with VerticalScroll(id="own", can_focus=False):
                    yield CanvasView("own-zones")
            with Vertical(id="right"):
                with VerticalScroll(id="others", can_focus=False):
                    yield CanvasView("other-zones")
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(id="lines")
                yield Static(id="contest")
                yield Static(id="prompt")
                yield Static(id="detail")
                yield ActionList()
                yield Static(id="about")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(ActionList).focus()
        self.go_on()

    def on_resize(self) -> None:
        self._own_rows = 0
        self._draw()
        self._show_log()

    # Drawing -----------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Something happened: show it, and let a bot think if it is its turn."""
        known = len(self.told)
        self.scene, self.told = self.sitting.scene(), self.sitting.told()
        self.keys = assign(self.scene)
        self._advice = ""
        self._ring(self.told[known:])
        self.query_one(ActionList).offer(self.scene, self.keys)
        self._draw()
        self._show_log()
        self.refresh_bindings()
        self._ask_bot(self.pause)

    def show_advice(self, advice: str, step: int) -> None:
        if step == self.sitting.match.decisions:
            self._advice = advice
            self._draw()

    def _ring(self, fresh: list[Told]) -> None:
        self._flashes = rung(self.scene, fresh) if self.pause else {}
        if self._silence:
            self._silence.stop()
        self._silence = self.set_timer(RING, self._fall_silent) if self._flashes else None

    def _fall_silent(self) -> None:
        self._flashes = {}
        self._draw()

    def _draw(self) -> None:
        """Everything but the log and the list, at the size the screen has now."""
        roomy = self.size.width >= COMFORTABLE.width and self.size.height >= COMFORTABLE.height
        self.set_class(not roomy, "-compact")
        self.set_class(self.scene.outcome is not None, "-over")
        self.set_class(self.scene.contest is not None, "-contest")
        bar = words.bar(self.scene, self.look)
        rows = self.size.height - 1 - max(1, ceil(bar.cell_len / max(1, self.size.width)))
        narrow = 33 if board.is_vast(self.scene) else 38
        right = max(46, self.size.width * 2 // 5) if roomy else narrow
        left = max(10, self.size.width - right - 2)
        chosen = self.query_one(ActionList).chosen
        lit = lights(self.scene, self.keys, chosen, self._flashes)
        own = cards.draw(self.scene, True, self.look, lit, left, boxed=roomy)
        self._own_rows = max(self._own_rows, min(own.size.height, rows // 3))
        key = words.legend(board.legend(self.scene, self.look), left)
        for lines in (len(key.split("\n")), 1):  # rather a short key than a board to scroll
            room = Size(left, rows - self._own_rows - lines)
            sea = board.draw(self.scene, self.look, lit, room)
            if sea.size.height <= room.height:
                break
        self.query_one("#boards", CanvasView).show(sea)
        self.query_one("#sea").styles.height = min(sea.size.height, room.height)
        self.query_one("#own-zones", CanvasView).show(own)
        others = cards.draw(self.scene, False, self.look, lit, right - 4)
        self.query_one("#other-zones", CanvasView).show(others)
        self.query_one("#right").styles.width = right
        self._write("bar", bar)
        self.query_one("#legend").styles.height = lines
        self._write("legend", key)
        self._write("contest", words.contest(self.scene, self.look))
        self._write("prompt", words.prompt(self.scene))
        self._write("detail", Text(self._advice or self.scene.detail))
        self._write("about", words.about(chosen, self.scene))

    def _write(self, part: str, text: Text) -> None:
        """Only what has changed: every update lays the whole screen out again."""
        if self._written.get(part) != text:
            self._written[part] = text
            self.query_one(f"#{part}", Static).update(text)

    def _show_log(self) -> None:
        fresh = len(self.told) - self._read
        self.query_one("#lines", Static).update(words.log(self.told, fresh, self.look))
        self.query_one("#log").anchor()

    # The person --------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        key = (event.character or "").lower()
        for action in self.scene.actions:
            if key and self.keys.get(action.id) == key:
                event.stop()
                self._act(action)
                return

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        for action in self.scene.actions:
            if str(action.id) == event.option.id:
                self._act(action)
                return

    def on_option_list_option_highlighted(self) -> None:
        self._draw()

    def on_canvas_view_touched(self, event: CanvasView.Touched) -> None:
        """A click acts where one action is meant, else it walks through those that are."""
        listed = self.query_one(ActionList)
        for target in event.targets:
            meant = [action for action in self.scene.actions if target in action.targets]
            if not meant:
                continue
            if event.pressed and len(meant) == 1:
                self._act(meant[0])
            elif event.pressed or listed.chosen not in meant:
                at = meant.index(listed.chosen) + 1 if listed.chosen in meant else 0
                listed.highlight(meant[at % len(meant)])
            return

    def _act(self, action: Action) -> None:
        if not self.sitting.match.draft:
            self._read = len(self.told)
        self.attempt(lambda: self.sitting.act(action.id))

    # The bots ----------------------------------------------------------------------------------

    def _ask_bot(self, pause: float) -> None:
        """If it is a bot's turn, it gets its view to think about."""
        match = self.sitting.match
        if match.actor is not None and not self.sitting.my_turn:
            self._think(match.actor, match.decisions, match.view(match.actor), pause)

    @work(thread=True, exclusive=True, group="bot")
    def _think(self, seat: int, step: int, view: Any, pause: float) -> None:
        """In a thread: the bot gets its view and nothing else; the pause lets people see it."""
        time.sleep(pause)
        try:
            self.post_message(self.BotChose(seat, self.sitting.answer(seat, view), step))
        except QuarterdeckError as error:
            self.post_message(self.BotFailed(error))

    def on_table_screen_bot_chose(self, event: BotChose) -> None:
        try:
            final = self.sitting.match.act(event.seat, event.action, at=event.step)
        except StaleAction:
            return
        except QuarterdeckError as error:
            self.post_message(self.BotFailed(error))
            return
        if final:
            self.go_on()
        else:  # a draft, which nobody else sees
            self._ask_bot(0.0)

    def on_table_screen_bot_failed(self, event: BotFailed) -> None:
        if not self.sitting.match.over:
            self.notify(f"{event.error} You can save the record.", severity="error", markup=False)

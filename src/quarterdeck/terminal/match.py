"""The game screen: lays out boards, cards, texts and actions, keeps them up to date, and passes on
what the person does. Who the others are is for its subclasses to know.
"""

from __future__ import annotations

from math import ceil

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import OptionList, Static

from quarterdeck.engine.scene import Action, Told
from quarterdeck.engine.words import Words
from quarterdeck.terminal import board, cards, words
from quarterdeck.terminal.actions import ActionList
from quarterdeck.terminal.canvas import CanvasView
from quarterdeck.terminal.commands import Commands
from quarterdeck.terminal.flashes import flashing
from quarterdeck.terminal.keys import assign, lights
from quarterdeck.terminal.look import Look
from quarterdeck.terminal.panes import panes
from quarterdeck.terminal.seated import Seated

say = Words(__package__)
COMFORTABLE = Size(100, 34)
FLASH = 1.2
"""Seconds that a cell flashes."""


class MatchScreen(Commands):
    """Shows a match and lets the person play it."""

    def __init__(self, sitting: Seated, pause: float) -> None:
        super().__init__(sitting)
        self.pause = pause
        viewer = -1 if sitting.viewer is None else sitting.viewer
        self.look = Look(viewer, sitting.package)
        self.scene, self.told = sitting.scene(), sitting.told()
        self.keys = assign(self.scene)
        self._read = 0
        self._flashes: dict[str, int | None] = {}
        self._flash_timer: Timer | None = None
        self._own_rows = 0
        self._written: dict[str, Text] = {}
        self._hint = ""

    def compose(self) -> ComposeResult:
        return panes([Static(id="coach")], [ActionList(), Static(id="about")])

    def on_mount(self) -> None:
        self.query_one(ActionList).focus()
        self.go_on()

    def on_resize(self) -> None:
        self._own_rows = 0
        self._draw()
        self._show_log()

    # Drawing -----------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Show what happened."""
        known = len(self.told)
        self.scene, self.told = self.sitting.scene(), self.sitting.told()
        self.keys = assign(self.scene)
        self._hint = ""
        self._flash(self.told[known:])
        listed = self.query_one(ActionList)
        listed.offer(self.scene, self.keys)
        for action in self.scene.actions:
            if action.id in self.sitting.expected[:1]:
                listed.highlight(action)
        self._draw()
        self._show_log()
        self.refresh_bindings()

    def show_hint(self, hint: str, moment: int) -> None:
        if moment == self.sitting.moment:
            self._hint = hint
            self._draw()

    def _flash(self, fresh: list[Told]) -> None:
        self._flashes = flashing(self.scene, fresh) if self.pause else {}
        if self._flash_timer:
            self._flash_timer.stop()
        self._flash_timer = self.set_timer(FLASH, self._stop_flashing) if self._flashes else None

    def _stop_flashing(self) -> None:
        self._flashes = {}
        self._draw()

    def _draw(self) -> None:
        """Draw everything but the log and the list, at the current screen size."""
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
        step = self.sitting.step
        pointed = dict.fromkeys(step.point if step else [], None)
        lit = lights(self.scene, self.keys, chosen, {**pointed, **self._flashes})
        own = cards.draw(self.scene, True, self.look, lit, left, boxed=roomy)
        self._own_rows = max(self._own_rows, min(own.size.height, rows // 3))
        legend = words.legend(board.legend(self.scene, self.look), left)
        for lines in (
            len(legend.split("\n")),
            1,
        ):  # a shortened legend is better than a board that scrolls
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
        self._write("legend", legend)
        self._write("coach", words.coach(self.sitting))
        self._write("contest", words.contest(self.scene, self.look))
        self._write("prompt", words.prompt(self.scene, self.look))
        self._write("detail", Text(self._hint or self._detail()))
        self._write("about", words.about(chosen, self.scene))

    def _detail(self) -> str:
        return " ".join(filter(None, (self.scene.detail, self.sitting.note())))

    def _write(self, part: str, text: Text) -> None:
        """Update only what has changed: every update lays out the whole screen again."""
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
        """A click on a target takes its action; if it has several, clicks cycle through them."""
        listed = self.query_one(ActionList)
        for target in event.targets:
            found = [action for action in self.scene.actions if target in action.targets]
            if not found:
                continue
            if event.pressed and len(found) == 1:
                self._act(found[0])
            elif event.pressed or listed.chosen not in found:
                at = found.index(listed.chosen) + 1 if listed.chosen in found else 0
                listed.highlight(found[at % len(found)])
            return

    def _act(self, action: Action) -> None:
        if not self.sitting.can_take_back:  # the first of a turn
            self._read = len(self.told)
        self.attempt(lambda: self.sitting.act(action.id))

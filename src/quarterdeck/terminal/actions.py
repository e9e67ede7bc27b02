"""The list of legal actions. Arrow keys move along it, or across the board if all are cells."""

from __future__ import annotations

from textual.binding import Binding
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from quarterdeck.engine.scene import Action, Scene
from quarterdeck.terminal import compass
from quarterdeck.terminal.words import choice


class ActionList(OptionList):
    BINDINGS = [
        Binding("left", "walk('left')", "Left", show=False),
        Binding("right", "walk('right')", "Right", show=False),
        Binding("tab", "step(1)", "Next", show=False),
        Binding("shift+tab", "step(-1)", "Previous", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="actions", compact=True)
        self.actions: list[Action] = []
        self._places: dict[int, tuple[float, float]] | None = None

    @property
    def chosen(self) -> Action | None:
        """The highlighted action."""
        at = self.highlighted
        return self.actions[at] if at is not None and at < len(self.actions) else None

    def offer(self, scene: Scene, keys: dict[int, str]) -> None:
        self.actions = scene.actions
        self._places = compass.places(scene)
        self.set_options(Option(choice(a, keys.get(a.id, "")), id=str(a.id)) for a in self.actions)
        self.highlighted = 0 if self.actions else None

    def highlight(self, action: Action) -> None:
        self.highlighted = self.actions.index(action)

    def action_cursor_up(self) -> None:
        self.action_walk("up")

    def action_cursor_down(self) -> None:
        self.action_walk("down")

    def action_walk(self, way: str) -> None:
        """Move across the board if all actions are there, else along the list."""
        if self._places is None or self.chosen is None:
            self.action_step(1 if way in ("down", "right") else -1)
            return
        found = compass.towards(self._places, self.chosen.id, way)
        if found is not None:
            self.highlighted = next(i for i, a in enumerate(self.actions) if a.id == found)

    def action_step(self, by: int) -> None:
        if self.actions:
            self.highlighted = ((self.highlighted or 0) + by) % len(self.actions)

    def action_page_up(self) -> None:
        self.screen.query_one("#log").scroll_page_up()

    def action_page_down(self) -> None:
        self.screen.query_one("#log").scroll_page_down()

"""The panes of a game on the screen: boards and one's own places left, everything else right."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Footer, Static

from quarterdeck.terminal.canvas import CanvasView


def panes(above: Iterable[Widget] = (), below: Iterable[Widget] = ()) -> ComposeResult:
    """All panes, with some more above and below those at the right."""
    yield Static(id="bar")
    with Horizontal(id="game"):
        with Vertical(id="left"):
            with ScrollableContainer(id="sea", can_focus=False):
                yield CanvasView("boards")
            yield Static(id="legend")
            with VerticalScroll(id="own", can_focus=False):
                yield CanvasView("own-zones")
        with Vertical(id="right"):
            yield from above
            with VerticalScroll(id="others", can_focus=False):
                yield CanvasView("other-zones")
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="lines")
            yield Static(id="contest")
            yield Static(id="prompt")
            yield Static(id="detail")
            yield from below
    yield Footer(show_command_palette=False)

"""The program in the terminal: a word while the rules are prepared, then the table."""

from __future__ import annotations

import threading
import time

from rich.theme import Theme as Print
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.theme import Theme
from textual.widgets import Static

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.terminal import look
from quarterdeck.terminal.sitting import Plan, Sitting
from quarterdeck.terminal.table import TableScreen

PAUSE = 0.8
PATIENCE = 3.0
"""After so many seconds the person is told why it takes long."""

THEME = Theme(
    name="chart-table",
    primary=look.BRASS,
    secondary=look.EDGE,
    accent=look.BRASS,
    foreground=look.TEXT,
    background=look.NIGHT,
    surface=look.PANEL,
    panel=look.PANEL,
    warning=look.CORAL,
    error=look.DANGER,
    success=look.CALM,
    dark=True,
    variables={
        "footer-key-foreground": look.BRASS,
        "footer-background": look.PANEL,
        "footer-description-foreground": look.SOFT,
        "scrollbar": look.RULE,
        "scrollbar-background": look.PANEL,
        "border": look.EDGE,
    },
)


# how the rules are set
PRINT = Print(
    {
        "markdown.h1": f"bold {look.BRASS}",
        "markdown.h2": f"bold {look.BRASS}",
        "markdown.h3": f"bold {look.TEXT}",
        "markdown.code": look.CORAL,
        "markdown.table.header": look.SOFT,
        "markdown.table.border": look.EDGE,
        "markdown.item.bullet": look.BRASS,
    }
)


class LoadingScreen(Screen[None]):
    """Prepares the sitting in a thread and says how far it is."""

    class Ready(Message):
        def __init__(self, sitting: Sitting) -> None:
            self.sitting = sitting
            super().__init__()

    class Refused(Message):
        def __init__(self, error: QuarterdeckError) -> None:
            self.error = error
            super().__init__()

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan
        self._stage, self._started = "", time.monotonic()

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self.plan.game.title, id="title", markup=False)
            yield Static(self.plan.game.summary, id="summary", markup=False)
            yield Static(id="stage", markup=False)

    def on_mount(self) -> None:
        self.set_interval(0.2, self._tell)
        # a daemon: whoever quits meanwhile need not wait for the compiler
        threading.Thread(target=self._prepare, daemon=True).start()

    def _prepare(self) -> None:
        try:
            self.post_message(self.Ready(self.plan.sit(self._say)))
        except QuarterdeckError as error:
            self.post_message(self.Refused(error))

    def _say(self, stage: str) -> None:
        self._stage = stage

    def _tell(self) -> None:
        seconds = time.monotonic() - self._started
        text = f"{self._stage} … {seconds:.0f} s"
        if seconds > PATIENCE:
            text += "\nRules are compiled the first time; it takes a minute or so, once."
        self.query_one("#stage", Static).update(text)


class TerminalApp(App[None]):
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+q", "quit", "Quit", key_display="^Q", priority=True)]

    def __init__(self, plan: Plan, pause: float = PAUSE) -> None:
        super().__init__()
        self.plan, self.pause = plan, pause
        self.title = plan.game.title
        self.sitting: Sitting | None = None
        self.refusal: QuarterdeckError | None = None

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self.console.push_theme(PRINT)
        self.push_screen(LoadingScreen(self.plan))

    def on_loading_screen_ready(self, event: LoadingScreen.Ready) -> None:
        self.sitting = event.sitting
        self.switch_screen(TableScreen(event.sitting, self.pause))

    def on_loading_screen_refused(self, event: LoadingScreen.Refused) -> None:
        self.refusal = event.error
        self.exit()

    async def action_quit(self) -> None:
        """Over a dialogue this closes it; at the table it asks first."""
        if isinstance(self.screen, ModalScreen):
            self.screen.dismiss(None)
        elif isinstance(self.screen, TableScreen):
            self.screen.action_leave()
        else:
            self.exit()

    def on_commands_leave(self, event: TableScreen.Leave) -> None:
        if not event.again:
            self.exit()
            return
        self.plan.again()
        self.switch_screen(LoadingScreen(self.plan))

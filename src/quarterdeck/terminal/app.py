"""The terminal program: a progress message while the rules are prepared, then the game."""

from __future__ import annotations

import threading
import time
from abc import abstractmethod
from contextvars import copy_context

from rich.theme import Theme as Print
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.theme import Theme
from textual.widgets import Static

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.words import Words
from quarterdeck.terminal import look
from quarterdeck.terminal.bots import BotScreen
from quarterdeck.terminal.match import MatchScreen
from quarterdeck.terminal.seated import Seated
from quarterdeck.terminal.sitting import Setup, Sitting

PAUSE = 0.8

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


# styles for the rules text
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
    """Prepares the match in a thread and shows the progress."""

    class Ready(Message):
        def __init__(self, sitting: Sitting) -> None:
            self.sitting = sitting
            super().__init__()

    class Refused(Message):
        def __init__(self, error: QuarterdeckError) -> None:
            self.error = error
            super().__init__()

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup
        self._stage, self._started = "", time.monotonic()

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            game = self.setup.game
            yield Static(game.title, id="title", markup=False)
            yield Static(Words(game.package)(game.summary), id="summary", markup=False)
            yield Static(id="stage", markup=False)

    def on_mount(self) -> None:
        self.set_interval(0.2, self._show_stage)
        # a daemon, so that quitting does not wait for it
        here = copy_context()  # threads do not know the person's language by themselves
        threading.Thread(target=here.run, args=(self._prepare,), daemon=True).start()

    def _prepare(self) -> None:
        try:
            self.post_message(self.Ready(self.setup.sit(self._report)))
        except QuarterdeckError as error:
            self.post_message(self.Refused(error))

    def _report(self, stage: str) -> None:
        self._stage = stage

    def _show_stage(self) -> None:
        seconds = time.monotonic() - self._started
        self.query_one("#stage", Static).update(f"{self._stage} … {seconds:.0f} s")


class GameApp(App[None]):
    """Prepares a match on one screen and shows it on the next, until the person leaves."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+q", "quit", "Quit", key_display="^Q", priority=True)]

    def __init__(self, pause: float = PAUSE) -> None:
        super().__init__()
        self.pause = pause
        self.sitting: Seated | None = None
        self.refusal: QuarterdeckError | None = None

    @abstractmethod
    def waiting_room(self, again: bool) -> Screen[None]:
        """The screen that prepares a match: the first, or another one."""

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self.console.push_theme(PRINT)
        self.push_screen(self.waiting_room(again=False))

    def begin(self, sitting: Seated, screen: MatchScreen) -> None:
        self.sitting = sitting
        self.switch_screen(screen)

    def give_up(self, refusal: QuarterdeckError) -> None:
        self.refusal = refusal
        self.exit()

    async def action_quit(self) -> None:
        """Close the open dialog, or ask whether to save the game."""
        if isinstance(self.screen, ModalScreen):
            self.screen.dismiss(None)
        elif isinstance(self.screen, MatchScreen):
            self.screen.action_leave()
        else:
            self.exit()

    def on_commands_leave(self, event: MatchScreen.Leave) -> None:
        if event.again:
            self.switch_screen(self.waiting_room(again=True))
        else:
            self.exit()


class TerminalApp(GameApp):
    """A game against bots."""

    sitting: Sitting | None

    def __init__(self, setup: Setup, pause: float = PAUSE) -> None:
        super().__init__(pause)
        self.setup = setup
        self.title = setup.game.title

    def waiting_room(self, again: bool) -> Screen[None]:
        if again:
            self.setup.again()
        return LoadingScreen(self.setup)

    def on_loading_screen_ready(self, event: LoadingScreen.Ready) -> None:
        self.begin(event.sitting, BotScreen(event.sitting, self.pause))

    def on_loading_screen_refused(self, event: LoadingScreen.Refused) -> None:
        self.give_up(event.error)

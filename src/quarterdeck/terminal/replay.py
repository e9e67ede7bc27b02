"""`quarterdeck replay` on a terminal: a game looked at again, through anybody's eyes."""

from __future__ import annotations

from math import ceil

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Static

from quarterdeck.engine.replay import Eyes, Replay
from quarterdeck.engine.scene import Scene, Step, Told, named
from quarterdeck.engine.words import Words
from quarterdeck.terminal import board, cards, words
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.app import THEME
from quarterdeck.terminal.canvas import CanvasView
from quarterdeck.terminal.footer import Spoken, described
from quarterdeck.terminal.keys import Lights
from quarterdeck.terminal.look import Look
from quarterdeck.terminal.match import COMFORTABLE
from quarterdeck.terminal.panes import panes

say = Words(__package__)
PACE = 1.2
"""Seconds between two steps while the game plays by itself."""
LINES = 200
"""The newest lines of the log that are shown."""


class ReplayScreen(Spoken):
    BINDINGS = [
        Binding("left", "go(-1)", "Back", key_display="←"),
        Binding("right", "go(1)", "Forward", key_display="→"),
        Binding("home", "first", "First", show=False),
        Binding("end", "last", "Last", show=False),
        Binding("pageup", "turn(-1)", "Turn back", show=False),
        Binding("pagedown", "turn(1)", "Next turn", key_display="PgDn"),
        Binding("space", "play", "Play", key_display="Space"),
        Binding("e", "eyes", "Eyes"),
        Binding("enter", "jump", "Go to turn", key_display="12 ⏎"),
        Binding("q,escape", "app.quit", "Quit", key_display="Q"),
    ]

    def __init__(
        self, replay: Replay, eyes: Eyes, pace: float = PACE, names: list[str] | None = None
    ) -> None:
        super().__init__()
        self.replay, self.eyes, self.at = replay, eyes, 0
        numbered = [say("Player {n}", n=seat + 1) for seat in range(replay.match.seats)]
        self.names = names or numbered
        self.turns = [step.turn for step in replay.steps("spectator")]
        """Of each step."""
        self._pace = pace
        self._steps: dict[Eyes, list[Step]] = {}
        self._looks: dict[Eyes, Look] = {}
        self._playing: Timer | None = None
        self._typed = ""
        """The number of a turn, as far as it was typed."""

    def compose(self) -> ComposeResult:
        return panes()

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    # Where to look -----------------------------------------------------------------------------

    def action_go(self, steps: int) -> None:
        self._go(self.at + steps)

    def action_first(self) -> None:
        self._go(0)

    def action_last(self) -> None:
        self._go(self.replay.last)

    def action_turn(self, way: int) -> None:
        """To the beginning of the next turn, or of this or the one before."""
        starts = [i for i, turn in enumerate(self.turns) if i == 0 or turn != self.turns[i - 1]]
        if way > 0:
            self._go(next((start for start in starts if start > self.at), self.replay.last))
        else:
            self._go(max((start for start in starts if start < self.at), default=0))

    def action_jump(self) -> None:
        wanted, self._typed = self._typed, ""
        if wanted:
            later = (i for i, turn in enumerate(self.turns) if turn >= int(wanted))
            self._go(next(later, self.replay.last))

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character.isdigit():
            self._typed = (self._typed + event.character)[-4:]
            self._draw()

    def action_play(self) -> None:
        if self._playing:
            self._pause()
        else:
            self._playing = self.set_interval(self._pace, lambda: self._go(self.at + 1))

    def _pause(self) -> None:
        if self._playing:
            self._playing.stop()
            self._playing = None

    def action_eyes(self) -> None:
        all_eyes = self.replay.eyes()
        self.eyes = all_eyes[(all_eyes.index(self.eyes) + 1) % len(all_eyes)]
        self._draw()

    def _go(self, step: int) -> None:
        self.at = min(max(step, 0), self.replay.last)
        if self.at == self.replay.last:
            self._pause()
        self._draw()

    # What is seen ------------------------------------------------------------------------------

    @property
    def look(self) -> Look:
        viewer = self.eyes if isinstance(self.eyes, int) else -1
        return self._looks.setdefault(self.eyes, Look(viewer, self.replay.match.game.package))

    def scene(self) -> Scene:
        return named(self.replay.scene(self.at, self.eyes), self.names)

    def _told(self) -> tuple[list[Told], int]:
        """The log up to here, and how many lines of it this step added."""
        if self.eyes not in self._steps:
            self._steps[self.eyes] = self.replay.steps(self.eyes)
        steps = self._steps[self.eyes][: self.at + 1]
        news = steps[-1].told
        if self.eyes == "all" and steps[-1].label:
            done = f"{{{steps[-1].seat}}}: {steps[-1].label}."
            news = [Told(done, steps[-1].seat), *news]
        past = [line for step in steps[:-1] for line in step.told][-LINES:]
        return [named(line, self.names) for line in [*past, *news]], len(news)

    def _draw(self) -> None:
        scene, look, dark = self.scene(), self.look, Lights({})
        roomy = self.size.width >= COMFORTABLE.width and self.size.height >= COMFORTABLE.height
        self.set_class(not roomy, "-compact")
        narrow = 33 if board.is_vast(scene) else 38
        right = max(46, self.size.width * 2 // 5) if roomy else narrow
        left = max(10, self.size.width - right - 2)
        own = cards.draw(scene, True, look, dark, left, boxed=roomy)
        legend = words.legend(board.legend(scene, look), left)
        bar = self._bar(scene)
        rows = self.size.height - 1 - max(1, ceil(bar.cell_len / max(1, self.size.width)))
        lines = min(len(legend.split("\n")), rows // 6)
        room = Size(left, rows - lines - min(own.size.height, rows // 3))
        sea = board.draw(scene, look, dark, room)
        self.query_one("#boards", CanvasView).show(sea)
        self.query_one("#sea").styles.height = min(sea.size.height, room.height)
        self.query_one("#own-zones", CanvasView).show(own)
        others = cards.draw(scene, False, look, dark, right - 4)
        self.query_one("#other-zones", CanvasView).show(others)
        self.query_one("#right").styles.width = right
        self.query_one("#legend").styles.height = lines
        told, fresh = self._told()
        self._write("legend", legend)
        self._write("bar", bar)
        self._write("contest", words.contest(scene, look))
        self._write("prompt", words.prompt(scene, look))
        self._write(
            "detail", Text(say("Turn {turn}", turn=f"{self._typed}_") if self._typed else "")
        )
        self.query_one("#lines", Static).update(words.log(told, fresh, look))
        self.query_one("#log").scroll_end(animate=False)

    def _write(self, part: str, text: Text) -> None:
        self.query_one(f"#{part}", Static).update(text)

    def _bar(self, scene: Scene) -> Text:
        at = say("{at} of {last}", at=self.at, last=self.replay.last)
        seen = say("turn {turn} · seen by {who}", turn=self.turns[self.at], who=self._whose())
        line = Text.assemble(
            (f" {scene.game} ", f"bold {lk.TEXT}"),
            (f" {at} ", f"bold {lk.INK} on {lk.BRASS}"),
            (f" {seen} ", lk.TEXT),
        )
        for player in scene.players:
            line.append("  ").append_text(words.player(player, scene, self.look))
        return line

    def _whose(self) -> str:
        if isinstance(self.eyes, int):
            return self.names[self.eyes]
        return say("all: nothing is hidden") if self.eyes == "all" else say("a spectator")


say.know(*described(ReplayScreen))


class ReplayApp(App[None]):
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+q", "quit", "Quit", key_display="^Q", priority=True, show=False)]

    def __init__(
        self,
        replay: Replay,
        eyes: Eyes | None = None,
        pace: float = PACE,
        names: list[str] | None = None,
    ) -> None:
        super().__init__()
        self._film = replay, replay.eyes()[0] if eyes is None else eyes, pace, names

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self.push_screen(ReplayScreen(*self._film))

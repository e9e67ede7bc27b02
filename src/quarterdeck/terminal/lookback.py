"""Looking back on a game that is over: the winning chance by turn, and where it changed most."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from quarterdeck.bots.analysis import Analysis, Moment, Turn
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.sitting import Sitting

BLOCKS = " ▁▂▃▄▅▆▇█"
ROWS = 6
WIDTH = 64
"""Columns at most: with its scale the graph fits a screen of 80."""


class LookBackScreen(ModalScreen[None]):
    """The game as the person saw it, looked at again by the best bot."""

    BINDINGS = [Binding("escape,q", "dismiss", "Back to the table", key_display="Esc")]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="rules"):
            yield Static("The Admiral looks at the game again …", id="analysis")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#rules").focus()
        self._think()

    @work(thread=True)
    def _think(self) -> None:
        found = self._sitting.look_back()
        self.app.call_from_thread(self.query_one("#analysis", Static).update, told(found))


def told(game: Analysis) -> Group:
    """The graph and the moments."""
    lines: list[Text] = [Text("Your winning chance, turn by turn", f"bold {lk.BRASS}")]
    played_out = [] if game.result is None else [game.result]
    lines += graph([turn.chance for turn in game.turns] + played_out)
    lines.append(Text("\nWhere it was decided", f"bold {lk.BRASS}"))
    lines += [moment_told(game.turns[moment.at], moment) for moment in game.moments]
    if not game.moments:
        lines.append(Text("No turn changed much.", lk.SOFT))
    return Group(*lines)


def graph(chances: list[float]) -> list[Text]:
    """Columns of blocks, as high as the chance; long games are thinned out."""
    step = max(1, -(-len(chances) // WIDTH))
    kept = chances[::step]
    rows = []
    for row in range(ROWS - 1, -1, -1):
        line = Text("100% " if row == ROWS - 1 else "  0% " if row == 0 else "     ", lk.SOFT)
        for chance in kept:
            eighths = round(min(max(chance * ROWS - row, 0.0), 1.0) * 8)
            line.append(BLOCKS[eighths], lk.PAPER)
        rows.append(line)
    return rows


def moment_told(turn: Turn, moment: Moment) -> Text:
    worse = moment.after < moment.before
    text = Text(f"Turn {turn.turn}: ", lk.SOFT)
    text.append(
        f"{moment.before:.0%} → {moment.after:.0%}", f"bold {lk.CORAL if worse else lk.GREEN}"
    )
    text.append(f" after {turn.did}. ", lk.TEXT)
    best = " or ".join(f"{option.label} ({option.chance:.0%})" for option in turn.options)
    return text.append(f"The Admiral would: {best}.", lk.SOFT)

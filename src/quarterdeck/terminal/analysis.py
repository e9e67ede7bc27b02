"""The analysis of a finished game: the winning chance by turn, and the turning points."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from quarterdeck.bots.analysis import Analysis, Candidate, Turn, TurningPoint
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.sitting import Sitting

BLOCKS = " ▁▂▃▄▅▆▇█"
ROWS = 6
WIDTH = 64
"""Most columns: with its scale the graph fits a screen of 80."""


class AnalysisScreen(ModalScreen[None]):
    """The best bot's analysis of the game from the person's point of view."""

    BINDINGS = [Binding("escape,q", "dismiss", "Back to the game", key_display="Esc")]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="rules"):
            yield Static("The Admiral is analysing the game …", id="analysis")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#rules").focus()
        self._think()

    @work(thread=True)
    def _think(self) -> None:
        found = self._sitting.analyse()
        self.app.call_from_thread(self.query_one("#analysis", Static).update, shown(found))


def shown(analysis: Analysis) -> Group:
    """The graph and the turning points."""
    lines: list[Text] = [Text("Your winning chance, turn by turn", f"bold {lk.BRASS}")]
    result = [] if analysis.result is None else [analysis.result]
    lines += graph([turn.chance for turn in analysis.turns] + result)
    lines.append(Text("\nTurning points", f"bold {lk.BRASS}"))
    lines += [turning_point(analysis.turns[point.at], point) for point in analysis.moments]
    if not analysis.moments:
        lines.append(Text("None: no turn changed much.", lk.SOFT))
    return Group(*lines)


def graph(chances: list[float]) -> list[Text]:
    """A bar chart of the chances; in long games some turns are left out."""
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


def turning_point(turn: Turn, point: TurningPoint) -> Text:
    worse = point.after < point.before
    text = Text(f"Turn {turn.turn}: ", lk.SOFT)
    text.append(
        f"{point.before:.0%} → {point.after:.0%}", f"bold {lk.CORAL if worse else lk.GREEN}"
    )
    text.append(f" after {turn.did}. ", lk.TEXT)
    return text.append(f"The Admiral suggests: {suggested(turn.options)}.", lk.SOFT)


def suggested(candidates: list[Candidate]) -> str:
    return " or ".join(f"{one.label} ({one.chance:.0%})" for one in candidates)

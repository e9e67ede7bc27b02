"""The analysis of a finished game: the winning chance, or the expected score, by turn, and the
turning points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from rich.console import Group
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from quarterdeck.bots.analysis import Analysis, Turn, TurningPoint
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.scene import signed
from quarterdeck.engine.words import Words, speaking
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.footer import Spoken, described
from quarterdeck.terminal.seated import Seated, Suggested
from quarterdeck.terminal.words import emphasised

say = Words(__package__)
BLOCKS = " ▁▂▃▄▅▆▇█"
ROWS = 6
WIDTH = 64
"""Most columns: with its scale the graph fits a screen of 80."""


class AnalysisScreen(Spoken, ModalScreen[None]):
    """The best bot's analysis of the game from the person's point of view."""

    BINDINGS = [Binding("escape,q", "dismiss", "Back to the game", key_display="Esc")]

    def __init__(self, sitting: Seated) -> None:
        super().__init__()
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="rules"):
            yield Static(say("The Admiral is analysing the game …"), id="analysis")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#rules").focus()
        self._think()

    @work(thread=True)
    def _think(self) -> None:
        with speaking(self._sitting.language):
            try:
                found: Group | str = shown(self._sitting.analyse())
            except QuarterdeckError as refusal:
                found = str(refusal)
            self.app.call_from_thread(self.query_one("#analysis", Static).update, found)


say.know(*described(AnalysisScreen))


def shown(analysis: Analysis) -> Group:
    """The graph and the turning points."""
    scored = analysis.scored
    chances, scores = (
        say("Your winning chance, turn by turn"),
        say("Your expected score, turn by turn"),
    )
    lines: list[Text] = [Text(scores if scored else chances, f"bold {lk.BRASS}")]
    result = [] if analysis.result is None else [analysis.result]
    lines += graph([turn.expected for turn in analysis.turns] + result, scored)
    lines.append(Text("\n" + say("Turning points"), f"bold {lk.BRASS}"))
    turns = analysis.turns
    lines += [turning_point(turns[point.at], point, scored) for point in analysis.moments]
    if not analysis.moments:
        lines.append(Text(say("None: no turn changed much."), lk.SOFT))
    return Group(*lines)


def graph(values: list[float], scored: bool = False) -> list[Text]:
    """A bar chart of chances, or of scores; in long games some turns are left out. A score below 0
    is red, and even the lowest has a bar."""
    low, high = reach(values) if scored else (0.0, 1.0)
    step = max(1, -(-len(values) // WIDTH))
    least = 1 / (8 * ROWS) if scored else 0.0
    bars = [
        (max(least, (value - low) / (high - low)), lk.CORAL if value < 0 else lk.PAPER)
        for value in values[::step]
    ]
    ends = {ROWS - 1: shortly(high, scored), 0: shortly(low, scored)}
    margin = max(4, *map(len, ends.values()))
    rows = []
    for row in range(ROWS - 1, -1, -1):
        line = Text(f"{ends.get(row, ''):>{margin}} ", lk.SOFT)
        for height, colour in bars:
            eighths = round(min(max(height * ROWS - row, 0.0), 1.0) * 8)
            line.append(BLOCKS[eighths], colour)
        rows.append(line)
    return rows


def reach(scores: list[float]) -> tuple[float, float]:
    """The ends of a scale for these scores. If some are below 0, that is in the middle."""
    most = max([1.0, *map(abs, scores)])
    return -most if min([0.0, *scores]) < 0 else 0.0, most


def turning_point(turn: Turn, point: TurningPoint, scored: bool = False) -> Text:
    worse = point.after < point.before
    change = f"{shortly(point.before, scored)} → {shortly(point.after, scored)}"
    line = say(
        "Turn {turn}: **{change}** after {did}.", turn=turn.turn, change=change, did=turn.did
    )
    text = emphasised(line, lk.TEXT, f"bold {lk.CORAL if worse else lk.GREEN}")
    return text.append(f" {suggestion(turn.options, scored)}", lk.SOFT)


def shortly(expected: float, scored: bool) -> str:
    return signed(expected, 1) if scored else f"{expected:.0%}"


def suggestion(candidates: Sequence[Suggested], scored: bool) -> str:
    """What the Admiral would do."""
    return say("The Admiral suggests: {advice}.", advice=suggested(candidates, scored))


def suggested(candidates: Sequence[Suggested], scored: bool) -> str:
    each = [valued(one, scored) for one in candidates]
    return reduce(lambda one, other: say("{one} or {other}", one=one, other=other), each)


def valued(one: Suggested, scored: bool) -> str:
    worth = shortly(one.expected, scored)
    if scored:
        return say("{action} (expected score {worth})", action=one.label, worth=worth)
    return f"{one.label} ({worth})"

"""A summary as tables for people, JSON for programs, and files in the contest's folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import RenderableType
from rich.table import Table

from quarterdeck.arena.plot import svg
from quarterdeck.arena.rating import Interval
from quarterdeck.arena.summary import Rate, Summary


def tables(summary: Summary) -> Iterator[RenderableType]:
    """Ratings, cross table, win rates by seat and kind, and the reasons for forfeits."""
    yield _ratings(summary)
    if len(summary.bots) > 2:
        yield _cross_table(summary)
    yield _rates("seat", summary.seats)
    if summary.kinds:
        yield _rates("played as", summary.kinds)
    if summary.forfeits:
        yield _forfeits(summary)


def as_json(summary: Summary) -> str:
    return msgspec.json.format(msgspec.json.encode(summary), indent=1).decode()


def write(summary: Summary, folder: Path) -> None:
    """Write the summary and its picture to the folder of the games."""
    (folder / "summary.json").write_text(as_json(summary) + "\n", encoding="utf-8")
    (folder / "plot.svg").write_text(svg(summary), encoding="utf-8")


def per_cent(rate: Interval) -> str:
    return f"{100 * rate.value:.1f}% ({100 * rate.low:.1f}-{100 * rate.high:.1f})"


def score(mean: Interval | None) -> str:
    return f"{mean.value:+.2f} ± {mean.high - mean.value:.2f}" if mean else ""


def _plain(*columns: str) -> Table:
    """A table with text in its first column and numbers in the others."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, column in enumerate(columns):
        table.add_column(column, justify="right" if i else "left", overflow="fold")
    return table


def _ratings(summary: Summary) -> Table:
    """With scores there is no room on a narrow screen for the interval of the win rate, too."""
    columns = ["bot", "Elo", "95 %", "games", "won", "drawn", "lost", "win rate", "ms/decision"]
    scored = any(bot.score for bot in summary.bots)
    if scored:
        columns.insert(8, "mean score")
    if summary.forfeits:
        columns.insert(7, "forfeit")
    table = _plain(*columns)
    for bot in summary.bots:
        margin = f"± {bot.elo.high - bot.elo.value:.0f}"
        counts = [bot.games, bot.won, bot.drawn, bot.lost]
        counts += [bot.forfeits] if summary.forfeits else []
        row = [bot.name, f"{bot.elo.value:+.0f}", margin, *map(str, counts)]
        rate = [f"{100 * bot.share.value:.1f}%", score(bot.score)]
        row += rate if scored else [per_cent(bot.share)]
        table.add_row(*row, f"{bot.milliseconds:.2f}")
    return table


def _cross_table(summary: Summary) -> Table:
    """The win rate of the row's bot against the column's."""
    rates = {(pair.bot, pair.other): pair.share.value for pair in summary.pairs}
    names = [bot.name for bot in summary.bots]
    table = _plain("win rate against", *names)
    for one in names:
        met = (rates.get((one, other)) for other in names)
        table.add_row(one, *("" if rate is None else f"{100 * rate:.1f}%" for rate in met))
    return table


def _rates(title: str, rates: list[Rate]) -> Table:
    scored = any(rate.score for rate in rates)
    table = _plain(title, "games", "won", *(["mean score"] if scored else []))
    for rate in rates:
        row = [rate.name, str(rate.games), per_cent(rate.share)]
        table.add_row(*row, *([score(rate.score)] if scored else []))
    return table


def _forfeits(summary: Summary) -> Table:
    table = _plain("forfeited", "games")
    for reason, count in summary.forfeits.items():
        table.add_row(reason, str(count))
    return table

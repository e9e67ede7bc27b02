"""Play: list the games, play one in the terminal, serve them to browsers."""

from __future__ import annotations

import json
import os
import webbrowser
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from quarterdeck.cli.common import (
    AsJson,
    GameName,
    Language,
    OptionValues,
    Players,
    command,
    err,
    out,
    parse_options,
)
from quarterdeck.engine.game import broken, listing
from quarterdeck.engine.words import speaking


@command
def games(as_json: AsJson = False) -> None:
    """List the installed games."""
    if as_json:
        rows = [
            {
                "id": game.id,
                "title": game.title,
                "summary": game.summary,
                "seats": game.seats,
                "version": game.version,
                "options": [option._asdict() for option in game.options],
            }
            for game in listing()
        ]
        print(json.dumps({"games": rows, "broken": broken()}, indent=1))
        return
    table = Table("id", "game", "players", "what it is", box=None, pad_edge=False)
    for game in listing():
        low, high = game.seats
        table.add_row(
            game.id, game.title, str(low) if low == high else f"{low}-{high}", game.summary
        )
    out.print(table)
    for name, reason in broken().items():
        err.print(f"{name} is installed but cannot be used: {reason}", markup=False)


@command
def play(
    game: GameName,
    bot: Annotated[
        str, typer.Option(help="Your opponent: `cadet`, `mate`, `captain` or `admiral`.")
    ] = "cadet",
    seed: Annotated[
        int | None, typer.Option(help="Seed of the deal; default: random.", min=0)
    ] = None,
    load: Annotated[Path | None, typer.Option(help="Continue a saved record.")] = None,
    players: Players = None,
    option: OptionValues = None,
    lesson: Annotated[
        bool, typer.Option("--lesson", help="Be taught the game in a few minutes, step by step.")
    ] = False,
    language: Language = None,
) -> None:
    """Play a game against bots in the terminal."""
    from quarterdeck.terminal import play as play_in_terminal
    from quarterdeck.terminal.language import spoken

    with speaking(spoken(language, os.environ)):
        play_in_terminal(game, bot, seed, load, parse_options(option), players, lesson)


@command
def puzzle(
    game: GameName,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same puzzle.", min=0, max=2**53)
    ] = None,
    day: Annotated[
        datetime | None, typer.Option(help="The puzzle of this day.", formats=["%Y-%m-%d"])
    ] = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Solve a puzzle: today's, a day's, or that of a seed. Exit status 1 if you give up."""
    from quarterdeck.puzzles import day_seed, make
    from quarterdeck.terminal.language import spoken
    from quarterdeck.terminal.puzzle import show, solve

    if seed is not None and day is not None:
        raise typer.BadParameter("give a seed or a day, not both")
    today = datetime.now(UTC)
    with speaking(spoken(language, os.environ)):
        riddle = make(game, day_seed(game, (day or today).date()) if seed is None else seed)
        if as_json:
            print(msgspec.json.encode(riddle.puzzle).decode())
            return
        show(riddle.puzzle, out)
        if not solve(riddle, out):
            raise typer.Exit(1)


@command
def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on; default: 127.0.0.1, this machine.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(help="Port to listen on; 0: any free port; default: 8000.", min=0, max=65535),
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="Database URL; default: an SQLite file in your data folder.")
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(help="How many processes share the work; default: 1.", min=1, max=64),
    ] = None,
    host_name: Annotated[
        list[str] | None,
        typer.Option(help="A name under which people reach this service, e.g. games.example.org."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="Address or network of a proxy whose X-Forwarded headers are believed."),
    ] = None,
    path: Annotated[
        str | None, typer.Option(help="Sub-path at which a proxy serves the pages, e.g. /games.")
    ] = None,
    lobby: Annotated[
        bool | None,
        typer.Option("--lobby", help="Show tables that anybody may join on the first page."),
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(help="TOML file with any of the settings (docs/hosting.md).")
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in your browser.")
    ] = False,
) -> None:
    """Serve the games to browsers. Every setting can be set in the environment, too:
    QUARTERDECK_PORT=80."""
    from quarterdeck.server import announce, run

    def ready(address: str) -> None:
        announce(address)
        if open_browser:
            webbrowser.open_new_tab(f"{address}/")

    chosen = {
        "host": host,
        "port": port,
        "database_url": database,
        "processes": processes,
        "host_names": host_name,
        "proxies": proxy,
        "path": path,
        "lobby": lobby,
    }
    options = {name: value for name, value in chosen.items() if value is not None}
    run(ready, settings, **options)


@command
def verify(
    record: Annotated[Path, typer.Argument(help="A saved record.")],
    commitment: Annotated[
        str | None, typer.Option(help="The commitment you were shown before the deal.")
    ] = None,
    entropy: Annotated[
        str | None, typer.Option(help="What your client contributed to the seed.")
    ] = None,
    seal: Annotated[
        list[str] | None, typer.Option(help="A seal you were shown before you contributed.")
    ] = None,
) -> None:
    """Check that the chance in a recorded game was fair; exit status 1 if anything is wrong."""
    from quarterdeck.engine.record import Record
    from quarterdeck.engine.verify import verify as verified
    from quarterdeck.terminal.sitting import unreadable

    try:
        text = record.read_bytes()
    except OSError as error:
        raise unreadable(record, error) from None
    findings = list(verified(Record.from_json(text), commitment, entropy, seal))
    for good, finding in findings:
        out.print(("" if good else "WRONG: ") + finding, markup=False, highlight=False)
    if not all(good for good, _ in findings):
        raise typer.Exit(1)

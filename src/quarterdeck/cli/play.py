"""Play: list the games, play one in the terminal, serve them to browsers."""

from __future__ import annotations

import json
import os
import webbrowser
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from quarterdeck.cli.common import (
    HOST,
    PLAY,
    AsJson,
    BotName,
    GameName,
    GameOrLink,
    Language,
    OptionValues,
    Players,
    TableLink,
    app,
    command_of,
    err,
    out,
    parse_options,
)
from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.game import Game, broken, listing
from quarterdeck.engine.words import speaking

command = command_of(app, PLAY)
hosting = command_of(app, HOST)


@command
def games(as_json: AsJson = False) -> None:
    """List the installed games, and say what each has.

    Examples:
        quarterdeck games
        quarterdeck games --json  for programs: with options and versions
    """
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
    columns = ("id", "game", "players", "minutes", "has", "what it is")
    table = Table(*columns, box=None, pad_edge=False)
    for game in listing():
        minutes = _range(*game.minutes) if game.minutes else ""
        table.add_row(
            game.id, game.title, _range(*game.seats), minutes, ", ".join(_has(game)), game.summary
        )
    out.print(table)
    for name, reason in broken().items():
        err.print(f"{name} is installed but cannot be used: {reason}", markup=False)


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _has(game: Game) -> Iterator[str]:
    """What a game has besides its rules."""
    if game.lesson:
        yield "lesson"
    if find_spec(f"{game.package}.puzzle"):
        yield "puzzles"


@command
def play(
    game: GameOrLink,
    bot: BotName = "cadet",
    seed: Annotated[
        int | None, typer.Option(help="Seed of the deal; default: random.", min=0)
    ] = None,
    load: Annotated[Path | None, typer.Option(help="Continue a saved record.")] = None,
    players: Players = None,
    option: OptionValues = None,
    lesson: Annotated[
        bool, typer.Option("--lesson", help="Be taught the game in a few minutes, step by step.")
    ] = False,
    name: Annotated[
        str | None, typer.Option(help="What the others at a server's table see you as.")
    ] = None,
    language: Language = None,
) -> None:
    """Play in the terminal: a game against bots, or at a table on a server.

    Every action has a key, and the footer says what else can be done: take back, get a hint,
    read the rules, save, resign. Whoever was at a table before has the same seat again.

    Examples:
        quarterdeck play ping  against the Cadet
        quarterdeck play ping --lesson  with a coach
        quarterdeck play zerpang --players 4 --bot captain
        quarterdeck play ping -o limit=60 --seed 7  the same deal every time
        quarterdeck play ping --load ping-2026-11-17-1.json
        quarterdeck play https://games.example.org/play/AbCdEf?invite=xyz --name Ann
    """
    from quarterdeck.client import is_link
    from quarterdeck.terminal import play as play_in_terminal
    from quarterdeck.terminal import visit
    from quarterdeck.terminal.language import spoken

    with speaking(spoken(language, os.environ)):
        if not is_link(game):
            play_in_terminal(game, bot, seed, load, parse_options(option), players, lesson)
        elif lesson or load or option or players or seed is not None:
            raise BadOption("a table on a server has its own deal: give only --name with a link.")
        else:
            visit(game, name)


@command
def watch(link: TableLink, language: Language = None) -> None:
    """Watch a table on a server in the terminal.

    You see what spectators may see, and nothing that the players hide.

    Examples:
        quarterdeck watch https://games.example.org/play/AbCdEf
    """
    from quarterdeck.terminal import visit
    from quarterdeck.terminal.language import spoken

    with speaking(spoken(language, os.environ)):
        visit(link, watch=True)


@command
def tables(
    server: Annotated[str, typer.Argument(help="The server's address.")],
    as_json: AsJson = False,
) -> None:
    """List your matches on a server, whose turn it is, and the tables that anybody may join.

    Examples:
        quarterdeck tables http://127.0.0.1:8000
    """
    from quarterdeck.client import Client, Link
    from quarterdeck.terminal.guests import known

    server = server.rstrip("/")
    with Client(server, known().get(server)) as client:
        mine, lobby = client.matches(), client.lobby()
    if as_json:
        print(msgspec.json.encode({"mine": mine, "lobby": lobby}).decode())
        return
    shown = Table("game", "status", "with", "link", box=None, pad_edge=False)
    for match in mine:
        others = ", ".join(one.name for one in match.seats if not one.yours)
        yours = any(one.yours and one.seat == match.actor for one in match.seats)
        turn = "your turn" if yours else "their turn"
        status = turn if match.dealt else "not everybody is here"
        shown.add_row(match.title, status, others, str(Link(server, match.id)))
    for table in lobby:
        if not table.yours:
            waiting = ", ".join(table.players)
            shown.add_row(table.title, "open to anybody", waiting, str(Link(server, table.id)))
    out.print(shown if shown.row_count else "No matches of yours, and no open tables.")


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
    """Solve a puzzle: today's, a day's, or that of a seed. Exit status 1 if you give up.

    Examples:
        quarterdeck puzzle ping  today's: the same for everybody
        quarterdeck puzzle depth_charge --day 2026-11-17
        quarterdeck puzzle hidden_threat --seed 5 --json
    """
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


@hosting
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
    """Serve the games to browsers, and to `quarterdeck play LINK`.

    Every setting can be set in the environment, too: QUARTERDECK_PORT=80.

    Examples:
        quarterdeck serve --open  for yourself
        quarterdeck serve --host 0.0.0.0  for your network
        quarterdeck serve --proxy 127.0.0.1 --host-name games.example.org
        quarterdeck serve --database postgresql://user@host/name --processes 2
        quarterdeck serve --settings quarterdeck.toml
    """
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
    """Check that the chance in a recorded game was fair; exit status 1 if anything is wrong.

    Examples:
        quarterdeck verify ping-2026-11-17-1.json
        quarterdeck verify game.json --commitment 5d0a...
    """
    from quarterdeck.engine.record import Record
    from quarterdeck.engine.verify import verify as verified
    from quarterdeck.terminal.seated import unreadable

    try:
        text = record.read_bytes()
    except OSError as error:
        raise unreadable(record, error) from None
    findings = list(verified(Record.from_json(text), commitment, entropy, seal))
    for good, finding in findings:
        out.print(("" if good else "WRONG: ") + finding, markup=False, highlight=False)
    if not all(good for good, _ in findings):
        raise typer.Exit(1)

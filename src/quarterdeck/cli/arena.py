"""Bots against bots: hold contests, and replay games from them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quarterdeck.cli.common import (
    STUDY,
    AsJson,
    GameName,
    Language,
    OptionValues,
    Players,
    Seed,
    app,
    command_of,
    err,
    out,
    parse_options,
    progress_bar,
)

if TYPE_CHECKING:
    from quarterdeck.engine.match import Match
    from quarterdeck.engine.record import Record

GamesEach = Annotated[
    int,
    typer.Option("--games", help="Games per line-up; every deal is played from all sides.", min=1),
]
Workers = Annotated[
    int | None, typer.Option(help="Number of processes; default: one per core.", min=1)
]
RayAddress = Annotated[
    str | None,
    typer.Option("--ray", help="Play on the Ray cluster at this address; `local` starts one."),
]
Patience = Annotated[float, typer.Option(help="Seconds per decision for `exec:` bots.", min=0.01)]
Folder = Annotated[
    Path | None,
    typer.Option("--out", help="Folder for the games; games already there are not played again."),
]

command = command_of(app, STUDY)


@command
def match(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="Two bots or more; exec:COMMAND for your own.")],
    games: GamesEach = 100,
    seed: Seed = 0,
    players: Players = None,
    option: OptionValues = None,
    workers: Workers = None,
    ray: RayAddress = None,
    patience: Patience = 10.0,
    folder: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Play bots against each other and rate them.

    Examples:
        quarterdeck match ping captain lookout --games 100
        quarterdeck match ping random "exec:python examples/external_bot.py"
    """
    from quarterdeck.arena import plan

    contest = plan(game, bots, players, parse_options(option), seed, patience)
    _hold(contest, games, folder, workers, ray, as_json)


@command
def ladder(
    game: GameName,
    more: Annotated[
        list[str] | None, typer.Argument(help="More bots to enter: exec:COMMAND.")
    ] = None,
    games: GamesEach = 100,
    seed: Seed = 0,
    players: Players = None,
    option: OptionValues = None,
    workers: Workers = None,
    ray: RayAddress = None,
    patience: Patience = 10.0,
    folder: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Rate all our bots at a game.

    Examples:
        quarterdeck ladder ping --games 20
    """
    from quarterdeck.arena import plan
    from quarterdeck.bots import bots

    entered = [*bots(), *(more or [])]
    contest = plan(game, entered, players, parse_options(option), seed, patience)
    _hold(contest, games, folder, workers, ray, as_json)


def _hold(
    plan: Any, games: int, folder: Path | None, workers: int | None, ray: str | None, as_json: bool
) -> None:
    """Play the missing games of a contest, then print the results."""
    from quarterdeck import arena

    folder = folder or arena.default_folder(plan)
    with arena.Store(folder, plan) as store:
        contest = arena.Contest(plan, games, store)
        if before := contest.total - len(store.missing(contest.total)):
            err.print(f"{before} of {contest.total} games were already played: {folder}")
        with progress_bar("playing") as bar:
            task = bar.add_task("playing", total=contest.total)
            try:
                contest.run(workers, ray, lambda done: bar.update(task, completed=done))
            except KeyboardInterrupt:
                bar.stop()
                kept = contest.total - len(store.missing(contest.total))
                err.print(
                    f"Stopped after {kept} of {contest.total} games; "
                    "run the same command again to continue."
                )
                raise typer.Exit(130) from None
        summary = arena.summarize(plan, store.results(contest.total))
    arena.write(summary, folder)
    if as_json:
        print(arena.as_json(summary))
        return
    for table in arena.tables(summary):
        out.print(table, "")
    err.print(f"Games, summary.json and plot.svg: {folder}", highlight=False, soft_wrap=True)


@command
def replay(
    record: Annotated[
        str,
        typer.Argument(help="A record (JSON), a contest's games.jsonl, or the link of a table."),
    ],
    game: Annotated[int, typer.Option(help="Number of the game in a games.jsonl.", min=0)] = 0,
    seat: Annotated[
        int | None, typer.Option(help="Look through the eyes of this seat.", min=0)
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Print the log instead.")] = False,
    language: Language = None,
) -> None:
    """Replay a record step by step; without a terminal, print its log.

    Arrow keys go back and forth, E changes whose eyes you look through.

    Examples:
        quarterdeck replay ping-2026-11-17-1.json
        quarterdeck replay game.json --seat 0  what the first player saw
        quarterdeck replay games.jsonl --game 12 --log
        quarterdeck replay https://games.example.org/play/AbCdEf  once it is over
    """
    from quarterdeck.engine.replay import Replay

    saved, names = _saved(record, game)
    replay = Replay.of(saved)
    if seat is not None:
        replay.check(seat)
    if log or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _print_log(replay.match, seat, names)
        return
    from quarterdeck.engine.words import speaking
    from quarterdeck.terminal.language import spoken
    from quarterdeck.terminal.replay import ReplayApp

    with speaking(spoken(language, os.environ)):
        ReplayApp(replay, seat, names=names).run()


def _saved(place: str, number: int) -> tuple[Record, list[str] | None]:
    """A record from a file, a contest or a server, and who played if that is known."""
    from quarterdeck.client import is_link
    from quarterdeck.engine.record import Record

    if is_link(place):
        from quarterdeck.client import Client, calls, parse

        link = parse(place)
        with Client(link.server) as client:
            names = [one.name for one in client.call(calls.about(link.match)).seats]
            return Record.from_json(client.record(link.match)), names
    path = Path(place)
    if path.suffix == ".jsonl":
        from quarterdeck.arena import saved_record

        return saved_record(path, number), None
    try:
        return Record.from_json(path.read_bytes()), None
    except OSError as error:
        from quarterdeck.terminal.seated import unreadable

        raise unreadable(path, error) from None


def _print_log(match: Match, seat: int | None, names: list[str] | None) -> None:
    from quarterdeck.engine.scene import named

    names = names or [f"Seat {i}" for i in range(match.seats)]
    for line in match.told(seat):
        print(named(line, names).text.replace("**", ""))
    end = f"winners: {match.winners}" if match.over else "not over"
    scores = f"; scores: {match.scores}" if match.scores else ""
    print(f"{match.decisions} decisions; {end}{scores}")

"""Let a bot learn a game by itself."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quarterdeck.bots import network as networks
from quarterdeck.cli.common import (
    STUDY,
    GameName,
    OptionValues,
    Players,
    Seed,
    app,
    command_of,
    out,
    parse_options,
)
from quarterdeck.engine.errors import BadOption, QuarterdeckError
from quarterdeck.engine.game import Game, find

if TYPE_CHECKING:
    from quarterdeck.learn import Manner, Progress, School

command = command_of(app, STUDY)
SAVED_EVERY = 60.0
"""Seconds between two checkpoints."""


@command
def learn(
    game: GameName,
    seconds: Annotated[
        float, typer.Option(help="How long it learns in all, compiling not counted.", min=1.0)
    ] = 300.0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from GAME.pt, with the settings in it.")
    ] = False,
    imitate: Annotated[
        float,
        typer.Option(help="First imitate the game's rule of thumb for so many seconds.", min=0.0),
    ] = 0.0,
    against: Annotated[
        str | None,
        typer.Option(help="Learn to beat this network, `instinct` or a file, not itself."),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(help="Begin with what this network knows, `instinct` or a file."),
    ] = None,
    option: OptionValues = None,
    players: Players = None,
    device: Annotated[
        str | None, typer.Option(help="cuda or cpu; default: a GPU if there is one.")
    ] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="How it learns, as in --set pull=0.4.")
    ] = None,
    folder: Annotated[Path, typer.Option("--out", help="Folder for what it writes.")] = Path(),
    seed: Seed = 0,
) -> None:
    """Let a network learn a game by playing against itself; needs PyTorch.

    Writes GAME.npz, which plays as network:GAME.npz, GAME.pt, from which it can go on, and
    GAME.svg, a plot of how it went.

    Examples:
        quarterdeck learn ping --seconds 600
        quarterdeck learn ping --seconds 1200 --resume   go on from ping.pt
    """
    try:
        from quarterdeck.learn import Hunted, lessons
        from quarterdeck.learn.plot import svg
    except ModuleNotFoundError as error:
        raise QuarterdeckError(
            f"{error.name} is missing. To install it: pip install 'quarterdeck[learn]'"
        ) from None
    found = find(game)
    folder.mkdir(parents=True, exist_ok=True)
    saved, network = folder / f"{found.id}.pt", folder / f"{found.id}.npz"
    rival = _network(found, against) if against else None
    options = parse_options(option) if option else None
    if resume and (start or imitate):
        raise BadOption(f"--resume goes on from {saved}: leave out --start and --imitate.")
    if resume:
        pupil = Hunted.resumed(found, saved, device, rival)
    else:
        given = (_manner(setting, device), device, seed, options, players)
        pupil = Hunted(found, *given, rival=rival)
        if start:
            pupil.begin_with(_network(found, start))
        if imitate:
            _imitate(pupil, imitate)
    kept, contested = time.perf_counter(), bool(rival or pupil.manner.hunters)
    try:
        for progress in lessons(pupil, seconds):
            won = f"  won {progress.share:.1%}" if contested else ""
            out.print(_line(progress) + won, highlight=False)
            if time.perf_counter() - kept > SAVED_EVERY:
                kept = time.perf_counter()
                pupil.save(saved)
    except KeyboardInterrupt:
        out.print("stopped; --resume goes on", highlight=False)
    finally:
        pupil.save(saved)
    pupil.network().save(network)
    if pupil.course:
        plotted = svg(f"Learning {found.title}", pupil.course, contested)
        network.with_suffix(".svg").write_text(plotted, encoding="utf-8")
    out.print(
        f"{network} plays: quarterdeck match {found.id} network:{network} captain", highlight=False
    )


def _network(game: Game, name: str) -> networks.Network:
    """The game's own network, or one in a file."""
    found = networks.find(game) if name == "instinct" else networks.Network.load(Path(name))
    if found is None:
        raise BadOption(f"{game.title} has no network yet: name a file.")
    return found


def _imitate(pupil: School, seconds: float) -> None:
    """Begin with what the rule of thumb teaches; its games are played on the CPU."""
    from quarterdeck.learn import School, lessons

    game: Game = pupil.game
    manner = pupil.manner._replace(lanes=min(pupil.manner.lanes, 8192), draw=0.0)
    settings: Any = (pupil.device, pupil.seed, pupil.options, pupil.seats, "cpu")
    first = School(game, manner, *settings)
    for progress in lessons(first, seconds, update=first.imitate):
        out.print("imitating: " + _line(progress), highlight=False)
    pupil.follow(first)


def _manner(settings: list[str] | None, device: str | None) -> Manner:
    """How to learn: as usual on this device, but for what is said."""
    import torch

    from quarterdeck.learn import ON_CPU, ON_GPU

    usual = ON_GPU if (device or torch.cuda.is_available()) not in ("cpu", False) else ON_CPU
    for setting in settings or []:
        name, _, value = setting.partition("=")
        try:
            usual = usual._replace(**{name: _number(value, like=getattr(usual, name))})
        except (AttributeError, ValueError):
            raise BadOption(
                f"{setting!r}: the settings are {', '.join(usual._fields)}, each written as "
                "name=number; units=256x64."
            ) from None
    return usual


def _number(value: str, like: Any) -> Any:
    """What was written, as a number or numbers of the same kind as another."""
    if isinstance(like, tuple):
        return tuple(int(each) for each in value.split("x"))
    return type(like)(value)


def _line(progress: Progress) -> str:
    last = progress.last
    return (
        f"{progress.seconds:5.0f} s  {progress.decisions / 1e6:9.1f} million decisions"
        f"  {progress.games:10,} games  entropy {last.entropy:.3f}  from magnet {last.pull:.4f}"
        f"  critic {last.critic:.4f}  judgement {last.judge:.4f}"
    )

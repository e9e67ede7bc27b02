"""What all commands share: the app, the consoles, the types of arguments, and refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import wraps
from inspect import getdoc
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quarterdeck import __version__
from quarterdeck.engine.errors import QuarterdeckError

app = typer.Typer(
    name="quarterdeck",
    help="Tabletop games of hidden information: play them, host them, study them.",
    epilog="Every command explains itself: [bold]quarterdeck play --help[/bold]",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
PLAY, HOST, STUDY, BUILD = "Play", "Host", "Study", "Build"
"""The panels of `--help`."""
out = Console()
err = Console(stderr=True)


def _games(begun: str) -> Iterator[tuple[str, str]]:
    """For shells that complete words."""
    from quarterdeck.engine.game import listing

    return ((game.id, game.summary) for game in listing() if game.id.startswith(begun))


def _levels(begun: str) -> Iterator[tuple[str, str]]:
    from quarterdeck.bots import bots

    return ((name, about) for name, about in bots().items() if name.startswith(begun))


GameName = Annotated[
    str,
    typer.Argument(help="The game's id; `quarterdeck games` lists them.", autocompletion=_games),
]
GameOrLink = Annotated[
    str, typer.Argument(help="A game's id, or the link of a table.", autocompletion=_games)
]
TableLink = Annotated[str, typer.Argument(help="The link of a table, as in the browser.")]
BotName = Annotated[
    str,
    typer.Option(
        help="Your opponent: `cadet`, `mate`, `captain` or `admiral`.", autocompletion=_levels
    ),
]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.", min=0, max=2**63)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OptionValues = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="Set an option of the game: name=value.")
]
Language = Annotated[
    str | None,
    typer.Option(help="Language, e.g. `de`; default: that of your environment, or English."),
]
Players = Annotated[
    int | None, typer.Option(help="Number of players; default: the game's minimum.")
]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"quarterdeck {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Options of `quarterdeck` itself; they end it before any command."""


Command = Callable[..., None]
EXAMPLES = "\n\nExamples:\n"


def command_of(group: typer.Typer, panel: str | None = None) -> Callable[[Command], Command]:
    """Declares commands that report errors in one line with exit code 2, never as a stack trace.
    What follows "Examples:" in the docstring ends their `--help`."""

    def declare(function: Command) -> Command:
        text, _, examples = (getdoc(function) or "").partition(EXAMPLES)

        @group.command(help=text, epilog=_shown(examples), rich_help_panel=panel)
        @wraps(function)
        def run(*arguments: Any, **named: Any) -> None:
            try:
                function(*arguments, **named)
            except QuarterdeckError as error:
                err.print(f"quarterdeck: {error}", markup=False, highlight=False, soft_wrap=True)
                raise typer.Exit(2) from None
            except BrokenPipeError:
                raise typer.Exit(0) from None

        return run

    return declare


def _shown(examples: str) -> str | None:
    """A line for each example, and what it does."""
    lines = [re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in examples.splitlines()]
    width = max((len(example) for example, *about in lines if about), default=0)
    shown = [
        f"  [bold]{example}[/bold]{' ' * (width - len(example) + 2)}{''.join(about)}".rstrip()
        for example, *about in lines
    ]
    return "\n".join(["Examples:", *shown]) if shown else None


def progress_bar(text: str) -> Progress:
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=err, transient=True)


def parse_options(values: list[str] | None) -> dict[str, int]:
    found = {}
    for value in values or []:
        name, _, number = value.partition("=")
        if not number.lstrip("-").isdigit():
            raise typer.BadParameter(f"{value!r}: write an option as name=number, e.g. limit=60")
        found[name] = int(number)
    return found

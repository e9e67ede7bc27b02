"""What all commands share: the app, the consoles, the types of arguments, and refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quarterdeck import __version__
from quarterdeck.engine.errors import QuarterdeckError

app = typer.Typer(
    name="quarterdeck",
    help="Tabletop games of hidden information: play them, host them, study them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
out = Console()
err = Console(stderr=True)

GameName = Annotated[str, typer.Argument(help="The game's id; `quarterdeck games` lists them.")]
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


def command_of(group: typer.Typer) -> Callable[[Command], Command]:
    """Declares commands that report errors in one line with exit code 2, never as a stack trace."""

    def declare(function: Command) -> Command:
        @group.command()
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


command = command_of(app)


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

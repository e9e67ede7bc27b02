"""For authors of games: compile them, and write playthroughs, pictures and the schema anew."""

from __future__ import annotations

import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quarterdeck.cli.common import BUILD, app, command_of, err, out, progress_bar
from quarterdeck.engine.game import Game, find, listing

if TYPE_CHECKING:
    from quarterdeck.engine.record import Record

Names = Annotated[list[str] | None, typer.Argument(help="Games; default: all.")]

command = command_of(app, BUILD)


@command
def warm(
    names: Names = None,
    research: Annotated[
        bool, typer.Option("--research", help="Also what solvers and environments need.")
    ] = False,
) -> None:
    """Compile games in parallel, so that nobody waits for it later.

    Examples:
        quarterdeck warm
        quarterdeck warm ping --research
    """
    games = [find(name) for name in names] if names else listing()
    # The longest first: last, one process would wait for it alone.
    chosen = [game.id for game in sorted(games, key=_code_size, reverse=True)]
    started, ready = time.perf_counter(), 0
    with progress_bar("compiling rules") as bar, ProcessPoolExecutor() as pool:
        task = bar.add_task("compiling", total=len(chosen))
        jobs = {pool.submit(_warm, name, research): name for name in chosen}
        for done in as_completed(jobs):
            error = done.exception()
            if error and names:
                raise error
            if error:  # an unfinished game must not stop the others
                err.print(f"{jobs[done]} cannot be used: {error}", markup=False, soft_wrap=True)
            ready += error is None
            bar.advance(task)
    seconds = time.perf_counter() - started
    err.print(f"{ready} game{'s' * (ready != 1)} ready after {seconds:.1f} s.")


def _code_size(game: Game) -> int:
    """The size of a game's code in bytes, which tells how long compiling it takes."""
    folder = Path(str(resources.files(game.package)))
    return sum(path.stat().st_size for path in folder.rglob("*.py"))


def _warm(name: str, research: bool) -> None:
    from quarterdeck.bots.compiling import compile_game

    game = find(name)
    compile_game(game)
    if research:  # in the same process: its rules are compiled already
        from quarterdeck.envs import warm as warm_environments

        warm_environments(game)


@command
def playthroughs(
    folder: Annotated[Path, typer.Argument(help="Where they are kept.", file_okay=False)],
    names: Names = None,
    search: Annotated[bool, typer.Option("--search", help="Look for new records.")] = False,
) -> None:
    """Write golden playthroughs anew; without records of these rules, look for some first.

    Examples:
        quarterdeck playthroughs tests/playthroughs mygame
    """
    from quarterdeck.engine.match import Match
    from quarterdeck.engine.playthrough import playthrough, records_in

    folder.mkdir(parents=True, exist_ok=True)
    for game in [find(name) for name in names or [game.id for game in listing()]]:
        kept = records_in(folder, game)
        if search or not kept or any(record.version != game.version for record in kept.values()):
            for path in kept:
                path.unlink()
                path.with_suffix(".txt").unlink(missing_ok=True)
            kept = _find_records(game, folder)
        for path, record in kept.items():
            Match.from_record(record)  # refuses one that these rules do not lead to
            path.with_suffix(".txt").write_text(playthrough(record), encoding="utf-8")
            out.print(f"{path.with_suffix('.txt')}", highlight=False, soft_wrap=True)


def _find_records(game: Game, folder: Path) -> dict[Path, Record]:
    """Look for records that show all of a game, and store them."""
    from quarterdeck.bots import make
    from quarterdeck.engine.coverage import search

    def choosers(seed: int) -> list[Any]:
        return [make(name, game, seed).choose for name in ("deckhand", "random")]

    found = {}
    with err.status(f"looking for records of {game.title} that show all of it"):
        for number, record in enumerate(search(game, choosers), 1):
            path = folder / f"{game.id}-{number:02}.json"
            path.write_bytes(record.to_json())
            found[path] = record
    return found


@command
def pictures(
    names: Names = None,
) -> None:
    """Draw the pictures in games' rules anew, for those who change a game.

    Examples:
        quarterdeck pictures mygame
    """
    from quarterdeck.engine.examples import write

    for game in [find(name) for name in names] if names else listing():
        for name in write(game):
            out.print(f"{game.id}: {name}", highlight=False)


@command
def schema() -> None:
    """Print the JSON Schema of scenes, to generate types in other languages.

    Examples:
        quarterdeck schema
    """
    from quarterdeck.engine.scene import schema as scene_schema

    json.dump(scene_schema(), sys.stdout, indent=1)
    print()

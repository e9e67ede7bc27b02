"""`quarterdeck`: play, serve, simulate and check games from the command line."""

from __future__ import annotations

import json
import sys
import time
import webbrowser
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game, broken, find, listing

if TYPE_CHECKING:
    from quarterdeck.engine.record import Record

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
Players = Annotated[
    int | None, typer.Option(help="Number of players; default: the game's minimum.")
]
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


def refusing(command: Callable[..., None]) -> Callable[..., None]:
    """Report errors in one line with exit code 2, never as a stack trace."""

    @wraps(command)
    def run(*arguments: Any, **named: Any) -> None:
        try:
            command(*arguments, **named)
        except QuarterdeckError as error:
            err.print(f"quarterdeck: {error}", markup=False, highlight=False, soft_wrap=True)
            raise typer.Exit(2) from None
        except BrokenPipeError:
            raise typer.Exit(0) from None

    return run


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


@app.command()
@refusing
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


@app.command()
@refusing
def describe(game: GameName, as_json: AsJson = False) -> None:
    """Describe a game to a learner: options, actions, events, observation, reward."""
    from quarterdeck.engine.describe import describe as described

    about = described(find(game))
    if as_json:
        print(json.dumps(about.as_data(), indent=1))
        return
    fewest, most = about.players
    low, high = about.reward
    out.print(f"{about.title}, version {about.version}", style="bold", highlight=False)
    out.print(
        f"{fewest if fewest == most else f'{fewest} to {most}'} players, at most "
        f"{about.decisions:,} decisions, reward {low:g} to {high:g}"
        f"{', zero-sum' if about.zero_sum else ''}\n",
        highlight=False,
    )
    for table in _description_tables(about):
        out.print(table, "")
    out.print(f"Events: {', '.join(about.events)}", highlight=False)


def _description_tables(about: Any) -> list[Table]:
    """Options, actions and parts of the observation."""

    def table(title: str, *columns: str) -> Table:
        made = Table(*columns, title=title, title_justify="left", box=None, pad_edge=False)
        for column in made.columns[1:-1]:
            column.justify = "right"
        return made

    options = table("Options", "name", "from", "to", "default", "what it is")
    for option in about.options:
        numbers = (option.low, option.high, option.default)
        options.add_row(option.name, *map(str, numbers), option.help)
    actions = table("Actions", "verb", "first id", "last id", "")
    for verb, ids in about.actions.items():
        actions.add_row(verb, str(ids[0]), str(ids[-1]), "")
    parts = table(
        f"Observation: {about.numbers} numbers",
        *("part", "first", "numbers", "from", "to", "what it is"),
    )
    for part in about.observation:
        columns = (part.start, part.size, part.low, part.high)
        parts.add_row(part.name, *map(str, columns), part.help)
    return [made for made in (options, actions, parts) if made.row_count]


@app.command()
@refusing
def play(
    game: GameName,
    bot: Annotated[
        str, typer.Option(help="Your opponent: `cadet`, `mate`, `captain` or `admiral`.")
    ] = "mate",
    seed: Annotated[
        int | None, typer.Option(help="Seed of the deal; default: random.", min=0)
    ] = None,
    load: Annotated[Path | None, typer.Option(help="Continue a saved record.")] = None,
    players: Players = None,
    option: OptionValues = None,
) -> None:
    """Play a game against bots in the terminal."""
    from quarterdeck.terminal import play as play_in_terminal

    play_in_terminal(game, bot, seed, load, parse_options(option), players)


@app.command()
@refusing
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="Port to listen on; 0: any free port.", min=0, max=65535)
    ] = 8000,
    database: Annotated[
        str, typer.Option(help="Database URL; default: an SQLite file in your data folder.")
    ] = "",
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in your browser.")
    ] = False,
) -> None:
    """Serve the games to browsers."""
    from quarterdeck.server import announce, run

    def ready(address: str) -> None:
        announce(address)
        if open_browser:
            webbrowser.open_new_tab(f"{address}/")

    run(host=host, port=port, database_url=database, ready=ready)


@app.command()
@refusing
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="Number of games.", min=1)] = 20_000,
    seed: Seed = 0,
    players: Players = None,
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """Play random games on one core and measure the speed."""
    from quarterdeck.engine.simulate import simulate as run

    result = run(find(game), games, seed, players, parse_options(option))
    if as_json:
        print(json.dumps(result))
        return
    out.print(
        f"{result['games']:,} games, {result['decisions']:,} decisions of {game}", style="bold"
    )
    for key in ("games_per_second", "decisions_per_second"):
        out.print(f"{result[key]:>16,.0f} {key.replace('_', ' ').replace('second', 'CPU-second')}")
    out.print(f"{result['mean_length']:>16,.1f} decisions per game, {result['longest']} at most")
    out.print(f"{result['checksum']:>16} checksum")
    if "mean_scores" in result:
        means = ", ".join(f"{mean:+.3f}" for mean in result["mean_scores"])
        out.print(f"mean score by seat: {means}", highlight=False)


@app.command()
@refusing
def check(
    game: GameName,
    games: Annotated[int, typer.Option(help="Number of random games.", min=1)] = 200,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Check the contract and the laws that every game must keep.

    A game that breaks the contract is refused (exit 2). If a law is broken, a record that shows it
    is saved (exit 1).
    """
    from quarterdeck.engine import laws

    found = find(game)
    found.check()
    with progress_bar("playing") as bar:
        task = bar.add_task("playing", total=games)
        report = laws.check(
            found, games, seed, progress=lambda done: bar.update(task, completed=done)
        )
    violation = report.violation
    if as_json:
        print(json.dumps(_report(report)))
    else:
        for law in laws.DECISION_LAWS + laws.GAME_LAWS + laws.OTHER_LAWS:
            title = law.__name__.replace("_", " ")
            out.print(f"{report.checked[law.__name__]:>10,}  {title}", highlight=False)
        out.print(
            f"{report.states:,} states of {report.games:,} games under {len(laws.settings(found))} "
            f"settings; longest {report.longest} of {found.bound} decisions, at most "
            f"{report.most_events} events per action."
        )
    if violation:
        err.print(f"broken: {violation}", style="bold red", markup=False, soft_wrap=True)
        if violation.record:
            path = Path(f"{found.id}-violation.json")
            path.write_bytes(violation.record.to_json())
            err.print(f"To see the game: quarterdeck replay {path}", markup=False)
        raise typer.Exit(1)
    if not as_json:
        out.print("All laws hold.", style="bold")


def _report(report: Any) -> dict[str, Any]:
    broken_law = report.violation
    return {
        "game": report.game.id,
        "games": report.games,
        "states": report.states,
        "longest": report.longest,
        "most_events": report.most_events,
        "checked": dict(report.checked),
        "violation": str(broken_law) if broken_law else None,
    }


@app.command()
@refusing
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
    """Play bots against each other and rate them."""
    from quarterdeck.arena import plan

    contest = plan(game, bots, players, parse_options(option), seed, patience)
    _hold(contest, games, folder, workers, ray, as_json)


@app.command()
@refusing
def solve(
    game: GameName,
    option: OptionValues = None,
    target: Annotated[
        float, typer.Option(help="Stop when nobody can gain more than this.", min=0.0)
    ] = 0.001,
    seconds: Annotated[float, typer.Option(help="Stop after so many seconds.", min=0.0)] = float(
        "inf"
    ),
    limit: Annotated[
        int | None, typer.Option(help="Largest tree, in nodes; default: 20 million.", min=1)
    ] = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", help="Save the strategy: play it as strategy:FILE.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Solve a small game for two exactly: its value, and a strategy that nobody can exploit."""
    from quarterdeck.solve import LIMIT, Strategy, build
    from quarterdeck.solve import solve as run

    found = find(game)
    with err.status("growing the tree") as status:
        said = "growing the tree: {:,} nodes"
        tree = build(
            found,
            parse_options(option),
            limit or LIMIT,
            lambda nodes: status.update(said.format(nodes)),
        )
    sizes = f"{tree.size:,} nodes, {len(tree.first):,} information sets, {tree.views:,} views"
    err.print(sizes, highlight=False)
    with Progress(
        TextColumn("{task.description}"), BarColumn(), console=err, transient=True
    ) as bar:
        task = bar.add_task("solving", total=1.0)

        def show(done: int, off: float) -> None:
            share = _nearness(off, target)
            bar.update(task, completed=share, description=f"{done} iterations, {off:.5f} to gain")

        solution = run(tree, target, seconds=seconds, progress=show)
    strategy = Strategy.of(solution)
    if out_file:
        strategy.save(out_file)
    if as_json:
        print(json.dumps(strategy.facts))
        return
    out.print(f"value          {solution.value:+.5f} for the first seat", highlight=False)
    out.print(
        f"exploitability {solution.exploitability:.5f} after {solution.iterations} iterations",
        highlight=False,
    )
    if out_file:
        out.print(f"strategy in {out_file}; play it: strategy:{out_file}", highlight=False)


def _nearness(off: float, target: float) -> float:
    """How far on the way from 1 to the target, in powers of ten."""
    import math

    if off <= target or target <= 0:
        return float(off <= target)
    return min(max(math.log(1 / off) / math.log(1 / min(target, 0.5)), 0.0), 1.0)


@app.command()
@refusing
def exploit(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="Bots of ours, or strategy:FILE.")],
    option: OptionValues = None,
    samples: Annotated[
        int, typer.Option(help="How often a bot is asked in each view.", min=1)
    ] = 16,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Measure exactly how much a bot can lose to one who knows it, in a small game for two."""
    from quarterdeck.arena.seating import check, seat
    from quarterdeck.bots.solved import Solved
    from quarterdeck.solve import build, exploitability, sampled, strategy_of

    found = find(game)
    for bot in bots:
        check(bot)
    with err.status("growing the tree"):
        tree = build(found, parse_options(option))
    results = {}
    for bot in bots:
        player = seat(bot, found, seed, 10.0)
        ask = player.chances if isinstance(player, Solved) else sampled(player.choose, samples)
        with progress_bar(f"asking {bot}") as bar:
            show = partial(bar.update, bar.add_task("asking", total=len(tree.first)))
            results[bot] = exploitability(tree, strategy_of(tree, ask, show))
        if not as_json:
            out.print(f"{bot:<24} {results[bot]:.4f}", highlight=False)
    if as_json:
        print(json.dumps(results))


@app.command()
@refusing
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
    """Rate all our bots at a game."""
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


@app.command()
@refusing
def replay(
    record: Annotated[
        Path,
        typer.Argument(
            help="A record (JSON), or a contest's games.jsonl.",
            exists=True,
            dir_okay=False,
        ),
    ],
    game: Annotated[int, typer.Option(help="Number of the game in a games.jsonl.", min=0)] = 0,
    seat: Annotated[int | None, typer.Option(help="Print what this seat was told.", min=0)] = None,
) -> None:
    """Replay a record and print its log."""
    from quarterdeck.engine.match import Match
    from quarterdeck.engine.record import Record
    from quarterdeck.engine.scene import named

    if record.suffix == ".jsonl":
        from quarterdeck.arena import saved_record

        saved = saved_record(record, game)
    else:
        saved = Record.from_json(record.read_bytes())
    match = Match.from_record(saved)
    names = [f"Seat {i}" for i in range(match.seats)]
    for line in match.told(seat):
        print(named(line, names).text.replace("**", ""))
    end = f"winners: {match.winners}" if match.over else "not over"
    scores = f"; scores: {match.scores}" if match.scores else ""
    print(f"{match.decisions} decisions; {end}{scores}")


@app.command()
@refusing
def playthroughs(
    folder: Annotated[Path, typer.Argument(help="Where they are kept.", file_okay=False)],
    names: Annotated[list[str] | None, typer.Argument(help="Games; default: all.")] = None,
    search: Annotated[bool, typer.Option("--search", help="Look for new records.")] = False,
) -> None:
    """Write golden playthroughs anew; without records of these rules, look for some first."""
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


@app.command()
@refusing
def warm(
    names: Annotated[list[str] | None, typer.Argument(help="Games; default: all.")] = None,
    research: Annotated[
        bool, typer.Option("--research", help="Also what solvers and environments need.")
    ] = False,
) -> None:
    """Compile games in parallel, so that nobody waits for it later."""
    chosen = names or [game.id for game in listing()]
    for name in chosen:
        find(name)
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


DRAWN = 100
"""Decisions for which `warm` draws the scene."""


def _warm(name: str, research: bool) -> None:
    from quarterdeck.bots import bots, make
    from quarterdeck.engine.match import Match

    game = find(name)
    game.load().warm()
    for bot in bots():
        make(bot, game, 0).warm()
    match, walker = Match(game, seed=0), make("random", game, 0)
    while match.actor is not None and match.decisions < DRAWN:  # scenes may need compiled code
        match.scene(match.actor)
        match.act(match.actor, walker.choose(match.view(match.actor), match.actor))
    if research:  # in the same process: its rules are compiled already
        from quarterdeck.envs import warm as warm_environments

        warm_environments(game)


@app.command()
@refusing
def pictures(
    names: Annotated[list[str] | None, typer.Argument(help="Games; default: all.")] = None,
) -> None:
    """Draw the pictures in games' rules anew, for who changes a game."""
    from quarterdeck.engine.examples import write

    for game in [find(name) for name in names] if names else listing():
        for name in write(game):
            out.print(f"{game.id}: {name}", highlight=False)


@app.command()
def schema() -> None:
    """Print the JSON Schema of scenes, to generate types in other languages."""
    from quarterdeck.engine.scene import schema as scene_schema

    json.dump(scene_schema(), sys.stdout, indent=1)
    print()

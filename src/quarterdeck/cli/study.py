"""Study a game: describe it, simulate it, check its laws, solve it, exploit bots in it."""

from __future__ import annotations

import json
import math
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from quarterdeck.cli.common import (
    STUDY,
    AsJson,
    GameName,
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
from quarterdeck.engine.game import find

command = command_of(app, STUDY)


@command
def describe(game: GameName, as_json: AsJson = False) -> None:
    """Describe a game to a learner: options, actions, events, observation, reward.

    Examples:
        quarterdeck describe ping
        quarterdeck describe ping --json
    """
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


@command
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="Number of games.", min=1)] = 20_000,
    seed: Seed = 0,
    players: Players = None,
    option: OptionValues = None,
    as_json: AsJson = False,
) -> None:
    """Play random games on one core and measure the speed.

    Examples:
        quarterdeck simulate ping
        quarterdeck simulate zerpang --players 6 --games 1000
    """
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


@command
def check(
    game: GameName,
    games: Annotated[int, typer.Option(help="Number of random games.", min=1)] = 200,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Check the contract and the laws that every game must keep.

    A game that breaks the contract is refused (exit 2). If a law is broken, a record that shows it
    is saved (exit 1).

    Examples:
        quarterdeck check ping
        quarterdeck check mygame --games 2000
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


@command
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
    """Solve a small game for two exactly: its value, and a strategy that nobody can exploit.

    Examples:
        quarterdeck solve ping -o tiny=2
        quarterdeck solve ping -o tiny=2 --target 0.0001 --out tiny.npz
    """
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
    if off <= target or target <= 0:
        return float(off <= target)
    return min(max(math.log(1 / off) / math.log(1 / min(target, 0.5)), 0.0), 1.0)


@command
def exploit(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="Bots of ours, strategy:FILE or network:FILE.")],
    option: OptionValues = None,
    samples: Annotated[
        int, typer.Option(help="How often a bot is asked in each view.", min=1)
    ] = 16,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Measure exactly how much a bot can lose to one who knows it, in a small game for two.

    Examples:
        quarterdeck exploit ping lookout random -o tiny=2
        quarterdeck exploit ping strategy:tiny.npz -o tiny=2
    """
    from quarterdeck.arena.seating import check, seat
    from quarterdeck.bots.instinct import Instinct
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
        ask = sampled(player.choose, samples)
        if isinstance(player, (Solved, Instinct)):  # they know how likely they take each action
            ask = player.chances
        with progress_bar(f"asking {bot}") as bar:
            show = partial(bar.update, bar.add_task("asking", total=len(tree.first)))
            results[bot] = exploitability(tree, strategy_of(tree, ask, show))
        if not as_json:
            out.print(f"{bot:<24} {results[bot]:.4f}", highlight=False)
    if as_json:
        print(json.dumps(results))

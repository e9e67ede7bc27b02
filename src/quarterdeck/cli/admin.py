"""Admin: for whoever runs a service: what is in its database, backups, pruning, a live view."""

from __future__ import annotations

import asyncio
import json
import os
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.live import Live
from rich.table import Table

from quarterdeck.cli.common import HOST, AsJson, app, command_of, err, out, progress_bar
from quarterdeck.engine.errors import QuarterdeckError, WrongVersion

if TYPE_CHECKING:
    from quarterdeck.server.settings import Settings
    from quarterdeck.server.storage import Storage

admin = typer.Typer(name="admin", help="Look after a service's database.", no_args_is_help=True)
app.add_typer(admin, rich_help_panel=HOST)
command = command_of(admin)
DAY = 86_400

Database = Annotated[
    str, typer.Option(help="Database URL; default: the service's, or the file in your data folder.")
]
Service = Annotated[
    Path | None, typer.Option("--settings", help="The TOML file of the service, if it has one.")
]
Days = Annotated[float | None, typer.Option(min=0, help="Days; 0: never; default: the service's.")]


class NoMetrics(QuarterdeckError):
    code = "no-metrics"


def _settings(database: str, file: Path | None, **options: object) -> Settings:
    """The service's: from its file, from the environment, and what the command says."""
    from quarterdeck.server.settings import settings_from

    chosen = {"database_url": database} if database else {}
    return settings_from({**chosen, **options}, os.environ, file)


@asynccontextmanager
async def _storage(settings: Settings, existing: bool = True) -> AsyncIterator[Storage]:
    from quarterdeck.server.storage import opened

    storage = await opened(settings, existing)
    try:
        yield storage
    finally:
        await storage.close()


def _say(text: str) -> None:
    out.print(text, markup=False, highlight=False, soft_wrap=True)


@command
def stats(
    database: Database = "", service: Service = None, days: int = 14, as_json: AsJson = False
) -> None:
    """Count matches by game and by day, guests, and the size of the database.

    Examples:
        quarterdeck admin stats
        quarterdeck admin stats --days 30 --json --database postgresql://user@host/name
    """
    import msgspec

    async def read() -> None:
        async with _storage(_settings(database, service)) as storage:
            found = await storage.stats(time.time() - days * DAY)
        if as_json:
            print(json.dumps(msgspec.to_builtins(found, str_keys=True), indent=1))
            return
        table = Table("game", "finished", "unfinished", box=None, pad_edge=False)
        for game, counts in found.games.items():
            table.add_row(game, f"{counts.finished:,}", f"{counts.unfinished:,}")
        out.print(table)
        for day, made in sorted(found.days.items()):
            _say(f"{datetime.fromtimestamp(day * DAY, UTC):%Y-%m-%d}  {made:,} matches made")
        size = found.bytes / 2**20
        _say(f"{found.batches:,} batches, {found.guests:,} guests, {size:,.1f} MiB")

    asyncio.run(read())


@command
def prune(
    database: Database = "",
    service: Service = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count.")] = False,
    unplayed: Days = None,
    abandoned: Days = None,
    finished: Days = None,
) -> None:
    """Remove old matches now, as the service does every hour. It may be running.

    Examples:
        quarterdeck admin prune --dry-run
        quarterdeck admin prune --finished 180
        quarterdeck admin prune --settings /etc/quarterdeck.toml
    """
    import msgspec

    from quarterdeck.server.housekeeping import policy, prune

    given = {"unplayed": unplayed, "abandoned": abandoned, "finished": finished}
    chosen = {f"prune_{why}_days": days for why, days in given.items() if days is not None}
    settings = _settings(database, service, **chosen)
    days = policy(settings)

    async def remove() -> None:
        async with _storage(settings) as storage:
            with err.status("looking for old matches"):
                pruned = await prune(storage, days, dry_run=dry_run)
        for why, count in msgspec.structs.asdict(pruned).items():
            limit = f"older than {days[why]:g} days" if why in days else "kept for ever"
            _say(f"{why:9}  {count:8,} {'would be removed' if dry_run else 'removed'}  ({limit})")

    asyncio.run(remove())


File = Annotated[Path, typer.Argument(help="The backup: gzipped lines of JSON.")]


@command
def backup(file: File, database: Database = "", service: Service = None) -> None:
    """Write the whole database to a file, as it is at one moment. The service may be running.

    The file can be restored into SQLite or PostgreSQL. It holds every seed and the key that signs
    cookies: keep it as safe as the database.

    Examples:
        quarterdeck admin backup club-2026-11-17.gz
        quarterdeck admin backup club.gz --database postgresql://user@host/name
    """
    from quarterdeck.server.backup import backup

    async def write() -> None:
        async with _storage(_settings(database, service)) as storage:
            with progress_bar("rows") as bar:
                task = bar.add_task("rows", total=None)
                counts = await backup(storage, file, lambda n: bar.advance(task, n))
        _say(f"{counts['matches']:,} matches, {counts.total():,} rows written to {file}")

    asyncio.run(write())


@command
def restore(file: File, database: Database = "", service: Service = None) -> None:
    """Fill an empty database from a backup, of either kind of database.

    Examples:
        quarterdeck admin restore club.gz --database sqlite:///new.db
    """
    from quarterdeck.server.backup import check, restore

    async def read() -> None:
        _, counts = check(file)
        async with _storage(_settings(database, service), existing=False) as storage:
            with progress_bar("rows") as bar:
                task = bar.add_task("rows", total=counts.total())
                await restore(storage, file, lambda n: bar.advance(task, n))
        _say(f"{counts['matches']:,} matches, {counts.total():,} rows restored from {file}")

    asyncio.run(read())


@command
def verify(database: Database = "", service: Service = None, as_json: AsJson = False) -> None:
    """Replay every match. Exit code 1 if any is damaged; those of other rules are only listed.

    Examples:
        quarterdeck admin verify
    """
    from quarterdeck.server.replay import fault

    damaged: dict[str, str] = {}
    other_rules: dict[str, str] = {}

    async def check(storage: Storage, match: str) -> None:
        stored = await storage.load(match)
        try:
            if stored is not None and (why := fault(stored)):
                damaged[match] = why
        except WrongVersion as error:
            other_rules[match] = str(error)
        except Exception as error:  # whatever a damaged record leads to
            damaged[match] = f"{type(error).__name__}: {error}"

    async def replay() -> int:
        async with _storage(_settings(database, service)) as storage:
            ids = await storage.match_ids()
            with progress_bar("matches") as bar:
                for match in bar.track(ids):
                    await check(storage, match)
        return len(ids)

    count = asyncio.run(replay())
    if as_json:
        print(json.dumps({"matches": count, "damaged": damaged, "other_rules": other_rules}))
    else:
        for match, why in damaged.items():
            _say(f"{match} is damaged: {why}")
        for match, why in other_rules.items():
            _say(f"{match} cannot be replayed here: {why}")
        _say(f"{count:,} matches: {len(damaged):,} damaged, {len(other_rules):,} of other rules")
    raise typer.Exit(1 if damaged else 0)


# A live view -------------------------------------------------------------------------------------

Samples = dict[str, float]


@command
def top(
    url: Annotated[
        list[str] | None, typer.Argument(help="Addresses of /metrics, one for each process.")
    ] = None,
    every: Annotated[float, typer.Option(min=0.2, help="Seconds between two looks.")] = 2.0,
    once: Annotated[bool, typer.Option("--once", help="Print one look and stop.")] = False,
) -> None:
    """Watch a running service: tables, sockets, moves a second, latency. Ctrl+C stops it.

    Examples:
        quarterdeck admin top
        quarterdeck admin top http://127.0.0.1:9464/metrics --once
    """
    addresses = url or ["http://127.0.0.1:8000/metrics"]
    before, at = _scrape(addresses), time.monotonic()
    time.sleep(min(every, 1.0) if once else every)
    with Live(console=out, auto_refresh=False) as live:
        while True:
            now, seconds = _scrape(addresses), time.monotonic() - at
            live.update(_overview(before, now, seconds), refresh=True)
            if once:
                return
            before, at = now, time.monotonic()
            try:
                time.sleep(every)
            except KeyboardInterrupt:
                return


def _scrape(addresses: list[str]) -> Samples:
    """The sums of all processes' samples, by name; of a histogram its buckets by bound, too."""
    from prometheus_client.parser import text_string_to_metric_families

    found: Samples = defaultdict(float)
    for address in addresses:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                text = answer.read().decode()
            for family in text_string_to_metric_families(text):
                for sample in family.samples:
                    bound = sample.labels.get("le")
                    found[sample.name + (f"<{bound}" if bound else "")] += sample.value
        except (urllib.error.URLError, OSError, ValueError) as error:
            raise NoMetrics(
                f"{address} gives no metrics: {getattr(error, 'reason', error)}. Is the service "
                "running there? With `metrics_port` it has another address."
            ) from None
    if "quarterdeck_tables" not in found:
        raise NoMetrics(f"{addresses[0]} has no metrics of Quarterdeck.")
    return found


def _overview(before: Samples, now: Samples, seconds: float) -> Table:
    def grown(name: str) -> float:
        return now.get(name, 0.0) - before.get(name, 0.0)

    def rate(name: str) -> str:
        return f"{grown(name) / seconds:,.1f}/s"

    def times(name: str) -> str:
        """The median and the 99th percentile since the last look, as far as buckets tell."""
        bounds = [key for key in now if key.startswith(f"{name}_bucket<")]
        total = grown(f"{name}_count")
        if not total:
            return "-"
        bounds.sort(key=lambda key: float(key.partition("<")[2]))

        def below(share: float) -> str:
            key = next(key for key in bounds if grown(key) >= share * total)
            bound = float(key.partition("<")[2])
            return "slower" if bound == float("inf") else f"<{1000 * bound:g} ms"

        return f"{below(0.5)}, p99 {below(0.99)}"

    table = Table("what", "now", box=None, pad_edge=False)
    table.add_row("tables in memory", f"{now['quarterdeck_tables']:,.0f}")
    table.add_row("sockets", f"{now['quarterdeck_sockets']:,.0f}")
    table.add_row("moves", rate("quarterdeck_moves_total"))
    table.add_row("command to commit", times("quarterdeck_commit_seconds"))
    table.add_row("command to frames", times("quarterdeck_frame_seconds"))
    table.add_row("database", times("quarterdeck_database_seconds"))
    table.add_row("database errors", rate("quarterdeck_database_errors_total"))
    table.add_row("refusals", rate("quarterdeck_refusals_total"))
    table.add_row("waiting for bots", f"{now['quarterdeck_bot_queue']:,.0f}")
    table.add_row("bots' thinking", times("quarterdeck_bot_seconds"))
    table.add_row("worker restarts", f"{now['quarterdeck_worker_restarts_total']:,.0f}")
    memory = now.get("process_resident_memory_bytes", 0) / 2**20
    table.add_row("memory", f"{memory:,.0f} MiB")
    return table

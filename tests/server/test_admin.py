"""`quarterdeck admin`: what a host does to a database, of either kind, and what it refuses."""

from __future__ import annotations

import asyncio
import gzip
import json
import stat
import uuid
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner, Result

from quarterdeck.cli import app
from quarterdeck.server.schema import metadata

from .postgres import new_database
from .serving import ME, Guest, in_turn, play_out, serving
from .test_storage import change, opened


def admin(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["admin", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture
def played(database_url: str) -> str:
    """A database with a finished match of one game and an unfinished one of another."""
    with serving(database_url) as address:
        ann = Guest(address)
        finished = ann.begin(ME, ME)["id"]
        play_out(ann.sit(finished, 0), ann.sit(finished, 1))
        match = ann.begin(ME, ME, game="depth_charge")["id"]
        seat, _ = in_turn(ann.sit(match, 0), ann.sit(match, 1))
        seat.act(seat.actions()[0]["id"])
        ann.leave()
    return database_url


def test_admin_reads_the_settings_of_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = tmp_path / "quarterdeck.toml"
    service.write_text(f'database_url = "sqlite:///{tmp_path}/file.db"\nprune_finished_days = 7')
    missing = admin("stats", "--settings", service)
    assert missing.exit_code == 2
    assert "file.db" in missing.stderr
    monkeypatch.setenv("QUARTERDECK_DATABASE_URL", f"sqlite:///{tmp_path}/environment.db")
    assert "environment.db" in admin("verify", "--settings", service).stderr
    with serving(tmp_path / "given.db"):
        given = f"sqlite:///{tmp_path}/given.db"
        pruned = admin("prune", "--dry-run", "--settings", service, "--database", given)
    assert "older than 7 days" in pruned.stdout
    assert "older than 90 days" in pruned.stdout


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    async def read() -> dict[str, list[tuple[object, ...]]]:
        async with opened(url) as storage, storage._reader.connect() as connection:
            return {
                table.name: [
                    tuple(row)
                    for row in await connection.execute(
                        sa.select(table).order_by(*table.primary_key.columns)
                    )
                ]
                for table in metadata.sorted_tables
            }

    return asyncio.run(read())


def test_a_backup_is_restored_into_the_other_kind_of_database(
    played: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file, moved = tmp_path / "backup.gz", f"sqlite:///{tmp_path / 'moved.db'}"
    if played.startswith("sqlite"):
        moved = new_database(request.getfixturevalue("postgres"), uuid.uuid4().hex)
    assert "2 matches" in admin("backup", file, "--database", played).stdout
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "2 matches" in admin("restore", file, "--database", moved).stdout
    assert rows(moved) == rows(played)
    assert rows(moved)["batches"]
    assert rows(moved)["contributions"]
    assert admin("verify", "--database", moved).exit_code == 0
    with serving(moved) as address:
        guest = Guest(address)
        match = next(str(row[0]) for row in rows(moved)["matches"] if row[9])
        assert guest.sit(match).over
        guest.leave()
    again = admin("restore", file, "--database", moved)
    assert again.exit_code == 2
    assert "already holds 2 matches" in again.stderr


def test_a_backup_of_an_older_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    file, url = tmp_path / "backup.gz", f"sqlite:///{tmp_path / 'q.db'}"
    match = {"id": "m", "game": "ping", "version": 1, "options": {}, "commitment": "c"}
    match |= {"secret": {"base64": "AAEC"}, "owner": "o", "created": 1.0, "over": False}
    lines = [{"format": "quarterdeck-backup", "schema": "0001"}, ["matches", match]]
    write(file, [*lines, {"rows": {"matches": 1}}])
    assert admin("restore", file, "--database", url).exit_code == 0
    (row,) = rows(url)["matches"]
    assert row[:2] == ("m", "ping")
    assert bytes([0, 1, 2]) in row


def write(file: Path, lines: list[object]) -> None:
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


HEAD = {"format": "quarterdeck-backup", "schema": "0002"}


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([["matches", {}]], "is not a backup of Quarterdeck"),
        ([HEAD], "is incomplete"),
        ([HEAD, ["house", {}], {"rows": {"house": 2}}], "is incomplete"),
        ([{**HEAD, "schema": "9999"}, {"rows": {}}], "written by a newer release"),
    ],
)
def test_what_is_no_whole_backup_is_refused(tmp_path: Path, lines: list[object], why: str) -> None:
    write(tmp_path / "file", lines)
    refused = admin("restore", tmp_path / "file", "--database", f"sqlite:///{tmp_path / 'q.db'}")
    assert refused.exit_code == 2
    assert why in refused.stderr
    assert not (tmp_path / "q.db").exists()


def test_missing_databases_and_wrong_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, " * 100)
    nowhere = f"sqlite:///{tmp_path / 'nowhere.db'}"
    for command in (["stats"], ["prune"], ["verify"], ["backup", tmp_path / "b"]):
        refused = admin(*command, "--database", nowhere)
        assert refused.exit_code == 2
        assert "there is no such file" in refused.stderr
    refused = admin("stats", "--database", f"sqlite:///{tmp_path / 'text'}")
    assert "file is not a database" in refused.stderr
    refused = admin("restore", tmp_path / "none", "--database", nowhere)
    assert "there is no file" in refused.stderr
    refused = admin("restore", tmp_path / "text", "--database", nowhere)
    assert "is no backup, or is damaged" in refused.stderr
    refused = admin("top", "http://127.0.0.1:9/metrics", "--once")
    assert "gives no metrics" in refused.stderr
    assert not (tmp_path / "nowhere.db").exists()


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    with serving(tmp_path / "q.db"):
        pass
    file = tmp_path / "precious"
    file.write_text("something else")
    refused = admin("backup", file, "--database", f"sqlite:///{tmp_path / 'q.db'}")
    assert (refused.exit_code, file.read_text()) == (2, "something else")


def test_verify_names_damaged_matches_and_those_of_other_rules(played: str) -> None:
    assert "2 matches: 0 damaged, 0 of other rules" in admin("verify", "--database", played).stdout
    change(played, "UPDATE batches SET digest = '0123456789abcdef' WHERE seq = 0")
    change(played, "UPDATE matches SET version = 0 WHERE game = 'depth_charge'")
    found = admin("verify", "--database", played, "--json")
    assert found.exit_code == 1
    report = json.loads(found.stdout)
    assert report["matches"] == 2
    assert "other consequences" in next(iter(report["damaged"].values()))
    assert len(report["damaged"]) == len(report["other_rules"]) == 1


def test_verify_passes_a_match_that_is_not_dealt(database_url: str) -> None:
    with serving(database_url) as address:
        ann = Guest(address)
        ann.begin(ME, {"kind": "friend"})
        ann.leave()
    found = admin("verify", "--database", database_url)
    assert "1 matches: 0 damaged, 0 of other rules" in found.stdout


def test_verify_notices_a_match_that_is_not_as_finished_as_it_says(played: str) -> None:
    change(played, "UPDATE matches SET over = NOT over")
    assert "2 damaged" in admin("verify", "--database", played).stdout


def test_stats_and_prune_count_what_is_there(played: str) -> None:
    stats = json.loads(admin("stats", "--database", played, "--json").stdout)
    assert stats["games"]["ping"] == {"finished": 1, "unfinished": 0}
    assert stats["games"]["depth_charge"] == {"finished": 0, "unfinished": 1}
    assert sum(stats["days"].values()) == 2
    assert stats["bytes"] > 10_000
    assert "ping" in admin("stats", "--database", played).stdout
    change(played, "UPDATE matches SET created = created - 40000000")
    change(played, "UPDATE batches SET at = at - 40000000")
    options = ("prune", "--database", played, "--abandoned", 0)
    for dry_run in (True, False):
        counted = admin(*options, *(["--dry-run"] if dry_run else [])).stdout.split("\n")
        assert "1 would be removed" in counted[2] if dry_run else "1 removed" in counted[2]
        assert "kept for ever" in counted[1]
    stats = json.loads(admin("stats", "--database", played, "--json").stdout)
    assert list(stats["games"]) == ["depth_charge"]


def test_top_shows_a_running_service(address: str) -> None:
    shown = admin("top", f"{address}/metrics", "--once", "--every", 0.2)
    assert shown.exit_code == 0
    for what in ("tables in memory", "sockets", "moves", "command to commit", "memory"):
        assert what in shown.stdout

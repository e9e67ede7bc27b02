"""The command line: what it prints, what it refuses, and its exit codes."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer import Exit
from typer.main import get_command

from quarterdeck.cli import app, making
from quarterdeck.engine.errors import BrokenContract
from tests.games import OURS, installed

ROOT = Path(__file__).parents[1]


def run(*words: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quarterdeck", *words],
        cwd=folder,
        env={**os.environ, "COLUMNS": "120", **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.fixture
def with_hideout(tmp_path):
    """An environment in which the example game is installed, as if by `pip install`."""
    return installed(tmp_path, "hideout")


def install(folder: Path, package: str) -> None:
    """Let `hideout` be another package."""
    entry_points = folder / "hideout-0.1.0.dist-info" / "entry_points.txt"
    entry_points.write_text(f"[quarterdeck.games]\nhideout = {package}\n")


def test_help_names_every_command():
    text = run("--help").stdout
    play, study = (
        "games play watch tables puzzle serve admin",
        "describe simulate check solve exploit",
    )
    build = "match ladder replay playthroughs warm pictures"
    for command in f"{play} {study} {build}".split():
        assert command in text


def commands(group: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, *path, name)
        else:
            yield (*path, name), command


def test_every_command_shows_examples_that_it_accepts():
    seen = 0
    for path, command in commands(get_command(app)):
        examples = re.findall(r"\[bold\](.*?)\[/bold\]", command.epilog or "")
        assert examples, f"{path} has no examples"
        for example in examples:
            program, *words = shlex.split(example)
            assert [program, *words[: len(path)]] == ["quarterdeck", *path]
            command.make_context(path[-1], words[len(path) :])  # refuses what it does not know
            seen += 1
    assert seen > 40


def completed(*words: str) -> list[str]:
    """What a shell offers for the last of these words."""
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    program = "from quarterdeck.cli import app; app(prog_name='quarterdeck')"
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **asked, "_QUARTERDECK_COMPLETE": "complete_bash"},
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout.split()


def test_shells_complete_commands_games_and_bots():
    assert completed("quarterdeck", "wa") == ["watch", "warm"]
    assert completed("quarterdeck", "play", "p") == ["ping", "pocket_sub"]
    assert {"cadet", "captain"} <= set(completed("quarterdeck", "play", "ping", "--bot", "c"))


def test_a_table_on_a_server_is_told_from_a_game():
    link = "http://127.0.0.1:9/play/x"
    refused = run("play", link, "--seed", "1")
    assert refused.returncode == 2
    assert "give only --name with a link" in refused.stderr
    assert "needs a terminal" in run("play", link).stderr
    assert "needs a terminal" in run("watch", link).stderr
    for words in (["replay", link], ["tables", "http://127.0.0.1:9"]):
        refused = run(*words)
        assert refused.returncode == 2
        assert "does not answer" in refused.stderr


def test_games_are_listed_for_people_and_programs():
    assert "PING" in run("games").stdout
    listed = json.loads(run("games", "--json").stdout)
    assert "PING" in {game["title"] for game in listed["games"] if game["id"] == "ping"}


def test_a_package_adds_a_game_without_touching_ours(with_hideout):
    assert "Hideout" in run("games", **with_hideout).stdout
    checked = run("check", "hideout", "--games", "30", "--json", **with_hideout)
    assert checked.returncode == 0, checked.stderr
    assert json.loads(checked.stdout)["violation"] is None
    played = run("simulate", "hideout", "--games", "100", "--json", **with_hideout)
    assert json.loads(played.stdout)["longest"] <= 5


def test_golden_playthroughs_of_anybodys_game_are_written_and_found_again(tmp_path, with_hideout):
    folder = tmp_path / "playthroughs"
    assert run("playthroughs", str(folder), "hideout", **with_hideout).returncode == 0
    records = {path: path.read_bytes() for path in folder.glob("hideout-*.json")}
    texts = {path: path.read_text() for path in folder.glob("hideout-*.txt")}
    assert records
    assert len(texts) == len(records)
    first = min(texts)
    first.write_text("something else")
    again = run("playthroughs", str(folder), "hideout", **with_hideout)
    assert str(first) in again.stdout.replace("\n", "")
    assert {path: path.read_text() for path in texts} == texts
    assert {path: path.read_bytes() for path in records} == records


def test_a_record_of_other_rules_is_replaced_and_a_damaged_one_refused(tmp_path, with_hideout):
    folder = tmp_path / "playthroughs"
    run("playthroughs", str(folder), "hideout", **with_hideout)
    path = min(folder.glob("hideout-*.json"))
    good = path.read_text()
    path.write_text(good.replace('"version": 1', '"version": 0'))
    run("playthroughs", str(folder), "hideout", **with_hideout)
    assert path.read_text() == good
    path.write_text(good.replace('"digest": "', '"digest": "0', 1))
    refused = run("playthroughs", str(folder), "hideout", **with_hideout)
    assert refused.returncode == 2
    assert "other consequences" in refused.stderr


def test_a_broken_package_is_reported_and_does_no_harm(tmp_path, with_hideout):
    entry_points = tmp_path / "hideout-0.1.0.dist-info" / "entry_points.txt"
    entry_points.write_text("[quarterdeck.games]\nnowhere = nowhere.at_all\n")
    listed = run("games", **with_hideout)
    assert listed.returncode == 0
    assert "PING" in listed.stdout
    assert "nowhere is installed but cannot be used" in listed.stderr
    assert "No module named" in run("simulate", "nowhere", **with_hideout).stderr


def test_the_same_seed_gives_the_same_games():
    first, again, other = (
        json.loads(run("simulate", "ping", "--games", "500", "--seed", seed, "--json").stdout)
        for seed in ("7", "7", "8")
    )
    assert first["checksum"] == again["checksum"] != other["checksum"]
    assert first["decisions"] == again["decisions"]


def test_check_lists_the_laws_it_checked():
    done = run("check", "ping", "--games", "20")
    assert done.returncode == 0, done.stderr
    assert "nothing leaks" in done.stdout
    assert "All laws hold." in done.stdout


def test_random_games_and_records_have_scores_where_the_game_has(tmp_path):
    leduc = installed(tmp_path, "leduc")
    done = run("simulate", "leduc", "--games", "1000", folder=tmp_path, **leduc)
    assert re.search(r"mean score by seat: ([+-])\d\.\d{3}, (?!\1)[+-]\d\.\d{3}\n", done.stdout)
    bots = ("random", "random", "--games", "2", "--workers", "1", "--out", "games")
    run("match", "leduc", *bots, folder=tmp_path, **leduc)
    line = json.loads((tmp_path / "games" / "games.jsonl").read_text().splitlines()[1])
    done = run("replay", "games/games.jsonl", "--game", "1", folder=tmp_path, **leduc)
    assert f"winners: {line['winners']}; scores: {line['scores']}\n" in done.stdout


def test_check_fails_with_a_record_that_replays(tmp_path, with_hideout):
    from tests.engine.test_laws import BROKEN
    from tests.engine.variants import hideout

    _, changes = BROKEN["belief excludes the truth"]
    game = hideout(tmp_path, changes)
    install(tmp_path, game.package)
    done = run("check", "hideout", "--games", "40", folder=tmp_path, **with_hideout)
    assert done.returncode == 1
    assert "excludes the truth" in done.stderr
    replayed = run("replay", "hideout-violation.json", folder=tmp_path, **with_hideout)
    assert replayed.returncode == 0, replayed.stderr
    assert "3 decisions; not over" in replayed.stdout


@pytest.mark.parametrize("words", ["check hideout", "simulate hideout", "warm hideout"])
def test_a_game_that_does_not_keep_the_contract_is_refused(words, tmp_path, with_hideout):
    from tests.engine.variants import copied

    install(tmp_path, copied(tmp_path, {"rules.py": [("def conceal(", "def concel(")]}))
    done = run(*words.split(), **with_hideout)
    assert done.returncode == 2
    assert (
        "/rules.py: concel looks like a misspelt conceal: write def conceal(s, seat)" in done.stderr
    )
    assert "Traceback" not in done.stderr


def test_an_unfinished_game_keeps_nobody_from_compiling_the_others(monkeypatch, capsys):
    """All games are compiled before our tests run, somebody's own included."""

    def compile_it(name: str, research: bool) -> None:
        if name == OURS[0].id:
            raise BrokenContract("Mygame", ["mygame/rules.py: deal is missing"])

    monkeypatch.setattr(making, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(making, "listing", lambda: OURS)
    monkeypatch.setattr(making, "_warm", compile_it)
    monkeypatch.setattr(making, "err", Console(file=sys.stderr, width=200))
    making.warm()
    said = capsys.readouterr().err
    assert f"{OURS[0].id} cannot be used: Mygame does not keep the contract" in said
    assert "mygame/rules.py: deal is missing" in said
    assert f"{len(OURS) - 1} games ready" in said
    with pytest.raises(Exit):
        making.warm([OURS[0].id])


def test_the_game_that_takes_longest_is_compiled_first(monkeypatch):
    begun: list[str] = []
    monkeypatch.setattr(making, "ProcessPoolExecutor", lambda: ThreadPoolExecutor(1))
    monkeypatch.setattr(making, "listing", lambda: OURS)
    monkeypatch.setattr(making, "_warm", lambda name, research: begun.append(name))
    making.warm()
    assert begun[0] == "zerpang"
    assert sorted(begun) == sorted(game.id for game in OURS)


def test_a_game_whose_state_is_broken_is_left_off_the_list(tmp_path, with_hideout):
    from tests.engine.variants import copied

    install(tmp_path, copied(tmp_path, {"state.py": [("EVENTS =", "EVENT =")]}))
    listed = json.loads(run("games", "--json", **with_hideout).stdout)
    assert "hideout" not in {game["id"] for game in listed["games"]}
    assert "/state.py: EVENTS is missing" in listed["broken"]["hideout"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "pong"], "no game 'pong'"),
        (["simulate", "ping", "--games", "0"], "greater than or equal to 1"),
        (["simulate", "ping", "--players", "5"], "for 2 players, not 5"),
        (["simulate", "ping", "--option", "limit=3"], "from 20 to 100"),
        (["simulate", "ping", "--option", "limit"], "name=number"),
        (["simulate", "ping", "--option", "speed=3"], "no option 'speed'"),
        (["check", "ping", "--games", "x"], "a valid integer"),
        (["play", "ping", "--bot", "deep-blue"], "no bot 'deep-blue'"),
        (["play", "pong"], "no game 'pong'"),
        (["replay", "README.md"], "not a record of play"),
        (["replay", "nowhere.json"], "cannot read nowhere.json"),
        (["serve", "--port", "99999"], "less than or equal to 65535"),
        (["fly"], "No such command"),
    ],
)
def test_bad_input_is_refused_with_a_reason(words, said):
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_is_described_for_people_and_programs():
    shown = run("describe", "ping").stdout
    for words in ("2 players", "reward -1 to 1", "limit", "station", "goes-first", "possible"):
        assert words in shown
    told = json.loads(run("describe", "ping", "--json").stdout)
    assert told["actions"]["report"] == {"first": 25, "count": 1}
    assert told["observation"][2]["name"] == "possible"
    assert run("describe", "pong").returncode == 2

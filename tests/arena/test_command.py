"""`quarterdeck match`, `ladder` and `replay` as a person types them."""

import json

import pytest
from typer.testing import CliRunner

from quarterdeck.bots import network
from quarterdeck.cli import app
from quarterdeck.engine import cache
from quarterdeck.engine.game import find as game_of
from tests.arena.bots import EXAMPLE, bot, command
from tests.test_cli import run

GAME = "depth_charge"


def test_a_match_prints_a_table_and_keeps_everything(tmp_path):
    folder = tmp_path / "out"
    words = ["match", GAME, "random", command(EXAMPLE), "--games", "6", "--out", str(folder)]
    done = run(*words, "--workers", "2")
    assert done.returncode == 0, done.stderr
    for word in ("Elo", "random", "external_bot.py", "seat", "6", "%"):
        assert word in done.stdout
    assert {path.name for path in folder.iterdir()} == {
        "games.jsonl", "plan.json", "plot.svg", "summary.json",
    }  # fmt: skip
    again = CliRunner().invoke(app, [*words, "--json"])
    assert "6 of 6 games were already played" in again.stderr
    assert json.loads(again.stdout) == json.loads((folder / "summary.json").read_text())
    assert sum(standing["won"] for standing in json.loads(again.stdout)["bots"]) <= 6
    replayed = CliRunner().invoke(app, ["replay", str(folder / "games.jsonl"), "--game", "5"])
    assert replayed.exit_code == 0, replayed.stderr
    assert "winners:" in replayed.stdout


def test_forfeits_are_reported_and_the_contest_goes_on(tmp_path):
    crasher = bot(tmp_path, "crasher", "raise SystemExit('I am out of coal')")
    words = ["match", GAME, "random", crasher, "random", "--games", "2", "--workers", "1"]
    done = run(*words, "--out", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert "I am out of coal" in done.stdout
    assert "win rate against" in done.stdout


def test_a_network_in_a_file_plays_in_a_match(tmp_path):
    network.find(game_of(GAME)).save(tmp_path / "mine.npz")
    words = ["match", GAME, f"network:{tmp_path / 'mine.npz'}", "random", "--games", "2", "--json"]
    done = CliRunner().invoke(app, [*words, "--workers", "1", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["bots"][0]["name"] == "mine.npz"


def test_by_default_games_are_stored_in_the_user_s_data_folder(tmp_path):
    words = ["match", GAME, "random", "random", "--games", "2", "--workers", "1", "--json"]
    compiled = str(cache.folder().parent)
    done = run(*words, XDG_DATA_HOME=str(tmp_path), HOME=str(tmp_path), XDG_CACHE_HOME=compiled)
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.rglob("games.jsonl"))) == 1


def test_a_ladder_enters_all_bots(tmp_path, monkeypatch):
    monkeypatch.setattr("quarterdeck.bots.bots", lambda: {"random": "", "lookout": ""})
    words = ["ladder", GAME, command(EXAMPLE), "--games", "2", "--workers", "1", "--json"]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    assert {b["name"] for b in summary["bots"]} == {"random", "lookout", "external_bot.py"}
    assert summary["games"] == 6


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", "pong", "random", "random"], "no game 'pong'"),
        (["match", GAME, "random", "deep-blue"], "no bot 'deep-blue'"),
        (["match", GAME, "random"], "two bots or more"),
        (["match", GAME], "Missing argument"),
        (["match", GAME, "random", "random", "--players", "5"], "players, not 5"),
        (["match", GAME, "random", "random", "--option", "speed=1"], "no option 'speed'"),
        (["match", GAME, "random", "random", "--workers", "0"], "greater than or equal to 1"),
        (["ladder", "pong"], "no game 'pong'"),
    ],
)
def test_bad_input_is_refused_with_a_reason(words, said):
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert said in done.stderr


def test_a_game_that_was_not_played_cannot_be_replayed(tmp_path):
    (tmp_path / "games.jsonl").write_text("")
    done = CliRunner().invoke(app, ["replay", str(tmp_path / "games.jsonl"), "--game", "3"])
    assert done.exit_code == 2
    assert "has no game 3" in done.stderr


@pytest.mark.parametrize("address", ["127.0.0.1:1", "auto"])
def test_a_missing_ray_cluster_is_reported(tmp_path, address):
    """Ray may not even be installed."""
    words = ["match", GAME, "random", "random", "--games", "2", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, [*words, "--ray", address])
    assert done.exit_code == 2
    assert "Ray" in done.stderr

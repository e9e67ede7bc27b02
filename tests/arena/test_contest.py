"""Contests: the same wherever they are played, stored in a folder, continued from there."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quarterdeck.arena import Contest, Plan, Store, plan, saved_record
from quarterdeck.arena.contest import NoCluster, WorkerDied, _check_reachable
from quarterdeck.arena.store import DamagedContest, OtherContest
from quarterdeck.engine.match import Match
from tests.arena.bots import EXAMPLE, bot, command

ROOT = Path(__file__).parents[2]
GAME = "depth_charge"


@pytest.fixture(scope="module")
def quick() -> Plan:
    return plan(GAME, ["random", "random", "random"], seed=7)


def hold(plan: Plan, folder: Path, games: int = 4, **how) -> list[int]:
    """Play a contest; returns the numbers of games done that it reported."""
    done: list[int] = []
    with Store(folder, plan) as store:
        Contest(plan, games, store).run(progress=done.append, **how)
    return done


def games(folder: Path) -> str:
    """The file of games without the times, which differ between runs."""
    return re.sub(r'"seconds":\[[^]]*\],', "", (folder / "games.jsonl").read_text())


def numbers(folder: Path) -> list[int]:
    return [json.loads(line)["number"] for line in games(folder).splitlines()]


def test_one_process_and_two_play_the_same_games(tmp_path, quick):
    hold(quick, tmp_path / "one", workers=1)
    hold(quick, tmp_path / "two", workers=2)
    assert games(tmp_path / "one") == games(tmp_path / "two")
    assert numbers(tmp_path / "one") == list(range(12))


def test_a_ray_cluster_plays_the_same_games(tmp_path, quick):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'quarterdeck[cluster]'")
    hold(quick, tmp_path / "one", workers=1)
    hold(quick, tmp_path / "ray", ray="local")
    assert games(tmp_path / "one") == games(tmp_path / "ray")


def test_external_bots_play_the_same_in_workers(tmp_path):
    contest = plan(GAME, ["random", command(EXAMPLE)])
    hold(contest, tmp_path / "one", workers=1)
    hold(contest, tmp_path / "two", workers=2)
    assert games(tmp_path / "one") == games(tmp_path / "two")


def test_another_seed_gives_other_games(tmp_path, quick):
    hold(quick, tmp_path / "one", workers=1)
    hold(plan(GAME, quick.bots, seed=8), tmp_path / "two", workers=1)
    assert games(tmp_path / "one") != games(tmp_path / "two")


def test_every_game_is_a_record_that_replays(tmp_path, quick):
    hold(quick, tmp_path, workers=1)
    with Store(tmp_path, quick) as store:
        results = store.results(12)
    for result in results:
        match = Match.from_record(saved_record(tmp_path / "games.jsonl", result.number))
        assert match.over
        assert match.winners == result.winners
        assert match.decisions == sum(result.decisions)


def test_only_missing_games_are_played(tmp_path, quick):
    assert hold(quick, tmp_path, workers=1)[0] == 0
    before = games(tmp_path)
    assert hold(quick, tmp_path, workers=1) == [12]
    assert games(tmp_path) == before
    assert hold(quick, tmp_path, games=6, workers=1)[0] == 12
    assert games(tmp_path).startswith(before)
    assert numbers(tmp_path) == list(range(18))


def test_the_game_of_a_cut_off_last_line_is_played_again(tmp_path, quick):
    hold(quick, tmp_path, workers=1)
    path, whole = tmp_path / "games.jsonl", games(tmp_path)
    path.write_bytes(path.read_bytes()[:-40])
    assert hold(quick, tmp_path, workers=1) == [11, 12]
    assert games(tmp_path) == whole


def test_games_out_of_order_are_sorted(tmp_path, quick):
    hold(quick, tmp_path, workers=1)
    path, whole = tmp_path / "games.jsonl", games(tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(reversed(lines[2:])))
    assert hold(quick, tmp_path, workers=1)[0] == 10
    assert games(tmp_path) == whole


def test_of_a_game_that_was_kept_twice_the_first_counts(tmp_path, quick):
    hold(quick, tmp_path, workers=1)
    path = tmp_path / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    again = lines[3].replace(b'"winners":[', b'"winners":[9,')
    path.write_bytes(b"".join([*lines, again]))
    with Store(tmp_path, quick) as store:
        assert [result.number for result in store.results(5)] == [0, 1, 2, 3, 4]
        assert 9 not in store.results(5)[3].winners
        assert store.missing(14) == [12, 13]


def test_a_damaged_line_is_reported_by_its_number(tmp_path, quick):
    hold(quick, tmp_path, workers=1)
    path = tmp_path / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], b"{nonsense\n", *lines[5:]]))
    with pytest.raises(DamagedContest, match=r"line 5 of .* is damaged .* delete the line"):
        hold(quick, tmp_path, workers=1)
    path.write_bytes(b"".join([*lines[:4], *lines[5:]]))
    assert hold(quick, tmp_path, workers=1)[0] == 11


def test_a_folder_holds_one_contest(tmp_path, quick):
    hold(quick, tmp_path, workers=1)
    with pytest.raises(OtherContest, match="another contest .seed 7."):
        hold(plan(GAME, quick.bots, seed=8), tmp_path)
    (tmp_path / "plan.json").write_text("{}")
    with pytest.raises(DamagedContest, match="plan.json is damaged"):
        hold(quick, tmp_path)
    (tmp_path / "plan.json").unlink()
    with pytest.raises(DamagedContest, match="plan.json is missing"):
        hold(quick, tmp_path)


def test_a_folder_has_one_writer(tmp_path, quick):
    with Store(tmp_path, quick), pytest.raises(OtherContest, match="another process"):
        Store(tmp_path, quick)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path, quick):
    (tmp_path / "file").write_text("")
    with pytest.raises(DamagedContest, match="cannot store the games"):
        Store(tmp_path / "file", quick)


def test_a_game_says_what_each_seat_played(tmp_path, quick, monkeypatch):
    from quarterdeck.engine.game import find

    scene = find(GAME).hooks.scene
    monkeypatch.setattr(scene, "kind", lambda s, seat: ("south", "north")[seat], raising=False)
    hold(quick, tmp_path, workers=1)
    with Store(tmp_path, quick) as store:
        assert {tuple(result.kinds) for result in store.results(12)} == {("south", "north")}


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interruption_loses_nothing(tmp_path, workers):
    slow = bot(
        tmp_path, "slow", "time.sleep(0.02)", "print(json.dumps({'action': legal[0]}), flush=True)"
    )
    words = ["match", GAME, "random", slow, "--games", "60", "--workers", workers]
    words += ["--out", str(tmp_path / "out")]
    running = subprocess.Popen(
        [sys.executable, "-m", "quarterdeck", *words],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a shell's background processes ignore Ctrl-C, and so would their children
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    _wait_for_games(tmp_path / "out")
    os.killpg(running.pid, signal.SIGINT)  # to the whole group, as a terminal does
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130, said
    assert "run the same command again to continue" in said
    assert "Traceback" not in said
    kept = numbers(tmp_path / "out")
    assert 2 <= len(kept) < 60
    done = hold(plan(GAME, ["random", slow]), tmp_path / "out", games=8, workers=1)
    assert done[0] == sum(number < 8 for number in kept)
    assert numbers(tmp_path / "out") == sorted({*kept, *range(8)})


def test_a_worker_that_dies_is_reported_and_nothing_is_lost(tmp_path):
    murderer = bot(tmp_path, "murderer", "os.kill(os.getppid(), 9)")
    contest = plan(GAME, ["random", "random", murderer])
    with pytest.raises(WorkerDied, match="run the same command again"):
        hold(contest, tmp_path / "out", games=2, workers=2)
    with Store(tmp_path / "out", contest) as store:
        assert set(store.lines) <= {0, 1}  # the games without the murderer


def _wait_for_games(folder: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        path = folder / "games.jsonl"
        if path.exists() and path.read_bytes().count(b"\n") >= 2:
            return
        time.sleep(0.05)
    raise AssertionError("no game was played")


def test_only_an_address_with_a_port_is_tried_before_ray_is():
    with socket.create_server(("127.0.0.1", 0)) as there:
        port = there.getsockname()[1]
        for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}"):
            _check_reachable(address)
    with pytest.raises(NoCluster, match=f"no Ray cluster at 127.0.0.1:{port}"):
        _check_reachable(f"127.0.0.1:{port}")
    for address in ("local", "auto", "somewhere:else", ":6379"):
        _check_reachable(address)

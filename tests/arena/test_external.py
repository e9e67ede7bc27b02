"""External bots: what they are sent, and that no misbehaviour stops a contest."""

import json
import time

import numpy as np
import pytest

from quarterdeck.arena import external
from quarterdeck.arena.game import play
from quarterdeck.arena.plan import plan
from quarterdeck.engine.match import Match
from quarterdeck.engine.state import to_plain
from tests.arena.bots import ANSWER, EXAMPLE, bot, command

GAME = "depth_charge"


def contest(*bots: str, patience: float = 5.0, game: str = GAME):
    return plan(game, list(bots), patience=patience)


def test_the_example_plays_whole_games_of_every_kind():
    for game in ("ping", GAME):
        played = play(contest("random", command(EXAMPLE), game=game), 0)
        assert played.forfeit is None
        assert played.decisions[1] > 0
        assert len(EXAMPLE.read_text().splitlines()) <= 22


def test_the_same_seed_gives_the_same_game():
    with_example = contest("random", command(EXAMPLE))
    assert play(with_example, 3).record == play(with_example, 3).record


def test_a_bot_is_told_its_view_and_nothing_else(tmp_path):
    log = tmp_path / "log"
    writer = bot(tmp_path, "writer", f"open({str(log)!r}, 'a').write(line)", ANSWER)
    played = play(contest("random", writer, game="ping"), 0)
    match, questions = Match(*_settings(played)), map(json.loads, log.read_text().splitlines())
    for batch in played.record.batches:
        for action in batch.actions:
            if batch.seat == 1:
                _same_as_seen(next(questions), match)
            match.act(batch.seat, action)
    assert next(questions, None) is None


def _settings(played):
    from quarterdeck.engine.game import find

    record = played.record
    return find(record.game), record.seats, record.options, bytes.fromhex(record.seed)


def _same_as_seen(question, match):
    view = to_plain(match.game.state, match.view(1))
    assert "rng" not in question["view"]
    for name, value in question["view"].items():
        assert np.array_equal(value, getattr(view, name)), name
    assert [action["id"] for action in question["actions"]] == match.legal()
    assert (question["game"], question["seat"]) == (match.game.id, 1)
    assert question["options"] == match.options
    scene = match.scene(1)
    assert [a["label"] for a in question["actions"]] == [a.label for a in scene.actions]


@pytest.mark.parametrize(
    ("name", "answer", "reason"),
    [
        ("crashes", ["1 / 0"], "exit status 1: ZeroDivisionError: division by zero"),
        ("leaves", ["sys.exit()"], "exit status 0"),
        (
            "hangs",
            [f"{ANSWER} if asked == 0 else time.sleep(60)"],
            "did not answer within 0.5 seconds",
        ),
        ("cheats", ["print(json.dumps({'action': 999}), flush=True)"], "chose action 999"),
        ("babbles", ["print('hello', flush=True)"], "instead of"),
        ("shouts", ["print('9' * 100_000, flush=True)"], "instead of"),
        ("dies", ["os.abort()"], "exit status -6"),
    ],
)
def test_a_bot_that_fails_forfeits_the_game(tmp_path, name, answer, reason):
    made = contest("random", bot(tmp_path, name, *answer), patience=0.5)
    for number in (0, 1):  # the next game has a new process and the same result
        played = play(made, number)
        seat = played.bots.index(1)
        assert played.forfeit is not None
        assert played.forfeit.seat == seat
        assert reason in played.forfeit.reason
        assert played.winners == [1 - seat]
        assert Match.from_record(played.record).winners == [1 - seat]


def test_a_bot_that_closes_its_output_and_lives_on_forfeits(tmp_path):
    complaint = "print('that is all\\n', file=sys.stderr, flush=True)"
    mute = bot(tmp_path, "mute", complaint, "os.close(1)", "time.sleep(60)")
    played = play(contest("random", mute), 0)
    assert played.forfeit is not None
    assert played.forfeit.reason == "closed its output: that is all"


def test_a_team_forfeits_as_a_whole(tmp_path):
    babbler = bot(tmp_path, "babbler", "print('hello', flush=True)")
    played = play(plan("pocket_sub", ["random", babbler], seats=4), 0)
    assert played.sides == [0, 1, 0, 1]
    assert played.bots == [0, 1, 0, 1]
    assert played.winners == [0, 2]
    assert [b.seat for b in played.record.batches if b.kind == "resign"] == [1, 3]


def test_a_result_says_how_often_and_how_long_each_seat_decided(tmp_path):
    slow = bot(tmp_path, "slow", "time.sleep(0.05)", ANSWER)
    played = play(contest("random", slow), 1)
    assert played.bots == [1, 0]
    assert played.decisions == [
        sum(len(batch.actions) for batch in played.record.batches if batch.seat == seat)
        for seat in (0, 1)
    ]
    assert played.seconds[0] > 0.05 * played.decisions[0]
    assert 0 < played.seconds[1] < played.seconds[0]
    assert played.seconds == [round(seconds, 4) for seconds in played.seconds]


def test_only_the_first_decision_waits_for_the_process_to_start(tmp_path, monkeypatch):
    monkeypatch.setattr(external, "START", 3.0)
    late = bot(tmp_path, "late", "time.sleep(0 if asked else 1)", ANSWER)
    assert play(contest("random", late, patience=0.8), 0).forfeit is None


def test_a_program_that_does_not_exist_forfeits():
    played = play(contest("random", "exec:no-such-program --fast"), 0)
    assert played.forfeit is not None
    assert "cannot be started" in played.forfeit.reason


def test_a_bot_that_does_not_read_cannot_block_us(tmp_path, monkeypatch):
    monkeypatch.setattr(external, "START", 0.0)
    monkeypatch.setattr(external.External, "question", lambda *_: "more than a pipe holds" * 10_000)
    path = tmp_path / "deaf.py"
    path.write_text("import time; time.sleep(60)")
    started = time.monotonic()
    played = play(contest("random", command(path), patience=0.3), 0)
    assert played.forfeit is not None
    assert time.monotonic() - started < 10


def test_a_child_that_holds_the_pipe_cannot_block_us(tmp_path):
    sleeper = "[sys.executable, '-c', 'import time; time.sleep(8)']"
    runaway = bot(
        tmp_path,
        "runaway",
        "import subprocess",
        f"subprocess.Popen({sleeper}, start_new_session=True) if asked else {ANSWER}",
        "time.sleep(60 * asked)",
    )
    started = time.monotonic()
    played = play(contest("random", runaway, patience=0.3), 0)
    assert played.forfeit is not None
    assert "did not answer" in played.forfeit.reason
    assert time.monotonic() - started < 6


def test_no_child_of_a_bot_outlives_its_game(tmp_path):
    pid = tmp_path / "pid"
    parent = bot(
        tmp_path,
        "parent",
        "import subprocess",
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])",
        f"open({str(pid)!r}, 'w').write(str(child.pid))",
        "print('oops', flush=True)",
    )
    play(contest("random", parent), 0)
    assert _gone(int(pid.read_text()))


def _gone(pid: int) -> bool:
    """Has the process ended, even if nobody has waited for it?"""
    import psutil

    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def test_one_of_our_bots_that_raises_an_error_forfeits_too(monkeypatch):
    from quarterdeck.bots.random import Random

    def fail(self, view, seat):
        raise ValueError("no idea")

    monkeypatch.setattr(Random, "decide", fail)
    played = play(contest("random", command(EXAMPLE)), 0)
    assert played.forfeit is not None
    assert played.forfeit.reason == "ValueError: no idea"

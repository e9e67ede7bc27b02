"""What each seat is told and shown: the right words for the right eyes."""

import pytest

from quarterdeck.engine import errors
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Batch, Record
from quarterdeck.engine.scene import Board, Cell, Mark, Scene, Told, named_json, without_aid

from .variants import hideout

PING = find("ping")
THREE = {"__init__.py": [("seats=(2, 2)", "seats=(2, 3)")]}


def begun(seed: int = 3) -> Match:
    """A game of PING up to the first draft."""
    match = Match(PING, seed=seed)
    while not match.draft:
        match.act(match.actor, match.legal()[0])
    return match


def texts(match: Match, seat: int | None, since: int = 0) -> list[str]:
    return [line.text for line in match.told(seat, since)]


def test_a_resignation_is_told_to_everybody_in_their_own_words():
    for loser in (0, 1):
        match = Match(PING, seed=3)
        match.resign(loser)
        assert texts(match, loser)[-1] == "You resign."
        for other in (1 - loser, None):
            assert match.told(other)[-1] == Told(f"{{{loser}}} resigns.", seat=loser)
        assert match.scene(loser).outcome.text == match.scene(loser).prompt == "You resigned."
        assert match.scene(None).prompt == f"{{{loser}}} resigned."


def test_the_log_is_the_same_however_often_it_is_read_and_from_where():
    match, read = Match(PING, seed=3), {None: 0, 0: 0, 1: 0}
    for _ in range(12):
        for seat in read:
            read[seat] = len(match.told(seat))
        match.act(match.actor, match.legal()[0])
    again = Match.from_record(match.record())
    for seat, known in read.items():
        assert match.told(seat) == again.told(seat)
        assert match.told(seat, since=known) == again.told(seat)[known:]


def test_a_draft_s_lines_are_for_the_actor_alone():
    match = begun()
    actor = match.actor
    drafted = match.rehearsal()
    drafted.undo(actor)
    assert len(match.told(actor)) > len(drafted.told(actor))
    for other in (1 - actor, None):
        assert match.told(other) == drafted.told(other)


def test_players_are_you_or_a_name_to_fill_in():
    match = Match(find("pocket_sub"), seats=4, seed=1)
    assert [p.name for p in match.scene(2).players] == ["{0}", "{1}", "You", "{3}"]
    assert [p.name for p in match.scene(None).players] == ["{0}", "{1}", "{2}", "{3}"]
    assert [(p.seat, p.team) for p in match.scene(0).players] == list(
        enumerate(match.position.teams)
    )


def test_a_scene_knows_its_viewer_and_who_is_to_act():
    match = begun()
    assert [match.scene(seat).viewer for seat in (0, 1, None)] == [0, 1, None]
    assert {match.scene(seat).actor for seat in (0, 1, None)} == {match.actor}
    assert match.scene(match.actor).actions
    assert not match.scene(1 - match.actor).actions
    assert not match.scene(None).actions
    assert not match.picture(match.actor).actions


def test_who_resigned_among_several_is_shown_no_questions(tmp_path):
    match = Match(hideout(tmp_path, THREE), seats=3, seed=1)
    match.act(0, match.legal()[0])
    match.resign(0)
    assert not match.draft, "what was half done goes with whoever resigned"
    scene = match.scene(0)
    assert (scene.actor, scene.actions, scene.detail, scene.decline) == (0, [], "", None)
    assert scene.prompt == "You resigned; your seat is played on"
    assert match.scene(1).prompt != scene.prompt
    assert match.legal(), "somebody plays it on"


def test_a_draft_is_not_declined_for_its_seat_and_a_lone_way_out_is(tmp_path):
    changes = {
        "scene.py": [("pieces=pieces,", "pieces=pieces, decline=7, concerns=True,")],
        "state.py": [('option(i1, 2, 1, 3, "', 'option(i1, 2, 1, 4, "')],
    }
    match = Match(hideout(tmp_path, changes), options={"guesses": 4}, seed=2)
    match.act(0, match.legal()[-1])
    assert match.may_decline(0, eager=False) is None, "a draft"
    match.act(0, match.legal()[-1])
    assert match.may_decline(1, eager=False) is None, "it concerns the seat"
    for _ in range(3):
        match.act(1, match.legal()[0])
    assert match.legal() == [7], "the hider is in the last hut"
    assert match.may_decline(1, eager=True) == 7, "there is nothing else to do"


def test_an_action_is_taken_where_the_caller_thinks_the_game_is():
    match = begun()
    decisions = match.decisions
    for wrong in (decisions - 1, decisions + 1):
        with pytest.raises(errors.StaleAction, match=f"at decision {decisions}, not {wrong}"):
            match.act(match.actor, match.legal()[0], at=wrong)
    match.act(match.actor, match.legal()[0], at=decisions)
    assert match.decisions == decisions + 1
    assert match.seq == len(match.batches) == len(match.fences) - 1


def test_a_rehearsal_tells_its_own_story():
    match = begun()
    match.told(0)
    trial = match.rehearsal()
    while not trial.over and trial.seq < match.seq + 3:
        trial.act(trial.actor, trial.legal()[0])
    before = texts(match, 0)
    assert len(trial.told(0)) > len(before)
    assert texts(match, 0) == before


# Records -------------------------------------------------------------------------------------


def damaged(record: Record) -> str:
    with pytest.raises(errors.DamagedRecord) as refusal:
        Match.from_record(record)
    return str(refusal.value)


def test_a_damaged_record_says_where():
    record = begun().record()
    record.deal = "0" * 16
    assert damaged(record) == "the deal is another than it was when recorded."
    record = begun().record()
    record.batches[1].digest = "0" * 16
    assert damaged(record) == "batch 1 has other consequences than it had when recorded."
    record = begun().record()
    record.batches.append(Batch(record.batches[0].seat, record.draft))
    record.draft = []
    assert damaged(record) == "batch 2 does not end where its actions become final."
    record = begun().record()
    record.draft = [999]
    assert damaged(record).startswith("the draft's action 999 does not fit: action 999 is not open")
    record = begun().record()
    record.batches[1].actions = [999]
    assert damaged(record).startswith("batch 1 does not fit")


def test_a_replay_runs_compiled_unless_said():
    record = begun().record()
    assert next(record.replay()).match.rules.compiled
    assert not next(record.replay(compiled=False)).match.rules.compiled


def test_a_resignation_in_a_record_must_fit_too():
    record = begun().record()
    record.draft = []
    record.batches += [Batch(0, [], "resign"), Batch(1, [], "resign")]
    assert damaged(record).startswith("batch 3 does not fit: the game is over")


def test_a_seat_that_ran_out_of_time_has_resigned_and_the_record_says_why():
    match = Match(PING, seed=1)
    match.resign(1, late=True)
    assert match.winners == [0]
    assert match.told(1)[-1].text == "You run out of time."
    assert match.told(0)[-1].text == "{1} runs out of time."
    assert match.scene(None).prompt == "{1} ran out of time."
    again = Match.from_record(Record.from_json(match.record().to_json()))
    assert [batch.kind for batch in again.batches] == ["late"]
    assert again.scene(1).prompt == "You ran out of time."


# Scenes --------------------------------------------------------------------------------------


def test_without_aid_hatched_cells_are_plain_and_all_else_stays():
    marks = [Mark("ring", "seen"), Mark("hatch", "maybe"), Mark("symbol", "an objective")]
    board = Board("b", "Board", "square", [Cell("c", 0.5, 0.5, "A", "A", marks=marks)])
    shown = {"game": "", "viewer": 0, "actor": 0, "turn": 1, "prompt": "Play"}
    scene = Scene(**shown, boards=[board], zones=[], pieces=[], players=[])
    (bare,) = without_aid(scene).boards
    assert [mark.kind for mark in bare.cells[0].marks] == ["ring", "symbol"]
    assert scene.boards[0].cells[0].marks == marks


def test_a_question_concerns_its_viewer_unless_the_scene_says_otherwise():
    shown = {"game": "", "viewer": 0, "actor": 0, "turn": 1, "prompt": "Play"}
    drawn = {"boards": [], "zones": [], "pieces": [], "players": []}
    assert Scene(**shown, **drawn).concerns
    for concerns in (True, False):
        scene = Scene(**shown, **drawn, concerns=concerns)
        assert (b'"concerns":false' in named_json(scene, [])) is not concerns
        assert b'"concerns":true' not in named_json(scene, []), "what is usual is not sent"


def test_names_are_quoted_as_json_asks():
    assert named_json(Told("{1}: {0}"), ['"A"', "B\\"]) == b'{"text":"B\\\\: \\"A\\""}'

"""A position never changes, a match may begin from one, and a record is replayed through them."""

import msgspec
import numpy as np
import pytest

from quarterdeck.engine import errors
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.state import clone

from .variants import hideout

PING = find("ping")
OLDER_RULES = {"__init__.py": [("version=1", "version=2")]}


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_acting_seeing_and_imagining_leave_a_position_as_it_was(compiled):
    position = Position.dealt(PING, seed=5, compiled=compiled)
    before = position.state.tobytes()
    after = position.act(position.legal()[3])
    view = position.view(0)
    view["location"] = 9
    imagined = position.imagined(0, position.rules.dice(1))
    assert position.state.tobytes() == before
    assert len({before, after.state.tobytes(), imagined.state.tobytes()}) == 3


def test_what_is_imagined_from_a_view_is_the_truth_to_act_on():
    truth = Position.dealt(PING, seed=5).act(12)
    seen = Position(truth.rules, truth.view(1))
    world = seen.imagined(1, truth.rules.dice(1))
    assert world.act(world.legal()[0]).actor == 0
    with pytest.raises(errors.BrokenGame, match="fault"):
        seen.act(seen.legal()[0])


def test_an_action_that_is_not_open_is_refused():
    position = Position.dealt(PING, seed=5)
    for action in (-1, 10**6, True, np.int64(0)):
        with pytest.raises(errors.IllegalAction, match="not open to seat 0"):
            position.act(action)


def test_a_match_may_begin_from_a_position_made_by_hand_but_has_no_record():
    made = clone(Position.dealt(PING, seed=5, options={"limit": 20}).state)
    made["turn"] = 7
    match = Match.at(Position(PING.load(), made))
    assert match.scene(0).turn == 7
    assert match.options["limit"] == 20
    assert match.act(match.actor, match.legal()[0])
    assert len(match.told(0)) > 0
    with pytest.raises(errors.NoRecord, match="made by hand"):
        match.record()


def test_after_a_resignation_everything_is_shown_to_everybody():
    match = Match(PING, seed=5)
    match.act(0, 12)
    match.act(1, 3)
    assert match.view(0)["location"].tolist() == [[12, -1]]
    match.resign(0)
    for viewer in (0, 1, None):
        assert match.view(viewer)["location"].tolist() == [[12, 3]]
        assert match.view(viewer)["hand"].all()
        assert {piece.seat for piece in match.scene(viewer).pieces if piece.kind == "token"} >= {
            0,
            1,
        }
    assert match.scene(0).outcome.text == "You resigned."
    assert match.scene(1).outcome.text == "{0} resigned."
    assert not match.truth["over"][0], "the truth is left as it was"


def test_with_other_sides_left_a_resignation_shows_nothing(tmp_path):
    game = hideout(tmp_path, {"__init__.py": [("seats=(2, 2)", "seats=(2, 3)")]})
    match = Match(game, seats=3, seed=1)
    while match.actor == 0:
        match.act(0, match.legal()[0])
    before = match.view(1)["hut"].tolist()
    match.resign(2)
    assert match.view(1)["hut"].tolist() == before


def played(game, seed: int = 4) -> Match:
    match = Match(game, seed=seed)
    while match.actor == 0:
        match.act(0, match.legal()[0])
    match.act(1, match.legal()[0])
    return match


def test_a_replay_stops_before_each_entry_and_at_the_end():
    match = Match(PING, seed=5)
    for seat in (0, 1):
        match.act(seat, 12 + seat)
    match.resign(1)
    moments = [(m.match.seq, m.seat, m.action) for m in match.record().replay()]
    assert moments == [(0, 0, 12), (1, 1, 13), (2, 1, None), (3, None, None)]


def test_a_record_of_older_rules_is_good_as_long_as_they_agree(tmp_path):
    record = played(hideout(tmp_path)).record()
    newer = hideout(tmp_path, OLDER_RULES)
    again = Match.from_record(record, game=newer)
    assert again.record().version == 2
    assert again.record().batches == record.batches


def test_a_record_of_older_rules_that_do_not_agree_is_refused_as_such(tmp_path):
    record = played(hideout(tmp_path)).record()
    burnt = "s.burnt = roll(s, st.HUTS)"
    other = {"rules.py": [(burnt, f"{burnt} ^ 1")]}
    with pytest.raises(errors.WrongVersion, match="would have been another"):
        Match.from_record(record, game=hideout(tmp_path, {**OLDER_RULES, **other}))
    with pytest.raises(errors.DamagedRecord):
        Match.from_record(record, game=hideout(tmp_path, other))
    with pytest.raises(errors.WrongVersion, match="newer release"):
        Match.from_record(msgspec.structs.replace(record, version=9), game=hideout(tmp_path))


def test_a_game_may_migrate_older_records(tmp_path):
    migrate = (
        "def migrate(record):\n"
        "    from msgspec.structs import replace\n\n"
        "    return replace(record, version=2, options={'guesses': 3})\n\n\n"
    )
    changes = {**OLDER_RULES, "rules.py": [("OBSERVATION =", f"{migrate}OBSERVATION =")]}
    record = Match(hideout(tmp_path), seed=4).record()
    again = Match.from_record(record, game=hideout(tmp_path, changes))
    assert (record.options["guesses"], again.options["guesses"]) == (2, 3)

"""A match: drafts, take-back, fences, per-seat views and logs, records, refusals."""

import random
from contextlib import suppress

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine import errors
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.scene import Told, named

from .variants import hideout


def started(seed: int = 3) -> Match:
    """A game of PING in which both have chosen their squares."""
    match = Match(find("ping"), seed=seed)
    match.act(match.actor, 6)
    match.act(match.actor, 18)
    return match


def finished(seed: int = 3) -> Match:
    match, choose = Match(find("ping"), seed=seed), random.Random(seed)
    while not match.over:
        match.act(match.actor, choose.choice(match.legal()))
    return match


def moving(match: Match) -> int:
    """An action that begins a movement and can be taken back."""
    scene = match.scene(match.actor)
    return next(a.id for a in scene.actions if a.verb == "move" and not a.final)


def test_a_draft_is_seen_by_the_actor_alone_and_can_be_taken_back():
    match = started()
    actor, other = match.actor, 1 - match.actor
    before = {seat: match.view(seat).tobytes() for seat in (None, actor, other)}
    log = match.told(actor)
    assert match.act(actor, moving(match)) is False
    assert len(match.draft) == 1
    assert match.view(actor).tobytes() != before[actor]
    assert len(match.told(actor)) == len(log) + 1
    assert match.view(other).tobytes() == before[other]
    assert match.view(None).tobytes() == before[None]
    match.undo(actor)
    assert {seat: match.view(seat).tobytes() for seat in (None, actor, other)} == before
    assert match.told(actor) == log


def test_a_draft_is_drawn_for_the_actor_alone():
    match = started()
    actor, other = match.actor, 1 - match.actor
    before = {seat: match.picture(seat) for seat in (None, actor, other)}
    match.act(actor, moving(match))
    assert match.picture(other) is before[other]
    assert match.picture(None) is before[None]
    assert match.picture(actor) != before[actor]
    match.undo(actor)
    assert match.picture(actor) == before[actor]
    while match.actor == actor:
        match.act(actor, match.legal()[0])
    assert match.picture(other) != before[other]


def test_a_rehearsal_plays_on_as_the_match_would_and_leaves_it_alone():
    match = Match(find("ping"), seed=1)
    while not match.draft:
        match.act(match.actor, match.legal()[0])
    before, trial = match.record(), match.rehearsal()
    assert trial.record() == before
    actions = []
    while not actions or trial.draft:
        actions.append(trial.legal()[-1])
        trial.act(trial.actor, actions[-1])
    assert match.record() == before
    for action in actions:
        match.act(match.actor, action)
    assert match.record() == trial.record()
    trial.resign(0)
    assert not match.resigned


def test_nothing_is_taken_back_across_a_fence():
    match = started()
    with pytest.raises(errors.NothingToTakeBack, match="stays"):
        match.undo(match.actor)


def test_a_batch_becomes_known_at_its_fence_each_seat_its_part():
    match = started()
    actor, other = match.actor, 1 - match.actor
    heard = len(match.told(other))
    match.act(actor, moving(match))
    while not match.act(actor, match.legal()[0]):
        assert len(match.told(other)) == heard
    assert len(match.told(other)) > heard
    assert match.draft == []
    assert len(match.batches[-1].actions) >= 2


@pytest.mark.parametrize("action", [-1, 10**6, 3, True, "0", None, 2.0])
def test_an_action_that_is_not_open_is_refused(action):
    match = started()
    before = match.truth.tobytes()
    with pytest.raises(errors.IllegalAction):
        match.act(match.actor, action)
    assert match.truth.tobytes() == before


def test_refusals_have_types_and_say_what_is_the_matter():
    match = started()
    actor, legal = match.actor, match.legal()[0]
    with pytest.raises(errors.NotYourTurn, match=f"seat {actor}'s turn"):
        match.act(1 - actor, legal)
    with pytest.raises(errors.UnknownSeat, match="seats are 0 to 1"):
        match.act(2, legal)
    with pytest.raises(errors.StaleAction, match="moved on"):
        match.act(actor, legal, at=match.decisions - 1)
    with pytest.raises(errors.UnknownSeat):
        match.view(7)
    with pytest.raises(errors.BadOption, match="20 to 100"):
        Match(find("ping"), options={"limit": 7})
    with pytest.raises(errors.BadOption, match="has no option 'speed'"):
        Match(find("ping"), options={"speed": 7})
    with pytest.raises(errors.BadOption, match="for 2 players, not 3"):
        Match(find("ping"), seats=3)
    with pytest.raises(errors.UnknownGame, match="there are:"):
        find("pong")
    over = finished()
    with pytest.raises(errors.GameOver):
        over.act(0, 0)


def test_resigning_is_an_entry_in_the_record_and_the_other_side_wins():
    match = started()
    match.resign(1)
    assert match.over
    assert match.actor is None
    assert match.winners == [0]
    assert match.scene(0).outcome.winners == [0]
    again = Match.from_record(Record.from_json(match.record().to_json()))
    assert again.winners == [0]


def test_with_other_sides_left_a_seat_that_resigned_is_played_on(tmp_path):
    game = hideout(tmp_path, {"__init__.py": [("seats=(2, 2)", "seats=(2, 3)")]})
    match = Match(game, seats=3, seed=1)
    match.act(0, match.legal()[0])
    match.resign(2)
    assert not match.over
    assert match.draft, "somebody else's hesitation is left alone"
    assert match.scene(2).prompt.startswith("You resigned")
    assert "resigns" in match.told(1)[-1].text
    with pytest.raises(errors.NotYourTurn, match="played|plays"):
        match.resign(2)
    match.act(0, match.legal()[0])
    match.resign(0)
    assert match.over
    assert match.winners == [1]
    again = Match.from_record(Record.from_json(match.record().to_json()), game=game)
    assert again.winners == [1]


def test_what_may_be_declined_is_declined_for_those_with_nothing_to_say(tmp_path):
    """A hideout in which the seeker is offered a search he may decline."""
    offer = ("pieces=pieces,", "pieces=pieces, decline=7, concerns=False,")
    game = hideout(tmp_path, {"scene.py": [offer]})
    match = Match(game, seed=1)
    while match.actor == 0:
        match.act(0, match.legal()[0])
    assert match.may_decline(1, eager=True) is None
    assert match.may_decline(1, eager=False) == 7
    assert match.may_decline(0, eager=False) is None, "it is not asked"


def test_a_record_leads_to_the_same_game_and_so_does_one_saved_in_the_middle_of_a_turn():
    match = started()
    match.act(match.actor, moving(match))
    again = Match.from_record(Record.from_json(match.record().to_json()))
    assert again.truth.tobytes() == match.truth.tobytes()
    assert again.draft == match.draft
    whole = finished()
    again = Match.from_record(Record.from_json(whole.record().to_json()))
    assert again.told(0) == whole.told(0)
    assert again.winners == whole.winners


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda r: r.update(version=99), errors.WrongVersion),
        (lambda r: r.update(game="pong"), errors.UnknownGame),
        (lambda r: r.update(seed="xyz"), errors.DamagedRecord),
        (lambda r: r.update(seed="00"), errors.DamagedRecord),
        (lambda r: r.update(seats=9), errors.DamagedRecord),
        (lambda r: r.update(options={"limit": 1}), errors.DamagedRecord),
        (lambda r: r.pop("batches"), errors.DamagedRecord),
        (lambda r: r.update(surprise=1), errors.DamagedRecord),
        (lambda r: r["batches"][2].update(digest="0" * 16), errors.DamagedRecord),
        (lambda r: r["batches"][2]["actions"].append(3), errors.DamagedRecord),
        (lambda r: r["batches"][2]["actions"].clear(), errors.DamagedRecord),
        (lambda r: r["batches"][0].update(seat=1 - r["batches"][0]["seat"]), errors.DamagedRecord),
        (lambda r: r["batches"].append(r["batches"][0]), errors.DamagedRecord),
        (lambda r: r.update(draft=[400]), errors.DamagedRecord),
    ],
)
def test_a_damaged_or_foreign_record_is_refused_with_its_own_error(change, error):
    data = msgspec.json.decode(finished().record().to_json())
    change(data)
    with pytest.raises(error):
        Match.from_record(Record.from_json(msgspec.json.encode(data)))


@pytest.mark.parametrize("text", [b"", b"[]", b"null", b"\xff\xfe", b"{" * 5000, b'{"game": 3}'])
def test_what_is_not_a_record_is_refused(text):
    with pytest.raises(errors.DamagedRecord):
        Record.from_json(text)


@given(data=st.data())
def test_a_record_changed_anywhere_loads_or_is_refused(data):
    text = bytearray(finished().record().to_json())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.sampled_from(b'0919-{}[],:".eE \\x'))
    with suppress(errors.QuarterdeckError):
        Match.from_record(Record.from_json(bytes(text)))


def test_the_interpreted_rules_play_the_same_match():
    quick = finished(11)
    plain = Match.from_record(quick.record(), compiled=False)
    assert plain.truth.tobytes() == quick.truth.tobytes()
    assert plain.scene(0) == quick.scene(0)


def test_views_are_marked_and_refuse_to_be_acted_on_or_shown_to_another():
    match = started()
    rules, view = match.rules, match.view(0)
    before = view.tobytes()
    rules.act(view, 0, match.legal()[0])
    assert view["fault"][0]
    view = np.frombuffer(before, view.dtype).copy()
    rules.conceal(view, 0, 1)
    assert view["fault"][0]


def test_names_fill_in_the_seats_once_and_only_once():
    line = Told("{0} meets {1}.", seat=0)
    assert named(line, ["{1}", "Ada"]).text == "{1} meets Ada."


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_after_a_resignation_a_view_is_still_somebody_s(tmp_path, viewer):
    match = Match(hideout(tmp_path), seed=1)
    match.resign(0)
    view = match.view(viewer)
    assert int(view["viewer"][0]) == (-1 if viewer is None else viewer)
    assert (int(view["over"][0]), int(view["winners"][0])) == (1, 2)

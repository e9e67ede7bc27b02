"""A finished game looked at again: which turns are weighed, what was done, where it turned."""

import random

import pytest

from quarterdeck.bots import Searcher, analysis
from quarterdeck.bots.analysis import TURNING_POINTS, Analysis, _turning_points, analyse
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match

DRAWN, WON = 4, 2
"""Seeds of random games of PING that end in a draw, and in a win."""


def finished(seed: int) -> Match:
    match, dice = Match(find("ping"), options={"limit": 20}, seed=seed), random.Random(seed)
    while match.actor is not None:
        match.act(match.actor, dice.choice(match.legal()))
    return match


def quickly(match: Match, seat: int) -> Analysis:
    return analyse(match.record(), seat, seed=1, seconds=0.2)


def turns_by_hand(match: Match, seat: int) -> list[tuple[int, str, int]]:
    """The turn, the labels and the number of every batch of a seat that began with a choice."""
    again, found = Match(match.game, seed=match.seed, options=match.options), []
    for number, batch in enumerate(match.batches):
        choice, turn, labels = len(again.legal()) > 1, int(again.truth["turn"][0]), []
        for action in batch.actions:
            actions = again.scene(again.actor).actions
            labels.append(next(a.label for a in actions if a.id == action))
            again.act(batch.seat, action)
        if batch.seat == seat and choice:
            found.append((turn, ", ".join(labels), number))
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_every_turn_with_a_choice_is_weighed_and_says_all_that_was_done(seat):
    match = finished(WON)
    found = quickly(match, seat)
    assert found.seat == seat
    assert [(turn.turn, turn.did, turn.step) for turn in found.turns] == turns_by_hand(match, seat)
    assert any(", " in turn.did for turn in found.turns)
    for turn in found.turns:
        assert len(turn.options) == 2
        assert turn.expected == turn.options[0].expected
        assert turn.options[0].label != turn.options[1].label


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("batches", [1, 2, 12])
def test_the_turns_of_a_seat_share_the_simulations(seat, batches, monkeypatch):
    monkeypatch.setattr(analysis, "SIMULATIONS", 2000)
    match = Match(find("ping"), seed=1)
    while match.seq < batches:
        match.act(match.actor, match.legal()[0])
    match.resign(1 - seat)
    mine = max(1, sum(batch.seat == seat for batch in match.batches))
    searcher = Searcher(match.game, 1, 2000 // mine, 600.0)
    expected = [
        [estimate.chance for estimate in searcher.hints(moment.match.view(seat), seat)[:2]]
        for moment in match.record().replay()
        if moment.seat == seat and moment.action is not None and not moment.match.draft
    ]
    found = analyse(match.record(), seat, seed=1, seconds=600.0)
    assert [[option.expected for option in turn.options] for turn in found.turns] == expected


def test_a_turn_without_a_choice_is_left_out():
    match, dice = Match(find("pocket_sub"), seed=2), random.Random(2)
    while match.actor is not None:
        match.act(match.actor, dice.choice(match.legal()))
    for seat in (0, 1):
        found = quickly(match, seat)
        weighed = [(turn.turn, turn.did, turn.step) for turn in found.turns]
        assert weighed == turns_by_hand(match, seat)
        assert len(found.turns) < sum(batch.seat == seat for batch in match.batches)


def test_the_result_is_the_seat_s_own():
    won, drawn = finished(WON), finished(DRAWN)
    (winner,) = won.winners
    assert quickly(won, winner).result == 1.0
    assert quickly(won, 1 - winner).result == 0.0
    assert quickly(drawn, 0).result == 0.5


def test_a_resignation_is_no_result_and_no_turning_point():
    match = Match(find("ping"), seed=1)
    for _ in range(12):
        match.act(match.actor, match.legal()[0])
    match.resign(match.actor)
    for seat in (0, 1):
        found = quickly(match, seat)
        assert found.result is None
        assert found.moments == _turning_points([turn.expected for turn in found.turns])


def test_the_result_counts_as_the_last_chance():
    found = quickly(finished(WON), 0)
    expected = [turn.expected for turn in found.turns]
    assert found.moments == _turning_points([*expected, found.result])
    assert found.moments


def test_turning_points_are_the_greatest_changes_in_the_order_they_came():
    moments = _turning_points([0.5, 0.51, 0.6, 0.2, 0.25, 0.9, 0.95, 0.7])
    assert [(m.at, m.before, m.after) for m in moments] == [
        (2, 0.6, 0.2), (4, 0.25, 0.9), (6, 0.95, 0.7),
    ]  # fmt: skip
    assert len(moments) == TURNING_POINTS == 3


def test_noise_is_no_turning_point():
    assert _turning_points([0.5, 0.515, 0.5, 0.485]) == []
    assert [m.at for m in _turning_points([0.5, 0.525, 0.5])] == [0, 1]
    assert _turning_points([0.5]) == _turning_points([]) == []

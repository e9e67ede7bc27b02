"""A match goes over from interpreted to compiled rules, and nobody can tell."""

import random

import pytest

from quarterdeck.engine.match import Match
from tests.games import OURS

DECISIONS = 60


@pytest.fixture
def game(request):
    game = request.param
    yield game
    game.use_compiled(True)


def played(game, over_at: int | None) -> tuple[list[object], Match]:
    """What everybody is shown of a match that goes over after so many decisions; None: of one that
    is compiled from the start."""
    game.use_compiled(over_at is None)
    match, dice, shown = Match(game, seed=5), random.Random(5), []
    while match.actor is not None and match.decisions < DECISIONS:
        if match.decisions == over_at:
            game.use_compiled(True)
        seat = match.actor
        shown.append((match.scene(seat), match.scene(None), match.view(seat).tobytes()))
        match.act(seat, dice.choice(match.legal()))
    return shown, match


@pytest.mark.parametrize("game", OURS, indirect=True, ids=lambda game: game.id)
def test_a_match_that_goes_over_is_the_same_match(game):
    as_ever, compiled = played(game, None)
    changed, match = played(game, 25)
    assert compiled.rules.compiled
    assert match.rules.compiled
    assert changed == as_ever
    assert match.record() == compiled.record()
    assert {position.rules.compiled for position in match.fences} == {True}


@pytest.mark.parametrize("game", OURS[:1], indirect=True, ids=lambda game: game.id)
def test_rules_that_were_asked_for_stay(game):
    plain = Match(game, seed=5, compiled=False)
    plain.act(plain.actor, plain.legal()[0])
    assert not plain.rules.compiled


@pytest.mark.parametrize("game", OURS[:1], indirect=True, ids=lambda game: game.id)
def test_a_draft_can_be_taken_back_after_going_over(game):
    game.use_compiled(False)
    match = Match(game, seed=5)
    while not match.draft:
        match.act(match.actor, match.legal()[0])
    before = match.truth.tobytes()
    game.use_compiled(True)
    if not match.act(match.actor, match.legal()[0]):
        match.undo(match.actor)
        assert match.truth.tobytes() == before
        match.undo(match.actor)
        assert match.draft == []

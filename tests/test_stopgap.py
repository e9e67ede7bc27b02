"""The bot that plays while a game is being compiled."""

import time

import pytest

from quarterdeck.bots import make, stopgap
from quarterdeck.bots.stopgap import SECONDS, Stopgap
from quarterdeck.engine.match import Match
from tests.games import OURS, example

SHORT = 40
"""Decisions of a game that are looked at."""


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_it_answers_soon_with_legal_actions(game):
    match = Match(game, seed=2)
    bots = [Stopgap(game, seat) for seat in range(match.seats)]
    slowest = 0.0
    while match.actor is not None and match.decisions < SHORT:
        seat, before = match.actor, time.process_time()
        action = bots[seat].choose(match.view(seat), seat)
        slowest = max(slowest, time.process_time() - before)
        match.act(seat, action)  # refuses what is not legal
    assert slowest < 2 * SECONDS


@pytest.mark.parametrize("name", ["hideout", "kuhn"])
def test_without_a_rule_of_thumb_it_tries_what_is_best(name, monkeypatch):
    monkeypatch.setattr(stopgap, "SECONDS", 0.02)
    game = example(name)
    assert game.hooks.policy.prefer is None
    won = 0.0
    for seed in range(150):
        match = Match(game, seed=seed, compiled=False)
        players = [Stopgap(game, seed), make("random", game, seed)]
        if seed % 2:
            players.reverse()
        while match.actor is not None:
            seat = match.actor
            match.act(seat, players[seat].choose(match.view(seat), seat))
        won += match.position.returns()[seed % 2]
    assert won > 0


def test_it_takes_a_sure_win():
    """Play on until some action wins in every world: the stopgap must find one."""
    game = next(game for game in OURS if game.id == "ping")
    found = 0
    for seed in range(40):
        match, walker = Match(game, seed=seed), make("random", game, seed)
        while (seat := match.actor) is not None and not found:
            sure = [a for a in match.legal() if _ends_won(match, seat, a)]
            if sure and len(match.legal()) > 1 and _certain(match, seat, sure[0]):
                assert Stopgap(game, seed).choose(match.view(seat), seat) in sure
                found += 1
            match.act(seat, walker.choose(match.view(seat), seat))
    assert found


def _ends_won(match: Match, seat: int, action: int) -> bool:
    after = match.position.after(action)
    return after.over and seat in after.winners


def _certain(match: Match, seat: int, action: int) -> bool:
    dice = match.rules.dice(1)
    worlds = [match.position.imagined(seat, dice).after(action) for _ in range(50)]
    return all(after.over and seat in after.winners for after in worlds)

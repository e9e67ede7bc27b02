"""The policy judges how a game stands: everybody's chances, and what they rest on."""

from __future__ import annotations

import pytest

from quarterdeck.bots import make
from quarterdeck.engine.match import Match
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.state import to_plain
from quarterdeck.games.zerpang import GAME, policy
from quarterdeck.games.zerpang.state import DO_CLASS, State
from quarterdeck.games.zerpang.tables import ALIEN, ZOMBIE

prospect = interpret(policy.prospect)


def positions(players: int, every: int = 40):
    """Of a game of deckhands."""
    match = Match(GAME, players, seed=players)
    bots = [make("deckhand", GAME, seat) for seat in range(players)]
    while (seat := match.actor) is not None:
        if match.decisions % every == 0:
            yield to_plain(State, match.truth)
        match.act(seat, bots[seat].choose(match.view(seat), seat))


@pytest.mark.parametrize("players", range(2, 7))
def test_everybodys_chances_add_up(players) -> None:
    for s in positions(players):
        chances = [prospect(s, seat) for seat in range(players)]
        assert min(chances) >= 0
        assert 950 <= sum(chances) <= 1000, chances


@pytest.mark.parametrize("players", range(policy.CROWD, 7))
def test_in_a_crowd_a_card_more_is_a_better_chance(players) -> None:
    raised = 0
    for s in positions(players):
        before = prospect(s, 0)
        s.hand_size[0] += 1
        raised += prospect(s, 0) > before
        assert prospect(s, 0) >= before
    assert raised


def test_who_chooses_first_of_six_nearly_always_takes_a_class_that_wins() -> None:
    chosen = []
    for seed in range(20):
        match = Match(GAME, 6, seed=seed)
        bot = make("captain", GAME, seed, simulations=50)  # by rules of thumb
        chosen.append(bot.choose(match.view(match.actor), match.actor) - DO_CLASS)
    assert chosen.count(ALIEN) + chosen.count(ZOMBIE) >= 17

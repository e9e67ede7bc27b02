"""Bots play from views, the same from the same seed, and the lookout beats chance."""

import pytest

from quarterdeck.bots import UnknownBot, bots, make
from quarterdeck.engine.errors import NotTheTruth
from quarterdeck.engine.game import find, listing
from quarterdeck.engine.match import Match


def play(names: list[str], seed: int, bot_seed: int = 0, name: str = "ping") -> Match:
    game = find(name)
    seated = [make(name, game, bot_seed + seat) for seat, name in enumerate(names)]
    match = Match(game, seed=seed)
    while match.actor is not None:
        match.act(match.actor, seated[match.actor].choose(match.view(match.actor), match.actor))
    return match


def test_a_bot_refuses_the_truth_and_others_views():
    match = Match(find("ping"), seed=1)
    bot = make("lookout", match.game, 0)
    for wrong in (match.truth, match.view(None), match.view(1 - match.actor)):
        with pytest.raises(NotTheTruth):
            bot.choose(wrong, match.actor)


def test_choosing_leaves_the_view_alone():
    match = Match(find("ping"), seed=1)
    for name in bots():
        view = match.view(match.actor)
        before = view.tobytes()
        assert make(name, match.game, 3).choose(view, match.actor) in match.legal()
        assert view.tobytes() == before


def test_the_same_seed_gives_the_same_game():
    assert play(["lookout", "random"], 5, 9).record() == play(["lookout", "random"], 5, 9).record()
    assert play(["random", "random"], 5, 9).record() != play(["random", "random"], 5, 10).record()


@pytest.mark.parametrize("game", listing(), ids=lambda game: game.id)
def test_the_lookout_beats_chance(game):
    wins = 0
    for number in range(20):
        names = ["lookout", "random"] if number % 2 else ["random", "lookout"]
        wins += play(names, number, name=game.id).winners == [names.index("lookout")]
    assert wins >= 16


def test_an_unknown_bot_is_refused_by_name():
    with pytest.raises(UnknownBot, match="random, lookout"):
        make("deep-blue", find("ping"), 0)

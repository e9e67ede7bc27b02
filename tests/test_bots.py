"""Bots play from views, the same from the same seed; the search finds wins and tells no secrets."""

import importlib
import time
from pathlib import Path

import numpy as np
import pytest

from quarterdeck.bots import LEVELS, Searcher, UnknownBot, bots, make
from quarterdeck.bots.search import ALIKE
from quarterdeck.bots.tree import MADE, USED
from quarterdeck.engine import cache
from quarterdeck.engine.errors import NotTheTruth
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from tests.games import OURS
from tests.ping.table import position

HIDEOUT = Path(__file__).parent.parent / "examples" / "hideout"


def play(names: list[str], seed: int, bot_seed: int = 0, name: str = "ping") -> Match:
    game = find(name)
    seated = [make(name, game, bot_seed + seat) for seat, name in enumerate(names)]
    match = Match(game, seed=seed)
    while match.actor is not None:
        match.act(match.actor, seated[match.actor].choose(match.view(match.actor), match.actor))
    return match


def advanced(game: str, seed: int, decisions: int) -> Match:
    """A match after some random decisions, at one with a choice."""
    match = Match(find(game), seed=seed)
    walker = make("random", match.game, seed)
    while match.actor is not None and (match.decisions < decisions or len(match.legal()) < 2):
        match.act(match.actor, walker.choose(match.view(match.actor), match.actor))
    assert match.actor is not None
    return match


# All bots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bots())
def test_a_bot_refuses_the_truth_and_others_views(name):
    match = Match(find("ping"), seed=1)
    bot = make(name, match.game, 0)
    for wrong in (match.truth, match.view(None), match.view(1 - match.actor)):
        with pytest.raises(NotTheTruth):
            bot.choose(wrong, match.actor)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_bots_choose_what_is_legal_and_leave_the_view_alone(game):
    for name in bots():
        limits = {"simulations": 200} if name == "admiral" else {}
        bot = make(name, game, 3, **limits)
        for decisions in (0, 7, 20):
            match = advanced(game.id, 1, decisions)
            view = match.view(match.actor)
            before = view.tobytes()
            assert bot.choose(view, match.actor) in match.legal(), name
            assert view.tobytes() == before, name


def test_the_same_seed_gives_the_same_game():
    for name in ("deckhand", "cadet", "lookout", "mate"):
        assert play([name, "random"], 5, 9).record() == play([name, "random"], 5, 9).record()
    assert play(["random", "random"], 5, 9).record() != play(["random", "random"], 5, 10).record()


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_the_mate_beats_chance(game):
    wins = 0
    for number in range(10):
        names = ["mate", "random"] if number % 2 else ["random", "mate"]
        wins += play(names, number, name=game.id).winners == [names.index("mate")]
    assert wins >= 8


def test_levels_are_bots_weakest_first():
    assert [name for name in bots() if name in LEVELS] == list(LEVELS)
    assert all(bots().values())


def test_an_unknown_bot_is_refused_by_name():
    with pytest.raises(UnknownBot, match="random, deckhand"):
        make("deep-blue", find("ping"), 0)


# The search ----------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_is_the_same_for_a_seed_and_a_budget(threads):
    def visits(seed: int, warm: bool = False) -> list[int]:
        bot = Searcher(find("ping"), seed, simulations=3000, seconds=600, threads=threads)
        if warm:
            bot.warm()
        match = advanced("ping", 2, 10)
        return [estimate.visits for estimate in bot.think(match.view(match.actor), match.actor)]

    assert visits(5) == visits(5) == visits(5, warm=True)
    assert visits(5) != visits(6)
    assert sum(visits(5)) <= 3000


def test_threads_share_the_simulations():
    match = advanced("ping", 2, 10)
    bot = Searcher(match.game, 1, simulations=1000, threads=2)
    bot.think(match.view(match.actor), match.actor)
    assert [int(tree.counts[MADE]) for tree in bot.trees] == [500, 500]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_warming_up_compiles_the_search(game):
    """Even if the first decision of a game is forced."""
    bot = make("captain", game, 1, instinct=0)
    bot.warm()
    assert all(entry.signatures for entry in bot.entry)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_no_decision_exceeds_its_time(game):
    """Measured in processor time, since other work may slow this machine down."""
    bot = Searcher(game, 1, simulations=10**6, seconds=0.25)
    bot.warm()
    match = advanced(game.id, 4, 9)
    clock, work = time.perf_counter(), time.process_time()
    bot.choose(match.view(match.actor), match.actor)
    clock, work = time.perf_counter() - clock, time.process_time() - work
    assert work <= 0.25 * 1.1
    assert clock <= 0.25 * 1.1 or work < 0.8 * clock  # late only if something else was running


def test_compiling_costs_no_simulations(hideout, monkeypatch, tmp_path):
    """A bot's first decision on a machine gets as many simulations as any other."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.delitem(hideout.load().extras, "tree", raising=False)
    match = Match(hideout, seed=1)
    bot = Searcher(hideout, 1, simulations=100, seconds=0.5)
    bot.think(match.view(match.actor), match.actor)
    assert int(bot.trees[0].counts[MADE]) == 100


def test_a_hint_searches_the_two_best_actions_well():
    match = advanced("ping", 3, 10)
    seat = match.actor
    playing, hinting = (Searcher(match.game, 1, simulations=4000, seconds=600) for _ in range(2))
    abandoned = sorted(e.visits for e in playing.think(match.view(seat), seat))[-2]
    second = hinting.hints(match.view(seat), seat)[1]
    assert abandoned < 400
    assert second.visits >= 1000


def test_visits_are_carried_over_to_the_next_decision():
    match = advanced("ping", 3, 10)
    seat = match.actor
    bot = Searcher(match.game, 1, simulations=4000)
    best = bot.think(match.view(seat), seat)[0]
    for (
        action
    ) in match.legal():  # a card played for its movement: the turn continues without a fence
        if match.game.actions.parse(action)[0] == "move":
            best = next(a for a in bot.think(match.view(seat), seat) if a.action == action)
            match.act(seat, action)
            break
    bot.think(match.view(seat), seat)
    made = int(bot.trees[0].counts[MADE])
    assert best.visits > 100
    assert made <= max(4000 - best.visits + 1, 1000), "earlier visits count towards the budget"


def test_a_tree_that_does_not_fit_the_view_is_dropped():
    bot = Searcher(find("ping"), 1, simulations=1000)
    for seed in (3, 4):
        match = advanced("ping", seed, 10)
        bot.think(match.view(match.actor), match.actor)
        assert int(bot.trees[0].counts[USED]) <= int(bot.trees[0].counts[MADE])


# What it finds -------------------------------------------------------------------------------


@pytest.fixture
def hideout(monkeypatch):
    monkeypatch.syspath_prepend(str(HIDEOUT))
    return importlib.import_module("hideout").GAME


def burnt_0(hideout) -> Match:
    return next(m for m in (Match(hideout, seed=n) for n in range(99)) if m.truth["burnt"][0] == 0)


def test_a_forced_move_needs_no_thought(hideout):
    match = burnt_0(hideout)
    match.act(0, 0)  # the row in which one hut is left
    bot = Searcher(hideout, 1)
    assert bot.choose(match.view(0), 0) == match.legal()[0]
    assert int(bot.trees[0].counts[MADE]) == 0


def test_the_search_does_not_peek_in_imagined_worlds(hideout):
    """Hut 0 is burnt; the seeker has two guesses. A guess in the row of two tells where to look
    next, a guess at the lone hut does not. A search that peeks believes that every guess wins."""
    match = next(m for m in (Match(hideout, seed=n) for n in range(99)) if m.truth["burnt"][0] == 0)
    for action in (1, 2):  # row 1, column 0
        match.act(0, action)
    bot = Searcher(hideout, 1, simulations=4000)
    found = bot.hints(match.view(1), 1)
    chances = {estimate.action - 4: estimate.chance for estimate in found}
    assert found[0].action - 4 in (2, 3)
    assert found[0].chance > 0.95
    assert chances[1] < 0.75


@pytest.mark.parametrize("name", LEVELS)
def test_a_win_at_hand_is_taken(name):
    game = position(red="Z", blue="C", red_reported="AEMV")
    bot = make(name, game.match.game, 1, seconds=0.5)
    game.match.act(0, bot.choose(game.match.view(0), 0))
    assert game.winner == "red"


@pytest.mark.parametrize("name", ["mate", "captain"])
def test_a_damaged_adversary_in_the_open_is_sunk(name):
    game = position(
        red="M",
        blue="L",
        red_hand=["MOVE 1 / DECK GUN", "MOVE 2 / LISTEN", "MOVE 3 / DIVE"],
        blue_disabled=["MOVE 2 / PING", "MOVE 2 / TORPEDO"],
        last=("MOVE 3 / TORPEDO", "MOVE 3"),
    )
    bot = make(name, game.match.game, 1)
    game.match.act(0, bot.choose(game.match.view(0), 0))
    assert game.winner == "red"


def test_a_chance_is_one_seats_and_certain_at_the_end():
    game = position(red="Z", blue="C", red_reported="AEMV")
    bot = Searcher(game.match.game, 1, simulations=2000)
    view = game.match.view(0)
    assert bot.chance(view, 0) > 0.95
    assert bot.chance(game.match.view(1), 1) < 0.2
    found = bot.hints(view, 0)
    first, *rest = found  # of those as good, the network's favourite comes first
    assert [a.action for a in rest] == [a.action for a in sorted(rest, key=lambda a: -a.visits)]
    assert first.chance > max(a.chance for a in rest) - ALIKE
    assert {a.action for a in found} == set(game.match.legal())
    game.report()
    assert [bot.chance(game.match.view(seat), seat) for seat in range(2)] == [1.0, 0.0]
    with pytest.raises(NotTheTruth):
        bot.hints(game.match.truth, 0)


def test_a_choice_among_equivalent_actions_gets_an_estimate_too():
    """For the first shot all of Hidden Threat's targets are alike: only one is considered."""
    match = Match(find("hidden_threat"), seed=3)
    seat = match.actor
    match.act(seat, match.game.actions.verbs["play"].start)
    assert len(match.legal()) == 12
    (estimate,) = Searcher(match.game, 1, simulations=500).hints(match.view(seat), seat)
    assert estimate.visits > 0
    assert 0.3 < estimate.chance < 0.7


def test_progressive_widening_limits_the_actions_tried():
    """Where rules of thumb are good, most legal actions are not worth a visit."""
    match = Match(find("depth_charge"), seed=3)
    seat = match.actor
    tried = {}
    for widen in (0.0, 0.5):
        bot = Searcher(match.game, 1, simulations=144, seconds=600)
        bot.tuning = bot.tuning._replace(widen=widen)
        tried[widen] = sum(a.visits > 0 for a in bot.think(match.view(seat), seat))
    assert tried[0.5] == 1 + 0.5 * 12
    assert tried[0.0] > 12


def test_searches_work_for_any_number_of_players():
    """Each seat's choices are credited with that seat's own result."""
    for game in OURS:
        for seats in range(game.seats[0], game.seats[1] + 1):
            match = Match(game, seats=seats, seed=1)
            seat = match.actor
            found = Searcher(game, 1, simulations=200).think(match.view(seat), seat)
            assert np.isclose(sum(a.visits for a in found), 200)
            assert all(0 <= a.chance <= 1 for a in found)

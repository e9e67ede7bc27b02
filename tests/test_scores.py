"""A game with scores, wherever a result is read: by bots, in hints, analysis, matches and arena."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from quarterdeck.arena.game import Played, Result, play
from quarterdeck.arena.plan import plan
from quarterdeck.bots import Estimate, Searcher, make
from quarterdeck.bots.analysis import TURNING_POINTS, analyse, hints
from quarterdeck.bots.tree import VIEW
from quarterdeck.engine import chance
from quarterdeck.engine.game import _registry, find
from quarterdeck.engine.match import Match
from quarterdeck.engine.scene import Consequence, Outcome, signed
from quarterdeck.engine.simulate import simulate
from quarterdeck.testing import Scenario
from tests.games import example

LEDUC = example("leduc")
ACTION = {name: ids.start for name, ids in LEDUC.actions.verbs.items()}
JACK, QUEEN, KING = 0, 2, 4
"""Of spades; the other one is the next number."""


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_registry()[0], "leduc", LEDUC)


def dealt(first: int, second: int, public: int | None = None, paid: int = 1) -> Scenario:
    """Both hold a card and have paid their ante; with a public card, the second round begins."""
    table = Scenario.deal(LEDUC, ["first", "second"])
    s = table.blank()
    for seat, card in enumerate((first, second)):
        s.card[seat], s.paid[seat] = card, paid
    if public is not None:
        s.public, s.round = public, 1
    return table.set_to(s)


def bet(table: Scenario, *verbs: str) -> Match:
    for verb in verbs:
        table.act(verb)
    return table.match


def thought(match: Match, simulations: int = 4000) -> tuple[Searcher, dict[str, Estimate]]:
    """A searcher that has looked for the actor, and what it found, by verb."""
    bot = Searcher(LEDUC, 1, simulations=simulations, seconds=600)
    found = bot.think(match.view(match.actor), match.actor)
    return bot, {LEDUC.actions.parse(one.action)[0]: one for one in found}


# Bots ----------------------------------------------------------------------------------------


def test_an_estimate_says_which_score_to_expect():
    match = bet(dealt(JACK, KING + 1, KING), "raise")
    _, found = thought(match)
    assert found["fold"].score == pytest.approx(-1, abs=0.02), (
        "the ante is lost, whatever is hidden"
    )
    assert found["call"].score == pytest.approx(5, abs=0.02), "a pair of kings cannot lose"
    assert found["raise"].score > 5
    assert found["raise"].expected == found["raise"].score
    assert found["raise"].score == -13 + 26 * found["raise"].chance


def test_without_scores_a_chance_is_expected():
    assert Estimate(3, 10, 0.25).expected == 0.25
    assert Estimate(3, 10, 0.25, 0.0).expected == 0.0, "nought is a score"


def test_a_sure_win_is_left_for_a_higher_one():
    match = bet(dealt(JACK, KING + 1, KING), "raise")
    bot, _ = thought(match)
    assert bot._win_at_hand(match.view(1), 1) is None
    assert make("captain", LEDUC, 1).choose(match.view(1), 1) == ACTION["raise"]


def test_the_highest_score_of_all_is_taken_at_sight():
    match = bet(dealt(JACK, KING + 1, KING, paid=5), "call", "raise", "raise")
    assert thought(match)[0]._win_at_hand(match.view(1), 1) == ACTION["call"]


def test_a_fold_is_never_misjudged_and_a_call_is():
    match = bet(dealt(JACK, QUEEN), "raise")
    bot, found = thought(match, 40)
    assert bot._misjudgement(found["fold"]) == 0.0
    errors = [bot._misjudgement(found["call"]) for _ in range(400)]
    assert min(errors) < -0.05
    assert max(errors) > 0.05
    assert max(map(abs, errors)) < 0.6, "of 26 chips between the lowest and the highest score"
    assert bot.trees[0].states["viewer"][VIEW] == 1


def test_at_the_end_a_score_has_its_place_between_the_lowest_and_the_highest():
    match = bet(dealt(JACK, KING), "raise", "fold")
    bot = Searcher(LEDUC, 1)
    assert [bot.chance(match.view(seat), seat) for seat in (0, 1)] == [14 / 26, 12 / 26]


@pytest.mark.parametrize("level", ["cadet", "mate", "captain"])
def test_every_level_scores_against_random_play(level):
    bot, other, total = make(level, LEDUC, 1), make("random", LEDUC, 2), 0
    for deal in range(100):
        for seat in (0, 1):
            match = Match(LEDUC, seed=deal)
            while match.actor is not None:
                player = bot if match.actor == seat else other
                match.act(match.actor, player.choose(match.view(match.actor), match.actor))
            total += match.scores[seat]
    assert total > 60


# Analysis ------------------------------------------------------------------------------------


def finished(*verbs: str, seed: int = 3) -> Match:
    match = Match(LEDUC, seed=seed)
    for verb in verbs:
        match.act(match.actor, ACTION[verb])
    assert match.over
    return match


def test_an_analysis_speaks_of_scores():
    match = finished("raise", "raise", "fold")
    found = [analyse(match.record(), seat, seed=1, seconds=1.0) for seat in (0, 1)]
    assert [one.result for one in found] == [-3.0, 3.0]
    assert all(one.scored for one in found)
    folding = found[0].turns[-1]
    assert folding.did == "Fold"
    assert folding.expected == folding.options[0].expected
    assert folding.expected >= -3.02, "to fold is one of the options"
    assert all(
        -13 <= option.expected <= 13 for one in found for t in one.turns for option in t.options
    )


def test_a_hint_speaks_of_scores():
    match = bet(dealt(QUEEN, JACK, KING), "raise")
    best, _ = hints(match, 1, Searcher(LEDUC, 1, simulations=4000))
    assert best.label == "Fold"
    assert best.expected == pytest.approx(-1, abs=0.02)


def test_half_a_chip_turns_no_game():
    changes = []
    for seed in range(4):
        match = finished(*["call", "raise", "raise", "call"] * 2, seed=seed)
        found = analyse(match.record(), 0, seed=1, seconds=0.5)
        expected = [*(turn.expected for turn in found.turns), found.result]
        steps = [abs(after - before) for before, after in pairwise(expected)]
        large = [at for at, step in enumerate(steps) if step > 0.52]
        assert {moment.at for moment in found.moments} <= set(large)
        assert len(found.moments) == min(len(large), TURNING_POINTS)
        changes += steps
    assert any(0.02 < step < 0.52 for step in changes)


# Matches -------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_outcome_names_every_seat_s_score(viewer):
    match = bet(dealt(JACK, KING, KING + 1), "raise")
    assert match.scores is None
    match.act(1, ACTION["call"])
    assert match.scores == [-5, 5]
    outcome = match.scene(viewer).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ([1], [-5, 5])


def test_a_draw_has_scores_too():
    match = bet(dealt(JACK, JACK + 1, KING), "call", "call")
    assert match.scene(0).outcome.scores == [0, 0]


def test_a_resignation_has_winners_but_no_scores():
    match = bet(dealt(JACK, KING), "raise")
    match.resign(1)
    assert match.winners == [0]
    assert match.scores is None
    assert match.scene(0).outcome == Outcome([0], "{1} resigned.")


def test_games_without_scores_say_nothing_of_them():
    match = Match(find("ping"), seed=1)
    match.resign(0)
    assert match.scores is None
    assert b"scores" not in msgspec.json.encode(match.scene(1))


def hands(match: Match, viewer: int | None) -> list[bool]:
    """Whose cards a viewer sees, in the view and in the picture."""
    cards = match.view(viewer)["card"][0]
    drawn = {piece.id: bool(piece.halves) for piece in match.scene(viewer).pieces}
    assert [card >= 0 for card in cards] == [drawn["card:0"], drawn["card:1"]]
    return [drawn["card:0"], drawn["card:1"]]


def test_hands_are_shown_at_a_showdown_only():
    shown = bet(dealt(JACK, KING, KING + 1), "call", "call")
    folded = bet(dealt(JACK, KING, KING + 1), "raise", "fold")
    assert [hands(shown, viewer) for viewer in (0, 1, None)] == [[True, True]] * 3
    assert [hands(folded, viewer) for viewer in (0, 1, None)] == [
        [True, False], [False, True], [False, False],
    ]  # fmt: skip


@pytest.mark.parametrize("verbs", [[], ["raise"], ["call", "raise", "call"]])
def test_who_resigns_shows_no_hand_even_where_payments_are_equal(verbs):
    match = bet(dealt(JACK, KING), *verbs)
    match.resign(0)
    assert [hands(match, viewer) for viewer in (0, 1, None)] == [
        [True, False], [False, True], [False, False],
    ]  # fmt: skip
    view = match.view(0)
    assert (int(view["over"][0]), int(view["winners"][0])) == (1, 2)


def test_what_an_action_scores_is_foreseen_where_it_is_sure_and_is_no_warning():
    match = bet(dealt(JACK, KING + 1, KING), "raise")
    told = {action.label: action.consequences for action in match.scene(1).actions}
    assert told["Fold"] == [Consequence("The game ends, and you score -1.")]
    assert told["Call: pay 4"] == [Consequence("The game ends, and you score +5.")]
    unsure = bet(dealt(JACK, QUEEN, KING), "raise")
    told = {action.label: action.consequences for action in unsure.scene(1).actions}
    assert told["Call: pay 4"] == []


def test_scores_are_written_with_their_sign():
    assert [signed(score) for score in (3, 0, -1)] == ["+3", "0", "-1"]
    assert [signed(score, 1) for score in (1.26, 0.0, -0.04, -1.0)] == [
        "+1.3",
        "0.0",
        "0.0",
        "-1.0",
    ]


# Many games ----------------------------------------------------------------------------------


def at_random(node: chance.Node) -> float:
    """What seat 0 scores on average if everybody plays at random, exactly."""
    if isinstance(node, chance.Chance):
        return sum(at_random(node.take(k)) for k in range(node.outcomes)) / node.outcomes
    if node.over:
        return node.returns()[0]
    legal = node.legal()
    return sum(at_random(chance.act(node, action)) for action in legal) / len(legal)


def test_simulated_games_have_the_scores_that_the_tree_says():
    found = simulate(LEDUC, 400_000, seed=1)["mean_scores"]
    assert found[0] == -found[1]
    assert found[0] == pytest.approx(
        at_random(chance.deal(LEDUC)), abs=0.03
    )  # four errors of 0.007
    assert "mean_scores" not in simulate(find("ping"), 10, seed=1)


def test_the_arena_stores_scores():
    contest = plan("leduc", ["random", "exec:false"], patience=0.1)
    game = play(plan("leduc", ["random", "random"]), 0)
    assert game.scores == Match.from_record(game.record).scores
    assert sum(game.scores) == 0
    again = msgspec.json.decode(msgspec.json.encode(game), type=Played)
    assert again.scores == game.scores
    forfeited = play(contest, 0)
    assert forfeited.forfeit is not None
    assert forfeited.scores == []
    assert b'"scores"' not in msgspec.json.encode(forfeited)


def test_a_stored_game_from_before_there_were_scores_can_be_read():
    line = (
        b'{"number":0,"deal":0,"bots":[0,1],"sides":[0,1],"winners":[0],'
        b'"decisions":[1,1],"seconds":[0.1,0.1]}'
    )
    assert msgspec.json.decode(line, type=Result).scores == []

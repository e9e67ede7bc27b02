"""Solving: the tree, the equilibrium, the best answer, and the table that comes of it."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from quarterdeck.bots import make
from quarterdeck.bots.solved import Solved
from quarterdeck.engine import chance
from quarterdeck.engine.chance import Chance
from quarterdeck.engine.game import find
from quarterdeck.engine.position import Position
from quarterdeck.solve import (
    Strategy,
    TooLarge,
    build,
    estimate,
    exploitability,
    sampled,
    solve,
    strategy_of,
)
from quarterdeck.solve.strategy import BadStrategy
from tests.engine.variants import hideout
from tests.games import ROOT, example, installed


@pytest.fixture(scope="module")
def leduc():
    return build(example("leduc"))


@pytest.fixture(scope="module")
def kuhn():
    return build(example("kuhn"))


@pytest.fixture(scope="module")
def solved(leduc):
    return solve(leduc)


# The tree ------------------------------------------------------------------------------------


def test_leduc_has_the_tree_it_should_have(leduc):
    assert (leduc.size, len(leduc.first), leduc.views) == (9457, 936, 936)


def test_an_estimate_is_near_the_truth(leduc):
    assert leduc.size / 2 < estimate(leduc.game) < 2 * leduc.size


def test_too_large_a_game_is_refused_with_an_estimate():
    with pytest.raises(TooLarge, match=r"PING .* more than 10\^18 nodes; 20,000,000 can be solved"):
        build(find("ping"))
    with pytest.raises(TooLarge, match="Leduc Poker with these options has about 10,000 nodes"):
        build(example("leduc"), limit=1000)
    with pytest.raises(TooLarge, match="has more than 9,000 nodes"):
        build(example("leduc"), limit=9000)


def test_only_games_whose_results_add_up_to_nought_are_solved(tmp_path):
    changes = {
        "rules.py": [("OBSERVATION = ", "SCORE = Score(0, 1, zero_sum=False)\nOBSERVATION = "),
                     ("import Row", "import Row, Score")],
        "state.py": [("    burnt: int", "    score: Row = everyone(i1, 2)\n    burnt: int")],
    }  # fmt: skip
    with pytest.raises(TooLarge, match="add up to nought"):
        build(hideout(tmp_path, changes))


# The equilibrium -----------------------------------------------------------------------------


def test_leduc_comes_out_as_known(solved):
    assert solved.exploitability < 0.001
    assert solved.value == pytest.approx(-0.0856, abs=0.0005)


def test_kuhn_comes_out_as_known(kuhn):
    found = solve(kuhn, target=0.0001)
    assert found.value == pytest.approx(-1 / 18, abs=0.0002)


def test_a_limit_of_time_ends_the_search(leduc):
    found = solve(leduc, target=0.0, seconds=0.05)
    assert 0 < found.iterations < 1000
    assert found.exploitability > 0


# The best answer -----------------------------------------------------------------------------


def test_the_exploitability_of_even_play_is_what_openspiel_finds(leduc, kuhn):
    assert exploitability(kuhn, kuhn.uniform()) == pytest.approx(0.4583333333)
    assert exploitability(leduc, leduc.uniform()) == pytest.approx(2.3736111111)


def test_no_other_strategy_answers_better(kuhn):
    """All pure strategies of both seats against one of chance, played out one by one."""
    dice = np.random.default_rng(4)
    strategy = kuhn.uniform()
    for first, end in itertools.pairwise(kuhn.offsets):
        strategy[first:end] = dice.dirichlet(np.ones(end - first))
    seats = [kuhn.nodes["actor"][kuhn.first] == seat for seat in range(2)]
    best = []
    for seat in range(2):
        mine = np.flatnonzero(seats[seat])
        worths = []
        for choice in itertools.product(*(range(n) for n in np.diff(kuhn.offsets)[mine])):
            pure = strategy.copy()
            for infoset, action in zip(mine, choice, strict=True):
                pure[kuhn.offsets[infoset] : kuhn.offsets[infoset + 1]] = 0
                pure[kuhn.offsets[infoset] + action] = 1
            worths.append((1, -1)[seat] * played_out(kuhn, pure))
        best.append(max(worths))
    assert exploitability(kuhn, strategy) == pytest.approx(sum(best) / 2)


def played_out(tree, strategy) -> float:
    """The first seat's expected reward, from the rules and not from the tree's values."""
    numbers = iter(range(tree.size))

    def worth(node) -> float:
        number = next(numbers)
        if isinstance(node, Chance):
            return sum(worth(node.take(k)) for k in range(node.outcomes)) / node.outcomes
        if node.over:
            return node.returns()[0]
        first = tree.offsets[tree.infosets[number]]
        after = [worth(chance.act(node, action)) for action in node.legal()]
        return float(np.dot(strategy[first : first + len(after)], after))

    return worth(chance.deal(tree.game))


# Bots ----------------------------------------------------------------------------------------


def test_a_bot_is_measured_by_what_it_does(kuhn):
    def never_bets(view, seat):
        return {Position(kuhn.game.load(), view).legal()[0]: 1.0}

    pure = strategy_of(kuhn, never_bets)
    assert set(pure) == {0.0, 1.0}
    assert exploitability(kuhn, pure) > exploitability(kuhn, solve(kuhn).strategy)


def test_asking_often_enough_finds_how_a_bot_mixes(kuhn):
    bot = make("random", kuhn.game, 1)
    found = strategy_of(kuhn, sampled(bot.choose, 1000))
    assert found == pytest.approx(kuhn.uniform(), abs=0.08)


def test_a_strategy_is_saved_looked_up_and_played(solved, tmp_path):
    game = solved.tree.game
    Strategy.of(solved).save(tmp_path / "leduc.npz")
    strategy = Strategy.load(tmp_path / "leduc.npz")
    assert strategy.facts["value"] == solved.value
    bot = Solved(game, 3, strategy)
    assert exploitability(solved.tree, strategy_of(solved.tree, bot.chances)) == pytest.approx(
        solved.exploitability, abs=1e-6
    )
    position = Position.dealt(game, seed=5)
    view = position.view(position.actor)
    chances = bot.chances(view, position.actor)
    assert sum(chances.values()) == pytest.approx(1)
    taken = [bot.choose(view, position.actor) for _ in range(4000)]
    for action, share in chances.items():
        assert taken.count(action) / 4000 == pytest.approx(share, abs=0.04)


def test_a_strategy_for_something_else_is_refused(solved, kuhn, tmp_path):
    strategy = Strategy.of(solved)
    with pytest.raises(BadStrategy, match="for the game 'leduc', not for Kuhn"):
        Solved(kuhn.game, 0, strategy)
    old = Strategy.of(solved)
    old.facts["version"] = 0
    with pytest.raises(BadStrategy, match="version 0 of Leduc Poker, not 1: solve it again"):
        Solved(solved.tree.game, 0, old)
    other = Position.dealt(example("hideout"), seed=1)
    assert strategy.at(other.view(0), other.rules.state) == {}
    (tmp_path / "broken.npz").write_bytes(b"PK nothing")
    for name in ("broken.npz", "missing.npz"):
        with pytest.raises(BadStrategy, match="is not a strategy"):
            Strategy.load(tmp_path / name)


# Commands ------------------------------------------------------------------------------------


def quarterdeck(environment, *words):
    return subprocess.run(
        [sys.executable, "-m", "quarterdeck", *words],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "120", **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_the_commands_solve_play_and_measure(tmp_path):
    environment, table = installed(tmp_path, "kuhn"), str(tmp_path / "kuhn.npz")
    done = quarterdeck(environment, "solve", "kuhn", "--out", table, "--json")
    facts = json.loads(done.stdout)
    assert (facts["nodes"], facts["information_sets"]) == (58, 12)
    done = quarterdeck(environment, "exploit", "kuhn", "random", f"strategy:{table}", "--json")
    found = json.loads(done.stdout)
    assert found[f"strategy:{table}"] == pytest.approx(facts["exploitability"])
    assert found["random"] > 0.3
    done = quarterdeck(environment, "match", "kuhn", f"strategy:{table}", "random", "--games", "4")
    assert "kuhn.npz" in done.stdout
    refused = quarterdeck(environment, "solve", "ping")
    assert refused.returncode == 2
    assert "20,000,000 can be solved" in refused.stderr
    refused = quarterdeck(environment, "match", "kuhn", "strategy:nothing", "random")
    assert refused.returncode == 2
    assert "nothing is not a strategy" in refused.stderr

"""The speed of the search compared with OpenSpiel's in C++, in one run: simulations per second.

`.venv/bin/python benchmarks/search.py` (`make research` first). One thread each; processor time,
not wall-clock time. All take turns, so that a busy machine slows them alike; the median of several
rounds counts. A simulation imagines a world, descends the tree, adds a node, plays a rollout and
credits its result. It is measured at decisions spread over random games.

Ours is measured as the levels play (with the game's policy, if it has one) and with random rollouts
to the end, like OpenSpiel's. Their ISMCTS needs games that can imagine worlds; these two can.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import pyspiel

from quarterdeck.bots import Searcher, make
from quarterdeck.bots.tree import MADE, Tuning
from quarterdeck.engine.game import Game, find, listing
from quarterdeck.engine.match import Match

ROUNDS = 5
SIMULATIONS = 4_000
POSITIONS = (4, 12, 30)
"""Decisions played at random before the searches."""
THEIRS = {"gin_rummy": 1_000, "hearts(pass_cards=false)": 1_000}
"""Simulations per decision. Release 2.0.2 can crash if it imagines hands while cards are passed."""


def walk(match: Match, decisions: int) -> Match:
    """Play at random to a decision with a choice."""
    walker = make("random", match.game, decisions)
    while match.actor is not None and (match.decisions < decisions or len(match.legal()) < 2):
        match.act(match.actor, walker.choose(match.view(match.actor), match.actor))
    return match


def ours(game: Game, tuning: Tuning | None) -> float:
    """Simulations per second of processor time over the positions."""
    made, spent = 0, 0.0
    for decisions in POSITIONS:
        match = walk(Match(game, seed=decisions), decisions)
        if match.actor is None:
            continue
        bot = Searcher(game, decisions, simulations=SIMULATIONS, seconds=600)
        bot.tuning = tuning or bot.tuning
        view = match.view(match.actor)
        start = time.process_time()
        bot.think(view, match.actor)
        spent += time.process_time() - start
        made += int(bot.trees[0].counts[MADE])
    return made / spent


def theirs(game: pyspiel.Game, simulations: int) -> float:
    """The same for OpenSpiel's ISMCTSBot, with one random rollout per simulation."""
    made, spent = 0, 0.0
    for decisions in POSITIONS:
        state, dice = game.new_initial_state(), random.Random(decisions)
        left = decisions
        while left or state.is_chance_node() or len(state.legal_actions()) < 2:
            left -= 0 if state.is_chance_node() else min(left, 1)
            state.apply_action(dice.choice(state.legal_actions()))
        evaluator = pyspiel.RandomRolloutEvaluator(1, decisions)
        bot = pyspiel.ISMCTSBot(decisions, evaluator, 1.0, simulations, -1)
        start = time.process_time()
        bot.step(state)
        spent += time.process_time() - start
        made += simulations
    return made / spent


def measures(games: list[Game]) -> dict[str, Callable[[], float]]:
    found: dict[str, Callable[[], float]] = {}
    for game in games:
        Searcher(game, 0).warm()
        found[f"{game.title}, as the levels play"] = partial(ours, game, None)
        found[f"{game.title}, random rollouts"] = partial(ours, game, Tuning())
    for name, simulations in THEIRS.items():
        found[f"OpenSpiel {name}, C++ ISMCTSBot"] = partial(
            theirs, pyspiel.load_game(name), simulations
        )
    return found


def main() -> None:
    compared = measures([find(name) for name in sys.argv[1:]] or listing())
    rounds = [[measure() for measure in compared.values()] for _ in range(ROUNDS + 1)][1:]
    print("Simulations per second of processor time, one thread")
    print(f"{'':42}{'median':>12}{'best':>12}")
    for what, rates in zip(compared, zip(*rounds, strict=True), strict=True):
        print(f"{what:42}{statistics.median(rates):12,.0f}{max(rates):12,.0f}")


if __name__ == "__main__":
    main()

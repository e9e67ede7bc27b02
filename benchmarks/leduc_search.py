"""Our search and OpenSpiel's C++ ISMCTS on the same game, Leduc poker: speed and chips won.

    .venv/bin/python benchmarks/leduc_search.py --deals 2000 --simulations 1000

`make research` first. One thread each, processor time. Both get the same number of simulations per
decision. Every deal is played twice with the seats exchanged. Cards and decisions of our match are
repeated on OpenSpiel's state; its bot uses only its player's information state.
"""

import argparse
import math
import statistics
import sys
import time

import pyspiel
from example_games import example

from quarterdeck.bots import Searcher
from quarterdeck.bots.tree import MADE, Tuning
from quarterdeck.engine.match import Match

EXPLORATION = {"1": 1.0, "13": 13.0}
"""OpenSpiel's constant counts in chips; the larger one is the most that can be won."""
UNHURRIED = 3600.0


class Ours:
    """It keeps its tree between decisions and stops when nothing can change: fewer simulations."""

    def __init__(self, game, seed, simulations):
        self.bot = Searcher(game, seed, simulations=simulations, seconds=UNHURRIED)
        self.bot.tuning = Tuning()
        self.bot.warm()
        self.made, self.seconds = 0, 0.0

    def choose(self, match, state):
        action = self.bot.choose(match.view(match.actor), match.actor)
        self.made += int(self.bot.trees[0].counts[MADE])
        return action


class Theirs:
    def __init__(self, seed, simulations, exploration):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self.bot = pyspiel.ISMCTSBot(seed, evaluator, exploration, simulations, -1)
        self.simulations = simulations
        self.made, self.seconds = 0, 0.0

    def choose(self, match, state):
        self.made += self.simulations
        return self.bot.step(state)


def play(game, theirs, seed, players):
    """One game; returns the chips that seat 0 won."""
    match, state = Match(game, seed=seed), theirs.new_initial_state()
    for card in match.truth["card"][0].tolist():
        state.apply_action(card)
    while match.actor is not None:
        player = players[match.actor]
        started = time.process_time()
        action = int(player.choose(match, state))
        player.seconds += time.process_time() - started
        match.act(match.actor, action)
        state.apply_action(action)
        if state.is_chance_node():
            state.apply_action(int(match.truth["public"][0]))
    assert state.returns() == match.position.returns()
    return state.returns()[0]


def compare(settings, exploration):
    """Print what both did."""
    game, theirs = example("leduc"), pyspiel.load_game("leduc_poker")
    us = Ours(game, 1, settings.simulations)
    them = Theirs(1, settings.simulations, EXPLORATION[exploration])
    won = []
    for seed in range(settings.deals):
        first = play(game, theirs, seed, [us, them])
        won.append((first - play(game, theirs, seed, [them, us])) / 2)
        print(f"\r{seed + 1} of {settings.deals} deals", end="", file=sys.stderr)
    print(file=sys.stderr)
    error = 1.96 * statistics.stdev(won) / math.sqrt(len(won))
    ours, others = us.made / us.seconds, them.made / them.seconds
    print(
        f"{settings.simulations} simulations per decision, exploration {exploration}: "
        f"{statistics.mean(won):+.3f} chips per game (95 %: ±{error:.3f}); "
        f"{ours:,.0f} simulations per CPU-second, OpenSpiel's C++ ISMCTS {others:,.0f}: "
        f"{ours / others:.1f}x"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--simulations", type=int, default=1000)
    settings = parser.parse_args()
    for exploration in EXPLORATION:
        compare(settings, exploration)


if __name__ == "__main__":
    main()

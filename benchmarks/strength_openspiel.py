"""A Quarterdeck bot against OpenSpiel's ISMCTS, with equal simulations per decision.

    python benchmarks/strength_openspiel.py [ping hidden_threat] --games 20 --simulations 200

`make research` first. Every deal is played twice with the seats exchanged; the same arguments give
the same games. OpenSpiel's bot is its Python one, since the C++ bot takes no external games; its
random rollouts are compiled (`Rollouts`; its own would take fifteen times as long).

Neither side gets the truth. Ours gets its view. OpenSpiel's needs a whole state: it gets a world
imagined from its seat's view (`resample_from_infostate`), and imagines others from that.
"""

import argparse
import sys
import time
from abc import ABC, abstractmethod

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from quarterdeck.arena.rating import wilson
from quarterdeck.bots import Searcher, bots, make
from quarterdeck.bots.tree import MADE
from quarterdeck.engine.game import find
from quarterdeck.envs.openspiel import Rollouts

UNHURRIED = 3600.0


class Player(ABC):
    """A player, and how much it has searched."""

    def __init__(self):
        self.simulations, self.seconds = 0, 0.0

    def act(self, state, seat):
        started = time.process_time()
        action = self.choose(state, seat)
        self.seconds += time.process_time() - started
        return action

    @abstractmethod
    def choose(self, state, seat):
        """Choose an action for the seat from what it may know."""


class Ours(Player):
    """A Quarterdeck bot; if it searches, it gets the budget. Levels that play by hunches do not."""

    def __init__(self, name, game, seed, budget):
        super().__init__()
        self.bot = make(name, game, seed)
        if isinstance(self.bot, Searcher) and not getattr(self.bot, "hunch", None):
            self.bot = make(name, game, seed, simulations=budget, seconds=UNHURRIED, threads=1)
        self.bot.warm()

    def choose(self, state, seat):
        action = self.bot.choose(state.progress.view(seat), seat)
        if isinstance(self.bot, Searcher) and len(state.legal_actions()) > 1:
            self.simulations += sum(int(tree.counts[MADE]) for tree in self.bot.trees)
        return action


class Theirs(Player):
    """OpenSpiel's information-set tree search."""

    def __init__(self, game, seed, budget, explore, evaluator):
        super().__init__()
        dice = np.random.RandomState(seed)
        self.budget = budget
        self.bot = ISMCTSBot(game, evaluator, explore, budget, random_state=dice)

    def choose(self, state, seat):
        if len(state.legal_actions()) > 1:
            self.simulations += self.budget
        return int(self.bot.step(state.resample_from_infostate(seat)))


def load(name, seed):
    return pyspiel.load_game(f"python_quarterdeck_{name}", {"rng_seed": seed, "chance": "sampled"})


def play(game, players):
    """Play one game; returns each seat's result."""
    state = game.new_initial_state()
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(players[seat].act(state, seat))
    return state.returns()


def compare(name, settings):
    """Play the games and print the results."""
    results, ours, theirs = [], [], []
    for number in range(settings.games):
        seed, seat = divmod(number, 2)
        game = load(name, seed)
        ours.append(Ours(settings.bot, find(name), seed, settings.simulations))
        theirs.append(Theirs(game, seed, settings.simulations, settings.explore, Rollouts()))
        players = [ours[-1], theirs[-1]]
        results.append(play(game, players[::-1] if seat else players)[seat])
        progress = f"\r{name}: {number + 1} of {settings.games}, {results.count(1)} won"
        print(progress, end="", file=sys.stderr)
    print(file=sys.stderr)
    report(name, settings, results, pace(ours), pace(theirs))


def pace(players):
    """Simulations per CPU-second."""
    seconds = sum(player.seconds for player in players)
    return sum(player.simulations for player in players) / seconds


def report(name, settings, results, ours, theirs):
    won, drawn = results.count(1), results.count(0)
    lost = len(results) - won - drawn
    share = wilson(won + drawn / 2, len(results))
    print(
        f"{find(name).title}, {settings.simulations} simulations per decision: {settings.bot} "
        f"against OpenSpiel's ISMCTS won {won}, drew {drawn}, lost {lost}: {share.value:.0%} "
        f"(95 %: {share.low:.0%} to {share.high:.0%})\n"
        f"    simulations per CPU-second: {settings.bot} {ours:,.0f}; OpenSpiel's ISMCTS "
        f"{theirs:,.0f}, with its own rollouts {unaided(name, settings.explore):,.0f}"
    )


def unaided(name, explore, budget=100):
    """Simulations per second of OpenSpiel's search with its own evaluator, at the first choice."""
    game = load(name, 0)
    state = game.new_initial_state()
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    evaluator = RandomRolloutEvaluator(random_state=np.random.RandomState(0))
    player = Theirs(game, 0, budget, explore, evaluator)
    player.act(state, state.current_player())
    return pace([player])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", default=["ping", "hidden_threat"])
    parser.add_argument("--bot", default="captain", help=", ".join(bots()))
    parser.add_argument("--games", type=int, default=20, help="per game; two for each deal")
    parser.add_argument("--simulations", type=int, default=200, help="per decision")
    parser.add_argument(
        "--explore", type=float, default=2**0.5, help="OpenSpiel's exploration constant"
    )
    settings = parser.parse_args()
    for name in settings.game:
        compare(name, settings)


if __name__ == "__main__":
    main()

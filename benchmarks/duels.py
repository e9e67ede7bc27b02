"""Networks against networks, thousands of games at once on a GPU: the share that the first wins.

    python benchmarks/duels.py ping one.npz instinct --games 20000

Networks play as they learnt, in real numbers; seats rotate. The games that end in the first tenth
of the steps are not counted: short ones would be among them too often.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from quarterdeck.arena.rating import wilson
from quarterdeck.bots.network import Network, find
from quarterdeck.engine.game import find as game_of
from quarterdeck.learn import Manner, School


def network(game, name: str) -> Network:
    found = find(game) if name == "instinct" else Network.load(Path(name))
    assert found, f"{game.title} has no network"
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--lanes", type=int, default=8192)
    parser.add_argument("--opening", type=int, default=0, help="decisions at random, in half")
    given = parser.parse_args()
    game = game_of(given.game)
    one, other = network(game, given.one), network(game, given.other)
    units = (len(one.first_bias), len(one.second_bias))
    manner = Manner(lanes=given.lanes, units=units, opening=given.opening)
    duel = School(game, manner, options={}, seats=given.players, rival=other)
    duel.begin_with(one)
    won, games, skipped = 0.0, 0, 0
    while games < given.games:
        before = duel.games
        duel._played(duel._policy, 1.0)
        ended = duel.games - before
        if skipped < given.games // 10:
            skipped += ended
            continue
        games += ended
        won += duel.share * ended
    _, low, high = wilson(won, games)
    share = f"{won / games:.1%} ({low:.1%} to {high:.1%}) of {games:,}"
    print(f"{game.id}: {given.one} against {given.other} won {share}")


if __name__ == "__main__":
    main()

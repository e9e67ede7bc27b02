"""How many clicks a game of Zerpang! takes: a scripted player clicks as a person would.

    python benchmarks/hands.py [--games 20]

A quick bot decides what to do up to the next fence. The clicks are counted twice: one for every
decision, as without routes; and with them, where a route that leads to the same position is one
click, or two if several routes light up the same place and the page has to ask.
"""

from __future__ import annotations

import argparse
from typing import Any

from quarterdeck import Match, find, make_bot
from quarterdeck.engine.scene import Action, Scene

GAME, BOT, ME = "zerpang", "deckhand", 0


def plan(match: Match, bot: Any) -> tuple[list[int], list[bytes]]:
    """What the bot does up to the next fence, and the position after each of its actions."""
    trial, actions, positions, final = match.rehearsal(), [], [], False
    while not final and trial.actor == ME:
        action = bot.choose(trial.view(ME), ME)
        final = trial.act(ME, action)
        actions.append(action)
        positions.append(trial.truth.tobytes())
    return actions, positions


def furthest(match: Match, scene: Scene, ahead: list[bytes]) -> tuple[int, Action | None]:
    """The route that gets furthest along the plan, and how many of its actions it stands for."""
    best: tuple[int, Action | None] = (0, None)
    for route in scene.routes:
        trial = match.rehearsal()
        trial.act(ME, route.id, then=route.then)
        there = trial.truth.tobytes()
        if there in ahead and ahead.index(there) + 1 > best[0]:
            best = ahead.index(there) + 1, route
    return best


def follow(match: Match, actions: list[int], positions: list[bytes]) -> int:
    """Play the plan by clicks; returns how many it took."""
    clicks = done = 0
    while done < len(actions):
        scene = match.scene(ME)
        taken, route = furthest(match, scene, positions[done:])
        if route:
            asked = [one for one in scene.routes if one.targets == route.targets != []]
            match.act(ME, route.id, then=route.then)
        else:
            asked, taken = [], 1
            match.act(ME, actions[done])
        clicks += 2 if len(asked) > 1 else 1
        done += taken
    return clicks


def play(seed: int) -> tuple[int, int]:
    """One game against a bot: decisions of one's own, and clicks."""
    game = find(GAME)
    match = Match(game, seats=2, seed=seed)
    bots = [make_bot(BOT, game, seed=2 * seed + seat) for seat in range(2)]
    decisions = clicks = 0
    while not match.over:
        seat = match.actor
        assert seat is not None
        if (declined := match.may_decline(seat, eager=True)) is not None:
            match.act(seat, declined)
        elif seat == ME:
            actions, positions = plan(match, bots[ME])
            decisions += len(actions)
            clicks += follow(match, actions, positions)
        else:
            match.act(seat, bots[seat].choose(match.view(seat), seat))
    return decisions, clicks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    games = parser.parse_args().games
    totals = [play(seed) for seed in range(games)]
    decisions, clicks = (sum(column) / games for column in zip(*totals, strict=True))
    print(f"{games} games: {decisions:.0f} decisions of one's own in the mean, {clicks:.0f} clicks")


if __name__ == "__main__":
    main()

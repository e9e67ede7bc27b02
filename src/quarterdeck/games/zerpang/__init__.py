"""Zerpang!: seven classes, seven ways to win, one board, and a deck with two sides."""

from quarterdeck.engine.game import Game

GAME = Game(
    id="zerpang",
    title="Zerpang!",
    summary="Ninjas, Pirates and worse quarrel over treasure and Great Houses.",
    seats=(2, 6),
    version=2,
    # 360 turns. Every decision in a turn spends a card, followed by at most a dozen questions, or
    # a point on a path; no turn can spend more than the 99 cards and 187 points.
    bound=500_000,
    package=__name__,
    minutes=(60, 120),
    difficulty="hard",
    exact_memory=False,  # hands are remembered as counts by kind: see belief.py
)

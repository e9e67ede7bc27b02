"""Kuhn poker: three cards, one bet."""

from quarterdeck.engine.game import Game

GAME = Game(
    id="kuhn",
    title="Kuhn Poker",
    summary="Three cards, one bet: the smallest game with a bluff.",
    seats=(2, 2),
    version=1,
    bound=3,  # pass, bet, and the answer to it
    package=__name__,
    minutes=(1, 2),
    difficulty="easy",
)
